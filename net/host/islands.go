package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/store"
)

// islands are those that are executed here: a Core for each. They begin here in one of three ways: carved out
// of one that is executed here, read from the file, or taken over from a peer that has them.
type islands struct {
	part
	table   table.Table[table.Number, *Core] // by their ids
	elapsed func() time.Duration             // to measure steps; nil in tests
}

// add makes the core of an island.
func (l *islands) add(island uint64) *Core {
	c := NewCore(l.options)
	c.island, c.measures.elapsed, c.siblings, c.clock = island, l.elapsed, siblings{l.world}, &l.clock
	if home := l.get(message.Home); home != nil {
		c.standing = home.standing
	}
	l.table.Set(table.Number(island), c)
	return c
}

// measure has the islands' steps timed by a clock.
func (l *islands) measure(elapsed func() time.Duration) {
	l.elapsed = elapsed
	l.each(func(c *Core) { c.measures.elapsed = elapsed })
}

func (l *islands) home() *Core { return l.get(message.Home) }

// all lists the islands in ascending order of ids. The list stays as it is when islands come and go.
func (l *islands) all() []*Core { return l.table.Values() }

// each calls f for every island, in ascending order of ids.
func (l *islands) each(f func(c *Core)) {
	for _, c := range l.all() {
		f(c)
	}
}

// get returns the core of an island; nil: it is not executed here.
func (l *islands) get(island uint64) *Core {
	return l.table.Get(table.Number(island))
}

// lingers is how long an island that went into another still answers peers that are behind.
const lingers = 30 * time.Second

// begin begins the islands that were carved out here, and those carved out of them.
func (l *islands) begin() {
	for again := true; again; {
		again = false
		if !slices.ContainsFunc(l.all(), func(c *Core) bool { return len(c.history.births) > 0 }) {
			return
		}
		for _, c := range l.all() {
			births := c.history.births
			c.history.births = nil
			for _, b := range births {
				again = true
				if l.get(b.first.Island) == nil && !l.world.ended.has(b.first.Island) {
					l.bear(c, b)
				}
			}
		}
	}
}

// bear begins an island that was carved out of another. Its first state is in the file before its record is.
func (isles *islands) bear(parent *Core, b birth) {
	id := b.first.Island
	m, l, err := isles.open(parent.genesis, id)
	if err != nil {
		parent.event("cannot begin an island", "begun", islandName(id), "why", err.Error())
		return // it is taken over from others later
	}
	var forebears []*epoch.Record
	if i := parent.ancestry.indexOf(b.first); i >= 0 {
		forebears = parent.ancestry.ancestryTo(i)
	}
	c := isles.add(id)
	if err := c.bear(isles.given(), parent.genesis, b, forebears, m, l); err != nil {
		parent.event("cannot begin an island", "begun", islandName(id), "why", err.Error())
		isles.remove(id)
		return
	}
	if parent.history.unborn == nil {
		parent.history.unborn = map[uint64]bool{}
	}
	parent.history.unborn[id] = true
	isles.early = append(isles.early, c.Ready())
	c.journal.again()
	isles.world.directory.introduce(c)
}

// bear puts a core at the beginning of an island that was carved out here.
func (c *Core) bear(now time.Time, g store.Genesis, b birth, forebears []*epoch.Record, m Machine, l Log) error {
	c.at(now)
	if err := m.Restore(b.state); err != nil {
		return err
	}
	r := b.first
	r.Sign(c.options.Key)
	c.genesis, c.world, c.machine, c.journal.log = g, g.ID(), m, l
	c.ancestry.forebears = forebears
	c.history.executed, c.history.hash, c.history.epoch, c.history.committed = r.FirstTurn-1, r.Chain, r.Number, r.FirstTurn-1
	c.history.orderedAt = c.now
	c.history.base = c.history.capture()
	c.parcels.markOutbox()
	c.journal.given, c.journal.written = c.history.executed, c.history.executed
	c.out.Log = l
	c.journal.save(c.history.base)
	c.epochs.restart = &loneVoterRestart{since: c.now, record: r}
	c.journal.pending, c.journal.retry = r, c.now
	return nil
}

// open makes the machine and the file of an island other than home.
func (l *islands) open(g store.Genesis, island uint64) (Machine, Log, error) {
	if l.options.Island == nil {
		return nil, nil, fmt.Errorf("host: Options.Island is missing")
	}
	return l.options.Island(g, island)
}

// remove forgets an island.
func (l *islands) remove(island uint64) {
	if c := l.get(island); c != nil {
		c.means.Forget(c)
	}
	l.table.Delete(table.Number(island))
}
