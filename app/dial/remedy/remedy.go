// Package remedy says why a node reaches nobody of its world, and what its player can do about it.
package remedy

import (
	"errors"
	"strings"
	"sync"
	"time"

	"manyhold/net/key"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
)

// Trouble is why a node has no link. The words are in the status; the window has texts of its own for each.
type Trouble string

// The troubles. Book.Trouble says which of several is told.
const (
	None       Trouble = ""             // there are links, or nothing is known yet
	NoPath     Trouble = "no_path"      // a peer answered the offer, and no packet got through
	NoPathNear Trouble = "no_path_near" // the same, and this node does not know its outer address
	Refused    Trouble = "refused"      // a peer refused the link
	Twice      Trouble = "twice"        // a peer is linked with another process of this identity
	Version    Trouble = "version"      // a peer has another version of the protocol
	Busy       Trouble = "busy"         // a peer has too many connections or offers now
	NoServer   Trouble = "no_server"    // the signalling server does not answer
	Nobody     Trouble = "nobody"       // no peer answered by any way
)

// words maps each trouble to a sentence for people, with what helps.
var words = map[Trouble]string{
	NoPath: "No packet got through: both routers are strict. Invite a third player whom both of you can reach, forward a UDP port in one router and set it " +
		"(listen = \":7778\" in config.toml), or name a TURN server (ice_servers).",
	NoPathNear: "No packet got through, and this computer does not know its outside address. Switch on UPnP or NAT-PMP in a router, or name a STUN server " +
		"in config.toml (ice_servers), and try again.",
	Refused: "The other game refused the connection. Is it of the same version, and of the same world?",
	Twice: "This identity is already in the world from another computer or window, which stays connected. Quit there, or start this game with another " +
		"--data directory.",
	Version:  "The other game has another version. Update the older one.",
	Busy:     "The world is busy: many players are joining at once. This game keeps trying.",
	NoServer: "The signalling server does not answer, and no other way leads to a player of this world. Check its address, or connect by hand (`manyhold connect`).",
	Nobody:   "No player of this world answers. Is a game running there? If so, ask for a new invitation, or connect by hand (`manyhold connect`).",
}

// Words returns a sentence in English that says what helps, "" for None.
func (t Trouble) Words() string { return words[t] }

// otherVersion reports whether an attempt failed because of the version of the protocol. The other side may
// say so in words only.
func otherVersion(err error) bool {
	return err != nil && (errors.Is(err, webrtc.ErrProtocol) || strings.Contains(err.Error(), webrtc.ErrProtocol.Error()))
}

// freshFor is how long a failed attempt tells something. The longest pause between two attempts, after
// refusals, is 30 s, and an attempt takes up to 8 s.
const freshFor = 40 * time.Second

// Book notes how the attempts to reach peers end. Its methods may be called from any goroutine. The zero
// value is ready.
type Book struct {
	mu     sync.Mutex
	failed map[key.ID]failure
}

type failure struct {
	why Trouble
	at  time.Time
}

// Note notes the end of an attempt to link with a peer; err is that of webrtc.Endpoint.Dial.
func (b *Book) Note(peer key.ID, err error, now time.Time) {
	var refused *webrtc.RefusedError
	why := Nobody
	switch {
	case errors.Is(err, webrtc.ErrNoPath):
		why = NoPath
	case errors.Is(err, signal.ErrBusy):
		why = Busy
	case otherVersion(err):
		why = Version
	case errors.As(err, &refused) && strings.Contains(refused.Words, webrtc.SameIdentity):
		why = Twice
	case errors.As(err, &refused):
		why = Refused
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.failed = nil
		return
	}
	for id, f := range b.failed {
		if now.Sub(f.at) > freshFor {
			delete(b.failed, id)
		}
	}
	if old, ok := b.failed[peer]; ok && why == Nobody && old.why != Nobody {
		return // the peer is there: another way led to it
	}
	if b.failed == nil {
		b.failed = map[key.ID]failure{}
	}
	b.failed[peer] = failure{why, now}
}

// Circumstances are what the rest of the node knows.
type Circumstances struct {
	Links      int  // with peers of the world
	Outside    bool // the outer address is known, or a STUN or TURN server is configured
	ServerDown bool // a signalling server is configured and does not answer
}

// Trouble returns why no peer is linked.
func (b *Book) Trouble(c Circumstances, now time.Time) Trouble {
	if c.Links > 0 {
		return None
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	seen := map[Trouble]bool{}
	for _, f := range b.failed {
		if now.Sub(f.at) <= freshFor {
			seen[f.why] = true
		}
	}
	switch {
	case seen[Busy]: // waiting helps, whatever the others did
		return Busy
	case seen[Twice]:
		return Twice
	case seen[Version]:
		return Version
	case seen[NoPath] && !c.Outside:
		return NoPathNear
	case seen[NoPath]:
		return NoPath
	case seen[Refused]:
		return Refused
	case c.ServerDown:
		return NoServer
	case seen[Nobody]:
		return Nobody
	}
	return None
}
