package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// CatchUp lets a region that wakes grow as it would have grown since it fell asleep; since is 1 + the tick at which it did.
// The package of living things sets it: the state knows that regions wake, not what grows in them.
var CatchUp func(i *State, r *region, since game.Tick)

// dormant is a region that is kept without ticks: data is its part of a snapshot (see encodeRegion).
type dormant struct {
	at   grid.Region
	data []byte
	sum  uint64 // hash of at and data
}

// wanted is the set of regions that are to be active, at most MaxRegions: those of an island only, if it
// is of one.
type wanted struct {
	of   *State
	list [MaxRegions]grid.Region
	n    int
}

func (w *wanted) has(at grid.Region) bool { return slices.Contains(w.list[:w.n], at) }

// around adds the 3×3 regions around a place, row by row, as far as there is room.
func (w *wanted) around(at grid.Region) {
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			w.add(grid.Region{X: at.X + dx, Y: at.Y + dy})
		}
	}
}

// add adds one region, if there is room.
func (w *wanted) add(at grid.Region) {
	if w.n < len(w.list) && !w.has(at) && (w.of == nil || w.of.owns(at)) {
		w.list[w.n] = at
		w.n++
	}
}

// attend makes the regions active that the players need, and now and then puts those to sleep that
// nobody does. It is called at the end of a tick and when a player enters.
func (i *State) attend() {
	if i.partial {
		return
	}
	linger := i.tick%Linger == 0
	if !i.moved && !linger && len(i.regions) > 0 {
		return
	}
	i.moved = false
	want := wanted{of: i}
	if i.self == Home {
		want.around(i.spawn.Region())
	}
	for k := range i.players { // everybody's own first: there is room for that
		if b := i.Body(i.players[k].Body); b != nil {
			want.add(grid.TileAt(b.Pos).Region())
		}
	}
	for k := range i.players {
		if b := i.Body(i.players[k].Body); b != nil {
			want.around(grid.TileAt(b.Pos).Region())
		}
	}
	missing := 0
	for _, at := range want.list[:want.n] {
		if i.region(at) == nil {
			missing++
		}
	}
	if linger || len(i.regions)+missing > MaxRegions {
		for k := len(i.regions) - 1; k >= 0; k-- {
			if !want.has(i.regions[k].at) {
				i.retire(k)
			}
		}
	}
	for _, at := range want.list[:want.n] {
		if i.region(at) == nil {
			i.activate(at)
		}
	}
}

// activate makes a region active that is unborn or dormant.
func (i *State) activate(at grid.Region) {
	r := i.newRegion()
	r.generate(i.genesis, at)
	k, _ := i.findRegion(at)
	i.regions = slices.Insert(i.regions, k, r)
	i.reindex()
	if k, ok := i.findDormant(at); ok {
		data := i.dormant[k].data
		i.dormant = slices.Delete(i.dormant, k, k+1)
		part, err := decodeRegion(data)
		if err != nil {
			panic("island: a dormant region that this island wrote does not decode: " + err.Error())
		}
		i.settle(r, &part)
		CatchUp(i, r, part.since)
		rouseAll(i, r)
		rouseEdges(i, r) // those beside it may have gone without it
	} else {
		letGraze(i, r)
	}
}

// retire puts the k-th active region to sleep, or forgets it if it is as it was before anybody came.
func (i *State) retire(k int) {
	r := i.regions[k]
	i.prune(r)
	data := i.encodeRegion(nil, r, i.tick+1)
	bare := len(data) == len(i.encodeNothing(nil, i.tick+1))
	at := r.at
	dropWork(i, at)
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == at }
	i.dropComponents(inside)
	i.space.RemoveAll(inside)
	i.chests = slices.DeleteFunc(i.chests, func(c chest) bool { return c.at.Region() == at })
	i.outlines = slices.DeleteFunc(i.outlines, func(o Outline) bool { return o.At.Region() == at })
	i.regions = slices.Delete(i.regions, k, k+1)
	i.spare = append(i.spare, r)
	i.reindex()
	if bare {
		return
	}
	k, _ = i.findDormant(at)
	i.dormant = slices.Insert(i.dormant, k, dormant{at: at, data: data, sum: dormantSum(at, data)})
}

func (i *State) findDormant(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.dormant, at, func(d dormant, at grid.Region) int { return compareRegions(d.at, at) })
}

// prune forgets which tiles were edited that are again as they were made.
func (i *State) prune(r *region) {
	base := i.newRegion()
	base.generate(i.genesis, r.at)
	for k := range grid.Index(grid.RegionTiles) {
		if bit := uint64(1) << (k % 64); r.edited[k/64]&bit != 0 && r.tiles.Ground[k] == base.tiles.Ground[k] &&
			r.tiles.Block[k] == base.tiles.Block[k] && r.tiles.State[k] == base.tiles.State[k] {
			r.edited[k/64] &^= bit
		}
	}
	i.spare = append(i.spare, base)
}
