package mind

import (
	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// grounds is how far around a lantern the player looks for what keeps embers from it, in tiles.
const grounds = 17

// sight is what the player sees around a lantern.
type sight struct {
	hearths, wires, levers, handles, lamps, rails, stones, gates, pumps []grid.Tile
	shaft, water, deep                                                  int
	carts                                                               []grid.Tile
	shut                                                                bool // a gate is
}

// survey looks at what is known around a lantern.
func (p *hands) survey(at grid.Tile) (s sight) {
	p.Memory.Each(at, grounds, func(t grid.Tile, c senses.Cell) {
		switch c.Block {
		case tile.Hearth:
			s.hearths = append(s.hearths, t)
		case tile.Wire:
			s.wires = append(s.wires, t)
		case tile.Lever:
			s.levers = append(s.levers, t)
		case tile.Handle:
			s.handles = append(s.handles, t)
		case tile.Lamp:
			s.lamps = append(s.lamps, t)
		case tile.Rail:
			s.rails = append(s.rails, t)
		case tile.StandingStone, tile.Portal:
			s.stones = append(s.stones, t)
		case tile.Pump:
			s.pumps = append(s.pumps, t)
		case tile.Gate:
			s.gates = append(s.gates, t)
			s.shut = s.shut || tile.Solid(c.Block, c.State)
		}
		switch {
		case c.Ground.Info().SideOn:
			s.shaft++
		case c.Ground == tile.Water && apart(t, at) <= 11:
			s.water++
		case c.Ground == tile.DeepWater && apart(t, at) <= 11:
			s.deep++
		}
	})
	for k := range p.Bodies {
		if b := &p.Bodies[k]; b.Kind == entity.Cart {
			s.carts = append(s.carts, grid.TileAt(b.Pos))
		}
	}
	return s
}

// kindle brings embers to the lantern on a tile, and does first what that takes.
func (p tower) kindle(at grid.Tile) act {
	if p.tried.tower != at {
		p.tried.tower, p.tried.since, p.tried.onWay = at, 0, p.Now
		p.tried.stones, p.tried.handle = map[grid.Tile]bool{}, 0
		p.tried.front, p.tried.poor = grid.Tile{}, map[grid.Tile]bool{}
	}
	if p.Riding {
		return p.ride(at)
	}
	if far := apart(at, p.Here); p.Memory.At(at).Block != tile.Beacon || far > grounds+6 {
		if far <= grounds {
			return p.look(at)
		}
		if p.vain[at] > 2 || p.Now > p.tried.onWay+detour { // no way in sight: along the shore, or back to the old road
			p.vain[at], p.tried.onWay = 0, p.Now
			if p.wentHome {
				p.tried.via = p.aside(at)
			}
			if p.wentHome = !p.wentHome; p.wentHome {
				return p.goHome()
			}
			p.lost = 6
		}
		if via := p.tried.via; via != (grid.Tile{}) && !p.holdsEmbers() {
			if apart(p.Here, via) > 12 && p.vain[via] < 3 && p.Now < p.tried.onWay+detour/2 {
				return p.walk(via, manner{}, func(t grid.Tile) bool { return apart(t, via) <= 10 })
			}
			p.tried.via, p.lost = grid.Tile{}, 0
		}
		if p.lost > 0 && !p.holdsEmbers() {
			p.lost--
			return p.explore()
		}
		return p.walk(at, manner{dry: p.holdsEmbers()}, func(t grid.Tile) bool {
			return apart(t, at) <= 12 && p.Memory.At(at).Seen || apart(t, at) <= 5
		})
	}
	if p.holdsEmbers() {
		if reaches(p.Here, at) {
			return using(at)
		}
		if p.dryWay(p.Here, at) {
			return p.near(at, manner{dry: true})
		}
	}
	s := p.survey(at)
	if a := p.dawn(at, &s); a != nil {
		return a
	}
	if hearth, ok := p.fireFor(at, &s); ok {
		return p.embers(hearth)
	}
	if _, n := p.unseen(at); n > 20 && !p.holdsEmbers() { // it looks at all of it before it decides
		return p.look(at)
	}
	return p.solve(at, &s)
}

// aside returns a place by which the player tries to come to another: off the straight way, on either side in
// turn, each time farther.
func (p *Player) aside(at grid.Tile) grid.Tile {
	p.tried.asides++
	n := min(int32(p.tried.asides+1)/2, 3)
	if p.tried.asides%2 == 0 {
		n = -n
	}
	dx, dy := at.X-p.Here.X, at.Y-p.Here.Y
	return p.Here.Add(dx/2-dy*n/3, dy/2+dx*n/3)
}

// dryWay reports whether embers can be carried from one place to another, as far as is known.
func (p *hands) dryWay(from, to grid.Tile) bool {
	_, whole := p.route.find(p.Memory, from, to, &manner{sure: true, dry: true, tier: p.tier(), shun: p.shuns}, func(t grid.Tile) bool { return t != to && reaches(t, to) })
	return whole
}

// fireFor returns a hearth from which embers can be carried to a lantern dry: one near it before that of the
// home.
func (p tower) fireFor(at grid.Tile, s *sight) (grid.Tile, bool) {
	for _, h := range s.hearths {
		if from, ok := p.beside(h); ok && p.dryWay(from, at) && p.walksTo(from) {
			return h, true
		}
	}
	return grid.Tile{}, false
}

// walksTo reports whether the player comes to a tile, digging or not.
func (p *hands) walksTo(to grid.Tile) bool {
	_, whole := p.route.find(p.Memory, p.Here, to, &manner{sure: true, tier: p.tier(), shun: p.shuns}, func(t grid.Tile) bool { return t == to })
	return whole
}

// beside returns a free tile beside a block.
func (p *hands) beside(t grid.Tile) (grid.Tile, bool) {
	for _, d := range [...]grid.Tile{{Y: 1}, {X: 1}, {X: -1}, {Y: -1}, {X: 1, Y: 1}, {X: -1, Y: -1}} {
		n := t.Add(d.X, d.Y)
		if c := p.Memory.At(n); c.Seen && !tile.Solid(c.Block, c.State) && !c.Ground.Info().Liquid && !c.Ground.Info().SideOn {
			return n, true
		}
	}
	return t, false
}

// embers takes embers of a hearth, and lights it first if it is cold.
func (p tower) embers(hearth grid.Tile) act {
	if p.holdsEmbers() {
		return nil
	}
	return p.at(hearth, manner{}, func() act { return using(hearth) })
}

// solve does the next thing about what keeps the player from a lantern.
func (p tower) solve(at grid.Tile, s *sight) act {
	switch {
	case s.shut && len(s.handles) >= 2:
		return p.handles(s)
	case s.shut && len(s.wires) > 0 && len(s.levers) > 0:
		return p.wiring(s)
	case len(s.rails) > 4 && s.deep > 20:
		return p.railway(at, s)
	case s.shaft > 12:
		return p.mend(at, s)
	case len(s.stones) >= 2:
		return p.passage(at, s)
	case s.shut && len(s.lamps) >= 3:
		return p.vigil(at, s)
	case s.deep > 0 && s.deep >= s.water:
		return p.lake(at, s)
	case s.water > 0:
		return p.mend(at, s)
	}
	return p.look(at)
}

// look goes where the grounds of a lantern are not known yet, and else walks around it.
func (p tower) look(at grid.Tile) act {
	p.tried.handle = 0
	if t, n := p.unseen(at); n > 0 {
		p.vain[t]++
		return p.walk(t, manner{}, func(x grid.Tile) bool { return p.Memory.At(t).Seen || apart(x, t) <= 1 })
	}
	d := steps[int(p.Now/(4*game.TicksPerSecond))%8]
	to := at.Add(d.X*9, d.Y*9)
	return p.walk(to, manner{}, func(t grid.Tile) bool { return apart(t, to) <= 2 })
}

// unseen returns the nearest tile of a lantern's grounds that was never on the screen, and how many there
// are. Those that the player did not come to see are left.
func (p *hands) unseen(at grid.Tile) (t grid.Tile, n int) {
	least := int32(1 << 30)
	for dy := int32(-13); dy <= 13; dy++ {
		for dx := int32(-13); dx <= 13; dx++ {
			x := at.Add(dx, dy)
			if p.Memory.At(x).Seen || p.vain[x] > 1 {
				continue
			}
			n++
			if d := apart(x, p.Here); d < least {
				t, least = x, d
			}
		}
	}
	return t, n
}

// handles pulls one handle, and runs to the other.
func (p tower) handles(s *sight) act {
	h := s.handles[p.tried.handle%2]
	return p.at(h, manner{}, func() act {
		p.tried.handle++
		return &once{cmd: command.Command{Kind: command.Use, Tile: h}, wait: 3}
	})
}

// wiring lays wire where the line has a gap, and throws the lever.
func (p tower) wiring(s *sight) act {
	if t, ok := p.gap(append(append([]grid.Tile(nil), s.wires...), s.levers...), tile.Wire, tile.Lever); ok {
		if a := p.fetch(item.Wire, 1); a != nil {
			return a
		}
		return p.lay(item.Wire, t)
	}
	lever := s.levers[0]
	return p.at(lever, manner{}, func() act {
		u := using(lever)
		u.wait = 90
		return u
	})
}

// lay places an item on a tile, after digging what grows there.
func (p tower) lay(k item.Kind, t grid.Tile) act {
	return p.at(t, manner{}, func() act {
		if c := p.Memory.At(t); c.Block != tile.NoBlock && !c.Block.Info().Soft && k.Info().Body == 0 {
			return &digging{at: t}
		}
		return p.placing(k, t)
	})
}

// gap returns a tile that is missing in a line of blocks: there is one of them on both sides of it, along an
// axis, with nothing but free tiles between.
func (p *hands) gap(line []grid.Tile, kinds ...tile.Block) (grid.Tile, bool) {
	is := func(t grid.Tile) bool {
		b := p.Memory.At(t).Block
		for _, k := range kinds {
			if b == k {
				return true
			}
		}
		return false
	}
	for _, t := range line {
		for _, d := range steps[:4] {
			n := t.Add(d.X, d.Y)
			for far := int32(1); far <= 8 && !is(n); far++ {
				c := p.Memory.At(n)
				if !c.Seen || tile.Solid(c.Block, c.State) {
					break
				}
				if next := n.Add(d.X, d.Y); is(next) && far > 1 || is(next) && far == 1 && !is(t.Add(d.X, d.Y)) {
					return t.Add(d.X, d.Y), true
				}
				n = n.Add(d.X, d.Y)
			}
		}
	}
	return grid.Tile{}, false
}

// mend makes the way from a hearth to the lantern one on which embers can be carried: it lays earth through
// shallow water, and sets up what is missing of a ladder.
func (p tower) mend(at grid.Tile, s *sight) act {
	for _, h := range s.hearths {
		from, ok := p.beside(h)
		if !ok {
			continue
		}
		way, whole := p.route.find(p.Memory, from, at, &manner{sure: true, build: true, tier: p.tier(), shun: p.shuns}, func(t grid.Tile) bool { return t != at && reaches(t, at) })
		if !whole {
			continue
		}
		earth, rungs := 0, 0
		first, kind := grid.Tile{}, item.None
		for _, t := range way {
			c := p.Memory.At(t)
			k := item.None
			switch {
			case c.Ground == tile.Water:
				k = item.Earth
				earth++
			case c.Ground.Info().SideOn && !footing(p.Memory, t):
				k = item.Ladder
				rungs++
			}
			if kind == item.None && k != item.None {
				first, kind = t, k
			}
		}
		if kind == item.None {
			return p.near(at, manner{})
		}
		n := max(earth, 1)
		if kind == item.Ladder {
			n = max(rungs, 1)
		}
		if p.count(kind) == 0 || apart(p.Here, at) > 10 {
			if a := p.fetch(kind, n); a != nil {
				return a
			}
		}
		return p.lay(kind, first)
	}
	return p.look(at)
}

// passage carries embers to one stone after the other, turns it and steps into it.
func (p tower) passage(at grid.Tile, s *sight) act {
	if !p.holdsEmbers() {
		if a := p.clear(at, s.stones); a != nil {
			return a
		}
		for _, h := range s.hearths {
			if from, ok := p.beside(h); ok && p.walksTo(from) {
				return p.embers(h)
			}
		}
		return p.look(at)
	}
	for _, t := range s.stones {
		if p.tried.stones[t] || apart(t, at) <= 4 {
			continue
		}
		from, d := outside(t, at)
		if p.Here != from {
			return p.onto(from, manner{dry: true})
		}
		if p.Memory.At(t).Block == tile.StandingStone {
			return using(t)
		}
		p.tried.stones[t] = true
		was := p.Here
		return &pushing{dir: fixed.SVec{X: fixed.S(d.X) * fixed.One, Y: fixed.S(d.Y) * fixed.One}, most: 90,
			until: func(p *Player) bool { return apart(p.Here, was) > 2 }}
	}
	p.tried.stones = map[grid.Tile]bool{}
	return nil
}

func unitOf(n int32) int32 { return max(min(n, 1), -1) }
