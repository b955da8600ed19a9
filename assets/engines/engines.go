// Package engines holds the matches that the program has: a folder for each, as their makers wrote them. The
// page docs/engines.md tells how to make one. Read them, and build on them: all are in the public domain
// (CC0-1.0).
package engines

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed */*
var files embed.FS

// Names returns the names of the engines, in their order.
func Names() (list []string) {
	all, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, d := range all {
		if d.IsDir() {
			list = append(list, d.Name())
		}
	}
	slices.Sort(list)
	return list
}

// Folder returns the folder of an engine.
func Folder(name string) fs.FS {
	dir, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is none of Names
	}
	return dir
}
