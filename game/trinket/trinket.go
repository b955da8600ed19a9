// Package trinket is what is used up for show: fireworks, and pieces of maps, as functions on a world.State.
package trinket

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

const (
	// between is the least time between two fireworks of a player, in ticks.
	between game.Tick = 15
	// streamChart sets the chance of map pieces apart.
	streamChart = 0x63686172
)

// Launch lets a firework of a stack rise.
func Launch(i *world.State, p *entity.PlayerState, b *entity.Body, s *item.Stack) event.Reason {
	if p.Action == entity.Placing && i.Clock < p.ActionAt+between {
		return event.TooSoon
	}
	kind := spend(i, s)
	living.Act(i, p, entity.Placing)
	i.TellBody(event.Launched, p, b, int32(kind), 0)
	return event.NoReason
}

// Chart lets a map piece of a stack show a place far away. It is kept where there is none.
func Chart(i *world.State, p *entity.PlayerState, b *entity.Body, s *item.Stack) event.Reason {
	here := grid.TileAt(b.Pos)
	scene := here.Region().Scene()
	local := here.Add(-int32(scene)*grid.SceneSide*grid.RegionSide, 0)
	roll := random.Hash(i.Gen.Seed^streamChart, uint64(i.Clock), uint64(p.Seat), uint64(p.LastSeq))
	l, ok := terrain.Faraway(world.SceneSeed(i.Gen.Seed, scene), local, roll)
	if !ok {
		return event.NothingThere
	}
	spend(i, s)
	living.Act(i, p, entity.Using)
	i.Tell(event.Charted, p, l.Tile.InScene(scene), int32(l.Kind), 0)
	return event.NoReason
}

// spend destroys one item of a stack, and returns its kind.
func spend(i *world.State, s *item.Stack) item.Kind {
	kind := s.Kind
	i.Ledger.Destroyed[kind]++
	item.Take(s, 1)
	return kind
}
