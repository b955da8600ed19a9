package living

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/world"
)

// The world acts by itself through visits to tiles, by the table of rules (table.go). A region without work
// costs nothing. A work is two sets of tiles: those to visit in this beat and those in the next. A change of
// a tile puts it and its four neighbours into the next beat's set. Wires go into this beat's, so that a
// signal goes through all of a wire at once.
//
// Every BeatTicks the next set becomes this one, if this one is done. Each tick visits the tiles of this set
// in ascending index, from the first again after the last, regions in their order, until the region's
// WorkBudget is spent. The rest is done in the following ticks: the region's beats then take longer, and
// nothing is lost. A set cannot overflow, because it holds every tile of its region at most once.
//
// A work is state. It depends only on its region and those beside it, not on the rest of the island.

const (
	// BeatTicks is the time from one visit of a tile to the next, in ticks: a tenth of a second.
	BeatTicks = 6
	// WorkBudget is the most that the visits of a region may cost in a tick, in units of rule.cost: some 30
	// µs. A visit that has begun is finished.
	WorkBudget = 128
	// VisitCost is that of every visit, before those of the rules that apply.
	VisitCost = 1
)

// Labour does a tick's work in every region where there is some.
func Labour(i *world.State) {
	if i.Visits.Spent = 0; i.Visits.Applied == nil {
		i.Visits.Applied = make([]uint64, len(Rules))
	}
	for k := 0; k < len(i.Works.List); {
		at := i.Works.List[k].At
		i.Visits.Spent = max(i.Visits.Spent, labourIn(i, at))
		k, _ = i.Works.Find(at) // others may have come before it
		if w := &i.Works.List[k]; w.Now.Empty() && w.Next.Empty() {
			i.Works.List = slices.Delete(i.Works.List, k, k+1)
		} else {
			k++
		}
	}
}

// labourIn does a tick's work in a region, and returns its cost.
func labourIn(i *world.State, at grid.Region) (cost int) {
	r, w := i.Land.Active(at), i.Works.Of(at)
	if i.Clock%BeatTicks == 0 && w.Now.Empty() {
		w.Now, w.Next = w.Next, world.TileSet{}
	}
	for k := grid.Index(0); cost < WorkBudget; k = (k + 1) % grid.RegionTiles {
		var ok bool
		if k, ok = i.Works.Of(at).Now.Take(k); !ok {
			break
		}
		cost += visit(i, r, k)
	}
	return cost
}

// visit applies the rules of a tile, in the order of the table, as long as its block stays the same. It
// returns the cost.
func visit(i *world.State, r *world.Region, k grid.Index) (cost int) {
	cost = VisitCost
	t, b := r.At.Tile(k), r.Tiles.Block[k]
	for _, n := range RulesOf[b] {
		if r.Tiles.Block[k] != b {
			break
		}
		i.Visits.Site = world.Site{T: t, Ground: r.Tiles.Ground[k], Block: b, State: r.Tiles.State[k]}
		if rule := &Rules[n]; rule.when == nil || rule.when(i, &i.Visits.Site) {
			cost += rule.Cost
			i.Visits.Applied[n]++
			if rule.Do(i, &i.Visits.Site) {
				i.Works.Of(r.At).Next.Add(k)
			}
		}
	}
	return cost
}
