package making_test

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/making"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// publish lets a version of a blueprint hold, as a turn with its last piece does.
func publish(t testing.TB, i *world.State, b *blueprint.Blueprint) blueprint.ID {
	t.Helper()
	b.Licence = "CC0-1.0"
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	act.Hold(i, act.EntryOf(i, b))
	return b.ID()
}

// notebook is a script that remembers its events.
const notebook = `
def note(me, word):
    me.state["log"] = me.state.get("log", "") + word + ";"
def on_born(me, who):
    note(me, "born")
def on_use(me, who):
    note(me, "used by " + who.name)
def on_prop(me, key, who):
    note(me, key)
`

// lamp is a blueprint of player 1.
func lamp(version uint32) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: version, By: "ann", Title: "Lamp", Light: 5, Label: "a lamp",
		Shape: blueprint.Shape{Form: blueprint.Block, Solid: true}, Host: notebook,
		Props: []blueprint.Prop{{Key: "glow", Field: blueprint.Number, Max: 9 * fixed.One, Default: blueprint.Value{Number: fixed.One}},
			{Key: "words", Field: blueprint.Line}, {Key: "press", Field: blueprint.Button}}}
}

func body(form blueprint.Form, title string, mass, bounce fixed.S) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: title,
		Shape: blueprint.Shape{Form: form, Mass: mass, Bounce: bounce}}
}

func stage(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(8)
	grant(s, 1, rights.Builder)
	grant(s, 2, rights.Builder)
	return s.Put(1, 0, 0).Put(2, 1, 0)
}

func grant(s *rig.Stage, n int, r rights.Rank) {
	act.Enact(&s.State, world.Ordinance{Topic: world.OfRank, Subject: rig.Key(n), Value: uint64(r), Word: uint64(s.Clock) + uint64(n) + 1})
}

// refused returns why the last run refused a command, NoReason if it refused none.
func refused(s *rig.Stage) event.Reason {
	for _, e := range s.Log {
		if e.Kind == event.Refused {
			return event.Reason(e.A)
		}
	}
	return event.NoReason
}

func put(s *rig.Stage, n int, of blueprint.ID, dx, dy int32) event.Reason {
	s.Ask(n, command.Command{Kind: command.Put, Entity: game.EntityID(of), Tile: s.At(dx, dy)})
	return refused(s.Run(3))
}

func putAway(s *rig.Stage, n int, id game.EntityID) event.Reason {
	s.Ask(n, command.Command{Kind: command.PutAway, Entity: id})
	return refused(s.Run(3))
}

func TestABlockIsPlacedUsedAndPutAway(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	if why := put(s, 1, of, 2, 0); why != event.NoReason {
		t.Fatal(why)
	}
	at := s.At(2, 0)
	x := s.Things.Block(at)
	if x == nil || x.Owner != rig.Key(1) || x.Of != of || !strings.Contains(string(x.State), "born;") {
		t.Fatalf("placed: %+v", x)
	}
	if _, b, state, _ := s.TileAt(at); b != tile.Gadget || !tile.Solid(b, state) || tile.Emits(b, state) != 5 {
		t.Errorf("its tile is %s in state %x", b, state)
	}
	s.Ask(2, command.Command{Kind: command.Use, Tile: at})
	s.Run(3)
	if x = s.Things.Block(at); !strings.Contains(string(x.State), "born;used by "+s.Player(2).Name.String()+";") {
		t.Errorf("used: %q", x.State)
	}
	next := *x
	next.Open, next.Light = true, 0
	living.SetThing(&s.State, &next)
	if _, b, state, _ := s.TileAt(at); tile.Solid(b, state) || tile.Emits(b, state) != 0 {
		t.Errorf("open and dark: state %x", state)
	}
	if why := putAway(s, 1, x.ID); why != event.NoReason {
		t.Fatal(why)
	}
	if _, b, _, _ := s.TileAt(at); b != tile.NoBlock || s.Things.Count() != 0 || s.Things.Sum() != 0 {
		t.Errorf("put away: %s, %d things, sum %x", b, s.Things.Count(), s.Things.Sum())
	}
}

func TestRefusals(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	locked := lamp(1)
	locked.Title, locked.Flags = "Safe", blueprint.Locked|blueprint.Frozen
	safe := publish(t, &s.State, locked)
	land := lamp(1)
	land.Title, land.Shape, land.Host, land.Props = "Moon", blueprint.Shape{Form: blueprint.Land}, "", nil
	ground := publish(t, &s.State, land)
	for _, c := range []struct {
		name   string
		of     blueprint.ID
		dx, dy int32
		why    event.Reason
	}{
		{"no such blueprint", 77, 2, 0, event.NoBlueprint},
		{"too far", of, 6, 0, event.TooFar},
		{"on a player", of, 1, 0, event.Blocked},
		{"a land's blueprint", ground, 2, 0, event.WrongItem},
		{"fine", safe, 2, 0, event.NoReason},
		{"on another one", of, 2, 0, event.Blocked},
	} {
		if why := put(s, 1, c.of, c.dx, c.dy); why != c.why {
			t.Errorf("%s: %s", c.name, why)
		}
	}
	x := s.Things.Block(s.At(2, 0))
	if why := putAway(s, 2, x.ID); why != event.NotAllowed {
		t.Errorf("a locked one is put away by another builder: %s", why)
	}
	s.Ask(2, command.Command{Kind: command.Dig, Tile: x.At})
	if why := refused(s.Run(60)); why != event.NotAllowed || s.Things.Count() != 1 {
		t.Errorf("and dug out: %s", why)
	}
	s.Ask(1, command.Command{Kind: command.Adjust, Entity: x.ID, Text: "glow=0"})
	if why := refused(s.Run(3)); why != event.NotAllowed {
		t.Errorf("a frozen one is adjusted: %s", why)
	}
	grant(s, 2, rights.Keeper)
	if why := putAway(s, 2, x.ID); why != event.NoReason {
		t.Errorf("a keeper puts it away: %s", why)
	}
	grant(s, 2, rights.Visitor)
	if why := put(s, 2, of, 2, 1); why != event.NotAllowed {
		t.Errorf("a visitor places: %s", why)
	}
	if why := putAway(s, 1, 12345); why != event.NothingThere {
		t.Errorf("nothing is put away: %s", why)
	}
}

func TestPropertiesAreSetByThoseWhoMay(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	put(s, 1, of, 2, 0)
	id := s.Things.Block(s.At(2, 0)).ID
	adjust := func(n int, text string) event.Reason {
		s.Ask(n, command.Command{Kind: command.Adjust, Entity: id, Text: text})
		return refused(s.Run(3))
	}
	p := s.Blueprints.Find(of).Prop("glow")
	text, _ := making.Text(p, blueprint.Value{Number: 3 * fixed.One}, command.MaxText)
	for _, c := range []struct {
		who  int
		text string
		why  event.Reason
	}{{2, text, event.NotAllowed}, {1, text, event.NoReason}, {1, "glow=99999999", event.BadText}, {1, "glow=03", event.BadText},
		{1, "glow=", event.BadText}, {1, "none=1", event.BadText}, {1, "words=a=b", event.NoReason}, {1, "press=", event.NoReason}, {1, "press=x", event.BadText}} {
		if why := adjust(c.who, c.text); why != c.why {
			t.Errorf("%d sets %q: %s", c.who, c.text, why)
		}
	}
	x := s.Things.Find(id)
	if v := x.Value(p); v.Number != 3*fixed.One || len(x.Settings) != 2 {
		t.Errorf("settings: %+v", x.Settings)
	}
	if !strings.HasSuffix(string(x.State), ";press;") {
		t.Errorf("it remembers %q", x.State)
	}
	text, _ = making.Text(p, p.Default, command.MaxText)
	if adjust(1, text); len(s.Things.Find(id).Settings) != 1 {
		t.Error("the default is kept as a setting")
	}
	s.Ask(2, command.Command{Kind: command.Ask, Entity: id, Text: strings.Repeat("x", making.MaxAsk+1)})
	if why := refused(s.Run(3)); why != event.BadText {
		t.Errorf("a question that is too long: %s", why)
	}
	s.Ask(2, command.Command{Kind: command.Ask, Entity: id, Text: "open?"})
	if why := refused(s.Run(3)); why != event.NoReason {
		t.Errorf("asked: %s", why)
	}
}

func TestBodiesOfMakers(t *testing.T) {
	s := stage(t)
	heavy := publish(t, &s.State, body(blueprint.Box, "Heavy", 8*fixed.One, 0))
	ball := publish(t, &s.State, body(blueprint.Ball, "Bouncy", fixed.One/4, fixed.One))
	if why := put(s, 1, heavy, -1, 0); why != event.NoReason {
		t.Fatal(why)
	}
	if why := put(s, 1, ball, 0, 2); why != event.NoReason {
		t.Fatal(why)
	}
	loose := s.Things.Loose()
	if len(loose) != 2 {
		t.Fatalf("%d bodies", len(loose))
	}
	for _, x := range loose {
		if b := s.Space.Body(x.Body); b == nil || !world.FitsThing(b, x) {
			t.Errorf("thing %x has body %+v", x.ID, b)
		}
	}
	var id game.EntityID
	for _, x := range loose {
		if x.Of == ball {
			id = x.ID
		}
	}
	s.Put(1, 0, 1)
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: id})
	s.Run(3)
	if b := s.Space.Body(id); b.Flags&entity.Carried == 0 {
		t.Fatalf("it is not carried: %s", refused(s))
	}
	if why := putAway(s, 1, id); why != event.NoReason || s.Space.Body(id) != nil || s.Body(1).Flags&entity.Carrying != 0 {
		t.Errorf("put away while it is carried: %s", why)
	}
}

func TestChildrenComeAndGoWithTheirParent(t *testing.T) {
	s := stage(t)
	child := publish(t, &s.State, body(blueprint.Ball, "Bell", 0, 0))
	b := lamp(1)
	b.Childs = []blueprint.Child{{Of: child, X: 1, Y: 1}}
	of := publish(t, &s.State, b)
	if why := put(s, 1, of, 0, 2); why != event.NoReason || s.Things.Count() != 2 {
		t.Fatalf("%s, %d things", why, s.Things.Count())
	}
	parent := s.Things.Block(s.At(0, 2))
	if list := s.Things.Children(parent.ID); len(list) != 1 || list[0].Of != child {
		t.Fatalf("children: %+v", list)
	}
	s.Ask(1, command.Command{Kind: command.Dig, Tile: parent.At})
	if s.Run(60); s.Things.Count() != 0 {
		t.Errorf("%d things are left", s.Things.Count())
	}
}

func TestANewVersionRebuilds(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	put(s, 1, of, 2, 0)
	at := s.At(2, 0)
	s.Things.Change(s.Things.Block(at).ID, func(x *thing.Thing) {
		x.State, x.Health = []byte{1}, thing.Health{Count: 3, Stopped: true}
		x.Set(&blueprint.Prop{Key: "glow"}, blueprint.Value{Number: 2 * fixed.One})
		x.Set(&blueprint.Prop{Key: "words"}, blueprint.Value{Text: "hi"})
	})
	second := lamp(2)
	second.Shape.Solid, second.Light, second.Props = false, 0, second.Props[1:]
	publish(t, &s.State, second)
	x := s.Things.Block(at)
	if x.Shape.Solid || x.Light != 0 || x.Health != (thing.Health{}) || len(x.Settings) != 1 || !bytes.Equal(x.State, []byte{1}) {
		t.Errorf("rebuilt: %+v", x)
	}
	if _, b, state, _ := s.TileAt(at); tile.Solid(b, state) {
		t.Error("its tile is solid")
	}
	third := lamp(3)
	third.Shape = blueprint.Shape{Form: blueprint.Area, Width: 2, Height: 3}
	publish(t, &s.State, third)
	if _, b, _, _ := s.TileAt(at); b != tile.NoBlock || s.Things.Area(at) == nil || !s.Things.Area(at).Contains(at.Add(1, 2)) || s.Things.Area(at).Contains(at.Add(2, 0)) {
		t.Errorf("as an area: %s, %+v", b, s.Things.Area(at))
	}
	fourth := lamp(4)
	fourth.Flags = blueprint.Unsaved
	publish(t, &s.State, fourth)
	if s.Things.Count() != 0 {
		t.Error("an unsaved thing outlives its version")
	}
}

func TestASnapshotHoldsThings(t *testing.T) {
	s := stage(t)
	of, ball := publish(t, &s.State, lamp(1)), publish(t, &s.State, body(blueprint.Ball, "Bell", fixed.One/2, fixed.One/2))
	put(s, 1, of, 2, 0)
	put(s, 1, ball, 2, 1)
	snapshot := s.Snapshot(nil)
	var again island.Island
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if field, differ := island.Diff(s.Island, &again); differ || again.Digest() != s.Digest() || !bytes.Equal(again.Snapshot(nil), snapshot) {
		t.Errorf("differs: %s", field)
	}
	var near island.Island
	s.CopyNear(&near, s.SpawnTile)
	if near.Things.Count() != 2 || near.Things.Sum() != s.Things.Sum() {
		t.Errorf("%d things near", near.Things.Count())
	}
	again.Things.Change(again.Things.Block(s.At(2, 0)).ID, func(x *thing.Thing) { x.Label = "b" })
	if field, differ := island.Diff(s.Island, &again); !differ || !strings.Contains(field, "thing") {
		t.Errorf("a changed thing differs: %v %q", differ, field)
	}
}

func TestTheFacade(t *testing.T) {
	s := stage(t)
	area := lamp(1)
	area.Title, area.Light, area.Shape = "Goal", 0, blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 3}
	goal, of := publish(t, &s.State, area), publish(t, &s.State, lamp(1))
	put(s, 1, goal, 1, 1)
	put(s, 1, of, 2, 2)
	block, other := s.ThingAt(s.At(2, 2)), s.ThingAt(s.At(3, 3))
	if block == nil || block.Of != of || other == nil || other.Of != goal || s.ThingAt(s.At(0, 0)) != nil {
		t.Errorf("on the tiles: %+v, %+v", block, other)
	}
	n := 0
	s.ThingsNear(s.At(2, 2), 0, func(*thing.Thing, grid.Tile) { n++ })
	if n != 1 || s.Blueprints.Find(block.Of).Title != "Lamp" || making.Fits(&s.State, s.Player(1), s.Body(1), of, s.At(2, 2)) != event.Blocked ||
		making.MayAdjust(&s.State, s.Player(2), block) != event.NotAllowed || making.MayAdjust(&s.State, s.Player(1), block) != event.NoReason {
		t.Errorf("%d near, %s", n, making.Fits(&s.State, s.Player(1), s.Body(1), of, s.At(2, 2)))
	}
}
