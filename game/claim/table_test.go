package claim_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

func player(n uint64) (p game.PlayerID) {
	p[0], p[31] = byte(n), 1
	return p
}

// anyClaim draws a claim near the corner of four regions, and in the four regions beside those.
func anyClaim(t *rapid.T, id uint64) claim.Claim {
	c := claim.Claim{ID: id, Owner: player(rapid.Uint64Range(1, 4).Draw(t, "owner")), Name: entity.NameOf("Ada")}
	c.At = grid.Tile{X: rapid.Int32Range(-100, 100).Draw(t, "x"), Y: rapid.Int32Range(-100, 100).Draw(t, "y")}
	c.W, c.H = rapid.Uint8Range(1, claim.MaxSide).Draw(t, "w"), rapid.Uint8Range(1, claim.MaxSide).Draw(t, "h")
	c.Since = game.Tick(rapid.Uint64Range(0, 1000).Draw(t, "since"))
	c.Visited = c.Since + game.Tick(rapid.Uint64Range(0, 1000).Draw(t, "visited"))
	c.Edition = rapid.Uint32Range(0, 3).Draw(t, "edition")
	c.Flags = claim.Flags(rapid.Uint8Range(0, 3).Draw(t, "flags"))
	for n := range rapid.IntRange(0, claim.MaxFriends).Draw(t, "friends") {
		c.Friends = c.WithFriend(player(uint64(10 + n)))
	}
	return c
}

// anyTable draws a table without overlaps, as commands make it.
func anyTable(t *rapid.T, first uint64) (s claim.Table) {
	for n := range rapid.IntRange(0, 12).Draw(t, "claims") {
		if c := anyClaim(t, first+uint64(n)); s.Meeting(c.Plot) == nil {
			s.Put(c)
		}
	}
	return s
}

// disjoint fails if two claims overlap, or are not in order.
func disjoint(t *rapid.T, list []claim.Claim) {
	t.Helper()
	cur := codec.Read(claim.AppendList(nil, list))
	if claim.ReadList(&cur); cur.Done() != nil {
		t.Fatalf("%v: %+v", cur.Err(), list)
	}
	for k := range list {
		for n := range k {
			if list[k].Meets(list[n].Plot) {
				t.Fatalf("%+v overlaps %+v", list[k].Plot, list[n].Plot)
			}
		}
	}
}

// TestLookups: what the table finds by regions is what a look at every claim finds.
func TestLookups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyTable(t, 1)
		disjoint(t, s.List())
		at := grid.Tile{X: rapid.Int32Range(-110, 140).Draw(t, "tile x"), Y: rapid.Int32Range(-110, 140).Draw(t, "tile y")}
		k := slices.IndexFunc(s.List(), func(c claim.Claim) bool { return c.Has(at) })
		if c := s.At(at); (c == nil) != (k < 0) || c != nil && c.ID != s.List()[k].ID {
			t.Fatalf("on %v there is %v, by a look at all %d", at, c, k)
		}
		p := anyClaim(t, 99).Plot
		want := 0
		for _, c := range s.List() {
			if c.Meets(p) {
				want++
			}
		}
		s.Each(p, func(c *claim.Claim) bool { want--; return c.Meets(p) })
		if want != 0 {
			t.Fatalf("%+v: the table missed or invented %d", p, want)
		}
		r := at.Region()
		for _, c := range s.List() {
			if slices.Contains(c.Regions(), r) {
				want++
			}
		}
		if got := s.In(r); got != want {
			t.Fatalf("%d claims in %v, want %d", got, r, want)
		}
	})
}

// TestACopyKeepsItsOwn: changes of one table are not seen in a copy of it.
func TestACopyKeepsItsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyTable(t, 1)
		copied, was := s, s.Append(nil)
		s.Shift(7)
		s.Keep(func(c *claim.Claim) bool { return c.ID%2 == 0 })
		if c := anyClaim(t, 50); s.Meeting(c.Plot) == nil {
			s.Put(c)
		}
		if !bytes.Equal(copied.Append(nil), was) {
			t.Fatal("the copy changed")
		}
		if copied.Diff(&s) == "" && !bytes.Equal(s.Append(nil), was) || s.Sum() == copied.Sum() && !bytes.Equal(s.Append(nil), was) {
			t.Fatal("a difference is not seen")
		}
	})
}

// TestUnite: two islands that hold different land, and each remember claims of the other's, agree when they
// become one. Nothing overlaps; every claim on land of one alone is the holder's; one that both hold a part
// of is there only if both know it.
func TestUnite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, line := anyTable(t, 1), rapid.Int32Range(-2, 2).Draw(t, "line")
		west := func(r grid.Region) bool { return r.X < line && r.Y < 1 } // the rest of the land is a third island's
		east := func(r grid.Region) bool { return r.X >= line && r.Y < 1 }
		within := func(c *claim.Claim, f func(grid.Region) bool) bool {
			return !slices.ContainsFunc(c.Regions(), func(r grid.Region) bool { return !f(r) })
		}
		sides := [2]claim.Table{old, old}
		for n, own := range [2]func(grid.Region) bool{west, east} {
			s := &sides[n]
			drop := rapid.Uint64Range(0, 1<<12).Draw(t, "given up")
			s.Keep(func(c *claim.Claim) bool { return drop>>c.ID&1 == 0 || !slices.ContainsFunc(c.Regions(), own) })
			for k := range rapid.IntRange(0, 6).Draw(t, "new") {
				if c := anyClaim(t, 100*uint64(n+1)+uint64(k)); s.Meeting(c.Plot) == nil && within(&c, own) {
					s.Put(c)
				}
			}
		}
		one, other := sides[0], sides[1]
		one.Unite(sides[1].List(), west, east)
		other.Unite(sides[0].List(), east, west)
		for _, s := range []*claim.Table{&one, &other} {
			disjoint(t, s.List())
			for n, own := range [2]func(grid.Region) bool{west, east} {
				for _, c := range sides[n].List() {
					if within(&c, own) && s.Find(c.ID) == nil {
						t.Fatalf("a claim on the land of side %d alone is lost: %+v", n, c)
					}
				}
				for _, c := range s.List() {
					if slices.ContainsFunc(c.Regions(), own) && sides[n].Find(c.ID) == nil {
						t.Fatalf("side %d holds land of a claim that it does not know: %+v", n, c)
					}
				}
			}
		}
		for _, c := range one.List() { // of the land of both, both come to the same
			if o := other.Find(c.ID); o == nil && !slices.ContainsFunc(c.Regions(), func(r grid.Region) bool { return r.Y >= 1 }) {
				t.Fatalf("only one side knows %+v", c)
			}
		}
	})
}

// TestBytes: a table is read as it was written, and no prefix of it is read.
func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyTable(t, 1)
		b := s.Append(nil)
		var back claim.Table
		if len(s.List()) == 0 {
			if back.Read(b) == nil || s.Sum() != 0 {
				t.Fatal("nothing is something")
			}
			return
		}
		if err := back.Read(b); err != nil || back.Diff(&s) != "" || back.Sum() != s.Sum() {
			t.Fatalf("%v: %s", err, back.Diff(&s))
		}
		cut := rapid.IntRange(0, len(b)-1).Draw(t, "cut")
		if new(claim.Table).Read(b[:cut]) == nil || new(claim.Table).Read(append(b, 0)) == nil {
			t.Fatal("read what is too short or too long")
		}
	})
}

// TestBadClaims: each of these is refused.
func TestBadClaims(t *testing.T) {
	good := claim.Claim{Plot: claim.Plot{W: 4, H: 4}, ID: 1, Owner: player(1), Friends: []game.PlayerID{player(2)}}
	for name, f := range map[string]func(c *claim.Claim){
		"no width":         func(c *claim.Claim) { c.W = 0 },
		"too high":         func(c *claim.Claim) { c.H = claim.MaxSide + 1 },
		"out of the world": func(c *claim.Claim) { c.At.X = 1<<30 - 2 },
		"no id":            func(c *claim.Claim) { c.ID = 0 },
		"nobody's":         func(c *claim.Claim) { c.Owner = game.PlayerID{} },
		"its own friend":   func(c *claim.Claim) { c.Friends = []game.PlayerID{player(1)} },
		"a friend twice":   func(c *claim.Claim) { c.Friends = []game.PlayerID{player(2), player(2)} },
		"an unknown flag":  func(c *claim.Claim) { c.Flags = 4 },
		"in the future":    func(c *claim.Claim) { c.Since, c.Visited = 1<<60, 1<<60 },
	} {
		bad := good
		f(&bad)
		if new(claim.Table).Read(claim.AppendList(nil, []claim.Claim{bad})) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	second := good
	second.ID, second.At = 2, grid.Tile{X: 3, Y: 3}
	if new(claim.Table).Read(claim.AppendList(nil, []claim.Claim{good, second})) == nil {
		t.Error("an overlap is accepted")
	}
	second.At, second.ID = grid.Tile{X: 9}, 1
	if new(claim.Table).Read(claim.AppendList(nil, []claim.Claim{good, second})) == nil {
		t.Error("an id that is there twice is accepted")
	}
	if err := new(claim.Table).Read(claim.AppendList(nil, []claim.Claim{good})); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// FuzzRead reads any bytes as claims: what is accepted is written as it was read, and nothing overlaps.
func FuzzRead(f *testing.F) {
	a := claim.Claim{Plot: claim.Plot{At: grid.Tile{X: -3, Y: 60}, W: 5, H: 9}, ID: 7, Owner: player(1), Name: entity.NameOf("Ada"), Since: 5, Visited: 300}
	b := claim.Claim{Plot: claim.Plot{At: grid.Tile{X: 10, Y: 70}, W: 32, H: 32}, ID: 8, Owner: player(2), Friends: []game.PlayerID{player(1), player(3)}, Flags: claim.Open, Edition: 300}
	f.Add(claim.AppendList(nil, []claim.Claim{a}))
	f.Add(claim.AppendList(nil, []claim.Claim{a, b}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s claim.Table
		if s.Read(data) != nil {
			return
		}
		if !bytes.Equal(s.Append(nil), data) {
			t.Fatal("accepted bytes that are not canonical")
		}
		for k, c := range s.List() {
			if s.At(c.At).ID != c.ID || !c.Valid() {
				t.Fatalf("claim %d is not found, or not valid: %+v", k, c)
			}
		}
	})
}
