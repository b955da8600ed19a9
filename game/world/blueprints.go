package world

import (
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/rights"
)

// MaxOfStranger is the most blueprints of an author without a rank by name, MaxByStrangers that of all of
// them together: so no number of new keys fills the register. One more is refused (NoRoom).
const MaxOfStranger, MaxByStrangers = 8, blueprint.MaxBlueprints / 2

// Admits says why a version of a blueprint cannot come to hold, if there is a reason. Its editor must have a
// rank by name, or be somebody that the island knows; the rest is blueprint.Register.Admit.
func (i *State) Admits(b *blueprint.Blueprint, hash blueprint.Hash, size int) event.Reason {
	rank, named := i.Code.Named(b.Editor)
	if !named && i.Roster.ByKey(b.Editor) == nil {
		return event.NotAllowed
	}
	if why := i.Blueprints.Admit(b, hash, size, rank); why != event.NoReason || i.Blueprints.Find(b.ID()) != nil || i.member(b) {
		return why
	}
	own, all := 0, 0
	for k := range i.Blueprints.List() {
		switch e := &i.Blueprints.List()[k]; {
		case e.Author == b.Author:
			own++
			all++
		case !i.member(e.Blueprint):
			all++
		}
	}
	if own >= MaxOfStranger || all >= MaxByStrangers {
		return event.NoRoom
	}
	return event.NoReason
}

// member reports whether the author of a blueprint has a rank by name that lets it publish.
func (i *State) member(b *blueprint.Blueprint) bool {
	rank, named := i.Code.Named(b.Author)
	return named && rank >= rights.Builder
}
