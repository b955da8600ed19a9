package epoch

import (
	"bytes"
	"errors"
	"testing"
)

// third returns an Agreed record after second's epoch, signed by some of its voters.
func third(before *Record, by ...byte) *Record {
	r := &Record{Reason: Agreed, World: before.World, Island: before.Island, Number: 3, Previous: before.Hash(), FirstTurn: 200, Chain: [32]byte{6},
		Rules: 1, Ticks: 3, Firm: true, Voters: []Voter{{pair(2).ID(), 18}, {pair(1).ID(), 17}, {pair(3).ID(), 9}}, Signer: pair(2).ID(), Round: 4}
	var signatures []Cosignature
	for _, b := range by {
		signatures = append(signatures, r.Cosign(pair(b)))
	}
	return r.WithSignatures(signatures)
}

func TestAgreedRecord(t *testing.T) {
	s := second(first())
	r := third(s, 3, 1, 2)
	got, err := DecodeRecord(r.Append(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Append(nil), r.Append(nil)) || got.Hash() != third(s).Hash() {
		t.Error("not the same again, or named by its signatures")
	}
	if err := got.Follows(s); err != nil {
		t.Error(err)
	}
	if err := third(s).Proposes(s); err != nil {
		t.Error(err)
	}
	other := third(s)
	other.Round++
	if other.Hash() == r.Hash() {
		t.Error("records of two rounds are the same")
	}
	for name, by := range map[string][]byte{"nobody": {}, "two of three": {1, 2}, "a stranger in place of a voter": {1, 2, 9}, "a stranger as well": {1, 2, 3, 9}} {
		if err := third(s, by...).Follows(s); !errors.Is(err, ErrSuccession) {
			t.Errorf("signed by %s: %v", name, err)
		}
	}
	for name, spoil := range map[string]func(r *Record){
		"a false signature":            func(r *Record) { r.Signatures[1].Signature[5] ^= 1 },
		"one signature twice":          func(r *Record) { r.Signatures[1] = r.Signatures[0] },
		"signatures of another order":  func(r *Record) { r.Signatures[0], r.Signatures[1] = r.Signatures[1], r.Signatures[0] },
		"changed after the signatures": func(r *Record) { r.Chain[0]++ },
		"no round":                     func(r *Record) { r.Round = 0 },
		"led by another than said":     func(r *Record) { r.Signer = pair(1).ID() },
	} {
		r := third(s, 1, 2, 3)
		spoil(r)
		if _, err := DecodeRecord(r.Append(nil)); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
	lone := third(first())
	lone.Number, lone.Voters, lone.Signer = 2, []Voter{{pair(1).ID(), 9}}, pair(1).ID()
	if err := lone.Proposes(first()); !errors.Is(err, ErrSuccession) {
		t.Errorf("a lone voter's: %v", err)
	}
	without := third(s)
	without.Voters = []Voter{{pair(2).ID(), 18}, {pair(1).ID(), 17}, {pair(4).ID(), 9}}
	if err := without.Proposes(s); !errors.Is(err, ErrSuccession) {
		t.Errorf("without a voter: %v", err)
	}
}

// TestAgreedRecordIsNoSuccessor: a group's log never carries one.
func TestAgreedRecordIsNoSuccessor(t *testing.T) {
	s := second(first())
	e := New(Config{Record: s, Me: Voter{pair(9).ID(), 1}, At: Position{}})
	r := third(s, 1, 2, 3)
	run := Run{Term: 2, Previous: 1, LogTerm: 1, Commit: 1, Entries: []RunEntry{{2, append([]byte{entrySuccessor}, r.Append(nil)...)}}}
	if err := e.Accept(pair(1).ID(), &run, false); !errors.Is(err, ErrInvalid) {
		t.Errorf("taken: %v", err)
	}
}
