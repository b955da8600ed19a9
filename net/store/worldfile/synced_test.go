package worldfile

import (
	"testing"
	"time"

	"manyhold/net/store"
)

// TestSynced: the loss by a power cut is known, and a waiting caller is served before SyncEvery.
func TestSynced(t *testing.T) {
	w, l := create(t, t.TempDir())
	defer shut(t, w)
	w.Save(l.checkpoint())
	for range 3 {
		w.Append(l.next(true))
	}
	eventually(t, "all is synced by itself", func() bool { return w.Synced() == l.turn })
	soonest := store.SyncEvery
	for try := 0; try < 5 && soonest >= store.SyncEvery; try++ { // the machine may be busy with something else
		began := time.Now()
		w.Append(l.next(true))
		written(t, w, l.turn)
		w.Sync()
		eventually(t, "it is synced soon", func() bool { return w.Synced() == l.turn })
		soonest = min(soonest, time.Since(began))
	}
	if soonest >= store.SyncEvery {
		t.Errorf("never before %v", soonest)
	}
	l = l.back(l.turn - 2)
	w.Append(l.next(true))
	if s := w.Synced(); s >= l.turn {
		t.Errorf("turn %d counts as synced, which was replaced from %d on", s, l.turn)
	}
}
