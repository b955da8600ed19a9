package host

import "time"

// # What may have effects elsewhere
//
// What an island says to another, or says it has taken, has effects in another log, which do not go away when the turn
// that said it does. A committed turn does go away when too many who hold it forget it at once: when power fails where
// a majority is. So it counts only when it is safe: committed, and synced by a voter of its epoch, who says so in its
// frames when it leads. A group that too few are left of goes on only with what all its voters have (recover.go), and so
// with that; and a record takes effect only when a voter has it synced with all turns before (prove), so that all turns
// of earlier epochs are safe.
//
// Files are synced once a second. A leader whose island has parcels to give that are not safe asks for it sooner.

// Syncer is what a Log may also be: one that tells what a power cut would leave. Of others what is written counts as
// synced.
type Syncer interface {
	// Synced is the greatest turn that a power cut would not lose. It is told like Written.
	Synced() uint64
	// Sync has what is written synced soon, not more often than the disk bears.
	Sync()
}

// syncAgain is how long a leader waits for a sync that it asked for before it asks again.
const syncAgain = 250 * time.Millisecond

// Synced tells how far the file would be after a power cut. It is called after Persisted, or with it.
func (c *Core) Synced(now time.Time, turn uint64) {
	c.at(now)
	c.disk.synced = turn
}

// Synced tells how far an island's file would be after a power cut.
func (w *World) Synced(now time.Time, island, turn uint64) {
	w.now = now
	if c := w.islands.get(island); c != nil {
		c.Synced(now, turn)
	}
}

// durable is the last turn that this peer's file would still have after a power cut. While the file cannot be written it
// is what is committed: a disk that is full must not keep people from walking.
func (c *Core) durable() uint64 {
	if c.disk.err != nil {
		return c.state.committed
	}
	if _, ok := c.log.(Syncer); !ok {
		return min(c.disk.written, c.disk.given)
	}
	return min(c.disk.synced, c.disk.given)
}

// safe is the last turn that may have effects in other islands.
func (c *Core) safe() uint64 {
	if len(c.records) == 0 {
		return 0
	}
	known := max(c.last().FirstTurn-1, c.assured)
	if c.e != nil && c.e.Member() {
		known = max(known, c.durable())
	}
	return min(known, c.state.committed, c.state.executed)
}

// urge asks for a sync when something waits for it that other islands are to get.
func (c *Core) urge() {
	if c.e == nil || !c.e.Leading() || c.siblings == nil || c.siblings.islands.table.Len() < 2 || c.now.Sub(c.urged) < syncAgain {
		return
	}
	safe := c.safe()
	for _, t := range c.outbox.sent {
		if t.after(c.state.committed) > t.after(safe) && c.disk.written > safe {
			c.urged, c.out.Sync = c.now, true
			return
		}
	}
}
