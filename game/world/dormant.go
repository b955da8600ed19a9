package world

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game/grid"
	"manyhold/game/thing"
)

// DormantRegions are the regions that sleep, in order.
type DormantRegions struct{ List []DormantRegion }

// Put adds a region; none of its place is there. The bytes are the table's from now on.
func (s *DormantRegions) Put(at grid.Region, data []byte, things []*thing.Thing) {
	k, _ := s.Find(at)
	s.List = slices.Insert(s.List, k, NewDormant(at, data, things))
}

// Take removes the region at a place and returns its bytes; ok is false where there is none.
func (s *DormantRegions) Take(at grid.Region) (data []byte, ok bool) {
	k, ok := s.Find(at)
	if !ok {
		return nil, false
	}
	data = s.List[k].Data
	s.List = slices.Delete(s.List, k, k+1)
	return data, true
}

// sum is the hash of all, whatever their order.
func (s *DormantRegions) sum() (sum uint64) {
	for k := range s.List {
		sum += s.List[k].Sum
	}
	return sum
}

// DormantRegion is a region that is kept without ticks: data is its part of a snapshot (see EncodeRegion).
type DormantRegion struct {
	At   grid.Region
	Data []byte
	Sum  uint64 // hash of at and data
	// Owners are how many things there are of whom. It follows from the data.
	Owners []thing.Tally
}

// NewDormant returns a dormant region, of whose data the things are known.
func NewDormant(at grid.Region, data []byte, things []*thing.Thing) DormantRegion {
	return DormantRegion{At: at, Data: data, Sum: DormantSum(at, data), Owners: thing.TallyOf(things)}
}

func (s *DormantRegions) Find(at grid.Region) (int, bool) {
	return slices.BinarySearchFunc(s.List, at, func(d DormantRegion, at grid.Region) int { return d.At.Compare(at) })
}

// DormantSum hashes a dormant region with its place.
func DormantSum(at grid.Region, data []byte) uint64 { return xxh3.HashSeed(data, RegionKey(at)) }

func diffDormant(a, b *State) string {
	for k := range min(len(a.Dormant.List), len(b.Dormant.List)) {
		d, o := &a.Dormant.List[k], &b.Dormant.List[k]
		if s := first("", unlike("region", d.At, o.At), unlike("sum", d.Sum, o.Sum)); s != "" {
			return fmt.Sprintf("dormant[%d], region %d %d: %s", k, d.At.X, d.At.Y, s)
		}
	}
	return unlike("number of dormant regions", len(a.Dormant.List), len(b.Dormant.List))
}
