package kernel

import "time"

// # Turns that may have effects elsewhere
//
// A parcel, or the acknowledgement of one, has effects in another log that stay when the turn behind it is
// lost. A committed turn is lost when too many of its holders lose it at once: when power fails at a
// majority. So parcels and acknowledgements count only from safe turns: committed, and synced by a voter of
// the epoch, which says so in its frames while it leads. A group with too few members left goes on only with
// the turns of all its voters (package recovery), and so with all safe ones. A record takes effect only when
// a voter has it synced with all turns before (Hooks.Proves), so all turns of earlier epochs are safe.
//
// Files are synced once a second. A leader whose island has unsafe parcels to give asks for a sync sooner.

// syncAgain is how long a leader waits for a sync that it asked for before it asks again.
const syncAgain = 250 * time.Millisecond

// Synced tells how far the file would be after a power cut. It is called after Persisted, or with it.
func (n *Journal) Synced(now time.Time, turn uint64) {
	n.c.SetTime(now)
	n.SyncedTo = turn
}

// synced is the last turn that this peer's file would still have after a power cut. While the file cannot be
// written it is the last committed turn: a full disk must not keep people from walking.
func (n *Journal) synced() uint64 {
	if n.Err != nil {
		return n.c.History.Committed
	}
	if n.Log == nil || !n.Log.Abilities().Sync { // written turns count as synced
		return min(n.Written, n.Given)
	}
	return min(n.SyncedTo, n.Given)
}

// Stable is the last turn that may have effects in other islands.
func (n *Journal) Stable() uint64 {
	if len(n.c.Ancestry.Records) == 0 {
		return 0
	}
	known := max(n.c.Ancestry.Last().FirstTurn-1, n.LeaderStable)
	if n.c.Epoch != nil && n.c.Epoch.Member() {
		known = max(known, n.synced())
	}
	return min(known, n.c.History.Committed, n.c.History.Executed)
}

// RequestSync asks for a sync when something waits for it that other islands are to get.
func (n *Journal) RequestSync() {
	if n.c.Epoch == nil || !n.c.Epoch.Leading() || n.c.Islands == nil || n.c.Islands.Count() < 2 || n.c.Now.Sub(n.syncRequested) < syncAgain {
		return
	}
	safe := n.Stable()
	if n.Written > safe && n.c.Parcels.Unsafe(safe) {
		n.syncRequested, n.c.Out.Sync = n.c.Now, true
	}
}
