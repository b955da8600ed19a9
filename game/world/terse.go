package world

import (
	"fmt"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/terrain"
)

// Where people walk, regions are awake that nobody has edited and that hold nothing. A snapshot has no part
// for them, because the places of the people tell which regions are awake: a reader expects the 3×3 regions
// round each player, and on home those round its hearth, to be awake, unless a part describes them.
// Exceptions occur for the seconds in which regions linger, and at a line. The last part, named "w", lists
// them:
//
//	uvarint regions, 1 at least; of each, in the order of the names of parts:
//	        uvarint X less that of the one before (the first: X, zigzag), and
//	        uvarint Y less that of the one before where X is the same, else Y, zigzag
//
// Each of them is expected and not awake as it was made, or awake as it was made and not expected. The
// expectation is no rule of the game, but compression. It may be wrong without harm, and must never change as
// long as there is a file in this format.

const AwakeName = "w"

// Nothing is the part of a region that is active, as it was made and empty.
var Nothing = []byte{0, 0, 0, 0, 0}

// IsNothing reports whether the part of a region is that of one that is active, as it was made and empty.
func IsNothing(data []byte) bool { return slices.Equal(data, Nothing) }

// expected returns the regions that are expected to be awake, in the order of the names of their parts.
func (i *State) expected() (list []grid.Region) {
	around := func(at grid.Region) {
		for n := range int32(9) {
			if at := (grid.Region{X: at.X + n%3 - 1, Y: at.Y + n/3 - 1}); isPlace(at) {
				list = append(list, at)
			}
		}
	}
	if i.Register.SelfID == Home {
		around(terrain.Spawn(i.Gen.Seed).Region())
	}
	for k := range i.Roster.Here {
		if b := i.Space.Body(i.Roster.Here[k].Body); b != nil {
			around(grid.TileAt(b.Pos).Region())
		}
	}
	slices.SortStableFunc(list, compareParts)
	return slices.Compact(list)
}

// appendAwake appends the part that lists the regions awake as they were made, if it differs from the
// expectation. The regions of bare are such; those of told have parts of their own. All are in the order of
// the names of parts.
func appendAwake(dst []byte, bare, expected, told []grid.Region) []byte {
	if odd := unlikely(bare, expected, told); len(odd) > 0 {
		dst = AppendPart(dst, []byte(AwakeName), AppendOdd(nil, odd))
	}
	return dst
}

// AppendOdd appends the data of that part.
func AppendOdd(data []byte, odd []grid.Region) []byte {
	data = codec.Uvarint(data, uint64(len(odd)))
	last := grid.Region{}
	for k, at := range odd {
		if k == 0 {
			data = codec.Uvarint(data, zigzag(at.X))
		} else {
			data = codec.Uvarint(data, uint64(int64(at.X)-int64(last.X)))
		}
		if k > 0 && at.X == last.X {
			data = codec.Uvarint(data, uint64(int64(at.Y)-int64(last.Y)))
		} else {
			data = codec.Uvarint(data, zigzag(at.Y))
		}
		last = at
	}
	return data
}

// unlikely returns what is in only one of two lists, and not among those told. All are in the order of the
// names of parts.
func unlikely(a, b, told []grid.Region) (odd []grid.Region) {
	for len(a)+len(b) > 0 {
		var at grid.Region
		switch {
		case len(b) == 0 || len(a) > 0 && compareParts(a[0], b[0]) < 0:
			at, a = a[0], a[1:]
		case len(a) == 0 || compareParts(a[0], b[0]) > 0:
			at, b = b[0], b[1:]
		default:
			a, b = a[1:], b[1:]
			continue
		}
		if _, known := slices.BinarySearchFunc(told, at, compareParts); !known {
			odd = append(odd, at)
		}
	}
	return odd
}

// readOdd reads the bytes of appendOdd.
func readOdd(data []byte) (odd []grid.Region, err error) {
	c := codec.Read(data)
	c.Within("the regions that are awake", 0)
	last := grid.Region{}
	n := c.Count(MaxRegions+9*MaxPlayers+9, 2)
	c.Must(n > 0, "there must be one, or no such part")
	for k := range n {
		at := last
		x := c.Uvarint()
		if k == 0 {
			at.X = unzigzag(x)
		} else {
			c.Must(x <= 2*grid.MaxRegion, "there is no such place")
			at.X += int32(x & (1<<26 - 1))
		}
		y := c.Uvarint()
		if k > 0 && x == 0 {
			c.Must(y > 0 && y <= 2*grid.MaxRegion, "they must be in ascending order")
			at.Y += int32(y & (1<<26 - 1))
		} else {
			at.Y = unzigzag(y)
		}
		c.Must(isPlace(at), "there is no such place")
		if c.Err() != nil {
			return nil, c.Err()
		}
		odd, last = append(odd, at), at
	}
	return odd, c.Done()
}

// awaken activates the regions without a part in the snapshot: the expected ones, except for odd.
func (i *State) awaken(odd []grid.Region) error {
	told := i.Stored()
	for _, at := range odd {
		if _, known := slices.BinarySearchFunc(told, at, compareParts); known {
			return fmt.Errorf("region %d %d: awake and unchanged, so it must not have a part", at.X, at.Y)
		}
	}
	for _, at := range unlikely(i.expected(), odd, told) {
		if len(i.Land.Regions) >= MaxRegions {
			return fmt.Errorf("more than %d are active", MaxRegions)
		}
		r := new(Region)
		r.Generate(i.Gen, at)
		i.Land.Regions = append(i.Land.Regions, r)
	}
	return nil
}

// isPlace reports whether there can be a region at a place.
func isPlace(at grid.Region) bool {
	return at.X >= -grid.MaxRegion && at.X < grid.MaxRegion && at.Y >= -grid.MaxRegion && at.Y < grid.MaxRegion
}

// zigzag makes small numbers of those that are near zero.
func zigzag(v int32) uint64 { return uint64(uint32(v<<1 ^ v>>31)) }

// unzigzag is the inverse of zigzag. A value that is no zigzag of an int32 is beyond all regions.
func unzigzag(v uint64) int32 {
	if v > 1<<32-1 {
		return 1<<31 - 1
	}
	return int32(uint32(v)>>1) ^ -int32(v&1)
}
