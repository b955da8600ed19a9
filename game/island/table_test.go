package island

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// TestTables: a row that is added takes effect. It has a name, a block that there is and that no other row of its table has
// (but the rules, of which a block may have several), and what it calls; and there is a row for every use of an item, and
// feed for everything that walks by itself.
func TestTables(t *testing.T) {
	once := func(table string) func(name string, b tile.Block, does bool) {
		taken := map[tile.Block]string{}
		return func(name string, b tile.Block, does bool) {
			t.Helper()
			if other := taken[b]; other != "" || name == "" || b == tile.NoBlock || b >= tile.BlockCount || !does {
				t.Errorf("%s: row %q for %s, which row %q has, does %v", table, name, b, other, does)
			}
			taken[b] = name
		}
	}
	row := once("growths")
	for k := range growths {
		row(growths[k].name, growths[k].block, growths[k].do != nil)
	}
	row = once("treads")
	for k := range treads {
		row(treads[k].name, treads[k].block, treads[k].do != nil)
	}
	row = once("handlings")
	for k := range handlings {
		for _, b := range handlings[k].blocks {
			row(handlings[k].name, b, handlings[k].do != nil)
		}
	}
	names := map[string]bool{}
	for k := range rules {
		if r := &rules[k]; r.name == "" || names[r.name] || r.do == nil || r.cost <= 0 || r.cost > WorkBudget || r.block == tile.NoBlock {
			t.Errorf("rules: row %d, %q for %s at the cost of %d", k, r.name, r.block, r.cost)
		}
		names[rules[k].name] = true
	}
	for u := item.NoUse + 1; u < item.UseCount; u++ {
		if a := &applications[u]; a.name == "" || a.fits == nil || a.do == nil {
			t.Errorf("applications: there is none for use %d", u)
		}
	}
	for k := range entity.KindCount {
		h := k.Habits()
		if k.Animal() != (h.Feed != item.None) || k.Animal() && (h.WanderChance == 0 || h.FleeSpeed == 0 || h.FleeFrom < h.StandFrom || h.LureFrom < h.LureTo) {
			t.Errorf("%s has the habits %+v", k, *h)
		}
	}
}
