package island_test

import (
	"testing"

	"github.com/zeebo/xxh3"
	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// circuit is a machine that is built the same way across a line and on one island.
type circuit struct {
	levers []grid.Tile // from the middle
	tiles  []planned
}

type planned struct {
	at grid.Tile
	b  tile.Block
	h  tile.Heading
}

func (c *circuit) put(x, y int32, b tile.Block, h tile.Heading) {
	if b == tile.Lever {
		c.levers = append(c.levers, grid.Tile{X: x, Y: y})
	}
	c.tiles = append(c.tiles, planned{grid.Tile{X: x, Y: y}, b, h})
}

// tangle is wires at random, with levers and doors among them.
func tangle(rt *rapid.T) (c circuit) {
	seed, wires := rapid.Uint64().Draw(rt, "seed"), rapid.Uint64Range(30, 90).Draw(rt, "wires in a hundred tiles")
	for y := int32(-6); y <= 6; y++ {
		for x := int32(-9); x <= 8; x++ {
			switch n := random.Hash(seed, uint64(x+100), uint64(y+100), 0) % 100; {
			case n < wires:
				c.put(x, y, tile.Wire, 0)
			case n >= 96:
				c.put(x, y, tile.Lever, 0)
			case n >= 92:
				c.put(x, y, tile.Door, 0)
			}
		}
	}
	return c
}

// chains lead from levers through gates and delays to doors; some of them over the line and back, one twice.
func chains(rt *rapid.T) (c circuit) {
	links := []tile.Block{tile.Wire, tile.Wire, tile.NotGate, tile.OrGate, tile.Delay}
	leg := func(y, from, to int32, h tile.Heading) {
		dx, _ := h.Step()
		for x := from; x != to+dx; x += dx {
			c.put(x, y, rapid.SampledFrom(links).Draw(rt, "link"), h)
		}
	}
	for y := int32(-11); y <= 5; y += 8 {
		c.put(-9, y, tile.Lever, 0)
		c.put(8, y, tile.Wire, 0)
		leg(y, -8, 7, tile.East)
		legs := rapid.IntRange(1, 3).Draw(rt, "legs")
		for n := 1; n < legs; n++ {
			x, h := int32(8), tile.West
			if n == 2 {
				x, h = -8, tile.East
			}
			y += 2
			c.put(x, y-1, tile.Wire, 0)
			c.put(x, y, tile.Wire, 0)
			if h == tile.West {
				leg(y, 7, -7, h)
				c.put(-8, y, tile.Wire, 0)
			} else {
				leg(y, -7, 7, h)
				c.put(8, y, tile.Wire, 0)
			}
		}
		if legs == 2 {
			c.put(-9, y, tile.Door, 0)
		} else {
			c.put(9, y, tile.Door, 0)
		}
		y -= 2 * int32(legs-1)
	}
	return c
}

// atRest reports whether nothing is to be done on either side, and nothing is on its way.
func (w *wired) atRest() bool {
	for _, s := range w.Ships {
		o := w.Other(s)
		k, _ := federation.FindOutbox(&s.Island.State, o.Self())
		if len(s.Works.List) > 0 || k < len(s.Mail.Outboxes) && s.Mail.Outboxes[k].First+uint64(len(s.Mail.Outboxes[k].List)) > o.Expect(s.Self()) {
			return false
		}
		if n, _ := s.Island.Border.Find(o.Self()); tellable(s.Island, &s.Border.Islands[n]) != s.Border.Islands[n].Gave {
			return false
		}
	}
	return true
}

// tellable returns the value of gave if signals were told now.
func tellable(i *island.Island, n *world.Neighbour) uint64 {
	list := federation.SignalsFor(&i.State, n.Island)
	if len(list) == 0 {
		return 0
	}
	return xxh3.Hash(federation.AppendSignals([]byte{uint8(federation.SignalLetter)}, list))
}

// whole is the land of a wired world as one island.
func (w *wired) whole() *island.Island {
	i := &island.Island{State: world.State{Gen: w.West.Gen, Partial: true, Clock: 1}}
	i.Space.Rebuild()
	living.Activate(&i.State, w.Mid.Region())
	living.Activate(&i.State, w.Mid.Add(-1, 0).Region())
	for dy := int32(-12); dy <= 12; dy++ {
		for dx := int32(-20); dx < 20; dx++ {
			living.SetTile(&i.State, w.Mid.Add(dx, dy), tile.Grass, tile.NoBlock, 0)
		}
	}
	return i
}

// TestCircuitsOverALine: whatever is wired across a line, by whatever post, with crashes and turns that are
// taken back, comes to the same rest as on one island; and when no lever is on any more, all of its wires
// come to be dark.
func TestCircuitsOverALine(t *testing.T) {
	sea := moor(t)
	crossed := 0
	rapid.Check(t, func(rt *rapid.T) {
		w := sea.open(rt, rig.Chancer(rapid.Uint64().Draw(rt, "luck")))
		w.Post = rapid.Bool().Draw(rt, "bad post")
		one := w.whole()
		c := rapid.SampledFrom([]func(*rapid.T) circuit{tangle, chains}).Draw(rt, "circuit")(rt)
		for _, p := range c.tiles {
			living.SetTile(&one.State, w.Mid.Add(p.at.X, p.at.Y), tile.Grass, p.b, p.h.Facing(0))
			s, at := w.side(p.at.X, p.at.Y)
			living.SetTile(&s.State, at, tile.Grass, p.b, p.h.Facing(0))
		}
		for _, s := range w.Ships {
			s.Save()
		}
		set := func(k int, on bool) {
			at := c.levers[k]
			w.throw(at.X, at.Y, on)
			living.SetTile(&one.State, w.Mid.Add(at.X, at.Y), tile.Grass, tile.Lever, uint8(living.Either(on, 1, 0)))
		}
		compare := func() {
			n := 0
			for ; !w.atRest(); n++ {
				if w.run(game.TicksPerTurn); n > 600 {
					rt.Fatal("it does not come to rest")
				}
			}
			for k := 0; len(one.Works.List) > 0; k++ {
				if one.StepTick(nil); k > 6000 {
					rt.Fatal("the circuit has no rest on one island")
				}
			}
			for _, p := range c.tiles {
				_, _, want, _ := one.TileAt(w.Mid.Add(p.at.X, p.at.Y))
				if got := w.state(p.at.X, p.at.Y); got != want {
					rt.Fatalf("%s at %v is %x, on one island %x", p.b, p.at, got, want)
				}
			}
			crossed += len(w.West.Border.Signals) + len(w.East.Border.Signals)
		}
		for range rapid.IntRange(1, 3).Draw(rt, "rounds") {
			for range rapid.IntRange(0, 4).Draw(rt, "throws") {
				if len(c.levers) > 0 {
					set(rapid.IntRange(0, len(c.levers)-1).Draw(rt, "lever"), rapid.Bool().Draw(rt, "on"))
				}
				w.run(rapid.IntRange(0, 30).Draw(rt, "ticks"))
				if s := w.Ships[w.Draw(2)]; w.Post && w.Draw(3) == 0 {
					w.Crash(s)
				}
			}
			compare()
		}
		for k := range c.levers {
			set(k, false)
		}
		compare()
	})
	least := 100
	if testing.Short() { // a fifth of the circuits are tried then
		least = 20
	}
	if crossed < least {
		t.Errorf("only %d signals went over the line", crossed)
	}
}

// TestNoSignalWithoutASource: in any tangle of wires whose levers are put out all at once, all is dark within
// darkWithin ticks where a message takes a turn.
func TestNoSignalWithoutASource(t *testing.T) {
	sea := moor(t)
	longest := 0
	rapid.Check(t, func(rt *rapid.T) {
		w := sea.open(rt, rig.Chancer(1))
		c := tangle(rt)
		for _, p := range c.tiles {
			s, at := w.side(p.at.X, p.at.Y)
			living.SetTile(&s.State, at, tile.Grass, p.b, uint8(living.Either(p.b == tile.Lever, 1, 0)))
		}
		for _, s := range w.Ships {
			s.Save()
		}
		w.run(rapid.IntRange(0, 90).Draw(rt, "ticks"))
		for _, at := range c.levers {
			w.throw(at.X, at.Y, false)
		}
		longest = max(longest, w.until("all dark", darkWithin, func() bool { return w.lit() == 0 }))
	})
	t.Logf("the last was dark after %d ticks, of %d", longest, darkWithin)
}
