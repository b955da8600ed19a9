package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/roster"
)

// # How long turns are
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
	// longerAfter is how long turns must have been too short before they are made longer, and shorterAfter
	// how long too long before shorter.
	longerAfter  = 10 * time.Second
	shorterAfter = time.Minute
	// paceStep is the amount of round trip, and of lost packets, that makes a turn a tick longer, from the
	// second step on. The median of the links counts; the losses of links younger than lossyAfter do not.
	slowStep  = 120 * time.Millisecond
	lossyStep = 0.1
	// busyPart is which part of a turn's time executing it may take.
	busyPart = 4
)

// pace is how long the leader wants turns to be.
type pace struct {
	since time.Time // another length is wanted, always on the same side of the present one
	want  uint8     // ticks
}

// turnTime is how long a turn of the present epoch lasts.
func (l *Leader) turnTime() time.Duration {
	if l.c.e == nil {
		return l.c.options.Turn
	}
	return l.lasts(l.c.e.Record().Ticks)
}

// lasts is how long so many ticks last.
func (l *Leader) lasts(ticks uint8) time.Duration {
	return l.c.options.Turn * time.Duration(ticks) / time.Duration(l.c.options.Ticks)
}

// pace returns how many ticks the next epoch's turns should have, and whether that is another number than now
// and has been for long enough.
func (l *Leader) pace() (ticks uint8, change bool) {
	p, now := &l.paced, l.c.e.Record().Ticks
	want := l.ticksWanted()
	if want < now {
		want = min(now, l.ticksWithReserve())
	}
	if want == now || p.want != 0 && (want > now) != (p.want > now) {
		*p = pace{}
	}
	if want == now {
		return now, false
	}
	if p.since.IsZero() {
		p.since = l.c.now
	}
	p.want = want
	patience := longerAfter
	if want < now {
		patience = shorterAfter
	}
	return want, l.c.now.Sub(p.since) >= patience
}

// ticksWanted is how many ticks turns should have as things are. ticksWithReserve is the same if all were
// half as bad again: so that turns are not made shorter where they will be too short in a moment.
func (l *Leader) ticksWanted() uint8      { return l.ticksAt(1, 1) }
func (l *Leader) ticksWithReserve() uint8 { return l.ticksAt(3, 2) }

func (l *Leader) ticksAt(times, of int64) uint8 {
	rtt, loss := l.c.seats.roundTrip()
	least := int64(l.c.options.Ticks)
	ticks := least
	ticks += max(0, int64(rtt)*times/of/int64(slowStep)-1)
	if loss >= lossyStep {
		ticks += int64(loss * float64(times) / float64(of) / lossyStep)
	}
	if u := int64(l.c.resources.Uplink()); u > 0 {
		ticks = max(ticks, (least*int64(l.c.relay.audience())*roster.UplinkFollower*times/of+u-1)/u)
	}
	ticks = max(ticks, (int64(l.c.measures.steps.usual)*times/of*busyPart+int64(l.lasts(1))-1)/int64(l.lasts(1)))
	return uint8(min(ticks, max(epoch.MaxTicks, least)))
}
