package venue

import (
	"context"
	"errors"
	"sync"
	"time"

	"manyhold/app/arena"
	"manyhold/app/rooms"
	"manyhold/net/host/kernel"
	"manyhold/net/store"
)

// retryAfter is how long a client that cannot play waits before it tries again: the engine may come with a
// peer.
const retryAfter = 5 * time.Second

// clients are the player's parts in the rooms of the node.
type clients struct {
	mu   sync.Mutex
	list map[store.WorldID]*arena.Client
}

// play runs a client in a room until ctx ends.
func (c *clients) play(ctx context.Context, r *rooms.Room, o arena.Options) {
	defer c.set(r.ID(), nil)
	for said := ""; ctx.Err() == nil; {
		one := arena.New(r, o)
		c.set(r.ID(), one)
		err := one.Run(ctx)
		if ctx.Err() != nil || errors.Is(err, kernel.ErrStopped) { // the room was left
			return
		}
		if err != nil && err.Error() != said {
			said = err.Error()
			o.Log.Warn("cannot play a match here", "room", r.ID().String()[:8], "why", err)
		}
		select {
		case <-time.After(retryAfter):
		case <-r.Done():
			return
		case <-ctx.Done():
		}
	}
}

func (c *clients) set(id store.WorldID, one *arena.Client) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one == nil {
		delete(c.list, id)
	} else {
		c.list[id] = one
	}
}

// of returns the client of a room, nil if the node is not in it.
func (c *clients) of(id store.WorldID) *arena.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list[id]
}
