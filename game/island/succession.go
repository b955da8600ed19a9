package island

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// Islands divide and end in the midst of signals. What a wire gets stays the same then, tile by tile: where a line comes to
// run through a circuit, both sides begin with what the other gave at that moment; where one ends, the tiles give it
// themselves; and what an island gave or got over its other lines passes to the one that has its land now, which says anew
// what it gives, as nobody knows what was said last.

// partSignals divides the signals between an island and the child that is being carved out of it. What goes over the new
// line is borrowed by both sides.
func partSignals(i *State, c *State) {
	for k := range i.near {
		n := &i.near[k]
		lent := signalsOf(i, n.island)
		land := landBeside(c.regions, func(at grid.Region) bool { return isOf(i, at, n.island) })
		if len(land) > 0 && (n.gave != 0 || len(lent) > 0) {
			succeed(c, n.island, lent)
			learnHolder(c, land, n.island)
			if n.island != Home || !i.child() { // else it was told already
				tellPassed(i, n.island, c.leases)
			}
		}
	}
	tidySignals(i)
	if there, here := alongWith(i, c), alongWith(c, i); len(there)+len(here) > 0 {
		succeed(i, c.self, here)
		succeed(c, i.self, there)
		learnHolder(i, landBeside(i.regions, c.owns), c.self)
		learnHolder(c, landBeside(c.regions, i.owns), i.self)
	}
}

// alongWith returns what this island gives another over the line that comes to run between their active regions. What a wire
// has from the other side is not of it.
func alongWith(i *State, o *State) (list []signal) {
	for _, r := range i.regions {
		for h := range tile.HeadingCount {
			if o.region(sideOf(r.at, h)) == nil {
				continue
			}
			for n := range int32(grid.RegionSide) {
				t := atEdge(r.at, h, n)
				s, back := strength(i, t, h), strength(o, beside(t, h), h.Turned(2))
				if _, b, _, _ := i.TileAt(t); s > 0 && (s >= back || b != tile.Wire) {
					list = append(list, signal{of: i.self, at: t, to: h, strength: s})
				}
			}
		}
	}
	return list
}

// landBeside returns the land beside some regions for which f holds, in order.
func landBeside(list []*region, f func(at grid.Region) bool) (land []grid.Region) {
	for _, r := range list {
		for h := range tile.HeadingCount {
			at := sideOf(r.at, h)
			if k, found := slices.BinarySearchFunc(land, at, compareRegions); !found && f(at) {
				land = slices.Insert(land, k, at)
			}
		}
	}
	return land
}

// signalsOf returns what an island gives.
func signalsOf(i *State, island uint64) (list []signal) {
	for _, s := range i.signals {
		if s.of == island {
			list = append(list, s)
		}
	}
	return list
}

// succeed goes on with signals that were given by, or to, another island, as far as they come over a line of this one; and
// lets that be told what this one gives, whatever it was told before.
func succeed(i *State, of uint64, list []signal) {
	if of == i.self {
		return
	}
	noteNear(i, of, 0, false)
	k, ok := findNear(i, of)
	if !ok {
		return // too many neighbours
	}
	i.near[k].gave, i.near[k].lent = gaveUnknown, i.tick
	list = slices.Clone(list)
	for n := range list {
		list[n].of = of
	}
	swapSignals(i, withSignals(i, slices.Clone(i.signals), list))
}

// followSignals lets what an island gave and got pass to another that has some of its land from now on.
func followSignals(i *State, from, to uint64, list []lease) {
	if to == i.self {
		return
	}
	var land []grid.Region
	for _, l := range list {
		if isOf(i, l.at, from) {
			land = append(land, l.at)
		}
	}
	passed := func(at grid.Region) bool { return slices.Contains(land, at) }
	lent := slices.DeleteFunc(signalsOf(i, from), func(s signal) bool { return !passed(s.at.Region()) })
	k, near := findNear(i, from)
	if len(lent) == 0 && (!near || i.near[k].gave == 0 || len(land) == 0) {
		return
	}
	for k := range i.strips {
		if s := &i.strips[k]; s.of == from && passed(s.at) {
			s.of = to
		}
	}
	learnHolder(i, land, to)
	succeed(i, to, lent)
}

// learnHolder notes whose land is, as home would say when asked: so that both sides of a line can tell each other of signals
// at once.
func learnHolder(i *State, land []grid.Region, island uint64) {
	if !i.child() {
		return // home knows it
	}
	for _, at := range land {
		k, asked := findAsk(i, at)
		switch a := (ask{at: at, since: i.tick, holder: island}); {
		case asked:
			i.asks[k] = a
		case len(i.asks) < MaxAsks:
			i.asks = slices.Insert(i.asks, k, a)
		}
	}
}

// joinSignals takes over what another island got and gave that is taken in, with its land and mail already here. At the line
// that was between both all tiles are looked at again.
func joinSignals(i *State, o *State) {
	tidySignals(i)
	for k := range o.near {
		n := &o.near[k]
		if lent := signalsOf(o, n.island); n.gave != 0 || len(lent) > 0 {
			succeed(i, n.island, lent)
		}
	}
	for _, r := range o.regions {
		rouseEdges(i, r)
	}
}

// rouseEdges lets the tiles on both sides of the edges be visited that a region has with other active ones.
func rouseEdges(i *State, r *region) {
	for h := range tile.HeadingCount {
		if i.region(sideOf(r.at, h)) == nil {
			continue
		}
		for n := range int32(grid.RegionSide) {
			t := atEdge(r.at, h, n)
			rouse(i, t)
			rouse(i, beside(t, h))
		}
	}
}
