package order

import (
	"fmt"

	"manyhold/game/act"
	"manyhold/game/event"
)

const (
	// shutAfter is how many turns a job waits at a door that does not admit its player: an invitation that is
	// being used takes a second or two.
	shutAfter = 120
	// askAgain is how many turns a player that waits for room lets pass until it asks again: less than the
	// time for which it keeps its place (gate.QueuePatience).
	askAgain = 20
	// admitWithin is how many turns a job waits for room in the world.
	admitWithin = 100
)

// outsider is an order that may be carried out while the player is not in the world.
type outsider interface{ outside() bool }

// admitted reports whether an Enter makes sense now. It ends a job whose player is not let in, with the
// reason.
func (l *Queue) admitted(h *Actor) bool {
	why, before := act.Refusal(&h.World.State, h.Me)
	switch why {
	case event.NoReason:
		l.barred = 0
		return true
	case event.WorldFull, event.Crowded:
		if l.barred++; l.barred >= admitWithin {
			l.shut(fmt.Errorf("%w: %w", ErrNotAdmitted, refusedNotice(why, before)))
			return false
		}
		if l.barred%askAgain == 0 {
			l.asked = 0
		}
		return l.asked == 0
	}
	if h.Ticket != nil {
		if err := h.Ticket(); err != nil {
			l.shut(fmt.Errorf("%w: %w; %w", ErrNotAdmitted, err, refusedNotice(why, before)))
			return false
		}
	}
	if l.asked, l.barred = 0, l.barred+1; l.barred >= shutAfter {
		l.shut(fmt.Errorf("%w: %w", ErrNotAdmitted, refusedNotice(why, before)))
	}
	return false
}

// shut ends the present job.
func (l *Queue) shut(err error) {
	l.asked, l.barred = 0, 0
	l.finish(err)
}
