package act

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A world has several scenes (see grid.Scenes), each with a seed of its own and far from each other in the
// same coordinates. Standing stones are the doors between them: using one opens a portal, which names a scene
// in its state. Using it again turns it to the next scene, and after the last it is a stone again. Anyone or
// anything that enters a portal, walking, pushed or thrown, arrives at the spawn of that scene. From the
// beginning, a portal to scene 0 stands there.
//
// A stone with a tile.Passage in its state leads to a place nearby instead. It is opened and shut by a use,
// and cannot be turned.
//
// Within one island that is a move; where the land there is another island's, it is a handoff (cross.go).

// openScenes is how many scenes a stone can be turned to, from 0.
const openScenes = 4

// passHeight is how high over a portal things still fall into it.
const passHeight fixed.S = fixed.One / 2

// AnyDoors reports whether a portal stands in an active region.
func AnyDoors(i *world.State) bool {
	for _, r := range i.Land.Regions {
		if r.Doors > 0 {
			return true
		}
	}
	return false
}

// StoneTurns returns the scene to which a use would turn the standing stone or portal on a tile; opens is
// false if it would become a stone again.
func StoneTurns(t grid.Tile, b tile.Block, state uint8) (next uint8, opens bool) {
	if state&tile.Passage != 0 {
		return t.Region().Scene(), b == tile.StandingStone
	}
	if b == tile.Portal {
		next = state + 1
	}
	if next == t.Region().Scene() {
		next++
	}
	return next, next < openScenes
}

// turnStone opens a standing stone, turns a portal to the next scene, or closes it after the last.
func turnStone(i *world.State, p *entity.PlayerState, t grid.Tile) event.Reason {
	ground, block, state, _ := i.Land.TileAt(t)
	passage := state & tile.Passage
	if passage != 0 {
		passage = state
	}
	if next, opens := StoneTurns(t, block, state); opens {
		if passage != 0 {
			living.SetTile(i, t, ground, tile.Portal, passage)
		} else {
			living.SetTile(i, t, ground, tile.Portal, next)
		}
		i.Tell(event.Opened, p, t, int32(tile.Portal), int32(next))
	} else {
		if living.Occupied(i, t, true) {
			return event.Blocked
		}
		living.SetTile(i, t, ground, tile.StandingStone, passage)
		i.Tell(event.Closed, p, t, int32(tile.Portal), 0)
	}
	living.Act(i, p, entity.Using)
	return event.NoReason
}

// Travel moves the bodies on portals to their destinations, in ascending ID. A body travels once in a tick,
// also if its destination is a portal, as in a snapshot of a peer it may be.
func Travel(i *world.State) {
	var gone []game.EntityID
	for k := 0; k < len(i.Space.Bodies()); k++ {
		b := &i.Space.Bodies()[k]
		if b.Flags&entity.Borne != 0 || b.Z > passHeight {
			continue
		}
		at := grid.TileAt(b.Pos)
		if r := i.Land.Active(at.Region()); r == nil || r.Doors == 0 || r.Tiles.Block[at.Index()] != tile.Portal {
			continue
		}
		if slices.Contains(gone, b.ID) {
			continue
		}
		id := b.ID
		_, _, scene, _ := i.Land.TileAt(at)
		to := world.SceneSpawn(i.Gen.Seed, scene%grid.Scenes)
		if scene&tile.Passage != 0 {
			dx, dy := tile.Passes(scene)
			if to = at.Add(dx, dy); to == at {
				continue
			}
		}
		if federation.PassTo(i, k, to) {
			gone = append(gone, id)
			k = -1 // the table has changed
		}
	}
}
