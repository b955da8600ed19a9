package webrtc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
)

// Dial links with a peer; x carries the offer. A zero peer means any peer. It returns nil after LinkUp,
// also if the link existed or the other side made it meanwhile. Its errors are those of x, RefusedError,
// ErrProtocol, ErrSelf, ErrWrongPeer, ErrNoPath, ErrClosed, ErrGarbage and those of ctx.
func (e *Endpoint) Dial(ctx context.Context, peer key.ID, x signal.Exchange) error {
	if peer == e.ID() {
		return ErrSelf
	}
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	for {
		c, others, err := e.beginDial(peer, false)
		switch {
		case err != nil:
			return err
		case others != nil:
			err = e.follow(ctx, others)
		default:
			err = e.runDial(ctx, c, x)
			if err != nil {
				c.end(err, err.Error(), true)
				<-c.ended
			}
		}
		var crossed *crossedError
		switch {
		case errors.As(err, &crossed):
			return e.await(ctx, crossed.peer)
		case !errors.Is(err, errSuperseded):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case peer.IsZero():
			return nil // the other connection to the answering peer is up or on its way
		}
	}
}

// crossedError reports that the other side's dial replaces ours.
type crossedError struct{ peer key.ID }

func (*crossedError) Error() string { return "webrtc: both sides dialled" }

// beginDial registers a dial, or returns the connection that is there already. One that only waits for the
// answer by hand to arrive is there, too, but stands in nobody's way: its offer may be an old one. The dial
// takes its place when the peer has answered (adopt). Until then it keeps waiting, because people connect by
// hand where dials fail.
func (e *Endpoint) beginDial(peer key.ID, byHand bool) (mine, others *connection, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, nil, ErrClosed
	}
	if c := e.peers[peer]; c != nil && !peer.IsZero() && !waitsByHand(c) {
		return nil, c, nil
	}
	c := e.newConnection(peer, true)
	e.number++
	c.number, c.byHand = e.number, byHand
	return c, nil, nil
}

// follow waits for a connection that another call is setting up. errSuperseded means that it was ending,
// and that the caller may try again.
func (e *Endpoint) follow(ctx context.Context, c *connection) error {
	if c.is(closing) {
		select {
		case <-c.ended:
			return errSuperseded
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-c.upped:
		return nil
	case <-c.ended:
		return c.failure
	case <-ctx.Done():
		if c.outgoing {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", ErrNoPath, ctx.Err()) // its offer has arrived
	}
}

// await waits for a link with the peer that the other side is making.
func (e *Endpoint) await(ctx context.Context, peer key.ID) error {
	ctx, cancel := context.WithTimeout(ctx, crossedTimeout)
	defer cancel()
	for {
		e.mu.Lock()
		c, changed := e.peers[peer], e.changed
		e.mu.Unlock()
		if c != nil {
			select {
			case <-c.upped:
				if c.is(up) {
					return nil
				}
			default:
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("webrtc: both sides dialled, and the other's dial did not arrive: %w", ctx.Err())
		}
	}
}

// runDial makes the offer, has it answered and waits for the link.
func (e *Endpoint) runDial(ctx context.Context, c *connection, x signal.Exchange) error {
	if err := c.dress(ctx); err != nil {
		return e.why(c, err)
	}
	description, err := c.pc.CreateOffer(nil)
	if err != nil {
		return e.why(c, fmt.Errorf("webrtc: making an offer: %w", err))
	}
	sdp, err := gather(ctx, c, description)
	if err != nil {
		return e.why(c, err)
	}
	if c.byHand {
		held, end := context.WithCancel(ctx)
		defer end()
		go e.socket.hold(held, sdp, e.stunServers(), cmp.Or(e.options.holdEvery, holdEvery))
		if sdp, err = plainSDP(sdp); err != nil {
			return err
		}
	}
	offer := (&setupMessage{
		kind: kindOffer, from: e.ID(), to: c.Peer(), process: e.process, number: c.number, info: e.options.Info, sdp: sdp,
	}).encode(e.options.Key)
	sealed, err := x.Offer(ctx, c.Peer(), offer)
	if err != nil {
		return e.why(c, err)
	}
	answer, err := e.openAnswer(c, offer, sealed)
	if err != nil {
		return err
	}
	if c.byHand { // people have had their time
		limited, end := context.WithTimeout(ctx, setupTimeout)
		defer end()
		ctx = limited
	}
	if err := e.adopt(ctx, c, answer.from); err != nil {
		return err
	}
	answer.sdp = acceptCandidates(answer.sdp)
	if err := c.expect(answer.from, answer.process, sdp, answer.sdp); err != nil {
		return err
	}
	if err := c.pc.SetRemoteDescription(pion.SessionDescription{Type: pion.SDPTypeAnswer, SDP: answer.sdp}); err != nil {
		return e.why(c, fmt.Errorf("%w: %w", ErrGarbage, err))
	}
	if path := c.route.way(); path != nil {
		c.route.describe(sdp, answer.sdp)
		timer := time.AfterFunc(relayAfter, func() { path.Engage(time.Now()) })
		defer timer.Stop()
	}
	select {
	case <-c.upped:
		return nil
	case <-c.ended:
		return e.why(c, ErrNoPath)
	case <-ctx.Done():
		if c.is(closing) {
			return e.why(c, ErrNoPath)
		}
		return fmt.Errorf("%w: %w", ErrNoPath, ctx.Err())
	}
}

// why prefers the connection's own failure, if it has ended, to err.
func (e *Endpoint) why(c *connection, err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == closing && c.failure != nil {
		return c.failure
	}
	return err
}

// openAnswer reads and checks the answer to an offer.
func (e *Endpoint) openAnswer(c *connection, offer, sealed []byte) (*setupMessage, error) {
	l, err := decodeSetup(sealed)
	switch {
	case err != nil:
		return nil, err
	case l.from == e.ID():
		return nil, ErrSelf
	case l.kind == kindOffer || l.to != e.ID() || l.offer != hashOf(offer):
		return nil, fmt.Errorf("%w: it answers another offer", ErrGarbage)
	case !c.Peer().IsZero() && l.from != c.Peer():
		return nil, fmt.Errorf("%w: %s in place of %s", ErrWrongPeer, l.from.Short(), c.Peer().Short())
	case l.kind == kindAnswer:
		return l, nil
	case l.why == refusedCrossed:
		return nil, &crossedError{l.from}
	case l.why == refusedLinked:
		e.mu.Lock()
		have := e.peers[l.from]
		e.mu.Unlock()
		if have != nil && have != c {
			return nil, &crossedError{l.from}
		}
	}
	return nil, &RefusedError{link.Printable(l.words, maxWords), l.from, l.why == refusedBusy}
}

// adopt sets the peer of a dial to any peer. If there is a connection with that peer already, the rules for
// two dials decide.
func (e *Endpoint) adopt(ctx context.Context, c *connection, peer key.ID) error {
	for {
		e.mu.Lock()
		old := e.peers[peer]
		if old == c {
			e.mu.Unlock()
			return nil
		}
		if old == nil {
			c.mu.Lock()
			ended := c.state == closing
			if !ended {
				c.peer = peer
				e.peers[peer] = c
				e.announce()
			}
			c.mu.Unlock()
			e.mu.Unlock()
			if ended {
				return e.why(c, errSuperseded)
			}
			return nil
		}
		e.mu.Unlock()
		if old.is(up) || old.is(opening) && !waitsByHand(old) && (old.outgoing && old.number > c.number || !old.outgoing && peer.Less(e.ID())) {
			return &crossedError{peer}
		}
		old.end(errSuperseded, "a newer connection took its place", false)
		select {
		case <-old.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// gather sets the local description and waits a short while for the addresses that go into it.
func gather(ctx context.Context, c *connection, d pion.SessionDescription) (sdp string, err error) {
	complete := pion.GatheringCompletePromise(c.pc)
	if err := c.pc.SetLocalDescription(d); err != nil {
		return "", fmt.Errorf("webrtc: describing this side: %w", err)
	}
	timer := time.NewTimer(gatherTimeout)
	defer timer.Stop()
	select {
	case <-complete:
	case <-timer.C:
		c.e.mirrors.doubt(time.Now())
	case <-ctx.Done():
		return "", ctx.Err()
	}
	local := c.pc.LocalDescription()
	if local == nil {
		return "", ErrClosed
	}
	sdp = withOuter(local.SDP, outerAddresses(c))
	sdp = acceptCandidates(sdp)
	if len(sdp) > maxSDP {
		return "", fmt.Errorf("webrtc: this machine has too many addresses: a description of %d bytes", len(sdp))
	}
	return sdp, nil
}
