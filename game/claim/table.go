package claim

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
)

// Table holds the claims that an island knows, in the order of their corners. A list is never changed in
// place: a copy of the table costs nothing, and keeps what it has.
type Table struct {
	list []Claim
	sum  uint64
}

// compare is the order of claims: by region, then by the tile of their corner in it.
func compare(a, b Claim) int {
	return cmp.Or(a.At.Region().Compare(b.At.Region()), cmp.Compare(a.At.Index(), b.At.Index()))
}

// List returns the claims. They are not to be changed.
func (s *Table) List() []Claim { return s.list }

// Sum is a hash of the claims, 0 when there are none.
func (s *Table) Sum() uint64 { return s.sum }

// set takes a list that is in order.
func (s *Table) set(list []Claim) {
	*s = Table{}
	if len(list) > 0 {
		s.list, s.sum = list, xxh3.Hash(AppendList(nil, list))
	}
}

// from returns the span of the claims whose corner is in a region.
func (s *Table) from(at grid.Region) []Claim {
	first, _ := slices.BinarySearchFunc(s.list, at, func(c Claim, at grid.Region) int {
		if c.At.Region().Compare(at) < 0 {
			return -1
		}
		return 1
	})
	last := first
	for last < len(s.list) && s.list[last].At.Region() == at {
		last++
	}
	return s.list[first:last]
}

// Each calls f for the claims that a plot meets, until f returns false.
func (s *Table) Each(p Plot, f func(c *Claim) bool) {
	if len(s.list) == 0 {
		return
	}
	const back = MaxSide - 1
	a, b := p.At.Add(-back, -back).Region(), p.last().Region()
	for y := a.Y; y <= b.Y; y++ {
		for x := a.X; x <= b.X; x++ {
			span := s.from(grid.Region{X: x, Y: y})
			for k := range span {
				if span[k].Meets(p) && !f(&span[k]) {
					return
				}
			}
		}
	}
}

// Meeting returns a claim that a plot meets, nil if there is none.
func (s *Table) Meeting(p Plot) (found *Claim) {
	s.Each(p, func(c *Claim) bool { found = c; return false })
	return found
}

// At returns the claim on a tile, nil where there is none. It is read-only.
func (s *Table) At(t grid.Tile) *Claim { return s.Meeting(Plot{At: t, W: 1, H: 1}) }

// Reaches reports whether what spreads by itself may go on from a tile to another: into a claim it comes from
// the same claim only.
func (s *Table) Reaches(from, to grid.Tile) bool {
	if len(s.list) == 0 {
		return true
	}
	c := s.At(to)
	return c == nil || c.Has(from)
}

// Find returns the claim of that id, nil if there is none.
func (s *Table) Find(id uint64) *Claim {
	if k := slices.IndexFunc(s.list, func(c Claim) bool { return c.ID == id }); k >= 0 {
		return &s.list[k]
	}
	return nil
}

// Of returns how many claims a player has, and how many tiles they have.
func (s *Table) Of(owner game.PlayerID) (claims, tiles int) {
	for k := range s.list {
		if s.list[k].Owner == owner {
			claims++
			tiles += s.list[k].Tiles()
		}
	}
	return claims, tiles
}

// In returns how many claims lie in a region, or partly.
func (s *Table) In(at grid.Region) (n int) {
	s.Each(Plot{At: at.Tile(0), W: grid.RegionSide, H: grid.RegionSide}, func(*Claim) bool { n++; return true })
	return n
}

// Put takes a claim, in place of that of its id.
func (s *Table) Put(c Claim) {
	next := make([]Claim, 0, len(s.list)+1)
	for k := range s.list {
		if s.list[k].ID != c.ID {
			next = append(next, s.list[k])
		}
	}
	k, _ := slices.BinarySearchFunc(next, c, compare)
	s.set(slices.Insert(next, k, c))
}

// Take takes claims that are in order and do not overlap, in place of all.
func (s *Table) Take(list []Claim) { s.set(list) }

// Keep lets only those claims stay for which f holds.
func (s *Table) Keep(f func(c *Claim) bool) {
	if !slices.ContainsFunc(s.list, func(c Claim) bool { return !f(&c) }) {
		return
	}
	s.set(slices.DeleteFunc(slices.Clone(s.list), func(c Claim) bool { return !f(&c) }))
}

// Shift moves all times later by some ticks.
func (s *Table) Shift(by game.Tick) {
	if by == 0 || len(s.list) == 0 {
		return
	}
	next := slices.Clone(s.list)
	for k := range next {
		next[k].Since += by
		next[k].Visited += by
	}
	s.set(next)
}

// Unite takes over what another island knows. The holder of land decides which claims there are on it: mine
// and theirs say which regions each of both holds. A claim on land of both must be known to both.
func (s *Table) Unite(theirs []Claim, holdsMine, holdsTheirs func(grid.Region) bool) {
	other := Table{list: theirs}
	var next []Claim
	for k := range s.list {
		c := s.list[k]
		o := other.Find(c.ID)
		if o == nil && c.touches(holdsTheirs) {
			continue
		}
		if o != nil {
			c = newer(&c, o)
		}
		next = append(next, c)
	}
	for k := range theirs {
		if c := &theirs[k]; s.Find(c.ID) == nil && !c.touches(holdsMine) {
			next = append(next, *c)
		}
	}
	s.set(apart(next))
}

// newer returns what is known of a claim by both together.
func newer(a, b *Claim) Claim {
	c := *a
	if b.Edition > a.Edition {
		c.Flags, c.Edition, c.Friends, c.Land = b.Flags, b.Edition, b.Friends, b.Land
	}
	if b.Visited > a.Visited {
		c.Visited, c.Name = b.Visited, b.Name
	}
	return c
}

// apart brings claims in order. Of two that overlap the later one stays: that can be on the land of third
// islands only, where one of them is out of date.
func apart(list []Claim) []Claim {
	slices.SortStableFunc(list, func(a, b Claim) int { return cmp.Or(cmp.Compare(b.Since, a.Since), cmp.Compare(a.ID, b.ID)) })
	var next Table
	for _, c := range list {
		if next.Meeting(c.Plot) == nil {
			k, _ := slices.BinarySearchFunc(next.list, c, compare)
			next.list = slices.Insert(next.list, k, c)
		}
	}
	return next.list
}

// Append appends the table.
func (s *Table) Append(dst []byte) []byte { return AppendList(dst, s.list) }

// Read reads the bytes of Append, of a state that has claims.
func (s *Table) Read(data []byte) error {
	cur := codec.Read(data)
	list := ReadList(&cur)
	cur.Require(len(list) > 0)
	if err := cur.Done(); err != nil {
		return err
	}
	s.set(list)
	return nil
}

// Diff names the first claim in which two tables differ, "" if there is none.
func (s *Table) Diff(o *Table) string {
	for k := range min(len(s.list), len(o.list)) {
		if x, y := fmt.Sprintf("%+v", s.list[k]), fmt.Sprintf("%+v", o.list[k]); x != y {
			return fmt.Sprintf("claims[%d]: %s and %s", k, x, y)
		}
	}
	if len(s.list) != len(o.list) {
		return fmt.Sprintf("number of claims: %d and %d", len(s.list), len(o.list))
	}
	return ""
}
