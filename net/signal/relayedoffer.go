package signal

import (
	"context"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// PassOp is the kind of a wire.Signal message.
type PassOp uint8

// The operations; see the package comment. The numbers are sent.
const (
	PassAsk    PassOp = 1
	PassOffer  PassOp = 2
	PassAnswer PassOp = 3
	PassResult PassOp = 4
	PassFailed PassOp = 5
)

// Passed is the body of a wire.Signal message.
type Passed struct {
	Op    PassOp
	Ref   uint64 // chosen by the asking peer, and by the peer between for its own part
	Peer  key.ID
	Bytes []byte // an offer, an answer or a sentence
}

// AppendPassed appends the whole message, wire.Signal first.
func AppendPassed(dst []byte, p Passed) []byte {
	dst = append(dst, byte(wire.Signal), byte(p.Op))
	dst = wire.AppendU64(dst, p.Ref)
	dst = append(dst, p.Peer[:]...)
	return wire.AppendBlob(dst, p.Bytes)
}

// DecodePassed reads the message without its first byte. Its error is ErrMalformed.
func DecodePassed(body []byte) (Passed, error) {
	c := wire.NewCursor(body)
	p := Passed{Op: PassOp(c.U8()), Ref: c.U64(), Peer: c.Hash(), Bytes: c.Blob(MaxOffer)}
	if err := c.Done(); err != nil {
		return Passed{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if p.Op < PassAsk || p.Op > PassFailed {
		return Passed{}, fmt.Errorf("%w: operation %d", ErrMalformed, p.Op)
	}
	return p, nil
}

// Via is the exchange through a peer that l leads to. Links of link/webrtc can do it; through others
// every Offer fails.
func Via(l link.Link) Exchange {
	if e, ok := l.(Exchange); ok {
		return e
	}
	return noVia{l.Peer()}
}

type noVia struct{ peer key.ID }

func (v noVia) Offer(context.Context, key.ID, []byte) ([]byte, error) {
	return nil, fmt.Errorf("signal: the link to %s passes no offers on", v.peer.Short())
}

// printable cuts a stranger's sentence to its printable part.
func printable(text string) string { return link.Printable(text, MaxReason) }
