package store

import "path/filepath"

// The names of world files.
const (
	WorldsDir = "worlds"
	Extension = ".db"
)

// Path returns where the file of a world is in a data directory.
func Path(dir string, id WorldID) string {
	return filepath.Join(dir, WorldsDir, id.String()+Extension)
}
