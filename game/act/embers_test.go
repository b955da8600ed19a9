package act_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// fireplace is a stage with a burning hearth in the west and a dark lighthouse in the east of two players.
func fireplace(t *testing.T) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(8).Put(1, 0, 0).Put(2, 0, 1)
	living.SetTile(&s.State, s.At(-1, 0), tile.Path, tile.Hearth, tile.StateBit0)
	living.SetTile(&s.State, s.At(2, 0), tile.StoneFloor, tile.Beacon, 0)
	return s
}

// TestEmbersLightALighthouse: two players bring embers, the lighthouse burns for good and names both. Its
// flames cannot be picked up or kicked, and survive a snapshot.
func TestEmbersLightALighthouse(t *testing.T) {
	s := fireplace(t)
	s.Use(1, 2, 0).Allowed()
	if e := s.Saw(event.Told); e == nil || e.Text != "" || s.Lit() {
		t.Fatalf("a dark lighthouse tells of %+v", e)
	}
	s.Use(1, -1, 0).Allowed()
	b := s.Body(1)
	if o := s.Space.Body(b.Other); b.Flags&entity.Carrying == 0 || o == nil || o.Kind != entity.Ember {
		t.Fatal("no embers in hand")
	}
	s.Use(1, -1, 0).Refused(event.HandsFull)
	s.Use(1, 2, 0).Allowed()
	if !s.Lit() || s.Saw(event.Lit) == nil || s.Body(1).Flags&entity.Carrying != 0 {
		t.Fatal("the lighthouse was not lit")
	}
	if e := s.Saw(event.Lit); e.Text != s.Player(1).Name.String() {
		t.Errorf("lit by %q", e.Text)
	}
	s.Use(1, -1, 0).Use(1, 2, 0).Refused(event.TooSoon) // it is kept by them already
	s.Ask(1, command.Command{Kind: command.Throw})
	s.Run(3)
	s.Use(2, -1, 0).Use(2, 2, 0).Allowed()
	want := s.Player(1).Name.String() + ", " + s.Player(2).Name.String()
	if s.Use(1, 2, 0); s.Saw(event.Told) == nil || s.Saw(event.Told).Text != want {
		t.Errorf("kept by %+v, want %q", s.Saw(event.Told), want)
	}
	s.Ask(1, command.Command{Kind: command.PickUp, Entity: act.Flames(&s.Island.State, s.At(2, 0))[0].ID})
	s.Run(3).Refused(event.NothingThere)
	s.Ask(1, command.Command{Kind: command.Dig, Tile: s.At(2, 0)})
	s.Run(3).Refused(event.TooHard)
	again := new(island.Island)
	if err := again.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if got := act.Flames(&again.State, s.At(2, 0)); len(got) != 2 || got[0].Seat != s.Player(1).Seat || again.Digest() != s.Digest() {
		t.Errorf("after a snapshot the flames are %v", got)
	}
	s.Balanced()
}

// TestEmbersGoOut: in the hand and on the ground, also when they are thrown meanwhile.
func TestEmbersGoOut(t *testing.T) {
	s := fireplace(t)
	s.Use(1, -1, 0).Use(2, -1, 0)
	s.Run(int(act.EmberTime) / 2)
	s.Ask(2, command.Command{Kind: command.Throw, Dir: rig.Direction(0, fixed.One)})
	s.Run(int(act.EmberTime)/2 - 30)
	embers := func() (n int) {
		for _, b := range s.Space.Bodies() {
			if b.Kind == entity.Ember {
				n++
			}
		}
		return n
	}
	if embers() != 2 || s.Body(1).Flags&entity.Carrying == 0 {
		t.Fatalf("%d embers are left before their time", embers())
	}
	s.Run(60)
	if embers() != 0 || s.Body(1).Flags&entity.Carrying != 0 || s.Body(1).Other != 0 {
		t.Errorf("%d embers still glow", embers())
	}
	s.Use(1, 2, 0)
	if s.Lit() {
		t.Error("cold embers lit a lighthouse")
	}
	s.Balanced()
}

// TestEmbersLightNoPlants: embers that are thrown among dry plants, lie there and go out set nothing on fire;
// tinder does.
func TestEmbersLightNoPlants(t *testing.T) {
	s := fireplace(t)
	for y := int32(2); y <= 7; y++ {
		for x := int32(-2); x <= 2; x++ {
			s.Set(x, y, tile.Tuft, 0)
		}
	}
	s.Use(2, -1, 0).Allowed()
	s.Ask(2, command.Command{Kind: command.Throw, Dir: rig.Direction(0, fixed.One/4)})
	s.Run(90)
	lies := false
	for k := range s.Space.Bodies() {
		if b := &s.Space.Bodies()[k]; b.Kind == entity.Ember {
			_, block, _, _ := s.Land.TileAt(grid.TileAt(b.Pos))
			lies = b.Z == 0 && block == tile.Tuft
		}
	}
	if !lies {
		t.Fatal("the embers do not lie among plants")
	}
	if s.Run(int(act.EmberTime)); s.Counts(tile.Fire, 12) > 0 || s.Counts(tile.Tuft, 12) < 30 {
		t.Errorf("%d fires, %d plants are left of 30", s.Counts(tile.Fire, 12), s.Counts(tile.Tuft, 12))
	}
	s.Give(2, item.Tinder, 1)
	s.Ask(2, command.Command{Kind: command.Place, Tile: s.At(0, 2), Slot: s.Slot(2, item.Tinder)})
	if s.Run(3).Allowed(); s.Counts(tile.Fire, 12) == 0 {
		t.Error("tinder lights nothing")
	}
}

// TestLighthousesAreFull: a lighthouse with MaxKeepers keepers accepts no more.
func TestLighthousesAreFull(t *testing.T) {
	s := fireplace(t)
	for n := range act.MaxKeepers {
		s.Space.Insert(entity.Body{ID: s.Space.NewID(uint64(n), 77), Kind: entity.Flame, Pos: s.At(2, 0).Centre(), Seat: entity.Seat(n + 100), Flags: entity.Resting})
	}
	s.Use(1, -1, 0).Use(1, 2, 0).Refused(event.NoRoom)
	if s.Body(1).Flags&entity.Carrying == 0 {
		t.Error("the embers are gone")
	}
}

// TestTheLighthouseOfHome: in a new world a newcomer finds a dark lighthouse on the first screen, and a
// hearth.
func TestTheLighthouseOfHome(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at := terrain.Lighthouse(s.Gen.Seed)
	if _, b, state, ok := s.TileAt(at); !ok || b != tile.Beacon || tile.Emits(b, state) != 0 {
		t.Errorf("at %v stands %s", at, b)
	}
}
