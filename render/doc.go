// Package render draws the world: ground, things, people, light and sparks, from a Scene that is
// read and never written. It draws no interface; render/ui does, on top, at the window's resolution.
//
// The picture is made small and then enlarged by a whole factor. With a window of height H and a
// zoom of t tiles, one picture pixel is s = round(H / 16t) window pixels; a tile has 16 picture pixels.
// With full light the small picture carries a margin on every side, so that shadows do not pop at the edge;
// where the camera stands between two picture pixels, the enlarged picture is shifted by window pixels, so
// that scrolling is smooth.
//
// A frame is at most MaxDrawCalls draw calls, in this order:
//
//	ground   at most two chunks of 32×32 tiles are redrawn into the ground cache (two calls each); the first
//	         frame after a jump redraws all in view, beyond MaxDrawCalls
//	water    one quad of a water picture that is wider than the view
//	chunks   one batch from the ground cache; where water is, chunks have holes
//	sprites  one batch from the atlas in order of feet: foam, shadows, things, people,
//	         particles, holograms
//	light    full: the lamp light enlarged, the height mask, the shader; simple: one multiplied quad
//	glow     one additive batch of halos and fireflies
//	window   one enlargement
//
// Everything that is drawn comes from one atlas, drawn by code at start (package render/atlas) and
// from sprite texts (package render/sprite) in the thirty-two colours of render/palette.
//
// The goroutine that Ebitengine calls owns a Renderer; its methods must not be called from another. Random
// numbers here are cosmetic: they never touch the simulation.
package render

import (
	"manyhold/game/fixed"
	"manyhold/render/camera"
)

const (
	// TilePixels is the side of a tile in picture pixels.
	TilePixels  = camera.TilePixels
	tickSeconds = camera.TickSeconds
)

func toFloat(q fixed.Q) float64 { return camera.ToFloat(q) }

func clamp(v, lo, hi float64) float64 { return min(max(v, lo), hi) }
