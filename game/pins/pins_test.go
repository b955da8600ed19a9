package pins_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/pins"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestPins sets pins one after the other: what is taken, and what is refused and changes nothing.
func TestPins(t *testing.T) {
	var p entity.PlayerState
	for n, c := range []struct {
		x, y int32
		sign uint8
		why  event.Reason
		left int
	}{
		{3, 4, 0, event.NothingThere, 0},                                                                // there is none to take off
		{3, 4, 7, event.NothingThere, 0},                                                                // no such sign
		{3, 4, 255, event.NothingThere, 0},                                                              //
		{3, 4, 1, event.NoReason, 1},                                                                    //
		{3, 4, 2, event.NoReason, 1},                                                                    // another sign on the same tile
		{64 * pins.Reach, 4, 1, event.TooFar, 1},                                                        // far outside
		{-64*pins.Reach - 1, 4, 1, event.TooFar, 1},                                                     //
		{4, command.MaxCoordinate, 1, event.TooFar, 1},                                                  //
		{64*pins.Reach - 1, 4, 1, event.NoReason, 2},                                                    // just within
		{5, 5, 6, event.NoReason, 3},                                                                    //
		{6, 6, 6, event.NoReason, 4},                                                                    //
		{7, 7, 6, event.TooManyPins, 4},                                                                 // one too many
		{6, 6, 3, event.NoReason, 4},                                                                    // but those there can change
		{3, 4, 0, event.NoReason, 3},                                                                    //
		{3, 4, 0, event.NothingThere, 3},                                                                //
		{7, 7, 6, event.NoReason, 4},                                                                    // there is room again
		{5, 5, 0, event.NoReason, 3}, {6, 6, 0, 0, 2}, {7, 7, 0, 0, 1}, {64*pins.Reach - 1, 4, 0, 0, 0}, //
	} {
		if why := pins.Set(&p, grid.Tile{X: c.x, Y: c.y}, c.sign); why != c.why || len(pins.Of(&p)) != c.left {
			t.Fatalf("step %d: %v, and %d pins", n, why, len(pins.Of(&p)))
		}
	}
	if p.Pins != [entity.MostPins]entity.Pin{} {
		t.Errorf("left: %v", p.Pins)
	}
}

// TestPinsAreStored: whatever a player does with pins, its bytes are read back as they were, and there is at
// most one on a tile.
func TestPinsAreStored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := entity.PlayerState{Key: [32]byte{1}, Seat: 1, Slot: uint8(rapid.IntRange(0, 11).Draw(t, "slot"))}
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			at := grid.Tile{X: rapid.Int32Range(-2, 2).Draw(t, "x"), Y: rapid.Int32Range(-1, 1).Draw(t, "y") * 3000}
			pins.Set(&p, at, uint8(rapid.IntRange(0, 7).Draw(t, "sign")))
			seen := map[grid.Tile]bool{}
			for _, pin := range pins.Of(&p) {
				if seen[pin.Tile] {
					t.Fatalf("two on a tile: %v", p.Pins)
				}
				seen[pin.Tile] = true
			}
			c := codec.Read(encoding.AppendPlayer(nil, &p))
			if q := encoding.ReadPlayer(&c); c.Done() != nil || q != p {
				t.Fatalf("%v are read as %v: %v", p.Pins, q.Pins, c.Err())
			}
		}
	})
}

// TestAPlayerPins by a command; a muted one does not, others see it, and it is there after sleep.
func TestAPlayerPins(t *testing.T) {
	s := rig.NewStage(t).Enter(1).Enter(2)
	at := s.At(5, 5)
	s.Ask(1, command.Command{Kind: command.Pin, Tile: at, Count: 2})
	s.Run(3)
	if got := pins.Of(s.Player(1)); len(got) != 1 || got[0] != (entity.Pin{Tile: at, Sign: 2}) || len(pins.Of(s.Player(2))) != 0 {
		t.Fatalf("the pins are %v", got)
	}
	back, err := world.DecodeSnapshot(s.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	s.Decide(world.Ordinance{Topic: world.OfMute, Subject: rig.Key(1), Value: uint64(s.Clock) + 600})
	s.Ask(1, command.Command{Kind: command.Pin, Tile: at, Count: 3})
	s.Run(3)
	s.Refused(event.Muted)
	if got := pins.Of(back.Roster.BySeat(1)); len(got) != 1 {
		t.Errorf("after a restart the pins are %v", got)
	}
}
