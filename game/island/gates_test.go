package island_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// gateway is a stage with a gate in the north of two players, and its handles.
func gateway(t *testing.T) *stage {
	s := pair(t)
	living.SetTile(&s.State, s.at(0, -3), tile.StoneFloor, tile.Gate, 0)
	for _, x := range [...]int32{-terrain.GateAside, terrain.GateAside} {
		living.SetTile(&s.State, s.at(x, -3+terrain.GateOff), tile.StoneFloor, tile.Handle, 0)
	}
	return s.put(1, -3, -1).put(2, 3, -1)
}

// open reports whether the gate is.
func (s *stage) open() bool {
	_, b, state, _ := s.TileAt(s.at(0, -3))
	return b == tile.Gate && !tile.Solid(b, state)
}

// TestTwoOpenAGate: one person alone does not, whatever they do; two do, and it stays open through a
// snapshot.
func TestTwoOpenAGate(t *testing.T) {
	s := gateway(t)
	s.put(1, 0, -1).use(1, 0, -3).refused(event.Blocked)
	s.put(1, -3, -1)
	s.use(1, -4, -2).allowed()
	if e := s.saw(event.Opened); e == nil || tile.Block(e.A) != tile.Handle || s.player(1).Action != entity.Holding {
		t.Fatalf("the handle is not held: %+v", e)
	}
	s.run(300)
	s.put(1, 3, -1).run(3)
	if e := s.saw(event.Closed); e == nil || s.player(1).Action != entity.Idle {
		t.Fatal("a handle out of reach is still held")
	}
	if s.use(1, 4, -2).allowed(); s.open() {
		t.Fatal("one person opened the gate")
	}
	if s.use(2, 4, -2).allowed(); s.open() {
		t.Fatal("the same handle twice opened the gate")
	}
	s.put(1, -3, -1).use(1, -4, -2).allowed()
	e := s.saw(event.Opened)
	for k := range s.log {
		if s.log[k].Kind == event.Opened && tile.Block(s.log[k].A) == tile.Gate {
			e = &s.log[k]
		}
	}
	if !s.open() || e.Text != "Bo, Ada" || e.Tile != s.at(0, -3) {
		t.Fatalf("open: %v; told: %+v", s.open(), e)
	}
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
		t.Fatalf("a snapshot while they hold: %v", err)
	}
	s.put(1, 0, 0).put(2, 1, 0).run(30)
	if !s.open() {
		t.Error("the gate closed again")
	}
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(0, -3)})
	s.put(1, 0, -1).run(3).refused(event.TooHard)
}

// TestHandlesAreLetGo: a player that does something else, sleeps, or leaves lets its handle go.
func TestHandlesAreLetGo(t *testing.T) {
	for name, do := range map[string]func(s *stage){
		"kicks":  func(s *stage) { s.ask(1, command.Command{Kind: command.Kick, Dir: direction(fixed.One, 0)}) },
		"leaves": func(s *stage) { s.ask(1, command.Command{Kind: command.Leave}) },
		"sleeps": func(s *stage) { s.sleep(1) },
		"digs":   func(s *stage) { s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(-3, 0)}) },
	} {
		s := gateway(t)
		if name == "kicks" { // there is something to kick
			s.Space.Insert(entity.Body{ID: 77, Kind: entity.Ball, Pos: s.at(-2, -1).Centre()})
		}
		s.use(1, -4, -2).allowed()
		do(s)
		s.run(6).use(2, 4, -2)
		if s.open() {
			t.Errorf("who %s still holds", name)
		}
	}
}
