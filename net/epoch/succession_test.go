package epoch

import (
	"errors"
	"testing"

	"manyhold/net/key"
)

// TestContinues is a table of all transitions, with allowed and forbidden signers. Pair 1 signs unless
// another is named, and is the founder; 1, 2 and 3 are the voters of the firm epochs.
func TestContinues(t *testing.T) {
	by := func(k byte) makeFunc {
		return func(r *Record) { r.Voters[0].Key = pair(k).ID() }
	}
	firm := second(first())
	lone := first()
	split := successor(firm, Split)
	island := child(split)
	aside := successor(firm, Provisional)
	asideOfLone := successor(lone, Provisional, by(4))
	asideOfLone.Sign(pair(4))
	stranger := successor(firm, Provisional, by(4))
	stranger.Sign(pair(4))
	ended := successor(island, Ended)
	agreed := func(before *Record, firm bool, signatures ...byte) *Record {
		r := before.After(Agreed, Position{Turn: before.FirstTurn + 10})
		r.Voters, r.Firm = []Voter{{pair(1).ID(), 17}, {pair(2).ID(), 18}, {pair(3).ID(), 19}}, firm
		r.Signer, r.Round = pair(1).ID(), 1
		var all []Cosignature
		for _, s := range signatures {
			all = append(all, r.Cosign(pair(s)))
		}
		return r.WithSignatures(all)
	}
	signed := func(r *Record, k byte) *Record {
		r.Sign(pair(k))
		return r
	}
	firmly := func(r *Record) { r.Firm = true }
	for _, x := range []struct {
		name   string
		before *Record
		r      *Record
		ok     bool
	}{
		{"committee", firm, successor(firm, Committee), true},
		{"committee by a stranger", firm, signed(successor(firm, Committee), 9), false},
		{"committee that is no longer firm", firm, successor(firm, Committee, func(r *Record) { r.Firm = false }), false},
		{"committee that makes firm", aside, successor(aside, Committee, firmly), false},
		{"committee of a provisional fork", aside, successor(aside, Committee), true},
		{"committee of a provisional fork by one who does not vote in it", aside, signed(successor(aside, Committee), 2), false},
		{"hand-over", firm, signed(successor(firm, HandOver), 3), true},
		{"hand-over of another island", firm, successor(firm, HandOver, func(r *Record) { r.Island = 7 }), false},
		{"provisional by a voter", firm, aside, true},
		{"provisional by anybody", firm, stranger, true},
		{"provisional before the predecessor's end", firm, successor(firm, Provisional, func(r *Record) { r.FirstTurn = firm.FirstTurn }), true},
		{"provisional before the predecessor's beginning", firm, successor(firm, Provisional, func(r *Record) { r.FirstTurn = firm.FirstTurn - 1 }), false},
		{"provisional after provisional", aside, successor(aside, Provisional), true},
		{"recovered", lone, successor(lone, Recovered), true},
		{"recovered, provisional", asideOfLone, signed(successor(asideOfLone, Recovered, by(4)), 4), true},
		{"recovered, firm by the firm fork's voter", asideOfLone, successor(asideOfLone, Recovered, firmly), true},
		{"recovered, firm by the provisional fork's", asideOfLone, signed(successor(asideOfLone, Recovered, by(4), firmly), 4), false},
		{"recovered, firm by one of three", aside, successor(aside, Recovered, firmly), false},
		{"recovered, firm no more", lone, successor(lone, Recovered, func(r *Record) { r.Firm = false }), false},
		{"agreed", firm, agreed(firm, true, 1, 2, 3), true},
		{"agreed by two of three", firm, agreed(firm, true, 1, 2), false},
		{"agreed, firm no more", firm, agreed(firm, false, 1, 2, 3), false},
		{"agreed, a provisional fork is firm by all of the firm one's", stranger, agreed(stranger, true, 1, 2, 3), true},
		{"agreed, a provisional fork is firm by most of the firm one's", stranger, agreed(stranger, true, 1, 2, 4), false},
		{"merged", firm, successor(firm, Merged), true},
		{"merged into a provisional fork", aside, successor(aside, Merged), true},
		{"merged, firm thereby", aside, successor(aside, Merged, firmly), false},
		{"merged by a stranger", firm, signed(successor(firm, Merged), 4), false},
		{"split", firm, split, true},
		{"split by a stranger", firm, signed(successor(firm, Split), 4), false},
		{"room", firm, successor(firm, Room), true},
		{"room by a stranger", firm, signed(successor(firm, Room), 4), false},
		{"the parent goes on", split, successor(split, Committee), true},
		{"ended", island, signed(successor(island, Ended), 2), true},
		{"ended by a stranger", island, signed(successor(island, Ended), 4), false},
		{"after the end", ended, signed(&Record{Reason: Provisional, World: ended.World, Island: ended.Island, Number: 3, Previous: ended.Hash(),
			FirstTurn: ended.FirstTurn, Rules: 1, Ticks: 3, Voters: []Voter{{pair(2).ID(), 8}}}, 2), false},
		{"absorbed", firm, successor(firm, Absorbed), true},
		{"absorbed by a stranger", firm, signed(successor(firm, Absorbed), 4), false},
		{"decreed by the founder", stranger, successor(stranger, Decreed), true},
		{"decreed by another", aside, signed(successor(aside, Decreed), 2), false},
		{"decreed, firm already", firm, successor(firm, Decreed), false},
		{"begun", firm, successor(firm, Begun), false},
		{"founded", firm, successor(firm, Founded), false},
	} {
		past := Past{Before: x.before, Firm: firm, Founder: pair(1).ID()}
		if x.before == asideOfLone || x.before == lone {
			past.Firm = lone
		}
		if err := x.r.Continues(past); (err == nil) != x.ok || err != nil && !errors.Is(err, ErrSuccession) {
			t.Errorf("%s: %v", x.name, err)
		}
		if x.ok && x.r.Reason != Founded && x.r.Reason != Begun {
			if _, err := DecodeRecord(x.r.Append(nil)); err != nil {
				t.Errorf("%s: %v", x.name, err)
			}
		}
		// Without a known past, no provisional fork becomes firm.
		if err := x.r.Follows(x.before); err == nil && x.r.Firm && !x.before.Firm {
			t.Errorf("%s: firm without a past", x.name)
		}
	}
	if err := successor(stranger, Decreed).Continues(Past{Before: stranger}); !errors.Is(err, ErrSuccession) {
		t.Errorf("decreed by the founder of nothing: %v", err)
	}
}

func TestBegins(t *testing.T) {
	parent := successor(second(first()), Split)
	for i := range parent.Parts {
		for _, k := range []byte{1, 2, 3, 9} { // the parent's voters, the part's, and an observer
			r := parent.Begin(i)
			r.Sign(pair(k))
			if err := r.Begins(parent); err != nil {
				t.Error(err)
			}
			if r.Hash() != parent.Begin(i).Hash() {
				t.Error("an island of several names")
			}
		}
	}
	for name, spoil := range map[string]makeFunc{
		"another island":  func(r *Record) { r.Island++ },
		"another turn":    func(r *Record) { r.FirstTurn++ },
		"another chain":   func(r *Record) { r.Chain[0]++ },
		"other voters":    func(r *Record) { r.Voters[0].Incarnation++ },
		"other heirs":     func(r *Record) { r.Heirs = nil },
		"another world":   func(r *Record) { r.World[0]++ },
		"another record":  func(r *Record) { r.Previous[0]++ },
		"another parent":  func(r *Record) { r.Parent++ },
		"other rules":     func(r *Record) { r.Rules++ },
		"no longer firm":  func(r *Record) { r.Firm = false },
		"another reason":  func(r *Record) { r.Reason = Provisional },
		"of other length": func(r *Record) { r.Ticks++ },
	} {
		r := child(parent)
		spoil(r)
		if err := r.Begins(parent); !errors.Is(err, ErrSuccession) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := child(parent).Begins(second(first())); !errors.Is(err, ErrSuccession) {
		t.Errorf("from what divides nothing: %v", err)
	}
}

func TestFirmOf(t *testing.T) {
	firm := second(first())
	aside := successor(firm, Provisional)
	further := successor(aside, Committee)
	if got := FirmOf([]*Record{first(), firm, aside, further}); got != firm {
		t.Errorf("%v", got)
	}
	if FirmOf(nil) != nil || FirmOf([]*Record{aside}) != nil {
		t.Error("a firm ancestor of nothing")
	}
}

func TestSenior(t *testing.T) {
	firm := second(first())
	of := func(keys ...byte) *Record {
		r := successor(firm, Provisional)
		r.Voters = nil
		for _, k := range keys {
			r.Voters = append(r.Voters, Voter{pair(k).ID(), 1})
		}
		return r
	}
	kin, other := of(1), of(4)
	if !Senior(firm, kin, 5, other, 900) || Senior(firm, other, 900, kin, 5) {
		t.Error("who was of the committee goes first")
	}
	if !Senior(firm, of(2), 6, kin, 5) || Senior(firm, kin, 5, of(2), 6) {
		t.Error("then who has more turns")
	}
	if Senior(firm, kin, 5, of(2), 5) == Senior(firm, of(2), 5, kin, 5) {
		t.Error("at last the hash decides")
	}
}

func TestIslandsAreNamedApart(t *testing.T) {
	seen := map[uint64]bool{0: true, Home: true}
	r := successor(second(first()), Split)
	for _, d := range [][32]byte{{}, {1}, r.Division(), successor(r, Split).Division(), key.ID(first().Division())} {
		for i := range uint8(MaxParts) {
			id := IslandOf(d, i)
			if seen[id] {
				t.Errorf("twice: %d", id)
			}
			seen[id] = true
		}
	}
}
