package mind

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

const (
	// worried is the health at which a newcomer looks after itself, of 20.
	worried = 9
	// calm is when it goes on.
	calm = 16
)

// alarmed reports whether something is so urgent that the player leaves what it does.
func (p *Player) alarmed() bool {
	o, brief := p.does.(*once)
	return !(brief && (o.since != 0 || o.urgent)) && p.count(item.Torch) > 0 && p.unarmed()
}

// hurried reports whether the player does not stop to think: there is danger, or embers burn down.
func (p *Player) hurried() bool {
	return p.holdsEmbers() || p.threats() > 0 || p.tried.handle > 0
}

// threats counts the creatures of the dark near.
func (p *hands) threats() (n int) {
	for k := range p.Bodies {
		b := &p.Bodies[k]
		if b.Kind == entity.Shade && apart(grid.TileAt(b.Pos), p.Here) <= 5 || b.Kind == entity.GreatMoth && b.Seat == p.Seat {
			n++
		}
	}
	return n
}

func (p *hands) torchInHand() bool {
	s := p.Bag[p.Slot]
	return s.Kind == item.Torch && s.Count > 0
}

// safety returns what the player does for its life, if it has to.
func (p *Player) safety() act {
	if p.Holds != entity.NoKind && !p.holdsEmbers() && !p.Riding {
		return &once{cmd: command.Command{Kind: command.PickUp}} // sets it down
	}
	if p.unarmed() {
		if a := p.takeTorch(); a != nil {
			return a
		}
		if p.Dark >= 4 {
			if a := p.torches(); a != nil {
				return a
			}
		}
	}
	if p.learned.falls > 1 && p.Night(0) && p.count(item.Torch) == 0 && !p.holdsEmbers() { // not again before morning
		if p.Dark > 0 || p.sees(entity.GreatMoth) {
			return p.goHome()
		}
		return &waiting{ticks: 120}
	}
	if p.Health <= worried {
		if p.Health < 16 {
			if a := p.eat(); a != nil {
				return a
			}
		}
		if p.learned.dark && (p.threats() > 0 || p.Dark > 5) {
			if a := p.flee(); a != nil {
				return a
			}
		}
	}
	if p.learned.dark && p.Health < calm && p.Dark == 0 && p.Night(0) && p.threats() == 0 && !p.holdsEmbers() {
		return &waiting{ticks: 60}
	}
	return nil
}

// takeTorch takes a torch in hand.
func (p *Player) takeTorch() act {
	slot, ok := p.slot(item.Torch)
	switch {
	case !ok:
		return nil
	case slot >= item.HotbarSlots:
		return &once{delay: rummages, urgent: true, cmd: command.Command{Kind: command.Swap, Slot: slot, Slot2: 0}, wait: 3}
	}
	return &once{cmd: command.Command{Kind: command.Select, Slot: slot}, wait: 3}
}

// torches makes torches of what the player has, or goes to the nearest light until the sky is bright.
func (p *Player) torches() act {
	if p.count(item.Stick) > 0 && (p.count(item.Coal) > 0 || p.count(item.Fibre) > 0) {
		for n := range item.Recipes {
			r := &item.Recipes[n]
			if r.Makes.Kind == item.Torch && r.Affords(p.Bag[:]) {
				c := p.crafting(n, 1)
				c.urgent = true
				return c
			}
		}
	}
	at, ok := p.light(50)
	if !ok || !p.Night(0) {
		return nil
	}
	if apart(at, p.Here) > 4 {
		return &counted{act: p.walk(at, manner{}, func(t grid.Tile) bool { return apart(t, at) <= 3 }), at: at}
	}
	return &waiting{ticks: 120}
}

// flee goes to the nearest light, else away from the nearest threat.
func (p *Player) flee() act {
	at, ok := p.light(30)
	if ok && apart(at, p.Here) > 3 {
		return &counted{act: p.walk(at, manner{}, func(t grid.Tile) bool { return apart(t, at) <= 3 }), at: at}
	}
	for k := range p.Bodies {
		b := &p.Bodies[k]
		if b.Kind != entity.GreatMoth {
			continue
		}
		t := grid.TileAt(b.Pos)
		away := p.Here.Add((p.Here.X-t.X)*3, (p.Here.Y-t.Y)*3)
		return p.walk(away, manner{}, func(x grid.Tile) bool { return apart(x, t) > 15 })
	}
	return nil
}

// lit reports whether a cell known burns.
func (p *hands) lit(t grid.Tile) bool {
	c := p.Memory.At(t)
	return tile.Emits(c.Block, c.State) > 0
}
