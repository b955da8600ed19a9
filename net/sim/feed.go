package sim

import (
	"cmp"
	"slices"

	"manyhold/net/host"
	"manyhold/net/store"
)

var _ host.Archiver = archiveLog{}

// feed is a process's view of one island in its file.
type feed struct {
	island  uint64
	last    uint64 // turn that was accepted
	known   bool
	gap     bool
	prev    []byte // body of the last turn
	written uint64
	err     error
	news    bool // written or err changed
	wrote   bool // some of its data were just written
}

// feed returns the feed of an island, which begins where the file is.
func (d *disk) feed(island uint64) *feed {
	i, has := slices.BinarySearchFunc(d.feeds, island, func(f *feed, island uint64) int { return cmp.Compare(f.island, island) })
	if !has {
		top := d.file.loaded(island)
		d.feeds = slices.Insert(d.feeds, i, &feed{island: island, last: top, known: top > 0, written: top})
	}
	return d.feeds[i]
}

// save notes a new checkpoint. If turns were refused, the file continues from it, or from the last turn it
// took.
func (f *feed) save(c store.Checkpoint) {
	if !f.known || c.Turn > f.last {
		f.last, f.known = c.Turn, true // turns that were refused since come again
	}
	if f.gap {
		f.gap, f.err, f.news = false, nil, true
	}
}

// written is the last turn of an island that a killed process does not lose.
func (d *disk) written(island uint64) uint64 {
	if d == nil {
		return 0
	}
	return d.feed(island).written
}

// failing returns the present error of an island's file.
func (d *disk) failing(island uint64) error { return d.feed(island).err }

// Logs are the file as the world sees it. The simulation takes everything from the world's outputs.
type (
	plainLog   struct{} // cannot archive: no minority continues alone
	archiveLog struct{ plainLog }
)

// Append, Written, Notify, Epoch, Save and Err make a plainLog a host.Log.
func (plainLog) Append(store.Entry)                {}
func (plainLog) Written() uint64                   { return 0 }
func (plainLog) Notify() <-chan struct{}           { return nil }
func (plainLog) Epoch(store.EpochRow, func(error)) {}
func (plainLog) Save(store.Checkpoint)             {}
func (plainLog) Err() error                        { return nil }

// Archive and OpenArchive make an archiveLog a host.Archiver.
func (archiveLog) Archive(store.Branch, func(error))               {}
func (archiveLog) OpenArchive([32]byte, func(store.Branch, error)) {}
