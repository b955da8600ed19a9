package signal

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// messageKind is the first byte of a message between client and server; see the package comment.
type messageKind uint8

const (
	kindChallenge messageKind = 1
	kindEnter     messageKind = 2
	kindPresent   messageKind = 3
	kindCame      messageKind = 4
	kindWent      messageKind = 5
	kindPass      messageKind = 6
	kindRefused   messageKind = 7
	kindAlive     messageKind = 8
	kindAsk       messageKind = 9
)

// passWhat is the content of a kindPass.
type passWhat uint8

const (
	passOffer  passWhat = 1
	passAnswer passWhat = 2
	passError  passWhat = 3
)

const (
	serverVersion = 1
	enterDomain   = "manyhold signal 1"

	// MaxMembers is how many members a room has.
	MaxMembers = 256

	maxMessage = MaxOffer + 64 // bytes, the longest Pass
)

// message is a message of any kind. The kind decides which fields are used.
type message struct {
	kind    messageKind
	version uint16
	hash    [32]byte // nonce or room
	peer    key.ID
	peers   []key.ID
	sig     [64]byte
	ref     uint64
	what    passWhat
	bytes   []byte // of a Pass
	text    string // of a Refused
}

func (m *message) encode() []byte {
	b := []byte{byte(m.kind)}
	switch m.kind {
	case kindChallenge:
		b = wire.AppendU16(b, m.version)
		b = append(b, m.hash[:]...)
	case kindEnter:
		b = wire.AppendU16(b, m.version)
		b = append(b, m.hash[:]...)
		b = append(b, m.peer[:]...)
		b = append(b, m.sig[:]...)
	case kindPresent:
		b = wire.AppendUvarint(b, uint64(len(m.peers)))
		for _, p := range m.peers {
			b = append(b, p[:]...)
		}
	case kindCame, kindWent:
		b = append(b, m.peer[:]...)
	case kindPass:
		b = wire.AppendU64(b, m.ref)
		b = append(b, m.peer[:]...)
		b = append(b, byte(m.what))
		b = wire.AppendBlob(b, m.bytes)
	case kindRefused:
		b = wire.AppendU64(b, m.ref)
		b = wire.AppendText(b, reason(m.text))
	case kindAlive, kindAsk:
	default:
		panic(fmt.Sprintf("signal: encoding a message of kind %d", m.kind))
	}
	return b
}

// decodeMessage reads a message. Its error is ErrMalformed.
func decodeMessage(b []byte) (*message, error) {
	c := wire.NewCursor(b)
	m := &message{kind: messageKind(c.U8())}
	switch m.kind {
	case kindChallenge:
		m.version, m.hash = c.U16(), c.Hash()
	case kindEnter:
		m.version, m.hash, m.peer, m.sig = c.U16(), c.Hash(), c.Hash(), c.Signature()
	case kindPresent:
		for n := c.Count(MaxMembers); n > 0 && c.Err() == nil; n-- {
			m.peers = append(m.peers, c.Hash())
		}
	case kindCame, kindWent:
		m.peer = c.Hash()
	case kindPass:
		m.ref, m.peer, m.what, m.bytes = c.U64(), c.Hash(), passWhat(c.U8()), c.Blob(MaxOffer)
		if m.what < passOffer || m.what > passError {
			c.Fail(wire.ErrForm)
		}
	case kindRefused:
		m.ref, m.text = c.U64(), c.Text(MaxReason)
	case kindAlive, kindAsk:
	default:
		c.Fail(wire.ErrForm)
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return m, nil
}

// enterStatement returns the bytes that a member signs: the challenge and the room.
func enterStatement(nonce, room [32]byte) []byte { return append(nonce[:], room[:]...) }
