package federation

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// Islands divide and end while signals flow. Every tile of a wire keeps its input then. Where a new line runs
// through a circuit, both sides begin with the other's output of that moment. Where a line ends, the tiles
// give their signals directly. Signals over the island's other lines pass to the island that has the land
// now; it sends its own anew, because nobody knows the last ones sent.

// partSignals divides the signals between an island and the child that is being carved out of it. Both sides
// borrow the signals over the new line.
func partSignals(i *world.State, c *world.State) {
	for k := range i.Border.Islands {
		n := &i.Border.Islands[k]
		lent := signalsOf(i, n.Island)
		land := landBeside(c.Land.Regions, func(at grid.Region) bool { return isOf(i, at, n.Island) })
		if len(land) > 0 && (n.Gave != 0 || len(lent) > 0) {
			succeed(c, n.Island, lent)
			LearnHolder(c, land, n.Island)
			if n.Island != world.Home || !i.Register.Child() { // else it was told already
				tellPassed(i, n.Island, c.Register.Leases)
			}
		}
	}
	tidySignals(i)
	if there, here := alongWith(i, c), alongWith(c, i); len(there)+len(here) > 0 {
		succeed(i, c.Register.SelfID, here)
		succeed(c, i.Register.SelfID, there)
		LearnHolder(i, landBeside(i.Land.Regions, c.Register.Owns), c.Register.SelfID)
		LearnHolder(c, landBeside(c.Land.Regions, i.Register.Owns), i.Register.SelfID)
	}
}

// alongWith returns the signals that this island gives another over the new line between their active
// regions. Signals that a wire has from the other side are left out.
func alongWith(i *world.State, o *world.State) (list []world.Signal) {
	for _, r := range i.Land.Regions {
		for h := range tile.HeadingCount {
			if o.Land.Active(world.SideOf(r.At, h)) == nil {
				continue
			}
			for n := range int32(grid.RegionSide) {
				t := world.AtEdge(r.At, h, n)
				s, back := living.Strength(i, t, h), living.Strength(o, world.Beside(t, h), h.Turned(2))
				if _, b, _, _ := i.Land.TileAt(t); s > 0 && (s >= back || b != tile.Wire) {
					list = append(list, world.Signal{Of: i.Register.SelfID, At: t, To: h, Strength: s})
				}
			}
		}
	}
	return list
}

// landBeside returns the land beside some regions for which f holds, in order.
func landBeside(list []*world.Region, f func(at grid.Region) bool) (land []grid.Region) {
	for _, r := range list {
		for h := range tile.HeadingCount {
			at := world.SideOf(r.At, h)
			if k, found := slices.BinarySearchFunc(land, at, grid.Region.Compare); !found && f(at) {
				land = slices.Insert(land, k, at)
			}
		}
	}
	return land
}

// signalsOf returns the signals that an island gives.
func signalsOf(i *world.State, island uint64) (list []world.Signal) {
	for _, s := range i.Border.Signals {
		if s.Of == island {
			list = append(list, s)
		}
	}
	return list
}

// succeed continues signals from or to another island, as far as they come over a line of this one. It also
// makes this island send the other its own signals anew, whatever it sent before.
func succeed(i *world.State, of uint64, list []world.Signal) {
	if of == i.Register.SelfID {
		return
	}
	NoteNear(i, of, 0, false)
	k, ok := i.Border.Find(of)
	if !ok {
		return // too many neighbours
	}
	i.Border.Islands[k].Gave, i.Border.Islands[k].Lent = world.GaveUnknown, i.Clock
	list = slices.Clone(list)
	for n := range list {
		list[n].Of = of
	}
	swapSignals(i, withSignals(i, slices.Clone(i.Border.Signals), list))
}

// followSignals passes an island's signals, in both directions, to another island that has some of its land
// from now on.
func followSignals(i *world.State, from, to uint64, list []world.Lease) {
	if to == i.Register.SelfID {
		return
	}
	var land []grid.Region
	for _, l := range list {
		if isOf(i, l.At, from) {
			land = append(land, l.At)
		}
	}
	passed := func(at grid.Region) bool { return slices.Contains(land, at) }
	lent := slices.DeleteFunc(signalsOf(i, from), func(s world.Signal) bool { return !passed(s.At.Region()) })
	k, near := i.Border.Find(from)
	if len(lent) == 0 && (!near || i.Border.Islands[k].Gave == 0 || len(land) == 0) {
		return
	}
	for k := range i.Border.Strips {
		if s := &i.Border.Strips[k]; s.Of == from && passed(s.At) {
			s.Of = to
		}
	}
	LearnHolder(i, land, to)
	succeed(i, to, lent)
}

// LearnHolder records the holder of land as home's answer would, so that both sides of a line can send each
// other signals at once.
func LearnHolder(i *world.State, land []grid.Region, island uint64) {
	if !i.Register.Child() {
		return // home knows it
	}
	for _, at := range land {
		k, asked := i.Register.FindAsk(at)
		switch a := (world.Ask{At: at, Since: i.Clock, Holder: island}); {
		case asked:
			i.Register.Asks[k] = a
		case len(i.Register.Asks) < world.MaxAsks:
			i.Register.Asks = slices.Insert(i.Register.Asks, k, a)
		}
	}
}

// joinSignals takes over the signals, in both directions, of an island that is being absorbed; its land and
// mail are already here. All tiles at the former line between both are visited again.
func joinSignals(i *world.State, o *world.State) {
	tidySignals(i)
	for k := range o.Border.Islands {
		n := &o.Border.Islands[k]
		if lent := signalsOf(o, n.Island); n.Gave != 0 || len(lent) > 0 {
			succeed(i, n.Island, lent)
		}
	}
	for _, r := range o.Land.Regions {
		living.RouseEdges(i, r)
	}
}
