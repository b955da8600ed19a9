package kit

import (
	"image/color"
	"math"
)

// Rgb returns the opaque colour 0xRRGGBB.
func Rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Fade returns c at alpha a of 255; colours in this package are not premultiplied.
func Fade(c color.RGBA, a uint8) color.RGBA {
	c.A = uint8(int(c.A) * int(a) / 255)
	return c
}

// The colours of the interface by use; all are of the game's palette.
var (
	InkColour    = Rgb(0x0D0B1A)
	PanelColour  = color.RGBA{R: 0x1B, G: 0x18, B: 0x30, A: panelAlpha}
	RaisedColour = Rgb(0x2C2748) // buttons and slots
	WellColour   = Rgb(0x0D0B1A) // text boxes and empty slots
	BorderColour = Rgb(0x453D66)
	TextColour   = Rgb(0xE3DFDA)
	DimColour    = Rgb(0xB3AEB8) // second-rank text
	FocusColour  = Rgb(0xFFC857)
	PaleColour   = Rgb(0xFFF0B8)
	GoodColour   = Rgb(0x8CB85A)
	BadColour    = Rgb(0xEE8A3C)
	HurtColour   = Rgb(0xBF4A34)
	WaterColour  = Rgb(0x3389A3)
	SkyColour    = Rgb(0x6CC6C4)
	NightColour  = Rgb(0x16304F)
	FarColour    = SkyColour // messages to the whole world

	// Of the network only; each goes with an icon or a pattern of its own.
	AgreeColour       = Rgb(0x4DF3E8)
	ProvisionalColour = Rgb(0xF0569E)
)

// panelAlpha lets nothing of the world through a panel: words behind words cannot be read.
const panelAlpha = 255

// Over returns the visible mix of front on back.
func Over(front, back color.RGBA) color.RGBA {
	mix := func(f, b uint8) uint8 {
		return uint8((int(f)*int(front.A) + int(b)*(255-int(front.A))) / 255)
	}
	return color.RGBA{R: mix(front.R, back.R), G: mix(front.G, back.G), B: mix(front.B, back.B), A: 255}
}

// Contrast returns the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, section 1.4.3).
func Contrast(a, b color.RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

var White = color.RGBA{255, 255, 255, 255}
