package sim

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/sim/disk"
	"manyhold/net/store"
)

// PowerLoss is the greatest age of a committed turn that a power cut takes: a second since the last sync,
// the delay of a quiet turn, and a moment for the disk.
const PowerLoss = store.SyncEvery + store.QuietDelay + 100*time.Millisecond

// holds reports whether a node still has a committed turn.
func (c *islandTrack) holds(n *node, turn uint64) bool {
	want, lone := c.chain[turn].hash, c.epochOf(turn).Lone()
	if core := n.core(c.island); core != nil {
		if h, ok := core.HashParked(turn); ok && h == want && !lone {
			return true // when it comes back from another fork
		}
		i := core.Inspect()
		h, ok := core.HashAt(turn)
		switch r := branch(core); {
		case r != nil:
			if r.FirstTurn > turn && c.chain[r.FirstTurn-1].hash == r.Chain {
				return true
			}
		case i.Committed >= turn:
			return !ok || h == want
		case ok && h == want && !lone:
			return true // a majority of several voters has it, and it counts in an election
		}
	}
	if n.disk == nil {
		return false
	}
	f := &n.disk.File
	if f.Holds(c.island, turn, want) {
		return true
	}
	top := f.Top(c.island)
	return top > turn && f.Holds(c.island, top, c.chain[top].hash) || c.leads(f, turn)
}

// branch returns the record by which a core left the firm chain, or nil.
func branch(core *kernel.Core) *epoch.Record {
	for number := uint64(1); core.RecordOf(number) != nil; number++ {
		if r := core.RecordOf(number); r.Reason == epoch.Provisional {
			return r
		}
	}
	return nil
}

// leads reports whether a file has a provisional fork from a turn or a later one, with the state there.
func (c *islandTrack) leads(f *disk.File, turn uint64) bool {
	l := f.Logs[c.island]
	return l != nil && slices.ContainsFunc(l.Epochs, func(row store.EpochRow) bool {
		r, err := epoch.DecodeRecord(row.Record)
		return err == nil && row.Number != 0 && r.Reason == epoch.Provisional && len(row.Blob) > 0 && r.FirstTurn > turn && c.chain[r.FirstTurn-1].hash == r.Chain
	})
}

// core is the core of an island in the node's process, or nil.
func (n *node) core(island uint64) *kernel.Core {
	if n.world == nil {
		return nil
	}
	return n.world.Core(island)
}

// died checks, after the death of processes or the loss of a file, where the committed turns still are, and
// whether missing ones were allowed to go.
func (c *checks) died(dead []*node, why string) {
	c.each(func(k *islandTrack) { k.died(dead, why) })
}

func (c *islandTrack) died(dead []*node, why string) {
	if why == "power" || why == "rot" {
		for _, n := range dead {
			c.forgets(n, why)
		}
	}
	c.breaks(why)
	if why != "quit" && !c.remember(c.newest) && !(c.newest.Lone() && why == "crash") {
		c.c.forgot = true
	}
	held := c.top
	for ; held > 0; held-- {
		found := false
		for _, n := range c.s.nodes {
			found = found || c.holds(n, held)
		}
		if found {
			break
		}
	}
	if held == c.top {
		return
	}
	first := c.chain[held+1]
	for t := held + 2; first.at.IsZero() && t <= c.top; t++ { // not every turn was seen being committed
		first = c.chain[t]
	}
	cause := c.cause(held+1, why)
	age := max(0, cause.at.Sub(first.at))
	if r := c.epochOf(held + 1); c.remember(r) || r != c.newest && c.remember(c.newest) {
		c.fail("durable", dead[0], "%s: turns %d to %d, committed up to %v ago, are nowhere any more, and a majority of epoch %d lives on",
			why, held+1, c.top, age, r.Number)
		return
	} else if r.Lone() && (why == "crash" || why == "quit") {
		c.fail("durable", dead[0], "%s: turns %d to %d, committed by a lone voter, are nowhere any more", why, held+1, c.top)
		return
	}
	// a killed process loses no more
	if (cause.why == "power" || cause.why == "crash") && age > PowerLoss && !cause.weak {
		c.fail("power", dead[0], "turns %d to %d are lost, the first of which was committed %v ago", held+1, c.top, age)
		return
	}
	c.lose(held, cause.why, age)
}

// cause returns when and why turns from one on ceased to be guaranteed: a majority of the voters was dead,
// or the lone voter's file had lost them. Later copies in memory, and at peers, guarantee nothing.
func (c *islandTrack) cause(from uint64, why string) loss {
	switch a := c.loss; {
	case c.broken.in == c.newest:
		return c.broken
	case a.in == c.newest && a.from != 0 && from >= a.from:
		return a
	}
	return loss{from, c.s.net.Now(), why, !c.s.net.Now().After(c.c.weak), c.newest}
}

// loss is the loss of a lone voter's file, or of all voters when a majority of their processes died.
// Peers may still have the turns. Whether the world continues from there depends on which peers can be
// reached when the voters are back.
type loss struct {
	from uint64 // first turn that it does not have any more
	at   time.Time
	why  string
	weak bool // disks did not keep up then
	in   *epoch.Record
}

// missing notes that the voters of the newest epoch have nothing from a turn on. In an epoch that cannot
// commit any more, earlier losses are not counted again.
func (c *islandTrack) missing(from uint64, why string) {
	if a := &c.loss; a.in == c.newest && a.from != 0 && from >= a.from {
		a.from = from
		return
	}
	c.loss = loss{from, c.s.net.Now(), why, !c.s.net.Now().After(c.c.weak), c.newest}
}

// forgets notes the loss of a lone voter's file.
func (c *islandTrack) forgets(n *node, why string) {
	if !c.newest.Lone() || !c.newest.Votes(n.pair.ID()) || n.disk == nil {
		return
	}
	end := n.disk.File.Loaded(c.island)
	// with a record, the turns of its epoch are lost, and all after it
	if core := n.core(c.island); core != nil && why == "rot" {
		end = min(end, core.Inspect().Executed)
	}
	top := min(c.top, n.disk.Mark(c.island).Had) // turns lost to rot before were not lost to the power cut
	if cut := n.disk.Mark(c.island).Lacking; why == "power" && end < top && (cut == nil || cut.Most < top) {
		c.fail("told", n, "lost turns %d to %d, which it had committed alone, and is told of %+v", end+1, top, cut)
	}
	if end < c.top {
		c.missing(end+1, why)
	}
}

// breaks notes the loss of an epoch's voters once a majority of their processes is dead. Peers may still
// have the turns: the voters' agreement depends on which peers can be reached.
func (c *islandTrack) breaks(why string) {
	r := c.newest
	if r.Lone() || c.remember(r) {
		return
	}
	if c.broken.in != r {
		c.broken = loss{0, c.s.net.Now(), why, !c.s.net.Now().After(c.c.weak), r}
	}
	top := c.top
	for ; top > 0; top-- {
		if slices.ContainsFunc(r.Voters, func(v epoch.Voter) bool { return c.holds(c.s.by[v.Key], top) }) {
			break
		}
	}
	if top < c.top {
		c.missing(top+1, why)
	}
}

// forgotten reports whether another turn may be committed now, because voters that lost it recovered, and
// counts the loss.
func (c *islandTrack) forgotten(turn uint64, r *epoch.Record) bool {
	a := c.loss
	if a.from == 0 || turn < a.from || !recovers(r) && !c.recovered(r) {
		return false
	}
	first := c.chain[turn]
	if age := a.at.Sub(first.at); a.why == "power" && age > PowerLoss && !a.weak {
		return false
	}
	c.lose(turn-1, a.why, max(0, a.at.Sub(first.at)))
	return true
}

func recovers(r *epoch.Record) bool { return r.Reason == epoch.Recovered || r.Reason == epoch.Agreed }

// recovered reports whether a recovery lies between a loss and an epoch.
func (c *islandTrack) recovered(r *epoch.Record) bool {
	for _, e := range c.epochs {
		if recovers(e) && e.Number <= r.Number && e.FirstTurn >= c.loss.from {
			return true
		}
	}
	return false
}

// superseded reports whether a later epoch than a node's own replaced a turn in a recovery, which was
// checked then.
func (c *islandTrack) superseded(turn uint64, r *epoch.Record) bool {
	return slices.ContainsFunc(c.epochs, func(e *epoch.Record) bool { return recovers(e) && e.Number > r.Number && e.FirstTurn <= turn })
}

// lose forgets the turns after one.
func (c *islandTrack) lose(held uint64, why string, age time.Duration) {
	c.s.report.Lost[why] += c.top - held
	c.s.report.LongestLoss = max(c.s.report.LongestLoss, age)
	c.s.event(nil, "lost", "island", c.island, "why", why, "from", held+1, "to", c.top)
	for t := held + 1; t <= c.top; t++ {
		delete(c.chain, t)
		c.recent[t%agesKept] = chained{}
	}
	c.top, c.topAt = held, c.s.net.Now()
}

// epochOf returns the epoch in which a turn was ordered, as far as a node has begun it.
func (c *islandTrack) epochOf(turn uint64) *epoch.Record {
	for i := len(c.epochs) - 1; i > 0; i-- {
		if c.epochs[i].FirstTurn <= turn {
			return c.epochs[i]
		}
	}
	return c.epochs[0]
}

// remember reports whether a majority of an epoch's voters is still the processes that it names.
func (c *islandTrack) remember(r *epoch.Record) bool {
	alive := 0
	for _, v := range r.Voters {
		n := c.s.by[v.Key]
		if n.world != nil && v.Incarnation == n.incarnation() {
			alive++
		}
	}
	return 2*alive > len(r.Voters)
}
