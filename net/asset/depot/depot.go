// Package depot keeps assets in files, within a quota. Whole assets, downloads in progress, and the lists of
// the assets that the worlds of a data directory use are in one folder:
//
//	assets/NAME          a whole asset
//	assets/NAME.part     a download: the same layout; blocks that are not there yet are wrong
//	assets/WORLD.used    32 bytes for each asset that a world uses
//
// NAME and WORLD are 64 hexadecimal digits. A file of an asset is "MHAF", version 1 in one byte, u32 length
// of the descriptor, the descriptor, and the bytes.
//
// Nothing in these files is believed: the name proves the descriptor, and the descriptor each block. A whole
// asset appears by renaming a synced file, so neither a crash nor a second process leaves a damaged one under
// its name. A file that rots is noticed when it is read, removed, and fetched again. A download that was
// interrupted continues with the blocks that are right.
//
// # Quota
//
// An asset is needed while a world of this data directory uses it, and for Recent after it was last touched.
// When a new one does not fit the quota, those that are not needed are removed, the least recently used one
// first. If that is not enough, ErrFull refuses the new one, except one that the own window shows: that is
// taken beyond the quota, and removed when it has not been used for Recent.
package depot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"manyhold/net/asset"
)

const (
	// Dir is the folder in a data directory.
	Dir = "assets"
	// Recent is how long an asset counts as needed after it was last touched.
	Recent = 10 * time.Minute
	// Grace is how long an asset that no world uses is kept: a new one is used only after its blueprint is.
	Grace = time.Hour
	// partLife is how long a download is kept that nobody wants any more.
	partLife = 24 * time.Hour
	// touchEvery is how exact the times of use in the files are.
	touchEvery = time.Minute

	partEnding, usedEnding, draft = ".part", ".used", ".draft-"
)

// Errors of depots.
var (
	// ErrFull says that an asset does not fit the quota. A larger assets_mb is the remedy.
	ErrFull = errors.New("depot: the quota for assets is used up")
	// ErrUnknown says that there is no such download.
	ErrUnknown = errors.New("depot: no such download")
	// ErrRefused says that all blocks of a download are right and the asset is not allowed.
	ErrRefused = errors.New("depot: the asset is not allowed")
)

// Options of a depot.
type Options struct {
	Quota int64            // bytes; zero or less: nothing is kept beyond what the window needs
	World [32]byte         // the world of this process; zero: none
	Now   func() time.Time // nil: time.Now
	// Volatile leaves files to the system, so that a power cut takes them. For tests.
	Volatile bool
}

// Depot is the assets of a data directory. Any goroutine may use it. No file is read or written while its
// lock is held, except by Collect, and by what makes room.
type Depot struct {
	dir   string
	world [32]byte
	now   func() time.Time
	sync  func(*os.File) error

	mu    sync.Mutex
	quota int64
	bytes int64 // of whole assets and downloads, at their full sizes
	whole map[asset.Name]*held
	parts map[asset.Name]*part
	used  map[asset.Name]bool // by this world, and by others when looked last
	other map[asset.Name]bool
	known bool // used was told
}

// held is a whole asset.
type held struct {
	size    int64 // of its file
	last    time.Time
	marked  time.Time         // last, as the file has it
	desc    *asset.Descriptor // nil until it was read
	checked bool              // its contents were checked in this process
	beyond  bool              // taken beyond the quota, for the window
}

// Open opens the depot of a data directory and makes the folder if it is missing.
func Open(data string, o Options) (*Depot, error) {
	d := &Depot{dir: filepath.Join(data, Dir), world: o.World, now: o.Now, quota: o.Quota,
		whole: map[asset.Name]*held{}, parts: map[asset.Name]*part{}, used: map[asset.Name]bool{}, other: map[asset.Name]bool{}}
	if d.now == nil {
		d.now = time.Now
	}
	if d.sync = (*os.File).Sync; o.Volatile {
		d.sync = func(*os.File) error { return nil }
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep assets: %w", err)
	}
	return d, d.scan()
}

// scan reads the folder.
func (d *Depot) scan() error {
	files, err := list(d.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		switch f.ending {
		case "":
			d.whole[f.name] = &held{size: f.size, last: f.at, marked: f.at}
			d.bytes += f.size
		case partEnding:
			d.parts[f.name] = &part{size: f.size, last: f.at}
			d.bytes += f.size
		case draft:
			if d.now().Sub(f.at) > Grace { // no living process is still writing it
				os.Remove(f.path)
			}
		}
	}
	used, err := usedBy(d.dir)
	if err != nil {
		return err
	}
	for world, names := range used {
		for _, n := range names {
			if world == d.world {
				d.used[n] = true
			} else {
				d.other[n] = true
			}
		}
	}
	d.known = used[d.world] != nil
	return nil
}

// Put keeps the bytes of a person's own asset and returns its name. The second result tells that it was
// there already. Its errors are those of asset.Check, ErrFull and those of files.
func (d *Depot) Put(k asset.Kind, b []byte) (asset.Name, bool, error) {
	desc, err := asset.Describe(k, b)
	if err != nil {
		return asset.Name{}, false, err
	}
	name := desc.Name()
	if d.Holds(name) {
		d.touch(name)
		return name, true, nil
	}
	head := header(&desc)
	size := int64(len(head) + len(b))
	if err := d.reserve(size, false); err != nil {
		return asset.Name{}, false, err
	}
	if err := writeWhole(d.path(name), head, b, d.sync); err != nil {
		d.release(size)
		return asset.Name{}, false, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.whole[name] != nil { // another goroutine was as fast
		d.bytes -= size
		return name, true, nil
	}
	d.whole[name] = &held{size: size, last: d.now(), marked: d.now(), desc: &desc, checked: true}
	return name, false, nil
}

// Holds reports whether the whole asset is here.
func (d *Depot) Holds(name asset.Name) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.whole[name] != nil
}

// Get returns the bytes of an asset. They were verified and belong to the caller. A file that is damaged is
// removed.
func (d *Depot) Get(name asset.Name) ([]byte, bool) {
	b, desc, err := readWhole(d.path(name), name)
	d.mu.Lock()
	h := d.whole[name]
	checked := h != nil && h.checked
	d.mu.Unlock()
	if err == nil && !checked { // once in a process: somebody may have put the file there
		err = desc.Verify(b)
	}
	if err != nil {
		if h != nil {
			d.remove(name)
		}
		return nil, false
	}
	d.mu.Lock()
	if h = d.whole[name]; h == nil { // another process wrote it
		h = &held{size: int64(len(header(&desc)) + len(b))}
		d.whole[name] = h
		d.bytes += h.size
	}
	h.desc, h.checked = &desc, true
	d.mu.Unlock()
	d.touch(name)
	return b, true
}

// Descriptor returns the descriptor of an asset, whole or not. It is shared: read-only.
func (d *Depot) Descriptor(name asset.Name) (*asset.Descriptor, bool) {
	d.mu.Lock()
	h, p := d.whole[name], d.parts[name]
	d.mu.Unlock()
	switch {
	case h != nil && h.desc != nil:
		return h.desc, true
	case h != nil:
		desc, err := readDescriptor(d.path(name), name)
		if err != nil {
			d.remove(name)
			return nil, false
		}
		d.mu.Lock()
		h.desc = &desc
		d.mu.Unlock()
		return &desc, true
	case p != nil:
		if desc := d.wake(name, p); desc != nil {
			return desc, true
		}
	}
	return nil, false
}

// touch notes that an asset was used.
func (d *Depot) touch(name asset.Name) {
	d.mu.Lock()
	h, now := d.whole[name], d.now()
	mark := false
	if h != nil {
		mark = now.Sub(h.marked) >= touchEvery
		if h.last = now; mark {
			h.marked = now
		}
	}
	d.mu.Unlock()
	if mark {
		os.Chtimes(d.path(name), now, now) // without it the asset only counts as older
	}
}

// remove forgets an asset and its file.
func (d *Depot) remove(name asset.Name) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(name)
}

// drop is remove with the lock held.
func (d *Depot) drop(name asset.Name) {
	if h := d.whole[name]; h != nil {
		d.bytes -= h.size
		delete(d.whole, name)
		os.Remove(d.path(name))
	}
}

func (d *Depot) path(name asset.Name) string { return filepath.Join(d.dir, name.String()) }

// Sizes are the numbers of a depot.
type Sizes struct {
	Held      int   // whole assets
	Downloads int   // parts, wanted or not
	Bytes     int64 // of both
	Quota     int64
}

// Sizes returns the numbers of the depot.
func (d *Depot) Sizes() Sizes {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Sizes{len(d.whole), len(d.parts), d.bytes, d.quota}
}
