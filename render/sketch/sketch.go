// Package sketch is what the view half of a maker's thing draws: shapes that are made anew for each frame,
// and sparks that move by themselves. It is data and arithmetic; package paint draws it. Everything has a
// limit, because strangers' scripts fill it: a place is clipped to Reach tiles around the thing, and what is
// beyond a count is left out.
package sketch

import (
	"math"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/render/album"
	"manyhold/render/palette"
)

const (
	// Tile is the side of a tile in pixels of the picture.
	Tile = 16
	// Reach is how far from the middle of the thing anything is drawn, in tiles.
	Reach = 16
	// RefereeReach is that of the referee of a match, which draws anywhere on its field.
	RefereeReach = 96
	// MaxShapes is the most shapes of a thing in a frame, MaxQuads the most rectangles that they are made of:
	// a disc takes one for each of its rows.
	MaxShapes, MaxQuads = 256, 2_048
	// MaxTexts is the most texts of a thing in a frame, MaxText the most bytes of one.
	MaxTexts, MaxText = 16, 64
	// MaxShaders is the most pictures by shaders of a thing in a frame, ShaderSide the greatest side of one,
	// in tiles.
	MaxShaders, ShaderSide = 2, 8
	// MaxRadius is the greatest radius of a disc or a glow, in tiles.
	MaxRadius = 8
)

// Kind is a kind of shape.
type Kind uint8

// The kinds, and the fields of Shape that each uses besides Colour and Alpha.
const (
	Line    Kind = iota // from X, Y to X1, Y1; Size: its width
	Rect                // from X, Y to X1, Y1
	Disc                // around X, Y; Size: its radius
	Ring                // around X, Y; Size: its radius; X1: the width of its line
	Text                // the middle of its lower edge at X, Y; Words
	Picture             // the middle of its lower edge at X, Y; Art or Pixels; Size: its scale; no Colour
	Glow                // light around X, Y; Size: its radius
	Shade               // from X, Y to X1, Y1; Shader, Values, Add; no Colour
)

// Shape is one shape, in pixels from the middle of the thing, to the east and to the south.
type Shape struct {
	Kind         Kind
	Colour       palette.Index
	Add          bool // the light of a shader is added to what is there
	X, Y, X1, Y1 float32
	Size         float32
	Alpha        float32 // 0 to 1
	Words        string
	Art          *album.Art
	Pixels       *blueprint.Picture
	Shader       *Shader
	Values       [4]float32
}

// Shader is a shader that was checked. The window keeps its compiled form by this pointer.
type Shader struct {
	Text string
	Cost int // of a pixel
}

// Drawing is what a thing draws in a frame.
type Drawing struct {
	At      fixed.Vec // the middle of the thing
	Seconds float32   // since its view began, for shaders
	Shapes  []Shape
	Sparks  *Sparks // nil: none
}

// Clip brings a distance from the thing into a reach in tiles, in pixels.
func Clip(tiles, reach float64) float32 {
	if math.IsNaN(tiles) {
		return 0
	}
	return float32(min(max(tiles, -reach), reach) * Tile)
}

// Quads returns of how many rectangles a shape is made.
func (s *Shape) Quads() int {
	switch s.Kind {
	case Line:
		dx, dy := math.Abs(float64(s.X1-s.X)), math.Abs(float64(s.Y1-s.Y))
		return int(min(dx, dy)) + 1
	case Disc:
		return 2*int(s.Size) + 1
	case Ring:
		return 4*int(s.Size) + 2
	case Picture:
		if s.Art == nil {
			return 64 // strips of one colour: more only in noise
		}
	}
	return 1
}

// Cover returns how much of the picture a shape hides, in tiles; light that is added counts a quarter.
func (s *Shape) Cover() float32 {
	const tile = Tile * Tile
	w, h := float32(math.Abs(float64(s.X1-s.X))), float32(math.Abs(float64(s.Y1-s.Y)))
	switch s.Kind {
	case Line:
		return s.Alpha * (max(w, h) + 1) * s.Size / tile
	case Rect:
		return s.Alpha * w * h / tile
	case Shade:
		if s.Add {
			return s.Alpha * w * h / tile / 4
		}
		return s.Alpha * w * h / tile
	case Disc:
		return s.Alpha * math.Pi * s.Size * s.Size / tile
	case Ring:
		in := max(s.Size-s.X1, 0)
		return s.Alpha * math.Pi * (s.Size*s.Size - in*in) / tile
	case Glow:
		return s.Alpha * math.Pi * s.Size * s.Size / tile / 4
	case Picture:
		side := s.Size * Tile
		if s.Art != nil && s.Art.Image != nil {
			side = s.Size * float32(max(s.Art.Image.Rect.Dx(), s.Art.Image.Rect.Dy()))
		}
		return s.Alpha * side * side / tile
	}
	return 0
}
