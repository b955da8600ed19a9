package remote

import (
	"log/slog"
	"sync"
	"time"

	"manyhold/app/control"
	"manyhold/app/rooms/hall"
	"manyhold/net/key"
)

// retryAfter is how long a window waits before it asks again for a match that it lost: the node may be about
// to enter it.
const retryAfter = time.Second

// Matches are the matches of a node that a window has asked for. Its methods may be called from any
// goroutine.
type Matches struct {
	client *control.Client
	me     key.ID
	log    *slog.Logger
	tell   func(*hall.State)

	mu     sync.Mutex
	closed bool
	list   map[string]*Match
	lost   map[string]time.Time // when a match was lost
}

// New returns the matches of a node, whose player is me. None has been asked for. tell is given what the node
// tells of their rooms.
func New(client *control.Client, me key.ID, log *slog.Logger, tell func(*hall.State)) *Matches {
	return &Matches{client: client, me: me, log: log, tell: tell, list: map[string]*Match{}, lost: map[string]time.Time{}}
}

// Of returns the match in a room in which the node plays or watches, which is asked for now if it was not;
// nil while it has to wait.
func (x *Matches) Of(id string) *Match {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m := x.list[id]; m != nil {
		select {
		case <-m.Done():
			delete(x.list, id)
			x.lost[id] = time.Now()
		default:
			return m
		}
	}
	if x.closed || time.Since(x.lost[id]) < retryAfter {
		return nil
	}
	m := Open(x.client, id, x.me, x.log, x.tell)
	x.list[id] = m
	return m
}

// Close closes all matches for good.
func (x *Matches) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	for _, m := range x.list {
		m.Close()
	}
}
