package chart

import (
	"slices"
	"strconv"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/pins"
)

const (
	// settleTime is how long the pins of others are taken in without a word after the world is entered, in
	// ticks of the window: those of other islands come a moment later.
	settleTime = 600
	// newsWait is how long a new pin waits for others, newsMost how long the first one waits at most.
	newsWait, newsMost = 180, 600
	// forgetTime is how long a pin that is gone is remembered: its player goes to another island, or sets it
	// again.
	forgetTime = 3600
	// pointTime is how long the small map points at a new pin.
	pointTime = 3600
)

// sharedPin is a pin that another player shares.
type sharedPin struct {
	seat entity.Seat
	at   grid.Tile
}

// pinSeen is the memory of a shared pin.
type pinSeen struct {
	sign  uint8
	last  uint64 // tick of the window at which it was there
	point uint64 // until when the small map points at it
}

// freshPin is a pin that waits to be told of.
type freshPin struct {
	sharedPin
	name string
	sign uint8
}

// pinNews notices which pins other players share. The zero value has seen nothing.
type pinNews struct {
	begun, next  uint64 // ticks of the window: since when it looks, when it looks again
	seen         map[sharedPin]pinSeen
	fresh        []freshPin
	first, newer uint64 // when the first and the last of them came
}

// PinNews returns one line about the pins that other players have shared lately, "" for none. Pins that come
// shortly after each other are told of together.
func (c *Chart) PinNews(v *View) string {
	n := &c.news
	if v.Me == nil || !c.Opened() || v.Now < n.next {
		return ""
	}
	if n.seen == nil {
		n.seen, n.begun = map[sharedPin]pinSeen{}, v.Now
	}
	n.next = v.Now + signsEvery
	n.look(v)
	if len(n.fresh) == 0 || v.Now < n.newer+newsWait && v.Now < n.first+newsMost {
		return ""
	}
	list := n.fresh
	n.fresh, c.signs.stale = nil, true
	for _, f := range list {
		s := n.seen[f.sharedPin]
		s.point = v.Now + pointTime
		n.seen[f.sharedPin] = s
	}
	by := list[0]
	switch {
	case len(list) == 1:
		return v.Words.Fill("map.marked", "name", by.name, "pin", v.Words.Get(pinKey(by.sign)))
	case slices.ContainsFunc(list, func(f freshPin) bool { return f.seat != by.seat }):
		return v.Words.Fill("map.marked_by_some", "name", by.name, "n", strconv.Itoa(len(list)))
	}
	return v.Words.Fill("map.marked_some", "name", by.name, "n", strconv.Itoa(len(list)))
}

// look compares the pins of others with those that were there before.
func (n *pinNews) look(v *View) {
	for _, p := range knownPeople(&v.World.State) {
		if p.Seat == v.Me.Seat || v.Hides(p.Seat) {
			continue
		}
		for _, pin := range pins.Of(p) {
			k := sharedPin{p.Seat, pin.Tile}
			s, known := n.seen[k]
			if (!known || s.sign != pin.Sign) && v.Now >= n.begun+settleTime {
				if n.fresh = slices.DeleteFunc(n.fresh, func(f freshPin) bool { return f.sharedPin == k }); len(n.fresh) == 0 {
					n.first = v.Now
				}
				n.newer = v.Now
				n.fresh = append(n.fresh, freshPin{k, p.Name.String(), pin.Sign})
			}
			n.seen[k] = pinSeen{pin.Sign, v.Now, s.point}
		}
	}
	n.fresh = slices.DeleteFunc(n.fresh, func(f freshPin) bool { return n.seen[f.sharedPin].last != v.Now })
	for k, s := range n.seen {
		if v.Now > s.last+forgetTime {
			delete(n.seen, k)
		}
	}
}

// points reports whether the small map is to point at a shared pin.
func (n *pinNews) points(seat entity.Seat, at grid.Tile, now uint64) bool {
	return now < n.seen[sharedPin{seat, at}].point
}
