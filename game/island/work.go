package island

import (
	"cmp"
	"math/bits"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// What the world does by itself is done by visits to tiles, as the table of rules (table.go) says. A region in which
// nothing is to be done costs nothing. Where something is, there is a work: two sets of tiles, those to be visited in
// this beat and those in the next. A change of a tile puts it and its four neighbours into the next beat's set; wires
// are put into this beat's, so that a signal goes through all of a wire at once.
//
// Every BeatTicks the next set becomes this one, if this one is done. In each tick the tiles of this set are visited in
// ascending index, from the first again after the last, regions in their order, until the region's WorkBudget is spent.
// What is left is done in the ticks that follow: the region's beats then take longer, and nothing is lost. There is no
// overflow, as a set holds every tile of its region at most once.
//
// A work is state. It depends on its region and those beside it only, not on what else the island holds.

const (
	// BeatTicks is the time from one visit of a tile to the next, in ticks: a tenth of a second.
	BeatTicks = 6
	// WorkBudget is the most that the visits of a region may cost in a tick, in units of rule.cost: some 30 µs. A visit
	// that has begun is finished.
	WorkBudget = 128
	// visitCost is that of every visit, before those of the rules that apply.
	visitCost = 1
)

// tileSet is a set of the tiles of a region.
type tileSet [grid.RegionTiles / 64]uint64

func (s *tileSet) add(k grid.Index) { s[k/64] |= 1 << (k % 64) }

// take removes the first tile from k on, or from the beginning if there is none, and returns it; ok is false if the
// set is empty.
func (s *tileSet) take(k grid.Index) (next grid.Index, ok bool) {
	w := int(k / 64)
	rest := s[w] &^ (1<<(k%64) - 1)
	for range len(s) + 1 {
		if rest != 0 {
			n := bits.TrailingZeros64(rest)
			s[w] &^= 1 << n
			return grid.Index(w*64 + n), true
		}
		w = (w + 1) % len(s)
		rest = s[w]
	}
	return 0, false
}

func (s *tileSet) empty() bool { return *s == tileSet{} }

// work is what is to be done in a region. It has no pointers.
type work struct {
	at        grid.Region
	now, next tileSet
}

func findWork(i *State, at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.works, at, func(w work, at grid.Region) int { return compareRegions(w.at, at) })
}

// workOf returns the work of an active region, which begins to be if there was none. It is valid until the next call.
func workOf(i *State, at grid.Region) *work {
	k, ok := findWork(i, at)
	if !ok {
		i.works = slices.Insert(i.works, k, work{at: at})
	}
	return &i.works[k]
}

// dropWork forgets what was to be done in a region.
func dropWork(i *State, at grid.Region) {
	if k, ok := findWork(i, at); ok {
		i.works = slices.Delete(i.works, k, k+1)
	}
}

// stirTile lets a tile that has changed and its neighbours be visited.
func stirTile(i *State, t grid.Tile) {
	rouse(i, t)
	for h := range tile.HeadingCount {
		rouse(i, beside(t, h))
	}
}

// rouse lets a tile be visited, if there are rules for it.
func rouse(i *State, t grid.Tile) {
	r := i.region(t.Region())
	if r == nil {
		return
	}
	b := r.tiles.Block[t.Index()]
	if len(rulesOf[b]) == 0 {
		return
	}
	w := workOf(i, r.at)
	if b == tile.Wire {
		w.now.add(t.Index())
	} else {
		w.next.add(t.Index())
	}
}

// rouseAll lets all of a region be visited for which there are rules: after its tiles were put together anew.
func rouseAll(i *State, r *region) {
	for k := range grid.Index(grid.RegionTiles) {
		if len(rulesOf[r.tiles.Block[k]]) > 0 {
			rouse(i, r.at.Tile(k))
		}
	}
}

// labour does a tick's work in every region where there is some.
func labour(i *State) {
	if i.spent = 0; i.applied == nil {
		i.applied = make([]uint64, len(rules))
	}
	for k := 0; k < len(i.works); {
		at := i.works[k].at
		i.spent = max(i.spent, labourIn(i, at))
		k, _ = findWork(i, at) // others may have come before it
		if w := &i.works[k]; w.now.empty() && w.next.empty() {
			i.works = slices.Delete(i.works, k, k+1)
		} else {
			k++
		}
	}
}

// labourIn does a tick's work in a region, and returns what it cost.
func labourIn(i *State, at grid.Region) (cost int) {
	r, w := i.region(at), workOf(i, at)
	if i.tick%BeatTicks == 0 && w.now.empty() {
		w.now, w.next = w.next, tileSet{}
	}
	for k := grid.Index(0); cost < WorkBudget; k = (k + 1) % grid.RegionTiles {
		var ok bool
		if k, ok = workOf(i, at).now.take(k); !ok {
			break
		}
		cost += visit(i, r, k)
	}
	return cost
}

// visit applies the rules of a tile, in the order of the table, as long as its block stays what it was. It returns
// what that cost.
func visit(i *State, r *region, k grid.Index) (cost int) {
	cost = visitCost
	t, b := r.at.Tile(k), r.tiles.Block[k]
	for _, n := range rulesOf[b] {
		if r.tiles.Block[k] != b {
			break
		}
		i.site = site{t: t, ground: r.tiles.Ground[k], block: b, state: r.tiles.State[k]}
		if rule := &rules[n]; rule.when == nil || rule.when(i, &i.site) {
			cost += rule.cost
			i.applied[n]++
			if rule.do(i, &i.site) {
				workOf(i, r.at).next.add(k)
			}
		}
	}
	return cost
}

// Work returns how many visits are due in a region: for tests and those who watch.
func (i *State) Work(at grid.Region) (n int) {
	k, ok := findWork(i, at)
	if !ok {
		return 0
	}
	for j := range i.works[k].now {
		n += bits.OnesCount64(i.works[k].now[j]) + bits.OnesCount64(i.works[k].next[j])
	}
	return n
}

// The bytes of a work: of each set, uvarint tiles and of each, in ascending order, u16 index.

func appendWork(dst []byte, w *work) []byte {
	for _, s := range [...]*tileSet{&w.now, &w.next} {
		n := 0
		for _, word := range s {
			n += bits.OnesCount64(word)
		}
		dst = codec.Uvarint(dst, uint64(n))
		for k := range grid.Index(grid.RegionTiles) {
			if s[k/64]>>(k%64)&1 != 0 {
				dst = codec.U16(dst, uint16(k))
			}
		}
	}
	return dst
}

func readWork(c *codec.Cursor) (w work) {
	c.Within("its work", 0)
	for _, s := range [...]*tileSet{&w.now, &w.next} {
		next := grid.Index(0)
		for range c.Count(grid.RegionTiles, 2) {
			k := grid.Index(c.U16())
			c.Within("the work on tile %d", uint64(k))
			c.Must(k >= next && k < grid.RegionTiles, "tiles must be in ascending order")
			if c.Err() != nil {
				return work{}
			}
			s.add(k)
			next = k + 1
		}
	}
	return w
}

// appendWorks appends all works, for digests.
func appendWorks(i *State, dst []byte) []byte {
	for k := range i.works {
		w := &i.works[k]
		dst = codec.U64(dst, regionKey(w.at))
		for _, s := range [...]*tileSet{&w.now, &w.next} {
			for _, word := range s {
				dst = codec.U64(dst, word)
			}
		}
	}
	return dst
}

// beside returns the neighbour of a tile.
func beside(t grid.Tile, h tile.Heading) grid.Tile {
	dx, dy := h.Step()
	return t.Add(dx, dy)
}

func diffWorks(a, b *State) string {
	for k := range min(len(a.works), len(b.works)) {
		w, o := &a.works[k], &b.works[k]
		if w.at != o.at {
			return unlike("region with work", w.at, o.at)
		}
		for j := range w.now {
			if w.now[j] != o.now[j] || w.next[j] != o.next[j] {
				t := w.at.Tile(grid.Index(j*64 + bits.TrailingZeros64(cmp.Or(w.now[j]^o.now[j], w.next[j]^o.next[j]))))
				return first("", unlike("work at or after tile "+tileName(t), w.now[j], o.now[j]), unlike("work of the next beat at or after tile "+tileName(t), w.next[j], o.next[j]))
			}
		}
	}
	return unlike("number of regions with work", len(a.works), len(b.works))
}
