package simgame_test

import (
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/replica"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	memlink "manyhold/net/link/memory"
	"manyhold/net/store"
	"manyhold/net/store/nolog"
)

// voyage is some hosts of one world in one goroutine and virtual time, with the islands of the game.
type voyage struct {
	t     *testing.T
	net   *memlink.Network
	world store.WorldID
	crew  []*voyager
	pause time.Duration // the longest that anybody saw no turn of the island where its player is
}

// voyager is one host and its player.
type voyager struct {
	v     *voyage
	pair  key.Pair
	world *host.World
	links map[key.ID]link.Link
	seq   uint64
	todo  []func()
	saw   time.Time // a turn of the island where its player is
	way   *order.WalkTo
	keep  func(kernel.Output)   // into a file, nil: nothing is kept
	shown func(kernel.Executed) // a turn of the island where its player is; nil: to nobody
}

// paper is a file that keeps nothing: all is written at once.
type paper struct{ nolog.Log }

func newVoyage(t *testing.T, players int, most uint16, change ...func(*kernel.Options)) *voyage {
	v := &voyage{t: t, net: memlink.New(1, memlink.Conditions{Delay: 2 * time.Millisecond})}
	g := store.Genesis{Founder: key.FromSeed([32]byte{1}).ID(), Seed: 7, Rules: uint32(game.CurrentRules), Name: "voyage", Licence: store.DefaultLicence, Cap: most, Start: uint8(item.Builders)}
	v.world = g.ID()
	for i := range players {
		c := &voyager{v: v, pair: key.FromSeed([32]byte{byte(i + 1)}), links: map[key.ID]link.Link{}}
		o := kernel.Options{Key: c.pair, Rules: g.Rules, Incarnation: uint64(i + 1),
			Open:   func(g store.Genesis) (kernel.Machine, kernel.Log, error) { return node.NewIsland(g), paper{}, nil },
			Island: func(store.Genesis, uint64) (kernel.Machine, kernel.Log, error) { return replica.New(), paper{}, nil },
			On:     kernel.Callbacks{Turn: c.turn}}
		for _, f := range change {
			f(&o)
		}
		c.world = host.NewWorld(o)
		v.crew = append(v.crew, c)
		joined := v.net.Join(c.pair.ID(), link.Info{World: v.world, Rules: g.Rules}, c)
		if i == 0 {
			if err := c.world.Found(v.net.Now(), g, node.NewIsland(g), paper{}); err != nil {
				t.Fatal(err)
			}
		} else if err := c.world.Join(v.net.Now(), v.world); err != nil {
			t.Fatal(err)
		}
		for _, o := range v.crew[:i] {
			joined.Dial(o.pair.ID(), nil)
		}
		c.act()
	}
	return v
}

func (c *voyager) turn(e kernel.Executed) {
	if !e.Machine.Holds(c.pair.ID()) {
		return
	}
	now := c.v.net.Now()
	if !c.saw.IsZero() {
		c.v.pause = max(c.v.pause, now.Sub(c.saw))
	}
	c.saw = now
	if c.shown != nil {
		c.shown(e)
	}
}

func (c *voyager) LinkUp(l link.Link) {
	c.links[l.Peer()] = l
	c.world.LinkUp(c.v.net.Now(), l.Peer(), l.Info())
	c.act()
}

func (c *voyager) LinkDown(l link.Link, why string) {
	delete(c.links, l.Peer())
	c.world.LinkDown(c.v.net.Now(), l.Peer(), why)
	c.act()
}

func (c *voyager) Receive(l link.Link, ch link.Channel, b []byte) {
	c.world.Receive(c.v.net.Now(), l.Peer(), ch, b)
	c.act()
}

// act carries out the world's output; the file has all at once.
func (c *voyager) act() {
	for range 20 {
		for _, out := range c.world.Ready() {
			if c.keep != nil {
				c.keep(out)
			}
			for _, e := range out.Appends {
				c.todo = append(c.todo, func() { c.world.Persisted(c.v.net.Now(), out.Island, e.Turn, nil) })
			}
			for _, r := range out.Records {
				c.todo = append(c.todo, func() { c.world.Recorded(c.v.net.Now(), out.Island, r.Number, nil) })
			}
			for _, s := range out.Sends {
				if l := c.links[s.To]; l != nil {
					_ = l.Send(s.Channel, s.Bytes)
				}
			}
		}
		todo := c.todo
		if c.todo = nil; len(todo) == 0 {
			return
		}
		for _, do := range todo {
			do()
		}
	}
}

// run lets time pass.
func (v *voyage) run(d time.Duration) {
	for end := v.net.Now().Add(d); v.net.Now().Before(end); {
		next := end
		if at, ok := v.net.Next(); ok && at.Before(next) {
			next = at
		}
		for _, c := range v.crew {
			if at := c.world.Next(); at.Before(next) {
				next = at
			}
		}
		if !next.After(v.net.Now()) {
			next = v.net.Now().Add(100 * time.Microsecond)
		}
		v.net.Advance(next)
		for _, c := range v.crew {
			if !c.world.Next().After(v.net.Now()) {
				c.world.Tick(v.net.Now())
				c.act()
			}
		}
	}
}

// until runs until f holds, for at most d.
func (v *voyage) until(what string, d time.Duration, f func() bool) {
	v.t.Helper()
	for began := v.net.Now(); !f(); v.run(50 * time.Millisecond) {
		if v.net.Now().Sub(began) > d {
			for _, c := range v.crew {
				s := c.world.Status(v.net.Now())
				for _, i := range s.Islands {
					m := replica.Of(c.world.Machine(i.ID))
					v.t.Logf("island %x epoch %d (%s) turn %d: %d players, near %x, towards %x", i.ID, i.Epoch, i.Reason, i.Ordered, len(m.Players()), m.Near(nil), m.Towards(nil))
					for _, p := range m.Players() {
						if b := m.Space.Body(p.Body); b != nil {
							v.t.Logf("    seat %d at %v", p.Seat, grid.TileAt(b.Pos))
						}
					}
				}
			}
			v.t.Fatalf("not within %v: %s", d, what)
		}
	}
}

// at is the island where a player is, its state there and its body; nil when it is on its way.
func (c *voyager) at() (w *island.Island, b *entity.Body) {
	w = replica.Of(c.world.Machine(c.world.Status(c.v.net.Now()).Island.ID))
	if w == nil {
		return nil, nil
	}
	if p := w.Roster.ByKey(game.PlayerID(c.pair.ID())); p != nil {
		return w, w.Space.Body(p.Body)
	}
	return w, nil
}

// issueCommand hands in a command.
func (c *voyager) ask(k command.Command) {
	w, _ := c.at()
	c.seq = max(c.seq, w.Sequence(c.pair.ID())) + 1
	k.Tick = w.Clock
	if err := c.world.Submit(c.v.net.Now(), c.seq, command.Append(nil, k)); err != nil {
		c.v.t.Fatal(err)
	}
	c.act()
}

// steer goes on walking towards a place far away, and reports whether it is near it.
func (c *voyager) steer(to grid.Tile) bool {
	w, b := c.at()
	if b == nil {
		return false
	}
	here := grid.TileAt(b.Pos)
	if order.Abs(to.X-here.X) <= 4 && order.Abs(to.Y-here.Y) <= 4 {
		return true
	}
	h := &order.Actor{World: w, Me: game.PlayerID(c.pair.ID()), Issue: func(k command.Command) uint64 { c.ask(k); return c.seq }}
	if c.way != nil {
		if done, _, _ := c.way.Step(h); !done {
			return false
		}
	}
	for _, far := range []int32{28, 16, 8} { // the next leg: as straight as there is a way
		for aside := int32(0); aside <= 32; aside += 4 {
			for _, side := range []int32{aside, -aside} {
				goal := here.Add(min(max(to.X-here.X, -far), far), min(max(to.Y-here.Y, -far), far)+side)
				if order.FindPath(w, here, goal, true, nil) != nil {
					c.way = &order.WalkTo{Goal: goal, Near: true}
					return false
				}
			}
		}
	}
	c.v.t.Fatalf("no way on from %v", here)
	return false
}

// walk lets players walk to places until they are there or f holds.
func (v *voyage) walk(what string, d time.Duration, to map[*voyager]grid.Tile, f func() bool) {
	v.t.Helper()
	v.until(what, d, func() bool {
		there := true
		for _, c := range v.crew {
			if t, walks := to[c]; walks {
				there = c.steer(t) && there
			}
		}
		return f != nil && f() || f == nil && there
	})
}

// islands is how many islands all execute, 0 while they differ.
func (v *voyage) islands() int {
	first := v.crew[0].world.Status(v.net.Now())
	n := 0
	for _, i := range first.Islands {
		if i.Epoch > 0 && i.Reason != "ended" {
			n++
		}
	}
	for _, c := range v.crew[1:] {
		m := 0
		for _, i := range c.world.Status(v.net.Now()).Islands {
			if i.Epoch > 0 && i.Reason != "ended" {
				m++
			}
		}
		if m != n {
			return 0
		}
	}
	return n
}

// same reports whether all have the same digest of all islands.
func (v *voyage) same() bool {
	type at struct{ island, turn uint64 }
	digests := map[at]uint64{}
	for _, c := range v.crew {
		s := c.world.Status(v.net.Now())
		if s.Desyncs > 0 {
			v.t.Fatal("a desync")
		}
		for _, i := range s.Islands {
			k := at{i.ID, i.Ordered}
			if had, ok := digests[k]; ok && had != i.Digest {
				return false
			}
			digests[k] = i.Digest
		}
	}
	return true
}

// enter lets everybody into the world.
func (v *voyage) enter() {
	for i, c := range v.crew {
		c.ask(command.Command{Kind: command.Enter, Text: string(rune('A' + i))})
	}
	v.until("all have entered", 3*time.Second, func() bool {
		for _, c := range v.crew {
			if _, b := c.at(); b == nil {
				return false
			}
		}
		return true
	})
}

// TestIslandsOfPeople: two players who walk apart are on two islands, with one digest of each everywhere;
// when they meet again they are on one. Nobody waits for it.
func TestIslandsOfPeople(t *testing.T) {
	v := newVoyage(t, 3, 0)
	v.run(time.Second)
	v.enter()
	w, _ := v.crew[0].at()
	start := w.SpawnTile
	v.pause = 0
	wanderer := v.crew[2]
	far := start.Add(0, 9*grid.RegionSide)
	v.walk("far away", 300*time.Second, map[*voyager]grid.Tile{wanderer: far}, nil)
	v.until("two islands", 40*time.Second, func() bool { return v.islands() == 2 })
	w, b := wanderer.at()
	if w.Self() == world.Home || b == nil || !v.same() {
		t.Fatalf("on island %x", w.Self())
	}
	t.Logf("two islands; longest between two turns %v", v.pause)
	v.run(5 * time.Second)
	v.walk("one island again", 300*time.Second, map[*voyager]grid.Tile{wanderer: start}, func() bool { return v.islands() == 1 })
	v.until("the wanderer is home", 2*time.Second, func() bool {
		w, b := wanderer.at()
		return w != nil && w.Self() == world.Home && b != nil && v.same()
	})
	v.walk("back", 100*time.Second, map[*voyager]grid.Tile{wanderer: start}, nil)
	t.Logf("one island again; longest between two turns %v", v.pause)
	if v.pause > 300*time.Millisecond {
		t.Errorf("turns stopped for %v", v.pause)
	}
}

// TestLineBetweenIslands: where one island may have two players, two islands that meet stay two, and both go
// on.
func TestLineBetweenIslands(t *testing.T) {
	v := newVoyage(t, 3, 2)
	v.run(time.Second)
	v.enter()
	w, _ := v.crew[0].at()
	start, wanderer := w.SpawnTile, v.crew[2]
	v.walk("far away", 300*time.Second, map[*voyager]grid.Tile{wanderer: start.Add(0, 9*grid.RegionSide)}, nil)
	v.until("two islands", 40*time.Second, func() bool { return v.islands() == 2 })
	v.pause = 0
	v.walk("to the line", 300*time.Second, map[*voyager]grid.Tile{wanderer: start}, func() bool {
		_, b := wanderer.at()
		return b != nil && grid.TileAt(b.Pos).Y < start.Y+3*grid.RegionSide
	})
	for range 100 {
		v.run(100 * time.Millisecond)
		if v.islands() != 2 {
			t.Fatal("they became one")
		}
	}
	v.until("the same everywhere", 2*time.Second, v.same)
	if w, _ := wanderer.at(); w.Self() == world.Home {
		t.Error("the wanderer is on an island that is full")
	}
	if v.pause > 300*time.Millisecond {
		t.Errorf("turns stopped for %v", v.pause)
	}
}
