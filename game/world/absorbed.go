package world

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
)

// MaxAbsorbed is the most absorbed islands that are remembered. Beyond it the one that ended first is
// forgotten, and no island that ended as early is absorbed any more: the holder of its last state keeps that.
const MaxAbsorbed = 4096

// Absorbed is an island that was absorbed, and the tick at which it ended.
type Absorbed struct {
	Island uint64
	At     game.Tick
}

// Contains reports whether another island was absorbed here, or by an island that was. An island carved out
// does not inherit this.
func (i *State) Contains(island uint64) bool {
	return slices.ContainsFunc(i.Absorbed, func(t Absorbed) bool { return t.Island == island })
}

// Contain records that another island is absorbed, with the islands absorbed by that one.
func (i *State) Contain(o *State) {
	for _, t := range append(slices.Clone(o.Absorbed), Absorbed{o.SelfID, o.Clock}) {
		if !i.Contains(t.Island) {
			i.Absorbed = append(i.Absorbed, t)
		}
	}
	i.Since = max(i.Since, o.Since)
	for len(i.Absorbed) > MaxAbsorbed {
		first := 0
		for k := range i.Absorbed {
			if i.Absorbed[k].At < i.Absorbed[first].At {
				first = k
			}
		}
		i.Since = max(i.Since, i.Absorbed[first].At)
		i.Absorbed = slices.Delete(i.Absorbed, first, first+1)
	}
}

func (i *State) appendAbsorbed(dst []byte) []byte {
	if len(i.Absorbed) == 0 {
		return dst
	}
	dst = codec.Uvarint(codec.U64(dst, uint64(i.Since)), uint64(len(i.Absorbed)))
	for _, t := range i.Absorbed {
		dst = codec.U64(codec.U64(dst, t.Island), uint64(t.At))
	}
	return dst
}

// readAbsorbed reads the bytes of appendWithin, to the end.
func (i *State) readAbsorbed(c *codec.Cursor) {
	if c.Err() != nil || c.Len() == 0 {
		return
	}
	i.Since = i.readTick(c)
	for range c.Count(MaxAbsorbed, 16) {
		t := Absorbed{c.U64(), i.readTick(c)}
		c.Require(t.Island > Home && t.Island != i.SelfID && !i.Contains(t.Island))
		i.Absorbed = append(i.Absorbed, t)
	}
	c.Require(len(i.Absorbed) > 0)
}
