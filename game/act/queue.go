package act

import (
	"slices"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/gate"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// # The queue
//
// A player that is refused because the world is full, or because too many strangers came lately, waits in a
// queue of the state. It keeps its place as long as it asks again within gate.QueuePatience. A free place
// belongs to the first of the best standing: keepers, members, players with a rank, known players, strangers.
// A player that has not waited gets a place only if there are more free ones than players ahead of it.

// standingIn returns the standing of a player by its key.
func standingIn(i *world.State, k game.PlayerID) standing {
	return standingOf(i, i.Roster.ByKey(k), &world.SeatCommand{Key: k})
}

// ahead returns how many waiting players come before one of a standing: all of a better standing, and those
// of the same that have waited longer. full are those of them that wait because the world is full.
func ahead(i *world.State, k game.PlayerID, who standing) (n, full int) {
	mine := false
	for _, w := range i.Gate.Queue(i.Clock) {
		if w.Key == k {
			mine = true
			continue
		}
		if has := standingIn(i, w.Key); has > who || has == who && !mine {
			n++
			if !w.Crowded {
				full++
			}
		}
	}
	return n, full
}

// wait puts a refused player into the queue, or notes that it asked again. In a full queue, it takes the
// place of the last one of the least standing, if that is less than its own.
func wait(i *world.State, k game.PlayerID, who standing, crowded bool) {
	q := i.Gate.Queue(i.Clock)
	if at := slices.IndexFunc(q, func(w gate.Waiter) bool { return w.Key == k }); at >= 0 {
		q[at].Seen, q[at].Crowded = i.Clock, crowded
		i.Gate.SetQueue(q)
		return
	}
	if len(q) >= gate.MaxQueue {
		last, least := -1, who
		for at := range q {
			if has := standingIn(i, q[at].Key); has < least || has == least && has < who {
				last, least = at, has
			}
		}
		if last < 0 {
			return
		}
		q = slices.Delete(q, last, last+1)
	}
	i.Gate.SetQueue(append(q, gate.Waiter{Key: k, Since: i.Clock, Seen: i.Clock, Crowded: crowded}))
}

// Refusal returns the reason why a player is not let into the world, as far as the state knows it, and how
// many wait before it. It is event.NoReason for a player that would be let in, or has not asked.
func Refusal(i *world.State, k game.PlayerID) (why event.Reason, before int) {
	p := i.Roster.ByKey(k)
	if p != nil && p.Body != 0 {
		return event.NoReason, 0
	}
	rank, byName := i.Code.Named(k)
	if why := rights.MayEnter(i.Code.Entry, byName, rank); why != event.NoReason {
		return why, 0
	}
	for _, w := range i.Gate.Queue(i.Clock) {
		if w.Key != k {
			continue
		}
		if why = event.WorldFull; w.Crowded {
			why = event.Crowded
		}
		before, _ = ahead(i, k, standingIn(i, k))
		return why, before
	}
	return event.NoReason, 0
}
