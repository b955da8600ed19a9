package island

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// MaxWithin is how many islands are remembered that were taken in. Beyond it the one that ended first is forgotten, and
// no island that ended as early is taken in any more: whoever has its last state still keeps it.
const MaxWithin = 4096

// taken is an island that was taken in, and the tick at which it ended.
type taken struct {
	island uint64
	at     game.Tick
}

// Contains reports whether another island was taken in here, or by one that was. What is carved out does not inherit it.
func (i *State) Contains(island uint64) bool {
	return slices.ContainsFunc(i.within, func(t taken) bool { return t.island == island })
}

// contain notes that another island is taken in, with what that one has taken in.
func (i *State) contain(o *State) {
	for _, t := range append(slices.Clone(o.within), taken{o.self, o.tick}) {
		if !i.Contains(t.island) {
			i.within = append(i.within, t)
		}
	}
	i.since = max(i.since, o.since)
	for len(i.within) > MaxWithin {
		first := 0
		for k := range i.within {
			if i.within[k].at < i.within[first].at {
				first = k
			}
		}
		i.since = max(i.since, i.within[first].at)
		i.within = slices.Delete(i.within, first, first+1)
	}
}

func (i *State) appendWithin(dst []byte) []byte {
	if len(i.within) == 0 {
		return dst
	}
	dst = codec.Uvarint(codec.U64(dst, uint64(i.since)), uint64(len(i.within)))
	for _, t := range i.within {
		dst = codec.U64(codec.U64(dst, t.island), uint64(t.at))
	}
	return dst
}

// readWithin reads what appendWithin wrote, to the end.
func (i *State) readWithin(c *codec.Cursor) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	i.since = i.readTick(c)
	for range c.Count(MaxWithin, 16) {
		t := taken{c.U64(), i.readTick(c)}
		c.Require(t.island > Home && t.island != i.self && !i.Contains(t.island))
		i.within = append(i.within, t)
	}
	c.Require(len(i.within) > 0)
}
