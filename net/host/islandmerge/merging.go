// Package islandmerge makes islands of a world that lie near each other one.
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
package islandmerge

import (
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

const (
	// proposeEvery is how often a leader looks for near islands, and repeats its request.
	proposeEvery = 250 * time.Millisecond
	// failedFor is how long an island that could not be taken in is not tried again.
	failedFor = 10 * time.Second
)

// Island is an island that this peer executes, as merging sees it.
type Island interface {
	State
	Seat
	End

	// Island is the island's id.
	Island() uint64
	// NewRecords are the records that came since the last call, also those in the place of others.
	NewRecords() []*epoch.Record
	// Log logs an event of the island.
	Log(words string, args ...any)
}

// State is the part of an island's state that is about others.
type State interface {
	// Merges is false when the state can neither be divided nor take others in, or is not here.
	Merges() bool
	// Near lists the islands with which this one should be one now.
	Near() []uint64
	// People is how many players are awake there.
	People() uint64
	// TookIn reports whether the state says that it has taken another in.
	TookIn(island uint64) bool
	// Towards lists the islands for which parcels wait.
	Towards() []uint64
}

// Seat is this peer's part in the present epoch of an island, and what it may do as the leader.
type Seat interface {
	// Record is that of the present epoch; nil while this peer has no place in the log.
	Record() *epoch.Record
	// Leader is the leader of the present epoch; zero: none is known.
	Leader() key.ID
	// Leads reports whether this peer leads it.
	Leads() bool
	// Linked reports whether a peer is linked with the island, and Executes whether it has said that it
	// executes the island.
	Linked(k key.ID) bool
	Executes(k key.ID) bool
	// Steady reports whether this peer leads the island, and the log could be ended now.
	Steady() bool
	// EndInto ends the epoch by a record that names the island which takes this one in.
	EndInto(island uint64)
	// TryIn says why the state refuses another island's last state. It stays as it is.
	TryIn(final []byte) error
	// TakeIn ends the epoch by a record that takes in an island, which ended by a record, and reports whether
	// it did.
	TakeIn(end *epoch.Record, final []byte) bool
}

// End is an island's end, once it has ended.
type End interface {
	// Over reports whether it has ended.
	Over() bool
	// Ending returns the record by which it ended and the last state; nil while these are not here.
	Ending() (end *epoch.Record, final []byte)
	// Remind tells peers that are behind, now and then, that it has ended.
	Remind()
	// Stowed reports whether all its turns are in the firm chain or in an archive, and begins to leave the
	// fork if not.
	Stowed() bool
	// Durable reports whether no record waits to be synced.
	Durable() bool
	// RetiredAt is since when another island has it; zero: none has. Retire says that one has it now, and
	// ends the log in the file.
	RetiredAt() time.Time
	Retire()
}

// World is all islands of this peer, as merging sees them.
type World interface {
	// Find returns an island; ok is false when it is not executed here.
	Find(island uint64) (c Island, ok bool)
	// All lists them in ascending order of ids. The list stays as it is when islands come and go.
	All() []Island
	// Most is how many players may be on an island; zero: any number.
	Most() uint64
	// Forget ends an island here, and remembers its records for others.
	Forget(island uint64)
	// Refuse counts a message that no decoder accepted.
	Refuse(from key.ID, kind byte, err error)
}

// Endings is the knowledge of islands that have ended.
type Endings interface {
	// Learn notes that an island was taken in when the state of another says so.
	Learn(island uint64)
	// Ended reports whether an island is known to have been taken in by another.
	Ended(island uint64) bool
	// AnyEnded reports whether some island is.
	AnyEnded() bool
	// Successor follows an island that has ended to the one that goes on; zero: it is not known.
	Successor(island uint64) uint64
	// Container is the island here whose state says that it has taken another in.
	Container(island uint64) (by uint64, ok bool)
	// NeedsTaker reports whether this peer executes, or should, the island that took another in.
	NeedsTaker(island uint64) bool
	// Claimed notes a record of an island that takes another in.
	Claimed(island uint64, r *epoch.Record)
	// ConfirmClaims looks at the claims again.
	ConfirmClaims()
	// Newest is the newest known record of an island; nil when there is none.
	Newest(island uint64) *epoch.Record
}

// Merging has islands that lie near each other become one.
type Merging struct {
	hub   *links.Hub
	world World
	known Endings

	looked time.Time            // when it was looked last which islands lie near each other
	failed map[uint64]time.Time // when another island could not take one in
}

// New returns merging of a world's islands.
func New(h *links.Hub, world World, known Endings) *Merging {
	return &Merging{hub: h, world: world, known: known, failed: map[uint64]time.Time{}}
}

// Propose has the islands that this peer leads take in those that have ended into them, and asks those that
// are near.
func (g *Merging) Propose() {
	if g.hub.Now.Sub(g.looked) < proposeEvery {
		return
	}
	g.looked = g.hub.Now
	for _, c := range g.world.All() {
		id := c.Island()
		g.known.Learn(id)
		c.Remind()
		if !c.Merges() || !c.Steady() || g.takeIn(c) {
			continue
		}
		for _, near := range c.Near() {
			if other, ok := g.world.Find(near); ok && near > id && !other.Over() {
				g.ask(other, message.MergeRequest{Step: message.StepAskEnd, Into: id, From: near, People: c.People()})
			}
		}
	}
}

// ask asks the leader of an island that is executed here.
func (g *Merging) ask(c Island, m message.MergeRequest) {
	switch {
	case c.Record() == nil || !g.fits(c, m):
	case c.Leads():
		g.endInto(c, m)
	case c.Linked(c.Leader()):
		g.hub.Send(c.Leader(), m.Encode())
	}
}

// fits reports whether all people of two islands may be on one.
func (g *Merging) fits(c Island, m message.MergeRequest) bool {
	most, others := g.world.Most(), m.People
	if into, ok := g.world.Find(m.Into); ok && into.Merges() && into != c {
		others = into.People() // as this peer counts them: the leader that asks is not believed
	}
	return c.Merges() && (most == 0 || c.People()+others <= most)
}

// endInto ends an island that this peer leads, when it is near the one that asks, and quiet.
func (g *Merging) endInto(c Island, m message.MergeRequest) {
	if c.Merges() && c.Steady() && g.fits(c, m) && slices.Contains(c.Near(), m.Into) && g.quiet(c, m.Into) {
		c.EndInto(m.Into)
	}
}

// quiet reports whether an island has nothing under way to others than the one it goes into, and nothing to
// take in.
func (g *Merging) quiet(c Island, into uint64) bool {
	for _, to := range c.Towards() {
		if to != into && g.known.Successor(to) != into {
			return false
		}
	}
	for _, other := range g.world.All() {
		if r, _ := other.Ending(); r != nil && !g.known.Ended(other.Island()) && g.known.Successor(r.Into) == c.Island() {
			return false
		}
	}
	return true
}

// Receive handles the request of another island's leader.
func (g *Merging) Receive(from key.ID, b []byte) {
	m, err := message.DecodeMergeRequest(b)
	if err != nil {
		g.world.Refuse(from, b[0], err)
		return
	}
	c, ok := g.world.Find(m.From)
	if !ok || !c.Leads() || !g.speaksFor(m.Into, from) {
		g.hub.Counters[counter.Unexpected]++
		return
	}
	g.endInto(c, m)
}

// speaksFor reports whether a peer leads an island, as far as is known here.
func (g *Merging) speaksFor(island uint64, k key.ID) bool {
	if c, ok := g.world.Find(island); ok && c.Record() != nil {
		return c.Leader() == k
	}
	r := g.known.Newest(island)
	return r == nil || r.Votes(k)
}

// takeIn takes in an island that has ended into one which this peer leads, and reports whether there was one.
func (g *Merging) takeIn(c Island) bool {
	for _, other := range g.world.All() {
		id := other.Island()
		end, final := other.Ending()
		if at, failed := g.failed[id]; end == nil || !Takes(c, end) || failed && g.hub.Now.Sub(at) < failedFor {
			continue
		}
		if !g.IsWith(other, c) {
			continue // its voters are about to execute it
		}
		if err := c.TryIn(final); err != nil {
			g.failed[id] = g.hub.Now
			c.Log("an island cannot be absorbed", "from", message.IslandName(id), "why", err.Error())
			continue
		}
		return c.TakeIn(end, final)
	}
	return false
}

// IsWith reports whether a majority of the voters of the island that takes another in have executed that, so
// that the change is not lost with the leader.
func (g *Merging) IsWith(other, taker Island) bool {
	with := 0
	voters := taker.Record().Voters
	for _, v := range voters {
		if v.Key == g.hub.Me || other.Executes(v.Key) {
			with++
		}
	}
	return 2*with > len(voters)
}

// Takes reports whether an island that has ended is to go into this one, and has not.
func Takes(c Island, end *epoch.Record) bool {
	may := end.Into == c.Island() || c.TookIn(end.Into)
	return may && !c.TookIn(end.Island)
}

// Lingers is how long an island that went into another still answers peers that are behind.
const Lingers = 30 * time.Second

// Settle ends the file's logs of the islands that others have taken in, once that has happened here. For a
// while these islands still tell peers that are behind how they ended; then they are forgotten.
func (g *Merging) Settle() {
	news := false
	for _, c := range g.world.All() {
		for _, r := range c.NewRecords() {
			news = true
			switch r.Reason {
			case epoch.Absorbed:
				g.known.Claimed(c.Island(), r)
			case epoch.Ended:
				g.looked = time.Time{} // it is not to wait long
			}
		}
	}
	if news {
		g.known.ConfirmClaims()
	}
	if !g.known.AnyEnded() {
		return
	}
	for _, c := range g.world.All() {
		switch id, at := c.Island(), c.RetiredAt(); {
		case !g.known.Ended(id):
		case at.IsZero():
			if g.tookIn(id) && c.Stowed() {
				c.Retire()
			}
		case g.hub.Now.Sub(at) >= Lingers:
			delete(g.failed, id)
			g.world.Forget(id)
		}
	}
}

// tookIn reports whether another island has the state of an ended one for good, as far as this peer needs to
// know.
func (g *Merging) tookIn(id uint64) bool {
	by, here := g.known.Container(id)
	if !here {
		return g.hub.Shares() && !g.known.NeedsTaker(id)
	}
	c, ok := g.world.Find(by)
	return ok && c.Durable()
}
