//go:build !js

package format

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"manyhold/net/store"
)

// SiblingPath returns the name of a file that belongs to the world file at path.
func SiblingPath(path, suffix string) string {
	return strings.TrimSuffix(path, store.Extension) + suffix
}

func NewPath(path string) string    { return SiblingPath(path, ".new"+store.Extension) }
func LockPath(path string) string   { return SiblingPath(path, ".lock") }
func MarkerPath(path string) string { return SiblingPath(path, ".rescue") }

// IDOf returns the world of a file name.
func IDOf(path string) (store.WorldID, bool) {
	id, err := store.ParseWorldID(strings.TrimSuffix(filepath.Base(path), store.Extension))
	return id, err == nil && filepath.Ext(path) == store.Extension
}

// LockWorld makes this process the only writer of the file.
func LockWorld(path string) (*store.Lock, error) {
	l, err := store.TakeLock(LockPath(path))
	if errors.Is(err, store.ErrLocked) {
		return nil, fmt.Errorf("%s: %w (%v): stop it or choose another --data", path, store.ErrInUse, err)
	}
	return l, Explain(path, err)
}

func Exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// ReplaceFile puts the finished file at newPath in the place of the one at path, which is kept as damaged if
// it exists. It may be called again after an interruption at any point.
func ReplaceFile(path string) error {
	if err := KeepDamaged(path); err != nil {
		return err
	}
	if err := os.Rename(NewPath(path), path); err != nil {
		return err
	}
	os.Remove(MarkerPath(path))
	return SyncDir(filepath.Dir(path))
}

// KeepDamaged keeps the file of that name, if there is one, as damaged.
func KeepDamaged(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if !Exists(path + suffix) {
			continue
		}
		if err := os.Rename(path+suffix, DamagedPath(path)+suffix); err != nil {
			return err
		}
	}
	return nil
}

// DamagedPath is the first free name for a damaged file. The file itself is renamed first; its companions
// follow, also after an interruption.
func DamagedPath(path string) string {
	for n := 1; ; n++ {
		p := SiblingPath(path, fmt.Sprintf(".damaged-%d%s", n, store.Extension))
		if !Exists(p) && Exists(path) || !Exists(path) && !Exists(SiblingPath(path, fmt.Sprintf(".damaged-%d%s", n+1, store.Extension))) {
			return p
		}
	}
}

func RemoveFiles(path string) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		os.Remove(path + suffix)
	}
}
