// Package assets holds what the game shows and is not made by code: sprites as text grids and shaders.
// Everything is embedded, so that one file is the whole game.
//
// Sprites are texts in which one rune is one pixel; their form is described in package render/sprite.
// Shaders are Kage sources. Words and fonts of the interface stand in a file of their own.
package assets

import (
	"embed"
	"io/fs"
)

// Sprites holds the sprite texts: sprites/*.txt.
//
//go:embed sprites/*.txt
var Sprites embed.FS

// LightShader is the Kage source that lights the world; see package render.
//
//go:embed shaders/light.kage
var LightShader []byte

// FinishShader is the Kage source that gives a picture of the world its last touch; see render.Finisher.
//
//go:embed shaders/finish.kage
var FinishShader []byte

// Scenes holds the scenes of the physics showroom and of `manyhold bench physics`: scenes/*.txt. Package
// game/physics/scene reads them.
//
//go:embed scenes/*.txt
var Scenes embed.FS

// Folders returns the names of the folders of embedded files, ascending.
func Folders(files embed.FS) (list []string) {
	all, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, d := range all {
		list = append(list, d.Name())
	}
	return list
}

// Folder returns one of the folders of embedded files.
func Folder(files embed.FS, name string) fs.FS {
	dir, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is none of Folders
	}
	return dir
}
