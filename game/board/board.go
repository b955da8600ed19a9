// Package board is the notice board by the hearth of the spawn, as functions on a world.State: it counts what
// the people of the world do for the challenges of the week (package challenge), gives prizes, and knows who
// needs help.
package board

import (
	"manyhold/game/abroad"
	"manyhold/game/challenge"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Step counts the events of a tick. Only events of players of this island count, and those of creatures on
// its land: others are counted where they happen.
func Step(i *world.State, events []event.Event) {
	if i.Partial || len(events) == 0 {
		return
	}
	week := challenge.WeekOf(i.Clock)
	rows := challenge.Of(i.Gen.Seed, week)
	for k := range events {
		e := &events[k]
		for slot, r := range rows {
			row := &challenge.Rows[r]
			n := row.Count(e)
			if n == 0 || e.Seat != 0 && !here(i, e.Seat) {
				continue
			}
			if i.Challenges.Add(week, slot, n, row.Goal) {
				i.Challenges.Meet(i.Gen.Seed, i.Clock)
				i.Tell(event.Achieved, nil, i.SpawnTile, int32(r), int32(slot))
			}
		}
	}
}

// here reports whether the player of a seat is on this island.
func here(i *world.State, s entity.Seat) bool {
	_, ok := world.FindSeat(i.Roster.Here, s)
	return ok
}

// Met reports whether a challenge of this week is met.
func Met(i *world.State, slot int) bool {
	week := challenge.WeekOf(i.Clock)
	return i.Challenges.Of(week, slot) >= challenge.Rows[challenge.Of(i.Gen.Seed, week)[slot]].Goal
}

// Got reports whether a player has got the prize of a challenge of this week.
func Got(i *world.State, p *entity.PlayerState, slot int) bool {
	return p.Prizes>>challenge.Slots == challenge.WeekOf(i.Clock) && p.Prizes>>slot&1 != 0
}

// Late reports whether a challenge of this week was met before a player came into the world. Such a player
// gets no prize: else anybody could collect it again under ever new keys.
func Late(i *world.State, p *entity.PlayerState, slot int) bool {
	return !i.Challenges.Before(challenge.WeekOf(i.Clock), slot, p.FirstSeen)
}

// Read lets a player read the board, and gives it the prizes that it has not got yet. A prize for which there
// is no room falls to the ground.
func Read(i *world.State, p *entity.PlayerState, b *entity.Body, t grid.Tile) event.Reason {
	i.Tell(event.Opened, p, t, int32(tile.Notice), 0)
	week := challenge.WeekOf(i.Clock)
	if i.Partial || p.Prizes>>challenge.Slots > week {
		return event.NoReason // on another island it is later already
	}
	for slot, r := range challenge.Of(i.Gen.Seed, week) {
		if !Met(i, slot) || Got(i, p, slot) || Late(i, p, slot) {
			continue
		}
		prize := challenge.Rows[r].Prize
		if item.Room(p.Inventory[:], prize) < prize.Count && !i.Space.Room(t.Region(), 1) {
			continue
		}
		if p.Prizes>>challenge.Slots != week {
			p.Prizes = week << challenge.Slots
		}
		p.Prizes |= 1 << slot
		i.Ledger.Created[prize.Kind] += uint64(prize.Count)
		i.TellBody(event.Rewarded, p, b, int32(prize.Kind), int32(prize.Count))
		id := p.Body
		if rest := item.Add(p.Inventory[:], prize); rest > 0 {
			living.Spill(i, item.Stack{Kind: prize.Kind, Count: rest}, grid.TileAt(b.Pos), uint64(id), uint64(slot))
			b = i.Space.Body(id) // the table of bodies has changed
		}
	}
	return event.NoReason
}

// Need is a player who needs help.
type Need struct {
	Seat entity.Seat
	Name entity.Name
	At   grid.Tile
	Out  bool // it is knocked out; else its things lie there
}

// Needs returns the players of all islands who need help: first those that are knocked out, and of those the
// ones of this island.
func Needs(i *world.State) (list []Need) {
	for _, out := range [...]bool{true, false} {
		for k := range i.Roster.Here {
			p := &i.Roster.Here[k]
			if out && fall.Out(i, p) {
				list = append(list, Need{p.Seat, p.Name, grid.TileAt(i.Space.Body(p.Body).Pos), true})
			} else if at, _, ok := p.Remains(i.Clock); !out && ok && !fall.Out(i, p) {
				list = append(list, Need{p.Seat, p.Name, at, false})
			}
		}
		i.Abroad.All(func(n *abroad.Note) {
			if i.Roster.BySeat(n.Seat) == nil && (out && n.Need == abroad.Out || !out && n.Need == abroad.Lost && i.Clock < n.Until) {
				list = append(list, Need{n.Seat, n.Name, n.At, out})
			}
		})
	}
	return list
}
