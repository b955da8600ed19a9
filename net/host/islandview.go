package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// recordsOf are the records in a log of the file.
func recordsOf(line store.LoadedLog) (records []*epoch.Record) {
	for _, row := range line.Epochs {
		if r, err := epoch.DecodeRecord(row.Record); err == nil && row.Number != acceptorRow {
			records = append(records, r)
		}
	}
	return records
}

// directoryView is an island as the directory sees it.
type directoryView struct{ c *Core }

func (v directoryView) Island() uint64             { return v.c.island }
func (v directoryView) AtRest() bool               { return v.c.idle }
func (v directoryView) HasState() bool             { return v.c.machine != nil }
func (v directoryView) Retired() bool              { return !v.c.retirement.retired.IsZero() }
func (v directoryView) Turn() uint64               { return v.c.history.executed }
func (v directoryView) Records() []*epoch.Record   { return v.c.ancestry.records }
func (v directoryView) Firm() *epoch.Record        { return v.c.ancestry.firmOne() }
func (v directoryView) Ancestors() []*epoch.Record { return v.c.ancestry.ancestors }
func (v directoryView) Over() bool                 { return v.c.ancestry.over() }
func (v directoryView) Seated() bool               { return v.c.Seated() }
func (v directoryView) Steady() bool               { return v.c.epochs.steady() }
func (v directoryView) Record() *epoch.Record      { return v.c.record() }
func (v directoryView) Leader() key.ID             { return v.c.leaderKey() }
func (v directoryView) Leads() bool                { return v.c.e != nil && v.c.e.Leading() }
func (v directoryView) Announces() bool            { return v.Leads() && v.c.goesFirmly() }
func (v directoryView) Follows() bool              { return v.c.e != nil && !v.c.joining.fetching() }

// Divided finds the record by which another island was divided from this one.
func (v directoryView) Divided(first *epoch.Record) (division *epoch.Record, ancestors []*epoch.Record, never bool) {
	a := &v.c.ancestry
	if i := a.indexOf(first); i >= 0 {
		return a.records[i], a.ancestryTo(i), false
	}
	return nil, nil, a.isPast(first.FirstTurn)
}

// News is the news of the island as it is now.
func (v directoryView) News() message.News {
	c := v.c
	n := message.News{Island: c.island, Turn: c.history.committed, Leader: c.leaderKey()}
	if len(c.ancestry.records) > 0 {
		if firm := c.ancestry.firmOne(); firm != nil {
			n.Number, n.Name = firm.Number, firm.Hash()
		}
	}
	if c.machine != nil {
		n.People, n.Place = uint64(c.machine.People()), c.machine.Place(nil)
	}
	return n
}

// Goes reports whether the island goes on here firmly, with a turn within a time.
func (v directoryView) Goes(within time.Duration) bool {
	c := v.c
	return c.e != nil && !c.ancestry.over() && c.e.Record().Firm && c.clock.now().Sub(c.history.orderedAt) < within
}

// Holds reports whether a player's body or record is on the island.
func (v directoryView) Holds(player key.ID) bool {
	return v.c.machine != nil && v.c.machine.Holds(player)
}

// Contains reports whether the state is of a living island and says that it has taken another in.
func (v directoryView) Contains(island uint64) bool {
	m := v.c.machine
	return m != nil && !v.c.ancestry.over() && !v.c.history.stale && m.Contains(island)
}

// Neighbours appends the islands that lie close by.
func (v directoryView) Neighbours(dst []uint64) ([]uint64, bool) {
	if v.c.machine == nil || v.c.ancestry.over() {
		return dst, false
	}
	return v.c.machine.Neighbours(dst), true
}

// Moved is when fetching the state last made progress; zero: it has not begun.
func (v directoryView) Moved() (at time.Time) {
	if moved, welcome := v.c.joining.progress(); welcome {
		at = moved
	}
	return at
}

// Leavable reports whether this peer has nothing under way on the island, and all executed turns in the file.
func (v directoryView) Leavable() bool {
	c := v.c
	switch {
	case c.machine == nil, c.e == nil, c.e.Member(), c.ancestry.over(), c.history.stale, c.joining.fetching(), c.epochs.restart != nil, c.seats.quits():
		return false
	case c.fork.apart(), c.abandon.owes(), len(c.history.births)+len(c.history.unborn) > 0, c.epochs.unconfirmed != nil, c.epochs.adopting != nil:
		return false
	}
	return c.journal.pending == nil && c.journal.err == nil && c.journal.written+closeTo >= c.history.committed
}

// Executes reports whether a linked peer has said that it executes the island.
func (v directoryView) Executes(k key.ID) bool {
	p := v.c.peers.Get(k)
	return p != nil && v.c.peers.executes(p)
}

// Executors are the linked peers that execute the island.
func (v directoryView) Executors() (all []links.Executor) {
	v.c.peers.each(func(p *peer) {
		if v.c.peers.executes(p) {
			all = append(all, links.Executor{Key: p.key, Said: p.said})
		}
	})
	return all
}

// Able lists the linked peers that execute the island and may vote there.
func (v directoryView) Able() (all []key.ID) {
	v.c.peers.each(func(p *peer) {
		if m := v.c.peers.memberOf(p); p.greeted && m.Votes() {
			all = append(all, p.key)
		}
	})
	return all
}

// Strangers lists the linked peers that do not execute the island.
func (v directoryView) Strangers() (all []key.ID) {
	v.c.peers.each(func(p *peer) {
		if !p.greeted {
			all = append(all, p.key)
		}
	})
	return all
}

// Acknowledged reports whether a linked peer executes the same epoch of the island, and has executed about
// all turns up to one.
func (v directoryView) Acknowledged(k key.ID, number, turn uint64) bool {
	c := v.c
	if c.e == nil || c.e.Record().Number != number {
		return false
	}
	p := c.peers.Get(k)
	return p != nil && c.peers.executes(p) && p.epoch == number && p.acked+c.comparison.tellPeriod()+2*tellWithin >= turn
}

// mailView is an island as the mailbox sees it.
type mailView struct{ c *Core }

func (v mailView) Island() uint64           { return v.c.island }
func (v mailView) Record() *epoch.Record    { return v.c.record() }
func (v mailView) Leader() key.ID           { return v.c.leaderKey() }
func (v mailView) Leads() bool              { return v.c.e != nil && v.c.e.Leading() }
func (v mailView) Linked(k key.ID) bool     { return v.c.peers.Get(k) != nil }
func (v mailView) Send(to key.ID, b []byte) { v.c.send(to, link.Stream, b) }
func (v mailView) Count(x counter.Counter)  { v.c.counters[x]++ }

// Writes reports whether this peer writes the island's letters.
func (v mailView) Writes() bool {
	return v.c.machine != nil && v.Leads() && v.c.e.Closes(v.c.now) && v.c.goesFirmly() && !v.c.history.stale
}

// Towards appends the islands for which parcels wait in the state.
func (v mailView) Towards(dst []uint64) []uint64 { return v.c.machine.Towards(dst) }

// Chain is the chain hash after a turn, if it is known.
func (v mailView) Chain(turn uint64) ([32]byte, bool) { return v.c.ancestry.chainAt(turn) }

// Waits reports whether parcels for another island, all before a number, wait for an acknowledgement.
func (v mailView) Waits(by, before uint64) (waits, known bool) {
	m := v.c.machine
	if m == nil {
		return false, false
	}
	return len(m.Parcels(by, 0, nil)) > len(m.Parcels(by, before, nil)), true
}

// Reads reports whether a peer may read the island's parcels from its own state.
func (v mailView) Reads(k key.ID) bool {
	c := v.c
	p := c.peers.Get(k)
	return c.e.Record().Lone() && p != nil && c.peers.executes(p) && p.epoch == c.ancestry.last().Number && p.acked+closeTo >= c.history.executed
}

// Compose writes, from the state, the letter to another island, with the parcels from the number on that is
// wanted there.
func (v mailView) Compose(to, wanted uint64) message.Letter {
	c := v.c
	m := c.machine
	safe, r := c.journal.stable(), c.e.Record()
	l := message.Letter{From: c.island, To: to, Leader: c.me, Number: r.Number, Record: c.epochs.where().Epoch, Turn: safe, First: 1, Expect: max(1, c.parcels.taken(to, safe))}
	if all := m.Parcels(to, 0, nil); len(all) > 0 {
		end, sent := c.parcels.sent(to, c.history.executed), c.parcels.sent(to, safe)
		first := end - min(end, uint64(len(all)))
		from := max(first, min(wanted, end))
		if end > 0 && from < sent {
			n := min(sent-from, message.MaxLetterParcels)
			l.First, l.Parcels = from, all[from-first:from-first+n]
		}
	}
	return l
}

// newRecords are the records that came since the last call, also those in the place of others.
func (a *Ancestry) newRecords() []*epoch.Record {
	from := a.scanned
	a.scanned = len(a.records)
	return a.records[from:]
}

// mergeView is an island as merging sees it.
type mergeView struct {
	c      *Core
	runner *runner
}

func (v mergeView) Island() uint64                        { return v.c.island }
func (v mergeView) Record() *epoch.Record                 { return v.c.record() }
func (v mergeView) Leader() key.ID                        { return v.c.leaderKey() }
func (v mergeView) Leads() bool                           { return v.c.e != nil && v.c.e.Leading() }
func (v mergeView) Linked(k key.ID) bool                  { return v.c.peers.Get(k) != nil }
func (v mergeView) Executes(k key.ID) bool                { return directoryView{v.c}.Executes(k) }
func (v mergeView) Steady() bool                          { return v.c.epochs.steady() }
func (v mergeView) Over() bool                            { return v.c.ancestry.over() }
func (v mergeView) Ending() (*epoch.Record, []byte)       { return v.c.retirement.ending() }
func (v mergeView) Remind()                               { v.c.retirement.remain() }
func (v mergeView) Stowed() bool                          { return v.c.retirement.stowed() }
func (v mergeView) EndInto(island uint64)                 { v.c.retirement.endInto(island) }
func (v mergeView) TryIn(final []byte) error              { return v.c.retirement.try(final) }
func (v mergeView) TakeIn(r *epoch.Record, b []byte) bool { return v.c.retirement.takeIn(r, b) }
func (v mergeView) Durable() bool                         { return v.c.journal.pending == nil }
func (v mergeView) RetiredAt() time.Time                  { return v.c.retirement.retired }
func (v mergeView) NewRecords() []*epoch.Record           { return v.c.ancestry.newRecords() }
func (v mergeView) Log(words string, args ...any)         { v.c.event(words, args...) }
func (v mergeView) Near() []uint64                        { return v.c.machine.Near(nil) }
func (v mergeView) People() uint64                        { return uint64(v.c.machine.People()) }

// Retire says that another island has this one now.
func (v mergeView) Retire() {
	v.c.retirement.retired = v.c.clock.now()
	v.runner.retire(v.c)
}

// Merges is false while the state is not here.
func (v mergeView) Merges() bool { return v.c.machine != nil }

// TookIn reports whether the state says that it has taken another in.
func (v mergeView) TookIn(island uint64) bool {
	return v.c.machine != nil && v.c.machine.Contains(island)
}

// Towards lists the islands for which parcels wait.
func (v mergeView) Towards() []uint64 {
	if v.c.machine == nil {
		return nil
	}
	return v.c.machine.Towards(nil)
}
