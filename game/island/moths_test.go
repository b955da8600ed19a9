package island

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/tile"
)

// TestMoths: they put out a lamp in the open at night that nobody is near, and no other.
func TestMoths(t *testing.T) {
	const night = game.TicksPerDay / 24 * 14 // ten in the evening
	for _, c := range []struct {
		name   string
		at     game.Tick
		ground tile.Ground
		dx     int32 // of the player from the lamp
		asleep bool
		want   bool
	}{
		{"alone at night", night, tile.Grass, 12, false, true},
		{"by day", night / 2, tile.Grass, 12, false, false},
		{"somebody is near", night, tile.Grass, 5, false, false},
		{"somebody sleeps near", night, tile.Grass, 5, true, true},
		{"under a roof", night, tile.WoodFloor, 12, false, false},
	} {
		s := newStage(t).enter(1).clear(14).put(1, c.dx, 0)
		s.setTile(s.at(0, 0), c.ground, tile.Lamp, 0)
		if c.asleep {
			s.body(1).Flags |= entity.Asleep
		}
		s.tick = c.at
		r := s.region(s.at(0, 0).Region())
		s.events = s.events[:0]
		for h := range uint64(60) {
			moths(&s.Island.State, r, s.at(0, 0).Index(), h<<58)
		}
		_, b, state, _ := s.TileAt(s.at(0, 0))
		out := tile.Emits(b, state) == 0
		told := len(s.events) == 1 && s.events[0].Kind == event.Unlit
		if out != c.want || told != c.want {
			t.Errorf("%s: out %v, told %v; want %v", c.name, out, told, c.want)
		}
	}
	for hour, want := range map[game.Tick]bool{8: false, 19: false, 20: true, 23: true, 0: true, 4: true, 5: false} {
		if got := mothTime((hour + 16) % 24 * game.TicksPerDay / 24); got != want {
			t.Errorf("at %d o'clock moths fly: %v", hour, got)
		}
	}
}

// TestMothsCome: in a running world at night they find a lamp by themselves.
func TestMothsCome(t *testing.T) {
	s := newStage(t).enter(1).clear(14).put(1, 13, 0)
	s.setTile(s.at(0, 0), tile.Grass, tile.Lamp, 0)
	s.tick = game.TicksPerDay / 24 * 13
	for range 2000 {
		s.run(30)
		if _, b, state, _ := s.TileAt(s.at(0, 0)); tile.Emits(b, state) == 0 {
			return
		}
	}
	t.Error("no moth came in a night")
}
