package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/table"
	"manyhold/net/store"
)

// How the islands of a World begin here: carved out of one that is executed here, from the file, or taken over from a
// peer that has them.

// lingers is how long an island that went into another still answers those who are behind.
const lingers = 30 * time.Second

// begin begins the islands that were carved out here, and those carved out of them.
func (w *World) begin() {
	for again := true; again; {
		again = false
		if !slices.ContainsFunc(w.islands.Values(), func(c *Core) bool { return len(c.births) > 0 }) {
			return
		}
		for _, c := range w.islands.Values() {
			births := c.births
			c.births = nil
			for _, b := range births {
				again = true
				if w.core(b.first.Island) == nil && !w.ended(b.first.Island) {
					w.bear(c, b)
				}
			}
		}
	}
}

// bear begins an island that was carved out of another. Its first state is in the file before its record is.
func (w *World) bear(parent *Core, b birth) {
	id := b.first.Island
	m, l, err := w.open(parent.genesis, id)
	if err != nil {
		parent.event("cannot begin an island", "begun", islandName(id), "why", err.Error())
		return // it is taken over from others later
	}
	var forebears []*epoch.Record
	if i := parent.indexOf(b.first); i >= 0 {
		forebears = parent.lineageTo(i)
	}
	c := w.add(id)
	if err := c.bear(w.given(), parent.genesis, b, forebears, m, l); err != nil {
		parent.event("cannot begin an island", "begun", islandName(id), "why", err.Error())
		w.remove(id)
		return
	}
	if parent.unborn == nil {
		parent.unborn = map[uint64]bool{}
	}
	parent.unborn[id] = true
	w.early = append(w.early, c.Ready())
	c.journal.again()
	w.introduce(c)
}

// bear puts a core at the beginning of an island that was carved out here.
func (c *Core) bear(now time.Time, g store.Genesis, b birth, forebears []*epoch.Record, m Machine, l Log) error {
	c.at(now)
	if err := m.Restore(b.state); err != nil {
		return err
	}
	r := b.first
	r.Sign(c.options.Key)
	c.genesis, c.world, c.machine, c.log = g, g.ID(), m, l
	c.forebears = forebears
	c.state.executed, c.state.hash, c.state.epoch, c.state.committed = r.FirstTurn-1, r.Chain, r.Number, r.FirstTurn-1
	c.state.orderedAt = c.now
	c.state.base = c.capture()
	c.stamp()
	c.journal.given, c.journal.written = c.state.executed, c.state.executed
	c.out.Log = l
	c.journal.save(c.state.base)
	c.lone.recovery = &recovery{since: c.now, record: r}
	c.journal.pending, c.journal.retry = r, c.now
	return nil
}

// open makes the machine and the file of an island other than home.
func (w *World) open(g store.Genesis, island uint64) (Machine, Log, error) {
	if w.options.Island == nil {
		return nil, nil, fmt.Errorf("host: Options.Island is missing")
	}
	return w.options.Island(g, island)
}

// remove forgets an island.
func (w *World) remove(island uint64) {
	if c := w.core(island); c != nil {
		c.means.Forget(c)
	}
	w.islands.Delete(table.Number(island))
}
