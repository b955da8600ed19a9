package atlas

import (
	"fmt"
	"io/fs"

	"manyhold/render/palette"
	"manyhold/render/sprite"
)

// texts are the sprites of the texts by name.
type texts map[string]sprite.Sprite

// readTexts reads every *.txt below sprites/ of files.
func readTexts(files fs.FS) (texts, error) {
	names, err := fs.Glob(files, "sprites/*.txt")
	if err != nil {
		return nil, err
	}
	t := texts{}
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		list, err := sprite.Parse(name, string(b))
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			if _, twice := t[s.Name]; twice {
				return nil, fmt.Errorf("%s: sprite %q is in another file, too", name, s.Name)
			}
			t[s.Name] = s
		}
	}
	return t, nil
}

// picture draws a sprite with dyes replaced by colours. A missing name is our own bug: the texts are
// embedded, and a test draws them all.
func (t texts) picture(name string, dye map[rune]palette.Index) (sprite.Sprite, *Picture) {
	s, ok := t[name]
	if !ok {
		panic(fmt.Sprintf("atlas: no sprite %q in the texts", name))
	}
	w, h := s.Size()
	p := NewPicture(w, h)
	for y, row := range s.Rows {
		for x, r := range row {
			c, ok := palette.ByRune(r)
			if !ok {
				c = dye[r]
			}
			p.Set(x, y, c)
		}
	}
	if s.Outline {
		p.Outline(palette.Ink0)
	}
	return s, p
}
