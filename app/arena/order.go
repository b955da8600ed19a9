package arena

import (
	"errors"
	"time"

	"manyhold/game"
	"manyhold/game/match"
)

var (
	errNotBegun = errors.New("the match has not begun")
	errNoSeat   = errors.New("this player has no seat")
	errTooMany  = errors.New("too many orders wait already")
)

// Order lets the player do something in words (see match.Orders), in its next packets. It returns the
// generation that was executed last.
func (c *Client) Order(words string) (turn uint32, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.pilot.Match()
	switch {
	case m == nil || c.sight == nil:
		return 0, errNotBegun
	case c.sight.Seat < 0:
		return m.Generation(), errNoSeat
	}
	deeds, err := match.Orders(m, c.Player(), words)
	phase := game.Tick(c.pilot.beat.Phase(time.Now()))
	for _, d := range deeds {
		w := &c.pilot.wishes
		if !w.addAt(max(w.last, m.Island().Sequence(c.me))+1, d, phase) {
			return m.Generation(), errTooMany
		}
	}
	return m.Generation(), err
}

// LetBot lets the bot of the engine play for the player, or stops it.
func (c *Client) LetBot(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pilot.Bot = on
}
