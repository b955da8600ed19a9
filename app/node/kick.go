package node

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"manyhold/net/host/standing"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// KickedError reports that the player of this node was kicked, with the name of the kicker and the reason.
type KickedError struct {
	By, Why string
	Until   time.Time // the player may come back then
}

func (e *KickedError) Error() string {
	why := ""
	if e.Why != "" {
		why = ": " + e.Why
	}
	return fmt.Sprintf("%s removed you from this world%s. You can come back in a minute", e.By, why)
}

// kickEvery is how often a node looks whether its player was kicked.
const kickEvery = 200 * time.Millisecond

// applyKicks closes Done when the charter kicks this node's player: the kick names a tick, and players that
// came in before it leave. The owner of the node then stops it politely, so that its part is handed over.
// applyKicks also ends the links to other kicked peers that stay. It runs until ctx ends.
func (e *ending) applyKicks(ctx context.Context) {
	n := e.n
	look := time.NewTicker(kickEvery)
	defer look.Stop()
	var in kickWatch
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		h := n.host.Status()
		e.disconnectKicked(h.Charter.ToDisconnect)
		if in.out(&h) {
			k := &h.Charter.Kicked
			n.log.Warn("kicked from the world", "by", n.nameOf(k.By, &h), "why", cmp.Or(k.Why, "no reason given"))
			e.kicked.Store(&KickedError{n.nameOf(k.By, &h), k.Why, time.Now().Add(standing.KickTime)})
			e.lose()
			return
		}
	}
}

// disconnectKicked ends the links to peers that were kicked or banned and have not left, or came back at
// once, and to those that have no place, or whose place went to another peer.
func (e *ending) disconnectKicked(all []key.ID) {
	n := e.n
	if len(all) == 0 {
		return
	}
	for _, l := range n.endpoint.Links() {
		if slices.Contains(all, l.Peer()) {
			l.Close("kicked or banned from this world, or all places here are taken; come back in a minute")
		}
	}
}

// kickWatch compares the tick at which a node came in with the tick of a kick of its player. Both are ticks
// of the world and need no clock, and an older entry does not kick a player that comes back.
type kickWatch struct{ came uint64 }

// out reports whether the node is to leave.
func (w *kickWatch) out(h *status.Host) bool {
	if h.Joining || h.Island.Tick == 0 {
		return false
	}
	if w.came == 0 {
		w.came = h.Island.Tick
	}
	return h.Charter.Kicked.At > w.came
}
