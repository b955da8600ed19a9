package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

// furnish lays a few things beside the spawn of a new world: something to push and something to kick.
func furnish(i *world.State) {
	for n, f := range [...]struct {
		kind   entity.Kind
		dx, dy int32
	}{{entity.Ball, 2, 2}, {entity.Crate, -3, 1}, {entity.Crate, -3, 2}, {entity.Crate, 4, -2}} {
		t := i.SpawnTile.Add(f.dx, f.dy)
		if !physics.Free(&i.Land, f.kind, t.Centre()) {
			continue
		}
		i.Space.Insert(entity.Body{ID: i.Space.NewID(i.Gen.Seed, 0, uint64(n)), Kind: f.kind, Pos: t.Centre()})
	}
}

// NewSceneState returns a world of that genesis whose clock and spawn are chosen, for pictures and for tests.
// Peers do not share such a world: theirs begin at tick 0 and at the spawn of their terrain.
func NewSceneState(g world.Genesis, at game.Tick, spawn grid.Tile) *world.State {
	i := &world.State{Gen: g, SpawnTile: spawn, Clock: at}
	i.Register.SelfID = world.Home
	i.Roster.SumAway()
	i.Chat.Sum()
	living.Attend(i)
	furnish(i)
	return i
}

// NewState returns the world of that genesis at tick 0, with the regions at the spawn active.
func NewState(g world.Genesis) *world.State { return NewSceneState(g, 0, terrain.Spawn(g.Seed)) }
