// Package sprite reads sprite texts, in which one rune is one pixel, so that pictures can be reviewed
// and compared like code.
//
// A text is a list of sprites, separated by empty lines; a line that begins with '#' and a space is a
// comment. A sprite is a head and then its rows, all of one width:
//
//	[chest] 8 14 outline
//	..jjjj..
//	..hhhh..
//
// The head has the name, two numbers (the place of the foot within the grid, unless the file
// documents another meaning) and perhaps the word "outline": a line of ink is then drawn around the picture.
// A pixel is a rune of palette.Runes, or a dye of Dyes, which the sprite's user replaces by a colour.
//
// A head alone makes a copy of an earlier sprite with some runes replaced by others:
//
//	[lamp_unlit] = lamp t>3 u>4
package sprite

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/render/palette"
)

// Dyes are the runes that stand for no colour of their own: skin, its shade, blush and eye; hair, shirt and
// trousers, each with its shade; and of what is worn a colour, its shade and its pattern, a glow and its
// brightest.
const Dyes = "SZREHITULMCDKGV"

const (
	// MaxSide is the greatest width and height of a sprite, in pixels.
	MaxSide = 64
)

// Sprite is one picture as text.
type Sprite struct {
	Name    string
	X, Y    int // the numbers of the head
	Outline bool
	Rows    []string // of one width in runes, all ASCII
}

// Size returns width and height in pixels.
func (s Sprite) Size() (w, h int) { return len(s.Rows[0]), len(s.Rows) }

// Parse reads the text of a file. An error names the file, the line and the mistake.
func Parse(file, text string) ([]Sprite, error) {
	p := parser{file: file, byName: map[string]int{}}
	for n, line := range strings.Split(text, "\n") {
		p.line = n + 1
		if err := p.take(strings.TrimRight(line, "\r")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
		}
	}
	if err := p.end(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, p.line, err)
	}
	return p.done, nil
}

type parser struct {
	file   string
	line   int
	done   []Sprite
	byName map[string]int
	open   *Sprite
}

func (p *parser) take(line string) error {
	switch {
	case strings.HasPrefix(line, "# "), line == "#":
		return nil
	case strings.TrimSpace(line) == "":
		return p.end()
	case strings.HasPrefix(line, "["):
		if err := p.end(); err != nil {
			return err
		}
		return p.head(line)
	case p.open == nil:
		return fmt.Errorf("a row of pixels outside a sprite: begin one with [name] x y")
	}
	return p.row(line)
}

func (p *parser) head(line string) error {
	name, rest, ok := strings.Cut(line[1:], "]")
	if !ok || name == "" {
		return fmt.Errorf("a head needs a name in brackets: [name] x y")
	}
	if _, twice := p.byName[name]; twice {
		return fmt.Errorf("sprite %q is there twice", name)
	}
	words := strings.Fields(rest)
	if len(words) > 0 && words[0] == "=" {
		return p.copyOf(name, words[1:])
	}
	if len(words) < 2 || len(words) > 3 || len(words) == 3 && words[2] != "outline" {
		return fmt.Errorf("after the name come two numbers and perhaps \"outline\"")
	}
	x, errX := strconv.Atoi(words[0])
	y, errY := strconv.Atoi(words[1])
	if errX != nil || errY != nil || x < 0 || y < 0 || x > MaxSide || y > MaxSide {
		return fmt.Errorf("the two numbers after the name must be 0 to %d", MaxSide)
	}
	p.open = &Sprite{Name: name, X: x, Y: y, Outline: len(words) == 3}
	return nil
}

// copyOf makes a sprite from an earlier one and replacements such as t>3.
func (p *parser) copyOf(name string, words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("the name of the sprite to copy is missing after '='")
	}
	at, ok := p.byName[words[0]]
	if !ok {
		return fmt.Errorf("no sprite %q above to copy", words[0])
	}
	swap := map[rune]rune{}
	for _, w := range words[1:] {
		if len(w) != 3 || w[1] != '>' || !known(rune(w[0])) || !known(rune(w[2])) {
			return fmt.Errorf("%q is not a replacement such as t>3 of two known runes", w)
		}
		swap[rune(w[0])] = rune(w[2])
	}
	s := p.done[at]
	s.Name, s.Rows = name, append([]string(nil), s.Rows...)
	for i, row := range s.Rows {
		s.Rows[i] = strings.Map(func(r rune) rune {
			if to, ok := swap[r]; ok {
				return to
			}
			return r
		}, row)
	}
	p.byName[name] = len(p.done)
	p.done = append(p.done, s)
	return nil
}

func (p *parser) row(line string) error {
	for i, r := range line {
		if !known(r) {
			return fmt.Errorf("column %d of sprite %q: %q stands for no colour", utf8.RuneCountInString(line[:i])+1, p.open.Name, r)
		}
	}
	if n := len(p.open.Rows); n > 0 && len(p.open.Rows[0]) != len(line) {
		return fmt.Errorf("this row of sprite %q has %d pixels, its first has %d", p.open.Name, len(line), len(p.open.Rows[0]))
	}
	if len(line) > MaxSide || len(p.open.Rows) >= MaxSide {
		return fmt.Errorf("sprite %q is larger than %d pixels", p.open.Name, MaxSide)
	}
	p.open.Rows = append(p.open.Rows, line)
	return nil
}

func (p *parser) end() error {
	if p.open == nil {
		return nil
	}
	if len(p.open.Rows) == 0 {
		return fmt.Errorf("sprite %q has no rows", p.open.Name)
	}
	p.byName[p.open.Name] = len(p.done)
	p.done = append(p.done, *p.open)
	p.open = nil
	return nil
}

func known(r rune) bool {
	_, ok := palette.ByRune(r)
	return ok || strings.ContainsRune(Dyes, r)
}
