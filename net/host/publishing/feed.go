package publishing

import (
	"slices"
	"time"

	"manyhold/net/host/machine"
	"manyhold/net/register"
)

const (
	// PieceFirst is the most bytes of a blueprint that a leader puts into every second turn before the
	// commands, so that a crowd does not keep blueprints out; PieceLast the most that it puts behind them.
	PieceFirst, PieceLast = 96, 240
	// refusedFor is how long a leader does not try again what the island refuses: ranks may change.
	refusedFor = 5 * time.Second
)

// Feed is a leader's work on the blueprints that its island does not know yet.
type Feed struct {
	digest  [32]byte // of the world's blueprints that were compared,
	sum     uint64   // and of the island's
	at      time.Time
	missing []*register.Entry
	refused bool // the island refuses some
}

// Refresh compares the world's blueprints with the island's. It does little while both stay the same.
func (p *Feed) Refresh(now time.Time, book *register.Book, m machine.Library) {
	sum := m.BlueprintSum()
	holds := func(e *register.Entry) bool { return m.Version(e.ID) == e.Hash }
	if p.digest == book.Digest() && now.Sub(p.at) < refusedFor {
		if p.sum != sum {
			p.sum, p.missing = sum, slices.DeleteFunc(p.missing, holds)
		}
		return
	}
	if p.digest == book.Digest() && p.sum == sum && len(p.missing) == 0 && !p.refused {
		return
	}
	p.digest, p.sum, p.at, p.missing, p.refused = book.Digest(), sum, now, p.missing[:0], false
	for _, e := range book.List() {
		switch {
		case holds(e):
		case m.Refuses(e.Bytes) != nil:
			p.refused = true
		default:
			p.missing = append(p.missing, e)
		}
	}
}

// Put adds a piece of the first blueprint that is missing to a turn.
func (p *Feed) Put(b machine.Builder, room int) {
	if len(p.missing) > 0 {
		b.Publish(p.missing[0].Bytes, room)
	}
}
