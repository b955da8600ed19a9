package host

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Merging islands
//
// When the states of two islands say that they are near each other, the island with the lesser id takes the
// other in. Its leader asks the other's leader (Merge), which ends its island by a record that names the
// taker. From then on that island has no turns. The taker's leader at that time takes the last state in by a
// record of its own. Until that record is in effect, all peers that executed the ended island keep its last
// state, so that any leader of the taker finds it. If the taker has ended itself, the island goes where the
// taker went. The taker always has a lesser id, and home never ends, so there is always a last taker.
//
// A state is taken in once, whatever peers forget. An island ends once: no record follows an Ended record,
// and a voter of the log that it ends has it synced before any peer believes it (see prove). The island goes
// into the one that this record names; if that one was taken in itself without it, into its taker, and so on.
// The state of an island says which islands it has taken in (Contains), including theirs. So the taker's
// state alone says whether it may take an island in (it is named, or contains the named one) and whether it
// has (it contains the ended one), even where no peer remembers the islands between. Of two islands at most
// one can say that it may: each ends once itself, so the named island is contained by one living island, or
// is it.
//
// Crashes lose nothing of it. A peer that knows of an ending has it synced, with the turns before it, and
// reaches the last state again after a restart. The island's log in the file ends (Output.End) only after the
// taker's record, with the last state as its blob, is synced in the same file.

const (
	// proposeEvery is how often a leader looks for near islands, and repeats its request.
	proposeEvery = 250 * time.Millisecond
	// failedFor is how long an island that could not be taken in is not tried again.
	failedFor = 10 * time.Second

	// Steps of merging, in the first byte of Merge's body.
	stepAskEnd = 1 // let your island end into mine
)

// islandMerging has islands that lie near each other become one.
type islandMerging struct {
	*hub
	islands   *islands
	directory *directory
	refuse    func(from key.ID, kind byte, err error) // counts a message that no decoder accepted
	retire    func(c *Core)                           // ends an island's log in the file

	looked time.Time // when it was looked last which islands lie near each other
}

// mergeRequest asks an island's leader to end it into another: the body of Merge is u8 step, u64 the taker,
// u64 the one that ends, uvarint people of the taker.
type mergeRequest struct {
	step       uint8
	into, from uint64
	people     uint64
}

func (m mergeRequest) encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Merge), m.step}, m.into)
	return wire.AppendUvarint(wire.AppendU64(b, m.from), m.people)
}

func decodeMergeRequest(b []byte) (m mergeRequest, err error) {
	c := message.Body(b)
	m = mergeRequest{c.U8(), c.U64(), c.U64(), c.Uvarint()}
	if c.Err() == nil && (m.step != stepAskEnd || m.into < message.Home || m.from <= m.into || m.people > 1<<16) {
		c.Fail(fmt.Errorf("host: step %d of merging island %d with %d", m.step, m.into, m.from))
	}
	return m, c.Done()
}

// proposeMerges has the islands that this peer leads take in those that have ended into them, and asks those
// that are near.
func (g *islandMerging) proposeMerges() {
	if g.now.Sub(g.looked) < proposeEvery {
		return
	}
	g.looked = g.now
	for _, c := range g.islands.all() {
		id := c.island
		g.directory.ended.learn(id)
		c.retirement.remain()
		m := c.machine
		if m == nil || !c.epochs.steady() || g.takeIn(c) {
			continue
		}
		for _, near := range m.Near(nil) {
			if other := g.islands.get(near); near > id && other != nil && !other.ancestry.over() {
				g.propose(other, mergeRequest{stepAskEnd, id, near, uint64(m.People())})
			}
		}
	}
}

// propose asks the leader of an island that is executed here.
func (g *islandMerging) propose(c *Core, m mergeRequest) {
	switch {
	case c.e == nil || !g.fits(c, m):
	case c.e.Leading():
		g.endInto(c, m)
	case c.peers.Get(c.e.Leader()) != nil:
		g.send(c.e.Leader(), m.encode())
	}
}

// fits reports whether all people of two islands may be on one.
func (g *islandMerging) fits(c *Core, m mergeRequest) bool {
	most := g.islands.most()
	return c.machine != nil && (most == 0 || uint64(c.machine.People())+m.people <= most)
}

// endInto ends an island that this peer leads, when it is near the one that asks, and quiet.
func (g *islandMerging) endInto(c *Core, m mergeRequest) {
	if !c.epochs.steady() || !g.fits(c, m) || !slices.Contains(c.machine.Near(nil), m.into) || !g.quiet(c, m.into) {
		return
	}
	r := c.e.Next(epoch.Ended)
	r.Into = m.into
	c.seats.conclude(r, nil, nil)
}

// quiet reports whether an island has nothing under way to others than the one it goes into, and nothing to
// take in.
func (g *islandMerging) quiet(c *Core, into uint64) bool {
	for _, to := range c.machine.Towards(nil) {
		if to != into && g.directory.ended.successor(to) != into {
			return false
		}
	}
	for _, other := range g.islands.all() {
		if r, _ := other.retirement.ending(); r != nil && !g.directory.ended.has(other.island) && g.directory.ended.successor(r.Into) == c.island {
			return false
		}
	}
	return true
}

// receive handles the request of another island's leader.
func (g *islandMerging) receive(from key.ID, b []byte) {
	m, err := decodeMergeRequest(b)
	if err != nil {
		g.refuse(from, b[0], err)
		return
	}
	c := g.islands.get(m.from)
	if c == nil || c.e == nil || !c.e.Leading() {
		g.counters[counter.Unexpected]++
		return
	}
	if !g.speaksFor(m.into, from) {
		g.counters[counter.Unexpected]++
		return
	}
	g.endInto(c, m)
}

// speaksFor reports whether a peer leads an island, as far as is known here.
func (g *islandMerging) speaksFor(island uint64, k key.ID) bool {
	if c := g.islands.get(island); c != nil && c.e != nil {
		return c.e.Leader() == k
	}
	r := g.directory.Newest(island)
	return r == nil || r.Votes(k)
}

// takeIn takes in an island that has ended into one which this peer leads, and reports whether there was one.
func (g *islandMerging) takeIn(c *Core) bool {
	for _, other := range g.islands.all() {
		id := other.island
		end, final := other.retirement.ending()
		if end == nil || !takes(c, end) || g.now.Sub(other.retirement.failed) < failedFor && !other.retirement.failed.IsZero() {
			continue
		}
		if !other.retirement.isWith(c) {
			continue // its voters are about to execute it
		}
		if err := c.retirement.try(final); err != nil {
			other.retirement.failed = g.now
			c.event("an island cannot be taken in", "from", message.IslandName(id), "why", err.Error())
			continue
		}
		r := c.e.Next(epoch.Absorbed)
		r.From = id
		r.Taken = epoch.Taken{Record: end.Hash(), Turn: end.FirstTurn - 1, Chain: end.Chain, Blob: sha256.Sum256(final)}
		voters, ranked := c.seats.incumbents()
		return c.seats.conclude(r, voters, ranked)
	}
	return false
}

// takes reports whether an island that has ended is to go into this one, and has not.
func takes(c *Core, end *epoch.Record) bool {
	m := c.machine
	may := end.Into == c.island || m.Contains(end.Into)
	return may && !m.Contains(end.Island)
}

// lingers is how long an island that went into another still answers peers that are behind.
const lingers = 30 * time.Second

// afterMerge ends the file's logs of the islands that others have taken in, once that has happened here. For
// a while these islands still tell peers that are behind how they ended; then they are forgotten.
func (g *islandMerging) afterMerge() {
	news := false
	g.islands.each(func(c *Core) {
		for ; c.ancestry.scanned < len(c.ancestry.records); c.ancestry.scanned++ {
			news = true
			switch r := c.ancestry.records[c.ancestry.scanned]; r.Reason {
			case epoch.Absorbed:
				g.directory.ended.claimed(c.island, r)
			case epoch.Ended:
				g.looked = time.Time{} // it is not to wait long
			}
		}
	})
	if news {
		g.directory.ended.confirmAll()
	}
	if len(g.directory.ended.into) == 0 {
		return
	}
	for _, c := range g.islands.all() {
		switch id := c.island; {
		case !g.directory.ended.has(id):
		case c.retirement.retired.IsZero():
			by := g.directory.ended.container(id)
			elsewhere := by == nil && g.shares() && g.directory.Why(g.directory.ended.into[id]) == ""
			if (elsewhere || by != nil && g.islands.get(by.Island()).journal.pending == nil) && c.retirement.stowed() {
				c.retirement.retired = g.now
				g.retire(c)
			}
		case g.now.Sub(c.retirement.retired) >= lingers:
			g.directory.ended.remember(id, c.ancestry.records, c.ancestry.ancestors)
			g.islands.remove(id)
			g.directory.Removed(id)
		}
	}
}
