package act_test

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
	"manyhold/game/physics"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// snowfight lets player 1 throw a snowball eastwards at player 2.
func snowfight(t testing.TB, laws ...world.Law) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(8)
	if len(laws) > 0 {
		s.Rule(laws...)
	}
	s.Put(1, 0, 0).Put(2, 3, 0).Give(1, item.Snowball, 3)
	s.Ask(1, command.Command{Kind: command.Throw, Dir: rig.Direction(fixed.One, 0), Slot: s.Slot(1, item.Snowball)})
	for range 30 {
		if s.Run(1); s.Saw(event.Pelted) != nil {
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
		if e := s.Saw(event.Pelted); e == nil || e.Seat != s.Player(2).Seat || item.Kind(e.A) != item.Snowball {
			t.Fatalf("strife %v: nobody was hit", strife)
		}
		if e, _ := s.EffectOn(s.Body(2).ID); (e == act.Frozen) != strife {
			t.Errorf("strife %v: under effect %d", strife, e)
		}
		s.Balanced()
	}
}

// TestFrozen: a frozen player stands, its hands are refused, and it is free again after a while, first
// slowly; it cannot be frozen again meanwhile. A copy for prediction and a snapshot have the same.
func TestFrozen(t *testing.T) {
	s := snowfight(t, world.Strife)
	s.Walk(2, 0, fixed.One)
	s.Ask(2, command.Command{Kind: command.Use, Tile: s.At(3, 0)})
	at := s.Body(2).Pos
	s.Run(60)
	s.Refused(event.Frozen)
	if s.Body(2).Pos != at {
		t.Error("walks")
	}
	var copied, again island.Island
	s.CopyNear(&copied, s.At(0, 0))
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	for _, i := range []*island.Island{&copied, &again} {
		if e, left := i.EffectOn(s.Body(2).ID); e != act.Frozen || left == 0 {
			t.Errorf("elsewhere under effect %d for %d ticks", e, left)
		}
	}
	s.Run(2 * game.TicksPerSecond)
	if e, _ := s.EffectOn(s.Body(2).ID); e != act.Numb || s.Body(2).Pos.Y <= at.Y {
		t.Errorf("after two seconds: under effect %d, walked %d", e, s.Body(2).Pos.Y-at.Y)
	}
	b := s.Body(2)
	act.BurstBall(&s.Island.State, s.Player(2), &entity.Body{ID: 1, Kind: entity.Drop, Pos: b.Pos, Stack: item.Stack{}})
	if e, _ := s.EffectOn(b.ID); e != act.Numb {
		t.Error("frozen again at once")
	}
	s.Run(3 * game.TicksPerSecond)
	if e, left := s.EffectOn(s.Body(2).ID); e != act.NoEffect || left != 0 {
		t.Errorf("under effect %d for ever", e)
	}
}

// TestThaw: eating, a fire nearby, and the end of the law each free a frozen player at once.
func TestThaw(t *testing.T) {
	for name, do := range map[string]func(s *rig.Stage){
		"eating": func(s *rig.Stage) {
			s.Give(2, item.Berry, 1).Place(2, item.Berry, 3, 0)
		},
		"a fire": func(s *rig.Stage) {
			living.SetTile(&s.State, s.At(4, 1), s.GroundAt(4, 1), tile.Hearth, tile.StateBit0)
		},
		"no law": func(s *rig.Stage) { s.Rule() },
		"none":   func(*rig.Stage) {},
	} {
		s := snowfight(t, world.Strife)
		do(s)
		s.Run(6)
		if e, _ := s.EffectOn(s.Body(2).ID); (e == act.NoEffect) == (name == "none") {
			t.Errorf("%s: under effect %d", name, e)
		}
		s.Balanced()
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
		s := rig.NewStage(t).Enter(2).Clear(8)
		if c.laws != nil {
			s.Rule(c.laws...)
		}
		s.Put(1, -6, 0).Put(2, 3, 0)
		s.Space.Insert(entity.Body{ID: 5, Kind: entity.Ball, Pos: s.At(0, 0).Centre(), Vel: fixed.SVec{X: c.speed}, Seat: c.by})
		s.Run(45)
		if got := world.MaxHealth - s.Player(2).Health; got != c.hurts {
			t.Errorf("%s: costs %d, want %d", c.name, got, c.hurts)
		}
	}
}

// TestSnowIsDug: it gives snowballs.
func TestSnowIsDug(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Snow, tile.NoBlock, 0)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(1, 0)})
	s.Run(3 * game.TicksPerSecond)
	if got := s.Count(1, item.Snowball); s.GroundAt(1, 0) == tile.Snow || got != 3 {
		t.Errorf("%d snowballs of %s", got, s.GroundAt(1, 0).Info().Name)
	}
	s.Balanced()
}

// TestALyingIslandHoldsNobody: a player that comes with an effect of hours or of great speed is held for five
// seconds and free for as long, and walks no faster than others.
func TestALyingIslandHoldsNobody(t *testing.T) {
	for _, e := range []act.Effect{act.Frozen, act.Numb, act.Held, act.Snared, act.Free} {
		s := snowfight(t, world.Strife)
		id := s.Body(2).ID
		if err := s.Components.Declare("manyhold:effect", 6); err != nil {
			t.Fatal(err)
		}
		row := []byte{byte(e), 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}
		if err := s.SetComponent("manyhold:effect", id, row); err != nil {
			t.Fatal(err)
		}
		s.Walk(2, 0, fixed.One)
		s.Run(1)
		most := game.Tick(2 * act.HeldMost)
		for n := game.Tick(0); ; n++ {
			now, left := s.EffectOn(id)
			if now == act.NoEffect {
				break
			}
			if v := s.Body(2).Vel.Y; n > most || left > act.HeldMost || v > physics.WalkSpeed*11/10 { // on a path
				t.Fatalf("effect %d: after %d ticks it is under %d for %d, at speed %d", e, n, now, left, v)
			}
			s.Run(1)
		}
	}
}
