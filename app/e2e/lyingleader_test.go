package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/game/command"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// TestLyingLeader: a voter of three that leads in the eyes of the others, because it says a later term than
// theirs, orders words in a player's name. Nobody takes them, both name it, it loses its seat, and the two go
// on.
func TestLyingLeader(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say before")
	v := newVillain(t, "Mallory", a, b)
	e := v.toVote(a)
	bo := v.victims[1].Peer
	words := command.Append(nil, command.Command{Kind: command.Say, Text: "not my words"})
	// of the first seat, which is Bo's: a headless node has none
	body := wire.AppendBlob(wire.AppendUvarint([]byte{1, 3, 0, 1}, 1<<40), words)
	signature := orders(v.pair, epoch.Where{}, 1<<40, words)[0].signature
	// 3: a turn with command signatures
	forged := epoch.AppendCommandSignature(wire.AppendBlob([]byte{3}, body), 0, [key.HalfSize]byte(signature[:]))
	forged = epoch.AppendAggregate(forged, [key.HalfSize]byte(signature[key.HalfSize:]))
	term := uint64(1000)
	named := func(p *process) bool {
		st, _ := p.island()
		return len(st.Offenders) == 1 && st.Offenders[0].Name == "Mallory"
	}
	b.await("both to have seen it", 20*time.Second, func() bool {
		if r, ok := v.lastRun(e); ok {
			term++
			last := r.Entries[len(r.Entries)-1]
			lie := epoch.Run{Term: term, Previous: r.Last(), LogTerm: last.Term, Commit: r.Commit, Entries: []epoch.RunEntry{{Term: term, Data: forged}}}
			for i := range v.victims {
				v.to(i).Send(link.Datagram, lie.Append(frameOf(frameRun, e)))
			}
		}
		return named(a) && named(b)
	})
	_, before := b.island()
	b.await("the liar to lose its vote", 20*time.Second, func() bool {
		_, i := b.island()
		return !i.Voters.Named("Mallory") && i.TurnCommitted > before.TurnCommitted+20
	})
	b.must("say my own words")
	sameState(t, b, "Ada")
	for _, p := range []*process{a, b} {
		out := p.output()
		if !strings.Contains(out, "the leader forged a command") || !strings.Contains(out, "author="+bo.Short()+" number=1099511627776") {
			t.Error("the log does not say what was ordered in whose name")
		}
		if strings.Contains(out, "not my words") {
			t.Error("words were put into somebody's mouth")
		}
	}
}

// lastRun returns the latest run of turns by the leader of an epoch, as far as received.
func (v *villain) lastRun(e uint64) (r epoch.Run, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	c := wire.NewCursor(v.ran)
	c.U8()
	if flags := c.U8(); c.Uvarint() != e || flags&frameRun == 0 {
		return r, false
	} else if flags&frameDigests != 0 {
		n := c.U8()
		c.Uvarint()
		for range n {
			c.Uvarint()
			c.U64()
		}
	}
	epoch.ReadRun(c, &r)
	return r, c.Err() == nil && len(r.Entries) > 0
}
