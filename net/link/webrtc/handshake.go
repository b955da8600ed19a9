package webrtc

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const proofDomain = "manyhold link proof 1"

var errHandshake = errors.New("the handshake failed")

// hello is the first message of each side on the stream: wire.Hello, protocol u16, id 32, nonce 32, info.
type hello struct {
	id    key.ID
	nonce [32]byte
	info  link.Info
}

func newHello(id key.ID, info link.Info) hello {
	h := hello{id: id, info: info}
	rand.Read(h.nonce[:])
	return h
}

func (h hello) encode() []byte {
	b := wire.AppendU16([]byte{byte(wire.Hello)}, wire.Protocol)
	b = append(b, h.id[:]...)
	b = append(b, h.nonce[:]...)
	return link.AppendInfo(b, h.info)
}

// decodeHello reads a hello without its first byte.
func decodeHello(body []byte) (hello, error) {
	c := wire.NewCursor(body)
	if protocol := c.U16(); c.Err() == nil && protocol != wire.Protocol {
		return hello{}, fmt.Errorf("%w: one peer speaks protocol %d, the other %d; update the older one", ErrProtocol, wire.Protocol, protocol)
	}
	h := hello{id: c.Hash(), nonce: c.Hash(), info: link.ReadInfo(c)}
	if err := c.Done(); err != nil {
		return hello{}, fmt.Errorf("%w: %w", errHandshake, err)
	}
	return h, nil
}

// handshake is one side's view of the proof that both sides hold the keys of their ids, on exactly this
// DTLS connection. It is called with messages and returns the replies.
type handshake struct {
	key        key.Pair
	mine       hello
	mineBytes  []byte
	myPrint    string // DTLS fingerprint of this side
	peer       key.ID // the expected peer
	peerPrint  string
	theirs     hello
	theirBytes []byte // nil until their hello arrived
	proved     bool
}

func newHandshake(k key.Pair, info link.Info, myPrint string, peer key.ID, peerPrint string) *handshake {
	h := &handshake{key: k, mine: newHello(k.ID(), info), myPrint: myPrint, peer: peer, peerPrint: peerPrint}
	h.mineBytes = h.mine.encode()
	return h
}

// statement returns the bytes that one side signs: signer and reader, both fingerprints, and the hashes of
// both hellos, which contain the nonces, the world and the rules. The signer's part comes first, so that
// one side's proof is never the other's.
func statement(signer, reader key.ID, signerPrint, readerPrint string, signerHello, readerHello []byte) []byte {
	var b []byte
	b = append(b, signer[:]...)
	b = append(b, reader[:]...)
	b = wire.AppendText(b, signerPrint)
	b = wire.AppendText(b, readerPrint)
	s, r := sha256.Sum256(signerHello), sha256.Sum256(readerHello)
	b = append(b, s[:]...)
	return append(b, r[:]...)
}

// receive takes a message of the handshake and returns the reply, if any. An error ends the connection; its
// text is for both sides.
func (h *handshake) receive(m []byte) (reply []byte, err error) {
	switch kind := wire.Kind(m[0]); {
	case kind == wire.Hello && h.theirBytes == nil:
		theirs, err := decodeHello(m[1:])
		if err != nil {
			return nil, err
		}
		if theirs.id != h.peer {
			return nil, fmt.Errorf("%w: its key is not the one in its offer", errHandshake)
		}
		if why := link.Refuse(h.mine.info, theirs.info); why != "" {
			return nil, errors.New(why)
		}
		h.theirs, h.theirBytes = theirs, append([]byte(nil), m...)
		sig := h.key.Sign(proofDomain, statement(h.mine.id, h.peer, h.myPrint, h.peerPrint, h.mineBytes, h.theirBytes))
		return append([]byte{byte(wire.Proof)}, sig[:]...), nil
	case kind == wire.Proof && h.theirBytes != nil && !h.proved:
		c := wire.NewCursor(m[1:])
		sig := c.Signature()
		if c.Done() != nil || !key.Verify(h.peer, proofDomain, statement(h.peer, h.mine.id, h.peerPrint, h.myPrint, h.theirBytes, h.mineBytes), sig) {
			return nil, fmt.Errorf("%w: its proof of identity is wrong", errHandshake)
		}
		h.proved = true
		return nil, nil
	default:
		return nil, fmt.Errorf("%w: message %d out of turn", errHandshake, kind)
	}
}
