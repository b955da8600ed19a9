package federation

import (
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// over returns the strength of the signal that an active tile gives over a line on its side h. A wire does
// not give back a signal from the tile beyond.
func over(i *world.State, t grid.Tile, h tile.Heading) uint8 {
	s := living.Strength(i, t, h)
	if _, b, _, _ := i.Land.TileAt(t); b == tile.Wire && s < living.Lent(i, world.Beside(t, h), h.Turned(2)) {
		return 0
	}
	return s
}

// isOf reports whether a region is known here to be another island's.
func isOf(i *world.State, at grid.Region, island uint64) bool {
	return !i.Register.Owns(at) && (HolderOf(i, at) == island || slices.ContainsFunc(i.Border.Strips, func(s world.Strip) bool { return s.Of == island && s.At == at }))
}

// SignalsFor returns the signals that this island gives a neighbour, in order.
func SignalsFor(i *world.State, island uint64) (list []world.Signal) {
	for _, r := range i.Land.Regions {
		for h := range tile.HeadingCount {
			if !isOf(i, world.SideOf(r.At, h), island) {
				continue
			}
			for n := range int32(grid.RegionSide) {
				t := world.AtEdge(r.At, h, n)
				if s := over(i, t, h); s > 0 {
					list = append(list, world.Signal{Of: i.Register.SelfID, At: t, To: h, Strength: s})
				}
			}
		}
	}
	slices.SortStableFunc(list, world.CompareSignals)
	return list[:min(len(list), world.MaxSignals)]
}

// tellSignals sends one neighbour the signals over the line, if any is new.
func tellSignals(i *world.State, n *world.Neighbour) {
	list := SignalsFor(i, n.Island)
	m, sum := AppendSignals([]byte{uint8(SignalLetter)}, list), uint64(0)
	if len(list) > 0 {
		sum = xxh3.Hash(m)
	}
	if sum == n.Gave && (sum == 0 || i.Clock%world.LookEvery != 0) {
		return
	}
	if k, ok := FindOutbox(i, n.Island); ok && len(i.Mail.Outboxes[k].List) >= world.SignalBacklog || !ok && len(i.Mail.Outboxes) >= world.MaxBoxes {
		return
	}
	n.Gave = sum
	Send(i, n.Island, m)
}

// AppendSignals appends signals, which are in order, as in a message.
func AppendSignals(dst []byte, list []world.Signal) []byte {
	var ends []int // of the regions
	for k := range list {
		if k+1 == len(list) || list[k+1].At.Region() != list[k].At.Region() {
			ends = append(ends, k+1)
		}
	}
	dst = codec.Uvarint(dst, uint64(len(ends)))
	first := 0
	for _, end := range ends {
		dst = codec.Uvarint(world.AppendPlace(dst, list[first].At.Region()), uint64(end-first))
		for _, s := range list[first:end] {
			dst = codec.U8(codec.U16(dst, uint16(s.At.Index())<<2|uint16(s.To)), s.Strength)
		}
		first = end
	}
	return dst
}

// ReadSignals reads the bytes of appendSignals.
func ReadSignals(c *codec.Cursor, of uint64) (list []world.Signal) {
	for range c.Count(world.MaxSignals, 12) {
		at := world.ReadPos(c)
		n := c.Count(world.MaxSignals-len(list), 3)
		c.Require(n > 0)
		for range n {
			k := c.U16()
			s := world.Signal{Of: of, At: at.Tile(grid.Index(k >> 2)), To: tile.Heading(k & 3), Strength: c.U8()}
			c.Require(k < 4*grid.RegionTiles && s.Strength > 0 && s.Strength <= world.SourceStrength)
			c.Require(len(list) == 0 || world.CompareSignals(list[len(list)-1], s) < 0)
			list = append(list, s)
		}
	}
	return list
}

// onSignals takes in a neighbour's signals over the line. It ignores impossible ones: from land that is
// this island's or known to be a third one's, or to land that is not this island's.
func onSignals(i *world.State, from uint64, c *codec.Cursor) {
	list := ReadSignals(c, from)
	if c.Done() != nil || from == i.Register.SelfID {
		return
	}
	list = slices.DeleteFunc(list, func(s world.Signal) bool {
		holder := HolderOf(i, s.At.Region())
		return holder != 0 && holder != from
	})
	setSignals(i, from, list)
}

// setSignals replaces the signals that an island gives.
func setSignals(i *world.State, of uint64, list []world.Signal) {
	NoteNear(i, of, 0, false)
	next := slices.DeleteFunc(slices.Clone(i.Border.Signals), func(s world.Signal) bool { return s.Of == of })
	if k, ok := i.Border.Find(of); ok { // else there are too many neighbours
		i.Border.Islands[k].Lent = i.Clock
		next = withSignals(i, next, list)
	}
	swapSignals(i, next)
}

// withSignals adds signals to others in order, in place of those of the same tile and side. It leaves out
// signals that do not come over a line of this island.
func withSignals(i *world.State, to, list []world.Signal) []world.Signal {
	for _, s := range list {
		if !overLine(i, s) {
			continue
		}
		k, ok := slices.BinarySearchFunc(to, s, world.CompareSignals)
		if ok {
			to[k] = s
		} else {
			to = slices.Insert(to, k, s)
		}
	}
	return to
}

// overLine reports whether a signal comes from other land to this island's.
func overLine(i *world.State, s world.Signal) bool {
	return !i.Register.Owns(s.At.Region()) && i.Register.Owns(world.Beside(s.At, s.To).Region())
}

// swapSignals replaces the signals by others, and lets those tiles be visited for which that makes a
// difference.
func swapSignals(i *world.State, next []world.Signal) {
	had := i.Border.Signals
	i.Border.Signals = next
	for len(had)+len(next) > 0 {
		var s world.Signal
		switch {
		case len(next) == 0 || len(had) > 0 && world.CompareSignals(had[0], next[0]) < 0:
			s, had = had[0], had[1:]
		case len(had) == 0 || world.CompareSignals(had[0], next[0]) > 0:
			s, next = next[0], next[1:]
		default:
			same := had[0].Strength == next[0].Strength
			s, had, next = next[0], had[1:], next[1:]
			if same {
				continue
			}
		}
		living.Rouse(i, world.Beside(s.At, s.To))
	}
}

// dropSignals forgets the signals for which f holds.
func dropSignals(i *world.State, f func(world.Signal) bool) {
	if slices.ContainsFunc(i.Border.Signals, f) {
		swapSignals(i, slices.DeleteFunc(slices.Clone(i.Border.Signals), f))
	}
}

// tidySignals forgets signals that do not come over a line any more, as land has changed hands, or were not
// said again.
func tidySignals(i *world.State) {
	dropSignals(i, func(s world.Signal) bool {
		k, ok := i.Border.Find(s.Of)
		return !ok || i.Clock >= i.Border.Islands[k].Lent+world.NearTime || !overLine(i, s)
	})
}
