// Package link specifies the connection of two peers for the protocols above it. It has two
// implementations: link/webrtc, real connections over pion, and link/memory, a seeded and faulty network in
// one process.
package link

import (
	"errors"
	"time"

	"manyhold/net/key"
)

// Channel is one of the two parts of a link.
type Channel uint8

const (
	// Datagram is best effort: a message may be lost, doubled or overtaken. At most MaxDatagram bytes.
	Datagram Channel = iota + 1
	// Stream is reliable and in order while the link lives. At most MaxMessage bytes a message.
	Stream
)

const (
	// MaxDatagram is the largest datagram, in bytes: it fits one packet of any network.
	MaxDatagram = 1150
	// MaxMessage is the largest message of the stream, in bytes.
	MaxMessage = 16 << 10
	// MaxBuffered is how many bytes may wait in a stream; Send refuses more with ErrBusy.
	MaxBuffered = 1 << 20
)

const (
	// PingEvery is how often something shows at least that a link lives.
	PingEvery = time.Second
	// LagAfter is the silence after which a link counts as lagging. This is shown, and has no other effect.
	LagAfter = 2 * time.Second
	// DeadAfter is how long a silence ends the link. It is far longer than a lost packet and shorter
	// than a person waits.
	DeadAfter = 6 * time.Second
	// QuietFactor is how many times longer each of these is on a link that both sides want to be quiet.
	QuietFactor = 4
)

// Here is the Machine of a peer on the same machine.
const Here = "here"

var (
	// ErrBusy reports that the stream's queue is full. Send again later.
	ErrBusy = errors.New("link: the stream's queue is full")
	// ErrClosed reports that the link is closed.
	ErrClosed = errors.New("link: closed")
	// ErrTooLarge reports that a message is too large for its channel.
	ErrTooLarge = errors.New("link: the message is too large")
)

// Link is a connection to one peer with a proved identity. Its methods may be called from any goroutine and
// do not block.
type Link interface {
	// Peer is the proved identity of the other side.
	Peer() key.ID
	// Info returns the other side's Info from the handshake.
	Info() Info
	// Send sends one message; b is copied. ErrBusy, ErrClosed and ErrTooLarge are its errors.
	Send(c Channel, b []byte) error
	// Buffered returns how many bytes wait in the stream.
	Buffered() int
	// Stats returns the link's measurements.
	Stats() Stats
	// Close ends the link and tells the other side the reason.
	Close(reason string)
}

// Quieter is a Link that can reduce its keep-alives if both sides want that. Then all intervals of
// keep-alives, and all limits of silence, are QuietFactor times longer. In a crowd, idle links between all
// peers are most of the traffic. A link is not quiet at first.
type Quieter interface {
	Link
	// Quiet tells whether this side wants the link to be quiet.
	Quiet(on bool)
}

// Info is a peer's signed description of itself in the handshake.
type Info struct {
	Name     string
	Version  string // of the program
	Rules    uint32
	World    [32]byte
	Headless bool
	Doors    string // "host:port" of its doors, separated by blanks; only in the handshake, "" in offers
}

// Stats are the measurements of a link. Bytes count the payloads of both channels.
type Stats struct {
	RTT         time.Duration // smoothed, zero while unknown
	Loss        float64       // of the last PingWindow pings, 0 to 1
	BytesIn     uint64
	BytesOut    uint64
	Route       string // "host", "srflx" (through a NAT), "relay" (a TURN server), "peer", "memory"
	Via         key.ID // with Route "peer": the peer that carries the packets
	Machine     string // where the peer runs: an address, or Here; "" if that is unknown
	ConnectedAt time.Time
	LastHeard   time.Time
	Lagging     bool   // silent for LagAfter, or QuietFactor times that
	Dropped     uint64 // own datagrams that were not even sent, because too many were waiting
	Garbage     uint64 // messages of the other side that made no sense
}

// Handler receives the events of links. Its methods are called from goroutines of the links, one at a time
// for each link, and must not block.
type Handler interface {
	LinkUp(l Link)
	// Receive hands over a message of the application (wire.FirstApplication and above); the handler
	// owns b.
	Receive(l Link, c Channel, b []byte)
	// LinkDown is the last call for l.
	LinkDown(l Link, reason string)
}
