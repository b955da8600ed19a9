package relay

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Op is what a Carry message asks or tells. The numbers are sent.
type Op uint8

// The operations; see the package comment.
const (
	Forward   Op = 1
	Forwarded Op = 2
	Refused   Op = 3
)

const (
	// MaxPacket is the largest packet that is carried, in bytes: more than DTLS and SCTP make.
	MaxPacket = 1400
	// MaxMessage is the largest Carry message, in bytes.
	MaxMessage = headSize + 1 + 2*(1+16+2) + MaxPacket

	headSize = 2 + 1 + 32

	// MaxHops is how many peers may lie between the two ends of a connection. Each costs a round trip, and
	// some 110 bytes in each packet.
	MaxHops = 2
)

// ErrMalformed reports that bytes from outside are not a message of this package.
var ErrMalformed = errors.New("relay: malformed message")

// Message is a Carry message.
type Message struct {
	Op   Op
	Hops uint8  // in a Forwarded, how many peers lie between the relaying peer and Peer; else zero
	Peer key.ID // whom the body is for; in a Forwarded, whom it is from
	Body []byte
}

// AppendMessage appends the encoding of m, wire.Carry first.
func AppendMessage(dst []byte, m Message) []byte {
	dst = append(dst, byte(wire.Carry), byte(m.Op), m.Hops)
	dst = append(dst, m.Peer[:]...)
	return append(dst, m.Body...)
}

// DecodeMessage reads a message without its first byte. Body is a part of b. Its error is ErrMalformed.
func DecodeMessage(b []byte) (Message, error) {
	c := wire.NewCursor(b)
	m := Message{Op: Op(c.U8()), Hops: c.U8(), Peer: c.Hash(), Body: c.Rest()}
	if c.Err() != nil || m.Op < Forward || m.Op > Refused || len(b)+1 > MaxMessage || (len(m.Body) == 0) != (m.Op == Refused) ||
		m.Hops >= MaxHops || m.Hops != 0 && m.Op != Forwarded {
		return Message{}, ErrMalformed
	}
	return m, nil
}

// The forms of a body.
const (
	formChosen    = 0
	formAddressed = 1
)

// body is a packet, with its addresses unless the two ends have chosen a pair.
type body struct {
	from, to netip.AddrPort // zero: the chosen pair
	packet   []byte
}

func appendBody(dst []byte, b body) []byte {
	if !b.from.IsValid() {
		return append(append(dst, formChosen), b.packet...)
	}
	dst = append(dst, formAddressed)
	for _, a := range []netip.AddrPort{b.from, b.to} {
		ip := a.Addr().AsSlice()
		dst = append(append(dst, byte(len(ip))), ip...)
		dst = wire.AppendU16(dst, a.Port())
	}
	return append(dst, b.packet...)
}

func decodeBody(raw []byte) (body, error) {
	c := wire.NewCursor(raw)
	form := c.U8()
	address := func() netip.AddrPort {
		ip, ok := netip.AddrFromSlice(c.Bytes(int(c.U8())))
		port := c.U16()
		if !ok || ip.Is4In6() || port == 0 {
			c.Fail(ErrMalformed)
		}
		return netip.AddrPortFrom(ip, port)
	}
	var b body
	if form == formAddressed {
		b.from, b.to = address(), address()
	}
	b.packet = c.Rest()
	if c.Err() != nil || form > formAddressed || len(b.packet) == 0 || len(b.packet) > MaxPacket {
		return body{}, ErrMalformed
	}
	return b, nil
}

// WellFormed reports whether bytes are the body of a Carry message. A relaying peer looks before it passes
// one on, so that a garbled one counts against its author.
func WellFormed(raw []byte) bool {
	_, err := decodeBody(raw)
	return err == nil
}

// forgeable reports whether a packet has a DTLS record that anybody can make: one of epoch zero, which no key
// protects. Before the handshake has ended only alerts count, for the handshake itself is of that epoch.
// pion/dtls obeys such an alert at any time, and reads all records of a packet (RFC 6347, 4.1).
func forgeable(b []byte, shaken bool) bool {
	const header, alert = 13, 21
	for len(b) >= header && b[0] >= 20 && b[0] <= 63 { // RFC 7983 tells DTLS by its first byte
		if b[3] == 0 && b[4] == 0 && (shaken || b[0] == alert) {
			return true
		}
		b = b[min(len(b), header+(int(b[11])<<8|int(b[12]))):]
	}
	return false
}

// The flags of a Path message.
const (
	flagHears  = 1
	flagCalm   = 2
	flagAnswer = 4
	flagDeaf   = 8

	// StatementSize is the size of a Path message in bytes.
	StatementSize = 3
)

// statement is a Path message: what one side knows of the direct way to it.
type statement struct {
	hears    bool // packets of the other side arrive directly
	calm     bool // all has been well for a while
	answer   bool // to a calm statement
	deaf     bool // nothing of the other side comes, by any way
	interval byte // between attempts of the direct way, in tenths of a second
}

func (s statement) encode() []byte {
	b := []byte{byte(wire.Path), 0, s.interval}
	for i, on := range []bool{s.hears, s.calm, s.answer, s.deaf} {
		if on {
			b[1] |= 1 << i
		}
	}
	return b
}

// decodeStatement reads a Path message, its first byte included.
func decodeStatement(b []byte) (statement, error) {
	if len(b) != StatementSize || b[1] > flagHears|flagCalm|flagAnswer|flagDeaf || b[2] == 0 {
		return statement{}, ErrMalformed
	}
	return statement{b[1]&flagHears != 0, b[1]&flagCalm != 0, b[1]&flagAnswer != 0, b[1]&flagDeaf != 0, b[2]}, nil
}

// hosts lists the addresses of a machine itself in an SDP description: its host candidates by UDP.
func hosts(sdp string) (all []netip.AddrPort) {
	for line := range strings.Lines(sdp) {
		f := strings.Fields(line)
		if len(f) < 8 || !strings.HasPrefix(f[0], "a=candidate:") || !strings.EqualFold(f[2], "udp") || f[7] != "host" {
			continue
		}
		ip, err := netip.ParseAddr(f[4])
		port, err2 := strconv.ParseUint(f[5], 10, 16)
		if err == nil && err2 == nil && port > 0 && ip.Zone() == "" && len(all) < maxHosts {
			all = append(all, netip.AddrPortFrom(ip.Unmap(), uint16(port)))
		}
	}
	return all
}

// maxHosts is how many addresses of one machine are used.
const maxHosts = 8
