package federation_test

import (
	"flag"
	"slices"
	"testing"

	"manyhold/game/command"
	"manyhold/game/federation"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestAChildGetsLandBeforeItIsNeeded lets a player of a child go on and on: the visible land around it is
// always there, and the land behind it goes back to home with the buildings on it.
func TestAChildGetsLandBeforeItIsNeeded(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	c := f.Carve(f.Home(), 77, 2)
	start := grid.TileAt(c.Space.Body(c.Roster.ByKey(rig.Key(2)).Body).Pos)
	living.SetTile(&c.State, start.Add(1, 0), tile.Grass, tile.Chest, 0)
	c.Chests.Add(start.Add(1, 0)).Slots[0] = c.Roster.Here[0].Inventory[0]
	c.Roster.Here[0].Inventory[0].Count = 0
	c.Roster.Here[0].Inventory[0].Kind = 0
	c.Save()
	for range 40 {
		c.Drag(2, 0, 16)
		for range 20 {
			f.Step(3, nil)
		}
		at, _ := federation.PlaceOf(&c.State, &c.Roster.Here[0])
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				if r := (grid.Region{X: at.X + dx, Y: at.Y + dy}); c.Land.Active(r) == nil {
					t.Fatalf("at %v region %v is closed", at, r)
				}
			}
		}
		f.Balanced()
	}
	for range 800 {
		f.Step(3, nil)
	}
	if c.Register.Owns(start.Region()) || !f.Home().Register.Owns(start.Region()) || len(c.Register.Leases) > 60 {
		t.Errorf("the child holds %d regions, also where it began: %v", len(c.Register.Leases), c.Register.Owns(start.Region()))
	}
	if _, ok := f.Home().Dormant.Find(start.Region()); !ok {
		t.Error("what was built there is not with home")
	}
	f.Balanced()
	if len(f.Home().Register.Leases) != len(c.Register.Leases) {
		t.Errorf("home has lent %d regions, the child holds %d", len(f.Home().Register.Leases), len(c.Register.Leases))
	}
}

// TestIslandsThatComeNear brings children and home together: both sides of each pair say so, and go on as
// one.
func TestIslandsThatComeNear(t *testing.T) {
	for _, c := range []struct{ a, b uint64 }{{77, 78}, {world.Home, 77}} {
		f := rig.NewFleet(t, nil)
		f.SpreadOut(3, 10)
		f.Carve(f.Home(), 77, 2)
		f.Carve(f.Home(), 78, 3)
		a, b := f.Ship(c.a), f.Ship(c.b)
		from := grid.TileAt(a.Space.Body(a.Roster.Here[0].Body).Pos)
		mover := int(b.Roster.Here[0].Seat)
		for range 40 {
			to := grid.TileAt(b.Space.Body(b.Roster.Here[0].Body).Pos)
			b.Drag(mover, clampStep(from.X-to.X), clampStep(from.Y-to.Y))
			for range 25 {
				f.Step(3, nil)
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
		f.Absorb(a, b)
		for range 60 {
			f.Step(3, nil)
		}
		if a.Divide() != nil || len(a.Near(nil)) > 0 || !a.Holds(q.Key) {
			t.Error("one island still behaves as two")
		}
		if f.Home().Register.Resolve(c.b) != c.a {
			t.Errorf("home takes island %d for island %d", c.b, f.Home().Register.Resolve(c.b))
		}
		f.Balanced()
		f.Settle()
		f.Balanced()
		if h := f.Home(); len(h.Register.Leases)+len(h.Register.AwayPlayers) != 0 {
			t.Errorf("home has still lent %d regions and misses %d players", len(h.Register.Leases), len(h.Register.AwayPlayers))
		}
	}
}

func clampStep(d int32) int32 { return min(max(d, -24), 24) }

// TestAQuietChildEndsIntoHome: nobody is awake there for QuietTime.
func TestAQuietChildEndsIntoHome(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	c := f.Carve(f.Home(), 77, 2)
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Leave}}})
	left := c.Clock
	for !federation.Done(&c.State) {
		if f.Step(3, nil); c.Clock > left+world.QuietTime+3*world.LookEvery {
			t.Fatal("it does not end")
		}
	}
	if c.Clock < left+world.QuietTime || !slices.Equal(c.Near(nil), []uint64{world.Home}) {
		t.Errorf("after %d ticks it is near %v", c.Clock-left, c.Near(nil))
	}
	f.Absorb(f.Home(), c)
	if p := f.Home().Roster.ByKey(rig.Key(2)); p == nil || p.Seat != 2 || p.Body != 0 {
		t.Error("who went to sleep there is not known at home")
	}
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Enter, Text: "Again"}}})
	if p := f.Home().Roster.ByKey(rig.Key(2)); p.Body == 0 || p.Inventory[0].Count == 0 {
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
		f := rig.NewFleet(t, rig.Chancer(seed))
		f.SpreadOut(players, 8)
		f.Post = true
		w := rig.Wanderers{Fleet: f, Next: 100}
		for n := 2; n <= players; n++ {
			w.Next++
			f.Carve(f.Home(), w.Next, n)
		}
		for range 500 {
			f.Step(6, nil)
			w.Wander(int(1 + f.Draw(players)))
			for _, s := range slices.Clone(f.Ships) {
				w.Regroup(s)
			}
			f.Balanced()
			f.LandIsOnce()
		}
		if w.Merged == 0 {
			t.Errorf("world %d: nobody met", seed)
		}
		f.Settle()
		f.Balanced()
		h := f.Home()
		if len(h.Players()) != players || len(h.Register.Leases)+len(h.Register.AwayPlayers)+len(h.Mail.Outboxes)+len(h.Mail.Inboxes) != 0 {
			t.Fatalf("world %d: %d players, %d regions lent, %d elsewhere, %d outboxes, %d inboxes", seed, len(h.Players()), len(h.Register.Leases), len(h.Register.AwayPlayers),
				len(h.Mail.Outboxes), len(h.Mail.Inboxes))
		}
	}
}

// worlds is how many worlds TestManyIslands and its like play; their seeds are 0 and up.
var worlds = flag.Int("worlds", 4, "how many worlds of several islands are played")
