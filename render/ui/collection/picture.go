package collection

import (
	"image/color"

	"manyhold/game/journal"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// black makes a silhouette of a picture.
var black = color.RGBA{A: 255}

// picture draws the picture of a subject into a square, each of its pixels grow pixels wide; what is not
// found is a silhouette.
func picture(u *kit.Context, r kit.Rect, s model.Subject, found bool, grow int) {
	if s.Kind == model.SkyOf {
		if found {
			sky(u, r, journal.Sky(s.Number), grow)
		} else {
			question(u, r)
		}
		return
	}
	if !u.P.On {
		return
	}
	c, ok := u.P.Atlas.Card(s)
	if !ok || !found && s.Kind == model.BiomeOf {
		question(u, r)
		return
	}
	col := kit.White
	if !found {
		col = black
	}
	u.P.Picture(r.X, r.Y, c, float32(grow), col)
}

// question draws a question mark in a dark square.
func question(u *kit.Context, r kit.Rect) {
	u.P.Fill(r, kit.InkColour)
	u.Text(r, "?", kit.Style{Col: kit.DimColour, Align: kit.Centre})
}

// skies are the colours of skies, above and below.
var skies = [journal.SkyCount][2]uint32{
	journal.Noon: {0x3389A3, 0x6CC6C4}, journal.Dusk: {0x7A2A2F, 0xEE8A3C}, journal.Night: {0x0D0B1A, 0x16304F}, journal.Dawn: {0x453D66, 0xEE8A3C},
	journal.Rain: {0x2C2748, 0x5E587A}, journal.Snowfall: {0x857F96, 0xB3AEB8}, journal.Storm: {0x1B1830, 0x453D66}, journal.Fog: {0x857F96, 0xE3DFDA},
}

// sky draws a state of the sky.
func sky(u *kit.Context, r kit.Rect, s journal.Sky, k int) {
	if s >= journal.SkyCount {
		return
	}
	a, b := kit.Rgb(skies[s][0]), kit.Rgb(skies[s][1])
	const bands = 8
	for n := range bands {
		u.P.Fill(kit.R(r.X, r.Y+n*r.H/bands, r.W, r.H/bands), kit.Over(kit.Fade(b, uint8(n*255/(bands-1))), a))
	}
	dot := func(x, y, w, h int, col uint32) { u.P.Fill(kit.R(r.X+x*k, r.Y+y*k, w*k, h*k), kit.Rgb(col)) }
	disc := func(x, y int, c kit.Cell) { u.P.Picture(r.X+x*k, r.Y+y*k, c, float32(k), kit.White) }
	cloud := func(x, y int, col uint32) {
		dot(x+2, y, 8, 3, col)
		dot(x, y+3, 13, 4, col)
	}
	switch s {
	case journal.Noon:
		disc(12, 6, kit.SunCell)
		cloud(2, 20, 0xE3DFDA)
	case journal.Dusk, journal.Dawn:
		disc(12, 17, kit.SunCell)
		dot(0, 24, 32, 8, 0x3A2430)
	case journal.Night:
		disc(17, 5, kit.MoonCell)
		for n := range 7 {
			dot((n*13+3)%30, (n*7+2)%26, 1, 1, 0xFFF0B8)
		}
	case journal.Rain, journal.Storm:
		cloud(3, 4, 0x857F96)
		cloud(15, 7, 0xB3AEB8)
		for n := range 8 {
			dot(3+n*29%27, 15+n*11%13, 1, 4, 0x6CC6C4)
		}
		if s == journal.Storm {
			dot(16, 13, 3, 5, 0xFFC857)
			dot(14, 17, 3, 4, 0xFFF0B8)
			dot(13, 20, 2, 6, 0xFFC857)
		}
	case journal.Snowfall:
		cloud(8, 3, 0xE3DFDA)
		for n := range 14 {
			dot(1+n*17%30, 10+n*13%21, 2, 2, 0xFFFFFF)
		}
	case journal.Fog:
		for n := range 5 {
			dot(n*5%9, 4+n*6, 22, 2, 0xE3DFDA)
		}
	}
}
