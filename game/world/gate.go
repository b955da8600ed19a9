package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
)

// Gate holds what home must know to admit players: how many strangers came lately, which of the known players
// have changed something in the world (others may be forgotten), and who waits for room. The zero value is that
// of a new world.
type Gate struct {
	// FreeAt is when the rate of strangers is back to nothing: each adds StrangerEvery (the generic cell rate
	// algorithm, ITU-T I.371).
	FreeAt game.Tick
	active []entity.Seat // of players that changed something, ascending
	queue  []Waiter      // by arrival
}

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

// empty reports whether nothing was ever noted.
func (g *Gate) empty() bool { return g.FreeAt == 0 && len(g.active) == 0 && len(g.queue) == 0 }

// append appends u64 FreeAt, uvarint marked seats, of each u16, and the queue.
func (g *Gate) append(dst []byte) []byte {
	dst = codec.Uvarint(codec.U64(dst, uint64(g.FreeAt)), uint64(len(g.active)))
	for _, s := range g.active {
		dst = codec.U16(dst, uint16(s))
	}
	return appendQueue(dst, g.queue)
}

// read reads the bytes of append, of a gate that is not empty.
func (g *Gate) read(data []byte) error {
	c := codec.Read(data)
	g.FreeAt = game.Tick(c.U64())
	c.Require(g.FreeAt < 1<<60)
	for range c.Count(1<<16, 2) {
		s := entity.Seat(c.U16())
		c.Require(len(g.active) == 0 || s > g.active[len(g.active)-1])
		g.active = append(g.active, s)
	}
	g.queue = readQueue(&c)
	c.Require(!g.empty())
	return c.Done()
}

func diffGates(a, b *State) string {
	return first("", unlike("strangers counted until", a.Gate.FreeAt, b.Gate.FreeAt), unlikeRows("active seats", a.Gate.active, b.Gate.active), unlikeRows("players that wait for room", a.Gate.queue, b.Gate.queue))
}
