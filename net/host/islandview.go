package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/compare"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
)

// recordsOf are the records in a log of the file.
func recordsOf(line store.LoadedLog) (records []*epoch.Record) {
	for _, row := range line.Epochs {
		if r, err := epoch.DecodeRecord(row.Record); err == nil && row.Number != kernel.AcceptorRow {
			records = append(records, r)
		}
	}
	return records
}

// directoryView is an island as the directory sees it.
type directoryView struct{ c *kernel.Core }

func (v directoryView) Island() uint64             { return v.c.ID }
func (v directoryView) AtRest() bool               { return v.c.AtRest }
func (v directoryView) HasState() bool             { return v.c.Machine != nil }
func (v directoryView) Retired() bool              { return !v.c.Retirement.Retired.IsZero() }
func (v directoryView) Turn() uint64               { return v.c.History.Executed }
func (v directoryView) Records() []*epoch.Record   { return v.c.Ancestry.Records }
func (v directoryView) Firm() *epoch.Record        { return v.c.Ancestry.FirmOne() }
func (v directoryView) Ancestors() []*epoch.Record { return v.c.Ancestry.Ancestors }
func (v directoryView) Over() bool                 { return v.c.Ancestry.Over() }
func (v directoryView) Seated() bool               { return v.c.Seated() }
func (v directoryView) Steady() bool               { return v.c.Epochs.Steady() }
func (v directoryView) Record() *epoch.Record      { return v.c.Record() }
func (v directoryView) Leader() key.ID             { return v.c.LeaderKey() }
func (v directoryView) Leads() bool                { return v.c.Epoch != nil && v.c.Epoch.Leading() }
func (v directoryView) Announces() bool            { return v.Leads() && v.c.GoesFirmly() }
func (v directoryView) Follows() bool              { return v.c.Epoch != nil && !v.c.Joining.Fetching() }

// Divided finds the record by which another island was divided from this one.
func (v directoryView) Divided(first *epoch.Record) (division *epoch.Record, ancestors []*epoch.Record, never bool) {
	a := &v.c.Ancestry
	if i := a.IndexOf(first); i >= 0 {
		return a.Records[i], a.AncestryTo(i), false
	}
	return nil, nil, a.IsPast(first.FirstTurn)
}

// News is the news of the island as it is now.
func (v directoryView) News() message.News {
	c := v.c
	n := message.News{Island: c.ID, Turn: c.History.Committed, Leader: c.LeaderKey()}
	if len(c.Ancestry.Records) > 0 {
		if firm := c.Ancestry.FirmOne(); firm != nil {
			n.Number, n.Name = firm.Number, firm.Hash()
		}
	}
	if c.Machine != nil {
		n.People, n.Place = uint64(c.Machine.People()), c.Machine.Place(nil)
	}
	return n
}

// Goes reports whether the island goes on here firmly, with a turn within a time.
func (v directoryView) Goes(within time.Duration) bool {
	c := v.c
	return c.Epoch != nil && !c.Ancestry.Over() && c.Epoch.Record().Firm && c.Clock.Now().Sub(c.History.OrderedAt) < within
}

// Holds reports whether a player's body or record is on the island.
func (v directoryView) Holds(player key.ID) bool {
	return v.c.Machine != nil && v.c.Machine.Holds(player)
}

// Contains reports whether the state is of a living island and says that it has taken another in.
func (v directoryView) Contains(island uint64) bool {
	m := v.c.Machine
	return m != nil && !v.c.Ancestry.Over() && !v.c.History.Stale && m.Contains(island)
}

// Neighbours appends the islands that lie close by.
func (v directoryView) Neighbours(dst []uint64) ([]uint64, bool) {
	if v.c.Machine == nil || v.c.Ancestry.Over() {
		return dst, false
	}
	return v.c.Machine.Neighbours(dst), true
}

// Moved is when fetching the state last made progress; zero: it has not begun.
func (v directoryView) Moved() (at time.Time) {
	if moved, welcome := v.c.Joining.Progress(); welcome {
		at = moved
	}
	return at
}

// Leavable reports whether this peer has nothing under way on the island, and all executed turns in the file.
func (v directoryView) Leavable() bool {
	c := v.c
	switch {
	case c.Machine == nil, c.Epoch == nil, c.Epoch.Member(), c.Ancestry.Over(), c.History.Stale, c.Joining.Fetching(), c.Epochs.Restart != nil, c.Committee.Quits():
		return false
	case c.Fork.Apart(), c.Abandon.Owes(), len(c.History.Births)+len(c.History.Unborn) > 0, c.Epochs.Unconfirmed != nil, c.Epochs.Adopting != nil:
		return false
	}
	return c.Journal.Pending == nil && c.Journal.Err == nil && c.Journal.Written+kernel.CloseTo >= c.History.Committed
}

// Executes reports whether a linked peer has said that it executes the island.
func (v directoryView) Executes(k key.ID) bool {
	p := v.c.Peers.Get(k)
	return p != nil && v.c.Peers.Executes(p)
}

// Executors are the linked peers that execute the island.
func (v directoryView) Executors() (all []links.Executor) {
	v.c.Peers.Each(func(p *kernel.Peer) {
		if v.c.Peers.Executes(p) {
			all = append(all, links.Executor{Key: p.Key, Said: p.Said})
		}
	})
	return all
}

// Able lists the linked peers that execute the island and may vote there.
func (v directoryView) Able() (all []key.ID) {
	v.c.Peers.Each(func(p *kernel.Peer) {
		if m := v.c.Peers.MemberOf(p); p.Greeted && m.Votes() {
			all = append(all, p.Key)
		}
	})
	return all
}

// Strangers lists the linked peers that do not execute the island.
func (v directoryView) Strangers() (all []key.ID) {
	v.c.Peers.Each(func(p *kernel.Peer) {
		if !p.Greeted {
			all = append(all, p.Key)
		}
	})
	return all
}

// Acknowledged reports whether a linked peer executes the same epoch of the island, and has executed about
// all turns up to one.
func (v directoryView) Acknowledged(k key.ID, number, turn uint64) bool {
	c := v.c
	if c.Epoch == nil || c.Epoch.Record().Number != number {
		return false
	}
	p := c.Peers.Get(k)
	return p != nil && c.Peers.Executes(p) && p.Epoch == number && p.Acked+c.Comparison.TellPeriod()+2*compare.TellWithin >= turn
}

// mailView is an island as the mailbox sees it.
type mailView struct{ c *kernel.Core }

func (v mailView) Island() uint64           { return v.c.ID }
func (v mailView) Record() *epoch.Record    { return v.c.Record() }
func (v mailView) Leader() key.ID           { return v.c.LeaderKey() }
func (v mailView) Leads() bool              { return v.c.Epoch != nil && v.c.Epoch.Leading() }
func (v mailView) Linked(k key.ID) bool     { return v.c.Peers.Get(k) != nil }
func (v mailView) Send(to key.ID, b []byte) { v.c.Send(to, link.Stream, b) }
func (v mailView) Count(x counter.Counter)  { v.c.Counters[x]++ }

// Writes reports whether this peer writes the island's letters.
func (v mailView) Writes() bool {
	return v.c.Machine != nil && v.Leads() && v.c.Epoch.Closes(v.c.Now) && v.c.GoesFirmly() && !v.c.History.Stale
}

// Towards appends the islands for which parcels wait in the state.
func (v mailView) Towards(dst []uint64) []uint64 { return v.c.Machine.Towards(dst) }

// Chain is the chain hash after a turn, if it is known.
func (v mailView) Chain(turn uint64) ([32]byte, bool) { return v.c.Ancestry.ChainAt(turn) }

// Waits reports whether parcels for another island, all before a number, wait for an acknowledgement.
func (v mailView) Waits(by, before uint64) (waits, known bool) {
	m := v.c.Machine
	if m == nil {
		return false, false
	}
	return len(m.Parcels(by, 0, nil)) > len(m.Parcels(by, before, nil)), true
}

// Reads reports whether a peer may read the island's parcels from its own state.
func (v mailView) Reads(k key.ID) bool {
	c := v.c
	p := c.Peers.Get(k)
	return c.Epoch.Record().Lone() && p != nil && c.Peers.Executes(p) && p.Epoch == c.Ancestry.Last().Number && p.Acked+kernel.CloseTo >= c.History.Executed
}

// Compose writes, from the state, the letter to another island, with the parcels from the number on that is
// wanted there.
func (v mailView) Compose(to, wanted uint64) message.Letter {
	c := v.c
	m := c.Machine
	durable, r := c.Journal.Durable(), c.Epoch.Record()
	l := message.Letter{From: c.ID, To: to, Leader: c.Me, Number: r.Number, Record: c.Epochs.Where().Epoch, Turn: durable, First: 1, Expect: max(1, c.Parcels.Taken(to, durable))}
	if all := m.Parcels(to, 0, nil); len(all) > 0 {
		end, sent := c.Parcels.Sent(to, c.History.Executed), c.Parcels.Sent(to, durable)
		first := end - min(end, uint64(len(all)))
		from := max(first, min(wanted, end))
		if end > 0 && from < sent {
			n := min(sent-from, message.MaxLetterParcels)
			l.First, l.Parcels = from, all[from-first:from-first+n]
		}
	}
	return l
}

// mergeView is an island as merging sees it.
type mergeView struct {
	c      *kernel.Core
	runner *runner
}

func (v mergeView) Island() uint64                        { return v.c.ID }
func (v mergeView) Record() *epoch.Record                 { return v.c.Record() }
func (v mergeView) Leader() key.ID                        { return v.c.LeaderKey() }
func (v mergeView) Leads() bool                           { return v.c.Epoch != nil && v.c.Epoch.Leading() }
func (v mergeView) Linked(k key.ID) bool                  { return v.c.Peers.Get(k) != nil }
func (v mergeView) Executes(k key.ID) bool                { return directoryView{v.c}.Executes(k) }
func (v mergeView) Steady() bool                          { return v.c.Epochs.Steady() }
func (v mergeView) Over() bool                            { return v.c.Ancestry.Over() }
func (v mergeView) Ending() (*epoch.Record, []byte)       { return v.c.Retirement.Ending() }
func (v mergeView) Remind()                               { v.c.Retirement.Remain() }
func (v mergeView) Stowed() bool                          { return v.c.Retirement.Stowed() }
func (v mergeView) EndInto(island uint64)                 { v.c.Retirement.EndInto(island) }
func (v mergeView) TryIn(final []byte) error              { return v.c.Retirement.Try(final) }
func (v mergeView) TakeIn(r *epoch.Record, b []byte) bool { return v.c.Retirement.TakeIn(r, b) }
func (v mergeView) Durable() bool                         { return v.c.Journal.Pending == nil }
func (v mergeView) RetiredAt() time.Time                  { return v.c.Retirement.Retired }
func (v mergeView) NewRecords() []*epoch.Record           { return v.c.Ancestry.NewRecords() }
func (v mergeView) Log(words string, args ...any)         { v.c.Event(words, args...) }
func (v mergeView) Near() []uint64                        { return v.c.Machine.Near(nil) }
func (v mergeView) People() uint64                        { return uint64(v.c.Machine.People()) }

// Retire says that another island has this one now.
func (v mergeView) Retire() {
	v.c.Retirement.Retired = v.c.Clock.Now()
	v.runner.retire(v.c)
}

// Merges is false while the state is not here.
func (v mergeView) Merges() bool { return v.c.Machine != nil }

// TookIn reports whether the state says that it has taken another in.
func (v mergeView) TookIn(island uint64) bool {
	return v.c.Machine != nil && v.c.Machine.Contains(island)
}

// Towards lists the islands for which parcels wait.
func (v mergeView) Towards() []uint64 {
	if v.c.Machine == nil {
		return nil
	}
	return v.c.Machine.Towards(nil)
}
