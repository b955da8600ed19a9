package dark

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

// A magpie lives by its nest (living.letNest), and by day it sits there. At night it steals one shiny thing
// after the other: from the ground where nobody is near, and from players that stand in gloom. It lays its
// loot into the nest, where anybody may take it back. It does not come into light, keeps to its region, and
// lets its loot fall when something that was thrown comes near.

const (
	// magpieSight is from how far from its nest a magpie sees shiny things, in tiles, and magpieShy how near
	// a player keeps it off what lies on the ground.
	magpieSight fixed.Q = 24 * fixed.One
	magpieShy   fixed.Q = 4 * fixed.One
	// snatchReach is from how near it takes, nestReach how near to the nest things are in it.
	snatchReach fixed.Q = 3 * fixed.One / 5
	nestReach   fixed.Q = 3 * fixed.One / 2
	// flySpeed is how fast it flies, in tiles per second: faster than a player, who can head it off.
	flySpeed fixed.S = 5 * fixed.One
	// flyHeight is how high, in tiles: out of reach, but not of throws.
	flyHeight fixed.S = 6 * fixed.One / 5
	// restTime is how long it rests after a theft, in ticks: so nobody is robbed bare in a night.
	restTime game.Tick = 40 * game.TicksPerSecond
	// hoardMost is how many stacks lie in a nest at most; then the magpie has enough.
	hoardMost = 6
	// scare is from how near a thrown thing frightens it, scareSpeed from which speed, in tiles per second.
	scare      fixed.Q = 3 * fixed.One / 2
	scareSpeed fixed.S = 2 * fixed.One
)

// Shiny reports whether magpies steal a kind of item.
func Shiny(k item.Kind) bool {
	switch k {
	case item.Copper, item.Crystal, item.Glass, item.Lamp, item.WoodKey, item.CopperKey, item.CrystalKey, item.Bucket, item.ShellItem:
		return true
	}
	return false
}

// prowl lets the magpies move, in ascending ID.
func prowl(i *world.State) {
	if i.Space.Count(entity.Magpie) == 0 {
		return
	}
	for k := 0; k < len(i.Space.Bodies()); k++ {
		b := &i.Space.Bodies()[k]
		if b.Kind != entity.Magpie {
			continue
		}
		id, at := b.ID, grid.TileAt(b.Pos).Region()
		if minds(i, b) {
			plot(i, b)
			if k, _ = i.Space.Find(id); i.Space.Bodies()[k].ID != id {
				continue
			}
			b = &i.Space.Bodies()[k]
		}
		b.Z, b.VZ = flyHeight, 0
		if b.Vel == (fixed.SVec{}) {
			b.Z = 0
		}
		drift(i, k, func(p fixed.Vec) bool { return grid.TileAt(p).Region() == at })
	}
}

// nestOf returns the nest of a magpie: that in its region.
func nestOf(i *world.State, b *entity.Body) (at fixed.Vec, ok bool) {
	r := grid.TileAt(b.Pos).Region()
	for k := range i.Space.Bodies() {
		if o := &i.Space.Bodies()[k]; o.Kind == entity.Nest && world.InRegion(o, r) {
			return o.Pos, true
		}
	}
	return at, false
}

// plot lets a magpie make up its mind. The table of bodies may change.
func plot(i *world.State, b *entity.Body) {
	nest, ok := nestOf(i, b)
	if !ok {
		heading(b, fixed.SVec{})
		return
	}
	if b.Calm == living.Treasured && !i.Partial { // it has found something before anybody came, and brings it home
		b.Calm = 0
		b.Stack = living.NestTreasure(i.Gen.Seed, grid.TileAt(nest).Region())
		i.Ledger.Created[b.Stack.Kind] += uint64(b.Stack.Count)
	}
	if b.Stack.Count > 0 && frightened(i, b) {
		b.Born = i.Clock
		drop(i, b, event.Startled, b.Pos)
		return
	}
	calm := gloom.Depth(i.Clock) == 0 || i.Code.Laws.Has(world.Peaceful) || i.Clock < b.Born+restTime && b.Born != 0
	switch {
	case b.Stack.Count > 0 && b.Pos.Sub(nest).Near(snatchReach):
		b.Born = i.Clock
		heading(b, fixed.SVec{})
		drop(i, b, event.Hoarded, nest)
		return
	case b.Stack.Count > 0 || calm || i.Partial:
		homeward(b, nest)
		return
	}
	loot, to, found := shiniest(i, nest)
	if !found {
		homeward(b, nest)
		return
	}
	if b.Pos.Sub(to).Near(snatchReach) {
		homeward(b, nest)
		snatch(i, b, loot) // the table of bodies may change
		return
	}
	heading(b, to.Sub(b.Pos).S().Unit().Scale(flySpeed))
}

// homeward lets a magpie fly to its nest, and sit there.
func homeward(b *entity.Body, nest fixed.Vec) {
	d := nest.Sub(b.Pos)
	if d.Near(snatchReach / 2) {
		heading(b, fixed.SVec{})
		return
	}
	speed := flySpeed
	if d.Near(fixed.One) {
		speed /= 3 // it does not fly past
	}
	heading(b, d.S().Unit().Scale(speed))
}

// frightened reports whether something that was thrown flies by.
func frightened(i *world.State, b *entity.Body) bool {
	for _, k := range i.Space.Around(b.Pos, scare) {
		o := &i.Space.Bodies()[k]
		if (o.Kind.Liftable() || o.Kind == entity.Drop) && o.Flags&(entity.Carried|entity.Resting) == 0 && o.Vel.Len() >= scareSpeed {
			return true
		}
	}
	return false
}

// target is a drop (its body) or a player (its seat) from whom something is to be stolen.
type target struct {
	body game.EntityID
	seat entity.Seat
}

// shiniest returns the nearest thing to a nest that can be stolen.
func shiniest(i *world.State, nest fixed.Vec) (t target, to fixed.Vec, found bool) {
	least := magpieSight
	home, hoard := grid.TileAt(nest).Region(), 0
	for k := range i.Space.Bodies() {
		d := &i.Space.Bodies()[k]
		if d.Kind != entity.Drop || !Shiny(d.Stack.Kind) || !world.InRegion(d, home) {
			continue
		}
		far := d.Pos.Sub(nest).Len()
		if far < nestReach {
			hoard++
			continue
		}
		if far >= least || Level(i, d.Pos) == 0 {
			continue
		}
		if who, _ := nearest(i.Gloom.People, d.Pos, magpieShy, anybody); who == nil {
			t, to, found, least = target{body: d.ID}, d.Pos, true, far
		}
	}
	if hoard >= hoardMost {
		return t, to, false
	}
	for k := range i.Gloom.People {
		o := &i.Gloom.People[k]
		far := o.At.Sub(nest).Len()
		if o.Level == 0 || far >= least || grid.TileAt(o.At).Region() != home {
			continue
		}
		if p := i.Roster.BySeat(entity.Seat(o.Seat)); p != nil && pocket(p) >= 0 {
			t, to, found, least = target{seat: p.Seat}, o.At, true, far
		}
	}
	return t, to, found
}

// pocket returns the first slot of the hotbar with something shiny, −1 if there is none.
func pocket(p *entity.PlayerState) int {
	for k := range item.HotbarSlots {
		if s := p.Inventory[k]; s.Count > 0 && Shiny(s.Kind) {
			return k
		}
	}
	return -1
}

// snatch takes one item of a target.
func snatch(i *world.State, b *entity.Body, t target) {
	var from *item.Stack
	p := i.Roster.BySeat(t.seat)
	d := i.Space.Body(t.body)
	switch {
	case t.seat != 0 && p != nil && pocket(p) >= 0:
		from = &p.Inventory[pocket(p)]
	case d != nil:
		from = &d.Stack
	default:
		return
	}
	b.Stack = item.Take(from, 1)
	e := event.Event{Kind: event.Robbed, Tick: i.Clock, Seat: t.seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: int32(b.Stack.Kind)}
	i.Happened = append(i.Happened, e)
	if d != nil && d.Stack.Count == 0 {
		i.RemoveBody(t.body)
	}
}

// drop lets a magpie lay down what it has, at a place. The table of bodies changes.
func drop(i *world.State, b *entity.Body, k event.Kind, at fixed.Vec) {
	if i.Partial {
		return
	}
	id, s := b.ID, b.Stack
	b.Stack = item.Stack{}
	tell(i, k, b, int32(s.Kind))
	living.Spill(i, s, grid.TileAt(at), uint64(id), 0)
}
