// Package signal lets two peers exchange the one offer and the one answer that a direct connection needs.
// It does not read them: the peers sign them (see link/webrtc), so that a middleman can only lose them.
//
// There are three ways, all behind Exchange: the signalling server (Client), a peer's own door on HTTP
// (Direct), and a peer that is linked already (Via). Once two peers are linked, they need none of these.
//
// # The door
//
// POST /offer with Content-Type application/x-manyhold-offer, the offer as the body. 200 has the answer as
// its body; any other status has one sentence of text. A foreign web page cannot send this content type.
// GET /world has the id of the node's world in hex, for a new node that knows no more than an address.
//
// # The server
//
// A WebSocket at /, binary messages, each a kind in one byte and fields in the encoding of package wire. A
// room is a world id; a member is a peer with a proved id.
//
//	1 Challenge  server  version u16, nonce 32
//	2 Enter      client  version u16, room 32, id 32, signature 64 of nonce and room, domain "manyhold
//	                     signal 1"
//	3 Present    server  count varint, ids 32 each: the members, longest first
//	4 Came       server  id 32
//	5 Went       server  id 32
//	6 Pass       client  ref u64, to 32,   what u8 (1 offer, 2 answer, 3 error), blob
//	             server  ref u64, from 32, what u8, blob
//	7 Refused    server  ref u64 (0: of the connection, which then ends), text
//	8 Alive      both    nothing; the client's every 15 s, and its answer to Ask
//	9 Ask        server  nothing; answered by Alive
//
// An answer or error carries the ref of its offer, and goes only to the offering member. At most 32 offers
// wait for a member's answers, two of them from one address; when all places are taken, an address without
// any takes one of an address with two. A member that is silent for 40 s is removed. When an identity enters
// twice, the server sends Ask to the first connection. If it answers within a second, the second is refused;
// otherwise the second takes its place. A room has 256 members and at most 8 of one address (IPv6: of one
// /64). When it is full, the newest member of the address with the most gives way to a member of an address
// with at least two fewer. GET /healthz returns the numbers of rooms and members, and no identities.
//
// # Via
//
// A wire.Signal message on the stream of a link: op u8, ref u64, peer 32, blob.
//
//	1 Ask     to the peer between: pass this offer on to peer
//	2 Offer   from the peer between: an offer of peer
//	3 Answer  to the peer between: the answer to the offer with this ref
//	4 Result  from the peer between: the answer to the Ask with this ref
//	5 Failed  from the peer between, or to it: the same, with an error sentence in place of the answer
//
// A peer between that has no link to peer asks a few of its linked peers, with FarRef set in the ref. A
// peer that gets such an Ask passes it on to its own links only. So an offer goes over at most two peers in
// between.
//
// # The invitation
//
// See Invite.
package signal

import (
	"context"
	"errors"
	"strings"

	"manyhold/net/key"
)

// FarRef is the bit of an Ask's ref that marks an Ask passed on by another peer.
const FarRef uint64 = 1 << 63

// MaxOffer is the largest offer or answer in bytes: with its wrapping it fits one message of a link.
const MaxOffer = 14 << 10

// MaxReason is the longest sentence of a refusal in bytes.
const MaxReason = 256

var (
	// ErrNobody reports that no other peer of the world is present.
	ErrNobody = errors.New("signal: no other peer of this world is there")
	// ErrAbsent reports that the requested peer is not present.
	ErrAbsent = errors.New("signal: that peer is not there")
	// ErrClosed reports that the exchange is closed.
	ErrClosed = errors.New("signal: closed")
	// ErrTooLarge reports that an offer is larger than MaxOffer.
	ErrTooLarge = errors.New("signal: the offer is too large")
	// ErrMalformed reports that bytes from outside are not a message of this package.
	ErrMalformed = errors.New("signal: malformed message")
)

// ErrBusy reports that offers come faster than they are answered: try again later. A RemoteError with these
// words is ErrBusy, too.
var ErrBusy = errors.New(busyWords)

// busyWords are in each sentence that refuses an offer because there are too many: of the door, of a client
// of the signalling server, of the endpoint and of a peer between. Sentences are sent without a code.
const busyWords = "too many offers"

// RemoteError is the error of the other side, or of a peer between.
type RemoteError struct{ Text string }

func (e *RemoteError) Error() string { return "signal: the other side says: " + e.Text }

// Is tells errors.Is that the other side is busy.
func (e *RemoteError) Is(target error) bool {
	return target == ErrBusy && strings.Contains(e.Text, busyWords)
}

// Exchange takes an offer to a peer and brings its answer back.
type Exchange interface {
	// Offer waits for the answer or the end of ctx. A zero id means any peer. It may be called from any
	// goroutine.
	Offer(ctx context.Context, to key.ID, offer []byte) (answer []byte, err error)
}

// Answerer answers an offer from outside; usually it is link/webrtc's Endpoint.Answer. It may be called
// from several goroutines at once. Its error goes back to the other side as a sentence.
type Answerer func(ctx context.Context, offer []byte) (answer []byte, err error)

// reason shortens a sentence to the length that may be sent.
func reason(text string) string {
	if len(text) > MaxReason {
		text = text[:MaxReason]
	}
	return text
}
