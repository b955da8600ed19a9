package mind

import (
	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// railway mends the railway over the water, and goes over it in a cart.
func (p tower) railway(at grid.Tile, s *sight) act {
	if t, ok := p.gap(s.rails, tile.Rail); ok {
		if a := p.fetch(item.Rail, 2); a != nil && p.count(item.Rail) == 0 {
			return a
		}
		return p.lay(item.Rail, t)
	}
	if len(s.carts) > 0 {
		t := s.carts[0]
		return p.walkUse(t)
	}
	if a := p.fetch(item.Cart, 1); a != nil {
		return a
	}
	// on the rail that is furthest from the lantern but for one: there the way begins
	start, most := grid.Tile{}, int32(0)
	for _, t := range s.rails {
		if d := abs(t.X-at.X) + abs(t.Y-at.Y); d > most && d <= 13 && p.vain[t] < 2 && t != p.Here {
			start, most = t, d
		}
	}
	if most == 0 {
		return p.look(at)
	}
	return p.lay(item.Cart, start)
}

// walkUse goes beside a body and uses its tile: hands reach a body less far than a tile.
func (p tower) walkUse(t grid.Tile) act {
	if apart(p.Here, t) <= 1 {
		p.vain[t]++
		return using(t)
	}
	return p.walk(t, manner{}, func(x grid.Tile) bool { return apart(x, t) <= 1 && x != t })
}

// ride lets the cart roll towards the lantern, and gets out at the end.
func (p tower) ride(at grid.Tile) act {
	if apart(p.Here, at) <= 3 {
		return using(p.Here)
	}
	d := at.Centre().Sub(p.Pos)
	dir := fixed.SVec{Y: fixed.One}
	switch {
	case d.X.Abs() > d.Y.Abs() && d.X < 0:
		dir = fixed.SVec{X: -fixed.One}
	case d.X.Abs() > d.Y.Abs():
		dir = fixed.SVec{X: fixed.One}
	case d.Y < 0:
		dir = fixed.SVec{Y: -fixed.One}
	}
	return &pushing{dir: dir, most: 8 * game.TicksPerSecond, until: func(p *Player) bool { return apart(p.Here, at) <= 3 }}
}

// pumpingTime is how long a newcomer lets a pump stand that does not lift the lake away, in ticks.
const pumpingTime = 3 * 60 * game.TicksPerSecond

// lake sets a pump up at the shore, with a lever behind it.
func (p tower) lake(at grid.Tile, s *sight) act {
	if len(s.pumps) > 0 {
		pump := s.pumps[0]
		if p.tried.since == 0 {
			p.tried.since = p.Now
		}
		if p.Now > p.tried.since+pumpingTime { // it does not work here: it is taken up, and set up elsewhere
			p.vain[pump], p.tried.poor[pump] = 9, true
			return p.at(pump, manner{}, func() act { return &digging{at: pump} })
		}
		for _, l := range s.levers {
			if abs(l.X-pump.X)+abs(l.Y-pump.Y) != 1 {
				continue
			}
			if p.Memory.At(l).State&tile.StateBit0 != 0 {
				if apart(p.Here, at) > 13 {
					return p.near(l, manner{})
				}
				if p.Now > p.tried.since+pumpingTime/3 { // how far is it? Not all of the lake is in the picture
					return p.look(at)
				}
				return &waiting{ticks: 120}
			}
			return p.at(l, manner{}, func() act { u := using(l); u.wait = 60; return u })
		}
		if a := p.fetch(item.Lever, 1); a != nil {
			return a
		}
		for _, d := range steps[:4] {
			if t := pump.Add(d.X, d.Y); p.free(p.Memory.At(t)) && t != p.Here && t != p.tried.front && p.vain[t] < 2 {
				return p.lay(item.Lever, t)
			}
		}
		p.tried.since = p.Now - pumpingTime // there is no room for a lever
		return nil
	}
	for _, k := range [...]item.Kind{item.Pump, item.Lever} {
		if a := p.fetch(k, 1); a != nil {
			return a
		}
	}
	return p.shore(at)
}

// shore sets the pump up on the bank: the water beside or before the player, who stands on the bank, too.
func (p tower) shore(at grid.Tile) act {
	if t, from := p.tried.bank, p.tried.from; p.tried.front != (grid.Tile{}) && p.free(p.Memory.At(t)) && p.vain[t] < 2 && !p.tried.poor[t] && p.vain[from] < 3 {
		if p.Here == from {
			p.tried.since = p.Now
			return p.placing(item.Pump, t)
		}
		return p.onto(from, manner{})
	}
	t, ok := p.Memory.Nearest(p.Here, 30, func(t grid.Tile, c senses.Cell) bool {
		return p.free(c) && p.vain[t] < 2 && !p.tried.poor[t] && apart(t, at) <= 11 && p.bank(t)
	})
	if !ok {
		return p.look(at)
	}
	for _, d := range steps[:4] {
		// the front looks away from the player, so the player stands where the water is beside the pump
		from, front := t.Add(-d.X, -d.Y), t.Add(d.X, d.Y)
		if !p.free(p.Memory.At(from)) || p.Memory.At(front).Ground == tile.DeepWater || p.vain[from] >= 3 {
			continue
		}
		p.tried.bank, p.tried.from, p.tried.front = t, from, front
		return &waiting{ticks: reaction} // it has made up its mind
	}
	p.vain[t] += 2
	return nil
}

// bank reports whether deep water is beside a tile.
func (p *hands) bank(t grid.Tile) bool {
	for _, d := range steps[:4] {
		if p.Memory.At(t.Add(d.X, d.Y)).Ground == tile.DeepWater {
			return true
		}
	}
	return false
}

// vigil keeps the lamps before a gate burning through the night, running from one to the next. Friends share
// them. By day it waits.
func (p tower) vigil(at grid.Tile, s *sight) act {
	if !p.Night(0) {
		return p.restUp()
	}
	lamps := p.share(s.lamps)
	best, least := grid.Tile{}, int32(1<<30)
	for _, l := range lamps {
		if d := apart(l, p.Here); !p.lit(l) && d < least {
			best, least = l, d
		}
	}
	if least == 1<<30 { // all burn: on to the one that it has not been at for the longest time
		n := int(p.Now/(6*game.TicksPerSecond)) % len(lamps)
		l := lamps[n]
		if apart(p.Here, l) <= 3 {
			return &waiting{ticks: 60}
		}
		return p.walk(l, manner{}, func(t grid.Tile) bool { return apart(t, l) <= 3 })
	}
	return p.at(best, manner{}, func() act { return using(best) })
}

// share returns the places that a player sees to when friends are in the picture: those to which none of them
// is nearer, else the one that they are farthest from.
func (p *hands) share(places []grid.Tile) (own []grid.Tile) {
	far, most := 0, int32(-1)
	for n, t := range places {
		mine, least := true, int32(1<<30)
		for k := range p.Bodies {
			b := &p.Bodies[k]
			if b.Kind != entity.Player || b.Flags&entity.Asleep != 0 {
				continue
			}
			d, here := apart(grid.TileAt(b.Pos), t), apart(p.Here, t)
			mine = mine && (here < d || here == d && p.Seat < b.Seat)
			least = min(least, d)
		}
		if mine {
			own = append(own, t)
		}
		if least > most {
			far, most = n, least
		}
	}
	if len(own) == 0 {
		return places[far : far+1]
	}
	return own
}

// dawn waits for the day where a great moth guards the tower, out of its reach and by a light: it puts out
// the embers that one carries. A newcomer learns that by and by.
func (p tower) dawn(at grid.Tile, s *sight) act {
	if !p.learned.moth || !p.Night(0) || s.shut && len(s.lamps) >= 3 {
		return nil
	}
	moth := false
	for k := range p.Bodies {
		moth = moth || p.Bodies[k].Kind == entity.GreatMoth
	}
	if !moth && apart(p.Here, at) < 12 {
		return nil
	}
	for _, h := range s.hearths {
		if from, ok := p.beside(h); !ok || apart(h, at) < 6 || !p.walksTo(from) {
			continue
		}
		out := h.Add(unitOf(h.X-at.X)*3, unitOf(h.Y-at.Y)*3)
		if !p.lit(h) {
			return p.at(h, manner{}, func() act { return using(h) })
		}
		if apart(p.Here, out) > 1 {
			return p.walk(out, manner{}, func(t grid.Tile) bool { return apart(t, out) <= 1 })
		}
		return &waiting{ticks: 120}
	}
	if apart(p.Here, at) >= 14 {
		return &waiting{ticks: 120}
	}
	out := p.Here.Add(unitOf(p.Here.X-at.X)*8, unitOf(p.Here.Y-at.Y)*8)
	return p.walk(out, manner{}, func(t grid.Tile) bool { return apart(t, at) >= 14 })
}

// clear digs away what is in the way before the stones around a lantern, while the hands are free.
func (p tower) clear(at grid.Tile, stones []grid.Tile) act {
	for _, t := range stones {
		from, _ := outside(t, at)
		c := p.Memory.At(from)
		if apart(t, at) <= 4 || p.vain[from] > 2 || !tile.Solid(c.Block, c.State) {
			continue
		}
		if _, may := digs(c, p.tier()); !may {
			continue
		}
		return p.at(from, manner{}, func() act { return &digging{at: from} })
	}
	return nil
}

// outside returns from where one goes into a stone: the stones look towards the tower, so that is outside. d
// is the direction in which one goes.
func outside(stone, at grid.Tile) (from, d grid.Tile) {
	d = grid.Tile{X: unitOf(at.X - stone.X), Y: unitOf(at.Y - stone.Y)}
	return stone.Add(-d.X, -d.Y), d
}
