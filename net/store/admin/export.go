//go:build !js

package admin

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store/format"
)

// Copy writes a consistent copy of the world file at path to a new file; another process may write the world
// meanwhile. The copy has everything that was written when Copy began. An existing file of that name is
// replaced once the copy is complete. Its errors are those of Inspect, and ErrNoSpace.
func Copy(path, to string) error { return copyFile(path, to, "") }

// copyFile is Copy, followed by the statements of edit on the copy.
func copyFile(path, to, edit string) error {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return format.Explain(path, err)
	}
	draft := to + ".part"
	format.RemoveFiles(draft)
	defer format.RemoveFiles(draft)
	err = format.RecoverPanic(func() error {
		return format.Query(r.Conn, `VACUUM INTO ?`, func(s *sqlite3.Stmt) error { return s.BindText(1, draft) }, nil)
	})
	format.RecoverPanic(r.Conn.Close)
	if err != nil {
		return format.Explain(to, err)
	}
	if edit != "" {
		if err := format.RecoverPanic(func() error { return editFile(draft, edit) }); err != nil {
			return format.Explain(to, err)
		}
	}
	return format.Explain(to, errors.Join(syncFile(draft), os.Rename(draft, to), format.SyncDir(filepath.Dir(to))))
}

func editFile(path, sql string) error {
	c, err := format.Connect(path, sqlite3.OPEN_READWRITE)
	if err != nil {
		return err
	}
	return errors.Join(c.Exec(sql), c.Close())
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// ofThisPeer removes from a copy the data of the peer that wrote the file: epoch 0, see net/host, and how the
// file was closed there.
const ofThisPeer = `DELETE FROM epochs WHERE number = 0; DELETE FROM marks; DELETE FROM trials`

// Export writes the world file at path, consistent and complete, as one packed file that another machine can
// import. Promises of this peer alone are left out. The world may be open in another process. verify checks
// the copy before it is packed. Its errors are those of Copy and of verify.
func Export(path, to string, verify func(copy string) error) (Header, error) {
	plain := to + ".db"
	if err := copyFile(path, plain, ofThisPeer); err != nil {
		return Header{}, err
	}
	defer format.RemoveFiles(plain)
	if err := verify(plain); err != nil {
		return Header{}, err
	}
	info, err := Inspect(plain)
	if err != nil {
		return Header{}, err
	}
	h := Header{Genesis: info.Genesis, Licence: info.Genesis.Licence}
	h.Size, h.Hash, err = measure(plain)
	if err == nil && h.Size > MaxExport {
		err = fmt.Errorf("%w: it has %d bytes, more than %d", ErrExport, h.Size, uint64(MaxExport))
	}
	if err == nil {
		err = packFile(plain, to, h)
	}
	return h, format.Explain(to, err)
}

// measure returns a file's size and SHA-256.
func measure(path string) (size uint64, hash [32]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, hash, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return uint64(n), [32]byte(sum.Sum(nil)), err
}

func packFile(plain, to string, h Header) (err error) {
	in, err := os.Open(plain)
	if err != nil {
		return err
	}
	defer in.Close()
	draft := to + ".part"
	out, err := os.OpenFile(draft, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(draft)
	_, err = out.Write(h.Append(nil))
	z, zerr := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	if zerr != nil {
		panic(zerr) // the options are constants
	}
	if err == nil {
		_, err = io.Copy(z, in)
	}
	err = errors.Join(err, z.Close(), out.Sync(), out.Close())
	if err == nil {
		err = errors.Join(os.Rename(draft, to), format.SyncDir(filepath.Dir(to)))
	}
	return err
}

// ReadHeader reads the header of the exported world at path. Its errors wrap ErrExport and ErrNewer.
func ReadHeader(path string) (Header, error) {
	f, h, _, err := openExport(path)
	if err != nil {
		return Header{}, err
	}
	return h, f.Close()
}

// openExport opens an exported world. body reads the bytes after the header.
func openExport(path string) (f *os.File, h Header, body io.Reader, err error) {
	if f, err = os.Open(path); err != nil {
		return nil, Header{}, nil, format.Explain(path, err)
	}
	in := bufio.NewReaderSize(f, max(maxHeader, 64<<10))
	head, err := in.Peek(maxHeader)
	if err != nil && !errors.Is(err, io.EOF) {
		f.Close()
		return nil, Header{}, nil, format.Explain(path, err)
	}
	h, rest, err := DecodeHeader(head)
	if err != nil {
		f.Close()
		return nil, Header{}, nil, fmt.Errorf("%s: %w", path, err)
	}
	in.Discard(len(head) - len(rest))
	return f, h, in, nil
}
