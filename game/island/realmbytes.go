package island

import (
	"errors"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// errRealm says that the tables of a realm contradict each other.
var errRealm = errors.New("its place among the islands contradicts its other tables")

// alone reports whether the realm is that of a home which never heard of another island: such a state has
// the digest that it had before there were any others.
func (i *State) alone() bool {
	r := &i.realm
	return r.self <= Home && i.genesis.Cap == 0 && r.lastLoan == 0 && r.quiet == 0 && len(r.leases)+len(r.aliases)+len(r.abroad)+len(r.apart)+
		len(r.asks)+len(r.near)+len(r.ghosts)+len(r.strips)+len(r.views)+len(r.signals)+len(r.outboxes)+len(r.inboxes)+len(r.within) == 0
}

// appendRealm appends, in this order:
//
//	u16 cap, u64 self, u64 last loan, u64 quiet
//	uvarint leases; of each: place (u32 X, u32 Y), uvarint number, u64 holder
//	uvarint aliases; of each: u64 from, u64 into
//	uvarint players abroad; of each: [32]u8 key, u16 seat
//	uvarint players apart; of each: u16 seat, u64 since
//	uvarint asks; of each: place, u64 since, u64 holder
//	uvarint neighbours; of each: u64 island, u64 heard, u16 people, u8 met, uvarint hits told, uvarint of them
//	        taken in, uvarint of its own taken in, u64 and u64 hashes of what was last said, u64 when;
//	        u64 hash of the signals that were last said, u64 when its own were last heard of
//	uvarint ghosts; of each, in ascending ID: u64 island, u64 heard, uvarint hit pending, u64 when, a body
//	uvarint strips; of each: u64 island, place, uvarint edited tiles; of each as in the part of a region
//	uvarint views; of each: u64 island, place
//	from version 6 on: uvarint signals; of each, in order: u64 island, u32 X, u32 Y of the tile, u8 heading, u8 strength
//	uvarint outboxes; of each: u64 to, uvarint number of the first parcel, u64 since, uvarint parcels; of each a blob
//	uvarint inboxes; of each: u64 from, u64 as, uvarint expected, u8 lost, blob of the message so far
//	from version 3 on, if any island was taken in: u64 tick at which the last ended that were forgotten,
//	        uvarint islands; of each: u64 island, u64 tick at which it ended
func (i *State) appendRealm(dst []byte) []byte {
	r := &i.realm
	dst = codec.U64(codec.U64(codec.U64(codec.U16(dst, i.genesis.Cap), r.self), r.lastLoan), uint64(r.quiet))
	dst = codec.Uvarint(dst, uint64(len(r.leases)))
	for _, l := range r.leases {
		dst = codec.U64(codec.Uvarint(appendPlace(dst, l.at), l.number), l.to)
	}
	dst = codec.Uvarint(dst, uint64(len(r.aliases)))
	for _, a := range r.aliases {
		dst = codec.U64(codec.U64(dst, a.from), a.into)
	}
	dst = codec.Uvarint(dst, uint64(len(r.abroad)))
	for k := range r.abroad {
		dst = codec.U16(append(dst, r.abroad[k].key[:]...), uint16(r.abroad[k].seat))
	}
	dst = codec.Uvarint(dst, uint64(len(r.apart)))
	for _, s := range r.apart {
		dst = codec.U64(codec.U16(dst, uint16(s.seat)), uint64(s.since))
	}
	dst = codec.Uvarint(dst, uint64(len(r.asks)))
	for _, a := range r.asks {
		dst = codec.U64(codec.U64(appendPlace(dst, a.at), uint64(a.since)), a.holder)
	}
	dst = codec.Uvarint(dst, uint64(len(r.near)))
	for k := range r.near {
		n := &r.near[k]
		dst = codec.U8(codec.U16(codec.U64(codec.U64(dst, n.island), uint64(n.heard)), n.people), bit(n.met))
		dst = codec.Uvarint(codec.Uvarint(codec.Uvarint(dst, n.hits), n.done), n.taken)
		dst = codec.U64(codec.U64(codec.U64(dst, n.sum), n.strips), uint64(n.said))
		dst = codec.U64(codec.U64(dst, n.gave), uint64(n.lent))
	}
	dst = i.appendImages(dst)
	return i.appendWithin(i.appendBoxes(dst))
}

func (i *State) appendImages(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(i.ghosts)))
	for k := range i.ghosts {
		g := &i.ghosts[k]
		dst = codec.U64(codec.U64(dst, g.of), uint64(g.heard))
		dst = appendBody(codec.U64(codec.Uvarint(dst, g.pending), uint64(g.hitAt)), &g.body)
	}
	dst = codec.Uvarint(dst, uint64(len(i.strips)))
	for k := range i.strips {
		s := &i.strips[k]
		dst = appendEdits(appendPlace(codec.U64(dst, s.of), s.at), s.edits)
	}
	dst = codec.Uvarint(dst, uint64(len(i.views)))
	for _, v := range i.views {
		dst = appendPlace(codec.U64(dst, v.of), v.at)
	}
	dst = codec.Uvarint(dst, uint64(len(i.signals)))
	for _, s := range i.signals {
		dst = codec.U32(codec.U32(codec.U64(dst, s.of), uint32(s.at.X)), uint32(s.at.Y))
		dst = codec.U8(codec.U8(dst, uint8(s.to)), s.strength)
	}
	return dst
}

func (i *State) readImages(c *codec.Cursor) {
	r := &i.realm
	for range c.Count(MaxNear*MaxGhosts, 25+bodyBytes) {
		g := ghost{of: c.U64(), heard: i.readTick(c), pending: c.Uvarint(), hitAt: i.readTick(c), body: readBody(c)}
		c.Require(g.of != r.self && g.of != 0 && (len(r.ghosts) == 0 || r.ghosts[len(r.ghosts)-1].body.ID < g.body.ID))
		r.ghosts = append(r.ghosts, g)
	}
	for range c.Count(MaxNear*MaxViews, 17) {
		s := strip{of: c.U64(), at: readPlace(c), edits: readEdits(c)}
		c.Require(s.of != r.self && s.of != 0 && (len(r.strips) == 0 || r.strips[len(r.strips)-1].at.Less(s.at)))
		r.strips = append(r.strips, s)
	}
	for range c.Count(MaxNear*MaxViews, 16) {
		v := view{of: c.U64(), at: readPlace(c)}
		c.Require(v.of != r.self && v.of != 0 && (len(r.views) == 0 || compareViews(r.views[len(r.views)-1], v) < 0))
		r.views = append(r.views, v)
	}
	i.readLent(c)
}

// readLent reads the signals that come over lines.
func (i *State) readLent(c *codec.Cursor) {
	for range c.Count(MaxNear*MaxSignals, 18) {
		s := signal{of: c.U64(), at: grid.Tile{X: int32(c.U32()), Y: int32(c.U32())}, to: tile.Heading(c.U8()), strength: c.U8()}
		_, near := findNear(i, s.of)
		c.Require(near && isPlace(s.at.Region()) && s.to < tile.HeadingCount && s.strength > 0 && s.strength <= sourceStrength)
		c.Require(len(i.signals) == 0 || compareSignals(i.signals[len(i.signals)-1], s) < 0)
		i.signals = append(i.signals, s)
	}
}

func (i *State) appendBoxes(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(i.outboxes)))
	for k := range i.outboxes {
		o := &i.outboxes[k]
		dst = codec.U64(codec.Uvarint(codec.U64(dst, o.to), o.first), uint64(o.since))
		dst = codec.Uvarint(dst, uint64(len(o.list)))
		for _, p := range o.list {
			dst = codec.Blob(dst, p)
		}
	}
	dst = codec.Uvarint(dst, uint64(len(i.inboxes)))
	for k := range i.inboxes {
		b := &i.inboxes[k]
		dst = codec.U8(codec.Uvarint(codec.U64(codec.U64(dst, b.from), b.as), b.next), bit(b.lost))
		dst = codec.Blob(dst, b.partial)
	}
	return dst
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func readBit(c *codec.Cursor) bool {
	v := c.U8()
	c.Require(v <= 1)
	return v == 1
}

func (i *State) readTick(c *codec.Cursor) game.Tick {
	t := game.Tick(c.U64())
	c.Require(t <= i.tick+1)
	return t
}

func (i *State) readRealm(c *codec.Cursor) {
	r := &i.realm
	i.genesis.Cap = c.U16()
	r.self, r.lastLoan, r.quiet = c.U64(), c.U64(), i.readTick(c)
	c.Require(r.self >= Home && i.genesis.Cap <= MaxPlayers)
	for range c.Count(MaxLeases, 17) {
		l := lease{at: readPlace(c), number: c.Uvarint(), to: c.U64()}
		c.Require(l.to > Home && (r.self == Home || l.to == r.self) && (r.self > Home || l.number <= r.lastLoan))
		c.Require(len(r.leases) == 0 || r.leases[len(r.leases)-1].at.Less(l.at))
		r.leases = append(r.leases, l)
	}
	for range c.Count(MaxAliases, 16) {
		a := alias{c.U64(), c.U64()}
		c.Require(a.from > Home && a.into != 0 && a.from != a.into && r.self == Home)
		r.aliases = append(r.aliases, a)
	}
	for range c.Count(MaxKnown, 34) {
		var a abroad
		copy(a.key[:], c.Bytes(len(a.key)))
		a.seat = entity.Seat(c.U16())
		c.Require(r.self == Home && a.key != game.PlayerID{} && a.seat > 0 && (len(r.abroad) == 0 || r.abroad[len(r.abroad)-1].seat < a.seat))
		r.abroad = append(r.abroad, a)
	}
	for range c.Count(MaxPlayers, 10) {
		s := solitude{entity.Seat(c.U16()), i.readTick(c)}
		c.Require(len(r.apart) == 0 || r.apart[len(r.apart)-1].seat < s.seat)
		r.apart = append(r.apart, s)
	}
	for range c.Count(MaxAsks, 24) {
		a := ask{readPlace(c), i.readTick(c), c.U64()}
		c.Require(r.self > Home && (len(r.asks) == 0 || r.asks[len(r.asks)-1].at.Less(a.at)))
		r.asks = append(r.asks, a)
	}
	for range c.Count(MaxNear, 46) {
		n := neighbour{island: c.U64(), heard: i.readTick(c), people: c.U16(), met: readBit(c), hits: c.Uvarint(), done: c.Uvarint(),
			taken: c.Uvarint(), sum: c.U64(), strips: c.U64(), said: i.readTick(c)}
		n.gave, n.lent = c.U64(), i.readTick(c)
		c.Require(n.island != r.self && n.island != 0 && (len(r.near) == 0 || r.near[len(r.near)-1].island < n.island))
		r.near = append(r.near, n)
	}
	i.readImages(c)
	i.readBoxes(c)
}

func (i *State) readBoxes(c *codec.Cursor) {
	r := &i.realm
	for range c.Count(MaxBoxes, 18) {
		o := outbox{to: c.U64(), first: c.Uvarint(), since: i.readTick(c)}
		c.Require(o.to != r.self && o.to != 0 && o.first > 0 && o.first < 1<<62 && (len(r.outboxes) == 0 || r.outboxes[len(r.outboxes)-1].to < o.to))
		for range c.Count(maxBacklog, 3) {
			p := c.Blob(MaxParcel)
			c.Require(validParcel(p))
			o.list = append(o.list, slices.Clone(p))
		}
		r.outboxes = append(r.outboxes, o)
		if c.Err() != nil {
			return
		}
	}
	for range c.Count(MaxBoxes, 19) {
		b := inbox{from: c.U64(), as: c.U64(), next: c.Uvarint(), lost: readBit(c)}
		b.partial = slices.Clone(c.Blob(MaxMessage))
		c.Require(b.from != 0 && b.as != 0 && b.next > 0 && (!b.lost || len(b.partial) == 0))
		c.Require(len(r.inboxes) == 0 || compareInboxes(r.inboxes[len(r.inboxes)-1], b) < 0)
		r.inboxes = append(r.inboxes, b)
		if c.Err() != nil {
			return
		}
	}
}

// belongsTogether refuses a realm that contradicts the other tables.
func (i *State) belongsTogether() error {
	for k := range i.abroad {
		if p := playerBySeat(i, i.abroad[k].seat); p != nil || i.PlayerByKey(i.abroad[k].key) != nil || i.abroad[k].seat > i.lastSeat {
			return errRealm
		}
	}
	for _, r := range i.regions {
		if !i.owns(r.at) {
			return errRealm
		}
	}
	for k := range i.dormant {
		if !i.owns(i.dormant[k].at) {
			return errRealm
		}
	}
	for _, s := range i.apart {
		// Who has left stays in this list until the next look at it (watchApart).
		if _, ok := findSeat(i.players, s.seat); ok {
			continue
		}
		if _, ok := findSeat(i.away, s.seat); !ok {
			return errRealm
		}
	}
	if i.self == Home {
		return nil
	}
	for k := range i.leases {
		if i.leases[k].to != i.self {
			return errRealm
		}
	}
	return nil
}
