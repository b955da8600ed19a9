package e2e

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/net/patience"
)

// visits lets the founder come to the other, without a question, by the list of players; and the other to the
// founder, which lets it in there.
func (p *pair) visits() {
	p.t.Helper()
	last := func(g *guest) { // the last button of the first other in the list of players
		g.pause(pausePlayers)
		g.press(ebiten.KeyArrowLeft, 2)
		g.press(ebiten.KeyEnter, 2)
		for range 3 {
			g.press(ebiten.KeyEscape, 2)
		}
	}
	leave := func() {
		for _, d := range []string{"north", "west", "south", "east"} {
			if p.tell(p.m, "walk "+d+" 2s"); p.apart() > 5 {
				return
			}
		}
		p.t.Fatalf("Bo cannot get away from Ada: %d tiles", p.apart())
	}
	leave()
	last(p.a)
	p.both("the founder to come", func() bool { return p.apart() <= 2 })
	leave()
	last(p.b)
	end := patience.For(time.Second)
	p.both("the question", end.Over)
	if n := p.apart(); n <= 5 {
		p.t.Errorf("who was not let in is %d tiles away", n)
	}
	last(p.a)
	p.both("the guest to be let in", func() bool { return p.apart() <= 2 })
}
