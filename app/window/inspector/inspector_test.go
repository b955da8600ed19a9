package inspector_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"manyhold/app/window/inspector"
	"manyhold/app/window/palette"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/making"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
	"manyhold/input"
	"manyhold/input/fake"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// lamp is a blueprint of the first player's.
func lamp(title string) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: title, Licence: "CC-BY-SA-4.0", Label: "a lamp",
		Shape: blueprint.Shape{Form: blueprint.Block, Solid: true}, Host: "def on_use(me, who):\n    say(\"a good evening to all who pass\")\n",
		Prompt: blueprint.Prompt{Label: "Light", Distance: 3, Hold: 5}, Flags: blueprint.Public,
		Props: []blueprint.Prop{{Key: "glow", Field: blueprint.Number, Max: 9 * fixed.One, Default: blueprint.Value{Number: fixed.One}}, {Key: "tune", Field: blueprint.File}}}
}

// publish lets a version hold.
func publish(s *rig.Stage, b *blueprint.Blueprint) blueprint.ID {
	data := blueprint.Append(nil, b)
	s.Blueprints.Put(blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data, Since: s.Clock})
	return b.ID()
}

// scene is two builders beside each other, a lamp, and its ID.
func scene(t *testing.T) (s *rig.Stage, id game.EntityID) {
	s = rig.NewStage(t).Enter(2).Clear(8)
	for n := 1; n <= 2; n++ {
		act.Enact(&s.State, world.Ordinance{Topic: world.OfRank, Subject: rig.Key(n), Value: uint64(rights.Builder), Word: uint64(s.Clock) + uint64(n) + 1})
	}
	s.Put(1, 0, 0).Put(2, 1, 0)
	of := publish(s, lamp("Lamp"))
	if why := making.Put(&s.State, s.Player(1), s.Body(1), of, s.At(0, 2)); why != event.NoReason {
		t.Fatal(why)
	}
	return s, s.Things.Block(s.At(0, 2)).ID
}

// TestLabels: the thing's own words, else those of its blueprint; a mark over one whose script stopped, and
// over one whose blueprint is not known, even without words.
func TestLabels(t *testing.T) {
	s, id := scene(t)
	only := func() model.Label {
		t.Helper()
		list := inspector.Labels(nil, s.Island, s.At(0, 0), nil, nil)
		if len(list) != 1 {
			t.Fatalf("labels %+v", list)
		}
		return list[0]
	}
	if l := only(); l.Text != "a lamp" || l.Stopped || l.Unknown || l.At.X != s.At(0, 2).Centre().X {
		t.Errorf("label %+v", l)
	}
	s.Things.Change(id, func(x *thing.Thing) { x.Label, x.Health.Stopped = "lit by ann", true })
	if l := only(); l.Text != "lit by ann" || !l.Stopped {
		t.Errorf("label %+v", l)
	}
	s.Things.Change(id, func(x *thing.Thing) { x.Label, x.Of, x.Health = "", 77, thing.Health{} })
	if l := only(); l.Text != "" || !l.Unknown {
		t.Errorf("label of an unknown one %+v", l)
	}
	if list := inspector.Labels(nil, s.Island, s.At(100, 0), nil, nil); len(list) != 0 {
		t.Errorf("labels far away: %+v", list)
	}
	ball := lamp("Ball")
	ball.Shape = blueprint.Shape{Form: blueprint.Ball, Bounce: fixed.One / 2}
	if why := making.Put(&s.State, s.Player(1), s.Body(1), publish(s, ball), s.At(1, 1)); why != event.NoReason {
		t.Fatal(why)
	}
	x := s.Things.Loose()[0]
	drawn := render.Body{Body: *s.Space.Body(x.Body)}
	drawn.Pos.X += 3 * fixed.One
	list := inspector.Labels(nil, s.Island, s.At(0, 0), []render.Body{drawn}, nil)
	if !slices.ContainsFunc(list, func(l model.Label) bool { return l.At.X == drawn.Pos.X }) {
		t.Errorf("no label goes with the ball: %+v", list)
	}
}

// TestWhatIsKnownOfAThing: all facts of the blueprint and the thing, and who may do what with it.
func TestWhatIsKnownOfAThing(t *testing.T) {
	s, id := scene(t)
	s.Things.Change(id, func(x *thing.Thing) {
		x.Lost, x.Health = 4, thing.Health{Count: 3, Last: thing.Fault{Kind: 6, Line: 2, Column: 5, Tick: 99}, Stopped: true}
	})
	var look inspector.Inspector
	if look.Begin(s.Island, s.At(3, 3)) || !look.Begin(s.Island, s.At(0, 2)) {
		t.Fatal("looks at what is not there, or not at what is")
	}
	var m model.Thing
	look.Hear([]event.Event{{Kind: event.ThingFailed, Tick: 99, Entity: id, Text: "a division by zero\non_use 2:5"}})
	look.Show(&m, &s.State, s.Player(1))
	if m.ID != id || !m.Known || m.Name != "ann/Lamp" || m.Version != 1 || m.Licence != "CC-BY-SA-4.0" || !strings.HasPrefix(m.Author, "ann (") || m.Owner != s.Player(1).Name.String() || m.Lost != 4 ||
		!reflect.DeepEqual(m.Fault, model.Fault{Kind: value.Zero, Count: 3, Line: 2, Column: 5, Tick: 99, Stopped: true, Why: "a division by zero", Calls: []string{"on_use 2:5"}}) || len(m.Props) != 2 || m.Props[0].Value.Number != fixed.One || m.Source[0] == "" || m.Flags != blueprint.Public {
		t.Errorf("shows %+v", m)
	}
	if m.Fixed != event.NoReason || m.Stays != event.NoReason || m.Linked != event.NoReason {
		t.Errorf("its owner may not: %v %v %v", m.Fixed, m.Stays, m.Linked)
	}
	s.Things.Change(id, func(x *thing.Thing) { x.Locked, x.Health.Last.Tick = true, 120 })
	look.Show(&m, &s.State, s.Player(2))
	if m.Fault.Why != "" || len(m.Fault.Calls) != 0 {
		t.Errorf("the words of another fault: %+v", m.Fault)
	}
	if m.Fixed != event.NotAllowed || m.Stays != event.NotAllowed || m.Linked != event.NotAllowed {
		t.Errorf("another may do what it may not: %v %v %v", m.Fixed, m.Stays, m.Linked)
	}
	c, ok := inspector.Adjust(&s.State, model.AdjustThing{ID: id, Key: "glow", Value: blueprint.Value{Number: 4 * fixed.One}})
	if !ok || c.Kind != command.Adjust || making.Adjust(&s.State, s.Player(1), s.Body(1), id, c.Text) != event.NoReason {
		t.Errorf("%+v, %v", c, ok)
	}
	look.Show(&m, &s.State, s.Player(1))
	if m.Props[0].Value.Number != 4*fixed.One {
		t.Errorf("it is %v", m.Props[0].Value)
	}
	for _, bad := range []model.AdjustThing{{ID: id, Key: "glow", Value: blueprint.Value{Number: 10 * fixed.One}}, {ID: id, Key: "nothing"}, {ID: 5, Key: "glow"}} {
		if _, ok := inspector.Adjust(&s.State, bad); ok {
			t.Errorf("%+v is a command", bad)
		}
	}
	if making.PutAway(&s.State, s.Player(1), s.Body(1), id); s.Things.Find(id) != nil {
		t.Fatal("it is still there")
	}
	if look.Show(&m, &s.State, s.Player(1)); m.ID != 0 {
		t.Errorf("shows what is gone: %+v", m)
	}
}

// TestUnlinking: the copy is the player's own, credits the author, keeps the licence, and has a title that is
// free; the thing becomes one of it once the island knows it, and not when publishing fails.
func TestUnlinking(t *testing.T) {
	s, id := scene(t)
	second := lamp("Lamp")
	second.Author, second.Editor, second.By, second.Host = rig.Key(2), rig.Key(2), "bob", ""
	publish(s, second) // the title is taken
	u := inspector.NewUnlinking()
	var sent *blueprint.Blueprint
	desk := func(_ context.Context, draft []byte) (string, error) {
		b, err := blueprint.Decode(draft)
		if err != nil {
			return "", err
		}
		sent = b
		return "published", nil
	}
	if _, ok := u.Begin(&s.State, rig.Key(2), id); ok {
		t.Error("another's thing is unlinked")
	}
	s.Grant(2, rights.Keeper)
	do, ok := u.Begin(&s.State, rig.Key(2), id)
	if !ok {
		t.Fatal("it cannot be unlinked")
	}
	told := ""
	said := func(text string) { told = text }
	if err := do(context.Background(), func(context.Context, []byte) (string, error) { return "", errors.New("refused") }, said); err == nil {
		t.Error("the error is lost")
	}
	if _, ok := u.Next(&s.State); ok {
		t.Error("is linked to what was not published")
	}
	if err := do(context.Background(), desk, said); err != nil || told != "published" {
		t.Fatal(told, err)
	}
	want := blueprint.Credit{Author: rig.Key(1), By: "ann", Title: "Lamp"}
	if sent.Author != blueprint.Nobody || sent.Title != "Lamp-2" || !slices.Equal(sent.Credits, []blueprint.Credit{want}) || sent.Licence != "CC-BY-SA-4.0" || sent.Has(blueprint.Public) {
		t.Errorf("the copy is %+v", sent)
	}
	if _, ok := u.Next(&s.State); ok {
		t.Error("is linked before the island knows the copy")
	}
	sent.Author, sent.Editor, sent.By = rig.Key(2), rig.Key(2), "bob"
	if why := s.Blueprints.Admit(sent, sent.Sum(), 500, rights.Builder); why != event.NoReason {
		t.Errorf("the island refuses the copy: %v", why)
	}
	of := publish(s, sent)
	c, ok := u.Next(&s.State)
	if !ok || making.Do(&s.State, s.Player(2), s.Body(2), &c) != event.NoReason || s.Things.Find(id).Of != of {
		t.Errorf("%+v, %v: it is of %x", c, ok, s.Things.Find(id).Of)
	}
	if _, ok := u.Next(&s.State); ok {
		t.Error("is linked twice")
	}
	long := lamp(strings.Repeat("x", blueprint.MaxTitle))
	e := s.Blueprints.Find(publish(s, long))
	draft, _ := inspector.Own(&s.Blueprints, e, rig.Key(1))
	if b, err := blueprint.Decode(draft); err != nil || len(b.Title) != blueprint.MaxTitle || !strings.HasSuffix(b.Title, "-2") || len(b.Credits) != 0 {
		t.Errorf("the copy of one's own with a long title: %v, %v", b, err)
	}
	if _, ok := u.Begin(&s.State, rig.Key(2), 5); ok {
		t.Error("what is not there is unlinked")
	}
}

// TestPrompts: a thing is used after its key was held for its time, and not earlier, nor twice, nor when the
// key went down elsewhere; it invites as far as its prompt reaches.
func TestPrompts(t *testing.T) {
	s, id := scene(t)
	at, me := s.At(0, 2), s.Body(1).Pos
	x, e := act.Prompting(&s.State, me, at)
	if x == nil || x.ID != id {
		t.Fatal("there is no prompt")
	}
	if tile, ok := inspector.Inviting(s.Island, me); !ok || tile != at {
		t.Errorf("invites to %v, %v", tile, ok)
	}
	far := me
	far.Y -= 2 * fixed.One
	if _, ok := inspector.Inviting(s.Island, far); ok {
		t.Error("invites from too far")
	}
	var h inspector.Hold
	var in input.State
	keys, err := input.NewBindings(nil)
	if err != nil {
		t.Fatal(err)
	}
	hand := fake.New()
	hold := func(ticks int, x *thing.Thing) (used int) {
		for range ticks {
			keys.Read(hand, &in)
			if h.Use(&in, x, e) {
				used++
			}
		}
		return used
	}
	hand.Press(input.KeyE)
	if n := hold(29, x); n != 0 || h.Aim(x, e, at).Held < 0.9 {
		t.Errorf("used %d times before its time; held %v", n, h.Aim(x, e, at).Held)
	}
	if n := hold(100, x); n != 1 {
		t.Errorf("used %d times in one press", n)
	}
	hand.Release(input.KeyE)
	hold(2, x)
	hand.Press(input.KeyE)
	hold(10, x)
	hand.Release(input.KeyE)
	if hold(5, x); h.Aim(x, e, at).Held != 0 {
		t.Error("the ring stays when the key is let go")
	}
	hand.Press(input.KeyE)
	other := *x
	other.ID++
	hold(10, &other)
	if n := hold(100, x); n != 0 {
		t.Error("used though the key went down elsewhere")
	}
	hand.Release(input.KeyE)
	hold(2, nil)
	hand.Press(input.KeyE)
	if n := hold(60, nil); n != 1 {
		t.Errorf("what wants no holding is used %d times", n)
	}
	s.Things.Change(id, func(x *thing.Thing) { x.Health.Stopped = true })
	if x, _ := act.Prompting(&s.State, me, at); x != nil {
		t.Error("a thing whose script stopped prompts")
	}
}

// TestTheHand: the palette lists the world's blueprints by name but those of lands; the one in hand is shown
// with its children where it would stand, and is placed where it fits, else the reason is said.
func TestTheHand(t *testing.T) {
	s, _ := scene(t)
	cart := lamp("cart")
	cart.Childs = []blueprint.Child{{Of: lamp("Lamp").ID(), X: 1}}
	of := publish(s, cart)
	land := lamp("Moon")
	land.Shape, land.Host, land.Props = blueprint.Shape{Form: blueprint.Land}, "", nil
	publish(s, land)
	var h palette.Hand
	list := h.List(&s.State)
	if len(list) != 2 || list[0].Name != "ann/cart" || list[1].Name != "ann/Lamp" {
		t.Errorf("lists %+v", list)
	}
	var m model.InHand
	if h.Show(&m, &s.State, s.Player(1), s.At(1, 2)); len(m.Pieces) != 0 {
		t.Errorf("shows %+v in an empty hand", m)
	}
	h.Take(of)
	if h.Show(&m, &s.State, s.Player(1), s.At(1, 2)); m.Why != event.NoReason || m.Name != "ann/cart" || len(m.Pieces) != 2 || m.Pieces[1].At != s.At(2, 2) || m.Pieces[0].W != 1 {
		t.Errorf("shows %+v", m)
	}
	if h.Show(&m, &s.State, s.Player(1), s.At(0, 2)); m.Why != event.Blocked {
		t.Errorf("on the lamp: %v", m.Why)
	}
	var in input.State
	keys, _ := input.NewBindings(nil)
	hand := fake.New()
	keys.Read(hand, &in)
	if _, _, asked := h.Work(&in, &s.State, s.Player(1), s.At(1, 2), true); asked {
		t.Error("places without a press")
	}
	hand.Press(input.KeyE)
	keys.Read(hand, &in)
	if _, _, asked := h.Work(&in, &s.State, s.Player(1), s.At(1, 2), false); asked {
		t.Error("places under the interface")
	}
	if _, why, asked := h.Work(&in, &s.State, s.Player(1), s.At(0, 2), true); !asked || why != event.Blocked {
		t.Errorf("on the lamp: %v", why)
	}
	c, why, asked := h.Work(&in, &s.State, s.Player(1), s.At(1, 2), true)
	if !asked || why != event.NoReason || making.Do(&s.State, s.Player(1), s.Body(1), &c) != event.NoReason || s.Things.Block(s.At(2, 2)) == nil {
		t.Errorf("%+v, %v", c, why)
	}
}
