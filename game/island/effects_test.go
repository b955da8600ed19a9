package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// snowfight lets player 1 throw a snowball eastwards at player 2.
func snowfight(t testing.TB, laws ...world.Law) *stage {
	s := newStage(t).enter(2).clear(8)
	if len(laws) > 0 {
		s.rule(laws...)
	}
	s.put(1, 0, 0).put(2, 3, 0).give(1, item.Snowball, 3)
	s.ask(1, command.Command{Kind: command.Throw, Dir: direction(fixed.One, 0), Slot: s.slot(1, item.Snowball)})
	for range 30 {
		if s.run(1); s.saw(event.Pelted) != nil {
			break
		}
	}
	return s
}

// TestSnowball: a snowball bursts on the player that it meets, and freezes that player where the law lets
// people harm each other.
func TestSnowball(t *testing.T) {
	for _, strife := range []bool{false, true} {
		var laws []world.Law
		if strife {
			laws = append(laws, world.Strife)
		}
		s := snowfight(t, laws...)
		if e := s.saw(event.Pelted); e == nil || e.Seat != s.player(2).Seat || item.Kind(e.A) != item.Snowball {
			t.Fatalf("strife %v: nobody was hit", strife)
		}
		if e, _ := s.EffectOn(s.body(2).ID); (e == act.Frozen) != strife {
			t.Errorf("strife %v: under effect %d", strife, e)
		}
		s.balanced()
	}
}

// TestFrozen: a frozen player stands, its hands are refused, and it is free again after a while, first
// slowly; it cannot be frozen again meanwhile. A copy for prediction and a snapshot have the same.
func TestFrozen(t *testing.T) {
	s := snowfight(t, world.Strife)
	s.walk(2, 0, fixed.One)
	s.ask(2, command.Command{Kind: command.Use, Tile: s.at(3, 0)})
	at := s.body(2).Pos
	s.run(60)
	s.refused(event.Frozen)
	if s.body(2).Pos != at {
		t.Error("walks")
	}
	var copied, again island.Island
	s.CopyNear(&copied, s.at(0, 0))
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	for _, i := range []*island.Island{&copied, &again} {
		if e, left := i.EffectOn(s.body(2).ID); e != act.Frozen || left == 0 {
			t.Errorf("elsewhere under effect %d for %d ticks", e, left)
		}
	}
	s.run(2 * game.TicksPerSecond)
	if e, _ := s.EffectOn(s.body(2).ID); e != act.Numb || s.body(2).Pos.Y <= at.Y {
		t.Errorf("after two seconds: under effect %d, walked %d", e, s.body(2).Pos.Y-at.Y)
	}
	b := s.body(2)
	act.BurstBall(&s.Island.State, s.player(2), &entity.Body{ID: 1, Kind: entity.Drop, Pos: b.Pos, Stack: item.Stack{}})
	if e, _ := s.EffectOn(b.ID); e != act.Numb {
		t.Error("frozen again at once")
	}
	s.run(3 * game.TicksPerSecond)
	if e, left := s.EffectOn(s.body(2).ID); e != act.NoEffect || left != 0 {
		t.Errorf("under effect %d for ever", e)
	}
}

// TestThaw: eating, a fire nearby, and the end of the law each free a frozen player at once.
func TestThaw(t *testing.T) {
	for name, do := range map[string]func(s *stage){
		"eating": func(s *stage) {
			s.give(2, item.Berry, 1).place(2, item.Berry, 3, 0)
		},
		"a fire": func(s *stage) { living.SetTile(&s.State, s.at(4, 1), s.groundAt(4, 1), tile.Hearth, tile.StateBit0) },
		"no law": func(s *stage) { s.rule() },
		"none":   func(*stage) {},
	} {
		s := snowfight(t, world.Strife)
		do(s)
		s.run(6)
		if e, _ := s.EffectOn(s.body(2).ID); (e == act.NoEffect) == (name == "none") {
			t.Errorf("%s: under effect %d", name, e)
		}
		s.balanced()
	}
}

// TestThrownThingsHurt: a ball that comes fast hurts once, where the law lets it; one that rolls slowly, and
// one's own, never.
func TestThrownThingsHurt(t *testing.T) {
	for _, c := range []struct {
		name  string
		laws  []world.Law
		by    entity.Seat
		speed fixed.S
		hurts uint8
	}{
		{"a throw", []world.Law{world.Strife}, 1, 10 * fixed.One, act.BallHurts},
		{"a throw in peace", nil, 1, 10 * fixed.One, 0},
		{"one that rolls", []world.Law{world.Strife}, 1, 3 * fixed.One, 0},
		{"one's own", []world.Law{world.Strife}, 2, 10 * fixed.One, 0},
	} {
		s := newStage(t).enter(2).clear(8)
		if c.laws != nil {
			s.rule(c.laws...)
		}
		s.put(1, -6, 0).put(2, 3, 0)
		s.Space.Insert(entity.Body{ID: 5, Kind: entity.Ball, Pos: s.at(0, 0).Centre(), Vel: fixed.SVec{X: c.speed}, Seat: c.by})
		s.run(45)
		if got := world.MaxHealth - s.player(2).Health; got != c.hurts {
			t.Errorf("%s: costs %d, want %d", c.name, got, c.hurts)
		}
	}
}

// TestSnowIsDug: it gives snowballs.
func TestSnowIsDug(t *testing.T) {
	s := newStage(t).enter(1).clear(4).put(1, 0, 0)
	living.SetTile(&s.State, s.at(1, 0), tile.Snow, tile.NoBlock, 0)
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(1, 0)})
	s.run(3 * game.TicksPerSecond)
	if got := s.count(1, item.Snowball); s.groundAt(1, 0) == tile.Snow || got != 3 {
		t.Errorf("%d snowballs of %s", got, s.groundAt(1, 0).Info().Name)
	}
	s.balanced()
}
