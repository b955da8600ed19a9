package maker

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
)

//go:embed lamp
var lamp embed.FS

// New makes a folder with a first blueprint: a lamp that greets. Its title is the name given.
func New(dir, title string) error {
	first, err := fs.Sub(lamp, "lamp")
	if err != nil {
		return err
	}
	return NewLike(dir, title, first)
}

var titleLine = regexp.MustCompile(`(?m)^title = "[^"]*"( +#)?`)

// NewLike makes a folder with a copy of a blueprint's or an engine's folder. Its title is the name given.
func NewLike(dir, title string, from fs.FS) error {
	if !blueprint.IsTitle(title) || title == blueprint.LandTitle {
		return fmt.Errorf("%q cannot be a title; use 1 to %d letters, digits and hyphens", title, blueprint.MaxTitle)
	}
	var files []file
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		switch path.Base(name) {
		case SpriteText:
			var wrong problem.List
			p := textPicture(name, string(data), &wrong)
			if err := wrong.Err(); err != nil {
				return err
			}
			name, data = path.Join(path.Dir(name), SpriteFile), pngOf(&p)
		case File, EngineFile:
			if name != path.Base(name) {
				break // a thing of an engine keeps its title
			}
			data = titleLine.ReplaceAllFunc(data, func(was []byte) []byte {
				now := fmt.Sprintf("title = %q", title)
				if was[len(was)-1] != '#' {
					return []byte(now)
				}
				return fmt.Appendf(nil, "%-*s #", len(was)-2, now) // the comment stays in its column
			})
		}
		files = append(files, file{name, data})
		return nil
	})
	if err != nil {
		return err
	}
	return writeFiles(dir, files)
}
