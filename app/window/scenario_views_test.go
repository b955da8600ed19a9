package window

import (
	"testing"

	"manyhold/app/maker"
	"manyhold/assets/blueprints"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/rights"
	"manyhold/game/thing"
	gameworld "manyhold/game/world"
	"manyhold/input"
	"manyhold/render/ui/model"
	"manyhold/render/ui/panel"
)

// TestViewsByHand plays with the canvas in a window: it is drawn by its view half, a use opens its panel, a
// colour that is chosen there reaches the world, and a mistake of another view half is marked.
func TestViewsByHand(t *testing.T) {
	v := newVisitor(t)
	v.s.openScene("machine")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	p := v.s.playing()
	w, wrong := maker.Read(blueprints.Example("paint-canvas"), nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	canvas := w.Blueprint
	bad := blueprint.Blueprint{Title: "Bad", Licence: "CC0-1.0", View: "def on_frame(me, time):\n    line(1 // 0, 0, 0, 0, RED)\n"}
	me := p.me().Key
	v.inside(func(w *gameworld.State) {
		act.Enact(w, gameworld.Ordinance{Topic: gameworld.OfRank, Subject: me, Value: uint64(rights.Keeper), Word: uint64(w.Clock) + 1})
		for _, b := range []*blueprint.Blueprint{&canvas, &bad} {
			b.Author, b.Editor, b.By, b.Version, b.Shape.Form = me, me, "ann", 1, blueprint.Block
			data := blueprint.Append(nil, b)
			w.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data, Since: w.Clock})
		}
	})
	v.until("the palette to have them", func() bool { return len(v.s.model.Things.Palette) == 2 })
	put := func(b *blueprint.Blueprint) (x *thing.Thing) {
		v.s.act(model.TakeThing{ID: b.ID()})
		at := v.fitting(p)
		v.tap(input.KeyK)
		v.until(b.Title+" to stand there", func() bool {
			v.inside(func(w *gameworld.State) { x = w.Things.Block(at) })
			return x != nil
		})
		v.tap(input.KeyEscape)
		return x
	}
	x := put(&canvas)
	v.until("it to be drawn", func() bool { return len(v.s.scene.Drawings) == 1 && len(v.s.scene.Drawings[0].Shapes) > 3 })
	if v.s.model.Things.Panel.ID != 0 {
		t.Error("a panel is open before anybody used it")
	}
	p.Issue(command.Command{Kind: command.Use, Tile: x.At})
	v.until("the panel", func() bool { return v.s.model.Things.Panel.ID == uint64(x.ID) && v.s.ui.Captures() })
	seen := map[panel.Kind]bool{}
	for _, w := range v.s.model.Things.Panel.Spec.Widgets {
		seen[w.Kind] = true
	}
	if len(seen) != int(panel.KindCount) {
		t.Errorf("the panel has %d kinds of widgets", len(seen))
	}
	v.s.act(model.AnswerPanel{ID: uint64(x.ID), Answer: panel.Answer{Key: "brush", Kind: panel.Colour, Colour: 21}})
	v.until("the colour in the world", func() bool {
		v.inside(func(w *gameworld.State) { x = w.Things.Find(x.ID) })
		return len(x.State) > 0
	})
	v.until("the drop of colour", func() bool { return len(v.s.scene.Drawings) == 1 && len(v.s.scene.Drawings[0].Sparks.List) > 0 })
	v.s.act(model.ClosePanel{ID: uint64(x.ID)})
	v.until("the panel to be gone", func() bool { return v.s.model.Things.Panel.ID == 0 && !v.s.ui.Captures() })
	y := put(&bad)
	v.until("its mark", func() bool { return len(v.s.model.Things.Failed) == 1 && v.s.model.Things.Failed[0] == y.ID })
	v.pointAt(y.At)
	v.s.act(model.LookAtThing{})
	v.until("its fault in the inspector", func() bool { f := &v.s.model.Things.Thing.View; return f.Line == 2 && f.Column == 12 && f.Why != "" })
	v.s.showTitle()
	if v.tick(2); len(v.s.scene.Drawings)+len(v.s.model.Things.Writings)+len(v.s.model.Things.Failed) > 0 || v.s.model.Things.Panel.ID != 0 {
		t.Error("something of it is left at the title")
	}
}
