package dial

import (
	"context"
	"sync/atomic"

	"manyhold/net/key"
	"manyhold/net/signal"
)

// blind is the exchange of a dial that began when nobody said that the peer is there: by a door of an
// invitation, a remembered one or one of config.toml. The door may belong to another home's network, where
// packets vanish and the dial lasts dialTime. Such a dial gives way to one by the local network, the
// signalling server or a linked peer, unless the peer has answered meanwhile.
type blind struct {
	signal.Exchange
	cancel   context.CancelFunc // of the dial
	answered atomic.Bool
	gaveWay  bool // of the dialer's goroutine
}

// Offer takes an offer to the peer.
func (b *blind) Offer(ctx context.Context, to key.ID, offer []byte) (answer []byte, err error) {
	answer, err = b.Exchange.Offer(ctx, to, offer)
	b.answered.Store(err == nil)
	return answer, err
}

// giveWay ends the dial if the peer has not answered.
func (b *blind) giveWay() {
	if !b.answered.Load() {
		b.gaveWay = true
		b.cancel()
	}
}
