// Package porthole makes small round pictures of land behind a portal: what is drawn to a larger image,
// within a rim, in its place in the atlas.
package porthole

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/palette"
)

// Shrink is the scale of the land behind a portal.
const Shrink = 3

// Colours are those of the rims and motes of portals by the scene that they lead to: day for where a world
// begins; the last one is lamplight, for an arena. The hint at the portal says in words where it leads.
var Colours = [...]palette.Index{palette.Water4, palette.Script, palette.Fire3, palette.Green4, palette.Fire4}

// Arena is the scene behind a match board: the arena of a match, which is no land of the world.
const Arena = grid.Scenes

// Doorway returns where a block leads to that one can see through.
func Doorway(b tile.Block, state uint8) (scene uint8, ok bool) {
	switch b {
	case tile.Portal:
		return state % grid.Scenes, state&tile.Passage == 0
	case tile.MatchBoard:
		return Arena, true
	}
	return 0, false
}

// Hue returns the index of the colour of portals to a scene.
func Hue(scene uint8) int {
	if scene == Arena {
		return len(Colours) - 1
	}
	return int(scene) % (len(Colours) - 1)
}

// Images are what a picture is made with. They are made at first use.
type Images struct {
	far, cut, mask *ebiten.Image
	rims           [len(Colours)]*ebiten.Image
}

// Far returns the image to which the land is drawn.
func (v *Images) Far(a *atlas.Atlas) *ebiten.Image {
	if v.far != nil {
		return v.far
	}
	w, h := int(a.Vistas[0][0].W), int(a.Vistas[0][0].H)
	unmanaged := &ebiten.NewImageOptions{Unmanaged: true}
	v.far = ebiten.NewImageWithOptions(image.Rect(0, 0, w*Shrink, h*Shrink), unmanaged)
	v.cut = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
	v.mask = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
	mask := image.NewRGBA(image.Rect(0, 0, w, h))
	for n := range v.rims {
		v.rims[n] = ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), unmanaged)
		rim := image.NewRGBA(mask.Rect)
		for y := range h {
			for x := range w {
				paint(mask, rim, x, y, Colours[n])
			}
		}
		v.rims[n].WritePixels(rim.Pix)
	}
	v.mask.WritePixels(mask.Pix)
	return v.far
}

// paint paints a pixel of the opening and of its rim.
func paint(mask, rim *image.RGBA, x, y int, inner palette.Index) {
	w, h := mask.Rect.Dx(), mask.Rect.Dy()
	// How far the middle of the pixel is out, 1 at the edge of the ellipse.
	ex, ey := (float64(x)+0.5)*2/float64(w)-1, (float64(y)+0.5)*2/float64(h)-1
	d, pixel := math.Sqrt(ex*ex+ey*ey), 2/float64(w)
	k := 4 * (y*w + x)
	if d <= 1 {
		copy(mask.Pix[k:], []byte{255, 255, 255, 255})
	}
	c := palette.Stone1.RGBA()
	switch {
	case d > 1 || d <= 1-3*pixel:
		return
	case d <= 1-2*pixel:
		c = inner.RGBA()
	case d > 1-pixel:
		c = palette.Ink0.RGBA()
	case ey < 0:
		c = palette.Stone2.RGBA()
	}
	copy(rim.Pix[k:], []byte{c.R, c.G, c.B, 255})
}

// CutOut puts what was drawn to Far into its place in the atlas: small, within the opening, under the rim of
// a colour. It returns the draw calls spent.
func (v *Images) CutOut(sheet *ebiten.Image, colour int, place atlas.Rect) (calls int) {
	var o ebiten.DrawImageOptions
	o.GeoM.Scale(1.0/Shrink, 1.0/Shrink)
	o.Filter, o.Blend = ebiten.FilterLinear, ebiten.BlendCopy
	v.cut.DrawImage(v.far, &o)
	o = ebiten.DrawImageOptions{Blend: ebiten.BlendDestinationIn}
	v.cut.DrawImage(v.mask, &o)
	o = ebiten.DrawImageOptions{}
	v.cut.DrawImage(v.rims[colour], &o)
	o = ebiten.DrawImageOptions{Blend: ebiten.BlendCopy}
	o.GeoM.Translate(float64(place.X), float64(place.Y))
	sheet.DrawImage(v.cut, &o)
	return 4
}
