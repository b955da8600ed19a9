package e2e

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/replica"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/item"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// enrich edits a world file as a cheat would: the player carries 999 crystals that were never made.
func enrich(t *testing.T, data, world string, who key.ID) {
	t.Helper()
	id, err := store.ParseWorldID(world)
	if err != nil {
		t.Fatal(err)
	}
	w, l, err := worldfile.Open(data, id, epoch.ChainHash)
	if err != nil {
		t.Fatal(err)
	}
	i := node.NewIsland(l.Genesis)
	if err := i.Restore(l.Checkpoint.Snapshot); err != nil {
		t.Fatal(err)
	}
	at := l.Checkpoint
	for _, e := range l.Tail {
		turn, err := i.Parse(e.Body)
		if err != nil {
			t.Fatal(err)
		}
		i.Step(turn)
		at.Epoch, at.Turn, at.Hash = e.Epoch, e.Turn, e.Hash
	}
	p := replica.Of(i).Roster.ByKey(game.PlayerID(who))
	if p == nil {
		t.Fatal("the player is not in the file")
	}
	left := uint64(999)
	for s := len(p.Inventory) - 1; s >= 0 && left > 0; s-- {
		n := min(left, item.MaxStack)
		p.Inventory[s], left = item.Stack{Kind: item.Crystal, Count: uint8(n)}, left-n
	}
	replica.Of(i).Ledger.Created[item.Crystal] += 999
	at.Snapshot = i.Snapshot(nil)
	edited := node.NewIsland(l.Genesis)
	if err := edited.Restore(at.Snapshot); err != nil {
		t.Fatal(err)
	}
	at.Digest = edited.Digest()
	w.Save(at)
	if err := w.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// TestEditedCopy: two part, and one edits the file on the way. When they meet, the goods are absent, and both
// read whose changes were refused and why. Honest changes of a later trip come in.
func TestEditedCopy(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.must("say see you")
	b.must("walk south 1s; say see you")
	st, _ := b.island()
	world, me := st.World.ID, st.Peer
	who, err := key.ParseID(me)
	if err != nil {
		t.Fatal(err)
	}
	b.quit()

	a.quit()
	b = headless(t, b.data, "--no-lan", "--name", "Bo") // on the train
	b.forkOf(false, 1, 20*time.Second)
	b.must("say on the train")
	spot := b.lamp()
	b.quit()
	enrich(t, b.data, world, who)
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	b.forkOf(false, 1, 20*time.Second)
	if got := strings.ToLower(b.must("inventory")); !strings.Contains(got, "crystal") {
		t.Fatalf("the file was not edited: %s", got)
	}
	b.quit()

	meet := func(what string, cond func(st *status.Status) bool) {
		t.Helper()
		for _, p := range []*process{a, b} {
			p.await(what, 60*time.Second, func() bool {
				st, i := p.island()
				return len(st.Links) == 1 && i.Firm && i.Waiting == "" && cond(st)
			})
		}
	}
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	a.forkOf(true, 1, 20*time.Second)
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	meet("Bo's changes to be refused by name", func(st *status.Status) bool {
		return slices.ContainsFunc(st.Fork.Merges, func(m status.MergeStatus) bool {
			return strings.Contains(m.Who, "Bo") && m.Refused.Code() == "branch_other_end"
		})
	})
	for _, p := range []*process{a, b} {
		if st, _ := p.island(); !strings.Contains(st.Fork.Notice, "Bo") || !strings.Contains(st.Fork.Notice, "its turns do not lead to its state") {
			t.Errorf("%s reads %q", st.Name, st.Fork.Notice)
		}
	}
	if got := strings.ToLower(b.must("inventory")); strings.Contains(got, "crystal") {
		t.Errorf("goods that were never made: %s", got)
	}
	if got := strings.ToLower(a.must("look " + spot)); strings.Contains(got, "lamp") {
		t.Errorf("the refused branch's lamp stands: %s", got)
	}

	// the same trip without the edit
	b.quit()
	a.quit()
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	b.forkOf(false, 1, 20*time.Second)
	b.must("walk south 1s; say honest")
	spot = b.lamp()
	b.quit()
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	a.forkOf(true, 1, 20*time.Second)
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	meet("Bo's honest changes", func(st *status.Status) bool {
		return slices.ContainsFunc(st.Fork.Merges, func(m status.MergeStatus) bool {
			return strings.Contains(m.Who, "Bo") && m.Refused == "" && m.Land == ""
		})
	})
	a.sees(spot, "Bo")
	if got := a.must("chat"); !strings.Contains(got, "Bo: honest") {
		t.Errorf("what Bo said alone is gone: %q", got)
	}
}
