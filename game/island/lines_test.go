package island_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// TestLinesAreTold: an island reports for each line its knowledge of the land beyond, that ghosts lie in the
// border strip only, and whether the other side is full. If something moves by the line, the other side hears
// of it ten times a second.
func TestLinesAreTold(t *testing.T) {
	for most, full := range map[uint16]bool{1: true, 2: false} {
		p := newShores(t, chancer(1), most)
		p.lay(p.east, entity.Crate, p.mid.Add(2, 2))
		p.lay(p.east, entity.Ball, p.mid.Add(world.BorderWidth+3, 2))
		for range 40 {
			p.turn(nil)
		}
		for _, s := range p.ships {
			l := federation.Lines(&s.State)
			if len(l) != 1 || l[0].Neighbour != p.other(s).Self() || l[0].Strips == 0 || l[0].Views == 0 || l[0].People != 1 || l[0].Full != full || l[0].Heard >= world.LookEvery*2 {
				t.Fatalf("island %x says of its lines: %+v", s.Self(), l)
			}
			if want := map[*ship]int{p.west: 1}[s]; l[0].Ghosts != want || len(s.Ghosts()) != want {
				t.Errorf("island %x knows %d ghosts and tells of %d, want %d", s.Self(), len(s.Ghosts()), l[0].Ghosts, want)
			}
		}
		p.east.placeAt(2, p.mid.Add(3, -8))
		p.turn(map[int][]command.Command{2: {{Kind: command.Move, Dir: fixed.SVec{Y: fixed.One}}}})
		told, last := 0, federation.Lines(&p.east.State)[0].Told
		for range 40 { // two seconds
			p.turn(nil)
			if at := federation.Lines(&p.east.State)[0].Told; at < last+3 {
				told++
				last = at
			} else {
				last = at
			}
		}
		if told < 20 {
			t.Errorf("in two seconds the west was told %d times what moves in the east", told)
		}
		for _, g := range p.west.Ghosts() {
			if at := grid.TileAt(g.Pos); at.X > p.mid.X+world.BorderWidth {
				t.Errorf("a ghost at %v, beyond the border strip", at)
			}
		}
	}
}
