package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// MaxWithin is the most absorbed islands that are remembered. Beyond it the one that ended first is
// forgotten, and no island that ended as early is absorbed any more: the holder of its last state keeps that.
const MaxWithin = 4096

// Taken is an island that was taken in, and the tick at which it ended.
type Taken struct {
	Island uint64
	At     game.Tick
}

// Contains reports whether another island was absorbed here, or by an island that was. An island carved out
// does not inherit this.
func (i *State) Contains(island uint64) bool {
	return slices.ContainsFunc(i.Within, func(t Taken) bool { return t.Island == island })
}

// Contain records that another island is absorbed, with the islands absorbed by that one.
func (i *State) Contain(o *State) {
	for _, t := range append(slices.Clone(o.Within), Taken{o.SelfID, o.Clock}) {
		if !i.Contains(t.Island) {
			i.Within = append(i.Within, t)
		}
	}
	i.Since = max(i.Since, o.Since)
	for len(i.Within) > MaxWithin {
		first := 0
		for k := range i.Within {
			if i.Within[k].At < i.Within[first].At {
				first = k
			}
		}
		i.Since = max(i.Since, i.Within[first].At)
		i.Within = slices.Delete(i.Within, first, first+1)
	}
}

func (i *State) appendWithin(dst []byte) []byte {
	if len(i.Within) == 0 {
		return dst
	}
	dst = codec.Uvarint(codec.U64(dst, uint64(i.Since)), uint64(len(i.Within)))
	for _, t := range i.Within {
		dst = codec.U64(codec.U64(dst, t.Island), uint64(t.At))
	}
	return dst
}

// readWithin reads the bytes of appendWithin, to the end.
func (i *State) readWithin(c *codec.Cursor) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	i.Since = i.readTick(c)
	for range c.Count(MaxWithin, 16) {
		t := Taken{c.U64(), i.readTick(c)}
		c.Require(t.Island > Home && t.Island != i.SelfID && !i.Contains(t.Island))
		i.Within = append(i.Within, t)
	}
	c.Require(len(i.Within) > 0)
}
