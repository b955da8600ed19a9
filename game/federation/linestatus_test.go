package federation_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestLinesAreTold: an island reports for each line its knowledge of the land beyond, that ghosts lie in the
// border strip only, and whether the other side is full. If something moves by the line, the other side hears
// of it ten times a second.
func TestLinesAreTold(t *testing.T) {
	for most, full := range map[uint16]bool{1: true, 2: false} {
		p := rig.NewShores(t, rig.Chancer(1), most)
		p.Lay(p.East, entity.Crate, p.Mid.Add(2, 2))
		p.Lay(p.East, entity.Ball, p.Mid.Add(world.BorderWidth+3, 2))
		for range 40 {
			p.Turn(nil)
		}
		for _, s := range p.Ships {
			l := federation.Lines(&s.State)
			if len(l) != 1 || l[0].Neighbour != p.Other(s).Self() || l[0].Strips == 0 || l[0].Views == 0 || l[0].People != 1 || l[0].Full != full || l[0].Heard >= world.LookEvery*2 {
				t.Fatalf("island %x says of its lines: %+v", s.Self(), l)
			}
			if want := map[*rig.Ship]int{p.West: 1}[s]; l[0].Ghosts != want || len(s.Ghosts()) != want {
				t.Errorf("island %x knows %d ghosts and tells of %d, want %d", s.Self(), len(s.Ghosts()), l[0].Ghosts, want)
			}
		}
		p.East.PlaceAt(2, p.Mid.Add(3, -8))
		p.Turn(map[int][]command.Command{2: {{Kind: command.Move, Dir: fixed.SVec{Y: fixed.One}}}})
		told, last := 0, federation.Lines(&p.East.State)[0].Told
		for range 40 { // two seconds
			p.Turn(nil)
			if at := federation.Lines(&p.East.State)[0].Told; at < last+3 {
				told++
				last = at
			} else {
				last = at
			}
		}
		if told < 20 {
			t.Errorf("in two seconds the west was told %d times what moves in the east", told)
		}
		for _, g := range p.West.Ghosts() {
			if at := grid.TileAt(g.Pos); at.X > p.Mid.X+world.BorderWidth {
				t.Errorf("a ghost at %v, beyond the border strip", at)
			}
		}
	}
}
