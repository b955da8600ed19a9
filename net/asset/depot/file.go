package depot

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"manyhold/net/asset"
)

const (
	fileMagic   = "MHAF"
	fileVersion = 1
	headSize    = len(fileMagic) + 1 + 4
)

// ErrFile says that a file is not that of an asset.
var ErrFile = errors.New("depot: not the file of an asset")

// header returns what stands before the bytes of an asset.
func header(d *asset.Descriptor) []byte {
	e := d.Encode()
	b := append(make([]byte, 0, headSize+len(e)), fileMagic...)
	b = binary.LittleEndian.AppendUint32(append(b, fileVersion), uint32(len(e)))
	return append(b, e...)
}

// descriptorOf reads the head of a file, and checks that it is that of an asset.
func descriptorOf(f io.Reader, name asset.Name) (d asset.Descriptor, err error) {
	head := make([]byte, headSize)
	if _, err = io.ReadFull(f, head); err != nil {
		return d, fmt.Errorf("%w: %w", ErrFile, err)
	}
	n := binary.LittleEndian.Uint32(head[len(fileMagic)+1:])
	if string(head[:len(fileMagic)]) != fileMagic || head[len(fileMagic)] != fileVersion || n > asset.MaxDescriptor {
		return d, ErrFile
	}
	e := make([]byte, n)
	if _, err = io.ReadFull(f, e); err != nil {
		return d, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if d, err = asset.DecodeDescriptor(e); err != nil {
		return d, err
	}
	if d.Name() != name {
		return d, fmt.Errorf("%w: the descriptor of another", ErrFile)
	}
	return d, nil
}

func readDescriptor(path string, name asset.Name) (d asset.Descriptor, err error) {
	f, err := os.Open(path)
	if err != nil {
		return d, err
	}
	defer f.Close()
	return descriptorOf(f, name)
}

// readWhole reads an asset. Its blocks are verified.
func readWhole(path string, name asset.Name) ([]byte, asset.Descriptor, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, asset.Descriptor{}, err
	}
	defer f.Close()
	d, err := descriptorOf(f, name)
	if err != nil {
		return nil, d, err
	}
	b := make([]byte, d.Size)
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, d, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if n, _ := f.Read(make([]byte, 1)); n > 0 || !d.IsBytes(b) {
		return nil, d, fmt.Errorf("%w: wrong bytes", ErrFile)
	}
	return b, d, nil
}

// writeWhole writes a file beside its place, syncs it and gives it its name.
func writeWhole(path string, head, b []byte, sync func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), draft+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(head)
	if err == nil {
		_, err = f.Write(b)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = publish(f.Name(), path, sync)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// publish syncs a file and gives it its name.
func publish(from, to string, sync func(*os.File) error) error {
	f, err := os.OpenFile(from, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(sync(f), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(to)); err == nil {
		sync(dir) // not every system can; without it a power cut may take the name, and it is fetched again
		dir.Close()
	}
	return nil
}

// writePart makes the file of a download at its full length, unless another process did.
func writePart(path string, head []byte, size int64) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(head, 0)
	if err == nil {
		err = f.Truncate(size)
	}
	return errors.Join(err, f.Close())
}

func writeAt(path string, b []byte, at int64) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, at)
	return errors.Join(err, f.Close())
}

func readAt(path string, b []byte, at int64) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.ReadAt(b, at)
	return err
}

// found is a file of the folder.
type found struct {
	path   string
	name   asset.Name // of the asset or the world
	ending string     // "", partEnding, usedEnding or draft
	size   int64
	at     time.Time
}

// list returns the files of a folder of assets, in the order of their names. Other files are not touched.
func list(dir string) (all []found, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		i, err := e.Info()
		if err != nil || !i.Mode().IsRegular() {
			continue // removed meanwhile, or not ours
		}
		f := found{path: filepath.Join(dir, e.Name()), size: i.Size(), at: i.ModTime()}
		if strings.HasPrefix(e.Name(), draft) {
			f.ending = draft
			all = append(all, f)
			continue
		}
		f.ending = filepath.Ext(e.Name())
		if f.name, err = asset.ParseName(strings.TrimSuffix(e.Name(), f.ending)); err == nil && slices.Contains([]string{"", partEnding, usedEnding}, f.ending) {
			all = append(all, f)
		}
	}
	return all, nil
}

// usedBy reads which assets the worlds of a folder use.
func usedBy(dir string) (map[[32]byte][]asset.Name, error) {
	files, err := list(dir)
	used := map[[32]byte][]asset.Name{}
	for _, f := range files {
		if f.ending != usedEnding {
			continue
		}
		b, err := os.ReadFile(f.path)
		if err != nil {
			return nil, err
		}
		names := []asset.Name{}
		for ; len(b) >= 32; b = b[32:] {
			names = append(names, asset.Name(b[:32]))
		}
		used[f.name] = names
	}
	return used, err
}

// writeUsed writes which assets a world uses.
func writeUsed(dir string, world [32]byte, names []asset.Name, sync func(*os.File) error) error {
	b := make([]byte, 0, 32*len(names))
	for _, n := range names {
		b = append(b, n[:]...)
	}
	return writeWhole(filepath.Join(dir, hex.EncodeToString(world[:])+usedEnding), nil, b, sync)
}
