package chart

import (
	"slices"
	"strings"
	"testing"

	"manyhold/assets"
	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/pins"
	"manyhold/game/rig"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// words are the English ones.
func words(t *testing.T) *kit.Words {
	t.Helper()
	w, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestPinsOfOtherIslands: the map shows the pins and the lost things of players of other islands, and hides
// those of players that are hidden.
func TestPinsOfOtherIslands(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	s.Clock += 600
	s.Abroad.Hear(77, []abroad.Note{
		{Seat: 8, Name: entity.NameOf("Cy"), Pins: [entity.MostPins]entity.Pin{{Tile: s.At(4, 0), Sign: 2}}},
		{Seat: 9, Name: entity.NameOf("Di"), Need: abroad.Lost, At: s.At(0, 7), Until: s.Clock + entity.RemainsTime - 60},
	})
	var c Chart
	hidden := entity.Seat(0)
	list := func() (list []model.Sign) {
		return c.people(nil, &View{Words: words(t), World: s.Island, Me: s.Player(1), Hides: func(n entity.Seat) bool { return n == hidden }})
	}
	got := list()
	if len(got) != 2 {
		t.Fatalf("%d signs: %+v", len(got), got)
	}
	for k, want := range []struct {
		kind model.SignKind
		at   grid.Tile
		seat entity.Seat
	}{{model.SharedSign, s.At(4, 0), 8}, {model.LostSign, s.At(0, 7), 9}} {
		if g := got[k]; g.Kind != want.kind || g.Tile != want.at || g.Seat != want.seat || g.Mine {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	if hidden = 8; len(list()) != 1 {
		t.Error("a hidden player's pin is shown")
	}
	s.Clock += game.Tick(entity.RemainsTime)
	if hidden = 0; len(list()) != 1 {
		t.Error("things that are gone are shown")
	}
}

// TestPinNews: pins that are there when the player comes are no news. Later ones are, once, those that come
// together in one line; the small map points at them for a while. A pin that was taken off meanwhile, one of
// a hidden player and the player's own are not told, and going to another island is no news.
func TestPinNews(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	s.Player(2).Name = entity.NameOf("Bo")
	pins.Set(s.Player(2), s.At(1, 1), 1)
	c, _ := chartOf(t, "")
	now, hidden := uint64(1), entity.Seat(0)
	english := words(t)
	view := func() *View {
		return &View{Words: english, World: s.Island, Me: s.Player(1), Now: now, Hides: func(n entity.Seat) bool { return n == hidden }}
	}
	told := func(ticks uint64) (list []string) {
		for end := now + ticks; now < end; now += 10 {
			if line := c.PinNews(view()); line != "" {
				list = append(list, line)
			}
		}
		return list
	}
	says := func(what string, ticks uint64, want ...string) {
		t.Helper()
		if got := told(ticks); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	says("on arrival", settleTime+60)
	pins.Set(s.Player(2), s.At(9, 1), 2)
	pins.Set(s.Player(1), s.At(9, 2), 2)
	says("a pin", 900, "Bo marked a spot on your map: Mine")
	edge := func() (n int) {
		for _, g := range c.people(nil, view()) {
			if g.Edge {
				n++
			}
		}
		return n
	}
	if edge() != 1 {
		t.Errorf("the small map points at %d pins", edge())
	}
	says("nothing new", pointTime)
	if edge() != 0 {
		t.Error("the small map still points at a pin")
	}
	pins.Set(s.Player(2), s.At(3, 1), 3)
	told(100)
	pins.Set(s.Player(2), s.At(4, 1), 4)
	says("two pins", 900, "Bo marked 2 spots on your map")
	pins.Set(s.Player(2), s.At(3, 1), 0)
	pins.Set(s.Player(2), s.At(5, 1), 4)
	told(100)
	pins.Set(s.Player(2), s.At(5, 1), 0)
	says("a pin that is gone again", 900)
	list := s.Player(2).Pins
	s.Player(2).Pins = [entity.MostPins]entity.Pin{}
	told(120)
	s.Abroad.Hear(77, []abroad.Note{{Seat: 8, Name: entity.NameOf("Cy"), Pins: [entity.MostPins]entity.Pin{{Tile: s.At(7, 7), Sign: 1}}}})
	s.Player(2).Pins = list
	says("one comes back, and another island tells", 900, "Cy marked a spot on your map: Flag")
	hidden = 8
	s.Abroad.Hear(77, []abroad.Note{{Seat: 8, Name: entity.NameOf("Cy"), Pins: [entity.MostPins]entity.Pin{{Tile: s.At(8, 7), Sign: 1}}}})
	says("a hidden player", 900)
	hidden = 0
	s.Abroad.Hear(77, []abroad.Note{{Seat: 8, Name: entity.NameOf("Cy"), Pins: [entity.MostPins]entity.Pin{{Tile: s.At(6, 7), Sign: 1}}}})
	pins.Set(s.Player(2), s.At(2, 2), 5)
	if got := told(900); len(got) != 1 || !strings.Contains(got[0], "and others marked 2 spots") {
		t.Errorf("two players: %q", got)
	}
}
