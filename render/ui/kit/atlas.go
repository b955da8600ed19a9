package kit

import (
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/render/ui/model"
)

// The atlas holds everything the interface is drawn from. Its bands, from the top, in pixels:
//
//	  0  the white pixel, tiles of the title's letters, the halo, the signs of the map (made once)
//	100  icons of items (copied from Art when first shown)
//	144  faces of players (copied from Art when first shown)
//	220  the small map, the walk of the wardrobe, and the pictures of the journal
//	420  glyphs (made here when first shown)
const (
	atlasSide = 1024

	iconTop, iconCell = 100, 18
	faceTop, faceCell = 144, 18
	facesMax          = (MapTop - faceTop) / faceCell * (atlasSide / faceCell)
	MapTop            = 220
	glyphTop          = 420
	glyphW, glyphH    = 16, 20
	glyphsPerRow      = atlasSide / glyphW
	glyphRows         = (atlasSide - glyphTop) / glyphH
	glyphsMax         = glyphRows * glyphsPerRow
)

// Cell is a place in the atlas, in its pixels.
type Cell struct{ X, Y, W, H int16 }

var (
	whiteCell = Cell{1, 1, 2, 2}
	HaloCell  = Cell{300, 0, 96, 96}
)

// LogoTile returns the place of a tile of the title's letters, side pixels wide: of a kind, with the visible
// front at its foot, or without where another tile stands below it.
func LogoTile(kind int, foot bool, side int) Cell {
	y := 0
	if foot {
		y = 14
	}
	if side == NarrowTile {
		y += 28
	}
	return Cell{int16(8 + 14*kind), int16(y), int16(side), int16(side)}
}

const logoTiles = 8

// atlas is the one image that all quads are cut from. Its content is made in memory first and uploaded by
// flush, so that layout and counting need no graphics device.
type atlas struct {
	art   Art
	Image *ebiten.Image
	fixed []byte            // rows 0 to iconTop: RGBA, premultiplied; nil when uploaded
	bands [glyphRows][]byte // each a row of glyphs, nil while there is none in it
	dirty [glyphRows]bool   // bands to upload

	glyphs map[glyphKey]Cell
	icons  [item.KindCount]bool
	faces  map[entity.Look]Cell
	cards  map[model.Subject]Cell
	queue  []copying
}

// copying is a picture of Art's to be copied at the next flush.
type copying struct {
	from *ebiten.Image
	to   Cell
}

type glyphKey struct {
	r    rune
	ring bool
}

func NewAtlas(art Art) *atlas {
	a := &atlas{
		art:    art,
		fixed:  make([]byte, iconTop*atlasSide*4),
		glyphs: map[glyphKey]Cell{},
		faces:  map[entity.Look]Cell{},
		cards:  map[model.Subject]Cell{},
	}
	a.paintFixed()
	return a
}

func (a *atlas) set(x, y int, c color.RGBA) {
	pix := a.fixed
	if y >= glyphTop {
		y -= glyphTop
		pix, y = a.band(y/glyphH), y%glyphH
	}
	i := (y*atlasSide + x) * 4
	k := uint32(c.A)
	pix[i] = uint8(uint32(c.R) * k / 255)
	pix[i+1] = uint8(uint32(c.G) * k / 255)
	pix[i+2] = uint8(uint32(c.B) * k / 255)
	pix[i+3] = c.A
}

func (a *atlas) fill(c Cell, col color.RGBA) {
	for y := range int(c.H) {
		for x := range int(c.W) {
			a.set(int(c.X)+x, int(c.Y)+y, col)
		}
	}
}

// band returns the pixels of a row of glyphs, to be uploaded.
func (a *atlas) band(n int) []byte {
	if a.bands[n] == nil {
		a.bands[n] = make([]byte, glyphH*atlasSide*4)
	}
	a.dirty[n] = true
	return a.bands[n]
}

// Icon returns the place of an item's picture; ok is false if there is none.
func (a *atlas) Icon(k item.Kind) (Cell, bool) {
	if k == item.None || k >= item.KindCount {
		return Cell{}, false
	}
	const perRow = atlasSide / iconCell
	c := Cell{int16(int(k) % perRow * iconCell), int16(iconTop + int(k)/perRow*iconCell), 16, 16}
	if !a.icons[k] {
		img := a.art.Icon(k)
		if img == nil {
			return Cell{}, false
		}
		a.icons[k] = true
		a.queue = append(a.queue, copying{img, c})
	}
	return c, true
}

// face returns the place of a head; ok is false if there is none.
func (a *atlas) face(l entity.Look) (Cell, bool) {
	if c, ok := a.faces[l]; ok {
		return c, true
	}
	img := a.art.Face(l)
	if img == nil {
		return Cell{}, false
	}
	if len(a.faces) >= facesMax {
		clear(a.faces) // the cells are used again from the next one on
	}
	const perRow = atlasSide / faceCell
	i := len(a.faces)
	size := img.Bounds().Size()
	c := Cell{int16(i % perRow * faceCell), int16(faceTop + i/perRow*faceCell), int16(min(size.X, 16)), int16(min(size.Y, 16))}
	a.faces[l] = c
	a.queue = append(a.queue, copying{img, c})
	return c, true
}

// Trim makes room when the glyphs fill the atlas. It is called between frames only, as it moves them.
func (a *atlas) Trim() {
	if len(a.glyphs) > glyphsMax*9/10 {
		clear(a.glyphs)
	}
}

// Flush brings the image up to date. It needs a running game.
func (a *atlas) Flush() {
	if a.Image == nil {
		a.Image = ebiten.NewImageWithOptions(image.Rect(0, 0, atlasSide, atlasSide), &ebiten.NewImageOptions{Unmanaged: true})
	}
	if a.fixed != nil {
		a.upload(0, a.fixed)
		a.fixed = nil
	}
	for n := range a.bands {
		if a.dirty[n] {
			a.upload(glyphTop+n*glyphH, a.bands[n])
			a.dirty[n] = false
		}
	}
	for _, c := range a.queue {
		a.copyArt(c)
	}
	a.queue = a.queue[:0]
}

// upload replaces the whole rows from y on.
func (a *atlas) upload(y int, pix []byte) {
	rows := image.Rect(0, y, atlasSide, y+len(pix)/(atlasSide*4))
	a.Image.SubImage(rows).(*ebiten.Image).WritePixels(pix)
}

func (a *atlas) copyArt(c copying) {
	r := image.Rect(int(c.to.X), int(c.to.Y), int(c.to.X+c.to.W), int(c.to.Y+c.to.H))
	dst := a.Image.SubImage(r).(*ebiten.Image)
	dst.Clear()
	op := &ebiten.DrawImageOptions{}
	b := c.from.Bounds()
	op.GeoM.Translate(float64(r.Min.X)+float64(int(c.to.W)-b.Dx())/2, float64(r.Min.Y))
	dst.DrawImage(c.from, op)
}
