package island_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// use asks that player n uses a tile.
func (s *stage) use(n int, dx, dy int32) *stage {
	s.ask(n, command.Command{Kind: command.Use, Tile: s.at(dx, dy)})
	return s.run(3)
}

// fireplace is a stage with a burning hearth in the west and a dark lighthouse in the east of two players.
func fireplace(t *testing.T) *stage {
	s := newStage(t).enter(2).clear(8).put(1, 0, 0).put(2, 0, 1)
	living.SetTile(&s.State, s.at(-1, 0), tile.Path, tile.Hearth, tile.StateBit0)
	living.SetTile(&s.State, s.at(2, 0), tile.StoneFloor, tile.Beacon, 0)
	return s
}

func (s *stage) lit() bool {
	_, b, state, _ := s.TileAt(s.at(2, 0))
	return b == tile.Beacon && tile.Emits(b, state) > 0
}

// TestEmbersLightALighthouse: two players bring embers, the lighthouse burns for good and names both. Its
// flames cannot be picked up or kicked, and survive a snapshot.
func TestEmbersLightALighthouse(t *testing.T) {
	s := fireplace(t)
	s.use(1, 2, 0).allowed()
	if e := s.saw(event.Told); e == nil || e.Text != "" || s.lit() {
		t.Fatalf("a dark lighthouse tells of %+v", e)
	}
	s.use(1, -1, 0).allowed()
	b := s.body(1)
	if o := s.Space.Body(b.Other); b.Flags&entity.Carrying == 0 || o == nil || o.Kind != entity.Ember {
		t.Fatal("no embers in hand")
	}
	s.use(1, -1, 0).refused(event.HandsFull)
	s.use(1, 2, 0).allowed()
	if !s.lit() || s.saw(event.Lit) == nil || s.body(1).Flags&entity.Carrying != 0 {
		t.Fatal("the lighthouse was not lit")
	}
	if e := s.saw(event.Lit); e.Text != s.player(1).Name.String() {
		t.Errorf("lit by %q", e.Text)
	}
	s.use(1, -1, 0).use(1, 2, 0).refused(event.TooSoon) // it is kept by them already
	s.ask(1, command.Command{Kind: command.Throw})
	s.run(3)
	s.use(2, -1, 0).use(2, 2, 0).allowed()
	want := s.player(1).Name.String() + ", " + s.player(2).Name.String()
	if s.use(1, 2, 0); s.saw(event.Told) == nil || s.saw(event.Told).Text != want {
		t.Errorf("kept by %+v, want %q", s.saw(event.Told), want)
	}
	s.ask(1, command.Command{Kind: command.PickUp, Entity: act.Flames(&s.Island.State, s.at(2, 0))[0].ID})
	s.run(3).refused(event.NothingThere)
	s.ask(1, command.Command{Kind: command.Dig, Tile: s.at(2, 0)})
	s.run(3).refused(event.TooHard)
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if got := act.Flames(&again.State, s.at(2, 0)); len(got) != 2 || got[0].Seat != s.player(1).Seat || again.Digest() != s.Digest() {
		t.Errorf("after a snapshot the flames are %v", got)
	}
	s.balanced()
}

// TestEmbersGoOut: in the hand and on the ground, also when they are thrown meanwhile.
func TestEmbersGoOut(t *testing.T) {
	s := fireplace(t)
	s.use(1, -1, 0).use(2, -1, 0)
	s.run(int(act.EmberTime) / 2)
	s.ask(2, command.Command{Kind: command.Throw, Dir: direction(0, fixed.One)})
	s.run(int(act.EmberTime)/2 - 30)
	embers := func() (n int) {
		for _, b := range s.Space.Bodies() {
			if b.Kind == entity.Ember {
				n++
			}
		}
		return n
	}
	if embers() != 2 || s.body(1).Flags&entity.Carrying == 0 {
		t.Fatalf("%d embers are left before their time", embers())
	}
	s.run(60)
	if embers() != 0 || s.body(1).Flags&entity.Carrying != 0 || s.body(1).Other != 0 {
		t.Errorf("%d embers still glow", embers())
	}
	s.use(1, 2, 0)
	if s.lit() {
		t.Error("cold embers lit a lighthouse")
	}
	s.balanced()
}

// TestLighthousesAreFull: a lighthouse with MaxKeepers keepers accepts no more.
func TestLighthousesAreFull(t *testing.T) {
	s := fireplace(t)
	for n := range act.MaxKeepers {
		s.Space.Insert(entity.Body{ID: s.Space.NewID(uint64(n), 77), Kind: entity.Flame, Pos: s.at(2, 0).Centre(), Seat: entity.Seat(n + 100), Flags: entity.Resting})
	}
	s.use(1, -1, 0).use(1, 2, 0).refused(event.NoRoom)
	if s.body(1).Flags&entity.Carrying == 0 {
		t.Error("the embers are gone")
	}
}

// TestTheLighthouseOfHome: in a new world a newcomer finds a dark lighthouse on the first screen, and a
// hearth.
func TestTheLighthouseOfHome(t *testing.T) {
	s := newStage(t).enter(1)
	at := terrain.Lighthouse(s.Gen.Seed)
	if _, b, state, ok := s.TileAt(at); !ok || b != tile.Beacon || tile.Emits(b, state) != 0 {
		t.Errorf("at %v stands %s", at, b)
	}
}
