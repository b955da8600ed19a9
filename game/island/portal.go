package island

import (
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// A world has several scenes (see grid.Scenes), each with a seed of its own and far from each other in the
// same coordinates. Standing stones are the doors between them: whoever uses one opens a portal, which
// names a scene in its state; using it again turns it to the next scene, and after the last it is a stone
// again. What comes to be on a portal, walking, pushed or thrown, is at the spawn of that scene. There a
// portal stands from the first that leads to scene 0.
//
// Within one island that is a move; where the land there is another island's, it is a handoff (cross.go).

// openScenes is how many scenes a stone can be turned to, from 0.
const openScenes = 4

// passHeight is how high over a portal things still fall into it.
const passHeight fixed.S = fixed.One / 2

// SceneSeed returns the seed of a scene of a world.
func SceneSeed(seed uint64, scene uint8) uint64 {
	if scene == 0 {
		return seed
	}
	return random.Mix(seed ^ uint64(scene)<<56)
}

// sceneSpawn is where one arrives in a scene.
func sceneSpawn(seed uint64, scene uint8) grid.Tile {
	return terrain.Spawn(SceneSeed(seed, scene)).InScene(scene)
}

// wayBack is where the portal to scene 0 stands in another.
func wayBack(seed uint64, scene uint8) grid.Tile { return sceneSpawn(seed, scene).Add(-4, -4) }

// door counts a block if it is a portal.
func door(b tile.Block) uint16 {
	if b == tile.Portal {
		return 1
	}
	return 0
}

// anyDoors reports whether a portal stands in an active region.
func anyDoors(i *State) bool {
	for _, r := range i.regions {
		if r.doors > 0 {
			return true
		}
	}
	return false
}

// StoneTurns returns the scene to which a use would turn the standing stone or portal on a tile; opens is
// false if it would become a stone again.
func StoneTurns(t grid.Tile, b tile.Block, state uint8) (next uint8, opens bool) {
	if b == tile.Portal {
		next = state + 1
	}
	if next == t.Region().Scene() {
		next++
	}
	return next, next < openScenes
}

// turnStone opens a standing stone, turns a portal to the next scene, or closes it after the last.
func turnStone(i *State, p *entity.PlayerState, t grid.Tile) event.Reason {
	ground, block, state, _ := i.TileAt(t)
	if next, opens := StoneTurns(t, block, state); opens {
		i.setTile(t, ground, tile.Portal, next)
		i.tell(event.Opened, p, t, int32(tile.Portal), int32(next))
	} else {
		if occupied(i, t, true) {
			return event.Blocked
		}
		i.setTile(t, ground, tile.StandingStone, 0)
		i.tell(event.Closed, p, t, int32(tile.Portal), 0)
	}
	act(i, p, entity.Using)
	return event.NoReason
}

// travel lets what is on a portal be where it leads, bodies in ascending ID.
func travel(i *State) {
	for k := 0; k < len(i.space.Bodies()); k++ {
		b := &i.space.Bodies()[k]
		if b.Flags&entity.Carried != 0 || b.Z > passHeight {
			continue
		}
		at := grid.TileAt(b.Pos)
		if r := i.region(at.Region()); r == nil || r.doors == 0 || r.tiles.Block[at.Index()] != tile.Portal {
			continue
		}
		_, _, scene, _ := i.TileAt(at)
		if passTo(i, k, sceneSpawn(i.genesis.Seed, scene%grid.Scenes)) {
			k = -1 // the table has changed; nobody arrives on a portal
		}
	}
}

// passTo moves a body to another place in the world, or hands it to the island whose that is. It reports
// whether it has gone: it stays while that island cannot be told, or no region can be active there.
func passTo(i *State, k int, to grid.Tile) bool {
	b := &i.space.Bodies()[k]
	id, at := b.ID, to.Region()
	through, who := grid.TileAt(b.Pos), playerBySeat(i, b.Seat)
	if b.Kind != entity.Player {
		who = nil
	}
	if !i.owns(at) {
		holder := Home
		if i.self == Home {
			holder = i.heldBy(at)
		}
		if !roomToSend(i, holder, crossBytes) {
			return false
		}
		i.tell(event.Travelled, who, through, int32(at.Scene()), 0)
		arrive(i, b, to)
		handOver(i, id, holder)
		return true
	}
	if i.region(at) == nil {
		if len(i.regions) >= MaxRegions {
			return false
		}
		i.activate(at)
	}
	i.tell(event.Travelled, who, through, int32(at.Scene()), 0)
	k, _ = i.space.Find(id) // what woke there may have changed the table
	b = &i.space.Bodies()[k]
	arrive(i, b, to)
	settleAt(i, k)
	if p := playerBySeat(i, b.Seat); p != nil && b.Kind == entity.Player {
		p.Last, i.moved = b.Pos, true
		if p.Action == entity.Digging {
			act(i, p, entity.Idle)
		}
	}
	return true
}

// arrive puts a body, and what it carries, to a place, at rest.
func arrive(i *State, b *entity.Body, to grid.Tile) {
	o := i.Body(b.Other)
	for _, x := range [...]*entity.Body{b, o} {
		if x == nil {
			continue
		}
		n, _ := i.space.Find(x.ID)
		from := x.Pos
		x.Pos, x.Vel = to.Centre(), fixed.SVec{}
		i.space.Moved(n, from)
		i.space.Wake(n)
	}
}

// settleAt moves a body to where it fits.
func settleAt(i *State, k int) {
	b := &i.space.Bodies()[k]
	from := b.Pos
	b.Pos = room(i, b.Kind, from)
	i.space.Moved(k, from)
}
