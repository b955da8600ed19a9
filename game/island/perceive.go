package island

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// perceives reports whether a body is known at a place: in the same scene, and within the radius of its kind.
func perceives(at fixed.Vec, b *entity.Body) bool {
	return grid.TileAt(at).Region().Scene() == grid.TileAt(b.Pos).Region().Scene() && b.Pos.Sub(at).Near(b.Kind.Radius())
}

// Perceived appends the bodies that are known at a place: those of active regions in ascending id, then what is seen
// across the lines to other islands.
func (i *State) Perceived(dst []entity.Body, at fixed.Vec) []entity.Body {
	list := i.space.Bodies()
	for k := range list {
		if perceives(at, &list[k]) {
			dst = append(dst, list[k])
		}
	}
	for k := range i.ghosts {
		if b := &i.ghosts[k].body; perceives(at, b) {
			dst = append(dst, *b)
		}
	}
	return dst
}

// Beacons are the bodies of an island that are known from far (see entity.Kind.Far), those in dormant regions, too.
// They are no part of the state: whoever shows them keeps one of these for each island. It remembers what it has read of
// dormant regions, so that asking again costs little.
type Beacons struct {
	asleep, spare []asleep // ascending by region, as far as it was read
	list          []entity.Body
}

// asleep is what a dormant region has of them.
type asleep struct {
	at     grid.Region
	sum    uint64 // of the region's bytes
	bodies []entity.Body
}

// dormantLooks is how many dormant regions are read in a Look; the others are in one of the next.
const dormantLooks = 64

// Look returns the beacons of an island, at most MaxBeacons: those that are awake in ascending id, then those of dormant
// regions in order. It is valid until the next.
func (b *Beacons) Look(i *State) []entity.Body {
	b.list = b.list[:0]
	list := i.space.Bodies()
	for k := range list {
		if list[k].Kind.Far() && len(b.list) < MaxBeacons {
			b.list = append(b.list, list[k])
		}
	}
	was, next, budget := b.asleep, b.spare[:0], dormantLooks
	for k := range i.dormant {
		d := &i.dormant[k]
		for len(was) > 0 && was[0].at.Less(d.at) {
			was = was[1:]
		}
		switch {
		case len(was) > 0 && was[0].at == d.at && was[0].sum == d.sum:
			next = append(next, was[0])
		case budget > 0:
			budget--
			next = append(next, asleep{d.at, d.sum, beaconsIn(d.data)})
		default:
			continue
		}
		for _, body := range next[len(next)-1].bodies {
			if len(b.list) < MaxBeacons {
				b.list = append(b.list, body)
			}
		}
	}
	b.asleep, b.spare = next, b.asleep[:0]
	return b.list
}

// MaxBeacons is how many beacons of an island are known at most; those beyond are not seen from far.
const MaxBeacons = 256

func beaconsIn(data []byte) []entity.Body {
	part, err := decodeRegion(data)
	if err != nil {
		panic("island: a dormant region does not decode: " + err.Error())
	}
	return slices.Clip(slices.DeleteFunc(part.bodies, func(b entity.Body) bool { return !b.Kind.Far() }))
}
