package item

import "testing"

// TestLoot: the contents of a chest are valid, the same for the same bits, and never empty. Every stack of
// a haul occurs.
func TestLoot(t *testing.T) {
	for h := NoHaul + 1; h < HaulCount; h++ {
		seen, stacks := map[Kind]int{}, 0
		for roll := range uint64(400) {
			slots := Loot(h, roll)
			if slots != Loot(h, roll) {
				t.Fatalf("haul %d comes out differently the second time", h)
			}
			if slots[0].Kind != hauls[h][0].kind {
				t.Fatalf("haul %d begins with %v", h, slots[0])
			}
			for _, s := range slots {
				if !s.Valid() {
					t.Fatalf("haul %d holds %v", h, s)
				}
				if s.Count > 0 {
					seen[s.Kind]++
					stacks++
				}
			}
		}
		for _, f := range hauls[h] {
			if f.least == 0 || f.most < f.least || f.eighths == 0 || f.eighths > 8 || seen[f.kind]*8 < 400*(int(f.eighths)-1) {
				t.Errorf("haul %d: %s came up %d times of 400, want %d in 8: %+v", h, f.kind, seen[f.kind], f.eighths, f)
			}
		}
		t.Logf("haul %d: %d stacks in 400 chests", h, stacks)
	}
	if Loot(NoHaul, 1) != ([ChestSlots]Stack{}) || Loot(HaulCount, 1) != ([ChestSlots]Stack{}) {
		t.Error("there is something in no chest")
	}
}
