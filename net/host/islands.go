package host

import (
	"crypto/sha256"
	"fmt"
	"time"

	"manyhold/net/host/directory"
	"manyhold/net/host/islandmerge"
	"manyhold/net/host/kernel"
	"manyhold/net/host/mailbox"
	"manyhold/net/host/message"
	"manyhold/net/host/table"
	"manyhold/net/key"
	"manyhold/net/store"
)

// islands are those that are executed here: a Core for each. They begin here in one of three ways: carved out
// of one that is executed here, read from the file, or taken over from a peer that has them.
type islands struct {
	options kernel.Options
	clock   *kernel.Clock
	others  kernel.Islands                          // what each island sees of the others
	table   table.Table[table.Number, *kernel.Core] // by their ids
	elapsed func() time.Duration                    // to measure steps; nil in tests

	executed []directory.Island // in the order of the table, as of this version of it
	mailed   []mailbox.Island
	merged   []islandmerge.Island
	version  uint64
}

// add makes the core of an island.
func (l *islands) add(island uint64) *kernel.Core {
	c := NewCore(l.options)
	c.ID, c.Measures.Elapsed, c.Islands, c.Clock = island, l.elapsed, l.others, l.clock
	if home := l.get(message.Home); home != nil {
		c.Standing = home.Standing
	}
	l.table.Set(table.Number(island), c)
	return c
}

// measure has the islands' steps timed by a clock.
func (l *islands) measure(elapsed func() time.Duration) {
	l.elapsed = elapsed
	l.each(func(c *kernel.Core) { c.Measures.Elapsed = elapsed })
}

func (l *islands) home() *kernel.Core { return l.get(message.Home) }

// all lists the islands in ascending order of ids. The list stays as it is when islands come and go.
func (l *islands) all() []*kernel.Core { return l.table.Values() }

// each calls f for every island, in ascending order of ids.
func (l *islands) each(f func(c *kernel.Core)) {
	for _, c := range l.all() {
		f(c)
	}
}

// get returns the core of an island; nil: it is not executed here.
func (l *islands) get(island uint64) *kernel.Core {
	return l.table.Get(table.Number(island))
}

// open makes the machine and the file of an island other than home.
func (l *islands) open(g store.Genesis, island uint64) (kernel.Machine, kernel.Log, error) {
	if l.options.Island == nil {
		return nil, nil, fmt.Errorf("host: Options.Island is missing")
	}
	return l.options.Island(g, island)
}

// remove forgets an island.
func (l *islands) remove(island uint64) {
	if c := l.get(island); c != nil {
		c.Resources.Forget(c)
	}
	l.table.Delete(table.Number(island))
}

// burdens counts the islands that each peer leads, as far as is known here.
func (l *islands) burdens() map[key.ID]int {
	leads := map[key.ID]int{}
	l.each(func(c *kernel.Core) {
		if c.Epoch != nil && !c.Ancestry.Over() {
			leads[c.Epoch.Leader()]++
		}
	})
	return leads
}

// most is how many players may be on an island, as far as this peer knows; zero: the machine alone says.
func (l *islands) most() uint64 { return uint64(l.home().Standing.Cap(l.options.Cap)) }

// final returns the last state of an island that has ended, by its SHA-256; nil when it is not here.
func (l *islands) final(island uint64, sum [32]byte) []byte {
	if c := l.get(island); c != nil {
		if _, final := c.Retirement.Ending(); final != nil && sha256.Sum256(final) == sum {
			return final
		}
	}
	return nil
}
