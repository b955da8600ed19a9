package item

import "testing"

// TestLoot: the contents of a chest are valid, the same for the same bits, and never empty. Every stack of
// a haul occurs.
func TestLoot(t *testing.T) {
	for h := NoHaul + 1; h <= VaultHaul; h++ {
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

// TestEveryChestHasSomethingNew: whatever chest is opened, it holds something to show that neither start has,
// and that is worn, played, launched, shown or used on the map. Every treasure comes up.
func TestEveryChestHasSomethingNew(t *testing.T) {
	for h := NoHaul + 1; h < HaulCount; h++ {
		seen := map[Kind]bool{}
		for roll := range uint64(400) {
			always, rare := Treasure(h, roll*0x9e3779b97f4a7c15)
			if !always.Valid() || !rare.Valid() || always.Count == 0 {
				t.Fatalf("haul %d: %v and %v", h, always, rare)
			}
			for start := range StartCount {
				if kit := start.Kit(); Total(kit[:], always.Kind) > 0 {
					t.Errorf("a %s begins with %s", start, always.Kind)
				}
			}
			seen[always.Kind], seen[rare.Kind] = true, true
			if n := Total(slotsOf(Loot(h, roll*0x9e3779b97f4a7c15)), always.Kind); n != int(always.Count) {
				t.Errorf("haul %d: the chest has %d %s of %d", h, n, always.Kind, always.Count)
			}
		}
		for _, list := range [...][]Stack{treasures[h].some, treasures[h].rare} {
			for _, s := range list {
				if !seen[s.Kind] || HaulsOf(s.Kind)>>h&1 == 0 {
					t.Errorf("haul %d: %s never comes up", h, s.Kind)
				}
			}
		}
	}
	if a, b := Treasure(HaulCount, 1); a.Count+b.Count != 0 {
		t.Error("there is a treasure nowhere")
	}
}

func slotsOf(s [ChestSlots]Stack) []Stack { return s[:] }

// TestFinery: everything to wear, to play and to show is found or made somewhere, and each part of a player
// has several things to wear.
func TestFinery(t *testing.T) {
	var worn [PartCount]int
	for k := StrawHat; k < KindCount; k++ {
		made := false
		for n := range Recipes {
			made = made || Recipes[n].Makes.Kind == k
		}
		if !made && HaulsOf(k) == 0 {
			t.Errorf("nobody ever gets a %s", k)
		}
		worn[k.Info().Part]++
	}
	for p := OnHead; p < PartCount; p++ {
		if worn[p] < 4 {
			t.Errorf("part %d: %d things to wear", p, worn[p])
		}
	}
}
