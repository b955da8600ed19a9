package policy

import (
	"maps"
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/standing"
	"manyhold/net/key"
)

// # Kicks
//
// A peer that the charter kicks leaves by itself if its program is honest. The others enforce the kick even
// against a modified program: each keeps the peer out for the duration KickTime, from the tick that the kick
// names. A leader takes none of the kicked peer's commands and puts its body to sleep. No peer
// gives it a seat or passes its shouts on, and Status names it, so that links to it are ended once it had
// time to hand over. Each peer enforces this alone, by its own clock; no turn becomes invalid by it, since
// peers hear of a kick at different times. If a kicked leader stays, all others leave it and go on without
// it.
//
// A new peer gets the whole charter, with kicks of long ago. A kick whose tick is further from the present
// one than KickTime is over, or lies about its time, and keeps nobody out.

// ApplyKicks applies the kicks of the charter after it has changed.
func (y *Policy) ApplyKicks() {
	r, now := y.c.Standing.Charter, y.latestTick()
	if r.Kicked == r.Rules || now == 0 {
		return
	}
	r.Kicked = r.Rules
	const ticks = uint64(standing.KickTime / message.DefaultTurn * message.DefaultTicks)
	kicks := r.Set.State().Kicks
	// in an order that is the same in every run: it is told of
	for _, k := range slices.SortedFunc(maps.Keys(kicks), message.CompareIDs) {
		kick := kicks[k]
		if had, known := y.c.Standing.Kicks[k]; known && had.At == kick.At {
			continue
		}
		x := standing.Kick{At: kick.At}
		if now < kick.At+ticks && kick.At < now+ticks {
			// counted from the kick: one that comes back after it, and hears of it only then, is not kept
			// from voting for another minute
			x.Since = y.c.Now.Add(-min(standing.KickTime, time.Duration(now-min(now, kick.At))*message.DefaultTurn/message.DefaultTicks))
			y.c.Event("peer kicked", "peer", k.Short(), "by", kick.By.Short())
		}
		y.c.Standing.Kicks[k] = x
	}
}

// latestTick is the greatest of the islands that are executed here; zero: none is.
func (y *Policy) latestTick() (tick uint64) {
	look := func(c *kernel.Core) {
		if c.Machine != nil {
			tick = max(tick, c.Machine.Tick())
		}
	}
	if look(y.c); y.c.Islands != nil {
		y.c.Islands.Each(look)
	}
	return tick
}

// MayAct reports whether a peer's commands are taken: those of banned and recently kicked peers are refused.
func (y *Policy) MayAct(k key.ID) bool {
	return y.c.Standing.MayEnter(k) && !y.c.Standing.Kicked(k, y.c.Now)
}

// ToDisconnect lists the peers whose links are to be ended, in ascending order: those that were kicked a
// short time ago or are banned, and have not left.
func (y *Policy) ToDisconnect() []key.ID {
	all := y.outcasts()
	for k, x := range y.c.Standing.Kicks {
		if k != y.c.Me && y.c.Standing.Kicked(k, y.c.Now) && y.c.Now.Sub(x.Since) >= Obeys {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, message.CompareIDs)
	return slices.Compact(all)
}
