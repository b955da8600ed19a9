package making_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/making"
	"manyhold/game/revert"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

func TestARevertPutsBlocksAway(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	grant(s, 2, rights.Keeper)
	put(s, 1, of, 2, 0)
	undo := func(minutes uint8) (changed, kept int32) {
		s.Ask(2, command.Command{Kind: command.Revert, Tile: s.At(2, 0), Slot: 3, Count: minutes, Entity: s.Player(1).Body})
		s.Run(3)
		for _, e := range s.Log {
			if e.Kind == event.Reverted {
				return e.A, e.B
			}
		}
		return -1, -1
	}
	if changed, kept := undo(5); changed != 1 || kept != 0 || s.Things.Count() != 0 {
		t.Errorf("%d changed, %d kept, %d things", changed, kept, s.Things.Count())
	}
	s.Run(60)
	living.SetThing(&s.State, living.Fresh(&thing.Thing{ID: 77, At: s.At(2, 1), Owner: rig.Key(1)}, s.Blueprints.Find(of)))
	if why := putAway(s, 1, 77); why != event.NoReason {
		t.Fatal(why)
	}
	of1 := &diary.Author{Key: rig.Key(1)}
	plan, why := revert.Of(&s.State, s.Player(2), of1, revert.Area{Middle: s.At(2, 1), Radius: 3}, 5)
	if undo(5); why != event.NoReason || plan.Kept != 1 || plan.Changes() != 0 || s.Things.Count() != 0 {
		t.Errorf("what was put away: %s, %+v, %d things", why, plan, s.Things.Count())
	}
}

func TestARegionTakesItsThingsToSleep(t *testing.T) {
	s := stage(t)
	of, ball := publish(t, &s.State, lamp(1)), publish(t, &s.State, body(blueprint.Ball, "Bell", 0, 0))
	put(s, 1, of, 2, 0)
	put(s, 1, ball, 2, 1)
	at := s.At(2, 0).Region()
	k, _ := s.Land.Find(at)
	for n := range 2 { // the players would carry on elsewhere
		b := s.Body(n + 1)
		j, _ := s.Space.Find(b.ID)
		from := b.Pos
		b.Pos = grid.Region{X: at.X + 1, Y: at.Y}.Tile(2000).Centre()
		s.Space.Moved(j, from)
	}
	living.Retire(&s.State, k)
	if s.Things.Count() != 0 || making.ThingsOf(&s.State, rig.Key(1)) != 2 {
		t.Fatalf("asleep: %d things, %d of the owner", s.Things.Count(), making.ThingsOf(&s.State, rig.Key(1)))
	}
	second := lamp(2)
	second.Light = 9
	publish(t, &s.State, second)
	living.Activate(&s.State, at)
	x := s.Things.Block(s.At(2, 0))
	if s.Things.Count() != 2 || x == nil || x.Light != 9 || making.ThingsOf(&s.State, rig.Key(1)) != 2 {
		t.Errorf("awake: %d things, %+v", s.Things.Count(), x)
	}
}

func TestThereIsRoomForSoManyThings(t *testing.T) {
	s := stage(t)
	of := publish(t, &s.State, lamp(1))
	e := s.Blueprints.Find(of)
	for n := range thing.MaxOf {
		at := s.SpawnTile.Add(int32(n%8)-4, int32(n/8)-20)
		living.SetTile(&s.State, at, tile.Grass, tile.NoBlock, 0)
		living.SetThing(&s.State, living.Fresh(&thing.Thing{ID: game.EntityID(n + 1), At: at, Owner: rig.Key(1)}, e))
	}
	if why := put(s, 1, of, 2, 1); why != event.NoRoom {
		t.Errorf("one more: %s", why)
	}
	if why := put(s, 2, of, 2, 1); why != event.NoReason {
		t.Errorf("somebody else's: %s", why)
	}
	grant(s, 1, rights.Keeper)
	if why := put(s, 1, of, 2, -1); why != event.NoReason {
		t.Errorf("a keeper's: %s", why)
	}
}

// forked is a fork of a world with a lamp (thing 1), a ball (thing 2) and an area (thing 3).
func forked(t *testing.T) (f *rig.Fork, of blueprint.ID) {
	s := stage(t)
	of = publish(t, &s.State, lamp(1))
	ball, area := publish(t, &s.State, body(blueprint.Ball, "Bell", 0, 0)), lamp(1)
	area.Title, area.Shape, area.Light = "Goal", blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 2}, 0
	goal := publish(t, &s.State, area)
	for n, of := range []blueprint.ID{of, ball, goal} {
		if why := put(s, 1, of, 2, int32(n)-1); why != event.NoReason {
			t.Fatal(why)
		}
	}
	return rig.ForkOf(s, []int{1}, []int{2}), of
}

func TestThingsOfTwoSidesMeet(t *testing.T) {
	label := func(s *rig.Stage, id game.EntityID, text string) {
		s.Things.Change(id, func(x *thing.Thing) { x.Label = text })
	}
	for _, c := range []struct {
		name        string
		here, there func(s *rig.Stage, id game.EntityID)
		want        string // the label, "" if the thing is gone
	}{
		{"nothing", nil, nil, "a lamp"},
		{"here only", func(s *rig.Stage, id game.EntityID) { label(s, id, "here") }, nil, "here"},
		{"there only", nil, func(s *rig.Stage, id game.EntityID) { label(s, id, "there") }, "there"},
		{"both", func(s *rig.Stage, id game.EntityID) { label(s, id, "here") }, func(s *rig.Stage, id game.EntityID) { label(s, id, "there") }, "here"},
		{"gone there", nil, func(s *rig.Stage, id game.EntityID) { living.RemoveThing(&s.State, s.Things.Find(id)) }, ""},
		{"gone here", func(s *rig.Stage, id game.EntityID) { living.RemoveThing(&s.State, s.Things.Find(id)) }, nil, ""},
		{"gone here, changed there", func(s *rig.Stage, id game.EntityID) { living.RemoveThing(&s.State, s.Things.Find(id)) },
			func(s *rig.Stage, id game.EntityID) { label(s, id, "there") }, ""},
		{"changed here, gone there", func(s *rig.Stage, id game.EntityID) { label(s, id, "here") },
			func(s *rig.Stage, id game.EntityID) { living.RemoveThing(&s.State, s.Things.Find(id)) }, "here"},
	} {
		for form := range 3 {
			f, _ := forked(t)
			x := [...]*thing.Thing{f.Here.Things.Block(f.Here.At(2, -1)), f.Here.Things.Loose()[0], f.Here.Things.Area(f.Here.At(2, 1))}[form]
			id := x.ID
			if c.here != nil {
				c.here(f.Here, id)
			}
			if c.there != nil {
				c.there(f.There, id)
			}
			f.Here.Run(3)
			f.There.Run(6)
			f.Merge()
			want := c.want
			if want == "a lamp" {
				want = x.Label
			}
			got := f.Here.Things.Find(id)
			if (got == nil) != (c.want == "") || got != nil && got.Label != want {
				t.Errorf("%s, %s: %+v, want %q", c.name, x.Shape.Form, got, c.want)
			}
		}
	}
}

func TestBothSidesPlaceThings(t *testing.T) {
	f, of := forked(t)
	if a, b := put(f.Here, 1, of, 0, 2), put(f.There, 2, of, 1, 2); a != event.NoReason || b != event.NoReason {
		t.Fatal(a, b)
	}
	second := lamp(2)
	second.Light = 11
	publish(t, &f.There.State, second)
	f.Merge()
	s := f.Here
	for _, at := range []grid.Tile{s.At(0, 2), s.At(1, 2), s.At(2, -1)} {
		if x := s.Things.Block(at); x == nil || x.Light != 11 {
			t.Errorf("%v: %+v", at, x)
		}
	}
}

// TestThingsGoOverALine lets a maker's ball roll onto another island.
func TestThingsGoOverALine(t *testing.T) {
	s := rig.NewShores(t, nil, 2)
	b := body(blueprint.Ball, "Bell", fixed.One/4, fixed.One)
	of := publish(t, &s.West.State, b)
	at := s.Mid.Add(-2, 0)
	living.SetThing(&s.West.State, living.Fresh(&thing.Thing{ID: 4242, Body: 4242, Owner: rig.Key(1), State: []byte{7}}, s.West.Blueprints.Find(of)))
	k := s.West.Space.Insert(entity.Body{ID: 4242, Kind: entity.Gizmo, Pos: at.Centre(), Stuff: entity.StuffOf(fixed.One/4, fixed.One)})
	s.West.Space.Hurl(k, fixed.SVec{X: 6 * fixed.One}, 0, 0)
	s.West.Save()
	for range 200 {
		if s.Step(3, nil); s.East.Things.OfBody(4242) != nil {
			break
		}
	}
	x := s.East.Things.OfBody(4242)
	if x == nil || len(x.State) != 1 || s.West.Things.Count() != 0 || !world.FitsThing(s.East.Space.Body(4242), x) {
		t.Fatalf("in the east: %+v; %d in the west", x, s.West.Things.Count())
	}
	rig.Sound(t, s.East.Island)
	rig.Sound(t, s.West.Island)
}

// TestWhateverHappensThingsHold lets players place, dig, use and push about, regions sleep, and the world be
// restored, and checks each time that every thing has its tile or body and the other way round.
func TestWhateverHappensThingsHold(t *testing.T) {
	tb := testing.TB(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rig.BareStage(tb).Enter(2).Clear(8)
		grant(s, 1, rights.Builder)
		grant(s, 2, rights.Keeper)
		s.Put(1, 0, 0).Put(2, 1, 0)
		parent := lamp(1)
		parent.Title = "Parent"
		ids := []blueprint.ID{publish(tb, &s.State, lamp(1)), publish(tb, &s.State, body(blueprint.Ball, "Bell", fixed.One/4, fixed.One)),
			publish(tb, &s.State, body(blueprint.Box, "Heavy", 8*fixed.One, 0))}
		parent.Childs = []blueprint.Child{{Of: ids[1], Y: 1}}
		ids = append(ids, publish(tb, &s.State, parent))
		version := uint32(1)
		for range rapid.IntRange(5, 25).Draw(t, "steps") {
			n := rapid.IntRange(1, 2).Draw(t, "who")
			at := s.At(rapid.Int32Range(-2, 3).Draw(t, "x"), rapid.Int32Range(-2, 3).Draw(t, "y"))
			var id game.EntityID
			if list := s.Island.Things.List(); len(list) > 0 {
				id = rapid.SampledFrom(list).Draw(t, "thing").ID
			}
			c := command.Command{Tile: at, Entity: id}
			switch rapid.IntRange(0, 10).Draw(t, "what") {
			case 0, 1, 2:
				c.Kind, c.Entity = command.Put, game.EntityID(rapid.SampledFrom(ids).Draw(t, "of"))
			case 3:
				c.Kind = command.PutAway
			case 4:
				c.Kind = command.Dig
			case 5:
				c.Kind = command.PickUp
			case 6:
				c.Kind = command.Throw
				c.Dir.X = fixed.One
			case 7:
				version++
				b := lamp(version)
				b.Shape = rapid.SampledFrom([]blueprint.Shape{{Form: blueprint.Block, Solid: true}, {Form: blueprint.Block}, {Form: blueprint.Area, Width: 2, Height: 2}}).Draw(t, "shape")
				b.Light = uint8(version % 16)
				publish(tb, &s.State, b)
			case 9:
				c.Kind = command.Shift
			case 8:
				snapshot := s.Snapshot(nil)
				s.Island, s.Turn = new(island.Island), nil
				if err := s.Restore(snapshot); err != nil {
					t.Fatal(err)
				}
			default:
				c.Kind = command.Use
			}
			if c.Kind != command.NoKind {
				s.Ask(n, c)
			}
			s.Run(int(rapid.SampledFrom([]uint8{3, 30}).Draw(t, "ticks")))
			rig.Sound(t, s.Island)
		}
	})
}
