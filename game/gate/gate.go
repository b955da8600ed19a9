// Package gate is what home knows of those that enter the world: how many strangers came lately, which of the
// known players have changed something, and which players wait for room.
package gate

import (
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
)

// Gate holds what home must know to admit players: how many strangers came lately, which of the known players
// have changed something in the world (others may be forgotten), and who waits for room. The zero value is
// that of a new world.
type Gate struct {
	// FreeAt is when the rate of strangers is back to nothing: each adds StrangerEvery (the generic cell rate
	// algorithm, ITU-T I.371).
	FreeAt game.Tick
	active []entity.Seat // of players that changed something, ascending
	queue  []Waiter      // by arrival
}

const (
	// StrangerEvery is how often strangers enter at most in the long run, in ticks.
	StrangerEvery game.Tick = 5 * game.TicksPerSecond
	// StrangerBurst is how many may enter at once after a quiet time; more are refused (event.Crowded).
	StrangerBurst = 64
	// MaxQueue is how many players can wait for room.
	MaxQueue = 64
	// QueuePatience is how long one keeps its place without asking again, in ticks.
	QueuePatience game.Tick = 4 * game.TicksPerSecond
)

// Take counts one more stranger, unless there have been too many.
func (g *Gate) Take(now game.Tick) bool {
	next := max(g.FreeAt, now) + StrangerEvery
	if next > now+StrangerBurst*StrangerEvery {
		return false
	}
	g.FreeAt = next
	return true
}

// Mark notes that a player has changed something.
func (g *Gate) Mark(s entity.Seat) {
	if at, found := slices.BinarySearch(g.active, s); !found {
		g.active = slices.Insert(slices.Clip(g.active), at, s) // a copy keeps its own
	}
}

// Marked reports whether a player has changed something.
func (g *Gate) Marked(s entity.Seat) bool {
	_, found := slices.BinarySearch(g.active, s)
	return found
}

// Admits returns how many strangers Take would count now.
func (g *Gate) Admits(now game.Tick) int {
	return int((now + StrangerBurst*StrangerEvery - max(g.FreeAt, now)) / StrangerEvery)
}

// Join takes over the marks of an island that was absorbed, or of a branch.
func (g *Gate) Join(o *Gate) {
	for _, s := range o.active {
		g.Mark(s)
	}
}

// Empty reports whether nothing was ever noted.
func (g *Gate) Empty() bool { return g.FreeAt == 0 && len(g.active) == 0 && len(g.queue) == 0 }

// Append appends u64 FreeAt, uvarint marked seats, of each u16, and the queue.
func (g *Gate) Append(dst []byte) []byte {
	dst = codec.Uvarint(codec.U64(dst, uint64(g.FreeAt)), uint64(len(g.active)))
	for _, s := range g.active {
		dst = codec.U16(dst, uint16(s))
	}
	return appendQueue(dst, g.queue)
}

// Read reads the bytes of Append, of a gate that is not empty.
func (g *Gate) Read(data []byte) error {
	c := codec.Read(data)
	g.FreeAt = game.Tick(c.U64())
	c.Require(g.FreeAt < game.MaxTick)
	for range c.Count(1<<16, 2) {
		s := entity.Seat(c.U16())
		c.Require(len(g.active) == 0 || s > g.active[len(g.active)-1])
		g.active = append(g.active, s)
	}
	g.queue = readQueue(&c)
	c.Require(!g.Empty())
	return c.Done()
}

// Diff names the first difference of two gates, "" if there is none.
func (g *Gate) Diff(o *Gate) string {
	switch {
	case g.FreeAt != o.FreeAt:
		return fmt.Sprintf("strangers are counted until: %d and %d", g.FreeAt, o.FreeAt)
	case !slices.Equal(g.active, o.active):
		return fmt.Sprintf("seats that changed something: %v and %v", g.active, o.active)
	case !slices.Equal(g.queue, o.queue):
		return fmt.Sprintf("players that wait for room: %v and %v", g.queue, o.queue)
	}
	return ""
}
