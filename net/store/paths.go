//go:build !js

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	worldsDir = "worlds"
	extension = ".db"
)

// Path returns where the file of a world is in a data directory.
func Path(dir string, id WorldID) string {
	return filepath.Join(dir, worldsDir, id.String()+extension)
}

// siblingPath returns the name of a file that belongs to the world file at path.
func siblingPath(path, suffix string) string { return strings.TrimSuffix(path, extension) + suffix }

func newPath(path string) string    { return siblingPath(path, ".new"+extension) }
func lockPath(path string) string   { return siblingPath(path, ".lock") }
func markerPath(path string) string { return siblingPath(path, ".rescue") }

// idOf returns the world of a file name.
func idOf(path string) (WorldID, bool) {
	id, err := ParseWorldID(strings.TrimSuffix(filepath.Base(path), extension))
	return id, err == nil && filepath.Ext(path) == extension
}

// lockWorld makes this process the only writer of the file.
func lockWorld(path string) (*Lock, error) {
	l, err := TakeLock(lockPath(path))
	if errors.Is(err, ErrLocked) {
		return nil, fmt.Errorf("%s: %w (%v): stop it or choose another --data", path, ErrInUse, err)
	}
	return l, explain(path, err)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// replaceFile puts the finished file at newPath in the place of the one at path, which is kept as damaged if
// it exists. It may be called again after an interruption at any point.
func replaceFile(path string) error {
	if err := keepDamaged(path); err != nil {
		return err
	}
	if err := os.Rename(newPath(path), path); err != nil {
		return err
	}
	os.Remove(markerPath(path))
	return syncDir(filepath.Dir(path))
}

// keepDamaged keeps the file of that name, if there is one, as damaged.
func keepDamaged(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if !exists(path + suffix) {
			continue
		}
		if err := os.Rename(path+suffix, damagedPath(path)+suffix); err != nil {
			return err
		}
	}
	return nil
}

// SetAside renames an unusable world file to the name of a damaged one, which it returns, so that the world
// can be fetched from other peers. Its errors wrap ErrInUse and ErrReadOnly.
func SetAside(dir string, id WorldID) (kept string, err error) {
	path := Path(dir, id)
	lock, err := lockWorld(path)
	if err != nil {
		return "", err
	}
	defer lock.Release()
	kept = damagedPath(path)
	return kept, explain(path, keepDamaged(path))
}

// damagedPath is the first free name for a damaged file. The file itself is renamed first; its companions
// follow, also after an interruption.
func damagedPath(path string) string {
	for n := 1; ; n++ {
		p := siblingPath(path, fmt.Sprintf(".damaged-%d%s", n, extension))
		if !exists(p) && exists(path) || !exists(path) && !exists(siblingPath(path, fmt.Sprintf(".damaged-%d%s", n+1, extension))) {
			return p
		}
	}
}
