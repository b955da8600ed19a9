package window

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"manyhold/app/maker"
	"manyhold/app/window/showroom"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rights"
	"manyhold/game/thing"
	gameworld "manyhold/game/world"
	"manyhold/input"
	"manyhold/net/asset"
	"manyhold/net/asset/sample"
	"manyhold/net/patience"
	"manyhold/render/ui/model"
)

// inside runs f on the state of the showroom's world, between two turns.
func (v *visitor) inside(f func(w *gameworld.State)) {
	x := v.s.playing().node.(*showroom.Exhibition)
	x.Inside(func(w *island.Island, _ uint64) { f(&w.State) })
}

// pointAt lays the cursor on a tile.
func (v *visitor) pointAt(t grid.Tile) {
	x, y := v.s.renderer.Camera().ToScreen(t.Centre())
	v.hands.Cursor(x, y)
	v.tick(1)
}

// dropMistake drops an unusable file, whose place is told, and a picture: the showroom takes no blueprints.
func (v *visitor) dropMistake(p *Playing) {
	m := v.s.mode.(*play)
	heard := func(files fstest.MapFS) (note string) {
		m.drop(files)
		select {
		case n := <-v.s.news:
			note = n.in(v.s.words)
		case <-patience.After(v.t, 10*time.Second):
		}
		return note
	}
	if note := heard(fstest.MapFS{"a.txt": {}}); !strings.HasPrefix(note, "a.txt:1:1: ") {
		v.t.Errorf("an unusable file: it says %q", note)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		v.t.Fatal(err)
	}
	if note := heard(fstest.MapFS{"a.png": {Data: b.Bytes()}}); !strings.Contains(note, wording.Error(v.s.words, showroom.ErrAlone)) {
		v.t.Errorf("of a picture it says %q", note)
	}
}

// TestThingsByHand plays with a blueprint by the keys alone: it is found in the palette, placed, looked at,
// adjusted, used with the key held, and put away.
func TestThingsByHand(t *testing.T) {
	v := newVisitor(t)
	v.s.openScene("machine")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	p := v.s.playing()
	me := p.me().Key
	lamp := &blueprint.Blueprint{Author: me, Editor: me, Version: 1, By: "ann", Title: "Lamp", Licence: "CC0-1.0", Label: "a lamp", Sound: "",
		Shape: blueprint.Shape{Form: blueprint.Block, Solid: true}, Host: "def on_use(me, who):\n    pass\n", Prompt: blueprint.Prompt{Label: "Light", Hold: 3},
		Props: []blueprint.Prop{{Key: "glow", Field: blueprint.Toggle}}}
	v.inside(func(w *gameworld.State) {
		act.Enact(w, gameworld.Ordinance{Topic: gameworld.OfRank, Subject: me, Value: uint64(rights.Keeper), Word: uint64(w.Clock) + 1})
		data := blueprint.Append(nil, lamp)
		w.Blueprints.Put(blueprint.Entry{Blueprint: lamp, ID: lamp.ID(), Hash: blueprint.HashOf(data), Bytes: data, Since: w.Clock})
	})
	v.until("the palette to have it", func() bool { return len(v.s.model.Things.Palette) == 1 })
	v.hands.Tap(input.KeyV)
	v.tick(2)
	v.hands.Type("lamp")
	v.tick(2)
	v.tap(input.KeyEnter)
	if v.s.ui.Captures() || p.build.Tool != model.ToolThing {
		t.Fatal("nothing is in hand")
	}
	at := v.fitting(p)
	if h := v.s.model.Things.Hand; h.Name != "ann/Lamp" || len(h.Pieces) != 1 || h.Pieces[0].At != at {
		t.Errorf("shows %+v", h)
	}
	v.tap(input.KeyE)
	var id = func() (x *thing.Thing) {
		v.inside(func(w *gameworld.State) { x = w.Things.Block(at) })
		return x
	}
	v.until("it to stand there", func() bool { return id() != nil })
	v.tap(input.KeyEscape)
	if v.s.ui.Captures() || p.build.Tool != model.ToolPoint {
		t.Error("Escape does not put it out of the hand")
	}
	v.until("its label", func() bool { return len(v.s.model.Things.Labels) == 1 && v.s.model.Things.Labels[0].Text == "a lamp" })
	v.pointAt(at)
	v.until("its prompt", func() bool { v.tick(1); return v.s.model.HUD.Aim.Made && v.s.model.HUD.Aim.Label == "Light" })
	used := false
	v.hands.Press(input.KeyE)
	v.until("it to be used", func() bool {
		used = used || slices.ContainsFunc(p.Hand.Events, func(e event.Event) bool { return e.Kind == event.ThingUsed && e.Tile == at })
		return used
	})
	v.hands.Release(input.KeyE)
	v.byPad(p, at, id().ID)
	v.pointAt(at.Add(9, 9))
	v.pointAt(at)
	v.tap(input.KeyO)
	v.until("the inspector", func() bool { return v.s.ui.Captures() && v.s.model.Things.Thing.ID == id().ID })
	v.tap(input.KeyEnter) // the first property
	v.until("the property", func() bool { return id().Value(&lamp.Props[0]).Number == fixed.One })
	at = v.moveThing(p, id().ID, at)
	v.s.act(model.AdjustThing{ID: id().ID, Key: "glow", Value: blueprint.Value{Number: 5}})
	v.s.act(model.PutThingAway{ID: id().ID})
	v.until("it to be gone", func() bool { return id() == nil })
	v.until("the inspector to close", func() bool { return !v.s.ui.Captures() })
	v.dropMistake(p)
	v.pointAt(at)
	v.tap(input.KeyO)
	if v.s.ui.Captures() {
		t.Error("the inspector opens for nothing")
	}
}

// TestDroppedAndUnlinked plays in a world of the player's own node: a dropped picture is published and in
// hand, and is placed; unlinked, the thing becomes one of a copy, and the first blueprint stays.
func TestDroppedAndUnlinked(t *testing.T) {
	v := newVisitor(t)
	v.s.enter(v.s.id.NewWorld("Lantern Bay", "7", 0, item.Builders), "")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	p := v.s.playing()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	v.s.mode.(*play).drop(fstest.MapFS{"lamp.png": {Data: b.Bytes()}})
	v.until("the picture to be in hand", func() bool { return p.build.Tool == model.ToolThing })
	at := v.fitting(p)
	v.tap(input.KeyK)
	found := func() (x *thing.Thing) { return p.Hand.World.Things.Block(at) }
	v.until("it to stand there", func() bool { return found() != nil })
	of := found().Of
	v.tap(input.KeyEscape)
	v.pointAt(at)
	v.tap(input.KeyO)
	v.until("the inspector", func() bool { return v.s.model.Things.Thing.ID == found().ID })
	v.s.act(model.UnlinkThing{ID: found().ID})
	v.until("it to be of the copy", func() bool { return found().Of == blueprint.IDOf(p.me().Key, "lamp-2") })
	v.until("the inspector to show it", func() bool { return strings.HasSuffix(v.s.model.Things.Thing.Name, "/lamp-2") })
	if p.Hand.World.Blueprints.Find(of) == nil {
		t.Error("the first blueprint is gone")
	}
}

// TestDroppedFiles: a large picture and a sound that are dropped in a world of the player's own node are kept
// by the node, which gives them to others; the thing shows the picture, and its sound is ready when it is
// used.
func TestDroppedFiles(t *testing.T) {
	v := newVisitor(t)
	v.s.enter(v.s.id.NewWorld("Lantern Bay", "7", 0, item.Builders), "")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	p := v.s.playing()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 40, 40))); err != nil {
		t.Fatal(err)
	}
	sound := sample.Sound(1, 5000)
	for name, data := range map[string][]byte{"painting.png": b.Bytes(), "ding.wav": sound} {
		is, err := maker.NameOf(data)
		if err != nil {
			t.Fatal(err)
		}
		v.s.mode.(*play).drop(fstest.MapFS{name: {Data: data}})
		v.until(name+" to be in hand", func() bool { return p.build.Tool == model.ToolThing })
		if !p.node.Assets().Holds(asset.Name(is)) {
			t.Errorf("the node has not got %s", name)
		}
		at := v.fitting(p)
		v.tap(input.KeyK)
		v.until("it to stand there", func() bool { return p.Hand.World.Things.Block(at) != nil })
		v.tap(input.KeyEscape)
		v.until("its file to be ready", func() bool {
			for k := range v.s.scene.Gadgets {
				if g := &v.s.scene.Gadgets[k]; g.Tile == at && g.Sprite == is && g.Art != nil {
					return true
				}
			}
			return p.beheld.jukebox.Ready(is)
		})
	}
}

// byPad uses a thing and looks at it by the pad alone, wherever the figure looks.
func (v *visitor) byPad(p *Playing, at grid.Tile, id game.EntityID) {
	v.t.Helper()
	used := func() bool {
		return slices.ContainsFunc(p.Hand.Events, func(e event.Event) bool { return e.Kind == event.ThingUsed && e.Tile == at })
	}
	v.until("the last use to be over", func() bool { return !used() })
	v.hands.Press(input.PadA)
	v.until("it to be used by the pad", used)
	v.hands.Release(input.PadA)
	v.tick(2)
	v.hands.Press(input.PadSelect)
	v.tap(input.PadY)
	v.until("the inspector by the pad", func() bool { return v.s.ui.Captures() && v.s.model.Things.Thing.ID == id })
	v.hands.Release(input.PadSelect)
	v.tick(1)
	v.tap(input.PadB)
	v.until("it to close", func() bool { return !v.s.ui.Captures() })
}

// moveThing takes a thing up from a tile, sets it down elsewhere, takes that back, and moves it again. It
// returns where the thing is then.
func (v *visitor) moveThing(p *Playing, id game.EntityID, from grid.Tile) (to grid.Tile) {
	v.t.Helper()
	stands := func(on grid.Tile) func() bool {
		return func() (is bool) {
			v.inside(func(w *gameworld.State) { x := w.Things.Block(on); is = x != nil && x.ID == id })
			return is
		}
	}
	for n := range 2 {
		if n == 0 {
			v.tap(input.KeyEscape) // out of the inspector
		}
		v.s.act(model.MoveThing{ID: id})
		v.until("it to be in hand", func() bool { return v.s.model.Things.Hand.Name == "ann/Lamp" })
		v.pointAt(from)
		to = v.fitting(p, from)
		if n == 0 {
			v.pointAt(grid.TileAt(p.body().Pos).Add(20, 0))
			v.tap(input.KeyK)
			if p.build.Tool != model.ToolThing {
				v.t.Error("it is set down where it does not fit")
			}
			v.pointAt(to)
		}
		v.tap(input.KeyK)
		v.until("it to be moved", stands(to))
		if p.build.Tool != model.ToolPoint {
			v.t.Error("it is still in hand")
		}
		if n == 0 {
			v.tap(input.KeyZ)
			v.until("the move to be taken back", stands(from))
		}
	}
	return to
}

// TestWornPicture plays in a world of the player's own node: a picture that is dropped on the wardrobe is
// refused while the law is off; with it, the player wears it, hides it from itself by the law, and takes it
// off.
func TestWornPicture(t *testing.T) {
	v := newVisitor(t)
	v.s.enter(v.s.id.NewWorld("Lantern Bay", "7", 0, item.Builders), "")
	v.until("the player to be there", func() bool { return v.s.playing() != nil && v.s.playing().me() != nil })
	p := v.s.playing()
	m := v.s.mode.(*play)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 16, 24))); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"me.png": {Data: b.Bytes()}}
	down := input.KeyArrowDown
	v.tap(input.KeyEscape)
	v.tap(down, down, down, input.KeyEnter) // the world
	v.tick(3)
	v.tap(down, down, down, down, input.KeyEnter)
	if v.tick(2); !v.s.ui.Dressing() {
		t.Fatal("the wardrobe is not open")
	}
	m.drop(files)
	refused := false
	v.until("the refusal", func() bool {
		refused = refused || slices.ContainsFunc(p.Hand.Events, func(e event.Event) bool { return e.Kind == event.Refused && event.Reason(e.A) == event.NoAvatars })
		return refused
	})
	if p.me().Avatar != (entity.Avatar{}) || v.s.model.Avatar.Allowed {
		t.Error("it is worn against the law")
	}
	law := func(on string) {
		t.Helper()
		if _, err := p.node.Charter(t.Context(), []string{"law", "avatars", on}); err != nil {
			t.Fatal(err)
		}
		v.until("the law", func() bool { return v.s.model.Avatar.Allowed == (on == "on") })
	}
	law("on")
	m.drop(files)
	seat := p.me().Seat
	v.until("it to be shown", func() bool { return v.s.model.Avatar.Worn && v.s.scene.Avatars[seat] != nil })
	law("off")
	v.until("the figure to be back", func() bool { return v.s.scene.Avatars[seat] == nil })
	v.s.act(model.TakeOffPicture{})
	v.until("it to be taken off", func() bool { return p.me().Avatar == (entity.Avatar{}) })
}

// fitting points at a tile beside the player on which what is in hand can be placed.
func (v *visitor) fitting(p *Playing, but ...grid.Tile) (at grid.Tile) {
	v.t.Helper()
	here := grid.TileAt(p.body().Pos)
	v.until("a place where it fits", func() bool {
		for _, d := range [...]grid.Tile{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 1, Y: 1}, {X: -1, Y: -1}, {X: 2}, {X: -2}} {
			at = here.Add(d.X, d.Y)
			v.pointAt(at)
			if v.tick(2); p.aim == at && !slices.Contains(but, at) && v.s.model.Things.Hand.Why == event.NoReason && v.s.model.Things.Hand.Name != "" {
				return true
			}
		}
		return false
	})
	return at
}
