package world

import (
	"errors"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
)

const (
	// Reserve is how far around its players an island wants to hold land, in regions: 5×5, so that the 3×3
	// which are active never wait for it.
	Reserve int32 = 2
	// Apart is how far two groups of players are from each other when they can be islands of their own, in
	// regions between players: then five lie between the regions that are active.
	Apart int32 = 7
	// Crowded is how far they must be where more are awake than Most, in regions.
	Crowded int32 = 2
	// ApartTime is how long they must have been, in ticks.
	ApartTime game.Tick = 30 * game.TicksPerSecond
	// QuietTime is how long all players of a child must have been asleep or gone before it ends into home, in
	// ticks.
	QuietTime game.Tick = 60 * game.TicksPerSecond
	// NearTime is how long a neighbour counts as near that is not heard of again, in ticks.
	NearTime game.Tick = 5 * game.TicksPerSecond
	// MaxParts is the most parts that Divide names at a time; the rest are named after these have gone.
	MaxParts = 3
	// MaxLeases is the most regions that are lent, or held. Beyond it nothing more is lent: the requested
	// land stays closed like a wall.
	MaxLeases = 1 << 16
	// MaxAliases is how many islands that have ended are remembered by home; the oldest are forgotten.
	MaxAliases = 4096
	// MaxNear is the most neighbours of an island; others are not noticed while there are so many.
	MaxNear = 16
	// LookEvery is the interval at which an island checks whether groups are apart, a child is quiet and
	// islands are near, in ticks.
	LookEvery game.Tick = game.TicksPerSecond
)

// Topology is the place of an island among the others: its identity, its land, its neighbours and the mail
// between them.
type Topology struct {
	Register Register
	Watch    Watch
	Border   Border
	Mail     Mail
	Absorbed Absorbed
}

// Watch is what an island watches to know when it should divide or end.
type Watch struct {
	Apart []ApartSince // players of groups that could be islands of their own, in ascending seat
	Quiet game.Tick    // 1 + the tick since which nobody is awake, 0 while somebody is
}

// ApartSince says since when a player belongs to a group that could be an island of its own.
type ApartSince struct {
	Seat  entity.Seat
	Since game.Tick
}

// errTopology says that the tables of a topology contradict each other.
var errTopology = errors.New("its place among the islands contradicts its other tables")

// alone reports whether the topology is that of a home which never heard of another island: such a state has
// the digest that it had before there were any others. most is the cap of the world.
func (t *Topology) alone(most uint16) bool {
	return most == 0 && t.Register.alone() && t.Watch.Quiet == 0 && len(t.Watch.Apart) == 0 && t.Border.empty() &&
		len(t.Mail.Outboxes)+len(t.Mail.Inboxes)+len(t.Absorbed.Islands) == 0
}

// append appends, in this order:
//
//	u16 cap, u64 self, u64 last loan, u64 quiet
//	uvarint leases; of each: place (u32 X, u32 Y), uvarint number, u64 holder
//	uvarint aliases; of each: u64 from, u64 into
//	uvarint players elsewhere; of each: [32]u8 key, u16 seat
//	uvarint players apart; of each: u16 seat, u64 since
//	uvarint asks; of each: place, u64 since, u64 holder
//	uvarint neighbours; of each: u64 island, u64 heard, u16 people, u8 met, uvarint hits told,
//	        uvarint of them taken in, uvarint of its own taken in, u64 and u64 hashes of the last
//	        messages, u64 when;
//	        u64 hash of the signals that were last said, u64 when its own were last heard of
//	uvarint ghosts; of each, in ascending ID: u64 island, u64 heard, uvarint hit pending, u64 when, a body
//	uvarint strips; of each: u64 island, place, uvarint edited tiles; of each as in the part of a region
//	uvarint views; of each: u64 island, place
//	from version 6 on: uvarint signals; of each, in order: u64 island, u32 X, u32 Y of the tile,
//	        u8 heading, u8 strength
//	uvarint outboxes; of each: u64 to, uvarint number of the first parcel, u64 since, uvarint parcels;
//	        of each a blob
//	uvarint inboxes; of each: u64 from, u64 as, uvarint expected, u8 lost, blob of the message so far
//	from version 3 on, if any island was taken in: u64 tick at which the last ended that were forgotten,
//	        uvarint islands; of each: u64 island, u64 tick at which it ended
func (t *Topology) append(dst []byte, most uint16) []byte {
	dst = codec.U64(codec.U64(codec.U16(dst, most), t.Register.SelfID), t.Register.LastLoan)
	dst = t.Register.appendLoans(codec.U64(dst, uint64(t.Watch.Quiet)))
	dst = t.Register.appendAsks(t.Watch.appendApart(dst))
	return t.Absorbed.append(t.Mail.append(t.Border.append(dst)))
}

// read reads the bytes of append up to the absorbed islands, and returns the cap of the world.
func (t *Topology) read(c *codec.Cursor, now game.Tick) (most uint16) {
	most = c.U16()
	t.Register.SelfID, t.Register.LastLoan, t.Watch.Quiet = c.U64(), c.U64(), readTick(c, now)
	self := t.Register.SelfID
	c.Require(self >= Home && most <= MaxPlayers)
	t.Register.readLoans(c)
	t.Watch.readApart(c, now)
	t.Register.readAsks(c, now)
	t.Border.read(c, self, now)
	t.Mail.read(c, self, now)
	return most
}

// appendApart appends the players that are apart.
func (w *Watch) appendApart(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(w.Apart)))
	for _, s := range w.Apart {
		dst = codec.U64(codec.U16(dst, uint16(s.Seat)), uint64(s.Since))
	}
	return dst
}

// readApart reads the bytes of appendApart.
func (w *Watch) readApart(c *codec.Cursor, now game.Tick) {
	for range c.Count(MaxPlayers, 10) {
		s := ApartSince{entity.Seat(c.U16()), readTick(c, now)}
		c.Require(len(w.Apart) == 0 || w.Apart[len(w.Apart)-1].Seat < s.Seat)
		w.Apart = append(w.Apart, s)
	}
}

// readTick reads a tick that is not to come.
func readTick(c *codec.Cursor, now game.Tick) game.Tick {
	t := game.Tick(c.U64())
	c.Require(t <= now+1)
	return t
}

// consistent refuses a topology that contradicts the other tables.
func (t *Topology) consistent(i *State) error {
	for k := range t.Register.AwayPlayers {
		if p := i.Roster.BySeat(t.Register.AwayPlayers[k].Seat); p != nil || i.Roster.ByKey(t.Register.AwayPlayers[k].Key) != nil || t.Register.AwayPlayers[k].Seat > i.Roster.LastSeat {
			return errTopology
		}
	}
	for _, r := range i.Land.Regions {
		if !t.Register.Owns(r.At) {
			return errTopology
		}
	}
	for k := range i.Dormant.List {
		if !t.Register.Owns(i.Dormant.List[k].At) {
			return errTopology
		}
	}
	for _, s := range t.Watch.Apart {
		// A player that has left stays in this list until its next check (watchApart).
		if _, ok := FindSeat(i.Roster.Here, s.Seat); ok {
			continue
		}
		if _, ok := FindSeat(i.Roster.Away, s.Seat); !ok {
			return errTopology
		}
	}
	if t.Register.SelfID == Home {
		return nil
	}
	if slices.ContainsFunc(t.Register.Leases, func(l Lease) bool { return l.To != t.Register.SelfID }) {
		return errTopology
	}
	return nil
}

// diffTopology names the first difference in the place among the islands.
func diffTopology(a, b *State) string {
	x, y := &a.Topology, &b.Topology
	s := first("", unlike("Cap", a.Gen.Cap, b.Gen.Cap), unlike("self", x.Register.SelfID, y.Register.SelfID), unlike("last loan", x.Register.LastLoan, y.Register.LastLoan),
		unlike("quiet", x.Watch.Quiet, y.Watch.Quiet))
	return first("", s, unlikeRows("lease", x.Register.Leases, y.Register.Leases), unlikeRows("alias", x.Register.Aliases, y.Register.Aliases), unlikeRows("players elsewhere", x.Register.AwayPlayers, y.Register.AwayPlayers),
		unlikeRows("apart", x.Watch.Apart, y.Watch.Apart), unlikeRows("ask", x.Register.Asks, y.Register.Asks), unlikeRows("neighbour", x.Border.Islands, y.Border.Islands),
		unlikeRows("ghost", x.Border.Ghosts, y.Border.Ghosts), diffStrips(x.Border.Strips, y.Border.Strips), unlikeRows("view", x.Border.Views, y.Border.Views), unlikeRows("signal", x.Border.Signals, y.Border.Signals), unlikeRows("taken in", x.Absorbed.Islands, y.Absorbed.Islands), unlike("since", x.Absorbed.Since, y.Absorbed.Since), diffOutboxes(x.Mail.Outboxes, y.Mail.Outboxes), diffInboxes(x.Mail.Inboxes, y.Mail.Inboxes))
}
