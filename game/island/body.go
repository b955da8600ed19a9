package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/random"
)

// newID returns the ID of a body that comes to be: a hash of what brings it forth, such as (player,
// number of its command, n) or (parent, tick, n), hashed again while some body here has it.
func (i *State) newID(parts ...uint64) game.EntityID {
	h := uint64(0x6d616e79686f6c64) // "manyhold"
	for _, p := range parts {
		h = random.Mix(h ^ p)
	}
	for {
		if id := game.EntityID(h); id != 0 {
			if _, taken := i.space.Find(id); !taken {
				return id
			}
		}
		h = random.Mix(h)
	}
}

// removeBody takes a body out of the world, with its components. What it carries must have been laid
// down.
func (i *State) removeBody(id game.EntityID) {
	if k, ok := i.space.Find(id); ok {
		i.space.Remove(k)
		i.dropComponent(id)
	}
}

// roomForBodies reports whether n more bodies may be born into a region.
func (i *State) roomForBodies(at grid.Region, n int) bool {
	for k := range i.space.Bodies() {
		if grid.TileAt(i.space.Bodies()[k].Pos).Region() == at {
			n++
		}
	}
	return n <= MaxBodies
}

// unload lays down what a player carries, where the player stands.
func (i *State) unload(p *entity.PlayerState) {
	b := i.Body(p.Body)
	if b == nil || b.Flags&entity.Carrying == 0 {
		return
	}
	if k, ok := release(i, b); ok {
		i.space.Bodies()[k].Z = 0
	}
}
