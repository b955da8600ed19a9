package host

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/store"
)

// history is a cluster's memory of all forks: the successions of turns, the turns that any node saw
// committed, and the synced records.
type history struct {
	before    map[[32]byte][32]byte // chain hashes
	committed map[[32]byte]uint64
	records   map[[32]byte]*epoch.Record
	firm      map[[32]byte][32]byte // firm successors of firm records, by name of the latter
}

func newHistory() *history {
	return &history{map[[32]byte][32]byte{}, map[[32]byte]uint64{}, map[[32]byte]*epoch.Record{}, map[[32]byte][32]byte{}}
}

// note remembers a node's committed turns.
func (h *history) note(core *kernel.Core) {
	s := &core.History
	if core.Machine == nil || s.Stale {
		return
	}
	for i := len(s.Turns) - 1; i >= 0; i-- {
		t := s.Turns[i]
		if i > 0 {
			h.before[t.Hash] = s.Turns[i-1].Hash
		} else if last, ok := core.History.HashAt(t.Number - 1); ok {
			h.before[t.Hash] = last
		}
		if t.Number > s.Committed {
			continue
		}
		_, had := h.committed[t.Hash]
		if _, linked := h.before[t.Hash]; had && linked {
			return
		}
		h.committed[t.Hash] = t.Number
	}
}

// write remembers the predecessor of a turn in a file.
func (h *history) write(f *testFile, e store.Entry) {
	for i := len(f.entries) - 1; i >= 0; i-- {
		if f.entries[i].Turn == e.Turn-1 {
			h.before[e.Hash] = f.entries[i].Hash
			return
		}
	}
	if f.checkpoint.Turn == e.Turn-1 {
		h.before[e.Hash] = f.checkpoint.Hash
	}
}

// record remembers a synced record: a firm epoch has one firm epoch after it, in whatever line.
func (h *history) record(t testing.TB, r *epoch.Record) {
	name := r.Hash()
	h.records[name] = r
	if !r.Firm || r.Reason == epoch.Decreed {
		return
	}
	last := h.records[r.Previous]
	for last != nil && !last.Firm {
		last = h.records[last.Previous]
	}
	if last == nil {
		return
	}
	if had, ok := h.firm[last.Hash()]; ok && had != name {
		t.Fatalf("epoch %d has two firm successors: %d and %d", last.Number, h.records[had].Number, r.Number)
	}
	h.firm[last.Hash()] = name
}

// lost are the committed turns that are neither in the chain that ends with a hash nor in one of the
// archives.
func (h *history) lost(head [32]byte, archives []store.Branch) (turns []uint64) {
	kept := map[[32]byte]bool{}
	walk := func(at [32]byte) {
		for at != [32]byte{} && !kept[at] {
			kept[at] = true
			at = h.before[at]
		}
	}
	walk(head)
	for _, b := range archives {
		walk(b.Tip.Hash)
	}
	for hash, turn := range maps.All(h.committed) {
		if !kept[hash] {
			turns = append(turns, turn)
		}
	}
	slices.Sort(turns)
	return turns
}

// nothingLost checks that every turn that any node saw committed is in the one chain now, or in an archive.
func (c *cluster) nothingLost() {
	c.t.Helper()
	var archives []store.Branch
	for _, n := range c.nodes {
		if n.file != nil {
			archives = append(archives, n.file.archives...)
		}
	}
	l := c.leader().core
	h, ok := l.History.HashAt(l.History.Committed)
	if !ok {
		c.t.Fatal("the leader does not know its last committed turn")
	}
	if lost := c.lines.lost(h, archives); len(lost) > 0 {
		c.t.Fatalf("%d committed turns are nowhere, from %d to %d", len(lost), lost[0], lost[len(lost)-1])
	}
}

// TestApartChaos: partitions of every kind, crashes and returns. In the end there is one firm chain; every
// turn that any node saw committed, in any fork, is in it or in an archive; an epoch has one firm successor,
// also across forks; and no entry is there twice. CHAOS_COUNT and CHAOS_SEED say how many runs there are, and
// which one.
func TestApartChaos(t *testing.T) {
	t.Parallel()
	first, count := uint64(0), int(few(12, 4))
	if s, err := strconv.ParseUint(os.Getenv("CHAOS_SEED"), 10, 64); err == nil {
		first, count = s, 1
	}
	if s, err := strconv.Atoi(os.Getenv("CHAOS_COUNT")); err == nil {
		count = s
	}
	for seed := first; seed < first+uint64(count); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { apartChaos(t, seed) })
	}
}

func apartChaos(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 11))
	c := newCluster(t, 300+seed, lan)
	c.lines = newHistory()
	c.growAndTalk(2 + r.IntN(4))
	for range 5 {
		switch r.IntN(4) {
		case 0, 1:
			var groups [3][]key.ID
			for _, n := range c.nodes {
				i := r.IntN(3)
				groups[i] = append(groups[i], n.id())
			}
			c.net.Split(groups[0], groups[1], groups[2])
		case 2:
			if n := c.nodes[r.IntN(len(c.nodes))]; !n.down {
				n.crash()
			}
		case 3:
			c.net.Heal()
		}
		for range 4 {
			for _, n := range c.alive() {
				if n.core.Machine != nil && len(n.core.Own.Waiting) < 20 {
					n.seq = max(n.seq, n.machine.Sequence(n.id()))
					n.say(fmt.Sprint(r.IntN(100)))
				}
			}
			c.run(time.Duration(r.IntN(1500)) * time.Millisecond)
		}
		for _, n := range c.nodes {
			if n.down && r.IntN(2) == 0 {
				n.restartAny()
			}
		}
		c.redial()
	}
	c.net.Heal()
	for _, n := range c.nodes {
		if n.down {
			n.restartAny()
		}
	}
	for _, n := range c.nodes {
		n.seq = 0
	}
	c.healed(60 * time.Second)
	c.nothingLost()
}
