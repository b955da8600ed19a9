package matches

import (
	"slices"

	"manyhold/game/event"
)

// newsMost is how many events of the world are kept during a match.
const newsMost = 32

// News are the events of the world that happen while a match is shown. The interface tells them afterwards.
type News struct{ list []event.Event }

// Hear keeps what is to be told of some events.
func (n *News) Hear(events []event.Event) {
	for k := range events {
		switch events[k].Kind {
		case event.Entered, event.Left, event.Lit, event.Told, event.Ruled, event.Renamed, event.KnockedOut, event.ClaimMade, event.ClaimEnded, event.ClaimShared,
			event.Reverted, event.Reinstated, event.Overruled:
			if n.list = append(n.list, events[k]); len(n.list) > newsMost {
				n.list = slices.Delete(n.list, 0, 1)
			}
		}
	}
}

// Take returns the news, and forgets them.
func (n *News) Take() []event.Event {
	list := n.list
	n.list = nil
	return list
}
