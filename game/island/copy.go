package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// CopyNear makes dst a copy of what is around a tile: the 3×3 regions round it that are active, the bodies
// and chests in them, all players with their bodies, clock and chat. dst is for looking and for StepTick:
// in it regions neither come nor go, and nobody can enter for the first time. It keeps its memory, so
// that a copy into a warm dst allocates nothing. dst must not be i.
func (i *State) CopyNear(dst *State, centre grid.Tile) {
	at := centre.Region()
	i.copyTo(dst, func(r grid.Region) bool {
		return r.X-at.X >= -1 && r.X-at.X <= 1 && r.Y-at.Y >= -1 && r.Y-at.Y <= 1
	})
}

// Copy makes dst a copy of all of a copy that CopyNear made.
func (i *State) Copy(dst *State) { i.copyTo(dst, func(grid.Region) bool { return true }) }

func (i *State) copyTo(dst *State, near func(grid.Region) bool) {
	dst.partial = true
	if dst.genesis.Rules != i.genesis.Rules {
		dst.mover = nil
	}
	dst.genesis, dst.spawn, dst.tick, dst.self, dst.code = i.genesis, i.spawn, i.tick, i.self, i.code
	dst.players = append(dst.players[:0], i.players...)
	if dst.awaySum != i.awaySum || len(dst.away) != len(i.away) {
		dst.away, dst.awaySum = append(dst.away[:0], i.away...), i.awaySum
	}
	dst.lastSeat = i.lastSeat
	if dst.chatSum != i.chatSum || dst.chatSeq != i.chatSeq {
		dst.chat, dst.chatSeq, dst.chatSum = append(dst.chat[:0], i.chat...), i.chatSeq, i.chatSum
	}
	dst.created, dst.destroyed = i.created, i.destroyed
	dst.events = dst.events[:0]
	i.copyRegions(dst, near)
	dst.ghosts = append(dst.ghosts[:0], i.ghosts...)
	dst.copyBorders(i.borders)
	dst.signals = append(dst.signals[:0], i.signals...)
	dst.chests = dst.chests[:0]
	for k := range i.chests {
		if near(i.chests[k].at.Region()) {
			dst.chests = append(dst.chests, i.chests[k])
		}
	}
	dst.outlines = dst.outlines[:0]
	for k := range i.outlines {
		if near(i.outlines[k].At.Region()) {
			dst.outlines = append(dst.outlines, i.outlines[k])
		}
	}
	dst.works = dst.works[:0]
	for k := range i.works {
		if near(i.works[k].at) {
			dst.works = append(dst.works, i.works[k])
		}
	}
	i.copyBodies(dst, near)
}

func (i *State) copyRegions(dst *State, near func(grid.Region) bool) {
	n := 0
	for _, r := range i.regions {
		if !near(r.at) {
			continue
		}
		if n == len(dst.regions) {
			dst.regions = append(dst.regions, dst.newRegion())
		}
		*dst.regions[n] = *r
		n++
	}
	dst.spare = append(dst.spare, dst.regions[n:]...)
	dst.regions = dst.regions[:n]
	dst.reindex()
}

// copyBorders makes what lies beyond the lines a copy of another island's.
func (i *State) copyBorders(from []*region) {
	i.spare = append(i.spare, i.borders...)
	i.borders = i.borders[:0]
	for _, r := range from {
		next := i.newRegion()
		*next = *r
		i.borders = append(i.borders, next)
	}
}

func (i *State) copyBodies(dst *State, near func(grid.Region) bool) {
	here := func(b *entity.Body) bool {
		return b.Kind == entity.Player || b.Flags&entity.Carried != 0 || near(grid.TileAt(b.Pos).Region())
	}
	dst.space.Reset()
	list := i.space.Bodies()
	for k := range list {
		if here(&list[k]) {
			dst.space.Append(list[k])
		}
	}
	dst.space.Rebuild()
	dst.columns = slices.Grow(dst.columns[:0], len(i.columns))[:len(i.columns)]
	for k := range i.columns {
		c, d := &i.columns[k], &dst.columns[k]
		d.name, d.size, d.ids, d.data = c.name, c.size, d.ids[:0], d.data[:0]
		for row, id := range c.ids {
			if dst.has(id) {
				d.ids = append(d.ids, id)
				d.data = append(d.data, c.row(row)...)
			}
		}
	}
}

func (i *State) has(id game.EntityID) bool {
	_, ok := i.space.Find(id)
	return ok
}
