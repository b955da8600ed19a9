// Package stun tells a peer the address by which others see it (STUN, RFC 8489): a router that translates
// addresses gives a peer an address that the peer cannot know by itself. A Server answers Binding requests
// beside the signalling server, on the same port by UDP; a Responder answers them on the sockets of links, so
// that peers tell each other; Ask puts such a question.
//
// The server keeps no state of a client but a count of its packets, knows no other method, and answers with
// at most three times as many bytes as it got, so that nobody can use it as an amplifier.
package stun

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"github.com/pion/stun/v4"

	"manyhold/net/signal"
)

const (
	// maxRequest is the largest request in bytes that is answered: RFC 8489 §6.1 bounds a message to a path
	// whose MTU is unknown.
	maxRequest = 548
	// clientRate is how many answers a second an address gets, and clientBurst how many at once: a peer that
	// dials many others asks once for each.
	clientRate, clientBurst = 10, 60
	// maxClients is how many addresses are counted.
	maxClients = 4096
)

// Server answers Binding requests of anybody.
type Server struct {
	limits *signal.Limiter
	log    *slog.Logger
}

// NewServer returns a server. log may be nil.
func NewServer(log *slog.Logger) *Server {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Server{limits: signal.NewLimiter(clientRate, clientBurst, maxClients), log: log}
}

// Serve answers requests that come to conn, a UDP socket, until ctx ends, and closes conn. Its error is that
// of conn; an end by ctx is none.
func (s *Server) Serve(ctx context.Context, conn net.PacketConn) error {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	b := make([]byte, maxRequest+1)
	for {
		n, sender, err := conn.ReadFrom(b)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // of one packet, such as an answer that could not be delivered
			s.log.Debug("a packet could not be read", "why", err)
			time.Sleep(time.Millisecond)
			continue
		}
		at, ok := sender.(*net.UDPAddr)
		if !ok {
			continue
		}
		from := at.AddrPort()
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		if answer := s.answer(b[:n], from, time.Now()); answer != nil {
			conn.WriteTo(answer, sender)
		}
	}
}

// answer returns the answer to a packet, nil for none: packets that are no Binding request are not answered,
// so that two servers cannot be set to answer each other for ever.
func (s *Server) answer(b []byte, from netip.AddrPort, now time.Time) []byte {
	if len(b) > maxRequest || !stun.IsMessage(b) {
		return nil
	}
	asked := &stun.Message{Raw: append([]byte(nil), b...)}
	if asked.Decode() != nil || asked.Type != stun.BindingRequest {
		return nil
	}
	_, printed := asked.Attributes.Get(stun.AttrFingerprint)
	if printed && stun.Fingerprint.Check(asked) != nil || !s.limits.Allow(signal.AddressKey(from.Addr()), now) {
		return nil
	}
	parts := []stun.Setter{asked, stun.BindingSuccess, &stun.XORMappedAddress{IP: from.Addr().AsSlice(), Port: int(from.Port())}}
	if unknown := unknownTo(asked); len(unknown) > 0 { // RFC 8489 §6.3.1
		parts = []stun.Setter{asked, stun.BindingError, stun.CodeUnknownAttribute, unknown}
	}
	if printed {
		parts = append(parts, stun.Fingerprint)
	}
	answer, err := stun.Build(parts...)
	if err != nil {
		s.log.Debug("an answer could not be made", "why", err)
		return nil
	}
	return answer.Raw
}

// known are the attributes that have to be understood and may stand in a Binding request. A peer's ICE agent
// asks with the last three; they mean nothing to this server.
var known = map[stun.AttrType]bool{
	stun.AttrUsername: true, stun.AttrMessageIntegrity: true, stun.AttrPriority: true, stun.AttrUseCandidate: true,
}

// unknownTo lists the attributes of a request that would have to be understood and are not: each once, and
// few, so that the answer stays short.
func unknownTo(m *stun.Message) (unknown stun.UnknownAttributes) {
	const most = 8
	seen := map[stun.AttrType]bool{}
	for _, a := range m.Attributes {
		if a.Type.Required() && !known[a.Type] && !seen[a.Type] && len(unknown) < most {
			seen[a.Type] = true
			unknown = append(unknown, a.Type)
		}
	}
	return unknown
}
