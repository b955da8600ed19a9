package federation

import (
	"slices"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/world"
)

// HolderOf returns which other island holds a region, as far as it is known here; 0 if it is not.
func HolderOf(i *world.State, at grid.Region) uint64 {
	if i.Register.SelfID == world.Home {
		if h := i.Register.HeldBy(at); h != world.Home {
			return h
		}
		return 0
	}
	if k, ok := i.Register.FindAsk(at); ok {
		return i.Register.Asks[k].Holder
	}
	return 0
}

// reserve returns the land around all players, in order.
func ReserveLand(i *world.State) (list []grid.Region) {
	add := func(mid grid.Region, reach int32) {
		for dy := -reach; dy <= reach; dy++ {
			for dx := -reach; dx <= reach; dx++ {
				at := grid.Region{X: mid.X + dx, Y: mid.Y + dy}
				if k, found := slices.BinarySearchFunc(list, at, grid.Region.Compare); !found {
					list = slices.Insert(list, k, at)
				}
			}
		}
	}
	for k := range i.Roster.Here {
		if at, ok := PlaceOf(i, &i.Roster.Here[k]); ok {
			add(at, world.Reserve)
		}
	}
	return list
}

// Place appends where the island lies: u32 X, u32 Y of the region of its first player, else of its first
// land, else of the spawn.
func Place(i *world.State, dst []byte) []byte {
	at := i.SpawnTile.Region()
	if i.Register.Child() && len(i.Register.Leases) > 0 {
		at = i.Register.Leases[0].At
	}
	for k := range i.Roster.Here {
		if here, ok := PlaceOf(i, &i.Roster.Here[k]); ok {
			return world.AppendPlace(dst, here)
		}
	}
	return world.AppendPlace(dst, at)
}

// ReadPlace reads the bytes of Place.
func ReadPlace(b []byte) (at grid.Region, ok bool) {
	c := codec.Read(b)
	at = world.ReadPos(&c)
	return at, c.Done() == nil
}

// Spread is how far a is from b, in regions: the greater of both axes.
func Spread(a, b grid.Region) int32 {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
}

// PlaceOf returns the region in which a player is.
func PlaceOf(i *world.State, p *entity.PlayerState) (at grid.Region, ok bool) {
	if b := i.Space.Body(p.Body); b != nil {
		return grid.TileAt(b.Pos).Region(), true
	}
	return at, false
}

// Needs reports whether a region lies within reach regions of a player here or, at home, within one of the
// spawn.
func Needs(i *world.State, at grid.Region, reach int32) bool {
	if i.Register.SelfID == world.Home && Spread(at, i.SpawnTile.Region()) <= 1 {
		return true
	}
	for k := range i.Roster.Here {
		if here, ok := PlaceOf(i, &i.Roster.Here[k]); ok && Spread(at, here) <= reach {
			return true
		}
	}
	return false
}
