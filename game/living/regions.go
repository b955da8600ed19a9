package living

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// Wanted is the set of regions that should be active, at most MaxRegions: only those of an island, if it
// belongs to one.
type Wanted struct {
	of   *world.State
	List [world.MaxRegions]grid.Region
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
	if w.N < len(w.List) && !w.Has(at) && (w.of == nil || w.of.Register.Owns(at)) {
		w.List[w.N] = at
		w.N++
	}
}

// Attend activates the regions that the players need, and now and then puts unneeded ones to sleep. It is
// called at the end of a tick and when a player enters.
func Attend(i *world.State) {
	if i.Partial {
		return
	}
	linger := i.Clock%world.Linger == 0
	if !i.Moved && !linger && len(i.Land.Regions) > 0 {
		return
	}
	i.Moved = false
	want := Wanted{of: i}
	if i.Register.SelfID == world.Home {
		want.Around(i.SpawnTile.Region())
	}
	for k := range i.Roster.Here { // everybody's own first: there is room for that
		if b := i.Space.Body(i.Roster.Here[k].Body); b != nil {
			want.add(grid.TileAt(b.Pos).Region())
		}
	}
	for k := range i.Roster.Here {
		if b := i.Space.Body(i.Roster.Here[k].Body); b != nil {
			want.Around(grid.TileAt(b.Pos).Region())
		}
	}
	if linger {
		i.Diary.Prune(i.Clock)
	}
	missing := 0
	for _, at := range want.List[:want.N] {
		if i.Land.Active(at) == nil {
			missing++
		}
	}
	if linger || len(i.Land.Regions)+missing > world.MaxRegions {
		for k := len(i.Land.Regions) - 1; k >= 0; k-- {
			if !want.Has(i.Land.Regions[k].At) {
				Retire(i, k)
			}
		}
	}
	for _, at := range want.List[:want.N] {
		if i.Land.Active(at) == nil {
			Activate(i, at)
		}
	}
}

// Activate makes a region active that is unborn or dormant.
func Activate(i *world.State, at grid.Region) {
	r := i.Land.NewRegion()
	r.Generate(i.Gen, at)
	i.Land.Insert(r)
	if data, ok := i.Dormant.Take(at); ok {
		part, err := world.DecodeRegion(data)
		if err != nil {
			panic("island: a dormant region that this island wrote does not decode: " + err.Error())
		}
		i.Settle(r, &part)
		RebuildIn(i, at)
		CatchUp(i, r, part.Since)
		RouseAll(i, r)
		RouseEdges(i, r) // those beside it may have gone without it
	} else {
		letNest(i, r) // it asks for the land as it was made
		letGraze(i, r)
	}
}

// Retire puts the k-th active region to sleep, or forgets it if it is as it was before anybody came.
func Retire(i *world.State, k int) {
	r := i.Land.Regions[k]
	i.Land.Prune(i.Gen, r)
	Gather(i, func(parent, child fixed.Vec) bool {
		p, c := grid.TileAt(parent).Region(), grid.TileAt(child).Region()
		return p != c && (p == r.At || c == r.At)
	})
	data := i.EncodeRegion(nil, r, i.Clock+1)
	bare := len(data) == len(world.EncodeNothing(nil, i.Clock+1))
	at := r.At
	i.Works.Drop(at)
	things := i.ThingsIn(at)
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == at }
	i.DropComponents(inside)
	i.Things.Drop(func(x *thing.Thing) bool { return i.ThingPlace(x).Region() == at })
	i.Space.RemoveAll(inside)
	i.Chests.RemoveIn(at)
	i.Outlines.RemoveIn(at)
	i.Diary.RemoveIn(at)
	i.Land.Remove(k)
	if !bare {
		i.Dormant.Put(at, data, things)
	}
}

// LookAt activates the 3×3 regions around a tile, and puts others to sleep if there is no room. So a state
// that is not stepped any more can be viewed everywhere. A world that runs turns never uses it.
func LookAt(i *world.State, t grid.Tile) {
	want := Wanted{of: i}
	want.Around(t.Region())
	for k := len(i.Land.Regions) - 1; k >= 0 && len(i.Land.Regions)+want.N > world.MaxRegions; k-- {
		if at := i.Land.Regions[k].At; !want.Has(at) && !peopled(i, at) {
			Retire(i, k)
		}
	}
	for _, at := range want.List[:want.N] {
		if i.Land.Active(at) == nil && len(i.Land.Regions) < world.MaxRegions {
			Activate(i, at)
		}
	}
}

// peopled reports whether a player, or something that is carried, is in a region.
func peopled(i *world.State, at grid.Region) bool {
	list := i.Space.Bodies()
	for k := range list {
		if (list[k].Kind == entity.Player || list[k].Other != 0) && world.InRegion(&list[k], at) {
			return true
		}
	}
	return false
}
