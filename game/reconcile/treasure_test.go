package reconcile_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestATreasureExistsOnce: the magpie of a nest brings the same thing home on both sides of a fork, and after
// the merge it exists once, wherever each side has left it: in the nest, in the beak, or in somebody's bag.
func TestATreasureExistsOnce(t *testing.T) {
	for name, c := range map[string]struct {
		here, there   int // ticks
		takes, waited bool
	}{
		"both in the nest":                  {here: 300, there: 300},
		"at different times":                {here: 150, there: 900},
		"taken on the branch":               {here: 300, there: 300, takes: true},
		"only the branch had it":            {there: 300},
		"brought home before the fork":      {here: 3, there: 300, waited: true},
		"before the fork, taken afterwards": {here: 3, there: 300, waited: true, takes: true},
	} {
		s := rig.NewStage(t).Enter(2).Clear(20).Put(1, 3, 0).Put(2, 4, 0).Rule(world.Mercy)
		world.Clear(&s.State, func(b *entity.Body) bool { return b.Kind != entity.Player })
		for n, k := range []entity.Kind{entity.Nest, entity.Magpie} {
			b := entity.Body{ID: game.EntityID(1000 + n), Kind: k, Pos: s.At(0, 6).Centre(), Flags: entity.Resting}
			if k == entity.Magpie {
				b.Calm = living.Treasured
			}
			s.Space.Insert(b)
		}
		prize := living.NestTreasure(s.Gen.Seed, s.At(0, 6).Region())
		wealth := func(s *rig.Stage) uint64 {
			_, _, present := world.Audit(&s.State)
			return present[prize.Kind]
		}
		had := wealth(s)
		if c.waited {
			s.Run(300)
		}
		f := rig.ForkOf(s, []int{1}, []int{2})
		f.Here.Run(c.here)
		f.There.Run(c.there)
		for _, side := range []*rig.Stage{f.Here, f.There} {
			if n := wealth(side) - had; n != uint64(prize.Count) && (side == f.There || c.here > 0) {
				t.Fatalf("%s: a side has %d, want %d", name, n, prize.Count)
			}
		}
		if c.takes {
			f.There.Ask(2, rig.Moving(0, 0))
			f.There.Run(3)
			for k := 0; k < len(f.There.Space.Bodies()); k++ {
				if b := &f.There.Space.Bodies()[k]; b.Kind == entity.Drop && b.Stack.Kind == prize.Kind {
					f.There.Player(2).Inventory[30] = b.Stack
					f.There.RemoveBody(b.ID)
					break
				}
			}
		}
		f.Merge()
		f.Here.Balanced()
		if n := wealth(f.Here) - had; n != uint64(prize.Count) {
			t.Errorf("%s: %d after the merge, want %d", name, n, prize.Count)
		}
	}
}
