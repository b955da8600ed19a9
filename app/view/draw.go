package view

import (
	"unicode/utf8"

	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/render/palette"
	"manyhold/render/sketch"
)

// function makes a function of the library; see star.NewFunction.
func function(name, params string, steps int64, do func(c *star.Call, r *Run) value.Value) star.Function {
	return star.NewFunction(name, params, steps, func(c *star.Call) value.Value { return do(c, runOf(c)) })
}

// add adds a shape to what the thing draws.
func (r *Run) add(c *star.Call, s sketch.Shape) value.Value {
	o := &r.Out
	if !r.Framed {
		c.Refuse("only on_frame draws; keep in me.local what it shall draw")
	}
	n := s.Quads()
	c.Charge(int64(n) / 4)
	if o.quads += n; len(o.Shapes) >= sketch.MaxShapes || o.quads > sketch.MaxQuads {
		c.Refuse("a thing draws at most %d shapes in a frame, of %d rows of pixels together; draw less", sketch.MaxShapes, sketch.MaxQuads)
	}
	o.Shapes = append(o.Shapes, s)
	return value.None
}

// clip brings a distance from the thing into its reach, in pixels.
func clip(c *star.Call, tiles float64) float32 {
	if runOf(c).Thing.ID == thing.Referee {
		return sketch.Clip(tiles, sketch.RefereeReach)
	}
	return sketch.Clip(tiles, sketch.Reach)
}

// place returns two arguments as a place, in pixels from the thing.
func place(c *star.Call, n int) (x, y float32) {
	return clip(c, number(c, n, 0)), clip(c, number(c, n+1, 0))
}

// shapes are the functions that draw.
func shapes() []star.Function {
	return []star.Function{
		function("line", "x, y, x1, y1, colour, [width], [alpha]", 6, func(c *star.Call, r *Run) value.Value {
			s := sketch.Shape{Kind: sketch.Line, Colour: colour(c, 4, 0), Size: within(c, 5, 1, 1, sketch.Tile), Alpha: within(c, 6, 1, 0, 1)}
			s.X, s.Y = place(c, 0)
			s.X1, s.Y1 = place(c, 2)
			return r.add(c, s)
		}),
		function("rect", "x, y, width, height, colour, [alpha]", 6, func(c *star.Call, r *Run) value.Value {
			s := sketch.Shape{Kind: sketch.Rect, Colour: colour(c, 4, 0), Alpha: within(c, 5, 1, 0, 1)}
			s.X, s.Y = place(c, 0)
			s.X1, s.Y1 = clip(c, number(c, 0, 0)+number(c, 2, 0)), clip(c, number(c, 1, 0)+number(c, 3, 0))
			return r.add(c, s)
		}),
		function("disc", "x, y, radius, colour, [alpha]", 6, func(c *star.Call, r *Run) value.Value {
			return r.add(c, round(c, sketch.Shape{Kind: sketch.Disc, Alpha: within(c, 4, 1, 0, 1)}))
		}),
		function("ring", "x, y, radius, colour, [width], [alpha]", 6, func(c *star.Call, r *Run) value.Value {
			return r.add(c, round(c, sketch.Shape{Kind: sketch.Ring, X1: within(c, 4, 1, 1, sketch.Tile), Alpha: within(c, 5, 1, 0, 1)}))
		}),
		function("glow", "x, y, radius, colour, [strength]", 6, func(c *star.Call, r *Run) value.Value {
			return r.add(c, round(c, sketch.Shape{Kind: sketch.Glow, Alpha: within(c, 4, 0.5, 0, 1)}))
		}),
		function("write", "x, y, text, [colour]", 8, func(c *star.Call, r *Run) value.Value {
			s := sketch.Shape{Kind: sketch.Text, Words: line(c, 2, sketch.MaxText), Colour: colour(c, 3, palette.Stone3), Alpha: 1}
			s.X, s.Y = place(c, 0)
			if r.Out.texts++; r.Out.texts > sketch.MaxTexts {
				c.Refuse("a thing writes at most %d texts in a frame; write fewer", sketch.MaxTexts)
			}
			return r.add(c, s)
		}),
		function("sprite", "x, y, [name], [scale], [alpha]", 8, sprite),
		function("shader", "source, x, y, width, height, [a], [b], [c], [d], [alpha], [add]", 12, shade),
	}
}

// round fills in the place, the radius and the colour of something round.
func round(c *star.Call, s sketch.Shape) sketch.Shape {
	s.X, s.Y = place(c, 0)
	s.Size, s.Colour = within(c, 2, 0, 0, sketch.MaxRadius)*sketch.Tile, colour(c, 3, 0)
	return s
}

// line returns a text of one line that people read.
func line(c *star.Call, n, most int) string {
	s := c.Text(n, most)
	if !blueprint.IsText(s, most, false) || !utf8.ValidString(s) {
		c.Refuse("the text must be one line of plain characters; take out line feeds and control characters")
	}
	return s
}

// sprite draws the picture of the thing, or an asset of its blueprint.
func sprite(c *star.Call, r *Run) value.Value {
	name := ""
	if c.Has(2) && !c.Arg(2).IsNone() {
		name = c.Text(2, 32)
	}
	s := sketch.Shape{Kind: sketch.Picture, Size: within(c, 3, 1, 0.125, 4), Alpha: within(c, 4, 1, 0, 1)}
	s.X, s.Y = place(c, 0)
	if r.Art != nil {
		s.Art = r.Art(r.Entry, name)
	}
	if name == "" {
		s.Pixels = &r.Entry.Picture
	} else if _, ok := r.Entry.Asset(name); !ok {
		c.Refuse("the blueprint has no asset %q; name a picture below [assets] in blueprint.toml", name)
	}
	return r.add(c, s)
}

// shade draws a picture that a shader computes.
func shade(c *star.Call, r *Run) value.Value {
	text, ok := c.Arg(0).AsText()
	p := r.Shaders[text]
	if !ok || p == nil {
		c.Refuse("shader draws a text of the top level whose name ends in %s; define one, up to %d of them", ShaderSuffix, MaxShaders)
	}
	s := sketch.Shape{Kind: sketch.Shade, Shader: p, Alpha: within(c, 9, 1, 0, 1), Add: c.Has(10) && c.Truth(10)}
	s.X, s.Y = place(c, 1)
	s.X1, s.Y1 = s.X+sketch.Tile*within(c, 3, 0, 0, sketch.ShaderSide), s.Y+sketch.Tile*within(c, 4, 0, 0, sketch.ShaderSide)
	for k := range s.Values {
		s.Values[k] = within(c, 5+k, 0, -1e6, 1e6)
	}
	if r.Out.shades++; r.Out.shades > sketch.MaxShaders {
		c.Refuse("a thing draws at most %d pictures by shaders in a frame; join them", sketch.MaxShaders)
	}
	return r.add(c, s)
}
