package arena

import (
	"slices"
	"time"

	"manyhold/game/match"
	"manyhold/net/host/status"
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
	Lost       Lost
	Err        error // why the match cannot be played here
}

// Lost says that nothing is heard of a match that runs. The zero value: all is well.
type Lost struct {
	For   time.Duration // since the last turn
	Names []string      // the silent players
	Alone bool          // nobody is heard
}

// lostAfter is how long nothing is heard of a match before that is shown.
const lostAfter = 2 * time.Second

// heard returns the peers that sent something of late: a dead peer keeps its link for a while.
func heard(peers []status.Peer, now time.Time) (list []status.Peer) {
	for _, p := range peers {
		if now.Sub(p.Heard) < lostAfter {
			list = append(list, p)
		}
	}
	return list
}

// lost tells whether anything is heard of the match. still is how long no turn has come, and peers are those
// with a link.
func lost(s *Sight, me room.Key, still time.Duration, peers []status.Peer) (l Lost) {
	if still < lostAfter || s.Phase != room.Running {
		return l
	}
	for k := range s.Seats {
		x := &s.Seats[k]
		linked := slices.ContainsFunc(peers, func(p status.Peer) bool { return room.Key(p.Key) == x.Holder })
		if x.Taken() && x.Holder != me && !linked {
			l.Names = append(l.Names, x.Name)
		}
	}
	l.For, l.Alone = still, len(peers) == 0
	return l
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
	if c.room != nil {
		g.Lost = lost(s, c.me, c.room.Still(), heard(c.room.Peers(), time.Now()))
	}
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
	c.Feed.Want(true)
	if !c.Inside(func(m *match.Match, _ *Sight) { c.Feed.Publish(m.Island(), uint64(m.Generation()), false) }) {
		return nil
	}
	return c.Visit()
}
