package senses

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Cell is a tile as it was last on a screen.
type Cell struct {
	Ground tile.Ground
	Block  tile.Block
	State  uint8
	Seen   bool // it was on a screen at all
}

// Memory is the map that screens have revealed: of each tile what was last seen there. Friends who talk to
// each other share one. The zero value knows nothing.
type Memory struct {
	pages map[grid.Region]*page
	at    grid.Region // of last
	last  *page
}

type page [grid.RegionTiles]Cell

// At returns what is known of a tile.
func (m *Memory) At(t grid.Tile) Cell {
	if p := m.page(t.Region()); p != nil {
		return p[t.Index()]
	}
	return Cell{}
}

// page returns the page of a region, nil if nothing of it was seen.
func (m *Memory) page(at grid.Region) *page {
	if m.last == nil || m.at != at {
		p := m.pages[at]
		if p == nil {
			return nil
		}
		m.at, m.last = at, p
	}
	return m.last
}

// Note keeps in mind what a tile is on a screen.
func (m *Memory) Note(t grid.Tile, c Cell) {
	at := t.Region()
	p := m.page(at)
	if p == nil {
		if m.pages == nil {
			m.pages = map[grid.Region]*page{}
		}
		p = new(page)
		m.pages[at] = p
	}
	p[t.Index()] = c
}

// Nearest returns the tile nearest to a place, within so many tiles along each axis, for which fits is true.
func (m *Memory) Nearest(from grid.Tile, within int32, fits func(grid.Tile, Cell) bool) (at grid.Tile, ok bool) {
	for r := int32(0); r <= within; r++ {
		least := int64(1) << 62
		m.ring(from, r, func(t grid.Tile, c Cell) {
			dx, dy := int64(t.X-from.X), int64(t.Y-from.Y)
			if d := dx*dx + dy*dy; d < least && fits(t, c) {
				at, least, ok = t, d, true
			}
		})
		if ok {
			return at, true
		}
	}
	return at, false
}

// ring calls f for the tiles seen that are r away from a place along the longer axis.
func (m *Memory) ring(from grid.Tile, r int32, f func(grid.Tile, Cell)) {
	for k := -r; k <= r; k++ {
		step := 2 * r
		if k == -r || k == r || r == 0 {
			step = 1
		}
		for l := -r; l <= r; l += step {
			t := from.Add(l, k)
			if c := m.At(t); c.Seen {
				f(t, c)
			}
		}
	}
}

// Each calls f for the tiles seen within so many tiles of a place, row by row.
func (m *Memory) Each(from grid.Tile, within int32, f func(grid.Tile, Cell)) {
	for dy := -within; dy <= within; dy++ {
		for dx := -within; dx <= within; dx++ {
			if c := m.At(from.Add(dx, dy)); c.Seen {
				f(from.Add(dx, dy), c)
			}
		}
	}
}
