package living_test

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

// wildLand returns a region of the land of a world's seed, not far from the spawn, in which animals graze.
func wildLand(t testing.TB, i *island.Island) (at grid.Region, wild terrain.Wild) {
	t.Helper()
	r := new(world.Region)
	for n := int32(2); n < 40; n++ {
		for d := -n; d <= n; d++ {
			for _, at := range [...]grid.Region{{X: n, Y: d}, {X: -n, Y: d}, {X: d, Y: n}, {X: d, Y: -n}} {
				at = grid.Region{X: at.X + i.SpawnTile.Region().X, Y: at.Y + i.SpawnTile.Region().Y}
				r.Generate(i.Gen, at)
				if _, wild := terrain.GrazesIn(i.Gen.Seed, at, &r.Tiles); wild != terrain.NoWild {
					return at, wild
				}
			}
		}
	}
	t.Fatal("there are no wild animals within forty regions")
	return at, wild
}

// in counts the bodies of a kind in a region.
func in(i *island.Island, at grid.Region, k entity.Kind) (n int) {
	for j := range i.Space.Bodies() {
		if b := &i.Space.Bodies()[j]; b.Kind == k && world.InRegion(b, at) {
			n++
		}
	}
	return n
}

// TestWildAnimals are there when somebody comes for the first time, and come once: whether the region sleeps
// and wakes, was driven empty, or was restored.
func TestWildAnimals(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at, wild := wildLand(t, s.Island)
	f := living.Flocks[wild]
	living.Activate(&s.State, at)
	if n := in(s.Island, at, f.Kind); n < f.Size/2 || n > f.Size {
		t.Fatalf("%d came, of %d", n, f.Size)
	}
	n := in(s.Island, at, f.Kind)
	for range 3 {
		k, _ := s.Land.Find(at)
		living.Retire(&s.State, k)
		if in(s.Island, at, f.Kind) != 0 {
			t.Fatal("they are awake where their region is not")
		}
		var again island.Island
		if err := again.Restore(s.Snapshot(nil)); err != nil || again.Digest() != s.Digest() {
			t.Fatal("restored it is another", err)
		}
		living.Activate(&again.State, at)
		living.Activate(&s.State, at)
		if in(s.Island, at, f.Kind) != n || in(&again, at, f.Kind) != n {
			t.Fatalf("%d are there after a sleep, and %d restored, of %d", in(s.Island, at, f.Kind), in(&again, at, f.Kind), n)
		}
	}
	s.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == f.Kind }) // driven off
	k, _ := s.Land.Find(at)
	living.Retire(&s.State, k)
	living.Activate(&s.State, at)
	if in(s.Island, at, f.Kind) != 0 {
		t.Error("others have come in their place")
	}
	s.Balanced()
}

// TestWildAnimalsStayTogether, as sheep in a fold do.
func TestWildAnimalsStayTogether(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	at, wild := wildLand(t, s.Island)
	s.Player(1).Last = at.Tile(0).Centre()
	b := s.Body(1)
	k, _ := s.Space.Find(b.ID)
	from := b.Pos
	b.Pos = at.Tile(0).Centre()
	s.Space.Moved(k, from)
	s.Moved = true
	s.Run(1200)
	kind, lone, all := living.Flocks[wild].Kind, 0, 0
	for j := range s.Space.Bodies() {
		o := &s.Space.Bodies()[j]
		if o.Kind != kind || !world.InRegion(o, at) {
			continue
		}
		all++
		near := 0
		for _, n := range s.Space.Around(o.Pos, 6*fixed.One) {
			if s.Space.Bodies()[n].Kind == kind {
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

// TestWildAnimalsOfTwoSides: players who lived apart and both came to a meadow have met the same animals.
func TestWildAnimalsOfTwoSides(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	at, wild := wildLand(t, s.Island)
	f := rig.ForkOf(s, []int{1}, []int{2})
	living.Activate(&f.Here.State, at)
	living.Activate(&f.There.State, at)
	f.Here.Run(30)
	f.There.Run(60)
	n := in(f.Here.Island, at, living.Flocks[wild].Kind)
	f.Merge()
	if f.Here.Land.Active(at) == nil {
		living.Activate(&f.Here.State, at)
	}
	if got := in(f.Here.Island, at, living.Flocks[wild].Kind); got != n {
		t.Errorf("%d of %d", got, n)
	}
}
