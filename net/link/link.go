// Package link says what a connection of two peers promises to the protocols above it. Its two kinds
// are link/webrtc, real connections over pion, and link/memory, a seeded and unkind network in one
// process.
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
	// LagAfter is how long a silence makes a link lagging: it is shown, nothing else follows.
	LagAfter = 2 * time.Second
	// DeadAfter is how long a silence ends the link. It is far longer than a lost packet and shorter
	// than a person waits.
	DeadAfter = 6 * time.Second
	// QuietFactor is how many times longer each of these is on a link that both sides want to be quiet.
	QuietFactor = 4
)

var (
	// ErrBusy says that the stream's queue is full: send again after some of it has gone.
	ErrBusy = errors.New("link: the stream's queue is full")
	// ErrClosed says that the link is closed.
	ErrClosed = errors.New("link: closed")
	// ErrTooLarge says that a message is larger than its channel takes.
	ErrTooLarge = errors.New("link: the message is too large")
)

// Link is a connection to one peer whose identity has been proved. Its methods may be called from any
// goroutine and do not block.
type Link interface {
	// Peer is the proved identity of the other side.
	Peer() key.ID
	// Info is what the other side said of itself in the handshake.
	Info() Info
	// Send sends one message; b is copied. ErrBusy, ErrClosed and ErrTooLarge are its errors.
	Send(c Channel, b []byte) error
	// Buffered returns how many bytes wait in the stream.
	Buffered() int
	// Stats returns what was measured of the link.
	Stats() Stats
	// Close ends the link; the other side is told why, in words.
	Close(reason string)
}

// Quieter is a Link on which few signs of life do, when both sides say so: all times of a sign, and of a silence, are
// QuietFactor times longer. In a crowd idle links of all to all are most of the traffic. A link is not quiet at first.
type Quieter interface {
	Link
	// Quiet says whether this side wants the link to be quiet.
	Quiet(on bool)
}

// Info is what a peer says of itself in the handshake, signed.
type Info struct {
	Name     string
	Version  string // of the program
	Rules    uint32
	World    [32]byte
	Headless bool
}

// Stats is what was measured of a link. Bytes count the payloads of both channels.
type Stats struct {
	RTT         time.Duration // smoothed, zero while unknown
	Loss        float64       // of the last PingWindow pings, 0 to 1
	BytesIn     uint64
	BytesOut    uint64
	Route       string // "host", "srflx", "relay", "memory"
	ConnectedAt time.Time
	LastHeard   time.Time
	Lagging     bool   // nothing heard for LagAfter, or QuietFactor times that
	Dropped     uint64 // own datagrams that were not even sent, because too many were waiting
	Garbage     uint64 // messages of the other side that made no sense
}

// Handler is told of links. Its methods are called from goroutines of the links, one at a time for
// each link, and must not block.
type Handler interface {
	LinkUp(l Link)
	// Receive hands over a message of the application (wire.FirstApplication and above); the handler
	// owns b.
	Receive(l Link, c Channel, b []byte)
	// LinkDown is the last call for l.
	LinkDown(l Link, reason string)
}
