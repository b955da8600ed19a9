package federation_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/rig"
)

// TestGrabOverALine: a body across a line within reach is lifted by the player that reaches for it; of two
// players, by one. It is never lost or doubled, however the post fails. Out of reach, or with full hands, it
// is refused.
func TestGrabOverALine(t *testing.T) {
	for round := range 12 {
		p := rig.NewShores(t, rig.Chancer(uint64(round)), 1)
		p.Post = round > 0 // parcels are doubled, delayed and lost, and islands crash
		p.West.PlaceAt(1, p.Mid.Add(-1, 0))
		crate := p.East.Space.NewID(9, uint64(round))
		p.East.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: p.Mid.Centre()})
		p.East.Save()
		p.West.Save()
		for range 40 {
			p.Turn(nil)
		}
		if g := p.West.Ghosts(); len(g) == 0 || p.West.Space.Has(crate) {
			t.Fatalf("round %d: the crate is not seen from the west: %v", round, g)
		}
		wishes := map[int][]command.Command{1: {{Kind: command.PickUp, Entity: crate}}}
		both := round%2 == 1
		if both {
			p.East.PlaceAt(2, p.Mid.Add(1, 0))
			p.East.Save()
			wishes[2] = wishes[1]
		}
		p.Turn(wishes)
		p.Quiet()
		for range 60 {
			p.Turn(nil)
		}
		p.Quiet()
		who, there := p.Holder(crate)
		west, east := p.West.Roster.ByKey(rig.Key(1)).Body, p.East.Roster.ByKey(rig.Key(2)).Body
		switch {
		case there != 1:
			t.Errorf("round %d: the crate is there %d times", round, there)
		case !both && who != west:
			t.Errorf("round %d: it is not in the hands of who reached for it", round)
		case both && who != west && who != east:
			t.Errorf("round %d: two reached for it and neither has it", round)
		}
		p.Balanced()
	}

	p := rig.NewShores(t, nil, 1)
	p.West.PlaceAt(1, p.Mid.Add(-4, 0))
	p.Lay(p.East, entity.Crate, p.Mid)
	for range 40 {
		p.Turn(nil)
	}
	p.Turn(map[int][]command.Command{1: {{Kind: command.PickUp, Entity: p.West.Ghosts()[0].ID}}})
	p.Quiet()
	if b := p.West.Space.Body(p.West.Roster.ByKey(rig.Key(1)).Body); b.Flags&entity.Carrying != 0 || p.Loose() != 1 {
		t.Error("it was lifted from too far")
	}
}
