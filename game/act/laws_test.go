package act_test

import (
	"bytes"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// TestLawsHoldFromOneTickOn: the laws of a turn hold, are told once, and go with the state.
func TestLawsHoldFromOneTickOn(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	before := s.Digest()
	s.Rule(world.Blocking, world.Mercy)
	e := s.Saw(event.Ruled)
	if !s.Code.Laws.Has(world.Blocking) || s.Code.Laws.Has(world.Strife) || !s.Code.Laws.Has(world.Mercy) || s.Word() != 1 || e == nil || world.Law(e.A) != world.Blocking || e.B != 1 {
		t.Fatalf("laws %b by word %d, told %+v", s.Code.Laws, s.Word(), e)
	}
	if s.Digest() == before {
		t.Error("the digest does not know them")
	}
	if s.Begin(3).Proclaim(world.Ordinance{Topic: world.OfLaws, Value: uint64(s.Code.Laws), Word: s.Word()}) {
		t.Error("proclaimed again")
	}
	var again island.Island
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Code.Laws != s.Code.Laws || again.Digest() != s.Digest() {
		t.Errorf("a snapshot has the laws %b: %v", again.Code.Laws, err)
	}
	var copied island.Island
	s.CopyNear(&copied, s.SpawnTile)
	if copied.Code.Laws != s.Code.Laws {
		t.Error("a copy for prediction has other laws")
	}
	s.Rule()
	if e := s.Saw(event.Ruled); s.Code.Laws != 0 || e == nil || e.B != 0 {
		t.Errorf("laws %b remain; told %+v", s.Code.Laws, e)
	}
}

// TestWhatIsNoOrdinance: turns with too many ordinances, with two about the same and with unknown ones are
// not valid, and no leader can make them.
func TestWhatIsNoOrdinance(t *testing.T) {
	s := rig.NewStage(t)
	law := world.Ordinance{Topic: world.OfLaws, Value: 1, Word: 1}
	next := s.Begin(3)
	if !next.Proclaim(law) {
		t.Fatal("cannot be proclaimed")
	}
	right := rig.Reparsed(t, next.Turn()).Bytes()
	if next.Proclaim(world.Ordinance{Topic: world.OfLaws, Value: 2, Word: 2}) {
		t.Error("a turn takes two about the same")
	}
	for n, topic := range []world.Topic{world.OfEntry, world.OfDefaultRank, world.OfClaimDays} {
		if took := next.Proclaim(world.Ordinance{Topic: topic, Value: 0, Word: 1}); took != (n < turn.MaxOrdinances-1) {
			t.Errorf("ordinance %d is taken: %v", n+2, took)
		}
	}
	rig.Reparsed(t, next.Turn())
	for name, o := range map[string]world.Ordinance{
		"an unknown law": {Topic: world.OfLaws, Value: 1 << world.LawCount, Word: 1}, "no topic": {Word: 1}, "an unknown topic": {Topic: 63, Word: 1},
		"a rank of nobody": {Topic: world.OfRank, Word: 1}, "an unknown rank": {Topic: world.OfRank, Subject: game.PlayerID{1}, Value: 4, Word: 1},
		"a law about somebody": {Topic: world.OfLaws, Subject: game.PlayerID{1}, Word: 1}, "a spawn beyond the world": {Topic: world.OfSpawn, Value: 1<<63 - 1, Word: 1},
	} {
		if s.Begin(3).Proclaim(o) {
			t.Errorf("%s is taken", name)
		}
	}
	unknown := bytes.Clone(right)
	unknown[len(unknown)-2] |= 1 << world.LawCount
	for name, bad := range map[string][]byte{"twice": append(right, right[turn.Head:]...), "unknown": unknown} {
		if _, err := turn.Parse(bad); err == nil {
			t.Errorf("%s: valid", name)
		}
	}
}

// TestTheLaterWordGoesOn: a union, and a branch that is taken in, have the laws of the later word, whichever
// side has it.
func TestTheLaterWordGoesOn(t *testing.T) {
	for _, here := range []bool{true, false} {
		s := rig.NewStage(t).Enter(2)
		base := s.Snapshot(nil)
		branch := rig.NewStage(t)
		if err := branch.Restore(base); err != nil {
			t.Fatal(err)
		}
		first, second := s, branch
		if here {
			first, second = branch, s
		}
		first.Rule(world.Strife)
		second.Rule(world.Strife).Rule(world.Blocking)
		if _, err := s.Reconcile(base, branch.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		if s.Code.Laws != 1<<world.Blocking || s.Word() != 2 {
			t.Errorf("later here %v: laws %b by word %d", here, s.Code.Laws, s.Word())
		}
	}
}

// TestMercy: fire hurts a player in it, except under the law.
func TestMercy(t *testing.T) {
	for _, merciful := range []bool{false, true} {
		s := rig.NewStage(t).Enter(1).Clear(4)
		if merciful {
			s.Rule(world.Mercy)
		}
		s.Put(1, 1, 0)
		living.SetTile(&s.State, s.At(1, 0), s.GroundAt(1, 0), tile.Fire, 200)
		s.Run(2 * act.BurnEvery)
		if hurt := s.Player(1).Health < world.MaxHealth; hurt == merciful {
			t.Errorf("merciful %v: health %d", merciful, s.Player(1).Health)
		}
	}
}
