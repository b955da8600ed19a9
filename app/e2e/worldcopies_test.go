package e2e

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/usage"
	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// TestEveryPeerKeepsTheWorld: after an evening of two peers the file of each is whole: it is verified from
// the first turn of its own on, and both lead to the same state.
func TestEveryPeerKeepsTheWorld(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	alone, _ := a.island()
	b := headless(t, t.TempDir(), "--no-lan", "--name", "Bert", "--join", alone.World.Invite)
	b.await("Bert to be there", 20*time.Second, func() bool {
		st, err := b.status()
		return err == nil && len(st.Islands) == 1 && len(st.Links) == 1
	})
	a.must("walk east 1s; say good evening")
	b.must("walk west 1s; say good night")
	sameState(t, b, "Ada")
	if out, code := commandLine(t, "replay", "--bisect", a.data, b.data); code != usage.ExitDone || !strings.Contains(out, "equal in all turns") {
		t.Errorf("replay --bisect of the two nodes, %d: %s", code, out)
	}
	a.quit() // it hands over: Bert goes on alone
	b.await("Bert to hold the world", 20*time.Second, func() bool {
		_, i := b.island()
		return i.Role == "leads"
	})
	b.cmd.Process.Kill() // its file ends without a checkpoint
	<-b.done
	states := map[string]map[uint64][]byte{}
	for _, p := range []*process{a, b} {
		if out, code := commandLine(t, "world", "check", "--data", p.data, alone.World.ID); code != usage.ExitDone || !strings.Contains(out, "everything is in order") {
			t.Errorf("%d: %s", code, out)
		}
		states[p.data] = statesOf(t, p.data, alone.World.ID)
	}
	common := 0
	for turn, state := range states[a.data] {
		if other, ok := states[b.data][turn]; ok {
			if common++; !bytes.Equal(state, other) {
				t.Errorf("the states after turn %d differ", turn)
			}
		}
	}
	if common == 0 {
		t.Error("no turn is in both files")
	}
	t.Logf("%d turns are in both files", common)
}

// statesOf returns the snapshots after the turns that a file can be led to, each of them.
func statesOf(t *testing.T, data, world string) map[uint64][]byte {
	t.Helper()
	id, err := store.ParseWorldID(world)
	if err != nil {
		t.Fatal(err)
	}
	file, l, err := worldfile.Open(filepath.Clean(data), id, epoch.ChainHash)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close(t.Context())
	w := node.NewIsland(l.Genesis)
	if l.Checkpoint.Snapshot != nil {
		if err := w.Restore(l.Checkpoint.Snapshot); err != nil {
			t.Fatal(err)
		}
	}
	states := map[uint64][]byte{l.Checkpoint.Turn: w.Snapshot(nil)}
	for _, e := range l.Tail {
		_ = w.Replay(e.Body)
		states[e.Turn] = w.Snapshot(nil)
	}
	return states
}
