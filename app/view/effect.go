package view

import (
	"math"

	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/render/sketch"
)

// thrown are the parameters of sparks behind the place and the count.
const thrown = "colour, [to], [speed], [life], [angle], [spread], [gravity], [drag], [size], [shine], [even], [trail]"

// throw reads how sparks are thrown, its colour in argument n.
func throw(c *star.Call, n int) (b sketch.Burst) {
	const degree = math.Pi / 180
	b.X, b.Y = place(c, 0)
	b.From = colour(c, n, 0)
	b.To = colour(c, n+1, b.From)
	b.Speed = sketch.Tile * within(c, n+2, 3, 0, sketch.MaxSpeed)
	b.Life = within(c, n+3, 1, 0.05, sketch.MaxLife)
	b.Angle = within(c, n+4, -90, -3600, 3600) * degree
	b.Spread = within(c, n+5, 180, 0, 180) * degree
	b.Gravity = sketch.Tile * within(c, n+6, 0, -50, 50)
	b.Drag = within(c, n+7, 0.5, 0, 0.99)
	b.Size = within(c, n+8, 1, 1, 4)
	b.Glow = within(c, n+9, 1, 0, 1)
	b.Even = within(c, n+10, 0.3, 0, 1)
	b.Trail = c.Has(n+11) && c.Truth(n+11)
	return b
}

// effects are the functions that last longer than a frame.
func effects() []star.Function {
	bounded := func(c *star.Call, r *Run) {
		if len(r.Out.Bursts)+len(r.Out.Sprays) >= MaxBursts {
			c.Refuse("a run throws sparks at most %d times; throw more at once", MaxBursts)
		}
	}
	return []star.Function{
		function("burst", "x, y, count, "+thrown, 16, func(c *star.Call, r *Run) value.Value {
			bounded(c, r)
			b := throw(c, 3)
			b.Count = int(within(c, 2, 0, 0, sketch.MaxBurst))
			r.Out.Bursts = append(r.Out.Bursts, b)
			return value.None
		}),
		function("spray", "x, y, rate, seconds, "+thrown, 16, func(c *star.Call, r *Run) value.Value {
			bounded(c, r)
			r.Out.Sprays = append(r.Out.Sprays, sketch.Spray{Burst: throw(c, 4), Rate: within(c, 2, 0, 0, 240), Left: within(c, 3, 0, 0, sketch.MaxLife)})
			return value.None
		}),
		function("sound", "name", 16, func(c *star.Call, r *Run) value.Value {
			if len(r.Out.Sounds) >= MaxSounds {
				c.Refuse("a run plays at most %d sounds; play the next one later", MaxSounds)
			}
			name := c.Text(0, 32)
			if _, ok := r.Entry.Asset(name); !ok {
				c.Refuse("the blueprint has no asset %q; name a sound below [assets] in blueprint.toml", name)
			}
			c.Alloc(64)
			r.Out.Sounds = append(r.Out.Sounds, name)
			return value.None
		}),
		function("rest", "seconds", 2, func(c *star.Call, r *Run) value.Value {
			r.Out.Rest = float64(within(c, 0, 0, 0, MaxRest))
			return value.None
		}),
		function("ask", "words", 16, func(c *star.Call, r *Run) value.Value {
			if !r.Deed {
				c.Refuse("ask works only in on_use, on_widget and on_click, which the viewer's own hand causes; a command bears the viewer's name")
			}
			text := c.Text(0, MaxAsk)
			if !blueprint.IsText(text, MaxAsk, true) {
				c.Refuse("words that are asked have plain characters; take out control characters")
			}
			if text == "" || len(r.Out.Asks) >= MaxAsks {
				c.Refuse("a run asks at most %d times, and never nothing; join the words", MaxAsks)
			}
			c.Alloc(64 + int64(len(text)))
			r.Out.Asks = append(r.Out.Asks, text)
			return value.None
		}),
	}
}
