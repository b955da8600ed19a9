// Package signal lets two peers exchange the one offer and the one answer that a direct connection
// needs. It does not know what is in them: they are signed by the peers (see link/webrtc), so that
// whoever passes them on can lose them, and nothing else.
//
// There are three ways, all behind Exchange: the signalling server (Client), a peer's own door on HTTP
// (Direct), and a peer that is linked already (Via). Once two peers are linked, none of them is needed.
//
// # The door
//
// POST /offer with Content-Type application/x-manyhold-offer, the offer as the body. 200 has the answer
// as its body; any other status has one sentence of text. The content type is not one that a foreign web
// page may send.
//
// # The server
//
// A WebSocket at /, binary messages, each a kind in one byte and fields as package wire writes them.
// A room is a world id; a member is a peer id that has proved itself.
//
//	1 Challenge  server  version u16, nonce 32
//	2 Enter      client  version u16, room 32, id 32, signature 64 of nonce and room, domain "manyhold signal 1"
//	3 Present    server  count varint, ids 32 each: who is there, longest first
//	4 Came       server  id 32
//	5 Went       server  id 32
//	6 Pass       client  ref u64, to 32,   what u8 (1 offer, 2 answer, 3 error), blob
//	             server  ref u64, from 32, what u8, blob
//	7 Refused    server  ref u64 (0: of the connection, which then ends), text
//	8 Alive      both    nothing; the client's every 15 s, and its answer to Ask
//	9 Ask        server  nothing; answered by Alive
//
// An answer or error carries the ref of its offer, and is passed on only to who made that offer. A member
// that says nothing for 40 s is gone. An identity that enters twice: if the first connection answers Ask
// within a second the second is refused, otherwise the second takes its place. GET /healthz says how many
// rooms and members there are, and nothing of who they are.
//
// # Via
//
// A wire.Signal message on the stream of a link: op u8, ref u64, peer 32, blob.
//
//	1 Ask     to the peer between: pass this offer on to peer
//	2 Offer   from the peer between: peer offers
//	3 Answer  to the peer between: the answer to the offer with this ref
//	4 Result  from the peer between: the answer to the Ask with this ref
//	5 Failed  from the peer between, or to it: the same, a sentence why not in place of the answer
//
// Whoever is asked and has no link to peer asks a few of those it has links to, with FarRef set in its ref: whoever is asked so
// passes on to its own links only. So an offer goes over two peers in between, and never further.
//
// # The invitation
//
// See Invite.
package signal

import (
	"context"
	"errors"

	"manyhold/net/key"
)

// FarRef is the bit of an Ask's ref that says that who asks was asked itself.
const FarRef uint64 = 1 << 63

// MaxOffer is the largest offer or answer in bytes: with its wrapping it fits one message of a link.
const MaxOffer = 14 << 10

// MaxReason is the longest sentence of a refusal in bytes.
const MaxReason = 256

var (
	// ErrNobody says that there was nobody to answer.
	ErrNobody = errors.New("signal: nobody of this world is there")
	// ErrAbsent says that the peer asked for is not there.
	ErrAbsent = errors.New("signal: that peer is not there")
	// ErrClosed says that the way of exchange is closed.
	ErrClosed = errors.New("signal: closed")
	// ErrTooLarge says that an offer is larger than MaxOffer.
	ErrTooLarge = errors.New("signal: the offer is too large")
	// ErrMalformed says that bytes from outside are not a message of this package.
	ErrMalformed = errors.New("signal: malformed message")
)

// RemoteError is what the other side, or somebody between, said instead of an answer.
type RemoteError struct{ Text string }

func (e *RemoteError) Error() string { return "signal: the other side says: " + e.Text }

// Exchange takes an offer to a peer and brings its answer back.
type Exchange interface {
	// Offer waits for the answer or the end of ctx. A zero id means whoever answers. It may be called
	// from any goroutine.
	Offer(ctx context.Context, to key.ID, offer []byte) (answer []byte, err error)
}

// Answerer answers an offer from outside, usually link/webrtc's Endpoint.Answer. It may be called from
// several goroutines at once; its error goes back to the other side as a sentence.
type Answerer func(ctx context.Context, offer []byte) (answer []byte, err error)

// reason cuts a sentence to what may be sent.
func reason(text string) string {
	if len(text) > MaxReason {
		text = text[:MaxReason]
	}
	return text
}
