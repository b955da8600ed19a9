package host

import (
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/store"
)

// syncing is a file that knows which turns a power cut would leave.
type syncing struct{ testFile }

func (*syncing) Abilities() store.Abilities { return store.Abilities{Sync: true} }

// TestWhatIsSafe: a turn has effects in other islands when it is committed and a voter says that its file has
// it synced, or this peer's file has. Turns of earlier epochs are safe.
func TestWhatIsSafe(t *testing.T) {
	for _, k := range []struct {
		what                               string
		votes                              bool
		committed, written, synced, leader uint64
		broken                             error
		want                               uint64
	}{
		{what: "a voter's own file", votes: true, committed: 20, written: 20, synced: 15, want: 15},
		{what: "what is synced and not committed", votes: true, committed: 14, written: 20, synced: 20, want: 14},
		{what: "an observer's file", committed: 20, written: 20, synced: 20, want: 9},
		{what: "the leader's word", committed: 20, written: 20, synced: 3, leader: 17, want: 17},
		{what: "the leader's word on what is not committed here", committed: 12, leader: 17, want: 12},
		{what: "a voter with a full disk", votes: true, committed: 20, written: 11, synced: 11, broken: store.ErrNoSpace, want: 20},
		{what: "nothing synced in this epoch", votes: true, committed: 20, written: 20, want: 9},
	} {
		c := NewCore(kernel.Options{Key: key.FromSeed([32]byte{1})})
		other := epoch.Voter{Key: key.FromSeed([32]byte{2}).ID(), Incarnation: 1}
		r := &epoch.Record{Reason: epoch.Committee, Number: 2, FirstTurn: 10, Firm: true, Voters: []epoch.Voter{other}}
		if k.votes {
			r.Voters[0] = c.Self
		}
		c.Ancestry.Records, c.Journal.Log = []*epoch.Record{{Number: 1}, r}, &syncing{}
		c.Epoch = epoch.New(epoch.Config{Record: r, Me: c.Self, Fresh: true, Now: time.Unix(1, 0)})
		c.History.Executed, c.History.Committed, c.Journal.LeaderSynced = 21, k.committed, k.leader
		c.Journal.Given, c.Journal.Written, c.Journal.Err = 21, k.written, k.broken
		c.Journal.Synced(time.Unix(1, 0), k.synced)
		if got := c.Journal.Durable(); got != k.want {
			t.Errorf("%s: up to turn %d, not %d", k.what, got, k.want)
		}
	}
}
