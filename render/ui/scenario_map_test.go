package ui

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// shore is a bay beside a border to another island.
type shore struct {
	bay
	over tile.Region
}

func (s *shore) Beyond(r grid.Region) *tile.Region {
	if r.X == 2 {
		return &s.over
	}
	return nil
}

// TestMapOverALine: the map shows the known tiles of another island's land, and is empty for the unknown
// ones.
func TestMapOverALine(t *testing.T) {
	w := new(shore)
	u := &model.Model{Game: model.Game{World: w}}
	for _, c := range []struct {
		x    int32
		want *tile.Region
	}{{0, &w.region}, {2, &w.over}, {3, nil}} {
		if got := u.TilesOf(grid.Region{X: c.x}); got != c.want {
			t.Errorf("region %d: %p, want %p", c.x, got, c.want)
		}
	}
	u.Game.World = &w.bay
	if got := u.TilesOf(grid.Region{X: 2}); got != nil {
		t.Error("a world without neighbours has land beyond")
	}
}

// signs gives the stage a map with a sign of each kind, and what is found of the journal.
func (s *stage) signs() {
	m := &s.m.Map
	m.MayPin, m.Shared, m.Pins = true, 1, 2
	for k := model.HoldingSign; k < model.SignKinds; k++ {
		sign := model.Sign{Kind: k, Tile: grid.Tile{X: 10 + int32(k)*14 - 90, Y: 36 + int32(k%3)*16 + 24}, Name: "Sign " + kit.Itoa(int(k)), About: "what it is"}
		switch k {
		case model.PinSign, model.SharedSign:
			sign.Pin, sign.Mine = 2, true
		case model.DarkSign, model.LitSign:
			sign.Number = 3
		}
		m.Signs = append(m.Signs, sign)
	}
	m.Names = []model.AreaName{{Tile: grid.Tile{X: 10, Y: 20}, Text: "Meadow", Tiles: 90}}
	m.Target = model.Target{On: true, Tile: grid.Tile{X: 60, Y: 50}, Path: []grid.Tile{{X: 10, Y: 36}, {X: 30, Y: 50}, {X: 60, Y: 50}}, Far: 55}
	s.m.Journal = model.Collection{Have: 3, All: 6, Milestones: []model.Milestone{{When: "day 1, 08:00", Text: "Ada arrived"}}, Tabs: []model.Tab{
		{Name: "Plants", Have: 2, All: 4, Entries: []model.Entry{{Found: true, Name: "Oak", About: "It grows.", Note: "here"}, {}, {Found: true, Name: "Pine", About: "It grows, too."}, {}}},
		{Name: "Sky", Have: 1, All: 2, Entries: []model.Entry{{Subject: model.Subject{Kind: model.SkyOf, Number: 5}, Found: true, Name: "Rain", About: "It is wet."}, {Subject: model.Subject{Kind: model.SkyOf, Number: 6}}}},
	}}
}

// TestMapBySign: the cursor over each sign of the map tells its name and what it is; the keys do so by the
// middle of the window, when the map is moved below it.
func TestMapBySign(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.signs()
	s.play()
	s.tap(input.KeyM)
	if !s.u.c.IsOpen(&s.u.chart) {
		t.Fatal("the map is not open")
	}
	s.tap(input.KeyL)
	s.tap(input.KeyL) // the legend would cover some
	for _, sign := range s.m.Map.Signs {
		x, y := s.u.chart.Place(sign.Tile)
		if sign.Kind == model.GoalSign {
			y -= 22 // it is over what is there
		}
		s.hand.Cursor(float64(x*s.u.c.Scale), float64((y-3)*s.u.c.Scale))
		if s.tick(2); !s.shows(sign.Name) || !s.shows("what it is") {
			t.Errorf("the cursor on sign %d tells nothing", sign.Kind)
		}
	}
	s.hand.Cursor(2, 2)
	s.tick(2)
	s.hand.Press(input.KeyArrowRight)
	s.tick(6)
	s.hand.Release(input.KeyArrowRight)
	if s.tick(2); s.shows("what it is") {
		t.Error("the cursor still points after a key")
	}
}

// TestLegend: each row hides its signs and shows them again, by mouse and by keys, and nothing else.
func TestLegend(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.signs()
	s.play()
	s.tap(input.KeyM)
	s.hand.Cursor(2, 2)
	s.tap(input.KeyTab) // to the legend
	count := func() int { return s.u.chart.Shown(s.u.c) }
	all := count()
	if all != len(s.m.Map.Signs) {
		t.Fatalf("%d of %d signs are shown", all, len(s.m.Map.Signs))
	}
	hidden := 0
	for n := range 11 {
		s.tap(input.KeyEnter)
		hidden += all - count()
		s.tap(input.KeyEnter)
		if count() != all {
			t.Errorf("row %d does not bring its signs back", n)
		}
		s.tap(input.KeyArrowDown)
	}
	if want := all - 1; hidden != want { // the goal is always there
		t.Errorf("the rows hide %d signs together, not %d", hidden, want)
	}
}

// TestMapCard: what is chosen on the map gets pins, own and shared, and shows the way; keys alone, the mouse
// and the pad do the same.
func TestMapCard(t *testing.T) {
	at := grid.Tile{X: 10, Y: 36}
	for _, c := range []struct {
		name string
		open func(s *stage)
	}{
		{"keys", func(s *stage) { s.tap(input.KeyEnter) }},
		{"pad", func(s *stage) { s.tap(input.PadA) }},
		{"mouse", func(s *stage) {
			x, y := s.u.chart.Place(at)
			s.click(kit.R(x, y, 1, 1))
			s.hand.Cursor(2, 2)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, 1280, 720)
			s.m.Map.MayPin = true
			s.play()
			s.tap(input.KeyM)
			s.tick(2)
			s.asked()
			c.open(s)
			s.tick(2)
			s.tap(input.KeyArrowDown)
			s.tap(input.KeyEnter)
			s.askedOnly("an own pin", model.SetPin{Tile: at, Sign: 1})
			s.tap(input.KeyArrowDown)
			s.tap(input.KeyArrowRight)
			s.tap(input.KeyEnter)
			s.askedOnly("a shared pin", model.SetPin{Tile: at, Sign: 2, Share: true})
			s.m.Map.Signs = []model.Sign{{Kind: model.SharedSign, Tile: at, Pin: 2, Mine: true, Name: "Mine"}, {Kind: model.SharedSign, Tile: at, Pin: 3, Name: "Theirs"}}
			s.tap(input.KeyEnter)
			s.askedOnly("no shared pin any more", model.SetPin{Tile: at, Share: true})
			s.m.Map.Signs, s.m.Map.Shared = nil, entity.MostPins
			s.tap(input.KeyEnter)
			s.askedOnly("one too many")
			s.tap(input.KeyArrowUp)
			s.tap(input.KeyArrowUp)
			s.tap(input.KeyEnter)
			s.askedOnly("the way", model.SetTarget{On: true, Tile: at, Name: "Chosen spot"})
			s.tap(input.KeyEscape)
			if s.tick(2); len(s.u.c.Stack) != 0 {
				t.Error("Escape does not close the map")
			}
		})
	}
}

// TestMapMoves: dragging moves the map and chooses nothing, the wheel zooms, and the small map opens the
// large one.
func TestMapMoves(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.play()
	s.click(kit.R(s.u.c.W-40, 40, 1, 1))
	if s.tick(2); !s.u.c.IsOpen(&s.u.chart) {
		t.Fatal("a click on the small map does not open the large one")
	}
	at := grid.Tile{X: 10, Y: 36}
	x, y := s.u.chart.Place(at)
	k := float64(s.u.c.Scale)
	s.hand.Cursor(200*k, 200*k)
	s.tick(1)
	s.hand.Press(input.MouseLeft)
	s.tick(1)
	s.hand.Cursor(240*k, 170*k)
	s.tick(1)
	s.hand.Release(input.MouseLeft)
	s.tick(2)
	if nx, ny := s.u.chart.Place(at); nx != x+40 || ny != y-30 {
		t.Errorf("dragged from %d, %d to %d, %d", x, y, nx, ny)
	}
	if s.shows("Chosen spot") {
		t.Error("dragging chose something")
	}
	before, _ := s.u.chart.Place(at.Add(10, 0))
	s.tap(input.KeyEqual)
	bx, _ := s.u.chart.Place(at)
	if after, _ := s.u.chart.Place(at.Add(10, 0)); after-bx <= before-x-40 {
		t.Errorf("ten tiles have %d pixels, before %d", after-bx, before-x-40)
	}
	s.tap(input.KeyM)
	if s.tick(2); len(s.u.c.Stack) != 0 {
		t.Error("M does not close the map")
	}
}

// TestJournalByKeys: the pages turn by keys, what is not found has no name, and counts are shown.
func TestJournalByKeys(t *testing.T) {
	s := newStage(t, 1280, 720)
	s.signs()
	s.play()
	s.u.menus.Journal.Open(s.u.c)
	s.tick(10)
	for _, want := range []string{"2 of 4", "1 of 2", "50%", "Oak", "It grows."} {
		if !s.shows(want) {
			t.Errorf("the journal does not show %q", want)
		}
	}
	s.tap(input.KeyArrowRight)
	s.tap(input.KeyArrowRight)
	if s.tick(1); !s.shows("???") || s.shows("It grows.") {
		t.Error("what is not found tells of itself")
	}
	s.tap(input.KeyPageDown)
	if s.tick(1); !s.shows("It is wet.") {
		t.Error("the page does not turn")
	}
	s.tap(input.KeyPageDown)
	if s.tick(1); !s.shows("Ada arrived") || !s.shows("day 1, 08:00") {
		t.Error("the history is not shown")
	}
	s.tap(input.KeyEscape)
	if s.tick(2); len(s.u.c.Stack) != 0 {
		t.Error("Escape does not close the journal")
	}
}
