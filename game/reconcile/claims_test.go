package reconcile_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/rights"
)

// claims lets player n claim a rectangle at (dx, dy) from the spawn.
func claims(s *rig.Stage, n int, dx, dy int32, w, h uint8) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Claim, Tile: s.At(dx, dy), Slot: w, Slot2: h})
	s.Run(3)
	s.Allowed()
}

// TestClaimsOfBothSides: claims that do not overlap are all there.
func TestClaimsOfBothSides(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	claims(f.Here, 1, 20, 0, 5, 5)
	claims(f.There, 2, 25, 0, 5, 5)
	f.There.Run(300)
	f.Merge()
	a, b := f.Here.Claims.At(f.Here.At(20, 0)), f.Here.Claims.At(f.Here.At(25, 0))
	if a == nil || b == nil || a.Owner != rig.Key(1) || b.Owner != rig.Key(2) || a.ID == b.ID {
		t.Fatalf("%+v", f.Here.Claims.List())
	}
	if a.Visited > f.Here.Clock || b.Visited > f.Here.Clock {
		t.Errorf("visited in the future: %d and %d at tick %d", a.Visited, b.Visited, f.Here.Clock)
	}
}

// TestTheFirmSidesClaimStands: of two claims on the same land the firm side's is it, and the other player is
// told.
func TestTheFirmSidesClaimStands(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), []int{1}, []int{2})
	claims(f.Here, 1, 20, 0, 5, 5)
	claims(f.There, 2, 24, 4, 5, 5)
	f.Merge()
	if list := f.Here.Claims.List(); len(list) != 1 || list[0].Owner != rig.Key(1) {
		t.Fatalf("%+v", list)
	}
	f.Says(`merged_claim x="1" y="0" who="Bo" name="Ada"`)
}

// TestNoMoreClaimsThanAllowed: who claims on both sides gets no more than the rank allows, and is told.
func TestNoMoreClaimsThanAllowed(t *testing.T) {
	f := rig.ForkOf(rig.Pair(t), nil, nil)
	for n := range int32(2) {
		claims(f.Here, 2, 20+n, 0, 1, 1)
		claims(f.There, 2, 20+n, 20, 1, 1)
	}
	f.Merge()
	if n, _ := f.Here.Claims.Of(rig.Key(2)); n != rights.AllotmentOf(rights.Builder).Claims {
		t.Errorf("%d claims", n)
	}
	f.Says(`merged_claim_most x="1" y="0" who="Bo"`)
}

// TestChangesOfAClaimMerge: what one side granted or gave up holds; where both did something,
// the firm side's.
func TestChangesOfAClaimMerge(t *testing.T) {
	open := func(s *rig.Stage) {
		s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(20, 0), Count: uint8(claim.OpenToAll)})
	}
	friend := func(s *rig.Stage) {
		s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(20, 0), Count: uint8(claim.Befriend), Entity: s.Player(2).Body})
	}
	drop := func(s *rig.Stage) { s.Ask(1, command.Command{Kind: command.Unclaim, Tile: s.At(20, 0)}) }
	nothing := func(*rig.Stage) {}
	for name, c := range map[string]struct {
		here, there   func(*rig.Stage)
		lives         bool
		open, friends bool
	}{
		"nothing":                     {nothing, nothing, true, false, false},
		"opened here":                 {open, nothing, true, true, false},
		"opened there":                {nothing, open, true, true, false},
		"opened here, a friend there": {open, friend, true, true, false},
		"given up here":               {drop, nothing, false, false, false},
		"given up there":              {nothing, drop, false, false, false},
		"given up here, opened there": {drop, open, false, false, false},
		"opened here, given up there": {open, drop, true, true, false},
		"given up on both sides":      {drop, drop, false, false, false},
	} {
		s := rig.Pair(t)
		claims(s, 1, 20, 0, 5, 5)
		f := rig.ForkOf(s, nil, nil)
		c.here(f.Here)
		c.there(f.There)
		f.Here.Run(6)
		f.There.Run(90)
		f.Merge()
		x := f.Here.Claims.At(f.Here.At(20, 0))
		if (x != nil) != c.lives || x != nil && (x.Flags&claim.Open != 0 != c.open || x.Befriended(rig.Key(2)) != c.friends) {
			t.Errorf("%s: %+v", name, x)
		}
	}
}

// TestAVisitCountsWhereItWas: the later visit of both sides holds, by the clock that goes on; who was not
// there gains no time by a merge.
func TestAVisitCountsWhereItWas(t *testing.T) {
	for name, c := range map[string]struct{ here, there, want game.Tick }{ // visits, and ticks before the end
		"none":  {0, 0, 0},
		"here":  {50, 0, 50},
		"there": {0, 30, 30},
		"both":  {50, 30, 30},
	} {
		s := rig.Pair(t)
		claims(s, 1, 20, 0, 5, 5)
		was := s.Claims.List()[0].Visited
		f := rig.ForkOf(s, nil, nil)
		f.Here.Run(100)
		f.There.Run(200)
		for side, ago := range map[*rig.Stage]game.Tick{f.Here: c.here, f.There: c.there} {
			if x := side.Claims.List()[0]; ago > 0 {
				x.Visited = side.Clock - ago
				side.Claims.Put(x)
			}
		}
		f.Here.Ask(1, command.Command{Kind: command.Say, Text: "so that both sides change"})
		f.Here.Run(3)
		late := f.There.Clock - f.Here.Clock // here is behind by so much
		f.Merge()
		want := was
		switch {
		case c.there > 0:
			want = f.Here.Clock - c.there
		case c.here > 0:
			want = f.Here.Clock - c.here - 3
		default:
			want = was + late // as other times of the side behind
		}
		if got := f.Here.Claims.List()[0].Visited; got != want {
			t.Errorf("%s: visited at tick %d, want %d", name, got, want)
		}
	}
}

// TestClaimsInEveryUnion: whatever was claimed, granted and given up on both sides, nothing overlaps in the
// union, nobody has more than allowed, and the firm side's claims that the branch did not know are all there.
func TestClaimsInEveryUnion(t *testing.T) {
	start := rig.NewStage(t).Enter(3).Clear(10)
	rapid.Check(t, func(rt *rapid.T) {
		var sides [3]*island.Island
		for k := range sides {
			sides[k] = new(island.Island)
			if err := sides[k].Restore(start.Snapshot(nil)); err != nil {
				rt.Fatal(err)
			}
		}
		play(rt, sides[0])
		base := sides[0].Snapshot(nil)
		for _, s := range sides[1:] {
			if err := s.Restore(base); err != nil {
				rt.Fatal(err)
			}
			play(rt, s)
		}
		firm := slices.Clone(sides[1].Claims.List())
		if _, err := sides[1].Reconcile(base, sides[2].Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		rig.Sound(rt, sides[1])
		list := sides[1].Claims.List()
		for k, c := range list {
			for _, o := range list[:k] {
				if o.Meets(c.Plot) {
					rt.Fatalf("%+v overlaps %+v", o.Plot, c.Plot)
				}
			}
			n, tiles := sides[1].Claims.Of(c.Owner)
			if most := rights.AllotmentOf(rights.Builder); n > most.Claims || tiles > most.Tiles {
				rt.Fatalf("somebody has %d claims of %d tiles", n, tiles)
			}
		}
		for _, c := range firm {
			if sides[0].Claims.Find(c.ID) == nil && sides[1].Claims.Find(c.ID) == nil {
				rt.Fatalf("a new claim of the firm side is lost: %+v", c)
			}
		}
	})
}

// play lets three players do something about claims by chance.
func play(rt *rapid.T, i *island.Island) {
	for range rapid.IntRange(0, 8).Draw(rt, "turns") {
		next := i.Begin(3)
		for n := 1; n <= 3; n++ {
			near := grid.Tile{X: i.SpawnTile.X + rapid.Int32Range(13, 40).Draw(rt, "x"), Y: i.SpawnTile.Y + rapid.Int32Range(-20, 20).Draw(rt, "y")}
			c := command.Command{Kind: command.Claim, Tile: near, Slot: rapid.Uint8Range(1, 20).Draw(rt, "w"), Slot2: rapid.Uint8Range(1, 20).Draw(rt, "h")}
			switch rapid.IntRange(0, 4).Draw(rt, "does") {
			case 0:
				c = command.Command{Kind: command.Unclaim, Tile: near}
			case 1:
				c = command.Command{Kind: command.Share, Tile: near, Count: rapid.Uint8Range(0, 7).Draw(rt, "grant"), Entity: 2}
			}
			if _, err := next.Append(rig.Key(n), i.Sequence(rig.Key(n))+1, command.Append(nil, c)); err != nil {
				rt.Fatal(err)
			}
		}
		i.Step(next.Turn())
	}
}
