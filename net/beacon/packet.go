package beacon

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// Announcement describes a peer and the world that it serves.
type Announcement struct {
	World     [32]byte
	WorldName string    // its title, or its first name
	Picture   string    // the bytes of a small picture of the world, at most MaxPicture; "": none
	Born      time.Time // when the world was founded, whole seconds
	Edited    bool      // a player has changed the world
	Entry     uint8     // the policy of entry, see charter.EntryName: 0 lets anyone in
	Peer      key.ID    // set by New and by the packet's signature, not by Update
	PeerName  string
	Players   int // in the world now, at most 65535
	Matches   int // rooms of the world that are not over, at most 255
	Waiting   int // of those, the ones in setup with a free seat
	// Door is "host:port" of the peer's door (see net/signal). It is announced with an empty host, and
	// received with the sender's address, whatever host it names: no packet makes others ask a third machine.
	Door string
	// From is the address of the sender, set by the receiver. It is not valid for a process of this machine.
	From     netip.Addr
	Rules    uint32
	Protocol uint16
}

// sameBut reports whether two announcements differ in nothing but the numbers of players and matches.
func (a Announcement) sameBut(o Announcement) bool {
	o.Players, o.Matches, o.Waiting = a.Players, a.Matches, a.Waiting
	return a == o
}

// callKind is the kind of a packet. The numbers are on the wire.
type callKind uint8

const (
	callHere  callKind = 1 // an announcement
	callBye   callKind = 2 // the last one
	callHello callKind = 3 // an announcement; answer with yours to its sender
	callAsk   callKind = 4 // no announcement, but a request for yours
)

const (
	packetMagic  = "MHB3"
	packetDomain = "manyhold beacon 3"
	maxPacket    = 512 // bytes; a longer one is garbage
	maxDoor      = 64  // bytes
	maxEntry     = 2   // the greatest policy of entry
	// MaxPicture is the longest picture in bytes. A longer one is left out: the packet must fit.
	MaxPicture = 132
	askSize    = len(packetMagic) + 1 + 8
)

// ErrMalformed reports that a packet is not one of this package, or not authentic.
var ErrMalformed = errors.New("beacon: malformed packet")

// call is one packet:
//
//	magic "MHB3", kind u8, process u64: random, tells the runs of a program apart
//	and, but for callAsk:
//	began u64 (ms since 1970), sequence u64, protocol u16, rules u32, world 32, name text,
//	picture blob, born u64 (s since 1970), edited bool, entry u8 (the policy, 0 to 2), peer 32, name text,
//	players u16, matches u8, waiting u8, door text,
//	signature 64 by peer of everything before, domain "manyhold beacon 3"
type call struct {
	kind     callKind
	process  uint64
	began    uint64
	sequence uint64
	Announcement
}

// newer reports whether c was sent after d by the same peer.
func (c *call) newer(d *call) bool {
	if c.process == d.process {
		return c.sequence > d.sequence
	}
	return c.began > d.began
}

func (c *call) encode(k key.Pair) []byte {
	b := append([]byte(packetMagic), byte(c.kind))
	b = wire.AppendU64(b, c.process)
	if c.kind == callAsk {
		return b
	}
	b = wire.AppendU64(b, c.began)
	b = wire.AppendU64(b, c.sequence)
	b = wire.AppendU16(b, c.Protocol)
	b = wire.AppendU32(b, c.Rules)
	b = append(b, c.World[:]...)
	b = wire.AppendText(b, link.Printable(c.WorldName, link.MaxName))
	picture := c.Picture
	if len(picture) > MaxPicture {
		picture = ""
	}
	b = wire.AppendBlob(b, []byte(picture))
	b = wire.AppendU64(b, uint64(max(c.Born.Unix(), 0)))
	b = append(wire.AppendBool(b, c.Edited), min(c.Entry, maxEntry))
	id := k.ID()
	b = append(b, id[:]...)
	b = wire.AppendText(b, link.Printable(c.PeerName, link.MaxName))
	b = wire.AppendU16(b, uint16(min(max(c.Players, 0), 65535)))
	b = append(b, uint8(min(max(c.Matches, 0), 255)), uint8(min(max(c.Waiting, 0), 255)))
	door := c.Door
	if len(door) > maxDoor {
		door = ""
	}
	b = wire.AppendText(b, door)
	sig := k.Sign(packetDomain, b)
	return append(b, sig[:]...)
}

// decodeCall reads a packet. It does not verify the signature, which costs more; see verify.
func decodeCall(b []byte) (*call, error) {
	if len(b) > maxPacket {
		return nil, fmt.Errorf("%w: %d bytes", ErrMalformed, len(b))
	}
	c := wire.NewCursor(b)
	if string(c.Bytes(len(packetMagic))) != packetMagic {
		return nil, ErrMalformed
	}
	m := &call{kind: callKind(c.U8()), process: c.U64()}
	switch m.kind {
	case callAsk:
	case callHere, callBye, callHello:
		m.began, m.sequence = c.U64(), c.U64()
		m.Protocol, m.Rules, m.World = c.U16(), c.U32(), c.Hash()
		m.WorldName = link.Printable(c.Text(link.MaxName), link.MaxName)
		m.Picture = string(c.Blob(MaxPicture))
		born := c.U64()
		if born > 1<<40 {
			c.Fail(wire.ErrForm)
		}
		m.Born = time.Unix(int64(born), 0)
		m.Edited = c.Bool()
		if m.Entry = c.U8(); m.Entry > maxEntry {
			c.Fail(wire.ErrForm)
		}
		m.Peer = c.Hash()
		m.PeerName = link.Printable(c.Text(link.MaxName), link.MaxName)
		m.Players, m.Matches, m.Waiting = int(c.U16()), int(c.U8()), int(c.U8())
		m.Door = c.Text(maxDoor)
		if m.Door != "" && !isDoor(m.Door) {
			c.Fail(wire.ErrForm)
		}
		c.Signature()
	default:
		return nil, ErrMalformed
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return m, nil
}

// isDoor reports whether a text is HOST:PORT with an empty or plain host.
func isDoor(door string) bool {
	host, port, err := net.SplitHostPort(door)
	if err != nil || link.Printable(host, maxDoor) != host {
		return false
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n != 0
}

// verify reports whether the peer of m signed packet b, from which m was decoded.
func (m *call) verify(b []byte) bool {
	n := len(b) - key.SignatureSize
	return key.Verify(m.Peer, packetDomain, b[:n], [key.SignatureSize]byte(b[n:]))
}
