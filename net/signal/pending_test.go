package signal

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"manyhold/net/key"
	"manyhold/net/patience"
)

// TestLargeOffersOfManyDoNotDelayAPair: more than a hundred members of 13 addresses send large offers, which
// the target leaves unanswered. An offer of another address is answered meanwhile.
func TestLargeOffersOfManyDoNotDelayAPair(t *testing.T) {
	const addresses = 13
	large := bytes.Repeat([]byte{7}, MaxOffer)
	s := crowded()
	url := listening(t, s)
	var left atomic.Int32
	target := client(t, url, identity(1), func(o *ClientOptions) {
		o.Answer = func(ctx context.Context, offer []byte) ([]byte, error) {
			if len(offer) == len(large) {
				left.Add(1)
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return []byte("yes"), nil
		}
	})
	until(t, "the target in", isIn(target))
	to := identity(1).ID()
	senders := 0
	for i := range addresses {
		c := gather(t, url, fmt.Sprintf("127.0.0.%d", 20+i), maxOfAddress, nothing)
		senders += len(c.sockets)
		for _, ws := range c.sockets {
			for ref := range uint64(3) {
				m := &message{kind: kindPass, ref: ref + 1, peer: to, what: passOffer, bytes: large}
				if err := ws.Write(t.Context(), websocket.MessageBinary, m.encode()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	until(t, "the target's offers", func() bool { return left.Load() >= 8 })
	a := client(t, url, identity(2), nil)
	until(t, "the honest peer in", isIn(a))
	began := patience.Now()
	ctx, cancel := patience.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	answer, err := a.Offer(ctx, to, []byte("hello"))
	t.Logf("beside %d senders, of which %d offers wait, a pair met after %v", senders, left.Load(), patience.Since(began).Round(time.Millisecond))
	if err != nil || string(answer) != "yes" || senders < 100 {
		t.Errorf("%q, %v, beside %d senders", answer, err, senders)
	}
}

// TestPendingOffersAreShared: an address has two offers with a target, and gives one to an address that has
// none when all places are taken.
func TestPendingOffersAreShared(t *testing.T) {
	s := crowded()
	defer s.Close()
	join := func(n int, address string) *member {
		m := &member{id: key.ID{byte(n), 1}, room: world, address: address, drop: func(error) {}, out: make(chan []byte, 2*MaxMembers), pending: map[uint64]pendingOffer{}}
		if err := s.takeIn(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	target := join(0, "target")
	now := time.Unix(0, 0)
	pass := func(m *member) string {
		return s.pass(m, &message{kind: kindPass, ref: 1, peer: target.id, what: passOffer}, now)
	}
	var last *member
	for i := range maxPending / maxWaiting {
		for k := range maxWaiting {
			last = join(1+maxWaiting*i+k, fmt.Sprint(i))
			if why := pass(last); why != "" {
				t.Fatalf("offer %d of address %d: %s", k, i, why)
			}
		}
	}
	if why := pass(last); why != busyText {
		t.Errorf("a third offer of one address: %q", why)
	}
	home := join(100, "home")
	for len(last.out) > 0 {
		<-last.out
	}
	if why := pass(home); why != "" || len(target.pending) != maxPending {
		t.Errorf("an address without offers: %q, %d wait", why, len(target.pending))
	}
	if len(last.out) == 0 {
		t.Fatal("the member whose offer gave way is not told")
	}
	if m, err := decodeMessage(<-last.out); err != nil || m.kind != kindRefused || m.ref != 1 {
		t.Errorf("the offer that gave way: %+v, %v", m, err)
	}
	if why := pass(home); why != busyText {
		t.Errorf("a second offer, though all others have as many or one more: %q", why)
	}
	now = now.Add(pendingTTL + 1)
	if why := pass(home); why != "" || len(target.pending) != 1 {
		t.Errorf("after the offers' time: %q, %d wait", why, len(target.pending))
	}
}
