//go:build js

package admin

import (
	"fmt"

	"manyhold/net/store"
)

// Archives finds no file in a browser.
func Archives(path string) ([]BranchInfo, error) {
	return nil, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// List finds no file in a browser.
func List(string) ([]store.Info, error) { return nil, nil }

// Inspect finds no file in a browser.
func Inspect(path string) (store.Info, error) {
	return store.Info{}, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Players finds no file in a browser.
func Players(path string) ([]store.Player, error) {
	return nil, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Check finds no file in a browser.
func Check(path string, _ store.Chain) (Report, error) {
	return Report{}, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// CheckWith finds no file in a browser.
func CheckWith(path string, _ Judge) (Report, error) {
	return Report{}, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Export finds no file in a browser.
func Export(path, _ string, _ func(string) error) (Header, error) {
	return Header{}, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Import finds no file in a browser.
func Import(_, from string, _ bool, _ func(string) error) (path, previous string, err error) {
	return "", "", fmt.Errorf("%w: %s", store.ErrNotFound, from)
}

// Cuts finds no file in a browser.
func Cuts(path string) ([]store.Cut, error) {
	return nil, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Epochs finds no file in a browser.
func Epochs(path string) ([]store.EpochRow, error) {
	return nil, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// IslandState is the newest state of a living island in a file.
type IslandState struct {
	Island uint64
	store.Checkpoint
}

// States finds no file in a browser.
func States(path string) ([]IslandState, error) {
	return nil, fmt.Errorf("%w: %s", store.ErrNotFound, path)
}

// Garbage is unused space in a world's file.
type Garbage struct {
	Parts                int
	PartBytes, FreeBytes int64
	Drafts, Damaged      []string
	FileBytes, Left      int64
}

// Clean finds no file in a browser.
func Clean(_ string, id store.WorldID, _ bool) (Garbage, error) {
	return Garbage{}, fmt.Errorf("%w: %s", store.ErrNotFound, id)
}
