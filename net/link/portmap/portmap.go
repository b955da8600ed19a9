// Package portmap asks the home router to pass packets from outside on to this machine, so that others can
// reach it. A Mapper speaks NAT-PMP (RFC 6886) with the default gateway and UPnP with an Internet Gateway
// Device (services WANIPConnection:2 and :1, WANPPPConnection:1), whichever answers.
//
// The router is a stranger. A question lasts at most three seconds, an HTTP answer has at most 64 KiB,
// answers to a search count only from private addresses, and all further questions go to the address that
// answered. An outer address that is private itself is never told to others.
//
// In a browser there is no router to ask, and a Mapper does nothing.
package portmap

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"time"
)

const (
	// askTime is how long a router has for an answer.
	askTime = 3 * time.Second
	// findTime is how long the search for routers may last: UPnP's search, and the description after it.
	findTime = 7 * time.Second
	// removeTime is how long the removal of all mappings may last.
	removeTime = 2 * time.Second
	// pauseFirst and pauseMost bound the pause between two searches. Each is twice as long as the one before.
	pauseFirst, pauseMost = 30 * time.Second, 10 * time.Minute
	// watchEvery is how often the router is asked for its outer address.
	watchEvery = 2 * time.Minute
	// missAgain is the pause after a question without an answer; missesMost such questions in a row mean that
	// the router is gone.
	missAgain, missesMost = 15 * time.Second, 3
	// refusedAgain is the longest pause after which a refused port is asked for again, beside others that
	// were granted.
	refusedAgain = 10 * time.Minute
	// leaseLeast is the shortest lifetime that counts: a router that grants less is not asked more often.
	leaseLeast = 2 * time.Minute
	// portTries is how many outside ports are tried for one port.
	portTries = 5
	// DefaultLifetime of a mapping is what RFC 6886 §3.3 recommends.
	DefaultLifetime = 2 * time.Hour
)

// Protocol is the transport of a port.
type Protocol uint8

// The protocols of a Port.
const (
	UDP Protocol = 1
	TCP Protocol = 2
)

// String returns "udp" or "tcp".
func (p Protocol) String() string {
	if p == TCP {
		return "tcp"
	}
	return "udp"
}

// Port is a port of this machine.
type Port struct {
	Protocol Protocol
	Internal uint16
}

// Mapping is a port of this machine, and where others reach it.
type Mapping struct {
	Port
	External netip.AddrPort
}

// State describes a router.
type State struct {
	External netip.Addr    // its outer address, which may be of no use
	Local    netip.Addr    // this machine's address toward the router
	Uptime   time.Duration // since the router forgot its mappings; zero if it does not say
}

// Lease is a mapping that a router has granted.
type Lease struct {
	Outside  uint16        // the port at the router's outer address
	Lifetime time.Duration // from now on
}

// ErrTaken reports that the outside port belongs to another machine.
var ErrTaken = errors.New("portmap: the outside port is taken")

// Gateway is a router. Its methods return when ctx ends, and one goroutine calls them.
type Gateway interface {
	// String names the router for the log.
	String() string
	// State asks for the outer address. Its errors are those of the network and of answers that mean nothing.
	State(ctx context.Context) (State, error)
	// Map asks for a mapping from outside, or renews it. The router may grant another outside port. ErrTaken
	// asks for a try with another one.
	Map(ctx context.Context, p Port, outside uint16, lifetime time.Duration) (Lease, error)
	// Unmap removes a mapping.
	Unmap(ctx context.Context, p Port, outside uint16) error
}

// Options of a Mapper.
type Options struct {
	Ports    []Port        // asked for at the same port outside, and at others where that is taken
	Lifetime time.Duration // asked for; zero for DefaultLifetime
	Log      *slog.Logger  // nil for none
	// Find returns the routers that answer, the best first, before ctx ends. nil: those of this machine's
	// networks.
	Find func(ctx context.Context) []Gateway
}

// New returns a Mapper, which asks nobody before Run. It keeps the slice of ports.
func New(o Options) *Mapper {
	m := &Mapper{ports: o.Ports, lifetime: o.Lifetime, find: o.Find, log: o.Log}
	if m.lifetime <= 0 {
		m.lifetime = DefaultLifetime
	}
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	if m.find == nil && able {
		m.find = discover
	}
	m.shown.Store(&shown{})
	return m
}
