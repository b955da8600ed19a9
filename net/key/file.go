package key

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FileName is the name of the identity's file in the data directory.
const FileName = "identity.key"

const (
	fileTitle = "manyhold identity 1"
	checkSize = 8       // bytes of SHA-256 that follow the seed
	maxFile   = 4 << 10 // bytes; a larger file is not an identity
)

// ErrDamaged reports that the identity file exists and cannot be used. The error that wraps it names the
// file and the remedy. The file is left as it is.
var ErrDamaged = errors.New("the identity file is damaged")

// Load reads the identity in dir. If there is none, it makes one (dir with mode 0700, the file with 0600).
// Two processes that do so at the same time get the same identity. Its errors are those of the file system,
// and ErrDamaged.
func Load(dir string) (Pair, error) {
	path := filepath.Join(dir, FileName)
	p, err := read(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Pair{}, fmt.Errorf("key: making the data directory: %w", err)
	}
	if err := create(path, Generate()); err != nil && !errors.Is(err, fs.ErrExist) {
		return Pair{}, fmt.Errorf("key: writing a new identity: %w", err)
	}
	return read(path) // another process may have been first
}

// read loads and checks the file.
func read(path string) (Pair, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Pair{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return Pair{}, damaged(path, "it is not a small regular file")
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return Pair{}, fmt.Errorf("key: reading the identity: %w", err)
	}
	p, why := decodeFile(b)
	if why != "" {
		return Pair{}, damaged(path, why)
	}
	return p, nil
}

func damaged(path, why string) error {
	return fmt.Errorf("key: %s: %w (%s): restore your backup of it, or move it away to play as a new player", path, ErrDamaged, why)
}

// encodeFile returns the two lines of an identity file.
func encodeFile(p Pair) []byte {
	seed := p.private.Seed()
	sum := sha256.Sum256(seed)
	return []byte(fileTitle + "\n" + encoding.EncodeToString(append(seed, sum[:checkSize]...)) + "\n")
}

// decodeFile reads an identity file; why is empty when it is sound. Blank space at the ends of lines is
// tolerated, for files that went through an editor.
func decodeFile(b []byte) (p Pair, why string) {
	lines := strings.Fields(string(bytes.ReplaceAll(b, []byte(fileTitle), []byte("title"))))
	switch {
	case len(b) == 0:
		return Pair{}, "it is empty"
	case len(lines) == 0 || lines[0] != "title":
		return Pair{}, "it does not begin with \"" + fileTitle + "\""
	case len(lines) != 2:
		return Pair{}, "it does not have two lines"
	}
	raw, err := encoding.DecodeString(lines[1])
	if err != nil || len(raw) != ed25519.SeedSize+checkSize {
		return Pair{}, "its second line is not a key"
	}
	seed := raw[:ed25519.SeedSize]
	if sum := sha256.Sum256(seed); !bytes.Equal(sum[:checkSize], raw[ed25519.SeedSize:]) {
		return Pair{}, "its checksum is wrong"
	}
	return FromSeed([ed25519.SeedSize]byte(seed)), ""
}

// create writes the file under another name, syncs it and links it into place. So the file appears complete
// or not at all, and never replaces another. File systems without links get a rename, which is as complete
// but would replace.
func create(path string, p Pair) error {
	f, err := os.CreateTemp(filepath.Dir(path), FileName+".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(encodeFile(p))
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	err = os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, e := os.Stat(path); e == nil {
		return fs.ErrExist
	}
	return os.Rename(f.Name(), path)
}
