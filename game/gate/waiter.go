package gate

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// Waiter is a player that was refused because there was no room, and asks again. The queue is part of the
// state, so that every peer knows each place in it, and it survives its leader.
type Waiter struct {
	Key     game.PlayerID
	Since   game.Tick // of the first Enter that was refused
	Seen    game.Tick // of the last
	Crowded bool      // the last was refused because too many strangers came lately
}

func (w *Waiter) crowded() uint8 {
	if w.Crowded {
		return 1
	}
	return 0
}

// Queue returns the players that wait for room, by arrival. Those that have not asked for QueuePatience are
// left out.
func (g *Gate) Queue(now game.Tick) []Waiter {
	all := make([]Waiter, 0, len(g.queue))
	for _, w := range g.queue {
		if now <= w.Seen+QueuePatience {
			all = append(all, w)
		}
	}
	return all
}

// SetQueue replaces the queue. A copy made before keeps its own.
func (g *Gate) SetQueue(q []Waiter) {
	if g.queue = q; len(q) == 0 {
		g.queue = nil
	}
}

// Leave takes a player out of the queue.
func (g *Gate) Leave(k game.PlayerID, now game.Tick) {
	if slices.ContainsFunc(g.queue, func(w Waiter) bool { return w.Key == k }) {
		g.SetQueue(slices.DeleteFunc(g.Queue(now), func(w Waiter) bool { return w.Key == k }))
	}
}

// appendQueue appends uvarint waiters, of each the key (32), u64 since, u64 seen, u8 crowded; nothing if
// there are none.
func appendQueue(dst []byte, q []Waiter) []byte {
	if len(q) == 0 {
		return dst
	}
	dst = codec.Uvarint(dst, uint64(len(q)))
	for _, w := range q {
		dst = codec.U64(codec.U64(append(dst, w.Key[:]...), uint64(w.Since)), uint64(w.Seen))
		dst = codec.U8(dst, w.crowded())
	}
	return dst
}

// readQueue reads the bytes of appendQueue.
func readQueue(c *codec.Cursor) (q []Waiter) {
	if c.Len() == 0 {
		return nil
	}
	for range c.Count(MaxQueue, 49) {
		var w Waiter
		copy(w.Key[:], c.Bytes(len(w.Key)))
		w.Since, w.Seen = game.Tick(c.U64()), game.Tick(c.U64())
		crowded := c.U8()
		c.Require(crowded <= 1 && w.Since <= w.Seen && w.Seen < game.MaxTick)
		w.Crowded = crowded == 1
		q = append(q, w)
	}
	c.Require(len(q) > 0)
	return q
}
