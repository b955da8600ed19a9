package item

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/tile"
)

func TestEveryKindHasItsWords(t *testing.T) {
	names := map[string]Kind{}
	for k := None; k < KindCount; k++ {
		i := k.Info()
		if i.Name == "" || names[i.Name] != 0 {
			t.Errorf("item %d is called %q, as is %d", k, i.Name, names[i.Name])
		}
		names[i.Name] = k
		if n := btoi(i.Ground != 0) + btoi(i.Block != 0) + btoi(i.Body != 0); n > 1 {
			t.Errorf("%s is placed as %d things", k, n)
		}
	}
	for b := tile.NoBlock; b < tile.BlockCount; b++ {
		if b.Info().Name == "" {
			t.Errorf("block %d has no name", b)
		}
		if y := FromBlock(b); b.Info().DigTicks == 0 && y[0] != (Stack{}) {
			t.Errorf("%s cannot be dug and yields %v", b, y)
		}
	}
	for g := tile.NoGround; g < tile.GroundCount; g++ {
		i := g.Info()
		if i.Name == "" || i.Speed <= 0 || (i.DigTicks > 0) != (i.After != 0) {
			t.Errorf("ground %d: %+v", g, *i)
		}
	}
	if KindCount.String() != "nothing" || tile.BlockCount.String() != "nothing" || tile.GroundCount.String() != "nothing" {
		t.Error("numbers beyond the last kind")
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestStacksLoseNothing: all added items are in the slots or returned.
func TestStacksLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := make([]Stack, rapid.IntRange(0, 5).Draw(t, "slots"))
		sum := map[Kind]int{}
		for range rapid.IntRange(0, 20).Draw(t, "times") {
			s := Stack{Kind(rapid.IntRange(1, 3).Draw(t, "kind")), rapid.Uint8Range(1, MaxStack).Draw(t, "count")}
			room := Room(slots, s)
			rest := Add(slots, s)
			if room+rest != s.Count {
				t.Fatalf("Room says %d of %d, Add left %d", room, s.Count, rest)
			}
			sum[s.Kind] += int(s.Count - rest)
			if n := rapid.IntRange(0, 5).Draw(t, "slot"); n < len(slots) {
				taken := Take(&slots[n], slots[n].Count/2)
				sum[taken.Kind] -= int(taken.Count)
			}
			have := map[Kind]int{}
			for _, s := range slots {
				if !s.Valid() {
					t.Fatalf("slot %v", s)
				}
				have[s.Kind] += int(s.Count)
			}
			for k := Kind(1); k < 4; k++ {
				if have[k] != sum[k] {
					t.Fatalf("%s: %d, want %d", k, have[k], sum[k])
				}
			}
		}
	})
}
