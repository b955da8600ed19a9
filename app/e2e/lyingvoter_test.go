package e2e

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// TestLyingVoter: a voter of three knows the record of its epoch, so that it can sign as a voter, and lies in
// all messages at once: turns, digests, heads, letters, requests for signatures, and the charter. The other
// two go on, believe none of it, and count and name all of it. When the voter equivocates, that is proven,
// and it votes no more.
func TestLyingVoter(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say before; place lamp ~1 ~0")
	v := newVillain(t, "Mallory", a, b)
	e := v.toVote(a)
	record := v.epochNow(e, true)
	_, i := b.island()
	turn := i.TurnCommitted
	at := record.Where()
	other := epoch.Head{Term: 99, Turn: turn, Hash: [32]byte{6}}.Signed(v.pair, at)
	stolen := epoch.Head{Term: 2, Turn: turn, Hash: [32]byte{6}} // signed by nobody
	ada := v.victims[0].Peer
	head := append(append([]byte{byte(wire.HeadGossip), 1}, at.Epoch[:]...), ada[:]...)
	before, _ := a.island()
	v.flood(3*time.Second, link.Stream, func(i int) []byte {
		switch i / 32 % 8 { // 16 go to one of the two, then 16 to the other
		case 0:
			return v.letterFrom(2, 1, record.Hash())
		case 1:
			return askToSign(record.Hash(), 1, 1)
		case 2:
			return askToSign(record.Hash(), 0, 9)
		case 3:
			return v.entryOf(ada)
		case 4:
			return stolen.Append(slices.Clone(head))
		case 5:
			return about(uint64(5000+i), v.greet(true, false, 3, 9))
		case 6:
			b := append(frameOf(frameDigests, e), 1)
			return wire.AppendU64(wire.AppendUvarint(wire.AppendUvarint(b, turn+uint64(i%400)), 2), 666)
		}
		return other.Append(frameOf(frameHead, e))
	})
	after, _ := a.island()
	for _, kind := range []string{"disowned_letters", "unknown_letters", "false_islands", "unexpected", "garbage", "flooded"} {
		t.Logf("%s: %d", kind, after.Dropped[kind]-before.Dropped[kind])
		if after.Dropped[kind] == before.Dropped[kind] {
			t.Errorf("%q counted nothing", kind)
		}
	}
	b.must("say in spite of it")
	// Two stories of one turn, to one and the other: a peer that hears both has the proof.
	b.await("the proof", 30*time.Second, func() bool {
		st, i := b.island()
		if len(st.Proven) == 1 && st.Proven[0].Name == "Mallory" {
			return true
		}
		if i.Epoch != e || !i.Voters.Named("Mallory") { // the others lost a vote that is never used: it gets another
			e = v.toVote(a)
			at = v.epochNow(e, true).Where()
		}
		for k := range v.victims {
			story := epoch.Head{Term: 99, Turn: turn, Hash: [32]byte{6 + byte(k)}}.Signed(v.pair, at)
			v.to(k).Send(link.Stream, story.Append(frameOf(frameHead, e)))
		}
		return false
	})
	b.await("the liar to lose its vote", 20*time.Second, func() bool {
		_, i := b.island()
		return !i.Voters.Named("Mallory") && i.Firm && i.TurnCommitted > turn
	})
	b.must("say we are two")
	sameState(t, b, "Ada")
	for _, p := range []*process{a, b} {
		out := p.output()
		if strings.Contains(out, "was replaced") || strings.Contains(out, "Mine") || strings.Contains(out, "a lamp out of nothing") {
			t.Error("something that Mallory said was believed")
		}
		if n := strings.Count(out, "peer=Mallory"); n > 40 {
			t.Errorf("%d lines of the log name the liar", n)
		}
		st, _ := p.island()
		if st.Desyncs != 0 && p == b {
			t.Errorf("%d desyncs", st.Desyncs)
		}
	}
}

// toVote makes a villain a voter, by its claims about itself and digests that it looks up, and returns the
// epoch.
func (v *villain) toVote(a *process) (e uint64) {
	v.t.Helper()
	greeted := make([]link.Link, len(v.victims))
	a.await("the villain to vote", 20*time.Second, func() bool {
		for k := range v.victims {
			if l := v.to(k); l != greeted[k] { // a link that was lost on a busy machine begins with a greeting again
				l.Send(link.Stream, v.greet(true, false, 1, 1))
				greeted[k] = l
			}
		}
		st, i := a.island()
		e = i.Epoch
		sum, _ := strconv.ParseUint(i.Digest.Hex, 16, 64)
		ack := wire.AppendUvarint(append(frameOf(frameDigests, e), 1), i.Digest.Turn)
		ack = wire.AppendU64(wire.AppendUvarint(ack, 2), sum)
		for k := range v.victims {
			v.to(k).Send(link.Datagram, ack)
		}
		return st != nil && len(i.Voters) == 3
	})
	return e
}
