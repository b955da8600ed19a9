package kernel

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/roster"
)

// # Length of turns
//
// The record of an epoch gives the ticks of a turn, so that the length changes for all peers at the same
// turn, by a successor record. It is the length of Options, and more where longer turns carry further: each
// turn is a packet to every peer, and the repetitions of longer turns reach further back in time. The leader
// makes turns longer, to six ticks at most, when
//
//   - half of its links are slow or lose much;
//   - its uplink does not suffice for so many followers, and no other peer's does either, or that would lead;
//   - executing turns takes much of their time.
//
// They become longer when that has been so for some seconds, and shorter again when shorter ones would do for
// a minute. A player that is far, or slow, alone changes nothing for the others.

const (
	// LongerAfter is how long turns must have been too short before they are made longer, and ShorterAfter
	// how long too long before shorter.
	LongerAfter  = 10 * time.Second
	ShorterAfter = time.Minute
	// slowStep and lossyStep are the amounts of round trip, and of lost packets, that make a turn a tick
	// longer, from the second step on. The median of the links counts; the losses of links younger than
	// committee.LossyAfter do not.
	slowStep  = 120 * time.Millisecond
	lossyStep = 0.1
	// busyPart is which part of a turn's time executing it may take.
	busyPart = 4
)

// Pace is how long the leader wants turns to be.
type Pace struct {
	since time.Time // another length is wanted, always on the same side of the present one
	want  uint8     // ticks
}

// TurnTime is how long a turn of the present epoch lasts.
func (l *Leader) TurnTime() time.Duration {
	if l.c.Epoch == nil {
		return l.c.Options.Turn
	}
	return l.Lasts(l.c.Epoch.Record().Ticks)
}

// Lasts is how long so many ticks last.
func (l *Leader) Lasts(ticks uint8) time.Duration {
	return l.c.Options.Turn * time.Duration(ticks) / time.Duration(l.c.Options.Ticks)
}

// Pace returns how many ticks the next epoch's turns should have, and whether that is another number than now
// and has been for long enough.
func (l *Leader) Pace() (ticks uint8, change bool) {
	p, now := &l.Paced, l.c.Epoch.Record().Ticks
	want := l.TicksWanted()
	if want < now {
		want = min(now, l.TicksWithReserve())
	}
	if want == now || p.want != 0 && (want > now) != (p.want > now) {
		*p = Pace{}
	}
	if want == now {
		return now, false
	}
	if p.since.IsZero() {
		p.since = l.c.Now
	}
	p.want = want
	patience := LongerAfter
	if want < now {
		patience = ShorterAfter
	}
	return want, l.c.Now.Sub(p.since) >= patience
}

// TicksWanted is how many ticks turns should have as things are. TicksWithReserve is the same if all were
// half as bad again: so that turns are not made shorter where they will be too short in a moment.
func (l *Leader) TicksWanted() uint8 { return l.ticksAt(1, 1) }

// TicksWithReserve is the same if all were half as bad again.
func (l *Leader) TicksWithReserve() uint8 { return l.ticksAt(3, 2) }

func (l *Leader) ticksAt(times, of int64) uint8 {
	rtt, loss := l.c.Committee.RoundTrip()
	least := int64(l.c.Options.Ticks)
	ticks := least
	ticks += max(0, int64(rtt)*times/of/int64(slowStep)-1)
	if loss >= lossyStep {
		ticks += int64(loss * float64(times) / float64(of) / lossyStep)
	}
	if u := int64(l.c.Resources.Uplink()); u > 0 {
		ticks = max(ticks, (least*int64(l.c.Relay.Audience())*roster.UplinkFollower*times/of+u-1)/u)
	}
	ticks = max(ticks, (int64(l.c.Measures.Steps.Usual)*times/of*busyPart+int64(l.Lasts(1))-1)/int64(l.Lasts(1)))
	return uint8(min(ticks, max(epoch.MaxTicks, least)))
}
