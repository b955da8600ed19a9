package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
)

// holder returns the player that holds a crate on either shore, and the number of such crates: exactly one is
// right.
func (p *shores) holder(crate game.EntityID) (who game.EntityID, there int) {
	for _, s := range []*ship{p.west, p.east} {
		if o := s.Space.Body(crate); o != nil {
			there++
			who = o.Other
		}
	}
	return who, there
}

// TestGrabOverALine: a body across a line within reach is lifted by the player that reaches for it; of two
// players, by one. It is never lost or doubled, however the post fails. Out of reach, or with full hands, it
// is refused.
func TestGrabOverALine(t *testing.T) {
	for round := range 12 {
		p := newShores(t, chancer(uint64(round)), 1)
		p.post = round > 0 // parcels are doubled, delayed and lost, and islands crash
		p.west.placeAt(1, p.mid.Add(-1, 0))
		crate := p.east.Space.NewID(9, uint64(round))
		p.east.Space.Insert(entity.Body{ID: crate, Kind: entity.Crate, Pos: p.mid.Centre()})
		p.east.save()
		p.west.save()
		for range 40 {
			p.turn(nil)
		}
		if g := p.west.Ghosts(); len(g) == 0 || p.west.Space.Has(crate) {
			t.Fatalf("round %d: the crate is not seen from the west: %v", round, g)
		}
		wishes := map[int][]command.Command{1: {{Kind: command.PickUp, Entity: crate}}}
		both := round%2 == 1
		if both {
			p.east.placeAt(2, p.mid.Add(1, 0))
			p.east.save()
			wishes[2] = wishes[1]
		}
		p.turn(wishes)
		p.quiet()
		for range 60 {
			p.turn(nil)
		}
		p.quiet()
		who, there := p.holder(crate)
		west, east := p.west.Roster.ByKey(key(1)).Body, p.east.Roster.ByKey(key(2)).Body
		switch {
		case there != 1:
			t.Errorf("round %d: the crate is there %d times", round, there)
		case !both && who != west:
			t.Errorf("round %d: it is not in the hands of who reached for it", round)
		case both && who != west && who != east:
			t.Errorf("round %d: two reached for it and neither has it", round)
		}
		p.balanced()
	}

	p := newShores(t, nil, 1)
	p.west.placeAt(1, p.mid.Add(-4, 0))
	p.lay(p.east, entity.Crate, p.mid)
	for range 40 {
		p.turn(nil)
	}
	p.turn(map[int][]command.Command{1: {{Kind: command.PickUp, Entity: p.west.Ghosts()[0].ID}}})
	p.quiet()
	if b := p.west.Space.Body(p.west.Roster.ByKey(key(1)).Body); b.Flags&entity.Carrying != 0 || p.loose() != 1 {
		t.Error("it was lifted from too far")
	}
}
