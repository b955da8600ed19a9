package world

import (
	"cmp"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
)

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

func AppendPlace(dst []byte, at grid.Region) []byte {
	return codec.U32(codec.U32(dst, uint32(at.X)), uint32(at.Y))
}

func ReadPos(c *codec.Cursor) grid.Region {
	at := grid.Region{X: int32(c.U32()), Y: int32(c.U32())}
	c.Require(at.X >= -MaxRegion && at.X < MaxRegion && at.Y >= -MaxRegion && at.Y < MaxRegion)
	return at
}
