package island_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/command"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestACrowdDisperses: 64 players who stand in four places three regions apart are one island for its own
// rules. It can be split between them all the same; those of one place, and of two that touch, cannot be
// parted.
func TestACrowdDisperses(t *testing.T) {
	const places, each = 4, 16
	f := rig.NewFleet(t, nil)
	h := f.Home()
	for k := 1; k <= places*each; k++ {
		act.Admit(&h.Island.State, &world.SeatCommand{Key: rig.Key(k)})
		at := grid.Tile{X: h.SpawnTile.X + int32((k-1)/each)*3*grid.RegionSide, Y: h.SpawnTile.Y}.Region()
		h.Roster.Away[len(h.Roster.Away)-1].Last = rig.DryTile(at).Centre()
		h.Roster.SumAway()
		h.Save()
		f.Step(3, map[int][]command.Command{k: {{Kind: command.Enter, Text: "Player"}}})
	}
	if h.People() != places*each || h.Divide() != nil {
		t.Fatalf("%d people, %d parts", h.People(), len(h.Divide()))
	}
	parts := h.Disperse()
	if len(parts) != places-1 {
		t.Fatalf("%d parts of %d places", len(parts), places)
	}
	for n, part := range parts {
		if seats, err := federation.ReadSeats(part); err != nil || len(seats) != each {
			t.Errorf("part %d: %v, %v", n, seats, err)
		}
		child, err := h.Carve(part, uint64(100+n))
		if err != nil {
			t.Fatal(err)
		}
		f.Add(child)
	}
	h.Save()
	f.Balanced()
	for _, s := range f.Ships {
		if s.People() != each || s.Disperse() != nil || s.Divide() != nil {
			t.Errorf("island %x: %d people, %d parts", s.Self(), s.People(), len(s.Disperse()))
		}
	}
}

// TestNeighboursDoNotDisperse: players in regions that touch see one another.
func TestNeighboursDoNotDisperse(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(4, 1)
	if parts := f.Home().Disperse(); parts != nil {
		t.Errorf("%d parts", len(parts))
	}
}
