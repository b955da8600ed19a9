package host

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/fork"
	"manyhold/net/host/kernel"
	"manyhold/net/host/notice"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/segment"
)

// editTurn edits the first turn of a branch with signed commands.
func editTurn(t *testing.T, b *store.Branch, edit func(e *store.Entry)) {
	for i, s := range b.Turns {
		entries, err := segment.Decode(s)
		must(t, err)
		k := slices.IndexFunc(entries, func(e store.Entry) bool { return len(e.Signatures) > 0 })
		if k < 0 {
			continue
		}
		entries[k].Body, entries[k].Signatures = bytes.Clone(entries[k].Body), bytes.Clone(entries[k].Signatures)
		edit(&entries[k])
		b.Turns = slices.Clone(b.Turns)
		b.Turns[i] = segment.Encode(entries)
		return
	}
	t.Fatal("no turn with a signature")
}

// rich gives an author an entry in the state of a branch that no turn made.
func rich(t *testing.T, b *store.Branch, author key.ID) {
	l := newLedger()
	must(t, l.Restore(b.Tip.Snapshot))
	l.open(author).note(entry{1 << 40, 999})
	b.Tip.Snapshot, b.Tip.Digest = l.Snapshot(nil), l.Digest()
}

// TestEditedBranches: what a branch brings in is what its signed turns yield. An edited file is refused by
// name, and the game goes on; turns that nobody can check bring in no goods until a keeper accepts them.
func TestEditedBranches(t *testing.T) {
	for _, w := range []struct {
		name    string
		edit    func(b *store.Branch, me key.ID)
		refused string // code of the notice
		land    bool
	}{
		{name: "honest", edit: func(*store.Branch, key.ID) {}},
		{name: "its state", edit: func(b *store.Branch, me key.ID) { rich(t, b, me) }, refused: "branch_other_end"},
		{name: "a command", edit: func(b *store.Branch, _ key.ID) {
			editTurn(t, b, func(e *store.Entry) { e.Body[len(e.Body)-1] ^= 1 })
		}, refused: "branch_forged_command"},
		{name: "an author", edit: func(b *store.Branch, me key.ID) {
			editTurn(t, b, func(e *store.Entry) {
				if i := bytes.Index(e.Body, me[:]); i >= 0 {
					e.Body[i] ^= 1
				}
			})
		}, refused: "branch_forged_command"},
		{name: "a signature", edit: func(b *store.Branch, _ key.ID) {
			editTurn(t, b, func(e *store.Entry) { e.Signatures[len(e.Signatures)-1] ^= 1 })
		}, refused: "branch_forged_command"},
		{name: "a quiet turn", edit: func(b *store.Branch, _ key.ID) {
			entries, err := segment.Decode(b.Turns[0])
			must(t, err)
			entries[0].Body = []byte{6}
			b.Turns = append([][]byte{segment.Encode(entries)}, b.Turns[1:]...)
		}, refused: "branch_broken_chain"},
		{name: "a turn left out", edit: func(b *store.Branch, _ key.ID) {
			entries, err := segment.Decode(b.Turns[len(b.Turns)-1])
			must(t, err)
			b.Turns = append(slices.Clone(b.Turns[:len(b.Turns)-1]), segment.Encode(entries[:len(entries)-1]))
		}, refused: "branch_broken_chain"},
		{name: "no signatures", edit: func(b *store.Branch, me key.ID) {
			rich(t, b, me)
			editTurn(t, b, func(e *store.Entry) { e.Signatures = nil })
		}, land: true},
		{name: "no turns", edit: func(b *store.Branch, me key.ID) { rich(t, b, me); b.Turns = nil }, land: true},
	} {
		t.Run(w.name, func(t *testing.T) {
			c := newCluster(t, 300, lan)
			c.growAndTalk(4)
			d := c.nodes[3]
			d.crash()
			c.net.Split([]key.ID{d.id()}, []key.ID{c.nodes[0].id(), c.nodes[1].id(), c.nodes[2].id()})
			d.restart()
			c.goesProvisional(d, 12*time.Second)
			before := c.nodes[0].entries(d)
			for range 5 {
				d.say("apart")
				c.run(300 * time.Millisecond)
			}
			d.file.edit = func(b *store.Branch) { w.edit(b, d.id()) }
			var told []status.Merge
			l := c.leader()
			l.core.Options.On.Merge = func(m status.Merge) { told = append(told, m) }
			c.net.Heal()
			c.oneFork(20 * time.Second)
			c.run(time.Second)
			c.checkMerges()
			want := 5
			if w.refused != "" || w.land {
				want = 0
			}
			for _, n := range c.nodes {
				if got := n.entries(d) - before; got != want {
					t.Errorf("%s has %d new entries of d, want %d", n.name, got, want)
				}
			}
			switch {
			case len(told) != 1:
				t.Fatalf("%d merges are told: %+v", len(told), told)
			case told[0].Refused.Code() != w.refused, w.refused != "" && told[0].Who != "d", (told[0].Land != "") != w.land:
				t.Errorf("told %+v", told[0])
			}
			if w.refused != "" {
				for _, n := range []*testNode{l, d} {
					if words := n.core.Status(c.net.Now()).Fork.Notice; !strings.Contains(words, notice.New(w.refused).String()[:8]) && !strings.Contains(words, "refused") {
						t.Errorf("%s reads %q", n.name, words)
					}
				}
				if len(d.file.archives) != 1 {
					t.Errorf("%d archives", len(d.file.archives))
				}
			}
			if !w.land {
				return
			}
			f := c.nodes[0] // the founder
			must(t, protocolOf(f.core).forks.Acceptance.AcceptBranch(c.net.Now(), told[0].Branch))
			f.act()
			c.until("the rest is there", 10*time.Second, func() bool {
				return !slices.ContainsFunc(c.nodes, func(n *testNode) bool { return n.entries(d)-before != 6 })
			})
			c.run(time.Second)
			c.checkMerges()
			if err := protocolOf(f.core).forks.Acceptance.AcceptBranch(c.net.Now(), told[0].Branch); err != fork.ErrNoBranch {
				t.Errorf("accepted twice: %v", err)
			}
		})
	}
}

// TestLyingLeader: a modified leader takes an edited branch as it came, and names it. No voter acknowledges
// the record, and the game goes on under another leader without it.
func TestLyingLeader(t *testing.T) {
	for _, names := range []bool{false, true} {
		c := newCluster(t, 310, lan)
		c.options = func(o *kernel.Options) {
			if o.Name == "a" {
				o.Hooks.Executes = func() bool { return false }
			}
		}
		c.growAndTalk(4)
		d := c.nodes[3]
		c.until("a leads", time.Second, func() bool { return c.leader() == c.nodes[0] })
		d.crash()
		c.net.Split([]key.ID{d.id()}, []key.ID{c.nodes[0].id(), c.nodes[1].id(), c.nodes[2].id()})
		d.restart()
		c.goesProvisional(d, 12*time.Second)
		before := c.nodes[0].entries(d)
		d.say("apart")
		c.run(time.Second)
		d.file.edit = func(b *store.Branch) { rich(t, b, d.id()) }
		c.net.Heal()
		liar := protocolOf(c.nodes[0].core).forks
		longest, last := time.Duration(0), c.net.Now()
		turn := c.nodes[1].core.History.Executed
		end := c.net.Now().Add(20 * time.Second)
		for c.net.Now().Before(end) {
			c.redial()
			if m := liar.Merger.Merging; m != nil && names {
				for _, v := range c.nodes[:3] {
					m.Held[v.id()] = true
				}
			}
			c.run(50 * time.Millisecond)
			if now := c.nodes[1].core.History.Executed; now > turn {
				longest, turn, last = max(longest, c.net.Now().Sub(last)), now, c.net.Now()
			}
		}
		t.Logf("named without asking: %v; longest pause %v", names, longest)
		if longest > 3*time.Second {
			t.Errorf("turns stopped for %v", longest)
		}
		for _, n := range c.nodes[1:3] {
			if got := n.entries(d) - before; got > 1 {
				t.Errorf("%s has %d new entries of d", n.name, got)
			}
			for _, r := range n.core.Ancestry.Records {
				if r.Reason == epoch.Merged {
					t.Errorf("%s took a branch in that leads elsewhere", n.name)
				}
			}
		}
	}
}

// TestTrialGoesOn: a branch of some minutes is executed in the background while turns go on, and a restarted
// leader goes on where it was.
func TestTrialGoesOn(t *testing.T) {
	c := newCluster(t, 320, lan)
	c.growAndTalk(2)
	a, b := c.nodes[0], c.nodes[1]
	c.net.Cut(a.id(), b.id())
	c.goesProvisional(b, 8*time.Second)
	for range 40 {
		b.say("apart")
		c.run(5 * time.Second)
	}
	before := a.entries(b)
	c.net.Heal()
	places := func() (n uint64) {
		for _, at := range a.file.trials {
			n = max(n, at.Turn)
		}
		return n
	}
	slow := func(o *kernel.Options) { o.Hooks.Trial = 2 } // turns a tick
	a.crash()
	a.options = slow
	a.restart()
	c.until("a place of the execution is kept", 90*time.Second, func() bool {
		c.redial()
		return places() > b.file.archivesTurn()+200
	})
	kept := places()
	turn := a.core.History.Executed
	c.run(time.Second)
	if n := a.core.History.Executed - turn; n < 18 {
		t.Errorf("%d turns in a second while a branch is executed", n)
	}
	a.crash()
	a.restart()
	least := ^uint64(0)
	c.until("it is merged", 90*time.Second, func() bool {
		c.redial()
		if at := protocolOf(a.core).forks.Judge.TrialAt(); at > 0 {
			least = min(least, at)
		}
		return a.entries(b)-before >= 40
	})
	if least < kept {
		t.Errorf("the restarted leader executed from turn %d, and had reached %d", least, kept)
	}
	c.healed(10 * time.Second)
}

// archivesTurn is the turn after which the file's last archive begins.
func (f *testFile) archivesTurn() uint64 {
	if n := len(f.archives); n > 0 {
		return f.archives[n-1].Turn
	}
	return 1 << 60
}
