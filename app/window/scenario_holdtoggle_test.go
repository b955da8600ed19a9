package window

import (
	"image/color"
	"testing"

	dolls "manyhold/render/atlas"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/node"
	"manyhold/app/settings"
	"manyhold/assets"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/render"
	"manyhold/render/ui"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// blind is an art without pictures.
type blind struct{}

func (blind) Icon(item.Kind) *ebiten.Image                 { return nil }
func (blind) Face(entity.Look) *ebiten.Image               { return nil }
func (blind) Figure(dolls.Dress, int, int) *ebiten.Image   { return nil }
func (blind) MapColour(tile.Ground, tile.Block) color.RGBA { return color.RGBA{} }

// TestOneKeyOneCommand: each key that does something in the world asks for exactly one command, of its kind,
// and the world is as it was until the turn of that command; held for longer it asks for no second one, and
// while the chat is open for none.
func TestOneKeyOneCommand(t *testing.T) {
	words, err := kit.ParseWords(assets.Words)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key  input.Button
		want command.Kind
	}{
		{input.KeyD, command.Move}, {input.KeyK, command.Place}, {input.KeyJ, command.Dig}, {input.KeyE, command.Use},
		{input.KeySpace, command.Kick}, {input.KeyQ, command.Drop}, {input.KeyDigit4, command.Select},
	} {
		b := newSite(t)
		keys, err := input.NewBindings(nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &session{renderer: new(render.Renderer), ui: ui.New(blind{}, words), words: words, bindings: keys, id: &node.Identity{Conf: new(settings.ConfigFile)}}
		v := &play{base: base{s}, p: b.p}
		v.things, v.bouts = s.newThings(b.p), newBouts(v, b.s)
		s.mode = v
		hand := fake.New()
		tick := func() {
			b.p.ticks++
			keys.Read(hand, &s.in)
			s.in.Pointing = false // nobody touches the mouse
			s.model = model.Model{Phase: model.Playing, Window: model.Window{Width: 1280, Height: 720}, Game: model.Game{Me: b.p.View.Me, World: b.p.View.World}}
			for _, a := range s.ui.Update(&s.in, &s.model).Actions {
				s.act(a)
			}
			if s.ui.Captures() {
				s.in.ConsumeWorld()
				v.rest()
			} else {
				v.steer()
				v.work()
			}
			b.p.Predict.Advance()
			b.p.View = b.p.Predict.View(fixed.One)
		}
		tick()
		b.s.pending = nil
		before, at := b.s.world.Digest(), b.p.body().Pos
		hand.Press(c.key)
		for range 8 {
			tick()
		}
		if n := len(b.s.pending); n != 1 || b.s.pending[0].Command.Kind != c.want {
			t.Errorf("%v asks for %d commands, want one of kind %d: %v", c.key, n, c.want, b.s.pending)
			continue
		}
		if b.s.world.Digest() != before {
			t.Errorf("%v changed the world before its turn", c.key)
		}
		if c.want == command.Move && b.p.body().Pos == at {
			t.Errorf("%v does not move the own figure at once", c.key)
		}
		seq := b.s.pending[0].Seq
		if taken := b.s.world.Roster.ByKey(b.s.me).LastSeq; taken >= seq {
			t.Errorf("%v: command %d is taken before its turn: %d", c.key, seq, taken)
		}
		b.s.step()
		if taken := b.s.world.Roster.ByKey(b.s.me).LastSeq; taken != seq {
			t.Errorf("%v: after its turn command %d was taken last, want %d", c.key, taken, seq)
		}
		hand.Release(c.key)
		tick()
		s.ui.Update(&s.in, &s.model)
		hand.Tap(input.KeyT)
		tick()
		tick()
		b.s.pending = nil
		hand.Press(c.key)
		for range 8 {
			tick()
		}
		if len(b.s.pending) != 0 {
			t.Errorf("%v asks for %v while one writes", c.key, b.s.pending)
		}
	}
}
