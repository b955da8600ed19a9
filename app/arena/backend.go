package arena

import (
	"errors"
	"sync"

	"manyhold/app/shelf"
	"manyhold/app/status"
	"manyhold/game/command"
	"manyhold/game/island"
	"manyhold/game/match"
	"manyhold/net/key"
)

// Visit is a window's stay in a match, in which it plays as in a world: it is a node.Backend. Requests that
// only make sense in a world are refused in words. When the window leaves, the client goes on.
type Visit struct {
	*Client
	once sync.Once
}

// Visit lets a window play, or watch.
func (c *Client) Visit() *Visit { return &Visit{Client: c} }

// ErrMatch refuses what only a world has.
var ErrMatch = errors.New("not available in a match; leave it first")

// EnterMatch is how a window enters a match: players of a roster are in it from its beginning.
var EnterMatch = command.Command{Kind: command.Enter}

// Done is closed when the client has ended: Err says why.
func (c *Client) Done() <-chan struct{} { return c.done }

// Err is nil unless the match cannot be played here.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Stop ends the visit; the node stays in the room, and its client goes on.
func (v *Visit) Stop() {
	v.once.Do(v.Rise)
}

// Status knows the name, and the links with the others in the room.
func (c *Client) Status() status.Status {
	st := status.Status{Peer: key.ID(c.me).String(), World: status.WorldStatus{Name: c.WorldName()}}
	for _, p := range c.room.Peers() {
		st.Links = append(st.Links, status.LinkStatus{Peer: p.Key.String(), Name: p.Name, RTTms: float64(p.RTT.Microseconds()) / 1000, Voter: p.Voter, Headless: p.Headless})
	}
	return st
}

// WorldName is the title of the room.
func (c *Client) WorldName() string {
	if v := c.room.View(); v != nil {
		return v.Title
	}
	return ""
}

// Inspect is node.Backend's.
func (c *Client) Inspect() func(f func(w *island.Island)) {
	return func(f func(w *island.Island)) {
		c.Inside(func(m *match.Match, _ *Sight) { f(m.Island()) })
	}
}

// SendPredicted lets the player do something, in the next packet.
func (c *Client) SendPredicted(seq uint64, x command.Command) {
	if x.Kind == command.Enter {
		return // the roster is in the match from its beginning
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pilot.Ask(seq, x)
}

func (c *Client) Assets() shelf.Reader { return c.assets() }
