package ui

import (
	"image/color"
	"math"
)

// letterRamp is the colours of one tile of the title: front, body, light, rim.
type letterRamp [4]uint32

// letterRamps are what the title is built of: wood, stone, grass on earth, sand, lamp, unlit lamp.
var letterRamps = [letterTiles]letterRamp{
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
	lampTile   = 4
	unlitTile  = 5
	plainTiles = 4
)

// paintFixed paints what never changes.
func (a *atlas) paintFixed() {
	a.fill(cell{0, 0, 4, 4}, color.RGBA{255, 255, 255, 255})
	for i, ramp := range letterRamps {
		for _, side := range [2]int{wideLetter, narrowLetter} {
			a.paintLetterTile(letterTile(i, false, side), ramp, i, false)
			a.paintLetterTile(letterTile(i, true, side), ramp, i, true)
		}
	}
	a.paintShapes()
	a.paintDigits()
	centre := float64(haloCell.w) / 2
	for y := range int(haloCell.h) {
		for x := range int(haloCell.w) {
			d := math.Hypot(float64(x)+0.5-centre, float64(y)+0.5-centre) / centre
			v := max(0, 1-d)
			a.set(int(haloCell.x)+x, int(haloCell.y)+y, color.RGBA{255, 255, 255, uint8(255 * v * v)})
		}
	}
}

// paintLetterTile paints a small tile as the world's are: a top with light from the north-west, and at its
// foot a darker front.
func (a *atlas) paintLetterTile(c cell, ramp letterRamp, kind int, foot bool) {
	x0, y0, side := int(c.x), int(c.y), int(c.w)
	a.fill(c, rgb(ramp[1]))
	for i := range side {
		a.set(x0+i, y0, rgb(ramp[2]))
		a.set(x0, y0+i, rgb(ramp[2]))
	}
	a.set(x0, y0, rgb(ramp[3]))
	a.set(x0+1, y0, rgb(ramp[3]))
	a.set(x0, y0+1, rgb(ramp[3]))
	for i := range side { // the joint to the next tile
		a.set(x0+side-1, y0+i, rgb(ramp[0]))
		a.set(x0+i, y0+side-1, rgb(ramp[0]))
	}
	for i := range 6 { // grain
		h := i*29 + kind*13
		a.set(x0+2+h%(side-4), y0+2+h/5%(side-4), rgb(ramp[2]))
	}
	if !foot {
		return
	}
	a.fill(cell{c.x, c.y + c.h - 5, c.w, 5}, rgb(ramp[0]))
	for i := range side {
		a.set(x0+i, y0+side-5, rgb(ramp[2]))
	}
	for i := range 2 {
		a.set(x0+side-1, y0+side-1-2*i, inkColour)
	}
}

// wideLetter and narrowLetter are the sides of a tile of the title's name, for wide and for narrow windows, in logical
// pixels.
const wideLetter, narrowLetter = 12, 10
