package tune_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/tune"
)

func hold(s *rig.Stage, kinds ...item.Kind) {
	p := s.Player(1)
	for n := range p.Inventory {
		s.Ledger.Destroyed[p.Inventory[n].Kind] += uint64(p.Inventory[n].Count)
		p.Inventory[n] = item.Stack{}
	}
	for n, k := range kinds {
		p.Inventory[n] = item.Stack{Kind: k, Count: 1}
		s.Ledger.Created[k]++
	}
}

// played returns the notes of the last run as digits.
func played(s *rig.Stage) (notes string) {
	for _, e := range s.Log {
		if e.Kind == event.Played {
			notes += string(rune('0' + e.B))
		}
	}
	return notes
}

// TestNotes: five notes sound on an instrument in hand, one after the other, and on nothing else.
func TestNotes(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	hold(s, item.Harp, item.Stick)
	for n := uint8(1); n <= tune.Notes; n++ {
		s.Ask(1, command.Command{Kind: command.Play, Count: n})
		s.Run(9)
		if e := s.Saw(event.Played); e == nil || item.Kind(e.A) != item.Harp || e.B != int32(n) || e.Seat != s.Player(1).Seat {
			t.Fatalf("note %d: %+v", n, e)
		}
	}
	for _, c := range []struct {
		slot, note uint8
		why        event.Reason
	}{{0, 0, event.NothingThere}, {0, 6, event.NothingThere}, {1, 3, event.NeedsInstrument}, {2, 3, event.NeedsInstrument}} {
		s.Ask(1, command.Command{Kind: command.Select, Slot: c.slot})
		s.Ask(1, command.Command{Kind: command.Play, Count: c.note})
		s.Run(12)
		if e := s.Saw(event.Refused); e == nil || event.Reason(e.A) != c.why {
			t.Errorf("slot %d, note %d: %+v, want %s", c.slot, c.note, e, c.why)
		}
	}
	s.Ask(1, command.Command{Kind: command.Select})
	s.Ask(1, command.Command{Kind: command.Play, Count: 1})
	s.Ask(1, command.Command{Kind: command.Play, Count: 2})
	s.Run(3)
	if e := s.Saw(event.Refused); e == nil || event.Reason(e.A) != event.TooSoon {
		t.Errorf("two notes at once: %+v", e)
	}
}

// TestScores: a score is played to its end, on the instrument in the bag or by voice, and is kept. It ends
// early when it is used again, or leaves the hand.
func TestScores(t *testing.T) {
	for _, score := range []item.Kind{item.ShoreScore, item.HearthScore, item.NineScore} {
		s := rig.NewStage(t)
		s.Enter(1)
		hold(s, score, item.Flute)
		begin := func() {
			s.Ask(1, command.Command{Kind: command.Place, Tile: s.SpawnTile})
			s.Run(3)
		}
		if begin(); s.Player(1).Action != entity.Playing || s.Saw(event.Performed) == nil {
			t.Fatalf("%s is not played: %v", score, s.Log)
		}
		s.Run(int(tune.Long(score)) + 6)
		notes := played(s)
		if len(notes) < 12 || s.Player(1).Action != entity.Idle || s.Player(1).Inventory[0].Kind != score {
			t.Errorf("%s: notes %q, then %d with %s", score, notes, s.Player(1).Action, s.Player(1).Inventory[0].Kind)
		}
		if e := s.Saw(event.Played); item.Kind(e.A) != item.Flute {
			t.Errorf("%s is played on %s", score, item.Kind(e.A))
		}
		begin()
		s.Run(60)
		if begin(); s.Player(1).Action != entity.Idle {
			t.Errorf("%s does not end when it is used again", score)
		}
		begin()
		s.Ask(1, command.Command{Kind: command.Select, Slot: 3})
		if s.Run(12); s.Player(1).Action == entity.Playing {
			t.Errorf("%s goes on though it left the hand", score)
		}
	}
	if tune.Long(item.Stick) != 0 || tune.Long(item.KindCount) != 0 {
		t.Error("a stick has a tune")
	}
}

// TestScoresFollowFromTheState: a tune goes on after a snapshot at any tick, note for note.
func TestScoresFollowFromTheState(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	hold(s, item.NineScore)
	s.Ask(1, command.Command{Kind: command.Place, Tile: s.SpawnTile})
	s.Run(33)
	again := rig.BareStage(t)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	s.Run(300)
	again.Run(300)
	if a, b := played(s), played(again); len(a) < 8 || a != b || s.Digest() != again.Digest() {
		t.Errorf("notes %q, after a snapshot %q", a, b)
	}
}
