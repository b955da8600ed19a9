// Package chart is the map: the small one in the corner of the window, and the screen of the large one, with
// signs, a legend, pins and the way to a target.
//
// Both are painted from pictures of regions: one dot for a tile, and coarser ones for the farther zooms,
// which are made once and kept within limits (see gallery). Only land that the player has seen is shown; the
// rest is fog. The large map is an image of its own below the interface's quads, painted when the view or the
// land has changed; signs are drawn over it in each frame.
package chart

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/grid"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// mostDots is the most dots of the large map; on larger windows each dot has several logical pixels.
	mostDots = 960 * 600
	// repaintEvery is how often the map is painted while nothing moves, in ticks: the world does.
	repaintEvery = 30
	// topBar and footBar are the heights of the bars over the map.
	topBar, footBar = 26, 22
)

// Top is where short messages begin while the map is open: below its bar.
const Top = topBar + 4

// mode is what the keys are for.
type mode uint8

const (
	panning mode = iota
	inLegend
	inCard
)

// Map is the large map and the small one.
type Map struct {
	gallery gallery
	mini    mini

	view    view
	grow    int // logical pixels to a dot
	canvas  canvas
	image   *ebiten.Image
	painted uint64 // when the canvas was painted, 0: it is to be
	edition uint64 // of what was seen then
	fresh   bool   // the canvas is newer than the image

	mode   mode
	closed bool // the legend
	hidden [groups]bool
	card   card
	drag   drag
	keyed  bool // the middle of the window points, not the cursor
	speed  float64

	faces []face     // of this frame
	words []kit.Rect // where something is written in this frame
}

// drag is a movement of the map by the mouse.
type drag struct {
	on, far bool // far enough to be no click
	x, y    int  // where the cursor was last
}

// Open opens the map around the player.
func (m *Map) Open(u *kit.Context) {
	at := u.Model.Game.Centre
	m.view.x, m.view.y = float64(at.X)+0.5, float64(at.Y)+0.5
	if m.view.w == 0 {
		m.view.zoom = first
	}
	m.mode, m.card, m.drag, m.painted, m.keyed = panning, card{}, drag{}, 0, !u.In.Pointing
	u.Open(m)
}

// Forget forgets the world that was shown before.
func (m *Map) Forget() {
	m.gallery.forget()
	m.mini.drawn, m.painted, m.view = 0, 0, view{}
}

// Show lays out the map over the whole window.
func (m *Map) Show(u *kit.Context) {
	u.Unslide()
	u.Solid(kit.R(0, 0, u.W+1, u.H+1))
	if u.Model.Game.World == nil {
		u.CloseUnlessDrawing()
		return
	}
	m.measure(u)
	if !u.Drawing {
		if m.steer(u) {
			return
		}
	} else {
		m.paint(u)
	}
	m.words = m.words[:0]
	m.drawBeams(u)
	m.gather(u)
	m.drawClaims(u)
	m.drawNames(u)
	m.drawWay(u)
	m.drawSigns(u)
	px, py := m.pointer(u)
	over := m.drawPeople(u, px, py)
	if m.keyed && m.mode == panning && over == nil {
		reticle(u, u.W/2, u.H/2)
	}
	m.bars(u)
	m.showLegend(u)
	if m.mode == inCard {
		m.showCard(u)
	} else if m.onMap(u, px, py) {
		m.tip(u, px, py, over)
	}
	if m.mode == panning {
		u.Stay = true // arrows move the map
	}
}

// measure takes the size of the map from the window.
func (m *Map) measure(u *kit.Context) {
	m.grow = 1
	for (u.W/m.grow+1)*(u.H/m.grow+1) > mostDots {
		m.grow++
	}
	w, h := u.W/m.grow+1, u.H/m.grow+1
	if m.view.w != w || m.view.h != h {
		m.view.w, m.view.h, m.painted = w, h, 0
	}
}

// paint paints the map if it has to be.
func (m *Map) paint(u *kit.Context) {
	if m.painted > 0 && !m.canvas.pending && m.edition == u.Model.Map.Edition && u.Now < m.painted+repaintEvery {
		return
	}
	m.painted, m.edition, m.fresh = max(u.Now, 1), u.Model.Map.Edition, true
	m.canvas.paper = true
	m.canvas.paint(u, &m.gallery, &m.view)
}

// Below draws the map onto dst, below the interface; while it is closed it frees the image.
func (m *Map) Below(dst *ebiten.Image, open bool, scale int) {
	if !open || m.canvas.w == 0 {
		if m.image != nil {
			m.image.Deallocate()
			m.image = nil
		}
		return
	}
	if m.image == nil || m.image.Bounds().Dx() != m.canvas.w || m.image.Bounds().Dy() != m.canvas.h {
		if m.image != nil {
			m.image.Deallocate()
		}
		m.image = ebiten.NewImageWithOptions(image.Rect(0, 0, m.canvas.w, m.canvas.h), &ebiten.NewImageOptions{Unmanaged: true})
		m.fresh = true
	}
	if m.fresh {
		m.image.WritePixels(m.canvas.pix)
		m.fresh = false
	}
	op := &ebiten.DrawImageOptions{}
	op.GeoM.Scale(float64(m.grow*scale), float64(m.grow*scale))
	dst.DrawImage(m.image, op)
}

// Flush brings the small map into the atlas.
func (m *Map) Flush(atlas *ebiten.Image) { m.mini.flush(atlas) }

// Place returns where the middle of a tile is in the window while the map is open, in logical pixels.
func (m *Map) Place(t grid.Tile) (x, y int) { return m.place(t) }

// Shown returns how many signs are shown, in the window or beyond.
func (m *Map) Shown(u *kit.Context) (n int) {
	for k := range u.Model.Map.Signs {
		if m.shows(&u.Model.Map.Signs[k]) {
			n++
		}
	}
	return n
}

// place returns where the middle of a tile is in the window, in logical pixels.
func (m *Map) place(t grid.Tile) (x, y int) {
	x, y = m.view.dot(t)
	return x*m.grow + m.grow/2, y*m.grow + m.grow/2
}

// corner returns where the north-west corner of a tile is.
func (m *Map) corner(t grid.Tile) (x, y int) {
	x, y = m.place(t)
	half := int(m.view.scale()/2) * m.grow
	return x - half, y - half
}

// pointer returns the logical place that is pointed at: the cursor, or the middle.
func (m *Map) pointer(u *kit.Context) (x, y int) {
	if m.keyed {
		return u.W / 2, u.H / 2
	}
	return u.CursorX, u.CursorY
}

// room is the part of the window between the bars.
func (m *Map) room(u *kit.Context) kit.Rect { return kit.R(0, topBar, u.W, u.H-topBar-footBar) }

// onMap reports whether a logical place is on the map, and on no panel over it.
func (m *Map) onMap(u *kit.Context, x, y int) bool {
	return m.room(u).Contains(x, y) && (m.closed || !m.legendPlace(u).Contains(x, y)) && (m.mode != inCard || !m.card.place(u).Contains(x, y))
}

// tileAt returns the tile at a logical place.
func (m *Map) tileAt(x, y int) grid.Tile { return m.view.tile(x/m.grow, y/m.grow) }

// moved says that the view is another one.
func (m *Map) moved(u *kit.Context) {
	if k := &u.Model.Map; k.Seen != nil && k.Least != k.Most {
		m.view.keep(k.Least, k.Most)
	}
	m.painted = 0
}

// steer answers the hands, and reports whether the map was closed.
func (m *Map) steer(u *kit.Context) (closed bool) {
	in := u.In
	if u.Again(input.Map) {
		u.Close()
		return true
	}
	if u.Backed() {
		if m.mode == panning {
			u.Close()
			return true
		}
		m.mode = panning
		u.Focused = 0
		u.Sound(kit.SoundClose)
		return false
	}
	if in.CursorMoved {
		m.keyed = false
	}
	m.keys(u)
	m.mouse(u)
	if by := pressedZoom(in); by != 0 {
		x, y := m.pointer(u)
		if m.view.zoomAt(min(max(by, -2), 2), x/m.grow, y/m.grow) {
			m.moved(u)
			u.Sound(kit.SoundHover)
		}
	}
	return false
}

// keys answers the keys and the pad.
func (m *Map) keys(u *kit.Context) {
	in := u.In
	switch {
	case in.ButtonPressed(input.KeyL), in.ButtonPressed(input.PadY), in.ButtonPressed(input.KeyTab) && m.mode == panning:
		m.toggleLegend(u)
	case in.ButtonPressed(input.KeyC), in.ButtonPressed(input.PadX):
		at := u.Model.Game.Centre
		m.view.x, m.view.y = float64(at.X)+0.5, float64(at.Y)+0.5
		m.moved(u)
	case in.ButtonPressed(input.KeyV), in.ButtonPressed(input.PadR3):
		if k := &u.Model.Map; k.Least != k.Most {
			m.view.fit(k.Least, k.Most)
			m.moved(u)
		}
	}
	if m.mode != panning {
		return
	}
	dx, dy := 0.0, 0.0
	for _, way := range [...]struct {
		a    input.Action
		x, y float64
	}{{input.Up, 0, -1}, {input.Down, 0, 1}, {input.Left, -1, 0}, {input.Right, 1, 0}} {
		if in.Held(way.a) {
			dx, dy = dx+way.x, dy+way.y
		}
	}
	if dx == 0 && dy == 0 {
		m.speed = 0
	} else {
		const slow, fast = 2, 9 // dots in a tick
		m.speed = min(max(m.speed+0.25, slow), fast)
		m.view.pan(dx*m.speed, dy*m.speed)
		m.keyed = true
		m.moved(u)
	}
	if in.Pressed(input.Confirm) && u.Focused == 0 {
		x, y := m.pointer(u)
		m.choose(u, x, y)
	}
}

// mouse answers the mouse, and a finger.
func (m *Map) mouse(u *kit.Context) {
	in, d := u.In, &m.drag
	x, y := u.CursorX, u.CursorY
	switch {
	case in.ButtonPressed(input.MouseLeft) && m.onMap(u, x, y):
		*d, m.keyed = drag{on: true, x: x, y: y}, false
	case d.on && in.ButtonHeld(input.MouseLeft):
		if mx, my := x-d.x, y-d.y; d.far || max(mx, -mx, my, -my) > 3 {
			d.far, d.x, d.y = true, x, y
			m.view.pan(-float64(mx)/float64(m.grow), -float64(my)/float64(m.grow))
			m.moved(u)
		}
	case d.on:
		if d.on = false; !d.far {
			m.choose(u, x, y)
		}
	case in.ButtonPressed(input.MouseRight) && m.onMap(u, x, y):
		m.quickPin(u, m.tileAt(x, y))
	}
	if m.mode == panning && (m.closed || !m.legendPlace(u).Contains(x, y)) {
		u.Focused = 0
	}
}

// choose opens the card of what is at a logical place.
func (m *Map) choose(u *kit.Context, x, y int) {
	m.card = card{tile: m.tileAt(x, y)}
	if s := m.at(u, x, y); s != nil {
		m.card.tile, m.card.sign, m.card.on = s.Tile, *s, true
	}
	m.mode = inCard
	u.Focused = 0
	u.Sound(kit.SoundOpen)
}

// quickPin sets the first sign as an own pin on a tile, or takes the pin there away.
func (m *Map) quickPin(u *kit.Context, t grid.Tile) {
	x, y := m.pointer(u)
	if s := m.at(u, x, y); s != nil && s.Kind == model.PinSign {
		u.Do(model.SetPin{Tile: s.Tile})
	} else {
		u.Do(model.SetPin{Tile: t, Sign: 1})
	}
	u.Sound(kit.SoundPick)
}
