// Package wire holds the common parts of all messages between peers: the number in their first byte, the
// checked cursor that reads them, and their limits. A message is its Kind in one byte and a body. Bodies are
// specified by the packages named at the kinds. An unknown kind is ignored and counted.
//
// Numbers are little endian or, where small ones are common, unsigned varints (LEB128, shortest form only).
// A byte string is a varint length and the bytes; a text is the same in UTF-8. Each value has one encoding,
// so that decoding and encoding again gives the same bytes.
//
// game/codec has a cursor and append functions much like these. They are not shared on purpose: game imports
// nothing of net, and net nothing of game. Their errors differ, too: the game's names the field that is
// wrong, because a world file is repaired by people; a message from a peer is refused as a whole.
package wire

// Kind is the first byte of every message. The numbers are on the wire: kinds are only ever appended.
type Kind uint8

// The kinds. Those below FirstApplication are the link's own (handshake, ping, goodbye, offers passed
// on) and never reach a Handler.
const (
	Hello  Kind = 1 // handshake, see link/webrtc
	Proof  Kind = 2
	Ping   Kind = 3
	Pong   Kind = 4
	Bye    Kind = 5 // the reason why the link ends, as text
	Signal Kind = 6 // an offer, answer or candidate passed on by a peer, see net/signal
	Carry  Kind = 7 // a packet that a peer in common carries, see link/relay; datagram
	Path   Kind = 8 // whether packets arrive directly, see link/relay; datagram

	FirstApplication Kind = 16

	Frame     Kind = 16 // net/host: turns, acknowledgements, commands, raft messages; datagram
	Join      Kind = 17 // net/host: asks for the island; stream
	Welcome   Kind = 18 // net/host: epoch, committee, snapshot's turn and size; stream
	Turns     Kind = 19 // net/host: a run of turns that a peer had missed; stream
	WantTurns Kind = 20 // net/host: asks for a run of turns; stream
	Record    Kind = 21 // net/host/recordlist: asks for records of epochs, or has them; stream
	Digests   Kind = 22 // net/host: digests of turns; datagram or stream
	HandOver  Kind = 23 // net/host: a leader that quits asks its heir; stream
	Recovery  Kind = 24 // net/host: voters that lost their majority agree on where to go on; stream
	Island    Kind = 25 // net/host: any of the others, about an island other than home; datagram or stream
	Merge     Kind = 26 // net/host: leaders of two islands agree on a merge; stream
	Parcel    Kind = 27 // net/host: parcels from one island to another, signed by its voters; stream
	// net/host: signed heads of a leader, passed on, and proofs of equivocation; datagram or stream
	HeadGossip Kind = 28
	// net/host: summaries and entries of the world's charter, logins to be countersigned; stream
	Charter   Kind = 29
	Fork      Kind = 30 // net/host: two lines of one island meet, and one takes the other in; stream
	Directory Kind = 31 // net/host: directory of islands for peers that do not execute them; stream

	Want  Kind = 32 // net/transfer: asks for blocks; stream
	Block Kind = 33 // net/transfer: one verified block; stream
	Have  Kind = 34 // net/transfer: manifest of a transfer; stream

	// net/host: turns that a peer relays for the leader, and to which peers; datagram or stream
	Relay Kind = 35
	Shout Kind = 36 // net/shout: a player's message to the whole world; stream

	Certificate Kind = 37 // net/host: a voter's signature of a state; stream
	Cosign      Kind = 38 // net/host: voters cosign parcels to another island; stream
	Roll        Kind = 39 // net/host: who executes an island, and who is silent; stream
	Fairness    Kind = 40 // net/host/fairness: commands that a leader leaves out, absent players, complaints; stream
	Door        Kind = 41 // net/host/door: tickets and presentations of invitations, knocks and answers; stream
	Blueprint   Kind = 42 // net/host/publishing: summaries of blueprints, and their parts; stream
	Asset       Kind = 43 // net/asset/exchange: who has an asset, its descriptor and blocks; stream
	Lobby       Kind = 44 // net/lobby: which match rooms there are, and their messages; stream or datagram
)

// Protocol is the version of the protocol between peers. Peers of different versions do not link; the
// refusal says so.
const Protocol = 12
