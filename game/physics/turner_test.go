package physics

import (
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/random"
)

// tied ties some bodies to others near them.
func tied(s *Space) *Space {
	for k := 0; k < len(s.bodies); k += 7 {
		for _, j := range s.Around(s.bodies[k].Pos, AroundMost) {
			if int(j) != k && turns(&s.bodies[k]) && turns(&s.bodies[j]) {
				s.Ties = append(s.Ties, Tie{A: s.bodies[k].ID, B: s.bodies[j].ID, Length: 2 * fixed.One})
				break
			}
		}
	}
	return s
}

// TestTurnerIsTheSameOnAnyNumberOfCores, down to the events and the order in which bodies are awake: where
// all move, and where a third of them sleep.
func TestTurnerIsTheSameOnAnyNumberOfCores(t *testing.T) {
	for _, sleepers := range []bool{false, true} {
		land := blocks(12)
		make := func() *Space {
			s := strew(7, 150, 3)
			for k := range s.bodies {
				if sleepers && k%3 == 0 {
					s.bodies[k].Vel, s.bodies[k].Flags = fixed.SVec{}, entity.Resting
				}
			}
			s.Rebuild()
			return tied(s)
		}
		alone, mover := make(), new(Turner)
		procs := []int{1, 2, 8}
		var others []*Space
		var movers []*Turner
		for range procs {
			others, movers = append(others, make()), append(movers, new(Turner))
		}
		met, rim, parts := 0, 0, 0
		for tick := range 40 {
			drive(alone, tick)
			if tick < 20 && alone.Awake() < crowd {
				t.Errorf("%d bodies are awake: the work is not shared", alone.Awake())
			}
			mover.Move(alone, land, game.Tick(tick), nil)
			for k, s := range others {
				before := runtime.GOMAXPROCS(procs[k])
				drive(s, tick)
				movers[k].Move(s, land, game.Tick(tick), several)
				runtime.GOMAXPROCS(before)
				if !slices.Equal(s.bodies, alone.bodies) || !slices.Equal(s.Events, alone.Events) || !slices.Equal(s.awake, alone.awake) {
					t.Fatalf("on %d processors tick %d is another", procs[k], tick)
				}
				s.Events = s.Events[:0]
			}
			met, rim, parts = met+len(alone.Events), rim+len(mover.rim), parts+mover.count
			alone.Events = alone.Events[:0]
		}
		if met < 1000 || parts < 40*20 || sleepers && rim < 40*100 {
			t.Errorf("%d things happened, in %d parts; %d at rest took part", met, parts, rim)
		}
	}
}

// TestSurround: the resting participants are those near an awake body, and their neighbours, with either
// search.
func TestSurround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coord := rapid.Int64Range(0, rapid.Int64Range(4, 200).Draw(t, "wide")*fixed.One)
		awake := rapid.IntRange(1, 30).Draw(t, "awake of thirty")
		s := new(Space)
		for n := range rapid.IntRange(1, 200).Draw(t, "bodies") {
			b := entity.Body{ID: game.EntityID(n + 1), Kind: rapid.SampledFrom([]entity.Kind{entity.Crate, entity.Ball, entity.Drop}).Draw(t, "kind")}
			b.Pos = fixed.Vec{X: fixed.Q(coord.Draw(t, "x")), Y: fixed.Q(coord.Draw(t, "y"))}
			if rapid.IntRange(1, 30).Draw(t, "sleeps") > awake {
				b.Flags = entity.Resting
			}
			s.Append(b)
		}
		s.Rebuild()
		round := func(list []int32, d fixed.Q) (found []int32) {
			for j := range s.bodies {
				b := &s.bodies[j]
				if b.Flags != 0 && takesPart(b) && slices.ContainsFunc(list, func(i int32) bool {
					v := s.bodies[i].Pos.Sub(b.Pos)
					return v.X.Abs() <= d && v.Y.Abs() <= d
				}) {
					found = append(found, int32(j))
				}
			}
			return found
		}
		var want []int32
		for i := range s.bodies {
			if b := &s.bodies[i]; b.Flags == 0 && takesPart(b) {
				want = append(want, int32(i))
			}
		}
		rim := round(want, near)
		want = append(append(want, rim...), round(rim, beside)...)
		slices.Sort(want)
		want = slices.Compact(want)
		turner := new(Turner)
		turner.begin(s, nil)
		turner.choose()
		if !slices.Equal(turner.list, want) {
			t.Fatalf("%v take part, not %v", turner.list, want)
		}
		for k, i := range turner.list {
			if turner.spots[k] != cellOf(s.bodies[i].Pos) {
				t.Fatalf("body %d takes part at %v", i, turner.spots[k])
			}
		}
		if slices.ContainsFunc(turner.marks, func(word uint64) bool { return word != 0 }) {
			t.Fatal("marks are left")
		}
	})
}

// TestClusters: bodies in touching cells are in one part, and clusters that begin in different squares are
// not.
func TestClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide, tall := rapid.Int32Range(1, 150).Draw(t, "wide"), rapid.Int32Range(1, 150).Draw(t, "tall")
		seed, dense := rapid.Uint64().Draw(t, "seed"), rapid.Uint64Range(1, 60).Draw(t, "dense")
		west, north := rapid.Int32Range(-300, 300).Draw(t, "west"), rapid.Int32Range(-300, 300).Draw(t, "north")
		turner := new(Turner)
		turner.begin(new(Space), nil)
		turner.hands = []*hand{{}, {}, {}}[:rapid.IntRange(1, 3).Draw(t, "hands")]
		for k := range wide * tall {
			if c := (cell{west + k%wide, north + k/wide}); random.Hash(seed, uint64(k), 0, 0)%100 < dense {
				turner.spots = append(turner.spots, c)
			}
		}
		if len(turner.spots) == 0 {
			return
		}
		cells := slices.Clone(turner.spots)
		for len(turner.spots) < manyBodies {
			turner.spots = append(turner.spots, cells...)
		}
		slices.SortStableFunc(turner.spots, func(a, b cell) int { return int(a.x*7919+a.y*104729)&1023 - int(b.x*7919+b.y*104729)&1023 })
		for n := range turner.spots {
			turner.list = append(turner.list, int32(n))
		}
		turner.divide()
		if !turner.clustered {
			t.Fatal("they are too far scattered")
		}
		part := map[cell]int32{}
		for n, c := range turner.spots {
			if p, ok := part[c]; ok && p != turner.of[n] || int(turner.of[n]) >= turner.count {
				t.Fatalf("cell %v is in parts %d and %d of %d", c, p, turner.of[n], turner.count)
			}
			part[c] = turner.of[n]
		}
		squareOfPart, seen := map[int32]cell{}, map[cell]bool{}
		for _, c := range cells { // row by row
			if seen[c] {
				continue
			}
			square := cell{(c.x - turner.board.west) / 32, (c.y - turner.board.north) / 32}
			if at, ok := squareOfPart[part[c]]; ok && at != square {
				t.Fatalf("clusters that begin in %v and %v are in one part", at, square)
			}
			squareOfPart[part[c]] = square
			seen[c] = true
			for flood := []cell{c}; len(flood) > 0; {
				at := flood[len(flood)-1]
				flood = flood[:len(flood)-1]
				if part[at] != part[c] {
					t.Fatalf("%v and %v are in two parts", at, c)
				}
				for n := range int32(9) {
					next := cell{at.x + n%3 - 1, at.y + n/3 - 1}
					if _, there := part[next]; there && !seen[next] {
						seen[next] = true
						flood = append(flood, next)
					}
				}
			}
		}
		sum := make([]int32, turner.count)
		for _, h := range turner.hands {
			for k, n := range h.starts {
				sum[k] += n
			}
		}
		for n := range turner.of {
			sum[turner.of[n]]--
		}
		if slices.ContainsFunc(sum, func(n int32) bool { return n != 0 }) {
			t.Error("they are counted wrongly:", sum)
		}
	})
}

// TestCounts: how many bodies there are of a kind follows every change of the table.
func TestCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := new(Space)
		for n := range rapid.IntRange(1, 30).Draw(t, "changes") {
			switch what := rapid.IntRange(0, 5).Draw(t, "what"); {
			case what == 0 && len(s.bodies) > 0:
				s.Remove(rapid.IntRange(0, len(s.bodies)-1).Draw(t, "which"))
			case what == 1:
				s.RemoveAll(func(b *entity.Body) bool { return b.ID%3 == 0 })
			case what == 2 && n%7 == 0:
				s.Reset()
			default:
				s.Insert(entity.Body{ID: game.EntityID(n + 1), Kind: entity.Kind(rapid.IntRange(1, int(entity.KindCount)-1).Draw(t, "kind"))})
			}
			for k := range entity.KindCount {
				want := 0
				for i := range s.bodies {
					if s.bodies[i].Kind == k {
						want++
					}
				}
				if got := s.Count(k); got != want {
					t.Fatalf("%d of kind %v, not %d", got, k, want)
				}
			}
		}
	})
}
