package island_test

import (
	"flag"
	"slices"
	"testing"

	"manyhold/game/command"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// drag moves a player by some tiles at once, as if it had walked there; not to where no land is active.
func (s *ship) drag(n int, dx, dy int32) {
	p := s.Roster.ByKey(key(n))
	k, _ := s.Space.Find(p.Body)
	b := &s.Space.Bodies()[k]
	from := b.Pos
	if s.Land.Active(grid.TileAt(b.Pos).Add(dx, dy).Region()) == nil {
		return
	}
	b.Pos = grid.TileAt(b.Pos).Add(dx, dy).Centre()
	b.Vel = fixed.SVec{}
	s.Space.Moved(k, from)
	s.save()
}

// TestAChildGetsLandBeforeItIsNeeded lets a player of a child go on and on: the visible land around it is
// always there, and the land behind it goes back to home with the buildings on it.
func TestAChildGetsLandBeforeItIsNeeded(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 10)
	c := f.carve(f.home(), 77, 2)
	start := grid.TileAt(c.Space.Body(c.Roster.ByKey(key(2)).Body).Pos)
	living.SetTile(&c.State, start.Add(1, 0), tile.Grass, tile.Chest, 0)
	c.Chests.Add(start.Add(1, 0)).Slots[0] = c.Roster.Here[0].Inventory[0]
	c.Roster.Here[0].Inventory[0].Count = 0
	c.Roster.Here[0].Inventory[0].Kind = 0
	c.save()
	for range 40 {
		c.drag(2, 0, 16)
		for range 20 {
			f.step(3, nil)
		}
		at, _ := federation.PlaceOf(&c.State, &c.Roster.Here[0])
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				if r := (grid.Region{X: at.X + dx, Y: at.Y + dy}); c.Land.Active(r) == nil {
					t.Fatalf("at %v region %v is closed", at, r)
				}
			}
		}
		f.balanced()
	}
	for range 800 {
		f.step(3, nil)
	}
	if c.Register.Owns(start.Region()) || !f.home().Register.Owns(start.Region()) || len(c.Register.Leases) > 60 {
		t.Errorf("the child holds %d regions, also where it began: %v", len(c.Register.Leases), c.Register.Owns(start.Region()))
	}
	if _, ok := f.home().Dormant.Find(start.Region()); !ok {
		t.Error("what was built there is not with home")
	}
	f.balanced()
	if len(f.home().Register.Leases) != len(c.Register.Leases) {
		t.Errorf("home has lent %d regions, the child holds %d", len(f.home().Register.Leases), len(c.Register.Leases))
	}
}

// TestIslandsThatComeNear brings children and home together: both sides of each pair say so, and go on as
// one.
func TestIslandsThatComeNear(t *testing.T) {
	for _, c := range []struct{ a, b uint64 }{{77, 78}, {world.Home, 77}} {
		f := newFleet(t, nil)
		f.spreadOut(3, 10)
		f.carve(f.home(), 77, 2)
		f.carve(f.home(), 78, 3)
		a, b := f.ship(c.a), f.ship(c.b)
		from := grid.TileAt(a.Space.Body(a.Roster.Here[0].Body).Pos)
		mover := int(b.Roster.Here[0].Seat)
		for range 40 {
			to := grid.TileAt(b.Space.Body(b.Roster.Here[0].Body).Pos)
			b.drag(mover, clampStep(from.X-to.X), clampStep(from.Y-to.Y))
			for range 25 {
				f.step(3, nil)
			}
			if len(a.Near(nil)) > 0 && len(b.Near(nil)) > 0 {
				break
			}
		}
		if x, y := a.Near(nil), b.Near(nil); !slices.Contains(x, c.b) || !slices.Contains(y, c.a) {
			t.Fatalf("island %d is near %v, island %d near %v", c.a, x, c.b, y)
		}
		p, q := a.Roster.Here[0], b.Roster.Here[0]
		u, _ := federation.PlaceOf(&a.State, &p)
		v, _ := federation.PlaceOf(&b.State, &q)
		if d := federation.Spread(u, v); d < 3 || d > 4 {
			t.Errorf("noticed at a distance of %d regions", d)
		}
		f.absorb(a, b)
		for range 60 {
			f.step(3, nil)
		}
		if a.Divide() != nil || len(a.Near(nil)) > 0 || !a.Holds(q.Key) {
			t.Error("one island still behaves as two")
		}
		if f.home().Register.Resolve(c.b) != c.a {
			t.Errorf("home takes island %d for island %d", c.b, f.home().Register.Resolve(c.b))
		}
		f.balanced()
		f.settle()
		f.balanced()
		if h := f.home(); len(h.Register.Leases)+len(h.Register.AwayPlayers) != 0 {
			t.Errorf("home has still lent %d regions and misses %d players", len(h.Register.Leases), len(h.Register.AwayPlayers))
		}
	}
}

func clampStep(d int32) int32 { return min(max(d, -24), 24) }

// TestAQuietChildEndsIntoHome: nobody is awake there for QuietTime.
func TestAQuietChildEndsIntoHome(t *testing.T) {
	f := newFleet(t, nil)
	f.spreadOut(2, 10)
	c := f.carve(f.home(), 77, 2)
	f.step(3, map[int][]command.Command{2: {{Kind: command.Leave}}})
	left := c.Clock
	for !federation.Done(&c.State) {
		if f.step(3, nil); c.Clock > left+world.QuietTime+3*world.LookEvery {
			t.Fatal("it does not end")
		}
	}
	if c.Clock < left+world.QuietTime || !slices.Equal(c.Near(nil), []uint64{world.Home}) {
		t.Errorf("after %d ticks it is near %v", c.Clock-left, c.Near(nil))
	}
	f.absorb(f.home(), c)
	if p := f.home().Roster.ByKey(key(2)); p == nil || p.Seat != 2 || p.Body != 0 {
		t.Error("who went to sleep there is not known at home")
	}
	f.step(3, map[int][]command.Command{2: {{Kind: command.Enter, Text: "Again"}}})
	if p := f.home().Roster.ByKey(key(2)); p.Body == 0 || p.Inventory[0].Count == 0 {
		t.Error("it cannot come back with what it had")
	}
}

// TestManyIslands plays walkers who come near each other and part again, with an unreliable post, crashes,
// splits as Divide wants them and merges as Near wants them: nothing is lost or doubled, and in the end
// everything is home again.
func TestManyIslands(t *testing.T) {
	const players = 5
	count := uint64(*worlds)
	if testing.Short() {
		count = 1
	}
	for seed := range count {
		f := newFleet(t, chancer(seed))
		f.spreadOut(players, 8)
		f.post = true
		w := wanderers{fleet: f, next: 100}
		for n := 2; n <= players; n++ {
			w.next++
			f.carve(f.home(), w.next, n)
		}
		for range 500 {
			f.step(6, nil)
			w.wander(int(1 + f.draw(players)))
			for _, s := range slices.Clone(f.ships) {
				w.regroup(s)
			}
			f.balanced()
			f.landIsOnce()
		}
		if w.merged == 0 {
			t.Errorf("world %d: nobody met", seed)
		}
		f.settle()
		f.balanced()
		h := f.home()
		if len(h.Players()) != players || len(h.Register.Leases)+len(h.Register.AwayPlayers)+len(h.Mail.Outboxes)+len(h.Mail.Inboxes) != 0 {
			t.Fatalf("world %d: %d players, %d regions lent, %d elsewhere, %d outboxes, %d inboxes", seed, len(h.Players()), len(h.Register.Leases), len(h.Register.AwayPlayers),
				len(h.Mail.Outboxes), len(h.Mail.Inboxes))
		}
	}
}

// worlds is how many worlds TestManyIslands and its like play; their seeds are 0 and up.
var worlds = flag.Int("worlds", 4, "how many worlds of several islands are played")

// wanderers walk far, and split and merge their islands as these want it.
type wanderers struct {
	*fleet
	ways   [70]grid.Tile // where each is going, in tiles a turn
	next   uint64        // the last id of an island
	merged int
}

func (w *wanderers) wander(n int) {
	if w.draw(12) == 0 {
		w.ways[n] = grid.Tile{X: int32(w.draw(3)-1) * 40, Y: int32(w.draw(3)-1) * 40}
	}
	w.of(n).drag(n, w.ways[n].X, w.ways[n].Y)
}

func (w *wanderers) regroup(s *ship) {
	w.t.Helper()
	if w.draw(100) == 0 {
		w.crash(s)
		w.rewind(s)
	}
	for _, part := range s.Divide() {
		w.next++
		child, err := s.Carve(part, w.next)
		if err != nil {
			w.t.Fatalf("what Divide says cannot be carved: %v", err)
		}
		w.add(child)
		s.save()
	}
	if near := s.Near(nil); len(near) > 0 && w.ship(near[0]) != nil && w.draw(20) == 0 && s.Self() > near[0] {
		w.absorb(w.ship(near[0]), s)
		w.merged++
	}
}

// landIsOnce fails if two islands have the same region, or the same body.
func (f *fleet) landIsOnce() {
	f.t.Helper()
	owner := map[grid.Region]uint64{}
	bodies := map[uint64]uint64{}
	for _, s := range f.ships {
		list := s.Stored()
		for _, at := range list {
			if other, ok := owner[at]; ok {
				f.t.Fatalf("region %v is of islands %d and %d", at, other, s.Self())
			}
			owner[at] = s.Self()
		}
		for _, b := range s.Space.Bodies() {
			if other, ok := bodies[uint64(b.ID)]; ok {
				f.t.Fatalf("body %x is on islands %d and %d", b.ID, other, s.Self())
			}
			bodies[uint64(b.ID)] = s.Self()
		}
	}
}
