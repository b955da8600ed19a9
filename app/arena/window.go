package arena

import (
	"time"

	"manyhold/game/match"
	"manyhold/net/room"
)

// behindTurns is how many turns a player may be behind before that is shown.
const behindTurns = 30

// Glance is what a window shows of a match besides its world.
type Glance struct {
	Package  *match.Package // nil while it is fetched
	Begun    bool
	Headline string        // clock and score, as the referee writes them
	Behind   time.Duration // by which a viewer sees the match late
	// CatchingUp says that a player is far behind what the room has closed: it comes back, or its machine is
	// too slow.
	CatchingUp bool
	Err        error // why the match cannot be played here
}

// Glance returns what there is to be shown now.
func (c *Client) Glance() Glance {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := Glance{Package: c.pilot.Package, Err: c.err}
	m, s := c.pilot.Match(), c.sight
	if m == nil || s == nil {
		return g
	}
	g.Begun, g.Headline = true, m.Headline()
	if s.Seat < 0 {
		g.Behind = time.Duration(s.ViewDelay) * time.Second
	} else {
		g.CatchingUp = s.Phase == room.Running && s.Generation > c.pilot.Executed()+behindTurns
	}
	return g
}

// Enter lets a window in: the present state is the first that it gets, also while the match stands still. It
// returns nil before the match has begun.
func (c *Client) Enter() *Visit {
	c.feed.Want(true)
	if !c.Inside(func(m *match.Match, _ *Sight) { c.feed.Publish(m.Island(), uint64(m.Generation()), false) }) {
		return nil
	}
	return c.Visit()
}
