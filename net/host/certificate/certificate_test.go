package certificate

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// TestDueSave: a certified state is saved a little early, and another shortly before it is not.
func TestDueSave(t *testing.T) {
	const usual = time.Minute
	for _, k := range []struct {
		turn         uint64
		every, since time.Duration
		want         bool
	}{
		{Every, usual, 0, true},
		{Every, 4 * usual, 2 * usual, false},
		{Every, 4 * usual, 3 * usual, true},
		{Every + 1, usual, usual, true},
		{Every + 1, usual, usual - 1, false},
		{2*Every - soon, usual, 2 * usual, false},
		{2*Every - soon - 1, usual, 2 * usual, true},
		{2*Every - soon, usual / 2, usual, true},
	} {
		if got := DueSave(k.turn, k.every, usual, k.since); got != k.want {
			t.Errorf("turn %d, every %v, since %v: %v", k.turn, k.every, k.since, got)
		}
	}
}

// TestCertifyOnlyCertified: states between two that are certified have no effects.
func TestCertifyOnlyCertified(t *testing.T) {
	var c Certificates
	for _, s := range []State{{}, {Epoch: 1, Turn: Every + 1}, {Epoch: 2, Turn: Every}, {Turn: Every}} {
		if e := c.Certify(s, nil, key.Pair{}, true, nil); e.Announce != nil || e.Write != nil || c.record != nil {
			t.Errorf("%+v: %+v", s, e)
		}
	}
}

// TestReceive: a voter's signature of the same state is kept once. A forged one, one of another state and one
// of a later state are not; the last of the later ones waits.
func TestReceive(t *testing.T) {
	me, voter, stranger := key.FromSeed([32]byte{1}), key.FromSeed([32]byte{2}), key.FromSeed([32]byte{3})
	r := &epoch.Record{Number: 1, Voters: []epoch.Voter{{Key: me.ID()}, {Key: voter.ID()}}}
	var c Certificates
	receive := func(says epoch.Certificate, from key.ID, by key.Pair) Effects {
		t.Helper()
		says.Signatures = []epoch.Cosignature{{Key: from, Signature: says.Statement(r.Where()).Sign(by).Signature}}
		e, err := c.Receive(from, says.Append([]byte{byte(wire.Certificate)}), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	state := State{Epoch: 1, Turn: Every, Hash: [32]byte{7}, Snapshot: []byte("a state")}
	if e := c.Certify(state, []*epoch.Record{r}, me, true, nil); e.Announce == nil || e.Write == nil {
		t.Fatalf("%+v", e)
	}
	parts, err := transfer.Split(state.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	_, same := c.Record()
	other, later := *same, *same
	other.Root[0]++
	signers := func() int { _, m := c.Record(); return len(m.Signatures) }
	for _, try := range []struct {
		name   string
		e      func() Effects
		want   int // signatures
		writes bool
		differ []key.ID
	}{
		{"forged", func() Effects { return receive(*same, voter.ID(), stranger) }, 1, false, nil},
		{"of a stranger", func() Effects { return receive(*same, stranger.ID(), stranger) }, 1, false, nil},
		{"of another state", func() Effects { return receive(other, voter.ID(), voter) }, 1, false, []key.ID{voter.ID()}},
		{"of another state, forged", func() Effects { return receive(other, voter.ID(), stranger) }, 1, false, nil},
		{"of the same state", func() Effects { return receive(*same, voter.ID(), voter) }, 2, true, nil},
		{"again", func() Effects { return receive(*same, voter.ID(), voter) }, 2, false, nil},
	} {
		if e := try.e(); signers() != try.want || (e.Write != nil) != try.writes || !slices.Equal(e.Differ, try.differ) {
			t.Errorf("%s: %d signatures, %+v", try.name, signers(), e)
		}
	}
	for range 5 {
		later.Turn += Every
		later.Root = transfer.Describe(later.Turn, parts).Root()
		receive(later, voter.ID(), voter)
		receive(later, stranger.ID(), stranger)
	}
	if n := c.Waiting(); n != 1 || c.waiting[0].says.Turn != later.Turn {
		t.Errorf("%d certificates of one voter wait", n)
	}
	state.Turn = later.Turn
	if e := c.Certify(state, []*epoch.Record{r}, me, true, nil); e.Write == nil || signers() != 2 || c.Waiting() != 0 {
		t.Errorf("of the later state: %d signatures, %+v", signers(), e)
	}
}
