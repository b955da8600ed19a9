// Package revert undoes what a player did: all changes of the last minutes within a radius, wherever nobody
// else has changed anything since. It reads the diaries of the regions (package diary), so that every peer
// comes to the same result. A plan says what would be done, for the preview; Do is the command.
//
// The rules of a revert:
//
//   - A tile is restored if it still is as the player left it. Of several changes of one tile the newest go
//     first, up to the first one by another player.
//   - Stacks that the player took from a chest go back there: from the player's own inventory as far as they
//     are in it, else they are made anew. Stacks that the player put into a chest go back to the player.
//   - Crates and balls that the player set down disappear; those that the player put away stand there again.
//   - What was placed and disappears goes to nobody, and what was dug out of restored tiles stays with its
//     finder. Only keepers can revert, and the world trusts them not to multiply goods by it.
//   - Blocks of makers that the player placed disappear, with what their scripts knew. Those that the player
//     put away stay away, and count as kept. Their areas and bodies are not noted.
//   - A fire that the player lit is put out, and what burnt there stands again. Where it spread by itself,
//     nothing is restored.
//
// The reverted entries are marked and stay in the diary: undoing the revert does them again, wherever nobody
// has changed anything since the revert.
package revert

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/world"
)

const (
	// MaxRadius is the largest radius, in tiles; a larger one is refused (TooFar).
	MaxRadius = 64
	// MaxChanges is the most entries that one command undoes. The next command goes on.
	MaxChanges = 4096
	// minute is a minute, in ticks.
	minute = 60 * game.TicksPerSecond
)

// Area is where a revert is: the tiles within Radius of Middle.
type Area struct {
	Middle grid.Tile
	Radius uint8
}

// Has reports whether a tile is in the area.
func (a Area) Has(t grid.Tile) bool {
	dx, dy, r := int64(t.X)-int64(a.Middle.X), int64(t.Y)-int64(a.Middle.Y), int64(a.Radius)
	return dx*dx+dy*dy <= r*r
}

// Regions returns the regions that the area touches, row by row.
func (a Area) Regions() (list []grid.Region) {
	r := int32(a.Radius)
	first, last := a.Middle.Add(-r, -r).Region(), a.Middle.Add(r, r).Region()
	for y := first.Y; y <= last.Y; y++ {
		for x := first.X; x <= last.X; x++ {
			list = append(list, grid.Region{X: x, Y: y})
		}
	}
	return list
}

// Do executes the command Revert of a player of the rank for it. On a copy for prediction it does nothing:
// the outcome is seen when the turn arrives.
func Do(i *world.State, p *entity.PlayerState, c *command.Command) event.Reason {
	switch {
	case c.Slot > MaxRadius:
		return event.TooFar
	case i.Partial:
		return event.NoReason
	}
	i.Diary.Hand = 0 // the revert itself is noted by marking the entries
	area := Area{c.Tile, c.Slot}
	wake(i, area)
	plan, kind, why := Plan{}, event.Reverted, event.NoReason
	if c.Count == 0 {
		kind = event.Reinstated
		plan, why = Undo(i, p, area)
	} else {
		var of diary.Author
		if of, why = Named(i, area, c.Entity); why == event.NoReason {
			plan, why = Of(i, p, &of, area, c.Count)
		}
	}
	if why != event.NoReason {
		return why
	}
	seat, name, whose := p.Seat, p.Name, plan.Of
	done, kept := plan.apply(i, &diary.Author{Key: p.Key, Seat: seat, Name: name})
	if done == 0 && (!plan.undo || kept == 0) {
		return event.NothingToRevert
	}
	i.Happened = append(i.Happened, event.Event{Kind: kind, Tick: i.Clock, Seat: seat, Pos: c.Tile.Centre(), Tile: c.Tile,
		Entity: game.EntityID(whose.Seat), A: int32(done), B: int32(kept), Text: whose.Name.String()})
	return event.NoReason
}

// wake activates the dormant regions of an area, as far as there is room. They fall asleep again as all do.
func wake(i *world.State, a Area) {
	for _, at := range a.Regions() {
		_, asleep := i.Dormant.Find(at)
		if asleep && len(i.Land.Regions) < world.MaxRegions && i.Register.Owns(at) {
			living.Activate(i, at)
		}
	}
}

// Named returns the player that a command names: by the number of its body, or by that of its seat, which
// the roster or a diary of the area knows.
func Named(i *world.State, a Area, id game.EntityID) (of diary.Author, why event.Reason) {
	seat := entity.Seat(id)
	if b := i.Space.Body(id); b != nil && b.Kind == entity.Player {
		seat = b.Seat
	} else if game.EntityID(seat) != id || seat == 0 {
		return of, event.NothingToRevert
	}
	if p := i.Roster.BySeat(seat); p != nil {
		return diary.Author{Key: p.Key, Seat: p.Seat, Name: p.Name}, event.NoReason
	}
	for _, at := range a.Regions() {
		if d := i.Diary.Of(at); d != nil {
			for _, who := range d.Authors {
				if who.Seat == seat {
					return who, event.NoReason
				}
			}
		}
	}
	return of, event.NothingToRevert
}

// May returns event.NoReason if a player of the rank for it may revert what another did, or undo a revert by
// that other.
func May(i *world.State, p *entity.PlayerState, of *diary.Author, undo bool) event.Reason {
	own, theirs := i.Rank(p), i.Code.Rank(of.Key)
	if of.Key == p.Key || theirs < own || undo && theirs == own {
		return event.NoReason
	}
	return event.NotAllowed
}
