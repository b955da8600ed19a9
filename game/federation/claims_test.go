package federation_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// under returns the tile on which a player of a ship stands.
func under(s *rig.Ship, n int) grid.Tile {
	return grid.TileAt(s.Space.Body(s.Roster.ByKey(rig.Key(n)).Body).Pos)
}

// claimed lets a player claim a rectangle beside it.
func claimed(f *rig.Fleet, n int, dx, dy int32, w, h uint8) claim.Claim {
	f.T.Helper()
	s := f.Of(n)
	at := under(s, n).Add(dx, dy)
	f.Step(3, map[int][]command.Command{n: {{Kind: command.Claim, Tile: at, Slot: w, Slot2: h}}})
	c := s.Claims.At(at)
	if c == nil || c.Owner != rig.Key(n) {
		f.T.Fatalf("player %d does not get its claim: %+v", n, s.Happened)
	}
	return *c
}

// post lets all mail arrive.
func post(f *rig.Fleet) {
	for range 60 {
		f.Step(3, nil)
	}
}

// lend gives a region of home to a child.
func lend(f *rig.Fleet, at grid.Region) {
	f.T.Helper()
	federation.Grant(&f.Home().Island.State, 77, at)
	f.Home().Save()
	post(f)
	if f.Home().Register.Owns(at) || !f.Ship(77).Register.Owns(at) {
		f.T.Fatalf("region %v was not lent", at)
	}
}

// TestClaimsGoWithTheirLand: a claim is where its land is: carved, lent, given back, taken in.
func TestClaimsGoWithTheirLand(t *testing.T) {
	f := rig.NewFleet(t, nil)
	f.SpreadOut(2, 10)
	at1, at2 := claimed(f, 1, 20, 20, 5, 5), claimed(f, 2, 3, 3, 5, 5)
	c := f.Carve(f.Home(), 77, 2)
	for _, s := range f.Ships {
		if s.Claims.Find(at1.ID) == nil || s.Claims.Find(at2.ID) == nil {
			t.Errorf("island %d does not know all claims", s.Self())
		}
	}
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Unclaim, Tile: at1.At}}})
	if e := c.Happened; len(e) == 0 || event.Reason(e[0].A) != event.Claimed {
		t.Errorf("player 2 gives up the claim of player 1: %+v", e)
	}
	far := grid.Region{X: 60, Y: 60} // home's, dormant, with a claim of each
	for n := range 2 {
		f.Home().Claims.Put(claim.Claim{Plot: claim.Plot{At: far.Tile(grid.Index(20 * n)), W: 9, H: 9}, ID: uint64(500 + n), Owner: rig.Key(n + 1)})
	}
	f.Home().Save()
	lend(f, far)
	if c.Claims.Find(500) == nil || c.Claims.Find(501) == nil {
		t.Fatal("land was lent without its claims")
	}
	c.Claims.Keep(func(x *claim.Claim) bool { return x.ID != 500 }) // its owner gave it up there
	c.Save()
	for range 900 { // nobody needs it there: it goes back
		f.Step(3, nil)
	}
	if h := f.Home(); !h.Register.Owns(far) || h.Claims.Find(500) != nil || h.Claims.Find(501) == nil {
		t.Errorf("the land is back: %v; a claim that was given up is there: %v, one that was kept: %v", h.Register.Owns(far), h.Claims.Find(500) != nil, h.Claims.Find(501) != nil)
	}
	f.Step(3, map[int][]command.Command{2: {{Kind: command.Unclaim, Tile: at2.At}}, 1: {{Kind: command.Share, Tile: at1.At, Count: uint8(claim.OpenToAll)}}})
	if f.Home().Claims.Find(at2.ID) == nil {
		t.Fatal("home knows already what it cannot know")
	}
	all := f.Settle()
	if x := all.Claims.Find(at1.ID); all.Claims.Find(at2.ID) != nil || x == nil || x.Flags != claim.Open {
		t.Errorf("together: %+v", all.Claims.List())
	}
}

// TestAClaimOnTwoIslands: a claim whose land is divided is there as long as both islands have it, and what
// its owner grants on one is granted on both when they are one.
func TestAClaimOnTwoIslands(t *testing.T) {
	at := grid.Region{X: 60, Y: 60}
	wide := claim.Claim{Plot: claim.Plot{At: at.Tile(grid.RegionSide - 4), W: 8, H: 8}, ID: 500, Owner: rig.Key(1)}
	for name, c := range map[string]struct {
		home, child func(s *claim.Table)
		there       bool
		flags       claim.Flags
	}{
		"both keep it":   {nil, nil, true, 0},
		"home drops it":  {func(s *claim.Table) { s.Keep(func(*claim.Claim) bool { return false }) }, nil, false, 0},
		"child drops it": {nil, func(s *claim.Table) { s.Keep(func(*claim.Claim) bool { return false }) }, false, 0},
		"child opens it": {nil, func(s *claim.Table) { x := wide; x.Edition, x.Flags = 1, claim.Open; s.Put(x) }, true, claim.Open},
		"home opens it":  {func(s *claim.Table) { x := wide; x.Edition, x.Flags = 1, claim.Open; s.Put(x) }, nil, true, claim.Open},
	} {
		f, home, child := correspondents(t)
		home.Claims.Put(wide)
		home.Save()
		lend(f, at)
		if child.Claims.Find(500) == nil || home.Claims.Find(500) == nil {
			t.Fatal("not both know it")
		}
		if c.home != nil {
			c.home(&home.Claims)
		}
		if c.child != nil {
			c.child(&child.Claims)
		}
		home.Save()
		child.Save()
		x := f.Settle().Claims.Find(500)
		if (x != nil) != c.there || x != nil && x.Flags != c.flags {
			t.Errorf("%s: %+v", name, x)
		}
	}
}

// TestALetterCannotForgeClaims: claims elsewhere than on the land that a letter is about are left out.
func TestALetterCannotForgeClaims(t *testing.T) {
	f, home, child := correspondents(t)
	good := claim.Claim{Plot: claim.Plot{At: grid.Region{X: 60, Y: 60}.Tile(0), W: 4, H: 4}, ID: 500, Owner: rig.Key(1), Since: 1 << 40, Visited: 1 << 41}
	forged := claim.Claim{Plot: claim.Plot{At: under(home, 1), W: 4, H: 4}, ID: 501, Owner: rig.Key(2)}
	lend(f, good.At.Region())
	k, _ := child.Register.FindLease(good.At.Region())
	m := world.AppendPlace([]byte{uint8(federation.BackLetter)}, good.At.Region())
	m = append(m, byte(child.Register.Leases[k].Number))
	m = claim.AppendList(m, []claim.Claim{forged, good})
	federation.Receive(&home.Island.State, 77, m)
	x := home.Claims.Find(500)
	if x == nil || home.Claims.Find(501) != nil {
		t.Fatalf("%+v", home.Claims.List())
	}
	if x.Since != home.Clock || x.Visited != home.Clock {
		t.Errorf("visited in the future, at tick %d", x.Visited)
	}
}

// TestSplittingChangesNoClaim plays a world that is split and merged at random beside one that never is:
// both come to the same claims, and none overlap, also while there are several islands.
func TestSplittingChangesNoClaim(t *testing.T) {
	const players = 4
	rapid.Check(t, func(t *rapid.T) {
		f := rig.NewFleet(t, rig.Drawer(t))
		f.SpreadOut(players, 10)
		whole := rig.NewFleet(t, nil)
		whole.Add(f.Home().Snapshot(nil))
		whole.Ships = whole.Ships[1:]
		f.Post = true
		f.After = func(s *rig.Ship) {
			for k, c := range s.Claims.List() {
				for _, o := range s.Claims.List()[:k] {
					if o.Meets(c.Plot) {
						t.Fatalf("island %d: %+v overlaps %+v", s.Self(), o.Plot, c.Plot)
					}
				}
			}
		}
		next := uint64(100)
		for range 20 {
			wishes := map[int][]command.Command{}
			for n := 1; n <= players; n++ {
				if b := f.Body(n); b != nil {
					wishes[n] = append(wishes[n], claimWish(f, n, grid.TileAt(b.Pos)))
				}
			}
			ticks := uint8(1 + f.Draw(6))
			whole.Step(ticks, wishes)
			f.Step(ticks, wishes)
			s := f.Ships[f.Draw(uint32(len(f.Ships)))]
			switch f.Draw(5) {
			case 0:
				if n := int(2 + f.Draw(players-1)); len(f.Of(n).Players()) > 1 {
					next++
					f.Carve(f.Of(n), next, n)
				}
			case 1:
				if into := f.Ships[f.Draw(uint32(len(f.Ships)))]; s != into && s != f.Home() {
					f.Absorb(into, s)
				}
			case 2:
				f.Crash(s)
			}
		}
		all := f.Settle()
		if s := all.Claims.Diff(&whole.Home().Claims); s != "" {
			t.Fatal(s)
		}
	})
}

// claimWish draws what a player does about claims.
func claimWish(f *rig.Fleet, n int, here grid.Tile) command.Command {
	near := here.Add(int32(f.Draw(41))-20, int32(f.Draw(41))-20)
	switch f.Draw(6) {
	case 0:
		return command.Command{Kind: command.Unclaim, Tile: near}
	case 1:
		return command.Command{Kind: command.Share, Tile: near, Count: uint8(f.Draw(8))} // open, close and so on: of nobody who may be elsewhere
	case 2:
		dir := fixed.Direction(fixed.Angle(f.Draw(1 << 16)))
		return command.Command{Kind: command.Move, Dir: dir}
	}
	return command.Command{Kind: command.Claim, Tile: near, Slot: uint8(f.Draw(18)), Slot2: uint8(1 + f.Draw(18))}
}
