// Package engines holds the matches that the program has: a folder for each, as their makers wrote them. The
// page docs/engines.md tells how to make one. Read them, and build on them: all are in the public domain
// (CC0-1.0).
package engines

import (
	"embed"
	"io/fs"

	"manyhold/assets"
)

//go:embed */*
var files embed.FS

// Names returns the names of the engines, in their order.
func Names() []string { return assets.Folders(files) }

// Folder returns the folder of an engine.
func Folder(name string) fs.FS { return assets.Folder(files, name) }
