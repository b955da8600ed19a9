package world

import (
	"errors"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// errTopology says that the tables of a topology contradict each other.
var errTopology = errors.New("its place among the islands contradicts its other tables")

// Alone reports whether the topology is that of a home which never heard of another island: such a state has
// the digest that it had before there were any others.
func (i *State) Alone() bool {
	r := &i.Topology
	return r.SelfID <= Home && i.Gen.Cap == 0 && r.LastLoan == 0 && r.Quiet == 0 && len(r.Leases)+len(r.Aliases)+len(r.AwayPlayers)+len(r.Apart)+
		len(r.Asks)+len(r.NearIslands)+len(r.GhostBodies)+len(r.Strips)+len(r.Views)+len(r.Signals)+len(r.Outboxes)+len(r.Inboxes)+len(r.Absorbed) == 0
}

// appendTopology appends, in this order:
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
func (i *State) appendTopology(dst []byte) []byte {
	r := &i.Topology
	dst = codec.U64(codec.U64(codec.U64(codec.U16(dst, i.Gen.Cap), r.SelfID), r.LastLoan), uint64(r.Quiet))
	dst = codec.Uvarint(dst, uint64(len(r.Leases)))
	for _, l := range r.Leases {
		dst = codec.U64(codec.Uvarint(AppendPlace(dst, l.At), l.Number), l.To)
	}
	dst = codec.Uvarint(dst, uint64(len(r.Aliases)))
	for _, a := range r.Aliases {
		dst = codec.U64(codec.U64(dst, a.From), a.Into)
	}
	dst = codec.Uvarint(dst, uint64(len(r.AwayPlayers)))
	for k := range r.AwayPlayers {
		dst = codec.U16(append(dst, r.AwayPlayers[k].Key[:]...), uint16(r.AwayPlayers[k].Seat))
	}
	dst = codec.Uvarint(dst, uint64(len(r.Apart)))
	for _, s := range r.Apart {
		dst = codec.U64(codec.U16(dst, uint16(s.Seat)), uint64(s.Since))
	}
	dst = codec.Uvarint(dst, uint64(len(r.Asks)))
	for _, a := range r.Asks {
		dst = codec.U64(codec.U64(AppendPlace(dst, a.At), uint64(a.Since)), a.Holder)
	}
	dst = codec.Uvarint(dst, uint64(len(r.NearIslands)))
	for k := range r.NearIslands {
		n := &r.NearIslands[k]
		dst = codec.U8(codec.U16(codec.U64(codec.U64(dst, n.Island), uint64(n.Heard)), n.People), Bit(n.Met))
		dst = codec.Uvarint(codec.Uvarint(codec.Uvarint(dst, n.Hits), n.Done), n.Taken)
		dst = codec.U64(codec.U64(codec.U64(dst, n.Sum), n.Strips), uint64(n.Said))
		dst = codec.U64(codec.U64(dst, n.Gave), uint64(n.Lent))
	}
	dst = i.appendImages(dst)
	return i.appendAbsorbed(i.appendBoxes(dst))
}

func (i *State) appendImages(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(i.GhostBodies)))
	for k := range i.GhostBodies {
		g := &i.GhostBodies[k]
		dst = codec.U64(codec.U64(dst, g.Of), uint64(g.Heard))
		dst = AppendBody(codec.U64(codec.Uvarint(dst, g.Pending), uint64(g.HitAt)), &g.Body)
	}
	dst = codec.Uvarint(dst, uint64(len(i.Strips)))
	for k := range i.Strips {
		s := &i.Strips[k]
		dst = AppendEdits(AppendPlace(codec.U64(dst, s.Of), s.At), s.Edits)
	}
	dst = codec.Uvarint(dst, uint64(len(i.Views)))
	for _, v := range i.Views {
		dst = AppendPlace(codec.U64(dst, v.Of), v.At)
	}
	dst = codec.Uvarint(dst, uint64(len(i.Signals)))
	for _, s := range i.Signals {
		dst = codec.U32(codec.U32(codec.U64(dst, s.Of), uint32(s.At.X)), uint32(s.At.Y))
		dst = codec.U8(codec.U8(dst, uint8(s.To)), s.Strength)
	}
	return dst
}

func (i *State) readImages(c *codec.Cursor) {
	r := &i.Topology
	for range c.Count(MaxNear*MaxGhosts, 25+BodyBytes) {
		g := Ghost{Of: c.U64(), Heard: i.readTick(c), Pending: c.Uvarint(), HitAt: i.readTick(c), Body: ReadBody(c)}
		c.Require(g.Of != r.SelfID && g.Of != 0 && (len(r.GhostBodies) == 0 || r.GhostBodies[len(r.GhostBodies)-1].Body.ID < g.Body.ID))
		r.GhostBodies = append(r.GhostBodies, g)
	}
	for range c.Count(MaxNear*MaxViews, 17) {
		s := Strip{Of: c.U64(), At: ReadPos(c), Edits: ReadEdits(c)}
		c.Require(s.Of != r.SelfID && s.Of != 0 && (len(r.Strips) == 0 || r.Strips[len(r.Strips)-1].At.Less(s.At)))
		r.Strips = append(r.Strips, s)
	}
	for range c.Count(MaxNear*MaxViews, 16) {
		v := View{Of: c.U64(), At: ReadPos(c)}
		c.Require(v.Of != r.SelfID && v.Of != 0 && (len(r.Views) == 0 || CompareViews(r.Views[len(r.Views)-1], v) < 0))
		r.Views = append(r.Views, v)
	}
	i.readLent(c)
}

// readLent reads the signals that come over lines.
func (i *State) readLent(c *codec.Cursor) {
	for range c.Count(MaxNear*MaxSignals, 18) {
		s := Signal{Of: c.U64(), At: grid.Tile{X: int32(c.U32()), Y: int32(c.U32())}, To: tile.Heading(c.U8()), Strength: c.U8()}
		_, near := FindNear(i, s.Of)
		c.Require(near && isPlace(s.At.Region()) && s.To < tile.HeadingCount && s.Strength > 0 && s.Strength <= SourceStrength)
		c.Require(len(i.Signals) == 0 || CompareSignals(i.Signals[len(i.Signals)-1], s) < 0)
		i.Signals = append(i.Signals, s)
	}
}

func (i *State) appendBoxes(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(i.Outboxes)))
	for k := range i.Outboxes {
		o := &i.Outboxes[k]
		dst = codec.U64(codec.Uvarint(codec.U64(dst, o.To), o.First), uint64(o.Since))
		dst = codec.Uvarint(dst, uint64(len(o.List)))
		for _, p := range o.List {
			dst = codec.Blob(dst, p)
		}
	}
	dst = codec.Uvarint(dst, uint64(len(i.Inboxes)))
	for k := range i.Inboxes {
		b := &i.Inboxes[k]
		dst = codec.U8(codec.Uvarint(codec.U64(codec.U64(dst, b.From), b.As), b.Next), Bit(b.Lost))
		dst = codec.Blob(dst, b.Partial)
	}
	return dst
}

func Bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func ReadBit(c *codec.Cursor) bool {
	v := c.U8()
	c.Require(v <= 1)
	return v == 1
}

func (i *State) readTick(c *codec.Cursor) game.Tick {
	t := game.Tick(c.U64())
	c.Require(t <= i.Clock+1)
	return t
}

func (i *State) readTopology(c *codec.Cursor) {
	r := &i.Topology
	i.Gen.Cap = c.U16()
	r.SelfID, r.LastLoan, r.Quiet = c.U64(), c.U64(), i.readTick(c)
	c.Require(r.SelfID >= Home && i.Gen.Cap <= MaxPlayers)
	for range c.Count(MaxLeases, 17) {
		l := Lease{At: ReadPos(c), Number: c.Uvarint(), To: c.U64()}
		c.Require(l.To > Home && (r.SelfID == Home || l.To == r.SelfID) && (r.SelfID > Home || l.Number <= r.LastLoan))
		c.Require(len(r.Leases) == 0 || r.Leases[len(r.Leases)-1].At.Less(l.At))
		r.Leases = append(r.Leases, l)
	}
	for range c.Count(MaxAliases, 16) {
		a := Alias{c.U64(), c.U64()}
		c.Require(a.From > Home && a.Into != 0 && a.From != a.Into && r.SelfID == Home)
		r.Aliases = append(r.Aliases, a)
	}
	for range c.Count(MaxKnown, 34) {
		var a AwayPlayer
		copy(a.Key[:], c.Bytes(len(a.Key)))
		a.Seat = entity.Seat(c.U16())
		c.Require(r.SelfID == Home && a.Key != game.PlayerID{} && a.Seat > 0 && (len(r.AwayPlayers) == 0 || r.AwayPlayers[len(r.AwayPlayers)-1].Seat < a.Seat))
		r.AwayPlayers = append(r.AwayPlayers, a)
	}
	for range c.Count(MaxPlayers, 10) {
		s := ApartSince{entity.Seat(c.U16()), i.readTick(c)}
		c.Require(len(r.Apart) == 0 || r.Apart[len(r.Apart)-1].Seat < s.Seat)
		r.Apart = append(r.Apart, s)
	}
	for range c.Count(MaxAsks, 24) {
		a := Ask{ReadPos(c), i.readTick(c), c.U64()}
		c.Require(r.SelfID > Home && (len(r.Asks) == 0 || r.Asks[len(r.Asks)-1].At.Less(a.At)))
		r.Asks = append(r.Asks, a)
	}
	for range c.Count(MaxNear, 46) {
		n := Neighbour{Island: c.U64(), Heard: i.readTick(c), People: c.U16(), Met: ReadBit(c), Hits: c.Uvarint(), Done: c.Uvarint(),
			Taken: c.Uvarint(), Sum: c.U64(), Strips: c.U64(), Said: i.readTick(c)}
		n.Gave, n.Lent = c.U64(), i.readTick(c)
		c.Require(n.Island != r.SelfID && n.Island != 0 && (len(r.NearIslands) == 0 || r.NearIslands[len(r.NearIslands)-1].Island < n.Island))
		r.NearIslands = append(r.NearIslands, n)
	}
	i.readImages(c)
	i.readBoxes(c)
}

func (i *State) readBoxes(c *codec.Cursor) {
	r := &i.Topology
	for range c.Count(MaxBoxes, 18) {
		o := Outbox{To: c.U64(), First: c.Uvarint(), Since: i.readTick(c)}
		c.Require(o.To != r.SelfID && o.To != 0 && o.First > 0 && o.First < 1<<62 && (len(r.Outboxes) == 0 || r.Outboxes[len(r.Outboxes)-1].To < o.To))
		for range c.Count(maxBacklog, 3) {
			p := c.Blob(MaxParcel)
			c.Require(ValidParcel(p))
			o.List = append(o.List, slices.Clone(p))
		}
		r.Outboxes = append(r.Outboxes, o)
		if c.Err() != nil {
			return
		}
	}
	for range c.Count(MaxBoxes, 19) {
		b := Inbox{From: c.U64(), As: c.U64(), Next: c.Uvarint(), Lost: ReadBit(c)}
		b.Partial = slices.Clone(c.Blob(MaxMessage))
		c.Require(b.From != 0 && b.As != 0 && b.Next > 0 && (!b.Lost || len(b.Partial) == 0))
		c.Require(len(r.Inboxes) == 0 || CompareInboxes(r.Inboxes[len(r.Inboxes)-1], b) < 0)
		r.Inboxes = append(r.Inboxes, b)
		if c.Err() != nil {
			return
		}
	}
}

// belongsTogether refuses a topology that contradicts the other tables.
func (i *State) belongsTogether() error {
	for k := range i.AwayPlayers {
		if p := PlayerBySeat(i, i.AwayPlayers[k].Seat); p != nil || i.PlayerByKey(i.AwayPlayers[k].Key) != nil || i.AwayPlayers[k].Seat > i.LastSeat {
			return errTopology
		}
	}
	for _, r := range i.Active {
		if !i.Owns(r.At) {
			return errTopology
		}
	}
	for k := range i.Dormant {
		if !i.Owns(i.Dormant[k].At) {
			return errTopology
		}
	}
	for _, s := range i.Apart {
		// A player that has left stays in this list until its next check (watchApart).
		if _, ok := FindSeat(i.Roster, s.Seat); ok {
			continue
		}
		if _, ok := FindSeat(i.Away, s.Seat); !ok {
			return errTopology
		}
	}
	if i.SelfID == Home {
		return nil
	}
	for k := range i.Leases {
		if i.Leases[k].To != i.SelfID {
			return errTopology
		}
	}
	return nil
}
