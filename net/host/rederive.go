package host

import (
	"time"

	"manyhold/net/host/message"
)

// # Who is right where as many say one thing as another
//
// Between two peers there is no minority. A flipped bit in the leader's state would win, and replace the
// right state of the other peer. So before a leader prefers its own digest to equally many others, it derives
// its state again, from the state that it keeps for going back and the turns since. If the result differs,
// the result is right, and no other peer has to replace its state. A difference that persists, as between two
// architectures, is decided for the leader, as before.
//
// A lone voter does the same when most digests differ from its own, before it takes the state of a peer,
// because all wait for it. So does a peer with a wrong state when no peer is left to take one from (remake):
// its log may be the newest, and while its state is wrong it would defer to leaders that cannot be elected.

// rederiveEvery is the least time between two times that a state is made again: ten seconds of turns are
// executed at once.
const rederiveEvery = 30 * time.Second

// rederive makes the state again from the kept one, and reports whether a turn leaves another digest now than
// it did: that which is right, or where that is zero any other.
func (d *Comparison) rederive(turn, mine, right uint64) bool {
	if d.c.history.stale || !d.rederives(turn, mine, right) {
		return false
	}
	d.c.seats.foundWrong()
	return true
}

// remake is rederive for a state that was found wrong before. It goes on with the result if that is the right
// state.
func (d *Comparison) remake(right message.Digest) {
	mine := d.c.history.ring[right.Turn%digestRing]
	if mine.Turn != right.Turn || mine.Term != right.Term {
		return
	}
	d.c.history.stale = false
	if d.rederives(right.Turn, mine.Sum, right.Sum) {
		d.c.joining.stop()
	} else {
		d.c.history.stale = true
	}
}

func (d *Comparison) rederives(turn, mine, right uint64) bool {
	if d.c.history.base.snapshot == nil || d.c.history.base.turn >= turn || !d.derived.IsZero() && d.c.now.Sub(d.derived) < rederiveEvery {
		return false
	}
	d.derived = d.c.now
	was := d.c.machine.Snapshot(nil)
	d.c.history.restore(d.c.history.base.snapshot)
	d.c.history.place(d.c.history.base)
	d.c.own.restore()
	for _, t := range d.c.history.turns {
		d.c.history.execute(t)
	}
	if sum := d.c.history.ring[turn%digestRing].Sum; sum == mine || right != 0 && sum != right {
		return false
	}
	// they may be of the wrong state
	d.c.history.next = kept{}
	d.c.giving.withdraw()
	d.c.event("desync: its own state was the wrong one, and is made again", "turn", turn, "mine", mine)
	if d.c.options.On.Desync != nil {
		d.c.options.On.Desync(Desync{Turn: d.c.history.executed, Source: d.c.me, Mine: was, Right: d.c.machine.Snapshot(nil)})
	}
	// a checkpoint in the file may be of the wrong state, too: it gets the next that is committed
	d.c.journal.spoilt, d.c.history.base.at = true, time.Time{}
	return true
}
