package board

import (
	"manyhold/game/annals"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// witness is how far from a deed without an author somebody can be to have done it, in tiles.
const witness fixed.Q = 16 * fixed.One

// Chronicle notes which events of a tick are the first of their kind in the world.
func Chronicle(i *world.State, events []event.Event) {
	if i.Partial || i.Annals.Complete() {
		return
	}
	for k := range events {
		e := &events[k]
		for n := range annals.Rows {
			r := &annals.Rows[n]
			if r.On != e.Kind || e.Seat != 0 && !here(i, e.Seat) {
				continue
			}
			_, done := i.Annals.Entry(n)
			if _, on, _, _ := i.Land.TileAt(e.Tile); !done && r.Fits(e, on) {
				i.Annals.Note(n, annals.Entry{Since: i.Clock, Name: doer(i, e)})
			}
		}
	}
}

// doer returns the name of the player who did something: its author, or else the nearest one who is awake.
func doer(i *world.State, e *event.Event) (name entity.Name) {
	if p := i.Roster.BySeat(e.Seat); e.Seat != 0 && p != nil {
		return p.Name
	}
	least := witness
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep == 0 {
			if d := b.Pos.Sub(e.Pos).Len(); d < least {
				name, least = p.Name, d
			}
		}
	}
	return name
}
