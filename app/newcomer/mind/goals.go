package mind

import (
	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// The stores that a newcomer lays in, so that it need not go back for every trifle: wood before it leaves the
// forest, ore and coal while it is at a mountain, and torches.
const (
	someWood, muchWood = 20, 56
	muchOre, muchCoal  = 18, 14
	someTorches        = 8
	// enoughOre is for what a newcomer looks around at the first mountain, but for no longer than miningTime.
	enoughOre = 14
	// sharedOre is for an anvil and what one tower asks for.
	sharedOre = 10

	miningTime game.Tick = 5 * 60 * game.TicksPerSecond
	// mountainTime is how long it looks around by itself where the panel has led nowhere.
	mountainTime game.Tick = 2 * 60 * game.TicksPerSecond
	// farOff is how far from where it began it looks for ore at first, in tiles; later it goes farther.
	farOff int32 = 260
	// detour is how long a newcomer follows the arrow before it looks for another way.
	detour game.Tick = 5 * 60 * game.TicksPerSecond
)

// trials are what a newcomer keeps in mind of its goals.
type trials struct {
	mountain grid.Tile // where the goal line said that ore is
	setOut   game.Tick // when it set out for the mountain
	asked    int       // how often it thought of another way
	patience game.Tick // until when it looks for more ore at the first mountain
	stocked  bool      // it has mined enough for what is to come
	stones   map[grid.Tile]bool
	handle   int
	tower    grid.Tile // the lantern that it is at, and since when
	since    game.Tick
	bank     grid.Tile // where the pump is to stand, from where it is set up, and its front
	from     grid.Tile
	front    grid.Tile
	poor     map[grid.Tile]bool // where a pump did not lift the lake away
	onWay    game.Tick          // since when it goes straight to the lantern
	via      grid.Tile          // a place by which it tries to come there
	asides   int
	homes    int32 // how often it came home without ore
}

// pursue returns the next thing to do for the goal on the screen.
func (p *Player) pursue() act {
	if a := p.fetchRemains(); a != nil {
		return a
	}
	if !p.Aimed {
		return nil
	}
	if a := p.errands(); a != nil {
		return a
	}
	if n, ok := p.Goal.Light(); ok {
		if n > 0 {
			if a := p.provide(); a != nil {
				return a
			}
		}
		return tower{p}.kindle(p.Arrow)
	}
	switch p.Goal {
	case goal.Hearth:
		return p.hearth(false)
	case goal.Embers:
		return p.hearth(true)
	case goal.Keeper:
		return tower{p}.kindle(p.Arrow)
	case goal.Wood:
		return p.obtain(item.Stick, someWood)
	case goal.Bench:
		return p.station(item.AtBench, 0)
	case goal.Tool:
		return p.obtain(item.StonePick, 1)
	case goal.Copper:
		p.tried.mountain = p.Arrow
		return p.mine()
	case goal.Furnace:
		return p.station(item.AtFurnace, 0)
	case goal.Metal:
		return p.obtain(item.Copper, 1)
	case goal.Machine:
		return p.machine()
	case goal.LongNight:
		if p.Placed {
			return tower{p}.kindle(p.Arrow)
		}
		return p.restUp()
	}
	return nil
}

// errands goes on with what the player has left a tower for, unless a friend has lit that one meanwhile.
func (p *Player) errands() act {
	if p.errand.Count == 0 || p.holdsEmbers() {
		return nil
	}
	if _, tower := p.Goal.Light(); tower && p.Arrow != p.tried.tower {
		p.errand = item.Stack{}
		return nil
	}
	if a := p.obtain(p.errand.Kind, int(p.errand.Count)); a != nil {
		return a
	}
	p.errand = item.Stack{}
	return nil
}

// fetch is obtain for what a tower asks for: the player keeps in mind what it went away for.
func (p *Player) fetch(k item.Kind, n int) act {
	a := p.obtain(k, n)
	if a != nil {
		p.errand = item.Stack{Kind: k, Count: uint8(n)}
	}
	return a
}

// hearth goes to the hearth of the goal line and lights it; with embers it takes some.
func (p *Player) hearth(embers bool) act {
	at, ok := p.Memory.Nearest(p.Arrow, 6, func(_ grid.Tile, c senses.Cell) bool { return c.Block == tile.Hearth })
	if !ok {
		return p.onto(p.Arrow, manner{})
	}
	return p.at(at, manner{}, func() act {
		if c := p.Memory.At(at); !embers && tile.Emits(c.Block, c.State) > 0 {
			return &waiting{ticks: 30}
		}
		return using(at)
	})
}

// mine goes to the mountain of the goal line with wood for a workshop there, and digs the first ore.
func (p *Player) mine() act {
	if a := p.obtain(item.StonePick, 1); a != nil {
		return a
	}
	if a := p.gather(item.RawCopper); a != nil {
		return a
	}
	if p.count(item.Stick) < muchWood && !p.Memory.At(p.Arrow).Seen {
		if a := p.pack(); a != nil {
			return a
		}
		if a := p.gather(item.Stick); a != nil {
			return a
		}
	}
	return p.obtain(item.RawCopper, 1)
}

// provide lays in what the lights to come may ask for, while ore is near: copper and coal, and a set of
// torches. The workshop is carried along.
func (p *Player) provide() act {
	if p.holdsEmbers() {
		return nil
	}
	if !p.tried.stocked {
		if a := p.stock(); a != nil {
			return a
		}
		p.tried.stocked = true
	}
	if (p.learned.torch || p.learned.falls > 1) && p.count(item.Torch) < 2 { // no night without them again
		if a := p.obtain(item.Torch, someTorches); a != nil {
			return a
		}
	}
	if apart(p.Here, p.Arrow) > grounds+8 { // at the tower itself it may be needed
		return p.pack()
	}
	return nil
}

// stock mines copper and coal while some is known near, and smelts it.
func (p *Player) stock() act {
	ore, metal := p.count(item.RawCopper), p.count(item.Copper)
	much, enough := muchOre, enoughOre
	if p.Friends > 0 { // each works at another tower
		much, enough = sharedOre, sharedOre
	}
	if ore+metal < much {
		if a := p.gather(item.RawCopper); a != nil {
			return a
		}
	}
	if p.tried.patience == 0 {
		p.tried.patience = p.Now + miningTime
	}
	if ore+metal < enough && p.Now < p.tried.patience {
		return p.seek(item.RawCopper)
	}
	if p.count(item.Coal) < ore/2 {
		if a := p.gather(item.Coal); a != nil {
			return a
		}
	}
	if ore >= 2 {
		return p.obtain(item.Copper, metal+ore/2*2)
	}
	return nil
}

// machine sets up a lever with a wire beside it.
func (p *Player) machine() act {
	lever, ok := p.Memory.Nearest(p.Here, 8, func(t grid.Tile, c senses.Cell) bool { return c.Block == tile.Lever && p.vain[t] < 3 })
	if !ok {
		if a := p.obtain(item.Lever, 1); a != nil {
			return a
		}
		if p.count(item.Wire) == 0 {
			return p.obtain(item.Wire, 1)
		}
		return p.setUp(item.Lever)
	}
	if a := p.obtain(item.Wire, 1); a != nil {
		return a
	}
	for _, d := range steps[:4] {
		t := lever.Add(d.X, d.Y)
		if c := p.Memory.At(t); p.free(c) && p.vain[t] < 2 {
			return p.at(t, manner{}, func() act { return p.placing(item.Wire, t) })
		}
	}
	p.vain[lever] += 3
	return nil
}

// fetchRemains goes back to where the player's things lie, by day or with a light.
func (p *Player) fetchRemains() act {
	if !p.HasFallen || p.vain[p.Remains] > 20 || p.holdsEmbers() {
		return nil
	}
	if p.learned.falls > 1 && p.Night(0) {
		return p.restUp()
	}
	if p.learned.torch && p.Night(0) && p.count(item.Torch) == 0 {
		if a := p.torches(); a != nil {
			return a
		}
	}
	if p.Here == p.Remains {
		p.vain[p.Remains]++
		return &waiting{ticks: 30}
	}
	return &counted{act: p.onto(p.Remains, manner{}), at: p.Remains}
}

// restUp waits by a light.
func (p *Player) restUp() act {
	at, ok := p.light(60)
	if !ok || apart(at, p.Here) <= 4 {
		return &waiting{ticks: 120}
	}
	return p.walk(at, manner{}, func(t grid.Tile) bool { return apart(t, at) <= 3 })
}

// light returns the nearest light known.
func (p *hands) light(within int32) (grid.Tile, bool) {
	return p.Memory.Nearest(p.Here, within, func(t grid.Tile, c senses.Cell) bool { return tile.Emits(c.Block, c.State) >= 6 && p.vain[t] < 6 })
}
