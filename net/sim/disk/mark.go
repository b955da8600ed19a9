package disk

import "manyhold/net/store"

// Mark is the disk's bound on the progress of an island's log, as net/store keeps it.
type Mark struct {
	most    uint64     // the greatest turn that may be reported as written
	Had     uint64     // the last turn of its log before the last power cut
	Lacking *store.Cut // the report of a power cut to the next process
}

// Mark returns that of an island.
func (d *Disk) Mark(island uint64) *Mark {
	m := d.marks[island]
	if m == nil {
		m = &Mark{}
		d.marks[island] = m
	}
	return m
}

// tell reports the written turns of an island, up to its mark.
func (d *Disk) tell(f *Feed) {
	if w := min(d.File.Top(f.Island), f.last, d.Mark(f.Island).most); w != f.Written {
		if w > f.Written {
			f.away = 0
		}
		f.Written, f.News = w, true
	}
}

// beyond reports whether the batch exceeds a mark: it is synced before it is reported.
func (d *Disk) beyond() bool {
	for _, c := range d.batch {
		if c.turn != nil && c.turn.Turn > d.Mark(c.island).most || c.save != nil && c.save.Turn > d.Mark(c.island).most {
			return true
		}
	}
	return false
}

// move sets all marks after a sync.
func (d *Disk) move() {
	for _, island := range d.File.Islands() {
		d.Mark(island).most = d.File.Top(island) + store.MaxUnsynced
	}
	for _, f := range d.Feeds {
		d.tell(f)
	}
}

// lacks notes the possible loss of a power cut.
func (d *Disk) lacks() {
	for _, island := range d.File.Islands() {
		m := d.Mark(island)
		if top := d.File.Top(island); m.most > top {
			m.Lacking = &store.Cut{Turn: top, Most: m.most, At: d.synced, Sure: true}
		}
	}
}

// cuts adds the reports of power cuts to a loaded file.
func (d *Disk) cuts(l *store.Loaded) {
	l.Cut = d.told(store.Home)
	for i := range l.Logs {
		l.Logs[i].Cut = d.told(l.Logs[i].Island)
	}
}

// told returns the report about an island.
func (d *Disk) told(island uint64) *store.Cut {
	if cut := d.Mark(island).Lacking; cut != nil && cut.Most > d.File.Loaded(island) {
		return cut
	}
	return nil
}
