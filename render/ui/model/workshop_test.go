package model_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// TestLead: the workshop knows the way to ore in a world, to nothing else, and to nothing without one.
func TestLead(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	var c model.Workshop
	c.Look(&s.State, s.Player(1))
	here := grid.TileAt(s.Body(1).Pos)
	at, _ := terrain.NearestOre(s.Gen.Seed, here, tile.CopperOre)
	if w, ok := c.Lead(item.RawCopper); !ok || w != model.WayTo(here, at) || w.Tiles == 0 {
		t.Errorf("copper is %+v, %v; it is at %v", w, ok, at)
	}
	if w, ok := c.Lead(item.Stick); ok {
		t.Errorf("sticks are %+v", w)
	}
	c.Look(nil, s.Player(1))
	if w, ok := c.Lead(item.RawCopper); ok {
		t.Errorf("without a world copper is %+v", w)
	}
	for to, eighth := range map[grid.Tile]int{{X: 9}: 0, {X: 9, Y: 9}: 1, {Y: 9}: 2, {X: -9}: 4, {Y: -9}: 6} {
		if w := model.WayTo(grid.Tile{}, to); w.Eighth != eighth {
			t.Errorf("the way to %v is %d", to, w.Eighth)
		}
	}
}

// TestSeeTheDark: the model has what is left of the torch in the player's hand, and for how long somebody who
// was knocked out still lies there; neither of people in good health.
func TestSeeTheDark(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Enter(2)
	s.Hold(1, item.Torch)
	var m model.Model
	see := func() *model.Person {
		scene := render.Scene{World: s.Island, Me: s.Player(1), Tick: s.Clock, Torches: &s.Components}
		for _, n := range []int{1, 2} {
			scene.Bodies = append(scene.Bodies, render.Body{Body: *s.Body(n)})
		}
		m.See(&scene)
		return &m.Game.People[1]
	}
	if p := see(); m.Game.Torch.Burns || m.Game.Torch.Left != dark.TorchTime || p.Lies != 0 {
		t.Errorf("a fresh torch is %+v, somebody awake lies for %d", m.Game.Torch, p.Lies)
	}
	if why := s.Note("manyhold:torch", s.Body(1).ID, []byte{100}); why != event.NoReason {
		t.Fatal(why)
	}
	s.Player(2).Health, s.Player(2).SleptAt = 0, s.Clock-game.TicksPerSecond
	s.Body(2).Flags |= entity.Asleep
	if p := see(); !m.Game.Torch.Burns || m.Game.Torch.Left != dark.TorchTime-100*game.TicksPerSecond || p.Lies != fall.HelpTime-game.TicksPerSecond {
		t.Errorf("a torch that has burnt for 100 s is %+v, one that fell a second ago lies for %d", m.Game.Torch, p.Lies)
	}
	s.Player(1).Slot ^= 1
	if see(); m.Game.Torch != (model.Torch{}) {
		t.Errorf("without a torch in hand it is %+v", m.Game.Torch)
	}
}
