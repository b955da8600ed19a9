package island

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/terrain"
)

// wildLand returns a region of the land of a world's seed, not far from the spawn, in which animals graze.
func wildLand(t testing.TB, i *Island) (at grid.Region, wild terrain.Wild) {
	t.Helper()
	r := new(region)
	for n := int32(2); n < 40; n++ {
		for d := -n; d <= n; d++ {
			for _, at := range [...]grid.Region{{X: n, Y: d}, {X: -n, Y: d}, {X: d, Y: n}, {X: d, Y: -n}} {
				at = grid.Region{X: at.X + i.spawn.Region().X, Y: at.Y + i.spawn.Region().Y}
				r.generate(i.genesis, at)
				if _, wild := terrain.GrazesIn(i.genesis.Seed, at, &r.tiles); wild != terrain.NoWild {
					return at, wild
				}
			}
		}
	}
	t.Fatal("there are no wild animals within forty regions")
	return at, wild
}

// dormantBut counts the regions that sleep, without those that have wild animals only.
func (s *stage) dormantBut() (n int) {
	r := new(region)
	for _, d := range s.dormant {
		r.generate(s.genesis, d.at)
		if _, wild := terrain.GrazesIn(s.genesis.Seed, d.at, &r.tiles); wild == terrain.NoWild {
			n++
		}
	}
	return n
}

// in counts the bodies of a kind in a region.
func in(i *Island, at grid.Region, k entity.Kind) (n int) {
	for j := range i.space.Bodies() {
		if b := &i.space.Bodies()[j]; b.Kind == k && inRegion(b, at) {
			n++
		}
	}
	return n
}

// TestWildAnimals are there when somebody comes for the first time, and come once: whether the region sleeps and wakes,
// was driven empty, or was restored.
func TestWildAnimals(t *testing.T) {
	s := newStage(t).enter(1)
	at, wild := wildLand(t, s.Island)
	f := flocks[wild]
	s.activate(at)
	if n := in(s.Island, at, f.kind); n < f.size/2 || n > f.size {
		t.Fatalf("%d came, of %d", n, f.size)
	}
	n := in(s.Island, at, f.kind)
	for range 3 {
		k, _ := s.findRegion(at)
		s.retire(k)
		if in(s.Island, at, f.kind) != 0 {
			t.Fatal("they are awake where their region is not")
		}
		var again Island
		if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
			t.Fatal("restored it is another", err)
		}
		again.activate(at)
		s.activate(at)
		if in(s.Island, at, f.kind) != n || in(&again, at, f.kind) != n {
			t.Fatalf("%d are there after a sleep, and %d restored, of %d", in(s.Island, at, f.kind), in(&again, at, f.kind), n)
		}
	}
	s.space.RemoveAll(func(b *entity.Body) bool { return b.Kind == f.kind }) // driven off
	k, _ := s.findRegion(at)
	s.retire(k)
	s.activate(at)
	if in(s.Island, at, f.kind) != 0 {
		t.Error("others have come in their place")
	}
	s.balanced()
}

// TestWildAnimalsStayTogether, as sheep in a fold do.
func TestWildAnimalsStayTogether(t *testing.T) {
	s := newStage(t).enter(1)
	at, wild := wildLand(t, s.Island)
	s.player(1).Last = at.Tile(0).Centre()
	b := s.body(1)
	k, _ := s.space.Find(b.ID)
	from := b.Pos
	b.Pos = at.Tile(0).Centre()
	s.space.Moved(k, from)
	s.moved = true
	s.run(1200)
	kind, lone, all := flocks[wild].kind, 0, 0
	for j := range s.space.Bodies() {
		o := &s.space.Bodies()[j]
		if o.Kind != kind || !inRegion(o, at) {
			continue
		}
		all++
		near := 0
		for _, n := range s.space.Around(o.Pos, 6*fixed.One) {
			if s.space.Bodies()[n].Kind == kind {
				near++
			}
		}
		if near < 2 {
			lone++
		}
	}
	if all < 2 || lone > all/2 {
		t.Errorf("after twenty seconds %d of %d are alone", lone, all)
	}
}

// TestWildAnimalsOfTwoSides: who lived apart and both came to a meadow have met the same animals.
func TestWildAnimalsOfTwoSides(t *testing.T) {
	s := newStage(t).enter(2)
	at, wild := wildLand(t, s.Island)
	f := forkOf(s, []int{1}, []int{2})
	f.here.activate(at)
	f.there.activate(at)
	f.here.run(30)
	f.there.run(60)
	n := in(f.here.Island, at, flocks[wild].kind)
	f.merge()
	if f.here.region(at) == nil {
		f.here.activate(at)
	}
	if got := in(f.here.Island, at, flocks[wild].kind); got != n {
		t.Errorf("%d of %d", got, n)
	}
}
