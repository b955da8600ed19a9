package item

import (
	"slices"
	"testing"

	"manyhold/game/tile"
)

func TestRecipes(t *testing.T) {
	if len(Recipes) < 30 || len(Recipes) > 255 {
		t.Errorf("%d recipes", len(Recipes))
	}
	made := map[Kind]bool{}
	for n := range Recipes {
		r := &Recipes[n]
		made[r.Makes.Kind] = true
		if !r.Makes.Valid() || r.Makes.Count == 0 || r.Needs[0].Count == 0 {
			t.Errorf("recipe %d makes %v of %v", n, r.Makes, r.Needs)
		}
		if r.Group >= GroupCount || r.At >= StationCount || r.At != Hands && StationOf(r.At.Block()) != r.At {
			t.Errorf("recipe %d is in group %d, at station %d", n, r.Group, r.At)
		}
		seen := map[Kind]bool{r.Makes.Kind: true}
		for k, need := range r.Needs {
			if !need.Valid() || need.Count > 0 && (seen[need.Kind] || k > 0 && r.Needs[k-1].Count == 0) {
				t.Errorf("recipe %d needs %v", n, r.Needs)
			}
			seen[need.Kind] = true
		}
	}
	dug := map[Kind]bool{}
	for b := range tile.BlockCount {
		for _, y := range FromBlock(b) {
			dug[y.Kind] = true
		}
	}
	for g := range tile.GroundCount {
		dug[FromGround(g).Kind] = true
	}
	for k := None + 1; k < KindCount; k++ {
		if !made[k] && !dug[k] && HaulsOf(k) == 0 && !slices.Contains([]Kind{Water, WaterBucket, WheatEar, Seeds}, k) {
			t.Errorf("nobody can make a %s, dig it or find it", k)
		}
	}
}

// TestNothingFromNothing: no recipe yields more than its ingredients.
func TestNothingFromNothing(t *testing.T) {
	for a := range Recipes {
		for b := range Recipes {
			x, y := &Recipes[a], &Recipes[b]
			if x.Needs[1].Count > 0 || y.Needs[1].Count > 0 || x.Needs[0].Kind != y.Makes.Kind || y.Needs[0].Kind != x.Makes.Kind {
				continue
			}
			if int(x.Makes.Count)*int(y.Makes.Count) > int(x.Needs[0].Count)*int(y.Needs[0].Count) {
				t.Errorf("%s and %s make each other, and more", x.Makes.Kind, y.Makes.Kind)
			}
		}
	}
}

// TestEverythingCanBeEarned goes from what hands can do to everything there is: digging with the tools so
// far, making at the stations so far. It also says at which round each tier is reached, so that no tier needs
// itself.
func TestEverythingCanBeEarned(t *testing.T) {
	have := map[Kind]bool{Torch: true, Hearth: true, Stick: true, Berry: true, Water: true, WheatEar: true, Seeds: true} // a field gives the last two
	for _, s := range Settlers.Kit() {
		have[s.Kind] = true
	}
	reached := [TierCount]int{}
	for round := 1; ; round++ {
		var carried []Stack
		for k := None + 1; k < KindCount; k++ {
			if have[k] {
				carried = append(carried, Stack{k, 1})
			}
		}
		tier, before := BestTier(carried), len(have)
		for k := range tier + 1 {
			if reached[k] == 0 {
				reached[k] = round
			}
		}
		for b := tile.NoBlock + 1; b < tile.BlockCount; b++ {
			// what only hands set up is no source
			if _, natural := found[b]; natural && BlockTier(b) <= tier {
				for _, y := range FromBlock(b) {
					have[y.Kind] = true
				}
			}
		}
		for _, g := range []tile.Ground{tile.Sand, tile.Grass, tile.Dirt, tile.Rock, tile.Snow, tile.Mud} {
			if GroundTier(g) <= tier {
				have[FromGround(g).Kind] = true
			}
		}
		for k := range KindCount {
			if k >= StrawHat && HaulsOf(k) != 0 {
				have[k] = true
			}
		}
		for n := range Recipes {
			r := &Recipes[n]
			can := r.At == Hands || have[itemOf(r.At.Block())]
			for _, need := range r.Needs {
				can = can && (need.Count == 0 || have[need.Kind])
			}
			if can {
				have[r.Makes.Kind] = true
			}
		}
		if len(have) == before {
			break
		}
	}
	for k := None + 1; k < KindCount; k++ {
		if !have[k] && k != WaterBucket {
			t.Errorf("a settler never gets a %s", k)
		}
	}
	for k := StoneTier; k < TierCount; k++ {
		if reached[k] <= reached[k-1] {
			t.Errorf("tier %d is reached in round %d, the one before in %d", k, reached[k], reached[k-1])
		}
	}
	t.Logf("the tiers are reached in rounds %v", reached)
}

// found are the blocks that the land has from the beginning.
var found = map[tile.Block]bool{tile.Oak: true, tile.Pine: true, tile.DeadTree: true, tile.Bush: true, tile.BerryBush: true, tile.Boulder: true,
	tile.Stump: true, tile.Flower: true, tile.Mushroom: true, tile.Reed: true, tile.Shell: true, tile.Cliff: true, tile.CoalOre: true,
	tile.CopperOre: true, tile.CrystalOre: true, tile.EmberOre: true, tile.Flax: true, tile.Glowcap: true}

func itemOf(b tile.Block) Kind {
	for k := None + 1; k < KindCount; k++ {
		if k.Info().Block == b {
			return k
		}
	}
	return None
}
