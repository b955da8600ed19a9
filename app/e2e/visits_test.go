package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/order"
	"manyhold/game/grid"
	"manyhold/net/patience"
)

// visits lets the founder come to the other, without a question, by the list of players; and the other to the
// founder, which lets it in there.
func visits(t *testing.T, a, b *guest, nodeA, nodeB *process, both func(string, func() bool)) {
	t.Helper()
	tell := func(node *process, line string) string {
		var out string
		done := make(chan struct{})
		go func() { out, _ = node.do(line); close(done) }()
		both(line, func() bool {
			select {
			case <-done:
				return true
			default:
				return false
			}
		})
		return out
	}
	apart := func() int32 {
		var at [2]grid.Tile
		for n, node := range []*process{nodeA, nodeB} {
			if _, err := fmt.Sscan(tell(node, "where"), &at[n].X, &at[n].Y); err != nil {
				t.Fatal(err)
			}
		}
		return max(order.Abs(at[0].X-at[1].X), order.Abs(at[0].Y-at[1].Y))
	}
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
			if tell(nodeB, "walk "+d+" 2s"); apart() > 5 {
				return
			}
		}
		t.Fatalf("Bo cannot get away from Ada: %d tiles", apart())
	}
	leave()
	last(a)
	both("the founder to come", func() bool { return apart() <= 2 })
	leave()
	last(b)
	end := patience.For(time.Second)
	both("the question", end.Over)
	if n := apart(); n <= 5 {
		t.Errorf("who was not let in is %d tiles away", n)
	}
	last(a)
	both("the guest to be let in", func() bool { return apart() <= 2 })
}
