package item

import "testing"

// TestStarts: the stacks of every start are valid, and settlers carry nothing that chests are for.
func TestStarts(t *testing.T) {
	for s := range StartCount + 1 {
		kit := s.Kit()
		sum := 0
		for _, st := range kit {
			if !st.Valid() {
				t.Errorf("the kit of a %s has %v", s, st)
			}
			sum += int(st.Count)
		}
		if s == Settlers && (sum == 0 || sum > 12 || BestTier(kit[:]) != HandTier) {
			t.Errorf("settlers begin with %d items", sum)
		}
		if s == Builders && BestTier(kit[:]) != EmberTier {
			t.Error("builders lack the best tool")
		}
	}
	for h := NoHaul + 1; h < HaulCount; h++ { // what is in every chest of a kind is news to a settler
		kit := Settlers.Kit()
		if first := Loot(h, 1)[0]; Total(kit[:], first.Kind) >= int(first.Count) {
			t.Errorf("haul %d holds %v, of which a settler has as many", h, first)
		}
	}
	if Settlers.String() != "settler" || StartCount.String() != "unknown" {
		t.Error("names")
	}
}
