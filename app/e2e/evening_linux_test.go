package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/game/entity"
)

// neighbour is a player of the evening, with the things expected of it the next day.
type neighbour struct {
	*lanNode
	place string // the tile that they changed, as `look` wants it
	where string // where they stood at last
	has   string // their items, when last asked
}

// must gives orders that have to work.
func (g *neighbour) must(orders string) string {
	g.t.Helper()
	out, err := g.lan.do(g.at, g.data, orders)
	if err != nil {
		g.t.Fatalf("%s: do %q: %v: %s", lanNodeNames[g.at], orders, err, out)
	}
	return out
}

// build changes a tile near where they stand: a lamp, a chest with something in it, or a hole.
func (g *neighbour) build() {
	g.t.Helper()
	for try := range 24 {
		at := fmt.Sprintf("~%d ~%d", try/2%5-2, try%5-2)
		var out string
		var err error
		switch g.at % 3 {
		case 0:
			out, err = g.lan.do(g.at, g.data, "place lamp "+at)
		case 1:
			if out, err = g.lan.do(g.at, g.data, "place chest "+at); err == nil {
				_, tile, _ := strings.Cut(out, " at ")
				g.must(fmt.Sprintf("put ball 1 %s; put torch %d %s", tile, g.at, tile))
			}
		default:
			out, err = g.lan.do(g.at, g.data, "dig "+at)
			out = strings.Replace(out, "dug ", "dug at ", 1)
		}
		if _, tile, ok := strings.Cut(out, " at "); err == nil && ok {
			g.place = tile
			return
		}
		if try%6 == 5 {
			// others have built all round
			g.lan.do(g.at, g.data, "walk "+[]string{"east", "south", "west", "north"}[try/6]+" 1s")
		}
	}
	g.t.Fatalf("%s found no place to build", lanNodeNames[g.at])
}

// note remembers the players' places and items.
func (g *neighbour) note() { g.where, g.has = g.must("where"), g.must("inventory") }

// TestLANEvening: eight machines on one switch and nothing else. The first to start leaves first, one is
// switched off, the cable of one is pulled while it plays on, and the others leave one by one. The next day
// the last one's world holds everything that anybody did. Returning players have their things and stand where
// they left, and the work done behind the pulled cable is merged.
func TestLANEvening(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	t.Parallel()
	l := newLAN(t, 8)
	var guests []*neighbour
	for i := range 8 {
		guests = append(guests, &neighbour{lanNode: l.node(i, filepath.Join(t.TempDir(), lanNodeNames[i]))})
		guests[i].await("the world of the first", 20*time.Second, func() bool {
			st, i, ok := guests[i].look()
			return ok && st.World.Name == "Ada's world" && i.TurnOrdered > 0
		})
	}
	hal := guests[7]
	for i, g := range guests {
		g.must(fmt.Sprintf("say %s is here; drop stone %d", lanNodeNames[i], i+1))
		g.build()
	}
	for i, g := range guests[:7] {
		hal.holds(guests[i:], 30*time.Second)
		switch g.note(); i {
		case 3:
			g.kill()
		case 5:
			l.ip("-n", l.hub, "link", "set", "p5", "down")
			g.await("turns without the others", 20*time.Second, func() bool { _, i, ok := g.look(); return ok && !i.Firm && i.Waiting == "" })
			g.must("say is anybody there? ; wait 500ms")
			g.build()
			g.note()
			g.kill()
		default:
			g.quit()
		}
	}
	hal.holds(guests[7:], 30*time.Second)
	hal.note()
	looks := func() (all []string) {
		for i, g := range guests {
			if i != 5 { // Hal has not seen Fay's last work
				all = append(all, lanNodeNames[i]+": "+hal.must("look "+g.place))
			}
		}
		return append(all, stays(hal.must("around")), hal.must("chat 50"))
	}
	evening := looks()
	_, before, _ := hal.look()
	hal.quit()

	hal.lanNode = l.node(7, hal.data)
	hal.holds(guests[7:], 20*time.Second)
	l.ip("-n", l.hub, "link", "set", "p5", "up")
	hal.must("where")
	if next := looks(); !slices.Equal(next, evening) {
		t.Errorf("the next day\n%s\nin the evening\n%s", strings.Join(next, "\n"), strings.Join(evening, "\n"))
	}
	if _, i, _ := hal.look(); i.TurnOrdered <= before.TurnOrdered || !i.Firm {
		t.Errorf("turn %d, firm %v; was turn %d", i.TurnOrdered, i.Firm, before.TurnOrdered)
	}
	for _, i := range []int{0, 3, 5} { // the first one, the one that was switched off, the one that was cut off
		g := guests[i]
		g.lanNode = l.node(i, g.data)
		g.await("one firm world", 30*time.Second, func() bool {
			st, i, ok := g.look()
			return ok && len(st.Links) > 0 && i.Firm && i.Waiting == "" && i.TurnOrdered > before.TurnOrdered
		})
		if where, has := g.must("where"), g.must("inventory"); where != g.where || has != g.has {
			t.Errorf("%s stands at %s, stood at %s, and has\n%s\nhad\n%s", lanNodeNames[i], where, g.where, has, g.has)
		}
	}
	hal.await("what Fay did alone", 20*time.Second, func() bool {
		return strings.Contains(hal.must("chat 50"), "Fay: is anybody there?") && hal.must("look "+guests[5].place) == guests[5].must("look "+guests[5].place)
	})
	st, _, _ := hal.look()
	hal.quit()
	if out, err := program("world", "check", "--data", hal.data, st.World.ID).CombinedOutput(); err != nil {
		t.Errorf("world check: %v\n%s", err, out)
	}
	if last := hal.output(); strings.Contains(last, "was replaced") || strings.Contains(last, " lost") {
		t.Errorf("something went wrong at Hal's:\n%s", last)
	}
}

// stays returns the part of a list of things around that does not walk by itself.
func stays(around string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(around, "\n"), func(line string) bool {
		return slices.ContainsFunc([]entity.Kind{entity.Sheep, entity.Hen}, func(k entity.Kind) bool {
			return strings.HasPrefix(line, k.String()+" ")
		})
	}), "\n")
}

// holds waits until their node executes turns in a firm epoch, with a committee as large as the present nodes
// allow, and of these only: a node that was switched off may have a seat for some seconds more.
func (g *neighbour) holds(present []*neighbour, limit time.Duration) {
	g.t.Helper()
	var names []string
	for _, p := range present {
		names = append(names, lanNodeNames[p.at])
	}
	was := uint64(0)
	g.await(fmt.Sprintf("a committee of %v", names), limit, func() bool {
		_, i, ok := g.look()
		gone := func(voter status.PeerName) bool { return !slices.Contains(names, voter.Name) }
		if !ok || !i.Firm || i.Waiting != "" || len(i.Voters) != voters(len(names)) || i.Leader.Name == "" || slices.ContainsFunc(i.Voters, gone) {
			was = 0
			return false
		}
		if was == 0 {
			was = i.TurnCommitted
		}
		return i.TurnCommitted > was+10
	})
}
