package dark_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// towered brings the n-th dark lighthouse of the world to a player, at night.
func towered(t *testing.T, n int, players int) (*rig.Stage, grid.Tile) {
	s := rig.NewStage(t).Enter(players)
	at := terrain.Lights(s.Gen.Seed)[n]
	for k := 1; k <= players; k++ {
		place(s, k, at.Add(int32(k)*2, 6))
	}
	s.Run(120)
	s.Clock = night
	s.Run(180)
	return s, at
}

func place(s *rig.Stage, n int, t grid.Tile) {
	b := s.Body(n)
	k, _ := s.Space.Find(b.ID)
	from := b.Pos
	b.Pos, b.Vel = t.Centre(), fixed.SVec{}
	s.Space.Moved(k, from)
	s.Moved = true
}

// mothOf returns the moth of a tower.
func mothOf(s *rig.Stage, at grid.Tile) *entity.Body {
	for k := range s.Space.Bodies() {
		if b := &s.Space.Bodies()[k]; b.Kind == entity.GreatMoth && grid.TileAt(b.Pos).Region() == at.Region() {
			return b
		}
	}
	return nil
}

// TestGreatMoth guards a dark tower at night: it hurts players near it, and puts embers out. By day it sits
// on the lantern.
func TestGreatMoth(t *testing.T) {
	s, at := towered(t, 2, 1)
	m := mothOf(s, at)
	if m == nil {
		t.Fatal("there is none")
	}
	s.Log = nil
	swooped := false
	for n := range 40 {
		place(s, 1, at.Add(3, 7))
		if n == 20 {
			s.Player(1).Health = world.MaxHealth
		}
		s.Run(30)
		swooped = swooped || s.Saw(event.Swooped) != nil
		s.Player(1).Health = world.MaxHealth
	}
	if !swooped {
		t.Errorf("it does not swoop: %+v", *mothOf(s, at))
	}
	s.Clock = night + 14*game.TicksPerDay/24
	s.Run(600)
	if m := mothOf(s, at); !m.Pos.Sub(at.Centre()).Near(fixed.One) || m.Vel != (fixed.SVec{}) {
		t.Errorf("by day it is at %v, the tower at %v", m.Pos, at.Centre())
	}
	health := s.Player(1).Health
	place(s, 1, at.Add(0, 3))
	s.Run(600)
	if s.Player(1).Health < health {
		t.Error("by day it hurts")
	}
}

// TestGreatMothFleesLight: one torch is not enough; two together drive it off within a minute, and so do
// thrown embers. Spoils fall, it comes back the next night, and not when the tower burns.
func TestGreatMothFleesLight(t *testing.T) {
	for _, torches := range []int{1, 2} {
		s, at := towered(t, 3, 2)
		for n := 1; n <= torches; n++ {
			s.Hold(n, item.Torch)
		}
		fled := false
		for range 60 {
			for n := 1; n <= 2; n++ {
				m := mothOf(s, at)
				place(s, n, grid.TileAt(m.Pos).Add(int32(n)*2-3, 1))
				s.Player(n).Health = world.MaxHealth
			}
			s.Run(60)
			if fled = s.Saw(event.MothFled) != nil; fled {
				break
			}
		}
		if fled != (torches == 2) {
			t.Fatalf("with %d torches it fled: %v", torches, fled)
		}
		s.Balanced()
		if !fled {
			continue
		}
		if mothOf(s, at).Z < 20*fixed.One {
			t.Error("it is still there")
		}
		s.Clock += game.TicksPerDay
		s.Run(60)
		if m := mothOf(s, at); m == nil || m.Z > 20*fixed.One {
			t.Error("it does not come back")
		}
		ground, _, state, _ := s.TileAt(at)
		living.SetTile(&s.State, at, ground, tile.Beacon, state|tile.StateBit0)
		s.Run(120)
		if mothOf(s, at) != nil {
			t.Error("it stays where the light burns")
		}
	}
	s, at := towered(t, 4, 1)
	for n := range 8 {
		m := mothOf(s, at)
		s.Space.Insert(entity.Body{ID: game.EntityID(50 + n), Kind: entity.Ember, Pos: m.Pos.Add(fixed.Vec{X: fixed.One}), Vel: fixed.SVec{X: -5 * fixed.One}, Z: fixed.One, Born: s.Clock})
		s.Run(3)
		s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Ember })
	}
	if m := mothOf(s, at); m.Z < 20*fixed.One {
		t.Errorf("eight thrown embers leave it with courage %d", dark.Courage-m.Calm)
	}
}

// TestNoMothInPeace: it sits on its lantern at night.
func TestNoMothInPeace(t *testing.T) {
	s, at := towered(t, 2, 1)
	s.Rule(world.Peaceful)
	s.Run(900)
	if m := mothOf(s, at); m == nil || !m.Pos.Sub(at.Centre()).Near(fixed.One) {
		t.Error("it flies in Peace")
	}
}

// keep lets the lamps round the tower of the night to hold out burn.
func keep(s *rig.Stage, at grid.Tile) {
	for _, l := range terrain.Lamps {
		ground, _, _, _ := s.TileAt(at.Add(l.X, l.Y))
		living.SetTile(&s.State, at.Add(l.X, l.Y), ground, tile.Lamp, 0)
	}
}

// TestGreatMothComesBack: in a night that people hold out, a great moth that is driven off is back after a
// moment, and lets no spoils fall; when the gate is open, it is away for the night, with spoils.
func TestGreatMothComesBack(t *testing.T) {
	s, at := towered(t, int(terrain.OfNight), 2)
	gate := at.Add(0, terrain.GateSouth)
	open := func() bool { _, _, state, _ := s.TileAt(gate); return state&tile.StateBit0 != 0 }
	drive := func() (away int32) {
		for range 120 {
			keep(s, at)
			m := mothOf(s, at)
			for n := 1; n <= 2; n++ {
				s.Hold(n, item.Torch)
				place(s, n, grid.TileAt(m.Pos).Add(int32(n)*2-3, 1))
				s.Player(n).Health = world.MaxHealth
			}
			s.Log = nil
			s.Run(60)
			if e := s.Saw(event.MothFled); e != nil {
				return e.A
			}
		}
		t.Fatal("it does not flee")
		return 0
	}
	for !beacon.Watched(&s.State, at) {
		keep(s, at)
		s.Run(60)
	}
	crystals := func() uint64 { return s.Ledger.Created[item.Crystal] }
	had := crystals()
	for n := range 2 {
		if away := drive(); away != event.AwayAWhile || crystals() != had {
			t.Fatalf("flight %d: away %d, %d crystals more", n, away, crystals()-had)
		}
		s.Run(10 * 60)
		if m := mothOf(s, at); m.Z > 20*fixed.One {
			t.Fatalf("flight %d: it does not come back", n)
		}
	}
	ground, _, _, _ := s.TileAt(gate)
	living.SetTile(&s.State, gate, ground, tile.Gate, tile.GateVigil|tile.StateBit0)
	if away := drive(); away != event.AwayTonight || crystals() == had || !open() {
		t.Errorf("at the open gate: away %d, %d crystals more", away, crystals()-had)
	}
	s.Balanced()
}
