package node

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/key"
)

// KickedError says that the player of this node was kicked, by whom and why. The player may come back in a minute.
type KickedError struct{ By, Why string }

func (e *KickedError) Error() string {
	why := ""
	if e.Why != "" {
		why = ": " + e.Why
	}
	return fmt.Sprintf("%s removed you from this world%s. You can come back in a minute", e.By, why)
}

// Done is closed when the node has ended, or its player was sent out and it is to be stopped; Err says why.
func (n *node) Done() <-chan struct{} { return n.lost }

// Err returns why the node ended, nil for a polite end. It is valid after Done.
func (n *node) Err() error {
	if k := n.kicked.Load(); k != nil {
		return k
	}
	return n.err
}

// lose closes what Done returns.
func (n *node) lose() { n.losing.Do(func() { close(n.lost) }) }

// kickEvery is how often a node looks whether it was sent out.
const kickEvery = 200 * time.Millisecond

// applyKicks ends what Done tells of when the charter says that whoever came in before some tick leaves, and this node
// did. Whoever has the node then stops it politely: its part is handed over. Of others that do not it ends the links. It
// runs until ctx ends.
func (n *node) applyKicks(ctx context.Context) {
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
		n.disconnectKicked(h.Charter.ShutOut)
		if in.out(&h) {
			k := &h.Charter.Kicked
			n.log.Warn("kicked from the world", "by", n.nameOf(k.By, &h), "why", cmp.Or(k.Why, "no reason given"))
			n.kicked.Store(&KickedError{n.nameOf(k.By, &h), k.Why})
			n.lose()
			return
		}
	}
}

// disconnectKicked ends the links to those who were sent out and have not left, or come back at once.
func (n *node) disconnectKicked(all []key.ID) {
	if len(all) == 0 {
		return
	}
	for _, l := range n.endpoint.Links() {
		if slices.Contains(all, l.Peer()) {
			l.Close("kicked from this world; come back in a minute")
		}
	}
}

// kickWatch compares when a node came in with when its player was sent out: both in ticks of the world, so that no
// clock is asked, and who comes back is not sent out by what was said before.
type kickWatch struct{ came uint64 }

// out reports whether the node is to leave.
func (w *kickWatch) out(h *host.Status) bool {
	if h.Joining || h.Island.Tick == 0 {
		return false
	}
	if w.came == 0 {
		w.came = h.Island.Tick
	}
	return h.Charter.Kicked.At > w.came
}
