package webrtc

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
)

// Limits of passing offers on between two peers that this one is linked to.
const (
	passRate    = 5.0 // offers a second from one link
	passBurst   = 20.0
	maxPassings = 128              // offers that wait for answers
	passTimeout = 15 * time.Second // for an answer
	// An offer to a peer without a link here goes to farTries of the links, one after the other, with
	// farPatience for each. This costs them as much each, so that one link may ask for it farRate times a
	// second, farBurst at once.
	farTries    = 6
	farPatience = 2 * time.Second
	farRate     = 1.0
	farBurst    = 4.0

	noLink = "no link to that peer"
)

// passing is an offer that this endpoint has passed on.
type passing struct {
	asker  *connection
	ref    uint64 // the asker's
	target *connection
	until  time.Time
}

// Offer makes a link an Exchange: the other side passes the offer to a peer that it is linked to.
func (c *connection) Offer(ctx context.Context, to key.ID, offer []byte) (answer []byte, err error) {
	return c.ask(ctx, to, offer, 0)
}

// ask has the other side pass an offer on; mark is zero or signal.FarRef.
func (c *connection) ask(ctx context.Context, to key.ID, offer []byte, mark uint64) (answer []byte, err error) {
	if len(offer) > signal.MaxOffer {
		return nil, signal.ErrTooLarge
	}
	if to.IsZero() {
		return nil, signal.ErrNobody
	}
	ref := c.e.nextRef()*2 + 1 | mark // own ones are odd, those passed on even
	reply := make(chan signal.Passed, 1)
	c.mu.Lock()
	if c.state != up {
		c.mu.Unlock()
		return nil, link.ErrClosed
	}
	c.asks[ref] = reply
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.asks, ref)
		c.mu.Unlock()
	}()
	if err := c.pass(signal.Passed{Op: signal.PassAsk, Ref: ref, Peer: to, Bytes: offer}); err != nil {
		return nil, err
	}
	select {
	case p := <-reply:
		if p.Op == signal.PassFailed {
			return nil, &signal.RemoteError{Text: link.Printable(string(p.Bytes), signal.MaxReason)}
		}
		return p.Bytes, nil
	case <-c.ended:
		return nil, link.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (e *Endpoint) nextRef() uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ref++
	return e.ref
}

// pass sends a wire.Signal message.
func (c *connection) pass(p signal.Passed) error {
	return c.Send(link.Stream, signal.AppendPassed(nil, p))
}

// passed takes a wire.Signal message; deliver is held, so it must not wait.
func (c *connection) passed(body []byte) {
	p, err := signal.DecodePassed(body)
	if err != nil {
		c.garbage()
		return
	}
	switch own := p.Ref%2 == 1; {
	case p.Op == signal.PassAsk:
		if why := c.passOn(p); why != "" {
			c.pass(signal.Passed{Op: signal.PassFailed, Ref: p.Ref, Peer: p.Peer, Bytes: []byte(why)})
		}
	case p.Op == signal.PassOffer:
		c.answerPassed(p)
	case own && (p.Op == signal.PassResult || p.Op == signal.PassFailed):
		c.mu.Lock()
		if reply := c.asks[p.Ref]; reply != nil {
			delete(c.asks, p.Ref)
			reply <- p // has room for the answer
		}
		c.mu.Unlock()
	case !own && (p.Op == signal.PassAnswer || p.Op == signal.PassFailed):
		c.passBack(p)
	default:
		c.garbage()
	}
}

// passOn takes an offer to the peer that it is for, or returns why not.
func (c *connection) passOn(p signal.Passed) (why string) {
	e := c.e
	if !e.passes.Allow(string(c.peer[:]), time.Now()) {
		return "too many offers"
	}
	e.mu.Lock()
	target := e.peers[p.Peer]
	if target == nil || target == c || !target.is(up) {
		e.mu.Unlock()
		return c.passFar(p)
	}
	if len(e.between) >= maxPassings {
		e.mu.Unlock()
		return "too many offers are waiting"
	}
	e.ref++
	ref := e.ref * 2
	e.between[ref] = passing{c, p.Ref, target, time.Now().Add(passTimeout)}
	e.mu.Unlock()
	if err := target.pass(signal.Passed{Op: signal.PassOffer, Ref: ref, Peer: c.peer, Bytes: p.Bytes}); err != nil {
		e.mu.Lock()
		delete(e.between, ref)
		e.mu.Unlock()
		return "the link to that peer is busy"
	}
	e.log.Debug("offer passed on", "from", c.peer.Short(), "to", p.Peer.Short())
	return ""
}

// passFar asks other peers to take an offer to a peer without a link here, or returns the reason why not.
func (c *connection) passFar(p signal.Passed) (why string) {
	e := c.e
	if p.Ref&signal.FarRef != 0 || p.Peer == e.ID() || !e.fars.Allow(string(c.peer[:]), time.Now()) {
		return noLink
	}
	between := e.others(c)
	if len(between) == 0 {
		return noLink
	}
	working := e.goWork(passTimeout, func(ctx context.Context) {
		answer, why := farther(ctx, between, p)
		if why != "" {
			c.pass(signal.Passed{Op: signal.PassFailed, Ref: p.Ref, Peer: p.Peer, Bytes: []byte(why)})
			return
		}
		c.pass(signal.Passed{Op: signal.PassResult, Ref: p.Ref, Peer: p.Peer, Bytes: answer})
	})
	if !working {
		return noLink
	}
	return ""
}

// farther asks the links one after the other, until one has a link to the peer.
func farther(ctx context.Context, between []*connection, p signal.Passed) (answer []byte, why string) {
	for _, n := range between {
		once, cancel := context.WithTimeout(ctx, farPatience)
		answer, err := n.ask(once, p.Peer, p.Bytes, signal.FarRef)
		cancel()
		var said *signal.RemoteError
		switch {
		case err == nil:
			return answer, ""
		case errors.As(err, &said) && said.Text != noLink:
			return nil, said.Text // of the peer itself, or one that has a link to it
		}
	}
	return nil, noLink
}

// others returns some of the linked peers, except one; different ones each time.
func (e *Endpoint) others(but *connection) (all []*connection) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, n := range e.peers {
		if n != but && n.is(up) {
			all = append(all, n)
		}
	}
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), farTries)]
}

// passBack takes an answer to the peer that asked.
func (c *connection) passBack(p signal.Passed) {
	e := c.e
	e.mu.Lock()
	b, ok := e.between[p.Ref]
	if ok = ok && b.target == c; ok {
		delete(e.between, p.Ref)
	}
	e.mu.Unlock()
	if !ok {
		return // too late, or never asked for
	}
	op := signal.PassResult
	if p.Op == signal.PassFailed {
		op = signal.PassFailed
	}
	b.asker.pass(signal.Passed{Op: op, Ref: b.ref, Peer: c.peer, Bytes: p.Bytes})
}

// answerPassed answers an offer that came by this link.
func (c *connection) answerPassed(p signal.Passed) {
	fail := func(why string) {
		c.pass(signal.Passed{Op: signal.PassFailed, Ref: p.Ref, Peer: p.Peer, Bytes: []byte(why)})
	}
	if !c.e.passes.Allow(string(c.peer[:]), time.Now()) {
		fail("too many offers")
		return
	}
	c.e.goWork(passTimeout, func(ctx context.Context) {
		answer, err := c.e.Answer(ctx, p.Bytes)
		switch {
		case errors.Is(err, ErrClosed):
		case err != nil:
			fail(err.Error()[:min(len(err.Error()), signal.MaxReason)])
		default:
			c.pass(signal.Passed{Op: signal.PassAnswer, Ref: p.Ref, Peer: p.Peer, Bytes: answer})
		}
	})
}

// forgetPassings drops offers without answers in time; mu is held.
func (e *Endpoint) forgetPassings(now time.Time) {
	for ref, b := range e.between {
		if now.After(b.until) {
			delete(e.between, ref)
		}
	}
}
