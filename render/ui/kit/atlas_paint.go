package kit

import (
	"image/color"
	"math"
)

// logoRamp is the colours of one tile of the title: front, body, light, rim.
type logoRamp [4]uint32

// LogoRamps are the materials of the title: wood, stone, grass on earth, sand, lamp, unlit lamp.
var LogoRamps = [logoTiles]logoRamp{
	{0x5D3A3A, 0x8B5A44, 0xBC8757, 0xE2BE86},
	{0x453D66, 0x857F96, 0xB3AEB8, 0xE3DFDA},
	{0x5D3A3A, 0x4F8A4B, 0x8CB85A, 0xC9DB7A},
	{0x8B5A44, 0xBC8757, 0xE2BE86, 0xF2E2B6},
	{0xBF4A34, 0xEE8A3C, 0xFFC857, 0xFFF0B8},
	{0x1B1830, 0x2C2748, 0x453D66, 0x857F96},
	{0x3A2430, 0x8B5A44, 0xBC8757, 0xBC8757},
	{0x5E587A, 0x857F96, 0xB3AEB8, 0xB3AEB8},
}

// The tiles of letterRamps that mean something.
const (
	LampTile   = 4
	UnlitTile  = 5
	PlainTiles = 4
)

// paintFixed paints the constant parts.
func (a *atlas) paintFixed() {
	a.fill(Cell{0, 0, 4, 4}, color.RGBA{255, 255, 255, 255})
	for i, ramp := range LogoRamps {
		for _, side := range [2]int{WideTile, NarrowTile} {
			a.paintLogoTile(LogoTile(i, false, side), ramp, i, false)
			a.paintLogoTile(LogoTile(i, true, side), ramp, i, true)
		}
	}
	a.paintShapes()
	a.paintDigits()
	centre := float64(HaloCell.W) / 2
	for y := range int(HaloCell.H) {
		for x := range int(HaloCell.W) {
			d := math.Hypot(float64(x)+0.5-centre, float64(y)+0.5-centre) / centre
			v := max(0, 1-d)
			a.set(int(HaloCell.X)+x, int(HaloCell.Y)+y, color.RGBA{255, 255, 255, uint8(255 * v * v)})
		}
	}
}

// paintLogoTile paints a small tile as the world's are: a top with light from the north-west, and at its
// foot a darker front.
func (a *atlas) paintLogoTile(c Cell, ramp logoRamp, kind int, foot bool) {
	x0, y0, side := int(c.X), int(c.Y), int(c.W)
	a.fill(c, Rgb(ramp[1]))
	for i := range side {
		a.set(x0+i, y0, Rgb(ramp[2]))
		a.set(x0, y0+i, Rgb(ramp[2]))
	}
	a.set(x0, y0, Rgb(ramp[3]))
	a.set(x0+1, y0, Rgb(ramp[3]))
	a.set(x0, y0+1, Rgb(ramp[3]))
	for i := range side { // the joint to the next tile
		a.set(x0+side-1, y0+i, Rgb(ramp[0]))
		a.set(x0+i, y0+side-1, Rgb(ramp[0]))
	}
	for i := range 6 { // grain
		h := i*29 + kind*13
		a.set(x0+2+h%(side-4), y0+2+h/5%(side-4), Rgb(ramp[2]))
	}
	if !foot {
		return
	}
	a.fill(Cell{c.X, c.Y + c.H - 5, c.W, 5}, Rgb(ramp[0]))
	for i := range side {
		a.set(x0+i, y0+side-5, Rgb(ramp[2]))
	}
	for i := range 2 {
		a.set(x0+side-1, y0+side-1-2*i, InkColour)
	}
}

// wideLetter and narrowLetter are the sides of a tile of the title's name, for wide and for narrow windows,
// in logical pixels.
const WideTile, NarrowTile = 12, 10
