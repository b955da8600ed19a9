package flair

import (
	"math"

	"manyhold/game/entity"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/palette"
)

const (
	// fallenRise is how far over the ground the middle of a figure is that lies there, in pixels.
	fallenRise = 5
	// helpSign is the balloon over a knocked-out player, and fallenGlow how bright the shine round it is.
	helpSign   = 2
	fallenGlow = 0.35
	// The things of a knocked-out player lie in a ring around it, so many pixels wide and high: they do not
	// hide it.
	heapWide, heapHigh, heapScale = 22, 14, 0.55
)

// Fallen adds a knocked-out player, whose figure is the picture: it lies on its back in a faint red shine,
// and calls for help.
func Fallen(b *dusk.Brush, figure atlas.Rect, x, y, z float32) {
	sp := draw.Sprite{Rect: figure, X: x, Y: y - z, Turn: math.Pi / 2, Tint: draw.Tint{R: 0.9, G: 0.85, B: 0.9, A: 1}}.AboutMiddle(figure)
	sp.Y += float32(figure.AY) - float32(figure.H)/2 - fallenRise
	if z == 0 {
		b.List.Add(draw.OnGround, y, draw.Sprite{Rect: b.Atlas.Shapes.Blobs[1], X: x, Y: y, ScaleX: 1.3, ScaleY: 1, Tint: draw.Plain})
	}
	b.List.Add(draw.AmongThings, y+fallenRise, sp)
	pulse := float32(0.5 + 0.5*math.Sin(b.Seconds*4))
	b.Halo(x, y-z-fallenRise, 0.7, palette.Fire1, fallenGlow*(0.6+0.4*pulse))
	b.List.Add(draw.Above, y, draw.Sprite{Rect: b.Atlas.Marks.Emotes[helpSign], X: x, Y: y - z - 13 - float32(math.Round(float64(pulse)*2)), Tint: draw.Plain})
}

// Heaped returns where a stack of a knocked-out player is seen, from where it is, and its size.
func Heaped(b *entity.Body) (dx, dy, scale float32) {
	sin, cos := draw.Sincos(float32(b.Face) * 2.4) // which spreads the slots evenly
	k := 1 - 0.12*float32(b.Face%3)
	return heapWide * k * cos, heapHigh * k * sin, heapScale
}
