// Package palette holds the thirty-two colours of every picture of the game, and the runes that stand for
// them in sprite texts. The atlas has no other colours; light and transparency are applied later.
//
// The colours form ramps from dark to light that shift in hue: shadows towards violet, lights towards yellow.
// Three are reserved for the network view.
package palette

import "image/color"

// Index names a colour. Zero is Clear: no colour at all.
type Index uint8

// The colours, ramps from dark to light.
const (
	Clear Index = iota
	Ink0
	Ink1
	Ink2
	Ink3
	Stone0
	Stone1
	Stone2
	Stone3
	Green0
	Green1
	Green2
	Green3
	Green4
	Earth0
	Earth1
	Earth2
	Earth3
	Earth4
	Sand
	Water0
	Water1
	Water2
	Water3
	Water4
	Fire0
	Fire1
	Fire2
	Fire3
	Fire4
	Agree
	Provisional
	Script
	// Count is the number of indices, Clear included.
	Count
)

// Runes are the runes of sprite texts in the order of the indices; '.' is Clear.
const Runes = ".01234567abcdefghijklmnopqrstuvwx"

var table = [Count]color.RGBA{
	Clear:       {},
	Ink0:        {0x0D, 0x0B, 0x1A, 255},
	Ink1:        {0x1B, 0x18, 0x30, 255},
	Ink2:        {0x2C, 0x27, 0x48, 255},
	Ink3:        {0x45, 0x3D, 0x66, 255},
	Stone0:      {0x5E, 0x58, 0x7A, 255},
	Stone1:      {0x85, 0x7F, 0x96, 255},
	Stone2:      {0xB3, 0xAE, 0xB8, 255},
	Stone3:      {0xE3, 0xDF, 0xDA, 255},
	Green0:      {0x1E, 0x3B, 0x3A, 255},
	Green1:      {0x2F, 0x5E, 0x45, 255},
	Green2:      {0x4F, 0x8A, 0x4B, 255},
	Green3:      {0x8C, 0xB8, 0x5A, 255},
	Green4:      {0xC9, 0xDB, 0x7A, 255},
	Earth0:      {0x3A, 0x24, 0x30, 255},
	Earth1:      {0x5D, 0x3A, 0x3A, 255},
	Earth2:      {0x8B, 0x5A, 0x44, 255},
	Earth3:      {0xBC, 0x87, 0x57, 255},
	Earth4:      {0xE2, 0xBE, 0x86, 255},
	Sand:        {0xF2, 0xE2, 0xB6, 255},
	Water0:      {0x16, 0x30, 0x4F, 255},
	Water1:      {0x1F, 0x55, 0x78, 255},
	Water2:      {0x33, 0x89, 0xA3, 255},
	Water3:      {0x6C, 0xC6, 0xC4, 255},
	Water4:      {0xBD, 0xEF, 0xE0, 255},
	Fire0:       {0x7A, 0x2A, 0x2F, 255},
	Fire1:       {0xBF, 0x4A, 0x34, 255},
	Fire2:       {0xEE, 0x8A, 0x3C, 255},
	Fire3:       {0xFF, 0xC8, 0x57, 255},
	Fire4:       {0xFF, 0xF0, 0xB8, 255},
	Agree:       {0x4D, 0xF3, 0xE8, 255},
	Provisional: {0xF0, 0x56, 0x9E, 255},
	Script:      {0x9A, 0x5B, 0xE0, 255},
}

// RGBA returns the colour, opaque; of Clear the transparent black.
func (i Index) RGBA() color.RGBA { return table[i] }

// ByRune returns the colour that r stands for.
func ByRune(r rune) (i Index, ok bool) {
	for n, c := range Runes {
		if c == r {
			return Index(n), true
		}
	}
	return Clear, false
}

// Of returns the index of an opaque colour of the palette.
func Of(c color.RGBA) (i Index, ok bool) {
	for n := Index(1); n < Count; n++ {
		if table[n] == c {
			return n, true
		}
	}
	return Clear, false
}

// ramps lists the indices of each ramp; Step moves along them. Sand closes the ramp of earth, the stone
// ramp begins with the inks, and the lights of water and fire end in themselves.
var ramps = [][]Index{
	{Ink0, Ink1, Ink2, Ink3, Stone0, Stone1, Stone2, Stone3},
	{Green0, Green1, Green2, Green3, Green4},
	{Earth0, Earth1, Earth2, Earth3, Earth4, Sand, Fire4},
	{Water0, Water1, Water2, Water3, Water4},
	{Fire0, Fire1, Fire2, Fire3, Fire4},
}

// Step returns the colour n steps lighter (darker when n is negative) on the ramp of i, stopping at
// the ramp's ends. Colours of the network have no ramp and stay as they are.
func (i Index) Step(n int) Index {
	for _, r := range ramps {
		for at, c := range r {
			if c == i {
				return r[min(max(at+n, 0), len(r)-1)]
			}
		}
	}
	return i
}

// Distance returns how many steps of one ramp lie between two colours, and whether a ramp holds both.
func Distance(a, b Index) (steps int, ok bool) {
	for _, r := range ramps {
		x, y := -1, -1
		for at, c := range r {
			if c == a {
				x = at
			}
			if c == b {
				y = at
			}
		}
		if x >= 0 && y >= 0 {
			return max(x-y, y-x), true
		}
	}
	return 0, false
}
