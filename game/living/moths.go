package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// At night moths come to lamps in the open without people near, and put them out. A roof keeps them off, and
// so does a person; in Peace there are none. A lamp is checked when growth visits its tile, so that moths
// have no cost of their own.

const (
	// mothChance is one in how many visits of a lamp at night moths have put it out: some three minutes.
	mothChance = 5
	// mothFear is how near a person keeps moths off, in tiles.
	mothFear fixed.Q = 8 * fixed.One
	// Moths fly from duskHour to dawnHour; tick 0 is at eight in the morning.
	duskHour, dawnHour = 20, 5
)

// MothTime reports whether moths fly at a tick.
func MothTime(t game.Tick) bool {
	hour := (t + game.TicksPerDay/3) % game.TicksPerDay * 24 / game.TicksPerDay
	return hour >= duskHour || hour < dawnHour
}

// Moths may put out the lamp at k.
func Moths(i *world.State, r *world.Region, k grid.Index, h uint64) {
	t, g, state := r.At.Tile(k), r.Tiles.Ground[k], r.Tiles.State[k]
	if state&tile.StateBit0 != 0 || g.Info().Roofed || !MothTime(i.Clock) || i.Code.Laws.Has(world.Peaceful) || !random.Chance(h, mothChance) {
		return
	}
	for n := range i.Roster.Here {
		if b := i.Space.Body(i.Roster.Here[n].Body); b != nil && b.Flags&entity.Asleep == 0 && b.Pos.Sub(t.Centre()).Near(mothFear) {
			return
		}
	}
	SetTile(i, t, g, tile.Lamp, state|tile.StateBit0)
	i.Tell(event.Unlit, nil, t, int32(tile.Lamp), 0)
}
