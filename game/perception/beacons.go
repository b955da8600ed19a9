package perception

import (
	"slices"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/world"
)

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
func (b *Beacons) Look(i *world.State) []entity.Body {
	b.list = b.list[:0]
	list := i.Space.Bodies()
	for k := range list {
		if list[k].Kind.Far() && len(b.list) < MaxBeacons {
			b.list = append(b.list, list[k])
		}
	}
	was, next, budget := b.Asleep, b.spare[:0], dormantLooks
	for k := range i.Dormant.List {
		d := &i.Dormant.List[k]
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
	part, err := world.DecodeRegion(data)
	if err != nil {
		panic("island: a dormant region does not decode: " + err.Error())
	}
	return slices.Clip(slices.DeleteFunc(part.Bodies, func(b entity.Body) bool { return !b.Kind.Far() }))
}
