package sim

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
	"manyhold/net/store/nolog"
)

// storage lets the disk do its due work, and reports the results to the core. It returns whether there were
// any.
func (n *node) storage(now time.Time) (told bool) {
	d := n.disk
	if d == nil {
		return false
	}
	d.Tick(now)
	told = len(d.Done) > 0
	for len(d.Done) > 0 {
		r := d.Done[0]
		d.Done = d.Done[1:]
		if r.Branch != nil {
			if errors.Is(r.Err, store.ErrGap) {
				n.s.checks.track(r.Island).fail("archive", n, "puts a branch away that its file does not take: %v", r.Err)
			}
			n.world.Archived(n.clock(), r.Island, *r.Branch, r.Err)
			continue
		}
		n.s.checks.recorded(n, r)
		n.world.Recorded(n.clock(), r.Island, r.Number, r.Err)
	}
	for _, f := range d.Feeds {
		if f.News {
			f.News = false
			n.world.Persisted(n.clock(), f.Island, f.Written, f.Err)
			told = told || f.Err != nil || n.waitsForFile(f.Island)
		}
	}
	d.Awaited = d.Awaited && d.Writing()
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
	if n.s.o.Links > 0 && n.disk != nil && n.faults.cost == 0 {
		n.disk.Begin(n.s.net.Now())
	}
	n.s.checks.look(n)
	if n.world.Stopped() {
		n.left()
		return
	}
	n.plan()
}

// do carries out the output of one island.
func (n *node) do(out kernel.Output) {
	if len(out.Appends)+len(out.Records)+len(out.Saves)+len(out.Archives) > 0 || out.End {
		n.disk.Give(out)
		n.disk.Awaited = n.disk.Awaited || len(out.Records)+len(out.Saves)+len(out.Archives) > 0 || n.waitsForFile(out.Island)
	}
	for _, row := range out.Charter {
		n.rows[row.ID] = row
	}
	n.s.planted.early(n, out)
	if out.Cut != nil {
		n.disk.Mark(out.Island).Lacking = nil
	}
	for _, id := range out.Opens {
		b, err := n.disk.File.Open(id)
		if n.faults.edits && err == nil {
			b.Tip.Snapshot = n.s.o.Game.Edit(b.Tip.Snapshot)
			n.s.report.Unfair.Edited++
		}
		n.world.Opened(n.clock(), out.Island, id, b, err)
	}
	n.readFor(out)
	for _, m := range out.Sends {
		n.s.checks.sending(n, out.Island, m)
		n.s.planted.repeat(n, m.To, m.Bytes)
		if l := n.links.toKey(m.To); l != nil {
			_ = l.Give(m.Channel, m.Bytes)
		}
	}
}

// charterRows are the rows of the charter in a node's file.
type charterRows map[[32]byte]store.CharterRow

// sorted lists the rows by id.
func (r charterRows) sorted() (rows []store.CharterRow) {
	for _, row := range r {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b store.CharterRow) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	return rows
}

// readFor keeps the places of executions, and reads what they ask for.
func (n *node) readFor(out kernel.Output) {
	for _, t := range out.Trials {
		n.disk.File.KeepTrial(t)
	}
	for _, what := range out.Reads {
		s, err := n.disk.File.Read(out.Island, what)
		host.Read(n.world, n.clock(), out.Island, what, s, err)
	}
}

// archiveLog is the file as the world sees it in a simulation with forks, which takes everything from the
// world's outputs. Without forks it is a nolog.Log, which cannot archive: no minority continues alone.
type archiveLog struct{ nolog.Log }

// Abilities is host.Log's.
func (archiveLog) Abilities() store.Abilities { return store.Abilities{Archive: true} }
