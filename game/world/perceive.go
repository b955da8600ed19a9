package world

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Perceives reports whether a body is known at a place: in the same scene, and within the radius of its kind.
func Perceives(at fixed.Vec, b *entity.Body) bool {
	return grid.TileAt(at).Region().Scene() == grid.TileAt(b.Pos).Region().Scene() && b.Pos.Sub(at).Near(b.Kind.Radius())
}

// Perceived appends the bodies that are known at a place: those of active regions in ascending ID, then the
// ghosts across the lines to other islands.
func (i *State) Perceived(dst []entity.Body, at fixed.Vec) []entity.Body {
	list := i.Space.Bodies()
	for k := range list {
		if Perceives(at, &list[k]) {
			dst = append(dst, list[k])
		}
	}
	for k := range i.GhostBodies {
		if b := &i.GhostBodies[k].Body; Perceives(at, b) {
			dst = append(dst, *b)
		}
	}
	return dst
}

// Beacons are the bodies of an island that are known from far (see entity.Kind.Far), those in dormant
// regions, too. They are no part of the state: a viewer keeps one Beacons for each island. It caches its
// readings of dormant regions, so that asking again costs little.
type Beacons struct {
	Asleep, spare []asleep // ascending by region, as far as it was read
	list          []entity.Body
}

// asleep holds the beacons of a dormant region.
type asleep struct {
	at     grid.Region
	sum    uint64 // of the region's bytes
	bodies []entity.Body
}

// dormantLooks is how many dormant regions are read in a Look; the others are in one of the next.
const dormantLooks = 64

// Look returns the beacons of an island, at most MaxBeacons: those that are awake in ascending id, then those
// of dormant regions in order. It is valid until the next.
func (b *Beacons) Look(i *State) []entity.Body {
	b.list = b.list[:0]
	list := i.Space.Bodies()
	for k := range list {
		if list[k].Kind.Far() && len(b.list) < MaxBeacons {
			b.list = append(b.list, list[k])
		}
	}
	was, next, budget := b.Asleep, b.spare[:0], dormantLooks
	for k := range i.Dormant {
		d := &i.Dormant[k]
		for len(was) > 0 && was[0].at.Less(d.At) {
			was = was[1:]
		}
		switch {
		case len(was) > 0 && was[0].at == d.At && was[0].sum == d.Sum:
			next = append(next, was[0])
		case budget > 0:
			budget--
			next = append(next, asleep{d.At, d.Sum, beaconsIn(d.Data)})
		default:
			continue
		}
		for _, body := range next[len(next)-1].bodies {
			if len(b.list) < MaxBeacons {
				b.list = append(b.list, body)
			}
		}
	}
	b.Asleep, b.spare = next, b.Asleep[:0]
	return b.list
}

// MaxBeacons is how many beacons of an island are known at most; those beyond are not seen from far.
const MaxBeacons = 256

func beaconsIn(data []byte) []entity.Body {
	part, err := DecodeRegion(data)
	if err != nil {
		panic("island: a dormant region does not decode: " + err.Error())
	}
	return slices.Clip(slices.DeleteFunc(part.Bodies, func(b entity.Body) bool { return !b.Kind.Far() }))
}

// Arrival is where one arrives in a scene of a world of a seed.
func Arrival(seed uint64, scene uint8) grid.Tile { return SceneSpawn(seed, scene%grid.Scenes) }

// NearestPortal returns the open portal in active land that is nearest to a tile, among those at most reach
// tiles away to each side; none is false.
func (i *State) NearestPortal(from grid.Tile, reach int32) (p Portal, found bool) {
	best := int32(0)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			t := from.Add(dx, dy)
			r := i.ActiveRegion(t.Region())
			if r == nil || r.Doors == 0 || r.Tiles.Block[t.Index()] != tile.Portal {
				continue
			}
			if far := dx*dx + dy*dy; !found || far < best {
				p, best, found = Portal{t, r.Tiles.State[t.Index()] % grid.Scenes}, far, true
			}
		}
	}
	return p, found
}

// Awake reports whether the land of a tile is active here, so that there is something to be seen.
func (i *State) Awake(t grid.Tile) bool { return i.ActiveRegion(t.Region()) != nil }
