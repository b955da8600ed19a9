package island

import (
	"manyhold/game/entity"
	"manyhold/game/physics"
)

// furnish lays a few things beside the spawn of a new world: something to push and something to kick.
func furnish(i *State) {
	for n, f := range [...]struct {
		kind   entity.Kind
		dx, dy int32
	}{{entity.Ball, 2, 2}, {entity.Crate, -3, 1}, {entity.Crate, -3, 2}, {entity.Crate, 4, -2}} {
		t := i.spawn.Add(f.dx, f.dy)
		if !physics.Free(i, f.kind, t.Centre()) {
			continue
		}
		i.space.Insert(entity.Body{ID: i.newID(i.genesis.Seed, 0, uint64(n)), Kind: f.kind, Pos: t.Centre()})
	}
}
