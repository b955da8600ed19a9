package living_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// TestMoths: they put out a lamp in the open at night without people near, and no other.
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
		s := rig.NewStage(t).Enter(1).Clear(14).Put(1, c.dx, 0)
		living.SetTile(&s.State, s.At(0, 0), c.ground, tile.Lamp, 0)
		if c.asleep {
			s.Body(1).Flags |= entity.Asleep
		}
		s.Clock = c.at
		r := s.Land.Active(s.At(0, 0).Region())
		s.Happened = s.Happened[:0]
		for h := range uint64(60) {
			living.Moths(&s.Island.State, r, s.At(0, 0).Index(), h<<58)
		}
		_, b, state, _ := s.TileAt(s.At(0, 0))
		out := tile.Emits(b, state) == 0
		told := len(s.Happened) == 1 && s.Happened[0].Kind == event.Unlit
		if out != c.want || told != c.want {
			t.Errorf("%s: out %v, told %v; want %v", c.name, out, told, c.want)
		}
	}
	for hour, want := range map[game.Tick]bool{8: false, 19: false, 20: true, 23: true, 0: true, 4: true, 5: false} {
		if got := living.MothTime((hour + 16) % 24 * game.TicksPerDay / 24); got != want {
			t.Errorf("at %d o'clock moths fly: %v", hour, got)
		}
	}
}

// TestMothsCome: in a running world at night they find a lamp by themselves.
func TestMothsCome(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Clear(14).Put(1, 13, 0)
	living.SetTile(&s.State, s.At(0, 0), tile.Grass, tile.Lamp, 0)
	s.Clock = game.TicksPerDay / 24 * 13
	for range 2000 {
		s.Run(30)
		if _, b, state, _ := s.TileAt(s.At(0, 0)); tile.Emits(b, state) == 0 {
			return
		}
	}
	t.Error("no moth came in a night")
}
