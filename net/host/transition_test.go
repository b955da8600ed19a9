package host

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recovery"
	"manyhold/net/store"
)

// restartAll begins new processes of all nodes, which run rules up to a number.
func (c *cluster) restartAll(rules uint32) {
	c.t.Helper()
	c.options = func(o *kernel.Options) { o.Rules = rules }
	for _, n := range c.nodes {
		n.crash()
	}
	for _, n := range c.nodes {
		n.restart()
	}
	c.until("all go on", 30*time.Second, func() bool {
		return !slices.ContainsFunc(c.nodes, func(n *testNode) bool { return n.core.Epoch == nil || n.core.Ancestry.Last().Rules != rules })
	})
}

// TestRulesChangeWithAnEpoch: all processes are restarted as a version with newer rules. The epoch that they
// begin has them, every machine adopts them there once, and so does one that comes from its file or later.
func TestRulesChangeWithAnEpoch(t *testing.T) {
	for _, peers := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(peers), func(t *testing.T) {
			c := newCluster(t, 1200+uint64(peers), lan)
			c.growAndTalk(peers)
			for _, n := range c.nodes {
				if len(n.machine.adopted) > 0 {
					t.Fatalf("%s adopted %v, and nobody was restarted", n.name, n.machine.adopted)
				}
			}
			c.restartAll(ledgerRules)
			changed := 0
			for _, n := range c.nodes {
				if !slices.Equal(n.machine.adopted, []uint32{ledgerRules}) && len(n.machine.adopted) > 0 {
					t.Errorf("%s adopted %v", n.name, n.machine.adopted)
				}
				changed += len(n.machine.adopted) // the others took the state of one that had
			}
			if changed == 0 {
				t.Error("nobody adopted the rules")
			}
			for _, n := range c.nodes {
				n.say("by the new rules")
			}
			c.run(time.Second)
			c.agree(5 * time.Second)
			c.restartAll(ledgerRules)
			late := c.join("late")
			c.until("one more is in", 10*time.Second, func() bool { return late.core.Epoch != nil && protocolOf(late.core).joining.Fetch == nil })
			c.agree(5 * time.Second)
		})
	}
}

// TestNewerRulesAreRefused: a version that does not run the rules of the newest epoch neither opens the file,
// which stays as it is, nor joins, nor signs a recovery under them. The others go on.
func TestNewerRulesAreRefused(t *testing.T) {
	c := newCluster(t, 1210, lan)
	c.growAndTalk(3)
	c.restartAll(ledgerRules)
	c.run(3 * time.Second)
	old := c.follower(true)
	old.crash()
	epochs, entries := len(old.file.epochs), len(old.file.entries)
	l := store.Loaded{Genesis: old.file.genesis, LoadedLog: store.LoadedLog{Checkpoint: old.file.checkpoint, Epochs: slices.Clone(old.file.epochs), Tail: slices.Clone(old.file.entries)}}
	core := NewCore(kernel.Options{Key: old.pair, Rules: ledgerRules - 1})
	if err := protocolOf(core).joining.Resume(c.net.Now(), l, newLedger(), old.file); !errors.Is(err, kernel.ErrRules) || errors.Is(err, kernel.ErrDamaged) {
		t.Errorf("its file: %v", err)
	}
	if len(old.file.epochs) != epochs || len(old.file.entries) != entries || len(core.Ready().Records) > 0 {
		t.Error("the file was changed")
	}

	c.options = func(o *kernel.Options) { o.Rules = ledgerRules - 1 }
	late := c.join("late")
	c.run(5 * time.Second)
	if late.core.Machine != nil || late.core.Counters[counter.Garbage] == 0 {
		t.Errorf("it joined: %v; %d messages refused", late.core.Machine != nil, late.core.Counters[counter.Garbage])
	}
	c.options = func(o *kernel.Options) { o.Rules = ledgerRules }
	old.restart()
	c.until("the others go on", 20*time.Second, func() bool { return old.core.Epoch != nil && protocolOf(old.core).joining.Fetch == nil })

	c.until("three vote again", 20*time.Second, func() bool { return c.leader() != nil && len(c.leader().core.Ancestry.Last().Voters) == 3 })
	voter := c.leader()
	last := voter.core.Ancestry.Last()
	i := slices.IndexFunc(last.Voters, func(v epoch.Voter) bool { return v.Key != voter.id() })
	other := last.Voters[i].Key
	protocolOf(voter.core).recoveries.Recovery.Running = recovery.NewAllVoterRecovery(voter.core.Now)
	r := last.After(epoch.Agreed, epoch.Position{Turn: voter.core.History.Executed, Hash: voter.core.History.Hash})
	r.Voters, r.Signer, r.Rules = slices.Clone(last.Voters), other, ledgerRules+1
	if err := protocolOf(voter.core).recoveries.Acceptor.Proposed(other, r, message.Claim{}); !errors.Is(err, kernel.ErrRules) {
		t.Errorf("a recovery under rules that nobody runs: %v", err)
	}
}
