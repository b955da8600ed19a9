package webrtc

import (
	"context"
	"errors"
	"fmt"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/link"
	"manyhold/net/signal"
)

var _ signal.Answerer = (*Endpoint)(nil).Answer

// errRefuse carries a refusal from its decision to its signature.
type errRefuse struct {
	why   refusal
	words string
}

func (e *errRefuse) Error() string { return e.words }

// Answer answers an offer that came from outside by any way. A refusal is an answer, too. err is for offers
// that cannot be answered: ErrGarbage, ErrBusy, ErrClosed or ctx's.
func (e *Endpoint) Answer(ctx context.Context, offer []byte) (answer []byte, err error) {
	return e.answer(ctx, offer, false)
}

func (e *Endpoint) answer(ctx context.Context, offer []byte, byHand bool) (answer []byte, err error) {
	e.counted.offers.Add(1)
	if !e.offers.Allow("", time.Now()) {
		return nil, ErrBusy
	}
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	l, err := decodeSetup(offer)
	switch {
	case errors.Is(err, ErrProtocol): // the version in our message's head tells the other side
		e.counted.refused.Add(1)
		e.warn("offer refused", "why", err.Error())
		refusal := &setupMessage{kind: kindRefusal, from: e.ID(), process: e.process, offer: hashOf(offer), why: refusedOther, words: err.Error()}
		return refusal.encode(e.options.Key), nil
	case err == nil && (l.kind != kindOffer || !l.to.IsZero() && l.to != e.ID()):
		err = fmt.Errorf("%w: it is not for this peer", ErrGarbage)
	}
	if err != nil {
		e.counted.garbage.Add(1)
		return nil, err
	}
	reply := &setupMessage{from: e.ID(), to: l.from, process: e.process, number: l.number, offer: hashOf(offer), info: e.options.Info}
	sdp, err := e.accept(ctx, l, byHand)
	var refuse *errRefuse
	switch {
	case errors.As(err, &refuse):
		e.counted.refused.Add(1)
		if refuse.why != refusedCrossed {
			e.warn("offer refused", "peer", l.from.Short(), "name", l.info.Name, "why", refuse.words)
		}
		reply.kind, reply.why, reply.words = kindRefusal, refuse.why, refuse.words
	case err != nil:
		return nil, err
	default:
		reply.kind, reply.sdp = kindAnswer, sdp
	}
	return reply.encode(e.options.Key), nil
}

// warn logs events that strangers cause, a few at once and then one in five seconds: they must not fill a
// disk.
func (e *Endpoint) warn(text string, args ...any) {
	if e.scolds.Allow("", time.Now()) {
		e.log.Warn(text, args...)
	}
}

// accept decides on an authentic offer and starts the connection.
func (e *Endpoint) accept(ctx context.Context, l *setupMessage, byHand bool) (sdp string, err error) {
	if l.from == e.ID() {
		return "", &errRefuse{refusedOther, "that is this node itself, or a second one with " + SameIdentity}
	}
	if why := link.Refuse(e.options.Info, l.info); why != "" {
		return "", &errRefuse{refusedOther, why}
	}
	c, err := e.makeRoom(ctx, l, byHand)
	if err != nil {
		return "", err
	}
	sdp, err = c.answer(ctx, l)
	if err != nil {
		err = e.why(c, err)
		c.end(err, err.Error(), false)
		if errors.Is(err, errSuperseded) {
			return "", &errRefuse{refusedBusy, "a newer offer took this one's place"}
		}
		return "", err
	}
	return sdp, nil
}

// makeRoom registers a connection for an offer, after it has decided about the existing one.
func (e *Endpoint) makeRoom(ctx context.Context, l *setupMessage, byHand bool) (*connection, error) {
	for {
		e.mu.Lock()
		if e.closed {
			e.mu.Unlock()
			return nil, ErrClosed
		}
		old := e.peers[l.from]
		if old == nil {
			defer e.mu.Unlock()
			if len(e.all) >= MaxLinks || !e.roomToOpen(time.Now()) {
				return nil, &errRefuse{refusedBusy, "too many connections, try again later"}
			}
			c := e.newConnection(l.from, false)
			c.number, c.process, c.byHand = l.number, l.process, byHand
			return c, nil
		}
		e.mu.Unlock()
		if err := e.judge(ctx, old, l, byHand); err != nil {
			return nil, err
		}
		select {
		case <-old.ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// judge ends the old connection in favour of an offer, or returns why not. An offer that people have carried
// goes before a dial of this side: they do so where dials fail.
func (e *Endpoint) judge(ctx context.Context, old *connection, l *setupMessage, byHand bool) error {
	old.mu.Lock()
	state, process, number := old.state, old.process, old.number
	old.mu.Unlock()
	same := process == l.process
	switch {
	case state == closing:
	case state == opening && old.shaking():
		select { // it is nearly up; decide then
		case <-old.upped:
		case <-old.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
		return e.judge(ctx, old, l, byHand)
	case state == up && old.alive(ctx):
		if same {
			return &errRefuse{refusedLinked, "already connected"}
		}
		return &errRefuse{refusedLinked, "already connected as " + name(l.info) + ": another process of " + SameIdentity + " is running"}
	case state == up:
		old.end(errSuperseded, "the peer was started again", false)
	case old.outgoing && !byHand && e.ID().Less(l.from):
		return &errRefuse{refusedCrossed, "both sides dialled"}
	case old.outgoing:
		old.end(errSuperseded, "the other side's dial goes on", false)
	case same && l.number <= number, !same && process.began > l.process.began:
		return &errRefuse{refusedBusy, "a newer offer took this one's place"}
	default:
		old.end(errSuperseded, "a newer offer took its place", false)
	}
	return nil
}

func name(i link.Info) string {
	if i.Name == "" {
		return "a guest"
	}
	return i.Name
}

// roomToOpen reports whether one more connection may be set up from outside; mu is held. With MaxOpening of
// them, the oldest is closed if its time is over: a peer that only sends offers must not keep others out.
func (e *Endpoint) roomToOpen(now time.Time) bool {
	var oldest *connection
	n := 0
	for c := range e.all {
		if c.outgoing || c.byHand || !c.is(opening) {
			continue
		}
		n++
		if !c.shaking() && (oldest == nil || c.began.Before(oldest.began)) {
			oldest = c
		}
	}
	if n < MaxOpening {
		return true
	}
	if oldest == nil || now.Sub(oldest.began) < openTime {
		return false
	}
	oldest.end(ErrBusy, "others want to connect", false)
	return true
}

// answer makes this side of the connection from an offer.
func (c *connection) answer(ctx context.Context, l *setupMessage) (sdp string, err error) {
	if err := c.dress(ctx); err != nil {
		return "", err
	}
	l.sdp = acceptCandidates(l.sdp)
	if err := c.pc.SetRemoteDescription(pion.SessionDescription{Type: pion.SDPTypeOffer, SDP: l.sdp}); err != nil {
		return "", fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	description, err := c.pc.CreateAnswer(nil)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	// Everything is ready before the local description starts ICE.
	if err := c.expect(l.from, l.process, description.SDP, l.sdp); err != nil {
		return "", err
	}
	if sdp, err = gather(ctx, c, description); err == nil {
		c.route.describe(sdp, l.sdp)
	}
	if err == nil && c.byHand {
		return plainSDP(sdp)
	}
	return sdp, err
}
