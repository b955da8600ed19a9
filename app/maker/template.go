package maker

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
)

//go:embed lamp
var lamp embed.FS

// templateTitle is the title in the template.
const templateTitle = "Lamp"

// New makes a folder with a first blueprint: a lamp that greets. Its title is the name given.
func New(dir, title string) error {
	if !blueprint.IsTitle(title) || title == blueprint.Land {
		return fmt.Errorf("%q cannot be a title; use 1 to %d letters, digits and hyphens", title, blueprint.MaxTitle)
	}
	var files []file
	err := fs.WalkDir(lamp, "lamp", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := lamp.ReadFile(name)
		if err != nil {
			return err
		}
		name = strings.TrimPrefix(name, "lamp/")
		switch path.Base(name) {
		case SpriteText:
			var wrong problem.List
			p := textPicture(name, string(data), &wrong)
			if err := wrong.Err(); err != nil {
				return err
			}
			name, data = SpriteFile, pngOf(&p)
		case File:
			data = []byte(strings.Replace(string(data), fmt.Sprintf("title = %q", templateTitle), fmt.Sprintf("title = %q", title), 1))
		}
		files = append(files, file{name, data})
		return nil
	})
	if err != nil {
		return err
	}
	return writeFiles(dir, files)
}
