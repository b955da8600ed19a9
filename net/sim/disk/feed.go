package disk

import (
	"cmp"
	"slices"

	"manyhold/net/store"
)

// Feed is a process's view of one island in its file.
type Feed struct {
	Island  uint64
	last    uint64 // turn that was accepted
	known   bool
	gap     bool
	prev    []byte // body of the last turn
	Written uint64
	away    uint64 // end of the turns that were to go into an archive; 0: turns were written since
	Err     error
	News    bool // Written or Err changed
	wrote   bool // some of its data were just written
}

// feed returns the feed of an island, which begins where the file is.
func (d *Disk) feed(island uint64) *Feed {
	i, has := slices.BinarySearchFunc(d.Feeds, island, func(f *Feed, island uint64) int { return cmp.Compare(f.Island, island) })
	if !has {
		top := d.File.Loaded(island)
		d.Feeds = slices.Insert(d.Feeds, i, &Feed{Island: island, last: top, known: top > 0, Written: top})
	}
	return d.Feeds[i]
}

// save notes a new checkpoint. If turns were refused, the file continues from it, or from the last turn it
// took.
func (f *Feed) save(c store.Checkpoint) {
	if !f.known || c.Turn > f.last {
		f.last, f.known = c.Turn, true // turns that were refused since come again
	}
	if f.gap {
		f.gap, f.Err, f.News = false, nil, true
	}
}

// Written is the last turn of an island that a killed process does not lose.
func (d *Disk) Written(island uint64) uint64 {
	if d == nil {
		return 0
	}
	return d.feed(island).Written
}

// Kept is the last turn of an island that a killed process does not lose, in its log or in an archive: while
// it leaves its epoch, its turns go there, and no turns are written.
func (d *Disk) Kept(island uint64) uint64 {
	if d == nil {
		return 0
	}
	f := d.feed(island)
	return max(f.Written, f.away)
}

// Failing returns the present error of an island's file.
func (d *Disk) Failing(island uint64) error { return d.feed(island).Err }
