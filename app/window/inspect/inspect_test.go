package inspect

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/render"
	"manyhold/render/ui/model"
)

const (
	eve = 1
	kim = 2 // a keeper
)

func stage(t *testing.T) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(12)
	return s.Grant(kim, rights.Keeper).Put(eve, 0, 0).Put(kim, 4, 0)
}

// TestTheToolTellsOfATile: its changes, the newest first, those of a crate that lies there, and whether the
// player may revert.
func TestTheToolTellsOfATile(t *testing.T) {
	s := stage(t)
	for _, k := range []item.Kind{item.WoodWall, item.Crate} {
		s.Place(eve, k, int32(k-item.WoodWall+1)%3, 1)
		s.Run(6)
		s.Allowed()
	}
	s.Place(kim, item.Lamp, 3, 1)
	s.Run(6)
	var m model.Inspect
	Look(&m, &s.State, s.Player(eve), s.At(3, 1))
	if !m.On || m.Block != tile.Lamp || m.May || len(m.Lines) != 1 || m.Lines[0].Author.Key != rig.Key(kim) {
		t.Errorf("of the lamp: %+v", m)
	}
	Look(&m, &s.State, s.Player(kim), s.At(9, 9))
	if !m.On || !m.May || len(m.Lines) != 0 {
		t.Errorf("of grass: %+v", m)
	}
	crate := s.At(int32(item.Crate-item.WoodWall+1)%3, 1)
	Look(&m, &s.State, s.Player(kim), crate)
	if d, _ := m.Lines[0].Deed(); m.Thing != item.Crate || len(m.Lines) != 1 || d != diary.Set || m.Lines[0].Author.Key != rig.Key(eve) {
		t.Errorf("of the crate: %+v", m)
	}
}

// TestAPreviewIsWhatHappens: what the preview shows before the command is what stands there after it; the
// player, the minutes and the radius can be changed within their bounds.
func TestAPreviewIsWhatHappens(t *testing.T) {
	s := stage(t)
	var p Inspector
	if p.Begin(&s.State, s.At(1, 0)) {
		t.Fatal("nobody has changed anything")
	}
	s.Place(eve, item.WoodWall, 1, 1)
	s.Place(eve, item.Lamp, 2, 1)
	s.Run(6)
	s.Place(kim, item.StoneWall, 3, 1)
	s.Run(6)
	s.Ask(kim, command.Command{Kind: command.Dig, Tile: s.At(2, 1)})
	s.Run(120)
	if !p.Begin(&s.State, s.At(1, 1)) || p.of.Key != rig.Key(eve) {
		t.Fatalf("the revert is of %v", p.of)
	}
	var m model.Revert
	if p.Fill(&m, &s.State, s.Player(kim)); !m.On || m.Tiles != 1 || m.Kept != 1 || m.Players != 2 || m.Why != event.NoReason {
		t.Fatalf("%+v", m)
	}
	shown := p.Show(nil)
	if len(shown) != 1 || shown[0] != (render.Restored{Tile: s.At(1, 1), Gone: true}) {
		t.Fatalf("shown is %+v", shown)
	}
	for range 20 {
		p.Tune(0, -1, -1)
	}
	if p.Fill(&m, &s.State, s.Player(kim)); m.Minutes != 1 || m.Radius != 2 {
		t.Errorf("at least %d minutes and %d tiles", m.Minutes, m.Radius)
	}
	for range 20 {
		p.Tune(0, 1, 1)
	}
	p.Tune(1, 0, 0)
	if p.Fill(&m, &s.State, s.Player(kim)); m.Minutes != 255 || m.Radius != 64 || p.of.Key != rig.Key(kim) || m.Tiles != 2 {
		t.Errorf("%+v of %v", m, p.of)
	}
	if p.Fill(&m, &s.State, s.Player(eve)); m.Why != event.NoReason { // the plan of a moment ago
		t.Error("a plan is made anew in every frame")
	}
	p.Tune(1, 0, 0)
	if p.Fill(&m, &s.State, s.Player(kim)); p.of.Key != rig.Key(eve) || m.Tiles != 1 {
		t.Errorf("%+v of %v", m, p.of)
	}
	s.Ask(kim, p.Command())
	s.Run(3)
	s.Allowed()
	if e := s.Saw(event.Reverted); e == nil || int(e.A) != m.Tiles || int(e.B) != m.Kept || s.Block(1, 1) != tile.NoBlock {
		t.Errorf("%+v", e)
	}
	s.Ask(kim, Undo(s.At(0, 0)))
	s.Run(3)
	s.Allowed()
	if s.Block(1, 1) != tile.WoodWall {
		t.Error("the undo command does not undo")
	}
	p.End()
	if p.Fill(&m, &s.State, s.Player(kim)); m.On || len(p.Show(nil)) != 0 {
		t.Error("it is still shown")
	}
}
