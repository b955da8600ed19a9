//go:build !js

package admin

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

const (
	// importWindow is the most that a packed world may ask for in order to be unpacked, in bytes.
	importWindow = 16 << 20
	// largeImport is the size in bytes above which an unpacked world is large. Above smallImport, one of more
	// than largeRatio times its packed size is large as well.
	largeImport = 1 << 30
	smallImport = 1 << 20
	largeRatio  = 200
	// sqliteMagic begins every file of SQLite (https://www.sqlite.org/fileformat.html, 1.3).
	sqliteMagic = "SQLite format 3\x00"
)

// ErrLarge says that an exported world unpacks to a very large file. A few kilobytes can claim that, and a
// disk fills up before their hash is known.
var ErrLarge = errors.New("this export is unusually large")

// ImportOptions are the decisions of the person who imports a world.
type ImportOptions struct {
	Replace bool // the existing file of the world
	Large   bool // take it whatever its size, up to MaxExport
}

// Import unpacks the exported world at from into the data directory dir. verify checks the unpacked file
// before it becomes a world; a refused file is not imported. If the world exists already, the error is
// ErrExists, unless o.Replace is true: then the old file is kept beside it under the name that previous
// returns ("" without an old file). Nothing is merged: of two files of one world, the person chooses. Its
// other errors wrap ErrExport, ErrLarge, ErrNewer, ErrInUse, ErrNoSpace and ErrReadOnly.
func Import(dir, from string, o ImportOptions, verify func(file string) error) (path, previous string, err error) {
	f, h, body, err := openExport(from)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	if err := tooLarge(f, h, o.Large); err != nil {
		return "", "", err
	}
	path = store.Path(dir, h.Genesis.ID())
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", "", format.Explain(filepath.Dir(path), err)
	}
	lock, err := format.LockWorld(path)
	if err != nil {
		return "", "", err
	}
	defer lock.Release()
	if format.Exists(path) && !o.Replace {
		return "", "", fmt.Errorf("%s: %w", path, store.ErrExists)
	}
	draft := format.SiblingPath(path, ".import"+store.Extension)
	format.RemoveFiles(draft)
	defer format.RemoveFiles(draft)
	if err := unpackFile(draft, h, body); err != nil {
		return "", "", format.ExplainWrite(path, fmt.Errorf("%s: %w", from, err), int(min(h.Size, format.MaxValue)))
	}
	if err := verify(draft); err != nil {
		return "", "", err
	}
	if info, err := Inspect(draft); err != nil || info.Genesis != h.Genesis {
		return "", "", errors.Join(err, fmt.Errorf("%s: %w: it holds another world than it says", from, ErrExport))
	}
	previous, err = putInPlace(draft, path)
	return path, previous, format.Explain(path, err)
}

// putInPlace gives a finished file the name of a world and keeps the one that had it.
func putInPlace(draft, path string) (previous string, err error) {
	if format.Exists(path) {
		for n := 1; previous == "" || format.Exists(previous); n++ {
			previous = format.SiblingPath(path, fmt.Sprintf(".replaced-%d%s", n, store.Extension))
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if format.Exists(path + suffix) {
				err = errors.Join(err, os.Rename(path+suffix, previous+suffix))
			}
		}
	}
	if err == nil {
		err = errors.Join(os.Rename(draft, path), format.SyncDir(filepath.Dir(path)))
	}
	return previous, err
}

// tooLarge returns ErrLarge for an export whose world has a size that only a person may allow.
func tooLarge(f *os.File, h Header, allowed bool) error {
	stat, err := f.Stat()
	if err != nil {
		return format.Explain(f.Name(), err)
	}
	if packed := uint64(stat.Size()); !allowed && (h.Size > largeImport || h.Size > smallImport && h.Size > largeRatio*packed) {
		return fmt.Errorf("%s: %w: its %d KiB unpack to a world of %d MiB", f.Name(), ErrLarge, packed>>10, h.Size>>20)
	}
	return nil
}

// unpackFile writes the world file of an export, not one byte more than the header says, and verifies its
// hash. It writes nothing that does not begin as a file of SQLite.
func unpackFile(to string, h Header, body io.Reader) error {
	z, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(importWindow))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrExport, err)
	}
	defer z.Close()
	in := &source{from: z}
	magic := make([]byte, len(sqliteMagic))
	if _, err := io.ReadFull(in, magic); err != nil || string(magic) != sqliteMagic {
		return errors.Join(fmt.Errorf("%w: what it unpacks to is no world file", ErrExport), in.err)
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(io.MultiReader(bytes.NewReader(magic), in), int64(h.Size)+1))
	if in.err != nil {
		err = fmt.Errorf("%w: %w", ErrExport, in.err)
	}
	err = errors.Join(err, out.Sync(), out.Close())
	switch {
	case err != nil:
		return err
	case uint64(n) != h.Size:
		return fmt.Errorf("%w: it unpacks to another size than the %d bytes it says", ErrExport, h.Size)
	case [32]byte(sum.Sum(nil)) != h.Hash:
		return fmt.Errorf("%w: its bytes have changed", ErrExport)
	}
	return nil
}

// source remembers read errors, so that they are not taken for errors of the disk that is written.
type source struct {
	from io.Reader
	err  error
}

func (s *source) Read(b []byte) (int, error) {
	n, err := s.from.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// Unpack writes the world file in the exported world at from to a new file, and verifies it against the
// header. large is as in ImportOptions. Its errors wrap ErrExport, ErrLarge and ErrNewer.
func Unpack(from, to string, large bool) error {
	f, h, body, err := openExport(from)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := tooLarge(f, h, large); err != nil {
		return err
	}
	if err := unpackFile(to, h, body); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}
