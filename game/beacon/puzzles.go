package beacon

import (
	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Two puzzles take time: a lake that pumps lift away, and a night to hold out. Both keep what was reached in
// the tiles, so that it lasts when the land sleeps, and goes with it to other islands and through merges.

const (
	// drained is how many tiles of a lake a pump lifts away at each look: one pump does it in under a minute.
	drained = 3
	// dregs is how many tiles of water seep away by themselves when no more are left.
	dregs = 48
	// lakeReach is how far the lake and the pumps beside it extend from the lantern, in tiles, and lakeMost
	// the squared distance of its water.
	lakeReach, lakeMost = 12, 110

	// watchEvery is how often the watch at a night is looked at, in ticks, and Watch how often it must have
	// been kept then: three minutes, of the seven and a half of a night.
	watchEvery game.Tick = 6 * game.TicksPerSecond
	Watch                = 30
	// watchShift is where the count of the watch begins in the state of its gate.
	watchShift = 3
	// watchLamps is how many of the four lamps must burn. Moths fear people only within eight tiles: one
	// person alone must run from lamp to lamp.
	watchLamps = 3
	// watchFrom is how near somebody must be who is awake, in tiles.
	watchFrom fixed.Q = 14 * fixed.One
)

// drain lifts some of the water around a lantern away, if pumps run beside it: the nearest to the lantern
// first, so that pumps on the bank stay at the water until little is left.
func drain(i *world.State, at grid.Tile) {
	left := 0
	each(at, func(t grid.Tile, _ int32) {
		if _, b, state, ok := i.Land.TileAt(t); ok && b == tile.Pump && state&tile.StateBit0 != 0 && beside(i, t, tile.HeadingOf(state)) {
			left += drained
		}
	})
	if left == 0 {
		return
	}
	wet := 0
	each(at, func(t grid.Tile, d int32) {
		if d <= lakeMost && liquid(i, t) {
			wet++
		}
	})
	if wet <= dregs {
		left = wet
	}
	for ; left > 0; left-- {
		best, to := int32(lakeMost+1), at
		each(at, func(t grid.Tile, d int32) {
			if d < best && liquid(i, t) {
				best, to = d, t
			}
		})
		if to == at {
			return
		}
		_, b, state, _ := i.Land.TileAt(to)
		bed, found, as := terrain.LakeBed(i.Gen.Seed, at, to)
		if b == tile.NoBlock && found != tile.NoBlock {
			b, state = found, as
		}
		living.SetTile(i, to, bed, b, state)
	}
}

// each calls f for the tiles of a lake and its banks, row by row, with their squared distances.
func each(at grid.Tile, f func(t grid.Tile, d int32)) {
	for dy := int32(-lakeReach); dy <= lakeReach; dy++ {
		for dx := int32(-lakeReach); dx <= lakeReach; dx++ {
			f(at.Add(dx, dy), dx*dx+dy*dy)
		}
	}
}

func liquid(i *world.State, t grid.Tile) bool {
	g, _, _, ok := i.Land.TileAt(t)
	return ok && g.Info().Liquid
}

// beside reports whether a pump with its front towards h stands at water.
func beside(i *world.State, t grid.Tile, h tile.Heading) bool {
	for n := 1; n < int(tile.HeadingCount); n++ {
		if liquid(i, world.Beside(t, h.Turned(n))) {
			return true
		}
	}
	return false
}

// watch counts the watch that people keep before a lantern at night, and opens the gate when it is done. The
// count falls by and by where the lamps go out or nobody is there, and by day.
func watch(i *world.State, at grid.Tile) {
	gate := at.Add(0, terrain.GateSouth)
	ground, b, state, ok := i.Land.TileAt(gate)
	if !ok || b != tile.Gate || tile.GateOpener(state) != tile.GateVigil || state&tile.StateBit0 != 0 {
		return
	}
	kept := state >> watchShift
	next := kept
	switch {
	case !living.MothTime(i.Clock):
		next = 0
	case Burning(i, at) >= watchLamps && attended(i, at):
		next++
	case kept > 0:
		next--
	}
	if next == kept {
		return
	}
	i.Tell(event.Watched, nil, gate, int32(next), Watch)
	if next >= Watch {
		open(i, gate)
		return
	}
	living.SetTile(i, gate, ground, b, tile.GateVigil|next<<watchShift)
}

// Watched reports whether people are keeping a watch before a lantern, which is not done yet.
func Watched(i *world.State, at grid.Tile) bool {
	_, b, state, ok := i.Land.TileAt(at.Add(0, terrain.GateSouth))
	return ok && b == tile.Gate && tile.GateOpener(state) == tile.GateVigil && state&tile.StateBit0 == 0 && state>>watchShift > 0
}

// Burning returns how many of the lamps around a lantern burn.
func Burning(i *world.State, at grid.Tile) (n int) {
	for _, l := range terrain.Lamps {
		if _, b, state, ok := i.Land.TileAt(at.Add(l.X, l.Y)); ok && tile.Emits(b, state) > 0 {
			n++
		}
	}
	return n
}

// attended reports whether somebody near a tile is awake.
func attended(i *world.State, at grid.Tile) bool {
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b != nil && i.IsAwake(p) && b.Pos.Sub(at.Centre()).Near(watchFrom) {
			return true
		}
	}
	return false
}
