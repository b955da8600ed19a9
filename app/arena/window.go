package arena

import (
	"time"

	"manyhold/game/match"
	"manyhold/net/room"
)

// behindTurns is how many turns a player may be behind before that is shown.
const behindTurns = 30

// Package returns the engine of the match, nil while it is fetched.
func (c *Client) Package() *match.Package {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pilot.Package
}

// Headline returns clock and score, as the referee writes them.
func (c *Client) Headline() (words string) {
	c.Inside(func(m *match.Match, _ *Sight) { words = m.Headline() })
	return words
}

// CatchingUp reports whether a player is far behind what the room has closed: it comes back, or its machine is
// too slow.
func (c *Client) CatchingUp() (far bool) {
	c.Inside(func(_ *match.Match, s *Sight) {
		far = s.Seat >= 0 && s.Phase == room.Running && s.Generation > c.pilot.Executed()+behindTurns
	})
	return far
}

// Behind returns by how much a viewer sees the match late, 0 for a player.
func (c *Client) Behind() (late time.Duration) {
	c.Inside(func(_ *match.Match, s *Sight) {
		if s.Seat < 0 {
			late = time.Duration(s.ViewDelay) * time.Second
		}
	})
	return late
}

// Enter lets a window in: the present state is the first that it gets, also while the match stands still. It
// returns false before the match has begun.
func (c *Client) Enter() bool {
	c.feed.Want(true)
	return c.Inside(func(m *match.Match, _ *Sight) { c.feed.Publish(m.Island(), uint64(m.Generation()), false) })
}
