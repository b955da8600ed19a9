package federation

import (
	"manyhold/game"
	"manyhold/game/carry/bond"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/world"
)

// PassTo moves a body, with the body or the player that it carries, to another place in the world, or hands
// them to the island of that place. It reports whether they have gone: both stay while that island cannot be
// reached, or no region can be active there.
func PassTo(i *world.State, k int, to grid.Tile) bool {
	b := &i.Space.Bodies()[k]
	id, at, through := b.ID, to.Region(), grid.TileAt(b.Pos)
	if i.Register.Owns(at) {
		if i.Land.Active(at) == nil {
			if len(i.Land.Regions) >= world.MaxRegions {
				return false
			}
			living.Activate(i, at)
			k, _ = i.Space.Find(id) // what woke there may have changed the table
		}
		TellTrip(i, event.Travelled, through, int32(at.Scene()), id, Arrive(i, k, to))
		return true
	}
	if i.Partial {
		return true // a copy waits for what comes
	}
	holder := world.Home
	if i.Register.SelfID == world.Home {
		holder = i.Register.HeldBy(at)
	}
	if !RoomToSend(i, holder, crossSize(i, id)) {
		return false
	}
	TellTrip(i, event.Travelled, through, int32(at.Scene()), id, Arrive(i, k, to))
	handOver(i, id, holder)
	return true
}

// TellTrip tells that a body went away from a tile, by whatever event says so, and likewise the player that
// it carries, unless load is 0.
func TellTrip(i *world.State, k event.Kind, from grid.Tile, a int32, id, load game.EntityID) {
	i.Tell(k, playerOf(i, id), from, a, 0)
	if load != 0 {
		i.Tell(k, playerOf(i, load), from, a, 0)
	}
}

// playerOf returns the player of a body, nil if it is none's.
func playerOf(i *world.State, id game.EntityID) *entity.PlayerState {
	if b := i.Space.Body(id); b != nil && b.Kind == entity.Player {
		return i.Roster.BySeat(b.Seat)
	}
	return nil
}

// Arrive puts a body down at a tile, at rest, where there is room for it, and what it carries with it: a
// body, or a player. Where the land is another island's, that one looks for room. A player that is carried
// gets off and goes without its carrier. Arrive returns the body of the player that came along as a load, 0
// if none did.
func Arrive(i *world.State, k int, to grid.Tile) (load game.EntityID) {
	b := &i.Space.Bodies()[k]
	load = loadOf(i, b.ID)
	leave(i, b, load)
	spot := to.Centre()
	if i.Land.Active(to.Region()) != nil {
		spot = living.Room(i, b.Kind, spot)
	}
	for _, id := range [...]game.EntityID{b.ID, b.Other, load} {
		k, ok := i.Space.Find(id)
		if !ok {
			continue
		}
		x := &i.Space.Bodies()[k]
		from := x.Pos
		x.Pos, x.Vel = spot, fixed.SVec{}
		i.Space.Moved(k, from)
		i.Space.Wake(k)
		if p := playerOf(i, id); p != nil {
			p.Last, i.Moved = spot, true
			if p.Action == entity.Digging {
				living.Act(i, p, entity.Idle)
			}
		}
	}
	return load
}

// leave separates a body that goes elsewhere from a player that stays behind: its carrier, or one that it
// cannot take along as its load.
func leave(i *world.State, b *entity.Body, load game.EntityID) {
	if bond.Carrier(i, b.ID) != 0 {
		getOff(i, b.ID)
		b.Z, b.VZ = 0, 0
	}
	if left := bond.Load(i, b.ID); left != load {
		getOff(i, left)
	}
}

// getOff ends the bond of a player that is carried, and tells of it.
func getOff(i *world.State, id game.EntityID) {
	carrier := bond.Carrier(i, id)
	bond.Cut(i, id)
	k, ok := i.Space.Find(id)
	if !ok {
		return
	}
	i.Space.Wake(k)
	if p := playerOf(i, carrier); p != nil {
		i.TellBody(event.SetDown, p, &i.Space.Bodies()[k], 0, 0)
	}
}
