package signal

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/key"
)

// Offer takes an offer to a member of the room and returns the answer. It waits for the connection and,
// with a zero id, until there is another member. Then up to four members are asked, longest present first.
func (c *Client) Offer(ctx context.Context, to key.ID, offer []byte) ([]byte, error) {
	if len(offer) > MaxOffer {
		return nil, ErrTooLarge
	}
	peers, err := c.present(ctx, to)
	if err != nil {
		return nil, err
	}
	peers = peers[:min(len(peers), whoeverTries)]
	last := len(peers) - 1
	for _, p := range peers[:last] {
		actx, cancel := context.WithTimeout(ctx, whoeverTimeout)
		answer, err := c.offer(actx, p, offer)
		cancel()
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
	}
	for {
		answer, err := c.offer(ctx, peers[last], offer)
		if !errors.Is(err, errBusy) {
			return answer, err
		}
		timer := time.NewTimer(busyWait/2 + rand.N(busyWait/2)) // cosmetic chance: a home's peers do not come in step
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, err
		}
	}
}

// errBusy says that offers of this address, or of too many others, wait for the peer.
var errBusy error = &RemoteError{busyText}

// present waits until the client is in the room and returns the members to ask.
func (c *Client) present(ctx context.Context, to key.ID) ([]key.ID, error) {
	for {
		c.mu.Lock()
		in, peers, problem, changed := c.in, c.peers, c.problem, c.changed
		c.mu.Unlock()
		switch {
		case in && !to.IsZero():
			return []key.ID{to}, nil
		case in && len(peers) > 0:
			return slices.Clone(peers), nil
		}
		select {
		case <-changed:
		case <-c.life.Done():
			return nil, ErrClosed
		case <-ctx.Done():
			if in {
				return nil, fmt.Errorf("%w: the room at %s is empty", ErrNobody, c.url)
			}
			if problem != nil {
				return nil, problem
			}
			return nil, fmt.Errorf("signal: the server at %s did not answer in time: %w", c.url, ctx.Err())
		}
	}
}

// offer takes an offer to one member.
func (c *Client) offer(ctx context.Context, to key.ID, offer []byte) ([]byte, error) {
	w := make(chan *message, 1)
	c.mu.Lock()
	c.lastRef++
	ref := c.lastRef
	out := c.out
	if out != nil {
		c.waiting[ref] = w
	}
	c.mu.Unlock()
	if out == nil || !queue(out, &message{kind: kindPass, ref: ref, peer: to, what: passOffer, bytes: offer}) {
		c.mu.Lock()
		delete(c.waiting, ref)
		c.mu.Unlock()
		return nil, errors.New("signal: the connection to the server broke")
	}
	select {
	case m := <-w:
		switch {
		case m == nil:
			return nil, errors.New("signal: the connection to the server broke")
		case m.kind == kindRefused && m.text == absentText:
			return nil, ErrAbsent
		case m.kind == kindRefused && m.text == busyText:
			return nil, errBusy
		case m.kind == kindRefused:
			return nil, &RemoteError{printable(m.text)}
		case m.what == passError:
			return nil, &RemoteError{printable(string(m.bytes))}
		case m.peer != to:
			return nil, fmt.Errorf("%w: an answer from another peer", ErrMalformed)
		}
		return m.bytes, nil
	case <-ctx.Done():
	case <-c.life.Done():
	}
	c.mu.Lock()
	delete(c.waiting, ref)
	c.mu.Unlock()
	if c.life.Err() != nil {
		return nil, ErrClosed
	}
	return nil, fmt.Errorf("signal: %s did not answer in time: %w", to.Short(), ctx.Err())
}
