package host

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/host/message"
	"manyhold/net/key"
)

// # Who was sent out
//
// A peer that the charter kicks leaves by itself if its program is honest. The others enforce the kick even
// against a modified program: each keeps the peer out for the duration kickTime, from the moment in which it
// hears of the kick. A leader takes none of the kicked peer's commands and puts its body to sleep. No peer
// gives it a seat or passes its shouts on, and Status names it, so that links to it are ended once it had
// time to hand over. Each peer enforces this alone, by its own clock; no turn becomes invalid by it, since
// peers hear of a kick at different times. If a kicked leader stays, all others leave it and go on without
// it.
//
// A new peer gets the whole charter, with kicks of long ago. A kick whose tick is further from the present
// one than kickTime is over, or lies about its time, and keeps nobody out.

const (
	// obeys is how long it has to leave by itself.
	obeys = 4 * time.Second
)

// applyKicks applies the kicks of the charter after it has changed.
func (y *Policy) applyKicks() {
	r, now := y.c.standing.charter, y.latestTick()
	if r.kicked == r.rules || now == 0 {
		return
	}
	r.kicked = r.rules
	const ticks = uint64(kickTime / message.DefaultTurn * message.DefaultTicks)
	kicks := r.set.State().Kicks
	// in an order that is the same in every run: it is told of
	for _, k := range slices.SortedFunc(maps.Keys(kicks), message.CompareIDs) {
		kick := kicks[k]
		if had, known := y.c.standing.kicks[k]; known && had.at == kick.At {
			continue
		}
		x := kickEntry{at: kick.At}
		if now < kick.At+ticks && kick.At < now+ticks {
			x.since = y.c.now
			y.c.event("sent out", "peer", k.Short(), "by", kick.By.Short())
		}
		y.c.standing.kicks[k] = x
	}
}

// latestTick is the greatest of the islands that are executed here; zero: none is.
func (y *Policy) latestTick() (tick uint64) {
	look := func(c *Core) {
		if c.machine != nil {
			tick = max(tick, c.machine.Tick())
		}
	}
	if look(y.c); y.c.islands != nil {
		y.c.islands.Each(look)
	}
	return tick
}

// mayAct reports whether a peer's commands are taken: those of banned and recently kicked peers are refused.
func (y *Policy) mayAct(k key.ID) bool {
	return y.c.standing.mayEnter(k) && !y.c.standing.kicked(k, y.c.now)
}

// toDisconnect lists the peers whose links are to be ended, in ascending order.
func (y *Policy) toDisconnect() (all []key.ID) {
	for k, x := range y.c.standing.kicks {
		if k != y.c.me && y.c.standing.kicked(k, y.c.now) && y.c.now.Sub(x.since) >= obeys {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, message.CompareIDs)
	return all
}
