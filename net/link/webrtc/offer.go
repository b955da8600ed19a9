package webrtc

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// setupKind is the kind of a message between two endpoints. The numbers are on the wire.
type setupKind uint8

const (
	kindOffer   setupKind = 1
	kindAnswer  setupKind = 2
	kindRefusal setupKind = 3
)

// refusal is why an offer was refused, for the dialler to act on. The numbers are sent.
type refusal uint8

const (
	refusedOther   refusal = 1 // final: world, rules, protocol, self
	refusedBusy    refusal = 2 // try again later
	refusedLinked  refusal = 3 // there is a link already, and it answers
	refusedCrossed refusal = 4 // both dial, and the other side's dial wins: wait for it
)

const (
	setupMagic  = "MHL"
	setupDomain = "manyhold letter 1"

	maxSDP        = 10 << 10 // bytes; maxCandidates of them need half of it
	maxCandidates = 40       // refused beyond; see acceptedCandidates
	maxWords      = 256      // bytes of a refusal's sentence
	setupHeader   = len(setupMagic) + 1 + 2
)

var (
	// ErrGarbage reports that bytes from outside are not an authentic offer or answer.
	ErrGarbage = errors.New("webrtc: not an authentic offer or answer")
	// ErrProtocol reports that the other side has another version of the protocol.
	ErrProtocol = errors.New("webrtc: incompatible version")
)

// process tells the runs of a program with one identity apart: its start, in milliseconds since 1970, and
// eight random bytes. Of two, the later one is the restarted one.
type process struct {
	began  uint64
	random uint64
}

// setupMessage is an offer, an answer or a refusal:
//
//	magic "MHL", kind u8, protocol u16: the same in every version
//	from 32, to 32 (zero: any peer), process began u64, random u64, number u64
//	offer:   info (see link.AppendInfo), SDP blob
//	answer:  hash 32 of the offer's bytes, info, SDP blob
//	refusal: hash 32, reason u8, a sentence
//	signature 64 by from of everything before, domain "manyhold letter 1"
type setupMessage struct {
	kind    setupKind
	from    key.ID
	to      key.ID
	process process
	number  uint64 // of the offer; an answer repeats it
	offer   [32]byte
	info    link.Info
	sdp     string
	why     refusal
	words   string
}

// encode encodes and signs a message.
func (l *setupMessage) encode(k key.Pair) []byte {
	b := l.body()
	sig := k.Sign(setupDomain, b)
	return append(b, sig[:]...)
}

// body encodes a message without its signature.
func (l *setupMessage) body() []byte {
	b := append([]byte(setupMagic), byte(l.kind))
	b = wire.AppendU16(b, wire.Protocol)
	b = append(b, l.from[:]...)
	b = append(b, l.to[:]...)
	b = wire.AppendU64(b, l.process.began)
	b = wire.AppendU64(b, l.process.random)
	b = wire.AppendU64(b, l.number)
	if l.kind != kindOffer {
		b = append(b, l.offer[:]...)
	}
	if l.kind == kindRefusal {
		b = append(b, byte(l.why))
		b = wire.AppendText(b, l.words[:min(len(l.words), maxWords)])
	} else {
		b = link.AppendInfo(b, l.info)
		b = wire.AppendText(b, l.sdp)
	}
	return b
}

// decodeSetup decodes a message and verifies its signature. Its errors are ErrProtocol, with both versions,
// and ErrGarbage.
func decodeSetup(b []byte) (*setupMessage, error) {
	c := wire.NewCursor(b)
	magic, kind, protocol := string(c.Bytes(len(setupMagic))), setupKind(c.U8()), c.U16()
	if c.Err() != nil || magic != setupMagic {
		return nil, ErrGarbage
	}
	if protocol != wire.Protocol {
		return nil, fmt.Errorf("%w: one peer speaks protocol %d, the other %d; update the older one", ErrProtocol, wire.Protocol, protocol)
	}
	l := &setupMessage{kind: kind, from: c.Hash(), to: c.Hash(), process: process{c.U64(), c.U64()}, number: c.U64()}
	if kind != kindOffer {
		l.offer = c.Hash()
	}
	switch kind {
	case kindOffer, kindAnswer:
		l.info = link.ReadInfo(c)
		l.sdp = c.Text(maxSDP)
	case kindRefusal:
		l.why = refusal(c.U8())
		l.words = c.Text(maxWords)
	default:
		return nil, ErrGarbage
	}
	sig := c.Signature()
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrGarbage, err)
	}
	if !key.Verify(l.from, setupDomain, b[:len(b)-key.SignatureSize], sig) {
		return nil, fmt.Errorf("%w: the signature is wrong", ErrGarbage)
	}
	if kind != kindRefusal {
		if err := checkSDP(l.sdp); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// checkSDP refuses all descriptions except of one data connection, before pion reads them.
func checkSDP(sdp string) error {
	if strings.Count(sdp, "\r") != strings.Count(sdp, "\r\n") { // pion skips them, and would find further lines
		return fmt.Errorf("%w: a line of it does not end as it must", ErrGarbage)
	}
	if n := strings.Count(sdp, "\nm="); n != 1 || !strings.Contains(sdp, "\nm=application ") {
		return fmt.Errorf("%w: it describes something else than one data connection", ErrGarbage)
	}
	if n := strings.Count(sdp, "\na=candidate:"); n > maxCandidates {
		return fmt.Errorf("%w: it names %d addresses, more than %d", ErrGarbage, n, maxCandidates)
	}
	if _, err := fingerprint(sdp); err != nil {
		return err
	}
	return nil
}

// fingerprint returns the one SHA-256 fingerprint of the DTLS certificate that a description names.
func fingerprint(sdp string) (string, error) {
	found := ""
	for line := range strings.Lines(sdp) {
		value, ok := strings.CutPrefix(strings.TrimSpace(line), "a=fingerprint:")
		if !ok {
			continue
		}
		algorithm, hex, _ := strings.Cut(value, " ")
		if hex = strings.ToUpper(strings.TrimSpace(hex)); !strings.EqualFold(algorithm, "sha-256") || hex == "" || found != "" && found != hex {
			return "", fmt.Errorf("%w: it must have one SHA-256 fingerprint", ErrGarbage)
		}
		found = hex
	}
	if found == "" {
		return "", fmt.Errorf("%w: it has no fingerprint", ErrGarbage)
	}
	return found, nil
}

// outerPriority is the priority of an address at a router: 2^24 × 100 for its type, 2^8 × 65535 for the only
// network, and 256 minus the component (RFC 8445 §5.1.2.1).
const outerPriority = 100<<24 | 65535<<8 | 255

// withOuter adds addresses at routers to a description of one data connection, as server-reflexive candidates
// (RFC 8839 §5.1). pion does not know them, and need not: packets to them arrive at the port of Listen.
func withOuter(sdp string, outer []netip.AddrPort) string {
	var lines strings.Builder
	for i, at := range outer {
		place := fmt.Sprintf(" %s %d typ ", at.Addr(), at.Port())
		if !at.IsValid() || strings.Contains(sdp, place) {
			continue // a STUN server has told it
		}
		fmt.Fprintf(&lines, "a=candidate:outer%d 1 udp %d%ssrflx raddr 0.0.0.0 rport 0\r\n", i, outerPriority, place)
	}
	if end := strings.Index(sdp, "a=end-of-candidates"); end >= 0 {
		return sdp[:end] + lines.String() + sdp[end:]
	}
	return sdp + lines.String()
}

// hashOf is how an answer names its offer.
func hashOf(offer []byte) [32]byte { return sha256.Sum256(offer) }
