package node

import (
	"bytes"
	"context"
	"sync/atomic"
	"time"

	"manyhold/net/beacon"
)

// youth is how young a world is, as far as yielding goes.
type youth struct {
	born   time.Time   // long ago when it is not known
	edited atomic.Bool // something was built or dug since
}

// Yields waits for a reason to give up a world that is fresh: another on the LAN that is older,
// or as young and of lower id. It sends at most one announcement; nothing while there is none.
func (n *node) Yields(ctx context.Context, id *Identity) <-chan beacon.Announcement {
	out := make(chan beacon.Announcement, 1)
	if id.Lan == nil || !n.fresh() {
		return out
	}
	go func() {
		look := time.NewTicker(200 * time.Millisecond)
		defer look.Stop()
		for n.fresh() {
			for _, a := range joinable(id.Lan.Snapshot()) {
				if n.shouldYield(a) {
					out <- a
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
