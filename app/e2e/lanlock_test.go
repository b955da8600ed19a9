package e2e

import (
	"testing"
	"time"

	"manyhold/app/usage"
	"manyhold/app/window/entrance"
	"manyhold/net/beacon"
	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// TestLockInTheList: what a node announces on the local network tells that its world is closed, and the list
// of worlds shows a lock; when the founder opens the world, the lock is gone.
func TestLockInTheList(t *testing.T) {
	t.Parallel()
	ear, err := beacon.New(beacon.Options{Key: key.FromSeed([32]byte{0xea, 0x12})})
	if err != nil {
		t.Skip("no local network here: ", err)
	}
	defer ear.Close()
	a := headless(t, t.TempDir(), "--world", "new", "--name", "Ada")
	st, _ := a.island()
	heard := func(entry uint8, want model.Lock) {
		t.Helper()
		a.await("the announcement", 10*time.Second, func() bool {
			var locks entrance.Locks
			for _, x := range ear.Snapshot() {
				if store.WorldID(x.World).String() == st.World.ID && x.Entry == entry {
					return locks.Of(&x, func(store.WorldID) bool { return false }) == want
				}
			}
			return false
		})
	}
	heard(charter.EntryAnyone, model.NoLock)
	a.orderWorld(usage.ExitDone, "charter", "entry", "invited")
	heard(charter.EntryInvited, model.ClosedLock)
	a.orderWorld(usage.ExitDone, "charter", "entry", "anyone")
	heard(charter.EntryAnyone, model.NoLock)
}
