package sim

import (
	"errors"
	"time"

	"manyhold/net/host"
	"manyhold/net/store"
)

// storage lets the disk do its due work, and reports the results to the core. It returns whether there were
// any.
func (n *node) storage(now time.Time) (told bool) {
	d := n.disk
	if d == nil {
		return false
	}
	d.tick(now)
	told = len(d.done) > 0
	for len(d.done) > 0 {
		r := d.done[0]
		d.done = d.done[1:]
		if r.branch != nil {
			if errors.Is(r.err, store.ErrGap) {
				n.s.checks.course(r.island).fail("archive", n, "puts a branch away that its file does not take: %v", r.err)
			}
			n.world.Archived(n.clock(), r.island, *r.branch, r.err)
			continue
		}
		n.s.checks.recorded(n, r)
		n.world.Recorded(n.clock(), r.island, r.number, r.err)
	}
	for _, f := range d.feeds {
		if f.news {
			f.news = false
			n.world.Persisted(n.clock(), f.island, f.written, f.err)
			told = told || f.err != nil || n.waitsForFile(f.island)
		}
	}
	d.awaited = d.awaited && len(d.jobs)+len(d.batch) > 0
	return told
}

// waitsForFile reports whether the written turns of an island have a consequence: a lone voter commits
// them. In a large world other writes are not checked: they have no consequence, and the process learns of
// them when it is awake anyway.
func (n *node) waitsForFile(island uint64) bool {
	core := n.world.Core(island)
	if n.s.o.Links == 0 || core == nil {
		return true
	}
	r := core.Inspect().Record
	return r == nil || r.Lone()
}

// act carries out the core's outputs, and runs the checkers.
func (n *node) act() {
	if n.world == nil {
		return
	}
	for _, out := range n.world.Ready() {
		n.do(out)
	}
	if n.s.o.Links > 0 && n.disk != nil && n.cost == 0 {
		n.disk.begin(n.s.net.Now())
	}
	n.s.checks.look(n)
	if n.world.Stopped() {
		n.left()
		return
	}
	n.plan()
}

// do carries out the output of one island.
func (n *node) do(out host.Output) {
	if len(out.Appends)+len(out.Records)+len(out.Saves)+len(out.Archives) > 0 || out.End {
		n.disk.give(out)
		n.disk.awaited = n.disk.awaited || len(out.Records)+len(out.Saves)+len(out.Archives) > 0 || n.waitsForFile(out.Island)
	}
	if out.Cut != nil {
		n.disk.mark(out.Island).lacking = nil
	}
	for _, id := range out.Opens {
		b, err := n.disk.file.open(id)
		n.world.Opened(n.clock(), out.Island, id, b, err)
	}
	for _, m := range out.Sends {
		n.s.checks.sending(n, out.Island, m)
		if l := n.linkTo(m.To); l != nil {
			_ = l.Give(m.Channel, m.Bytes)
		}
	}
}
