// Package watch notices that the files of a folder changed: it looks at names, sizes and times every now and
// then, which works on all systems and disks alike.
package watch

import (
	"fmt"
	"hash/fnv"
	"io/fs"
)

// maxFiles is how many files are looked at. Further ones are not noticed: no blueprint has so many.
const maxFiles = 4096

// Folder is a folder that is watched.
type Folder struct {
	dir  fs.FS
	told uint64 // the print that the last change led to
	last uint64 // the print of the last look
}

// New begins to watch a folder as it is now.
func New(dir fs.FS) *Folder {
	p := printOf(dir)
	return &Folder{dir: dir, told: p, last: p}
}

// Changed reports whether files changed since it last said so. It waits for one look without a change, so
// that an editor that is still writing is not interrupted.
func (f *Folder) Changed() bool {
	p := printOf(f.dir)
	settled := p == f.last
	f.last = p
	if !settled || p == f.told {
		return false
	}
	f.told = p
	return true
}

// printOf is a hash of the names, sizes and times of all files. A file that cannot be read counts as missing.
func printOf(dir fs.FS) uint64 {
	h, files := fnv.New64a(), 0
	fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if files++; files > maxFiles {
			return fs.SkipAll
		}
		if i, err := d.Info(); err == nil {
			fmt.Fprintf(h, "%q %d %d\n", path, i.Size(), i.ModTime().UnixNano())
		}
		return nil
	})
	return h.Sum64()
}
