package island

import (
	"cmp"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Signals go over a line. Each side tells the other what the tiles at the line give over
// it, and the other takes that for what is beyond until it is told otherwise: a wire beside it is one weaker, as beside any
// wire. A signal is late by the way of the message; what is shorter than its delays differ may not be seen.
//
// What a wire has from over the line it does not give back over it at that tile (see over), so that a signal whose source
// ends is gone with the next message. Where wires cross a line at several tiles, what comes back by another tile loses
// strength with every tile on its way: after at most sourceStrength messages nothing is left of it.
//
// A region that sleeps gives nothing over a line, as it gives nothing to those beside it. Its wires would otherwise keep
// what came to them from there.
//
// A message of the kind signals is all that the sender gives over the line to the receiver:
//
//	uvarint regions of the sender; of each, in order: its place, uvarint signals, 1 at least;
//	        of each, ascending: u16 4 × index of the tile + heading, u8 strength
//
// It is sent when something in it has changed, at most once in bandEvery ticks, and as long as there is something in it once
// in lookEvery; but never while signalBacklog parcels are unacknowledged. What was not said for NearTime is forgotten.

const (
	// MaxSignals is the most signals that an island gives a neighbour: those of the first tiles, by region and index. Others
	// end at the line.
	MaxSignals = 256
	// signalBacklog is how many parcels may wait for a neighbour that is still told of signals.
	signalBacklog = 64
	// gaveUnknown stands for the hash of what was last said, where another island has said it.
	gaveUnknown uint64 = 1
)

// signal is what a tile of another island gives over the line.
type signal struct {
	of       uint64       // the island
	at       grid.Tile    // the tile
	to       tile.Heading // to which side: there is a tile of this island
	strength uint8        // see Island.strength; never 0
}

func compareSignals(a, b signal) int {
	return cmp.Or(compareRegions(a.at.Region(), b.at.Region()), cmp.Compare(a.at.Index(), b.at.Index()), cmp.Compare(a.to, b.to))
}

// lent returns the strength of the signal that a tile beyond a line gives towards h, 0 for none.
func lent(i *State, t grid.Tile, h tile.Heading) uint8 {
	if len(i.signals) == 0 {
		return 0
	}
	if k, ok := slices.BinarySearchFunc(i.signals, signal{at: t, to: h}, compareSignals); ok {
		return i.signals[k].strength
	}
	return 0
}

// over returns the strength of what an active tile gives over a line that runs on its side h. What a wire has from the tile
// beyond it does not give back.
func over(i *State, t grid.Tile, h tile.Heading) uint8 {
	s := strength(i, t, h)
	if _, b, _, _ := i.TileAt(t); b == tile.Wire && s < lent(i, beside(t, h), h.Turned(2)) {
		return 0
	}
	return s
}

// atEdge returns the n-th tile at the edge of a region to the side h.
func atEdge(at grid.Region, h tile.Heading, n int32) grid.Tile {
	const last = grid.RegionSide - 1
	x, y := [tile.HeadingCount]int32{last, n, 0, n}[h], [tile.HeadingCount]int32{n, last, n, 0}[h]
	return at.Tile(0).Add(x, y)
}

// sideOf returns the region that lies to a side of another.
func sideOf(at grid.Region, h tile.Heading) grid.Region {
	dx, dy := h.Step()
	return grid.Region{X: at.X + dx, Y: at.Y + dy}
}

// isOf reports whether a region is known here to be another island's.
func isOf(i *State, at grid.Region, island uint64) bool {
	return !i.owns(at) && (holderOf(i, at) == island || slices.ContainsFunc(i.strips, func(s strip) bool { return s.of == island && s.at == at }))
}

// signalsFor returns what this island gives a neighbour, in order.
func signalsFor(i *State, island uint64) (list []signal) {
	for _, r := range i.regions {
		for h := range tile.HeadingCount {
			if !isOf(i, sideOf(r.at, h), island) {
				continue
			}
			for n := range int32(grid.RegionSide) {
				t := atEdge(r.at, h, n)
				if s := over(i, t, h); s > 0 {
					list = append(list, signal{of: i.self, at: t, to: h, strength: s})
				}
			}
		}
	}
	slices.SortStableFunc(list, compareSignals)
	return list[:min(len(list), MaxSignals)]
}

// tellSignals tells one neighbour what is given over the line, if there is anything new.
func tellSignals(i *State, n *neighbour) {
	list := signalsFor(i, n.island)
	m, sum := appendSignals([]byte{uint8(signalLetter)}, list), uint64(0)
	if len(list) > 0 {
		sum = xxh3.Hash(m)
	}
	if sum == n.gave && (sum == 0 || i.tick%lookEvery != 0) {
		return
	}
	if k, ok := findOutbox(i, n.island); ok && len(i.outboxes[k].list) >= signalBacklog || !ok && len(i.outboxes) >= MaxBoxes {
		return
	}
	n.gave = sum
	send(i, n.island, m)
}

// appendSignals appends signals, which are in order, as in a message.
func appendSignals(dst []byte, list []signal) []byte {
	var ends []int // of the regions
	for k := range list {
		if k+1 == len(list) || list[k+1].at.Region() != list[k].at.Region() {
			ends = append(ends, k+1)
		}
	}
	dst = codec.Uvarint(dst, uint64(len(ends)))
	first := 0
	for _, end := range ends {
		dst = codec.Uvarint(appendPlace(dst, list[first].at.Region()), uint64(end-first))
		for _, s := range list[first:end] {
			dst = codec.U8(codec.U16(dst, uint16(s.at.Index())<<2|uint16(s.to)), s.strength)
		}
		first = end
	}
	return dst
}

// readSignals reads what appendSignals wrote.
func readSignals(c *codec.Cursor, of uint64) (list []signal) {
	for range c.Count(MaxSignals, 12) {
		at := readPlace(c)
		n := c.Count(MaxSignals-len(list), 3)
		c.Require(n > 0)
		for range n {
			k := c.U16()
			s := signal{of: of, at: at.Tile(grid.Index(k >> 2)), to: tile.Heading(k & 3), strength: c.U8()}
			c.Require(k < 4*grid.RegionTiles && s.strength > 0 && s.strength <= sourceStrength)
			c.Require(len(list) == 0 || compareSignals(list[len(list)-1], s) < 0)
			list = append(list, s)
		}
	}
	return list
}

// heedSignals takes in what a neighbour gives over the line. What cannot come over it is passed over: from land that is this
// island's or known to be a third one's, or to land that is not this island's.
func heedSignals(i *State, from uint64, c *codec.Cursor) {
	list := readSignals(c, from)
	if c.Done() != nil || from == i.self {
		return
	}
	list = slices.DeleteFunc(list, func(s signal) bool {
		holder := holderOf(i, s.at.Region())
		return holder != 0 && holder != from
	})
	setSignals(i, from, list)
}

// setSignals makes what an island gives these signals, and nothing else.
func setSignals(i *State, of uint64, list []signal) {
	noteNear(i, of, 0, false)
	next := slices.DeleteFunc(slices.Clone(i.signals), func(s signal) bool { return s.of == of })
	if k, ok := findNear(i, of); ok { // else there are too many neighbours
		i.near[k].lent = i.tick
		next = withSignals(i, next, list)
	}
	swapSignals(i, next)
}

// withSignals adds signals to others in order, in place of those of the same tile and side. What does not come over a line
// of this island is left out.
func withSignals(i *State, to, list []signal) []signal {
	for _, s := range list {
		if !overLine(i, s) {
			continue
		}
		k, ok := slices.BinarySearchFunc(to, s, compareSignals)
		if ok {
			to[k] = s
		} else {
			to = slices.Insert(to, k, s)
		}
	}
	return to
}

// overLine reports whether a signal comes from other land to this island's.
func overLine(i *State, s signal) bool {
	return !i.owns(s.at.Region()) && i.owns(beside(s.at, s.to).Region())
}

// swapSignals replaces the signals by others, and lets those tiles be visited for which that makes a difference.
func swapSignals(i *State, next []signal) {
	had := i.signals
	i.signals = next
	for len(had)+len(next) > 0 {
		var s signal
		switch {
		case len(next) == 0 || len(had) > 0 && compareSignals(had[0], next[0]) < 0:
			s, had = had[0], had[1:]
		case len(had) == 0 || compareSignals(had[0], next[0]) > 0:
			s, next = next[0], next[1:]
		default:
			same := had[0].strength == next[0].strength
			s, had, next = next[0], had[1:], next[1:]
			if same {
				continue
			}
		}
		rouse(i, beside(s.at, s.to))
	}
}

// dropSignals forgets the signals for which f holds.
func dropSignals(i *State, f func(signal) bool) {
	if slices.ContainsFunc(i.signals, f) {
		swapSignals(i, slices.DeleteFunc(slices.Clone(i.signals), f))
	}
}

// tidySignals forgets signals that do not come over a line any more, as land has changed hands, or were not said again.
func tidySignals(i *State) {
	dropSignals(i, func(s signal) bool {
		k, ok := findNear(i, s.of)
		return !ok || i.tick >= i.near[k].lent+NearTime || !overLine(i, s)
	})
}
