package compare

import (
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// # A tie between two digests
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
	if d.c.History.Stale || !d.rederives(turn, mine, right) {
		return false
	}
	d.c.Committee.FoundWrong()
	return true
}

// Remake is rederive for a state that was found wrong before. It goes on with the result if that is the right
// state.
func (d *Comparison) Remake(right message.Digest) {
	mine := d.c.History.Ring[right.Turn%kernel.DigestRing]
	if mine.Turn != right.Turn || mine.Term != right.Term {
		return
	}
	d.c.History.Stale = false
	if d.rederives(right.Turn, mine.Sum, right.Sum) {
		d.c.Joining.Stop()
	} else {
		d.c.History.Stale = true
	}
}

func (d *Comparison) rederives(turn, mine, right uint64) bool {
	if d.c.History.Base.Snapshot == nil || d.c.History.Base.Turn >= turn || !d.derived.IsZero() && d.c.Now.Sub(d.derived) < rederiveEvery {
		return false
	}
	d.derived = d.c.Now
	was := d.c.Machine.Snapshot(nil)
	d.c.History.Restore(d.c.History.Base.Snapshot)
	d.c.History.Place(d.c.History.Base)
	d.c.Own.Restore()
	for _, t := range d.c.History.Turns {
		d.c.History.Execute(t)
	}
	if sum := d.c.History.Ring[turn%kernel.DigestRing].Sum; sum == mine || right != 0 && sum != right {
		return false
	}
	// they may be of the wrong state
	d.c.History.Next = kernel.KeptState{}
	d.c.Giving.Withdraw()
	d.c.Event("desync: this peer's state was wrong; it is rebuilt from turns", "turn", turn, "mine", mine)
	if d.c.Options.On.Desync != nil {
		d.c.Options.On.Desync(kernel.Desync{Turn: d.c.History.Executed, Source: d.c.Me, Mine: was, Right: d.c.Machine.Snapshot(nil)})
	}
	// a checkpoint in the file may be of the wrong state, too: it gets the next that is committed
	d.c.Journal.Spoilt, d.c.History.Base.At = true, time.Time{}
	return true
}
