package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// CopyNear makes dst a copy of the surroundings of a tile: the active ones of the 3×3 regions round it, the
// bodies and chests in them, all players with their bodies, clock and chat. dst is for looking and for
// StepTick: in it regions neither come nor go, and newcomers cannot enter. dst keeps its memory, so that a
// copy into a warm dst allocates nothing. dst must not be i.
func (i *State) CopyNear(dst *State, centre grid.Tile) {
	at := centre.Region()
	i.copyTo(dst, func(r grid.Region) bool {
		return r.X-at.X >= -1 && r.X-at.X <= 1 && r.Y-at.Y >= -1 && r.Y-at.Y <= 1
	})
}

// Copy makes dst a copy of all of a copy that CopyNear made.
func (i *State) Copy(dst *State) { i.copyTo(dst, func(grid.Region) bool { return true }) }

func (i *State) copyTo(dst *State, near func(grid.Region) bool) {
	dst.Partial = true
	if dst.Gen.Rules != i.Gen.Rules {
		dst.Mover = nil
	}
	dst.Gen, dst.SpawnTile, dst.Clock, dst.SelfID, dst.Code = i.Gen, i.SpawnTile, i.Clock, i.SelfID, i.Code
	dst.Roster = append(dst.Roster[:0], i.Roster...)
	if dst.awaySum != i.awaySum || len(dst.Away) != len(i.Away) {
		dst.Away, dst.awaySum = append(dst.Away[:0], i.Away...), i.awaySum
	}
	dst.LastSeat = i.LastSeat
	if dst.chatSum != i.chatSum || dst.ChatSeq != i.ChatSeq {
		dst.ChatLog, dst.ChatSeq, dst.chatSum = append(dst.ChatLog[:0], i.ChatLog...), i.ChatSeq, i.chatSum
	}
	dst.Created, dst.Destroyed = i.Created, i.Destroyed
	dst.Happened = dst.Happened[:0]
	i.copyRegions(dst, near)
	dst.GhostBodies = append(dst.GhostBodies[:0], i.GhostBodies...)
	dst.copyBorders(i.Borders)
	dst.Signals = append(dst.Signals[:0], i.Signals...)
	dst.Chests = dst.Chests[:0]
	for k := range i.Chests {
		if near(i.Chests[k].At.Region()) {
			dst.Chests = append(dst.Chests, i.Chests[k])
		}
	}
	dst.Traces = dst.Traces[:0]
	for k := range i.Traces {
		if near(i.Traces[k].At.Region()) {
			dst.Traces = append(dst.Traces, i.Traces[k])
		}
	}
	dst.Works = dst.Works[:0]
	for k := range i.Works {
		if near(i.Works[k].At) {
			dst.Works = append(dst.Works, i.Works[k])
		}
	}
	i.copyBodies(dst, near)
}

func (i *State) copyRegions(dst *State, near func(grid.Region) bool) {
	n := 0
	for _, r := range i.Active {
		if !near(r.At) {
			continue
		}
		if n == len(dst.Active) {
			dst.Active = append(dst.Active, dst.NewRegion())
		}
		*dst.Active[n] = *r
		n++
	}
	dst.Spare = append(dst.Spare, dst.Active[n:]...)
	dst.Active = dst.Active[:n]
	dst.Reindex()
}

// copyBorders copies the images beyond the lines.
func (i *State) copyBorders(from []*Region) {
	i.Spare = append(i.Spare, i.Borders...)
	i.Borders = i.Borders[:0]
	for _, r := range from {
		next := i.NewRegion()
		*next = *r
		i.Borders = append(i.Borders, next)
	}
}

func (i *State) copyBodies(dst *State, near func(grid.Region) bool) {
	here := func(b *entity.Body) bool {
		return b.Kind == entity.Player || b.Flags&entity.Carried != 0 || near(grid.TileAt(b.Pos).Region())
	}
	dst.Space.Reset()
	list := i.Space.Bodies()
	for k := range list {
		if here(&list[k]) {
			dst.Space.Append(list[k])
		}
	}
	dst.Space.Rebuild()
	dst.Columns = slices.Grow(dst.Columns[:0], len(i.Columns))[:len(i.Columns)]
	for k := range i.Columns {
		c, d := &i.Columns[k], &dst.Columns[k]
		d.Name, d.Size, d.Ids, d.Data = c.Name, c.Size, d.Ids[:0], d.Data[:0]
		for row, id := range c.Ids {
			if dst.Has(id) {
				d.Ids = append(d.Ids, id)
				d.Data = append(d.Data, c.Row(row)...)
			}
		}
	}
}

func (i *State) Has(id game.EntityID) bool {
	_, ok := i.Space.Find(id)
	return ok
}
