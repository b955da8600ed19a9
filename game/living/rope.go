package living

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// Tiable reports whether using a tile would tie or untie something on it.
func Tiable(i *world.State, t grid.Tile) bool {
	return nearest(i, t.Centre(), fixed.One/2, 0) >= 0
}

// UseBody ties or unties the body on a tile: that nearest to the tile's middle, of two the one of lower ID.
func UseBody(i *world.State, p *entity.PlayerState, t grid.Tile) event.Reason {
	a := nearest(i, t.Centre(), fixed.One/2, 0)
	if a < 0 {
		return event.NothingThere
	}
	b := i.Space.Bodies()[a]
	if i.Component(world.RopeColumn, b.ID) != nil {
		world.Untie(i, b.ID)
		i.Tell(event.Switched, p, t, 0, 0)
		Act(i, p, entity.Using)
		return event.NoReason
	}
	o := nearest(i, b.Pos, world.RopeReach, b.ID)
	if o < 0 {
		return event.NothingThere
	}
	other := &i.Space.Bodies()[o]
	length := max(other.Pos.Sub(b.Pos).Len(), world.RopeLeast).S()
	row := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(nil, uint64(other.ID)), uint32(length))
	if why := i.Note(world.RopeColumn, b.ID, row); why != event.NoReason {
		return why
	}
	i.Space.Wake(a)
	i.Tell(event.Switched, p, t, 0, 1)
	Act(i, p, entity.Using)
	return event.NoReason
}

// nearest returns the index of the body within d of p along both axes that can be tied and is nearest to it,
// −1 if there is none; bodies tied to but already, and but itself, do not count.
func nearest(i *world.State, p fixed.Vec, d fixed.Q, but game.EntityID) int {
	best, least := -1, 4*fixed.Q(fixed.One)
	for _, k := range i.Space.Around(p, d) {
		b := &i.Space.Bodies()[k]
		if b.ID == but || !world.Tiable(i, b) {
			continue
		}
		if row := i.Component(world.RopeColumn, b.ID); but != 0 && len(row) == world.RopeBytes {
			if other, _ := world.ReadRope(row); other == but {
				continue
			}
		}
		if far := b.Pos.Sub(p).Len(); far < least {
			best, least = int(k), far
		}
	}
	return best
}
