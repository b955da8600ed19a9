package sim

import "manyhold/net/store"

// mark is the disk's bound on the progress of an island's log, as net/store keeps it.
type mark struct {
	most    uint64     // the greatest turn that may be reported as written
	had     uint64     // the last turn of its log before the last power cut
	lacking *store.Cut // the report of a power cut to the next process
}

// mark returns that of an island.
func (d *disk) mark(island uint64) *mark {
	m := d.marks[island]
	if m == nil {
		m = &mark{}
		d.marks[island] = m
	}
	return m
}

// tell reports the written turns of an island, up to its mark.
func (d *disk) tell(f *feed) {
	if w := min(d.file.top(f.island), f.last, d.mark(f.island).most); w != f.written {
		f.written, f.news = w, true
	}
}

// beyond reports whether the batch exceeds a mark: it is synced before it is reported.
func (d *disk) beyond() bool {
	for _, c := range d.batch {
		if c.turn != nil && c.turn.Turn > d.mark(c.island).most || c.save != nil && c.save.Turn > d.mark(c.island).most {
			return true
		}
	}
	return false
}

// move sets all marks after a sync.
func (d *disk) move() {
	for _, island := range d.file.islands() {
		d.mark(island).most = d.file.top(island) + store.MaxUnsynced
	}
	for _, f := range d.feeds {
		d.tell(f)
	}
}

// lacks notes the possible loss of a power cut.
func (d *disk) lacks() {
	for _, island := range d.file.islands() {
		m := d.mark(island)
		if top := d.file.top(island); m.most > top {
			m.lacking = &store.Cut{Turn: top, Most: m.most, At: d.synced, Sure: true}
		}
	}
}

// cuts adds the reports of power cuts to a loaded file.
func (d *disk) cuts(l *store.Loaded) {
	l.Cut = d.told(store.Home)
	for i := range l.Logs {
		l.Logs[i].Cut = d.told(l.Logs[i].Island)
	}
}

// told returns the report about an island.
func (d *disk) told(island uint64) *store.Cut {
	if cut := d.mark(island).lacking; cut != nil && cut.Most > d.file.loaded(island) {
		return cut
	}
	return nil
}
