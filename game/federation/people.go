package federation

import (
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/pins"
	"manyhold/game/world"
)

// An island tells home what its people show everybody, and home tells all islands that hold land what it
// knows of all people: package abroad keeps it. A letter is whole, so that one that is lost with an island
// does no harm. It goes when it differs from the one before, and again from time to time; an island that does
// not take its mail in gets no second one.

const (
	// tellPeopleEvery is how often an island looks for news of its people, tellAgain how often it tells
	// without any, in ticks.
	tellPeopleEvery, tellAgain = game.TicksPerSecond, 120 * game.TicksPerSecond
)

// tellPeople tells other islands of the people here, if there is news.
func tellPeople(i *world.State) {
	if i.Clock%tellPeopleEvery != 0 {
		return
	}
	to := hearers(i)
	if !i.Register.Child() {
		i.Abroad.Keep(func(island uint64) bool { return slices.Contains(to, island) })
	}
	if len(to) == 0 {
		return
	}
	if i.Clock%tellAgain == 0 {
		i.Abroad.Retell()
	}
	notes := abroad.AppendNotes(nil, people(i))
	names := slices.Clone(notes)
	for _, island := range to {
		names = codec.U64(names, island)
	}
	if !i.Abroad.Tell(xxh3.Hash(names)) {
		return
	}
	m := append(codec.U64([]byte{uint8(PeopleLetter)}, uint64(i.Clock)), notes...)
	for _, island := range to {
		if k, ok := FindOutbox(i, island); !ok && len(i.Mail.Outboxes) < world.MaxBoxes || ok && len(i.Mail.Outboxes[k].List) == 0 {
			Send(i, island, m)
		}
	}
}

// holdsLand reports whether home has lent land to an island.
func holdsLand(i *world.State, island uint64) bool {
	return slices.ContainsFunc(i.Register.Leases, func(l world.Lease) bool { return l.To == island })
}

// people returns what this island tells: of its own people those who are in the world, share a pin or need
// help, and at home those of other islands.
func people(i *world.State) (notes []abroad.Note) {
	for _, list := range [...][]entity.PlayerState{i.Roster.Here, i.Roster.Away} {
		for k := range list {
			p := &list[k]
			n := abroad.Note{Seat: p.Seat, Name: p.Name, Look: p.Look, Pins: p.Pins}
			b := i.Space.Body(p.Body)
			if at, until, lies := p.Remains(i.Clock); p.Out(b) {
				n.Need, n.At = abroad.Out, grid.TileAt(b.Pos)
			} else if lies {
				n.Need, n.At, n.Until = abroad.Lost, at, until
			}
			if b != nil || n.Need != abroad.NoNeed || n.Pins[0].Sign != 0 {
				notes = append(notes, n)
			}
		}
	}
	if !i.Register.Child() {
		i.Abroad.All(func(n *abroad.Note) { notes = append(notes, *n) })
	}
	weight := func(n *abroad.Note) int {
		switch {
		case n.Need != abroad.NoNeed:
			return 0
		case n.Pins[0].Sign != 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(notes, func(a, b abroad.Note) int { return weight(&a) - weight(&b) })
	notes = notes[:min(len(notes), abroad.MostNotes)]
	slices.SortStableFunc(notes, func(a, b abroad.Note) int { return int(a.Seat) - int(b.Seat) })
	return slices.CompactFunc(notes, func(a, b abroad.Note) bool { return a.Seat == b.Seat })
}

// onPeople takes in what another island tells of its people. An island hears of them from home only, and home
// from those only to which it has lent land, and of those only that it knows to be on another island: nobody
// makes people up. News of a player of this island is not believed, nor are pins that nobody can set, and
// things lie nowhere longer than they could.
func onPeople(i *world.State, from uint64, c *codec.Cursor) {
	sent := readSent(c)
	notes := abroad.ReadNotes(c)
	if !hears(i, from, c) || !i.Register.Child() && !holdsLand(i, from) {
		return
	}
	notes = slices.DeleteFunc(notes, func(n abroad.Note) bool {
		return i.Roster.BySeat(n.Seat) != nil || !i.Register.Child() && !i.Register.IsSeatAway(n.Seat)
	})
	for k := range notes {
		n := &notes[k]
		told := n.Pins
		n.Pins = [entity.MostPins]entity.Pin{}
		at := 0
		for _, p := range told {
			if p.Sign != 0 && pins.Within(p.Tile) {
				n.Pins[at] = p
				at++
			}
		}
		if n.Need == abroad.Lost {
			if n.Until = min(shifted(i, n.Until, sent), i.Clock+entity.RemainsTime); n.Until <= i.Clock {
				n.Need, n.At, n.Until = abroad.NoNeed, grid.Tile{}, 0
			}
		}
	}
	i.Abroad.Hear(from, notes)
}
