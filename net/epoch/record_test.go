package epoch

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"testing"

	"manyhold/net/key"
)

// makeFunc spoils or completes a record before it is signed.
type makeFunc func(r *Record)

// successor returns a record of pair 1 after before's epoch, with the fields of its reason.
func successor(before *Record, reason Reason, more ...makeFunc) *Record {
	r := before.After(reason, Position{Turn: before.FirstTurn + 99, Hash: [32]byte{5}})
	r.Voters = []Voter{{pair(1).ID(), 7}, {pair(2).ID(), 8}, {pair(3).ID(), 9}}
	taken := Taken{Record: [32]byte{1}, Turn: 77, Chain: [32]byte{2}, Blob: [32]byte{3}}
	switch reason {
	case Recovered, Provisional, Decreed:
		r.Voters = []Voter{{pair(1).ID(), 17}}
	case Merged:
		r.Taken = taken
	case Split, Room:
		for i := range uint8(2) {
			r.Parts = append(r.Parts, Part{Island: IslandOf(r.Division(), i), Voters: []Voter{{pair(2 + i).ID(), 8}}, Heirs: []key.ID{pair(1).ID()}, State: [32]byte{i}})
		}
		if reason == Room {
			r.Roster = []key.ID{pair(3).ID(), pair(2).ID()}
		}
	case Ended:
		r.Into, r.Voters = Home, nil
	case Absorbed:
		r.Taken, r.From = taken, 78
	}
	for _, f := range more {
		f(r)
	}
	if reason != Agreed {
		r.Sign(pair(1))
	}
	return r
}

// child returns the first record of the island that the first part of split is.
func child(split *Record) *Record {
	r := split.Begin(0)
	r.Sign(pair(2))
	return r
}

// everyRecord returns a record of every reason.
func everyRecord() []*Record {
	s := second(first())
	split := successor(s, Split)
	all := []*Record{first(), s, successor(s, HandOver), successor(first(), Recovered), third(s, 1, 2, 3), split, child(split)}
	for _, reason := range []Reason{Provisional, Merged, Absorbed, Room} {
		all = append(all, successor(s, reason))
	}
	return append(all, successor(successor(s, Provisional), Decreed), successor(child(split), Ended))
}

func TestEveryReasonHasARecord(t *testing.T) {
	seen := map[Reason]bool{}
	for _, r := range everyRecord() {
		seen[r.Reason] = true
	}
	for r := Founded; r <= Begun; r++ {
		if !seen[r] || r.String() == "unknown" {
			t.Errorf("%d, %v, is not tested", r, r)
		}
	}
}

func TestLargestRecord(t *testing.T) {
	r := successor(second(first()), Room, func(r *Record) {
		r.Parts, r.Roster = nil, nil
		for i := range uint8(MaxParts) {
			r.Parts = append(r.Parts, Part{Island: IslandOf(r.Division(), i), Heirs: make([]key.ID, MaxHeirs)})
			for v := range byte(MaxVoters) {
				r.Parts[i].Voters = append(r.Parts[i].Voters, Voter{pair(v).ID(), 1})
			}
		}
		r.Voters, r.Heirs = r.Parts[0].Voters, r.Parts[0].Heirs
		for i := range byte(MaxRoster) {
			r.Roster = append(r.Roster, key.ID{i})
		}
	})
	b := r.Append(nil)
	if _, err := DecodeRecord(b); err != nil || len(b) > MaxRecord || len(b)+1 > MaxData {
		t.Errorf("%d bytes: %v", len(b), err)
	}
}

// earlyRecords reads the fixture: a Founded, a Committee and an Agreed record as version 1 encoded them.
func earlyRecords(t testing.TB) (all [][]byte) {
	text, err := os.ReadFile("testdata/records_version1.hex")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Fields(string(text)) {
		b, err := hex.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	return all
}

func TestVersion1IsRead(t *testing.T) {
	names := []string{"7ec0c263aae9dd52ad4366b481589df3bd0db8d1d9ed19287033bc737092a39f",
		"609415f9267b0bc0454b537d92002287c94570e2da71833b91b82388b7f82217", "0f1bfacaf018e011136243f172c3459581fe74ad510ffd1cdadbbe9d97f729ac"}
	var line []*Record
	for i, b := range earlyRecords(t) {
		r, err := DecodeRecord(b)
		if err != nil {
			t.Fatal(err)
		}
		if h := r.Hash(); hex.EncodeToString(h[:]) != names[i] || r.Island != Home || !bytes.Equal(r.Append(nil), b) {
			t.Errorf("%v: not the same again, %x", r.Reason, h)
		}
		if i > 0 {
			if err := r.Follows(line[i-1]); err != nil {
				t.Error(err)
			}
		}
		line = append(line, r)
	}
	// The chain of records continues in the present version.
	if err := successor(line[1], Split).Follows(line[1]); err != nil {
		t.Error(err)
	}
	early := *line[1]
	early.Reason = Merged
	early.Sign(pair(1))
	if _, err := DecodeRecord(early.Append(nil)); !errors.Is(err, ErrRecord) {
		t.Errorf("a merge in version 1: %v", err)
	}
}

func TestMalformedSections(t *testing.T) {
	s := second(first())
	parent := successor(s, Split)
	for _, x := range []struct {
		name   string
		before *Record
		reason Reason
		spoil  makeFunc
	}{
		{"of no island", s, HandOver, func(r *Record) { r.Island = 0 }},
		{"provisional and firm", s, Provisional, func(r *Record) { r.Firm = true }},
		{"provisional, led by another", s, Provisional, func(r *Record) { r.Voters[0] = Voter{pair(2).ID(), 1} }},
		{"decreed and not firm", successor(s, Provisional), Decreed, func(r *Record) { r.Firm = false }},
		{"a merge that wraps", s, Merged, func(r *Record) { r.Taken.Turn = 1 << 63 }},
		{"split into nothing", s, Split, func(r *Record) { r.Parts = nil }},
		{"a part of another name", s, Split, func(r *Record) { r.Parts[1].Island++ }},
		{"parts in another order", s, Split, func(r *Record) { r.Parts[0], r.Parts[1] = r.Parts[1], r.Parts[0] }},
		{"a part that two lead", s, Split, func(r *Record) { r.Parts[1].Voters = append(r.Parts[1].Voters, Voter{pair(9).ID(), 1}) }},
		{"a part that nobody leads", s, Room, func(r *Record) { r.Parts[1].Voters = nil }},
		{"a room for nobody", s, Room, func(r *Record) { r.Roster = nil }},
		{"a player twice", s, Room, func(r *Record) { r.Roster[1] = r.Roster[0] }},
		{"home ends", s, Ended, func(r *Record) { r.Into = 7 }},
		{"an end into itself", child(parent), Ended, func(r *Record) { r.Into = r.Island }},
		{"an end into nothing", child(parent), Ended, func(r *Record) { r.Into = 0 }},
		{"an end with voters", child(parent), Ended, func(r *Record) { r.Voters = []Voter{{pair(1).ID(), 7}} }},
		{"takes itself in", s, Absorbed, func(r *Record) { r.From = r.Island }},
		{"home is taken in", child(parent), Absorbed, func(r *Record) { r.From = Home }},
		{"begun as the second", s, Begun, func(r *Record) { r.Parent = 7 }},
	} {
		if _, err := DecodeRecord(successor(x.before, x.reason, x.spoil).Append(nil)); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	for name, spoil := range map[string]makeFunc{
		"no parent":       func(r *Record) { r.Parent = 0 },
		"its own parent":  func(r *Record) { r.Parent = r.Island },
		"home":            func(r *Record) { r.Island = Home },
		"from nothing":    func(r *Record) { r.Previous = [32]byte{} },
		"without a voter": func(r *Record) { r.Voters = nil },
	} {
		r := parent.Begin(0)
		spoil(r)
		r.Sign(pair(2))
		if _, err := DecodeRecord(r.Append(nil)); !errors.Is(err, ErrRecord) {
			t.Errorf("begun, %s: %v", name, err)
		}
	}
}
