// Package arena is a player's part in a match: it executes what the room closes, sends the player's packets,
// catches up after an absence, signs the result, and keeps the record.
//
// A Pilot decides all of that; it has no clock, so simulations run it as well. A Client runs one beside a
// room of the node. A window plays in it as in a world: the client serves the confirmed state and takes
// commands. An Archive is the whole match as a file, which anybody can replay and check without a network. A
// Library finds the engine of a room: in the program, or among the assets of other peers.
package arena

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/app/nodeless"
	"manyhold/app/rooms"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/room"
)

// Options of a client.
type Options struct {
	Pair key.Pair
	// Packages finds the package of a room's engine. It may wait for other peers.
	Packages func(ctx context.Context, e room.Engine) (*match.Package, error)
	Dir      string // the data directory: records of divergences are in its folder rooms; "": nothing is written
	Log      *slog.Logger
	Bot      bool // the engine's bot plays for the player
}

// Client plays in a room, or watches. Its methods may be called from any goroutine.
type Client struct {
	nodeless.World
	*nodeless.Seat
	o    Options
	room *rooms.Room
	name string // of the room
	me   room.Key
	done chan struct{}

	frames atomic.Uint32 // a second, as the window draws them

	mu    sync.Mutex // held while the match changes
	pilot Pilot
	sight *Sight
	dump  *Dump // the divergence that was written down last; nil: none
	dumps int   // divergences that were written down
	err   error
	// followers are told of each generation that is executed.
	followers map[int]func(m *match.Match, master *room.Master, undone bool)
	followed  int // followers so far
}

var discard = slog.New(slog.DiscardHandler)

// idle is how often a client looks at a room in which nothing happens.
const idle = 250 * time.Millisecond

// New returns a client of a room; Run lets it play.
func New(r *rooms.Room, o Options) *Client {
	if o.Log == nil {
		o.Log = discard
	}
	c := &Client{World: nodeless.World{Why: ErrMatch}, o: o, room: r, name: r.ID().String(), me: room.Key(o.Pair.ID()), done: make(chan struct{})}
	c.pilot = Pilot{Me: c.me, Bot: o.Bot}
	c.Seat = nodeless.NewSeat(game.PlayerID(o.Pair.ID()), EnterMatch, o.Log, &c.mu)
	return c
}

// Run plays until ctx ends or the room is left. It returns why the match cannot be played here, nil if
// it can.
func (c *Client) Run(ctx context.Context) error {
	defer close(c.done)
	c.pilot.Sign = func(after uint32, result []byte) (signature [64]byte, err error) {
		err = c.room.Inspect(ctx, func(r *room.Room) { signature = r.Sign(c.o.Pair, after, result) })
		return signature, err
	}
	look := time.NewTimer(0)
	defer look.Stop()
	for ctx.Err() == nil {
		changed := c.room.Changed()
		more, err := c.once(ctx)
		if err != nil && ctx.Err() == nil {
			c.fail(err)
			return err
		}
		if more {
			continue
		}
		look.Reset(c.wait())
		select {
		case <-changed:
		case <-look.C:
		case <-ctx.Done():
		}
	}
	return nil
}

// fail notes why the client has ended.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
}

// once looks at the room once. more says that there is more to execute already.
func (c *Client) once(ctx context.Context) (more bool, err error) {
	var s *Sight
	seen := c.seen()
	if err := c.room.Inspect(ctx, func(r *room.Room) { s = See(r, c.me, seen) }); err != nil {
		if c.room.View() == nil {
			return false, nil // the room is not known yet
		}
		return false, err
	}
	if c.pilot.Package == nil {
		p, err := c.o.Packages(ctx, s.Engine)
		if err != nil {
			return false, err
		}
		c.mu.Lock()
		c.pilot.Package = p
		c.mu.Unlock()
	}
	packets, more := c.look(s)
	for k := range packets {
		c.post(ctx, &packets[k])
	}
	return more, c.pilot.Err()
}

// look lets the pilot work, and shows what it did.
func (c *Client) look(s *Sight) (packets []room.Packet, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sight = s
	c.pilot.RoundTrip, c.pilot.FrameRate = uint16(min(c.room.RoundTrip().Milliseconds(), 1<<16-1)), uint8(min(c.frames.Load(), 255))
	undone := c.pilot.Undone()
	heard := undone // by the followers
	c.pilot.Stepped = func(m *match.Match, master *room.Master) {
		for _, f := range c.followers {
			f(m, master, c.pilot.Undone() > heard)
		}
		heard = c.pilot.Undone()
		if m.Generation()+behind >= c.pilot.Seen() { // it does not catch up
			c.Feed.Publish(m.Island(), uint64(m.Generation()), c.pilot.Undone() > undone)
			undone = c.pilot.Undone()
		}
	}
	c.Feed.Ahead = s.ahead()
	was := c.pilot.Executed()
	packets = c.pilot.Look(s, time.Now())
	c.noteDivergence(s)
	return packets, c.pilot.Repeating() || c.pilot.Executed() > was && c.pilot.Executed()+behind < s.Generation
}

// post sends a packet; what comes of it is noted later.
func (c *Client) post(ctx context.Context, p *room.Packet) {
	answer, err := c.room.Post(ctx, *p)
	if err != nil {
		c.failed(p, err)
		return
	}
	go func() {
		select {
		case err = <-answer:
		case <-ctx.Done():
			return
		}
		if err != nil {
			c.o.Log.Debug("a packet was refused", "kind", p.Kind.String(), "generation", p.Generation, "why", err)
			c.failed(p, err)
		}
	}()
}

func (c *Client) failed(p *room.Packet, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pilot.Failed(p, why)
}

func (c *Client) seen() uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pilot.Seen()
}

// wait returns after which time to look again, whatever comes.
func (c *Client) wait() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.pilot.Next(); ok {
		return min(max(time.Until(at), time.Millisecond), idle)
	}
	return idle
}

// Inside runs f with the match, between two generations; m is nil before it has begun. It returns false then.
func (c *Client) Inside(f func(m *match.Match, s *Sight)) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pilot.Match() == nil || c.sight == nil {
		return false
	}
	f(c.pilot.Match(), c.sight)
	return true
}

// Follow calls f with the match as it is, unless it has not begun yet, and after each generation that is
// executed. f must not wait. undone: generations that f was told of were taken back. stop ends it.
func (c *Client) Follow(f func(m *match.Match, master *room.Master, undone bool)) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.pilot.Match(); m != nil {
		f(m, nil, false)
	}
	c.followed++
	n := c.followed
	if c.followers == nil {
		c.followers = map[int]func(*match.Match, *room.Master, bool){}
	}
	c.followers[n] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.followers, n)
	}
}

// Room returns the room in which the client plays.
func (c *Client) Room() *rooms.Room { return c.room }

// SetFrameRate tells how many frames a second the window draws.
func (c *Client) SetFrameRate(n int) { c.frames.Store(uint32(max(n, 0))) }
