package world

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
)

// Mail is the traffic with other islands.
type Mail struct {
	Outboxes []Outbox // in ascending island
	Inboxes  []Inbox  // in ascending source, then addressee
}

// Outbox is this island's mail to another. It stays when it is empty, for its number.
type Outbox struct {
	To    uint64
	First uint64    // number of the first parcel of the list, from 1
	Since game.Tick // when it last moved
	List  [][]byte
}

// Inbox is the state of the parcels from another island: those that it sent to this one, or to one that has
// ended into this one.
type Inbox struct {
	From, As uint64
	Next     uint64 // number that is expected
	Partial  []byte // of a message that is not whole yet
	Lost     bool   // it has grown beyond MaxMessage
}

func CompareInboxes(a, b Inbox) int {
	if c := cmp.Compare(a.From, b.From); c != 0 {
		return c
	}
	return cmp.Compare(a.As, b.As)
}

func ValidParcel(p []byte) bool { return len(p) >= 2 && len(p) <= MaxParcel && p[0] <= 1 }

// Islands talk by messages (message.go). A message is cut into parcels, each
//
//	u8 1 if it is the last of its message, else 0
//	1 to MaxParcel-1 bytes of the message
//
// which are numbered from 1 for every pair of islands and direction, kept in the outbox until they are
// acknowledged, and taken into the inbox of the other side exactly once and in order: only the parcel with
// the number of Expect is taken. Outboxes and inboxes are part of the state. Turns bring parcels and
// acknowledgements (see turn.go), so that they take effect at the same tick everywhere.

const (
	// MaxParcel is the most bytes of a parcel.
	MaxParcel = 200
	// MaxMessage is the most bytes of a message, before it is cut. A longer one is never sent: a region that
	// does not fit stays with its holder. A longer one that arrives is dropped.
	MaxMessage = 1 << 17
	// MaxOutbox is the most parcels for one island that wait to be acknowledged. Beyond it nothing goes over:
	// land is not given, bodies and players stop at the line.
	MaxOutbox = 2048
	// MaxBoxes is the most outboxes, and inboxes, of an island; mail to or from more islands is refused.
	MaxBoxes = 1024
	// maxBacklog is the most parcels of an outbox that a snapshot may have, forwarded ones included.
	maxBacklog = 1 << 20
	// AskAfter is how long an outbox to a child may stand still before home is asked about the child.
	AskAfter game.Tick = 10 * game.TicksPerSecond
)

func AppendPlace(dst []byte, at grid.Region) []byte {
	return codec.U32(codec.U32(dst, uint32(at.X)), uint32(at.Y))
}

func ReadPos(c *codec.Cursor) grid.Region {
	at := grid.Region{X: int32(c.U32()), Y: int32(c.U32())}
	c.Require(at.X >= -grid.MaxRegion && at.X < grid.MaxRegion && at.Y >= -grid.MaxRegion && at.Y < grid.MaxRegion)
	return at
}

// append appends all boxes.
func (m *Mail) append(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(m.Outboxes)))
	for k := range m.Outboxes {
		o := &m.Outboxes[k]
		dst = codec.U64(codec.Uvarint(codec.U64(dst, o.To), o.First), uint64(o.Since))
		dst = codec.Uvarint(dst, uint64(len(o.List)))
		for _, p := range o.List {
			dst = codec.Blob(dst, p)
		}
	}
	dst = codec.Uvarint(dst, uint64(len(m.Inboxes)))
	for k := range m.Inboxes {
		b := &m.Inboxes[k]
		dst = codec.U8(codec.Uvarint(codec.U64(codec.U64(dst, b.From), b.As), b.Next), codec.Bit(b.Lost))
		dst = codec.Blob(dst, b.Partial)
	}
	return dst
}

// read reads the bytes of append, of the island self.
func (m *Mail) read(c *codec.Cursor, self uint64, now game.Tick) {
	for range c.Count(MaxBoxes, 18) {
		o := Outbox{To: c.U64(), First: c.Uvarint(), Since: readTick(c, now)}
		c.Require(o.To != self && o.To != 0 && o.First > 0 && o.First < 1<<62 && (len(m.Outboxes) == 0 || m.Outboxes[len(m.Outboxes)-1].To < o.To))
		for range c.Count(maxBacklog, 3) {
			p := c.Blob(MaxParcel)
			c.Require(ValidParcel(p))
			o.List = append(o.List, slices.Clone(p))
		}
		m.Outboxes = append(m.Outboxes, o)
		if c.Err() != nil {
			return
		}
	}
	for range c.Count(MaxBoxes, 19) {
		b := Inbox{From: c.U64(), As: c.U64(), Next: c.Uvarint(), Lost: c.Bit()}
		b.Partial = slices.Clone(c.Blob(MaxMessage))
		c.Require(b.From != 0 && b.As != 0 && b.Next > 0 && (!b.Lost || len(b.Partial) == 0))
		c.Require(len(m.Inboxes) == 0 || CompareInboxes(m.Inboxes[len(m.Inboxes)-1], b) < 0)
		m.Inboxes = append(m.Inboxes, b)
		if c.Err() != nil {
			return
		}
	}
}

func diffOutboxes(a, b []Outbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		s := first("", unlike("to", o.To, p.To), unlike("first", o.First, p.First), unlike("since", o.Since, p.Since), unlike("parcels", len(o.List), len(p.List)))
		for n := range min(len(o.List), len(p.List)) {
			s = first("", s, unlike(fmt.Sprintf("parcel %d", o.First+uint64(n)), fmt.Sprintf("%x", o.List[n]), fmt.Sprintf("%x", p.List[n])))
		}
		if s != "" {
			return fmt.Sprintf("outbox for island %x: %s", o.To, s)
		}
	}
	return unlike("number of outboxes", len(a), len(b))
}

func diffInboxes(a, b []Inbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		if s := first("", unlike("from", o.From, p.From), unlike("as", o.As, p.As), unlike("expected", o.Next, p.Next), unlike("lost", o.Lost, p.Lost),
			unlike("partial", string(o.Partial), string(p.Partial))); s != "" {
			return fmt.Sprintf("inbox of island %x: %s", o.From, s)
		}
	}
	return unlike("number of inboxes", len(a), len(b))
}
