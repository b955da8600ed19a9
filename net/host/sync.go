package host

import "time"

// # Turns that may have effects elsewhere
//
// A parcel, or the acknowledgement of one, has effects in another log that stay when the turn behind it is
// lost. A committed turn is lost when too many of its holders lose it at once: when power fails at a
// majority. So parcels and acknowledgements count only from safe turns: committed, and synced by a voter of
// the epoch, which says so in its frames while it leads. A group with too few members left goes on only with
// the turns of all its voters (recover.go), and so with all safe ones. A record takes effect only when a
// voter has it synced with all turns before (prove), so all turns of earlier epochs are safe.
//
// Files are synced once a second. A leader whose island has unsafe parcels to give asks for a sync sooner.

// syncAgain is how long a leader waits for a sync that it asked for before it asks again.
const syncAgain = 250 * time.Millisecond

// Synced tells how far the file would be after a power cut. It is called after Persisted, or with it.
func (n *Journal) Synced(now time.Time, turn uint64) {
	n.c.at(now)
	n.syncedTo = turn
}

// synced is the last turn that this peer's file would still have after a power cut. While the file cannot be
// written it is the last committed turn: a full disk must not keep people from walking.
func (n *Journal) synced() uint64 {
	if n.err != nil {
		return n.c.history.committed
	}
	if n.log == nil || !n.log.Abilities().Sync { // written turns count as synced
		return min(n.written, n.given)
	}
	return min(n.syncedTo, n.given)
}

// stable is the last turn that may have effects in other islands.
func (n *Journal) stable() uint64 {
	if len(n.c.ancestry.records) == 0 {
		return 0
	}
	known := max(n.c.ancestry.last().FirstTurn-1, n.leaderStable)
	if n.c.e != nil && n.c.e.Member() {
		known = max(known, n.synced())
	}
	return min(known, n.c.history.committed, n.c.history.executed)
}

// requestSync asks for a sync when something waits for it that other islands are to get.
func (n *Journal) requestSync() {
	if n.c.e == nil || !n.c.e.Leading() || n.c.islands == nil || n.c.islands.Count() < 2 || n.c.now.Sub(n.syncRequested) < syncAgain {
		return
	}
	safe := n.stable()
	if n.written > safe && n.c.parcels.unsafe(safe) {
		n.syncRequested, n.c.out.Sync = n.c.now, true
	}
}
