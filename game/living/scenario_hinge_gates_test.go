package living_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// gateway is a stage with a gate in the north of two players, and its handles.
func gateway(t *testing.T) *rig.Stage {
	s := rig.Pair(t)
	living.SetTile(&s.State, s.At(0, -3), tile.StoneFloor, tile.Gate, 0)
	for _, x := range [...]int32{-terrain.GateAside, terrain.GateAside} {
		living.SetTile(&s.State, s.At(x, -3+terrain.GateOff), tile.StoneFloor, tile.Handle, 0)
	}
	return s.Put(1, -3, -1).Put(2, 3, -1)
}

// TestTwoOpenAGate: one person alone does not, whatever they do; two do, and it stays open through a
// snapshot.
func TestTwoOpenAGate(t *testing.T) {
	s := gateway(t)
	s.Put(1, 0, -1).Use(1, 0, -3).Refused(event.Blocked)
	s.Put(1, -3, -1)
	s.Use(1, -4, -2).Allowed()
	if e := s.Saw(event.Opened); e == nil || tile.Block(e.A) != tile.Handle || s.Player(1).Action != entity.Holding {
		t.Fatalf("the handle is not held: %+v", e)
	}
	s.Run(300)
	s.Put(1, 3, -1).Run(3)
	if e := s.Saw(event.Closed); e == nil || s.Player(1).Action != entity.Idle {
		t.Fatal("a handle out of reach is still held")
	}
	if s.Use(1, 4, -2).Allowed(); s.Open() {
		t.Fatal("one person opened the gate")
	}
	if s.Use(2, 4, -2).Allowed(); s.Open() {
		t.Fatal("the same handle twice opened the gate")
	}
	s.Put(1, -3, -1).Use(1, -4, -2).Allowed()
	e := s.Saw(event.Opened)
	for k := range s.Log {
		if s.Log[k].Kind == event.Opened && tile.Block(s.Log[k].A) == tile.Gate {
			e = &s.Log[k]
		}
	}
	if !s.Open() || e.Text != "Bo, Ada" || e.Tile != s.At(0, -3) {
		t.Fatalf("open: %v; told: %+v", s.Open(), e)
	}
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Fatalf("a snapshot while they hold: %v", err)
	}
	s.Put(1, 0, 0).Put(2, 1, 0).Run(30)
	if !s.Open() {
		t.Error("the gate closed again")
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(0, -3)})
	s.Put(1, 0, -1).Run(3).Refused(event.TooHard)
}

// TestHandlesAreLetGo: a player that does something else, sleeps, or leaves lets its handle go.
func TestHandlesAreLetGo(t *testing.T) {
	for name, do := range map[string]func(s *rig.Stage){
		"kicks":  func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Kick, Dir: rig.Direction(fixed.One, 0)}) },
		"leaves": func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Leave}) },
		"sleeps": func(s *rig.Stage) { s.Sleep(1) },
		"digs":   func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(-3, 0)}) },
	} {
		s := gateway(t)
		if name == "kicks" { // there is something to kick
			s.Space.Insert(entity.Body{ID: 77, Kind: entity.Ball, Pos: s.At(-2, -1).Centre()})
		}
		s.Use(1, -4, -2).Allowed()
		do(s)
		s.Run(6).Use(2, 4, -2)
		if s.Open() {
			t.Errorf("who %s still holds", name)
		}
	}
}
