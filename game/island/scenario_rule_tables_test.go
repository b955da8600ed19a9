package island_test

import (
	"testing"

	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
)

// TestTables: a row that is added takes effect. It has a name, an existing block that no other row of its
// table has (a block may have several rules), and a function; and there is a row for every
// use of an item, and feed for everything that walks by itself.
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
	for k := range living.Growths {
		row(living.Growths[k].Name, living.Growths[k].Block, living.Growths[k].Do != nil)
	}
	row = once("treads")
	for k := range living.Treads {
		row(living.Treads[k].Name, living.Treads[k].Block, living.Treads[k].Do != nil)
	}
	row = once("handlings")
	for k := range act.Handlings {
		for _, b := range act.Handlings[k].Blocks {
			row(act.Handlings[k].Name, b, act.Handlings[k].Do != nil)
		}
	}
	names := map[string]bool{}
	for k := range living.Rules {
		if r := &living.Rules[k]; r.Name == "" || names[r.Name] || r.Do == nil || r.Cost <= 0 || r.Cost > living.WorkBudget || r.Block == tile.NoBlock {
			t.Errorf("rules: row %d, %q for %s at the cost of %d", k, r.Name, r.Block, r.Cost)
		}
		names[living.Rules[k].Name] = true
	}
	for u := item.NoUse + 1; u < item.UseCount; u++ {
		if a := &act.Applications[u]; a.Name == "" || a.Fits == nil || a.Do == nil {
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
