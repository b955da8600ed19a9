// Package blueprints holds the examples for makers: a folder for each, as `manyhold make new` writes them.
// The page docs/examples.md tells of them. Read them, and build on them: all are in the public domain
// (CC0-1.0).
package blueprints

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed */blueprint.toml */main.star */view.star */sprite.txt */stories */*.ogg
var files embed.FS

// Names returns the names of the examples, in their order.
func Names() (list []string) {
	all, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, d := range all {
		list = append(list, d.Name())
	}
	slices.Sort(list)
	return list
}

// Example returns the folder of an example.
func Example(name string) fs.FS {
	dir, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is none of Names
	}
	return dir
}
