package predict

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
)

const (
	// mostTold bounds the predicted events that are remembered until they are confirmed, and the events that
	// wait; beyond it the oldest is forgotten.
	mostTold = 256
	// toldApart is how far apart in ticks a predicted event and its confirmation may be, and bounceApart
	// of those that only physics makes.
	toldApart, bounceApart = 45, 20
	// forgetAfter is when a prediction that was not confirmed is forgotten, in ticks.
	forgetAfter = 3 * game.TicksPerSecond
)

// told sees to it that every event is told once.
type told struct {
	out, spare []event.Event
	predicted  []event.Event // told before they were confirmed
	waiting    []event.Event // of others, until playback has come to them
	upTo       game.Tick     // events of ticks before were predicted
}

// predict reports the events of a tick that was predicted for the first time, as far as they are own ones or
// of things drawn as predicted.
func (t *told) predict(events []event.Event, seat entity.Seat, tick game.Tick, ahead func(*entity.Body) bool) {
	if tick < t.upTo {
		return
	}
	t.upTo = tick + 1
	for _, e := range events {
		if seat == 0 || e.Seat != seat || !foreseeable(e.Kind) {
			continue
		}
		t.out = append(t.out, e)
		t.predicted = keep(t.predicted, e)
	}
}

// foreseeable reports whether an event is told when it is predicted, not when it is confirmed.
func foreseeable(k event.Kind) bool {
	switch k {
	case event.Refused, event.Entered, event.Left, event.ClaimMade, event.ClaimFree, event.ThingTold: // another may come first
		return false
	}
	return true
}

// confirm takes in the events of a turn: those already reported are dropped, own ones are reported, and those
// of others wait for the picture.
func (t *told) confirm(events []event.Event, seat entity.Seat, now game.Tick) {
	for _, e := range events {
		if t.known(&e) {
			continue
		}
		if seat != 0 && e.Seat == seat {
			t.out = append(t.out, e)
		} else {
			t.waiting = keep(t.waiting, e)
		}
	}
	kept := t.predicted[:0]
	for _, e := range t.predicted {
		if e.Tick+forgetAfter > now {
			kept = append(kept, e)
		}
	}
	t.predicted = kept
}

// known reports whether a confirmed event was told when it was predicted, and forgets that.
func (t *told) known(e *event.Event) bool {
	for k := range t.predicted {
		if same(&t.predicted[k], e) {
			t.predicted = append(t.predicted[:k], t.predicted[k+1:]...)
			return true
		}
	}
	return false
}

// same reports whether a confirmed event is the predicted one.
func same(p, c *event.Event) bool {
	if p.Kind != c.Kind || p.Seat != c.Seat {
		return false
	}
	apart := max(p.Tick, c.Tick) - min(p.Tick, c.Tick)
	switch p.Kind {
	case event.Bounced, event.Landed, event.Splashed, event.Creaked:
		return p.Entity == c.Entity && apart <= bounceApart
	case event.Collected:
		return p.A == c.A && apart <= toldApart
	}
	return p.Tile == c.Tile && p.A == c.A && p.B == c.B && p.Text == c.Text && apart <= toldApart
}

// release reports other players' events up to a tick.
func (t *told) release(tick int64) {
	kept := t.waiting[:0]
	for _, e := range t.waiting {
		if int64(e.Tick) <= tick {
			t.out = append(t.out, e)
		} else {
			kept = append(kept, e)
		}
	}
	t.waiting = kept
}

// take returns the events to report, and empties the list.
func (t *told) take() []event.Event {
	out := t.out
	t.out, t.spare = t.spare[:0], out
	return out
}

// keep appends e, forgetting the oldest beyond mostTold.
func keep(list []event.Event, e event.Event) []event.Event {
	if len(list) >= mostTold {
		copy(list, list[1:])
		list = list[:len(list)-1]
	}
	return append(list, e)
}
