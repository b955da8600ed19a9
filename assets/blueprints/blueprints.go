// Package blueprints holds the examples for makers: a folder for each, as `manyhold make new` writes them.
// The page docs/examples.md tells of them. Read them, and build on them: all are in the public domain
// (CC0-1.0).
package blueprints

import (
	"embed"
	"io/fs"

	"manyhold/assets"
)

//go:embed */blueprint.toml */main.star */view.star */sprite.txt */stories */*.ogg
var files embed.FS

// Names returns the names of the examples, in their order.
func Names() []string { return assets.Folders(files) }

// Example returns the folder of an example.
func Example(name string) fs.FS { return assets.Folder(files, name) }
