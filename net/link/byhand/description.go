package byhand

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"manyhold/net/wire"
)

// Limits of a Description.
const (
	maxCandidates = 12 // ICE sends packets to each, and a stranger may have named them
	maxPerAddress = 3  // candidates with one address
	maxCredential = 64 // bytes of the fragment and of the password; RFC 8839 §5.4 permits 256
	maxHost       = 64 // bytes of a host name in place of an address
)

// kind is the type of a candidate. The numbers are sent.
type kind uint8

const (
	host      kind = 0 // an address of the machine
	reflexive kind = 1 // its address at a router
	relayed   kind = 2 // an address at a TURN server
)

// priorities are the preferences of the kinds: RFC 8445 §5.1.2.2.
var priorities = [...]uint32{host: 126, reflexive: 100, relayed: 0}

var kindWords = [...]string{host: "host", reflexive: "srflx", relayed: "relay"}

// setupWords are the roles in DTLS: RFC 5763 §5. The places are sent.
var setupWords = [...]string{"actpass", "active", "passive"}

// candidate is an address at which a machine may be reached by UDP.
type candidate struct {
	kind kind
	at   netip.AddrPort
	name string // a host name in place of the address: browsers hide those of the machine
}

// Description is what an SDP description of one data connection says, all its constants left out. Its bytes
// are
//
//	setup u8, fragment text, password text, fingerprint 32, count varint, candidates
//	candidate: u8, its kind in the low 4 bits, and 0 for an IPv4 address, 16 for IPv6, 32 for a name;
//	           4 or 16 bytes or a text; port u16
type Description struct {
	setup              uint8
	fragment, password string // of ICE
	fingerprint        [32]byte
	candidates         []candidate // the best first
}

// ErrDescription reports that an SDP description is none of one data connection, as pion and browsers write
// it.
var ErrDescription = errors.New("byhand: not a description of one data connection")

// Describe reads an SDP description. Candidates beyond the limits are left out, and those of the loopback
// interface, if there are others.
func Describe(sdp string) (d Description, err error) {
	var all, loopback []candidate
	found := false
	for line := range strings.Lines(sdp) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name {
		case "a=ice-ufrag":
			d.fragment = value
		case "a=ice-pwd":
			d.password = value
		case "a=setup":
			for i, word := range setupWords {
				if word == value {
					d.setup = uint8(i)
				}
			}
		case "a=fingerprint":
			algorithm, digits, _ := strings.Cut(value, " ")
			b, err := hex.DecodeString(strings.ReplaceAll(digits, ":", ""))
			if err == nil && len(b) == len(d.fingerprint) && strings.EqualFold(algorithm, "sha-256") {
				found = true
				copy(d.fingerprint[:], b)
			}
		case "a=candidate":
			c, ok := parseCandidate(value)
			switch {
			case !ok:
			case c.at.Addr().IsLoopback():
				loopback = append(loopback, c)
			default:
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		all = loopback
	}
	each := map[string]int{}
	all = slices.DeleteFunc(all, func(c candidate) bool {
		each[c.place()]++
		return each[c.place()] > maxPerAddress
	})
	d.candidates = all[:min(len(all), maxCandidates)]
	if !found || !d.plain() {
		return d, ErrDescription
	}
	return d, nil
}

// parseCandidate reads a candidate of the first component by UDP: RFC 8839 §5.1.
func parseCandidate(value string) (c candidate, ok bool) {
	f := strings.Fields(value)
	if len(f) < 8 || f[1] != "1" || !strings.EqualFold(f[2], "udp") || f[6] != "typ" {
		return c, false
	}
	for k, word := range kindWords {
		if word == f[7] {
			c.kind, ok = kind(k), true
		}
	}
	port, err := strconv.ParseUint(f[5], 10, 16)
	if err != nil {
		return c, false
	}
	at, err := netip.ParseAddr(f[4])
	if err != nil {
		at, c.name = netip.IPv4Unspecified(), f[4]
	}
	c.at = netip.AddrPortFrom(at.Unmap().WithZone(""), uint16(port))
	return c, ok
}

// place is the address of a candidate, or the name.
func (c candidate) place() string {
	if c.name != "" {
		return c.name
	}
	return c.at.Addr().String()
}

// plain reports whether all texts of a description can be written into SDP, and are within the limits.
func (d *Description) plain() bool {
	for _, s := range []string{d.fragment, d.password} {
		if len(s) > maxCredential || !only(s, "+/") {
			return false
		}
	}
	// the least lengths of RFC 8839 §5.4
	if len(d.fragment) < 4 || len(d.password) < 22 || int(d.setup) >= len(setupWords) || len(d.candidates) > maxCandidates {
		return false
	}
	each := map[string]int{}
	for _, c := range d.candidates {
		if each[c.place()]++; each[c.place()] > maxPerAddress {
			return false
		}
		if len(c.name) > maxHost || !only(c.name, ".-") || int(c.kind) >= len(kindWords) {
			return false
		}
	}
	return true
}

// only reports whether a text has no other characters than letters, digits and further ones.
func only(s, further string) bool {
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(further, r)) {
			return false
		}
	}
	return true
}

// SDP returns the description for a WebRTC implementation. Equal descriptions have equal texts.
func (d *Description) SDP() string {
	var b strings.Builder
	b.WriteString("v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=fingerprint:sha-256 ")
	for i, v := range d.fingerprint {
		if i > 0 {
			b.WriteByte(':')
		}
		fmt.Fprintf(&b, "%02X", v)
	}
	fmt.Fprintf(&b, "\r\na=group:BUNDLE 0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=setup:%s\r\n", setupWords[d.setup])
	b.WriteString("a=mid:0\r\na=sendrecv\r\na=sctp-port:5000\r\na=max-message-size:1073741823\r\n")
	fmt.Fprintf(&b, "a=ice-ufrag:%s\r\na=ice-pwd:%s\r\n", d.fragment, d.password)
	for i, c := range d.candidates {
		priority := priorities[c.kind]<<24 | uint32(65535-i)<<8 | 255
		fmt.Fprintf(&b, "a=candidate:%d 1 udp %d %s %d typ %s", i+1, priority, c.place(), c.at.Port(), kindWords[c.kind])
		if c.kind != host {
			b.WriteString(" raddr 0.0.0.0 rport 0")
		}
		b.WriteString("\r\n")
	}
	b.WriteString("a=end-of-candidates\r\n")
	return b.String()
}

// Reach says from how far the machine of a description may be reached.
type Reach uint8

// The values of Reach.
const (
	Here  Reach = iota // from the same machine
	Local              // from the same local network, by what the machine knows
	Far                // from anywhere: a router or a server has told its outer address, or it has a public one
)

// Reach returns from how far the machine may be reached.
func (d *Description) Reach() (far Reach) {
	for _, c := range d.candidates {
		a := c.at.Addr()
		switch {
		case c.kind != host || c.name == "" && a.IsGlobalUnicast() && !a.IsPrivate():
			return Far
		case c.name != "" || !a.IsLoopback() && !a.IsUnspecified():
			far = Local
		}
	}
	return far
}

const (
	sixBit  = 16
	nameBit = 32
)

// append writes a description.
func (d *Description) append(dst []byte) []byte {
	dst = append(dst, d.setup)
	dst = wire.AppendText(dst, d.fragment)
	dst = wire.AppendText(dst, d.password)
	dst = append(dst, d.fingerprint[:]...)
	dst = wire.AppendUvarint(dst, uint64(len(d.candidates)))
	for _, c := range d.candidates {
		switch a := c.at.Addr(); {
		case c.name != "":
			dst = wire.AppendText(append(dst, byte(c.kind)|nameBit), c.name)
		case a.Is4():
			four := a.As4()
			dst = append(append(dst, byte(c.kind)), four[:]...)
		default:
			six := a.As16()
			dst = append(append(dst, byte(c.kind)|sixBit), six[:]...)
		}
		dst = wire.AppendU16(dst, c.at.Port())
	}
	return dst
}

// read reads a description. The error stays in the cursor.
func (d *Description) read(r *wire.Cursor) {
	d.setup, d.fragment, d.password = r.U8(), r.Text(maxCredential), r.Text(maxCredential)
	d.fingerprint = r.Hash()
	for n := r.Count(maxCandidates); n > 0 && r.Err() == nil; n-- {
		first := r.U8()
		c := candidate{kind: kind(first & 15)}
		at := netip.IPv4Unspecified()
		switch first &^ 15 {
		case 0:
			var four [4]byte
			copy(four[:], r.Bytes(len(four)))
			at = netip.AddrFrom4(four)
		case sixBit:
			var six [16]byte
			copy(six[:], r.Bytes(len(six)))
			at = netip.AddrFrom16(six)
			if at.Is4In6() { // it has four bytes
				r.Fail(ErrDescription)
			}
		case nameBit:
			if c.name = r.Text(maxHost); c.name == "" {
				r.Fail(ErrDescription)
			}
		default:
			r.Fail(ErrDescription)
		}
		c.at = netip.AddrPortFrom(at, r.U16())
		d.candidates = append(d.candidates, c)
	}
	if r.Err() == nil && !d.plain() {
		r.Fail(ErrDescription)
	}
}
