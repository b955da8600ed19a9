package act

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// Publish takes a piece of a blueprint. With the last one the version holds from now on, unless the rules do
// not admit it: then all its things in the active regions are made anew. Those in regions that sleep are when
// they wake.
func Publish(i *world.State, piece *blueprint.Piece) {
	e := i.Blueprints.Take(piece, i.Clock)
	if e == nil {
		return
	}
	kind := event.Published
	why := Admits(i, e.Blueprint, e.Hash, len(e.Bytes))
	if why == event.NoReason {
		if old := i.Blueprints.Find(e.ID); old != nil && old.Version == e.Version {
			i.Blueprints.Lose(blueprint.LossOf(old, e)) // both were published at once
		}
		Hold(i, e)
	} else {
		kind = event.Unpublished
	}
	i.Happened = append(i.Happened, event.Event{Kind: kind, Tick: i.Clock, Seat: seatOf(i, e.Editor), Pos: i.SpawnTile.Centre(),
		Tile: i.SpawnTile, A: int32(min(e.Version, 1<<31-1)), B: int32(why), Text: e.Name()})
}

// tellEvery is how often players are told of their versions that lost.
const tellEvery = game.TicksPerSecond

// TellLosses tells players that are awake of their versions of blueprints that lost, each of one at a time:
// when they are told, the register forgets it.
func TellLosses(i *world.State) {
	if i.Partial || len(i.Blueprints.Losses()) == 0 || i.Clock%tellEvery != 0 {
		return
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if !i.IsAwake(p) {
			continue
		}
		if l, ok := i.Blueprints.Tell(p.Key); ok {
			i.Happened = append(i.Happened, event.Event{Kind: event.Overruled, Tick: i.Clock, Seat: p.Seat, Pos: p.Last, A: int32(min(l.Was, 1<<31-1)), B: int32(min(l.Is, 1<<31-1)),
				Text: l.Name + "\n" + l.By})
		}
	}
}

// Hold lets a version of a blueprint hold, whoever signed it: Publish does when the rules admit it, and
// exhibits and trials of makers do as they like.
func Hold(i *world.State, e *blueprint.Entry) {
	i.Blueprints.Put(*e)
	living.Survey(i)
	living.RebuildAll(i)
}

// EntryOf returns the entry of a blueprint, for Hold.
func EntryOf(i *world.State, b *blueprint.Blueprint) *blueprint.Entry {
	data := blueprint.Append(nil, b)
	return &blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data, Since: i.Clock}
}

// seatOf returns the seat of a player that is in the world, 0 for others.
func seatOf(i *world.State, key [32]byte) entity.Seat {
	if p := i.Roster.ByKey(key); p != nil {
		return p.Seat
	}
	return 0
}

// MaxOfStranger is the most blueprints of an author without a rank by name, MaxByStrangers that of all of
// them together, and MaxTitlesOfStranger and MaxTitlesByStrangers are the same together with those that are
// withdrawn, which stay: so no number of new keys fills the register. One more is refused (NoRoom).
const (
	MaxOfStranger, MaxByStrangers             = 8, blueprint.MaxBlueprints / 2
	MaxTitlesOfStranger, MaxTitlesByStrangers = 2 * MaxOfStranger, blueprint.MaxTitles / 2
)

// Admits says why a version of a blueprint cannot come to hold, if there is a reason. Its editor must have a
// rank by name, or be somebody that the island knows; the rest is blueprint.Register.Admit.
func Admits(i *world.State, b *blueprint.Blueprint, hash blueprint.Hash, size int) event.Reason {
	rank, named := i.Code.Named(b.Editor)
	if !named && i.Roster.ByKey(b.Editor) == nil {
		return event.NotAllowed
	}
	if why := i.Blueprints.Admit(b, hash, size, rank); why != event.NoReason || IsMember(i, b.Author) {
		return why
	}
	old := i.Blueprints.Find(b.ID())
	if old != nil && (b.Has(blueprint.Withdrawn) || !old.Has(blueprint.Withdrawn)) {
		return event.NoReason
	}
	var own, all, ownTitles, allTitles int
	for k := range i.Blueprints.List() {
		e := &i.Blueprints.List()[k]
		mine, live := e.Author == b.Author, !e.Has(blueprint.Withdrawn)
		if !mine && IsMember(i, e.Author) {
			continue
		}
		own, all = own+one(mine && live), all+one(live)
		ownTitles, allTitles = ownTitles+one(mine), allTitles+1
	}
	full := own >= MaxOfStranger || all >= MaxByStrangers
	if full && !b.Has(blueprint.Withdrawn) || old == nil && (ownTitles >= MaxTitlesOfStranger || allTitles >= MaxTitlesByStrangers) {
		return event.NoRoom
	}
	return event.NoReason
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// IsMember reports whether a player has a rank by name that lets it publish.
func IsMember(i *world.State, author game.PlayerID) bool {
	rank, named := i.Code.Named(author)
	return named && rank >= rights.Builder
}
