package asset

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"manyhold/net/wire"
)

// A bundle is
//
//	"MHBN", version 1 in one byte, uvarint number of files (1 to MaxFiles),
//	for each: text name, blob contents
//
// in strictly ascending byte order of the names. So equal files are one bundle. A name is relative, in lower
// case letters, digits, "-", "_" and ".", with "/" between folders; its ending decides how the contents are
// checked.

const (
	bundleMagic   = "MHBN"
	bundleVersion = 1
	// MaxFiles is the largest number of files in a bundle, and MaxPath the longest name in bytes.
	MaxFiles, MaxPath = 256, 64
	// maxNotes is the longest text file of a bundle in bytes, beside scripts.
	maxNotes = 64 << 10
)

// File is one of a bundle.
type File struct {
	Name string
	Data []byte
}

// endings are the endings of names, and what such files must be.
var endings = map[string]Kind{
	".png": Sheet, ".wav": Wave, ".ogg": Ogg, ".star": Script, ".wasm": Module,
	".toml": 0, ".md": 0, ".txt": 0, ".story": 0, // texts
}

// EncodeBundle returns a bundle of files. They must be in ascending order of their names, and be allowed:
// Check says so of the result.
func EncodeBundle(files []File) []byte {
	n := 16
	for _, f := range files {
		n += len(f.Name) + len(f.Data) + 8
	}
	b := append(append(make([]byte, 0, n), bundleMagic...), bundleVersion)
	b = wire.AppendUvarint(b, uint64(len(files)))
	for _, f := range files {
		b = wire.AppendText(b, f.Name)
		b = wire.AppendBlob(b, f.Data)
	}
	return b
}

// DecodeBundle reads the output of EncodeBundle. The data of the files are pieces of b, not copies, and were
// not checked yet. Its error is ErrContent.
func DecodeBundle(b []byte) ([]File, error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(bundleMagic))) != bundleMagic || c.U8() != bundleVersion {
		return nil, fmt.Errorf("%w: not a bundle of version %d", ErrContent, bundleVersion)
	}
	n := c.Count(MaxFiles)
	if c.Err() == nil && n == 0 {
		c.Fail(errors.New("no file"))
	}
	var files []File
	for range n {
		f := File{Name: c.Text(MaxPath), Data: c.Blob(MaxSize)}
		if c.Err() != nil {
			break
		}
		if len(files) > 0 && files[len(files)-1].Name >= f.Name {
			c.Fail(fmt.Errorf("file %q does not come after %q", f.Name, files[len(files)-1].Name))
			break
		}
		files = append(files, f)
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: bundle: %w", ErrContent, err)
	}
	return files, nil
}

// checkBundle checks the files of a bundle, each by its ending.
func checkBundle(b []byte) error {
	files, err := DecodeBundle(b)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !goodPath(f.Name) {
			return fmt.Errorf("a file %q: names are relative, of lower case letters, digits, - _ . and /", f.Name)
		}
		kind, known := endings[path.Ext(f.Name)]
		switch {
		case !known:
			return fmt.Errorf("file %q: unknown ending", f.Name)
		case kind != 0:
			err = Check(kind, f.Data)
		case len(f.Data) > maxNotes:
			err = fmt.Errorf("a text of more than %d bytes", maxNotes)
		default:
			err = checkText(f.Data)
		}
		if err != nil {
			return fmt.Errorf("file %q: %w", f.Name, err)
		}
	}
	return nil
}

// goodPath reports whether a name stays within its folder on every system.
func goodPath(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || part[len(part)-1] == '.' {
			return false
		}
		for _, c := range []byte(part) {
			if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.') {
				return false
			}
		}
		switch stem, _, _ := strings.Cut(part, "."); {
		case stem == "con", stem == "prn", stem == "aux", stem == "nul":
			return false // Windows opens a device by that name
		case len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")):
			return false
		}
	}
	return true
}
