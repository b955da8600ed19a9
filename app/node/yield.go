package node

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"manyhold/net/beacon"
	"manyhold/net/store"
)

const (
	// yieldTime is how long a node that gave up its fresh world waits for a link to a peer of the other one,
	// before it returns.
	yieldTime = 10 * time.Second
	// maxYields is how often a node gives up its world for another: a liar can have a door that lies, too.
	maxYields = 6
	// yieldAgain is how long a world is left alone in which nobody answered: its peer may have been away for
	// the same reason.
	yieldAgain = 15 * time.Second
	// askDoorEvery is the time between two questions at the doors of one world to which a fresh one may
	// yield.
	askDoorEvery = 2 * time.Second
)

// youth is how young a world is, as far as yielding goes.
type youth struct {
	born   time.Time   // long ago when it is not known
	edited atomic.Bool // something was built or dug since
}

// Yields waits for a reason to give up a world that is fresh: another on the LAN that is older, or as young
// and of lower id, and whose door says that it is in that world. It sends at most one announcement; nothing
// while there is none.
func (n *node) Yields(ctx context.Context, id *Identity) <-chan beacon.Announcement {
	out := make(chan beacon.Announcement, 1)
	if id.Lan == nil || !n.fresh() || id.yields >= maxYields {
		return out
	}
	not := maps.Clone(id.silent)
	go func() {
		look := time.NewTicker(200 * time.Millisecond)
		defer look.Stop()
		asked := map[store.WorldID]time.Time{}
		for n.fresh() {
			var offers []*offer
			for _, o := range offersOf(id.Lan.Snapshot()) {
				if now := time.Now(); n.shouldYield(o.Announcement) && now.Sub(not[o.World]) > yieldAgain && now.Sub(asked[o.World]) > askDoorEvery {
					asked[o.World] = now
					offers = append(offers, o)
				}
			}
			askDoors(ctx, offers)
			for _, o := range offers {
				if o.answers && n.shouldYield(o.Announcement) {
					out <- o.Announcement
					return
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-n.done:
				return
			case <-look.C:
			}
		}
	}()
	return out
}

// Yield gives up the fresh world of n for the announced one, and returns the node there. If nobody answers
// there within yieldTime, or the other node gives up that world, too, it returns to its own world. n is
// stopped in both cases.
func (id *Identity) Yield(ctx context.Context, n *node, a beacon.Announcement, log *slog.Logger) (*node, error) {
	log.Info("the new, unused world is replaced by one on the local network", "world", a.WorldName, "of", a.PeerName)
	own := Choice{Resume: n.world, Born: n.born}
	n.Stop()
	id.yields++
	other, err := id.enterOffer(ctx, a, yieldTime, log)
	if other != nil || ctx.Err() != nil {
		return other, err
	}
	log.Warn("returning to this node's own world", "instead of", a.WorldName, "of", a.PeerName, "why", err)
	return id.Enter(ctx, own, log)
}

// shouldYield decides between the node's fresh world and another: a world in which something was built or
// that is older stays; of two of equal age the one with the lower id stays. It compares both announcements
// and uses no clock for the other's age: two machines whose clocks differ would both yield, each to a world
// that is given up.
func (n *node) shouldYield(a beacon.Announcement) bool {
	if a.World == [32]byte(n.world) || !n.fresh() {
		return false
	}
	switch older := time.Unix(n.born.Unix(), 0).Sub(a.Born); { // in whole seconds, as announced
	case a.Edited || older >= freshFor:
		return true
	case older <= -freshFor:
		return false
	}
	return bytes.Compare(a.World[:], n.world[:]) < 0
}

// fresh reports whether the node's world may still yield: it is less than a minute old, founded here or
// joined as young as that, and without buildings.
func (y *youth) fresh() bool { return !y.edited.Load() && time.Since(y.born) < freshFor }
