package kernel

import (
	"slices"
	"time"

	"manyhold/net/host/machine"
	"manyhold/net/register"
)

const (
	// pieceFirst is the most bytes of a blueprint that a leader puts into every second turn before the
	// commands, so that a crowd does not keep blueprints out; pieceLast the most that it puts behind them.
	pieceFirst, pieceLast = 96, 240
	// refusedFor is how long a leader does not try again what the island refuses: ranks may change.
	refusedFor = 5 * time.Second
)

// publishing is a leader's work on the blueprints that its island does not know yet.
type publishing struct {
	digest  [32]byte // of the world's blueprints that were compared,
	sum     uint64   // and of the island's
	at      time.Time
	missing []*register.Entry
	refused bool // the island refuses some
}

// refresh compares the world's blueprints with the island's. It does little while both stay the same.
func (p *publishing) refresh(c *Core) {
	book, sum := &c.Standing.Prints, c.Machine.BlueprintSum()
	holds := func(e *register.Entry) bool { return c.Machine.Version(e.ID) == e.Hash }
	if p.digest == book.Digest() && c.Now.Sub(p.at) < refusedFor {
		if p.sum != sum {
			p.sum, p.missing = sum, slices.DeleteFunc(p.missing, holds)
		}
		return
	}
	if p.digest == book.Digest() && p.sum == sum && len(p.missing) == 0 && !p.refused {
		return
	}
	p.digest, p.sum, p.at, p.missing, p.refused = book.Digest(), sum, c.Now, p.missing[:0], false
	for _, e := range book.List() {
		switch {
		case holds(e):
		case c.Machine.Refuses(e.Bytes) != nil:
			p.refused = true
		default:
			p.missing = append(p.missing, e)
		}
	}
}

// put adds a piece of the first blueprint that is missing to a turn.
func (p *publishing) put(b machine.Builder, room int) {
	if len(p.missing) > 0 {
		b.Publish(p.missing[0].Bytes, room)
	}
}
