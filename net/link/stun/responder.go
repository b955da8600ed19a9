package stun

import (
	"net/netip"
	"time"

	"github.com/pion/stun/v4"

	"manyhold/net/signal"
)

const (
	// respondRate is how many questions a second a Responder answers to all addresses together, and
	// respondBurst how many at once: peers of a crowd dial each other at the same time. An answer has at most
	// 52 bytes, so that this is 10 kB a second.
	respondRate, respondBurst = 200, 1000
)

// headerSize is the size of a message without attributes, in bytes.
const headerSize = 20

// Responder answers Binding requests that come to the sockets of links, so that linked peers tell each other
// their outer addresses. It runs on every player's machine, and so it answers less than a Server: no request
// of an ICE agent, which the connection of the socket answers, and none with an attribute that would have to
// be understood (RFC 8489 §6.3.1 wants an error there). An answer has 12 bytes more than its request by IPv4,
// and 24 more by IPv6. Its method may be called from any goroutine.
type Responder struct{ each, all *signal.Limiter }

// NewResponder returns a responder.
func NewResponder() *Responder {
	return &Responder{signal.NewLimiter(clientRate, clientBurst, maxClients), signal.NewLimiter(respondRate, respondBurst, 1)}
}

// Answer returns the answer to a packet, nil for none, and reports whether the packet is a question for the
// responder: other packets are for the connection of the socket. It keeps no part of b.
func (r *Responder) Answer(b []byte, from netip.AddrPort, now time.Time) (answer []byte, question bool) {
	if len(b) < headerSize || b[0] != 0 || b[1] != 1 || len(b) > maxRequest || !stun.IsMessage(b) {
		return nil, false
	}
	asked := &stun.Message{Raw: append([]byte(nil), b...)}
	if asked.Decode() != nil || asked.Type != stun.BindingRequest || int(asked.Length)+headerSize != len(b) {
		return nil, false
	}
	printed := false
	for _, a := range asked.Attributes {
		if a.Type.Required() {
			return nil, false
		}
		printed = printed || a.Type == stun.AttrFingerprint
	}
	if printed && stun.Fingerprint.Check(asked) != nil {
		return nil, false
	}
	from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
	if !r.each.Allow(signal.AddressKey(from.Addr()), now) || !r.all.Allow("", now) {
		return nil, true
	}
	parts := []stun.Setter{asked, stun.BindingSuccess, &stun.XORMappedAddress{IP: from.Addr().AsSlice(), Port: int(from.Port())}}
	if printed {
		parts = append(parts, stun.Fingerprint)
	}
	m, err := stun.Build(parts...)
	if err != nil {
		return nil, true
	}
	return m.Raw, true
}
