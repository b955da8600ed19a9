package item

import "testing"

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
		seen := map[Kind]bool{r.Makes.Kind: true}
		for k, need := range r.Needs {
			if !need.Valid() || need.Count > 0 && (seen[need.Kind] || k > 0 && r.Needs[k-1].Count == 0) {
				t.Errorf("recipe %d needs %v", n, r.Needs)
			}
			seen[need.Kind] = true
		}
	}
	for k := Ball + 1; k < KindCount; k++ {
		if k.Placeable() && !made[k] && FromGround(k.Info().Ground).Kind != k {
			t.Errorf("nobody can make a %s or dig it", k)
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
