package room

import (
	"slices"

	"manyhold/net/wire"
)

const (
	// MaxStops is how many countdowns a player may stop. Afterwards it may leave, and then only watch: one
	// player alone cannot hold a setup up for ever.
	MaxStops = 3
	// maxStoppers is how many players a setup remembers; the one that came first is forgotten.
	maxStoppers = 64
)

// stopper is a player that has stopped countdowns.
type stopper struct {
	by    Key
	count uint8
}

// stoppers are the players that have stopped countdowns of a setup.
type stoppers []stopper

// of returns how many countdowns a player has stopped.
func (x stoppers) of(k Key) uint8 {
	if i := slices.IndexFunc(x, func(s stopper) bool { return s.by == k }); i >= 0 {
		return x[i].count
	}
	return 0
}

// may reports whether a player may still have a seat.
func (x stoppers) may(k Key) bool { return x.of(k) <= MaxStops }

// mayStop reports whether a player may withdraw, or change the configuration, while a countdown runs.
func (x stoppers) mayStop(k Key) bool { return x.of(k) < MaxStops }

// stopped counts a countdown that a player has stopped.
func (x *stoppers) stopped(k Key) {
	i := slices.IndexFunc(*x, func(s stopper) bool { return s.by == k })
	if i < 0 {
		if i = len(*x); i == maxStoppers {
			*x, i = slices.Delete(*x, 0, 1), i-1
		}
		*x = append(*x, stopper{by: k})
	}
	s := &(*x)[i]
	s.count = min(s.count+1, MaxStops+1)
}

func (x stoppers) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(x)))
	for _, s := range x {
		dst = append(append(dst, s.by[:]...), s.count)
	}
	return dst
}

func parseStoppers(c *wire.Cursor) (x stoppers) {
	for range c.Count(maxStoppers) {
		s := stopper{c.Hash(), c.U8()}
		if s.count == 0 || s.count > MaxStops+1 || x.of(s.by) > 0 {
			c.Fail(wire.ErrForm)
		}
		x = append(x, s)
	}
	return x
}
