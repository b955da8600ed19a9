package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// CatchUp grows a waking region as it would have grown since it fell asleep; since is 1 + the tick at which
// it did. Package living sets it: the state knows that regions wake, but nothing of growth.
var CatchUp func(i *State, r *Region, since game.Tick)

// dormant is a region that is kept without ticks: data is its part of a snapshot (see encodeRegion).
type DormantRegion struct {
	At   grid.Region
	Data []byte
	Sum  uint64 // hash of at and data
}

// Wanted is the set of regions that should be active, at most MaxRegions: only those of an island, if it
// belongs to one.
type Wanted struct {
	of   *State
	List [MaxRegions]grid.Region
	N    int
}

func (w *Wanted) Has(at grid.Region) bool { return slices.Contains(w.List[:w.N], at) }

// Around adds the 3×3 regions around a place, row by row, as far as there is room.
func (w *Wanted) Around(at grid.Region) {
	for dy := int32(-1); dy <= 1; dy++ {
		for dx := int32(-1); dx <= 1; dx++ {
			w.add(grid.Region{X: at.X + dx, Y: at.Y + dy})
		}
	}
}

// add adds one region, if there is room.
func (w *Wanted) add(at grid.Region) {
	if w.N < len(w.List) && !w.Has(at) && (w.of == nil || w.of.Owns(at)) {
		w.List[w.N] = at
		w.N++
	}
}

// Attend activates the regions that the players need, and now and then puts unneeded ones to sleep. It is
// called at the end of a tick and when a player enters.
func (i *State) Attend() {
	if i.Partial {
		return
	}
	linger := i.Clock%Linger == 0
	if !i.Moved && !linger && len(i.Active) > 0 {
		return
	}
	i.Moved = false
	want := Wanted{of: i}
	if i.SelfID == Home {
		want.Around(i.SpawnTile.Region())
	}
	for k := range i.Roster { // everybody's own first: there is room for that
		if b := i.Body(i.Roster[k].Body); b != nil {
			want.add(grid.TileAt(b.Pos).Region())
		}
	}
	for k := range i.Roster {
		if b := i.Body(i.Roster[k].Body); b != nil {
			want.Around(grid.TileAt(b.Pos).Region())
		}
	}
	missing := 0
	for _, at := range want.List[:want.N] {
		if i.ActiveRegion(at) == nil {
			missing++
		}
	}
	if linger || len(i.Active)+missing > MaxRegions {
		for k := len(i.Active) - 1; k >= 0; k-- {
			if !want.Has(i.Active[k].At) {
				i.Retire(k)
			}
		}
	}
	for _, at := range want.List[:want.N] {
		if i.ActiveRegion(at) == nil {
			i.Activate(at)
		}
	}
}

// Activate makes a region active that is unborn or dormant.
func (i *State) Activate(at grid.Region) {
	r := i.newRegion()
	r.Generate(i.Gen, at)
	k, _ := i.FindRegion(at)
	i.Active = slices.Insert(i.Active, k, r)
	i.Reindex()
	if k, ok := i.FindDormant(at); ok {
		data := i.Dormant[k].Data
		i.Dormant = slices.Delete(i.Dormant, k, k+1)
		part, err := DecodeRegion(data)
		if err != nil {
			panic("island: a dormant region that this island wrote does not decode: " + err.Error())
		}
		i.Settle(r, &part)
		CatchUp(i, r, part.Since)
		RouseAll(i, r)
		RouseEdges(i, r) // those beside it may have gone without it
	} else {
		letGraze(i, r)
	}
}

// Retire puts the k-th active region to sleep, or forgets it if it is as it was before anybody came.
func (i *State) Retire(k int) {
	r := i.Active[k]
	i.Prune(r)
	data := i.EncodeRegion(nil, r, i.Clock+1)
	bare := len(data) == len(i.EncodeNothing(nil, i.Clock+1))
	at := r.At
	dropWork(i, at)
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == at }
	i.DropComponents(inside)
	i.Space.RemoveAll(inside)
	i.Chests = slices.DeleteFunc(i.Chests, func(c Chest) bool { return c.At.Region() == at })
	i.Traces = slices.DeleteFunc(i.Traces, func(o Outline) bool { return o.At.Region() == at })
	i.Active = slices.Delete(i.Active, k, k+1)
	i.spare = append(i.spare, r)
	i.Reindex()
	if bare {
		return
	}
	k, _ = i.FindDormant(at)
	i.Dormant = slices.Insert(i.Dormant, k, DormantRegion{At: at, Data: data, Sum: DormantSum(at, data)})
}

func (i *State) FindDormant(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(i.Dormant, at, func(d DormantRegion, at grid.Region) int { return CompareRegions(d.At, at) })
}

// Prune forgets which tiles were edited that are again as they were made.
func (i *State) Prune(r *Region) {
	base := i.newRegion()
	base.Generate(i.Gen, r.At)
	for k := range grid.Index(grid.RegionTiles) {
		if bit := uint64(1) << (k % 64); r.Edited[k/64]&bit != 0 && r.Tiles.Ground[k] == base.Tiles.Ground[k] &&
			r.Tiles.Block[k] == base.Tiles.Block[k] && r.Tiles.State[k] == base.Tiles.State[k] {
			r.Edited[k/64] &^= bit
		}
	}
	i.spare = append(i.spare, base)
}
