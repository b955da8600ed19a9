package node

import (
	"context"
	"os"
	"time"

	"manyhold/app/status"
	"manyhold/net/store"
)

// tellJoining logs that no peer of the joined world has answered, first after lonelyAfter and then now and
// then. The node keeps trying: the others may be switched off.
func (n *node) tellJoining(ctx context.Context) {
	for wait := lonelyAfter; ; wait = lonelyEvery {
		select {
		case <-ctx.Done():
			return
		case <-n.done:
			return
		case <-time.After(wait):
		}
		h := n.hostStatus()
		if !h.Joining {
			return
		}
		text := "no peer of this world answers; still trying"
		if !n.conf.Settings.Net.Host {
			text = "no host of this world answers, and this computer only plays; still trying"
		} else if _, err := os.Stat(store.Path(n.dir, n.world)); err == nil {
			text += ". To continue alone with the copy on this computer, start with --world " + status.Short(n.world.String())
		}
		n.log.Warn(text, "world", status.Short(n.world.String()), "linked", len(n.endpoint.Links()), "waits", h.Waiting, "helps", n.trouble(true).Words())
	}
}

const (
	// lonelyAfter is how long joining may take before a node logs that nobody answers, and lonelyEvery the
	// time until it logs so again.
	lonelyAfter = 8 * time.Second
	lonelyEvery = time.Minute
	// freshFor is how long a world without buildings may still yield to another.
	freshFor = time.Minute
)
