package world

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/random"
)

// NewID returns the ID of a new body: a hash of its cause, such as (player, number of its command, n) or
// (parent, tick, n), hashed again while some body here has it.
func (i *State) NewID(parts ...uint64) game.EntityID {
	h := uint64(0x6d616e79686f6c64) // "manyhold"
	for _, p := range parts {
		h = random.Mix(h ^ p)
	}
	for {
		if id := game.EntityID(h); id != 0 {
			if _, taken := i.Space.Find(id); !taken {
				return id
			}
		}
		h = random.Mix(h)
	}
}

// RemoveBody takes a body out of the world, with its components. A body that it carried must have been laid
// down before.
func (i *State) RemoveBody(id game.EntityID) {
	if k, ok := i.Space.Find(id); ok {
		i.Space.Remove(k)
		i.DropComponent(id)
	}
}

// RoomForBodies reports whether n more bodies may be born into a region.
func (i *State) RoomForBodies(at grid.Region, n int) bool {
	for k := range i.Space.Bodies() {
		if grid.TileAt(i.Space.Bodies()[k].Pos).Region() == at {
			n++
		}
	}
	return n <= MaxBodies
}

// Unload lays down the body that a player carries, where the player stands.
func (i *State) Unload(p *entity.PlayerState) {
	b := i.Body(p.Body)
	if b == nil || b.Flags&entity.Carrying == 0 {
		return
	}
	if k, ok := Release(i, b); ok {
		i.Space.Bodies()[k].Z = 0
	}
}
