// Package wire holds what all messages between peers share: the number in their first byte, the
// checked cursor that reads them and the limits they keep. A message is its Kind in one byte and a
// body; bodies belong to the packages that speak them. An unknown kind is ignored and counted.
//
// Numbers are little endian or, where small ones are common, unsigned varints (LEB128, shortest form
// only). A byte string is a varint length and the bytes; a text is the same in UTF-8. There is one
// encoding of each value, so that what is decoded and encoded again is the same bytes.
package wire

// Kind is the first byte of every message. The numbers are sent: kinds are only ever appended.
type Kind uint8

// The kinds. Those below FirstApplication are the link's own (handshake, ping, goodbye, offers passed
// on) and never reach a Handler.
const (
	Hello  Kind = 1 // handshake, see link/webrtc
	Proof  Kind = 2
	Ping   Kind = 3
	Pong   Kind = 4
	Bye    Kind = 5 // why the link ends, in words
	Signal Kind = 6 // an offer, answer or candidate passed on by a peer, see net/signal

	FirstApplication Kind = 16

	Frame     Kind = 16 // net/host: turns, acknowledgements, commands, raft messages; datagram
	Join      Kind = 17 // net/host: asks for the island; stream
	Welcome   Kind = 18 // net/host: epoch, committee, snapshot's turn and size; stream
	Turns     Kind = 19 // net/host: a run of turns that a peer had missed; stream
	WantTurns Kind = 20 // net/host: asks for such a run; stream
	Record    Kind = 21 // net/host: successor records and their acknowledgements; stream
	Digests   Kind = 22 // net/host: digests of turns; datagram or stream
	HandOver  Kind = 23 // net/host: a leader that quits asks its heir; stream
	Recovery  Kind = 24 // net/host: voters that lost their majority agree on where to go on; stream
	Island    Kind = 25 // net/host: any of the others, about an island other than home; datagram or stream
	Merge     Kind = 26 // net/host: leaders of two islands agree that one goes into the other; stream
	Parcel    Kind = 27 // net/host: what one island has to say to another, signed by its voters; stream
	Witness   Kind = 28 // net/host: what a leader signed, passed on, and proofs that one told two stories; datagram or stream
	Charter   Kind = 29 // net/host: summaries and entries of the world's charter, logins to be countersigned; stream
	Line      Kind = 30 // net/host: two lines of one island meet, and one takes the other in; stream
	Rumour    Kind = 31 // net/host: what peers tell of islands to those who do not execute them; stream

	Want  Kind = 32 // net/transfer: asks for blocks; stream
	Block Kind = 33 // net/transfer: one verified block; stream
	Have  Kind = 34 // net/transfer: manifest of a transfer; stream

	Relay Kind = 35 // net/host: turns that a peer passes on for the leader, and who gets them so; datagram or stream
	Shout Kind = 36 // net/shout: what a player says to the whole world; stream

	Certificate Kind = 37 // net/host: what a voter signs of a state; stream
	Vouch       Kind = 38 // net/host: voters of an island sign what it has to say to another; stream
)

// Protocol is the version of the protocol between peers. Peers of different versions do not link; the
// refusal says so.
const Protocol = 4
