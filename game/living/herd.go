package living

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/random"
	"manyhold/game/world"
)

// Hens and sheep wander about, keep together with their kind, and flee from people who come near: so they are
// herded. They follow a player with seeds or wheat in hand instead. Every animal decides once in mindEvery
// ticks, each at its own moment, and walks straight on until then. It sees only its own island. How each kind
// lives is a row of a table (entity.Habits).

const (
	// mindEvery is how often an animal makes up its mind, in ticks.
	mindEvery = 20
	// streamHerd sets the chance of animals apart.
	streamHerd = 0x68657264
)

// Roam lets animals make up their minds, in ascending ID.
func Roam(i *world.State) {
	if !anyAnimals(i) {
		return
	}
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
		if !b.Kind.Animal() || b.Flags&entity.Carried != 0 || b.Z != 0 {
			continue
		}
		if (uint64(i.Clock)+uint64(b.ID))%mindEvery == 0 {
			decide(i, k, mind(i, b))
		}
		if b.Vel != (fixed.SVec{}) && fenced(i, b) {
			b.Vel = fixed.SVec{}
		}
	}
}

// decide lets the k-th body, an animal, go a way.
func decide(i *world.State, k int, way fixed.SVec) {
	b := &i.Space.Bodies()[k]
	if way == (fixed.SVec{}) && b.Vel == way {
		return
	}
	i.Space.Wake(k)
	b.Vel = way
	if way != (fixed.SVec{}) {
		b.Face = entity.FacingOf(way)
	}
}

// fenced reports whether an animal is about to step onto a tile on which a gate or a rotor is: it stops
// before those, as it pushes nothing.
func fenced(i *world.State, b *entity.Body) bool {
	if i.Space.Count(entity.GateArm)+i.Space.Count(entity.RotorArm) == 0 {
		return false
	}
	next := b.Pos.Add(fixed.Vec{X: fixed.Q(b.Vel.X) / game.TicksPerSecond, Y: fixed.Q(b.Vel.Y) / game.TicksPerSecond})
	to := grid.TileAt(next)
	if to == grid.TileAt(b.Pos) {
		return false
	}
	for _, k := range i.Space.Around(next, physics.AroundMost) {
		if o := &i.Space.Bodies()[k]; o.Kind.Pinned() && physics.On(o, to) {
			return true
		}
	}
	return false
}

// anyAnimals reports whether there is any animal, without looking at all bodies.
func anyAnimals(i *world.State) bool {
	for k := range entity.KindCount {
		if i.Space.Count(k) > 0 && k.Animal() {
			return true
		}
	}
	return false
}

// mind returns where an animal goes, in tiles per second.
func mind(i *world.State, b *entity.Body) fixed.SVec {
	its := b.Kind.Habits()
	who, dist := nearestPerson(i, b, its.LureFrom)
	if who != nil {
		p := i.Roster.BySeat(who.Seat)
		away := b.Pos.Sub(who.Pos).S()
		lured := p != nil && lures(b.Kind, p)
		switch {
		case lured && dist < its.LureFrom && dist > its.LureTo:
			return away.Unit().Scale(-its.LureSpeed)
		case lured && dist <= its.LureTo:
			return fixed.SVec{}
		case dist < its.StandFrom || dist < its.FleeFrom && who.Vel != (fixed.SVec{}):
			return away.Unit().Scale(its.FleeSpeed)
		}
	}
	h := random.Hash(i.Gen.Seed^streamHerd, uint64(i.Clock), uint64(b.ID), 0)
	if way, ok := together(i, b); ok && h&1 == 0 {
		return way
	}
	if random.Chance(h, its.WanderChance) {
		return fixed.Direction(fixed.Angle(h >> 16)).Scale(its.WanderSpeed)
	}
	return fixed.SVec{}
}

// nearestPerson returns the awake player nearest to an animal, within a distance; of two equally near the one
// of lower seat.
func nearestPerson(i *world.State, b *entity.Body, within fixed.S) (who *entity.Body, dist fixed.S) {
	for k := range i.Roster.Here {
		o := i.Space.Body(i.Roster.Here[k].Body)
		if o == nil || o.Flags&entity.Asleep != 0 || !o.Pos.Sub(b.Pos).Near(fixed.Q(within)) {
			continue
		}
		if d := fixed.S(o.Pos.Sub(b.Pos).Len()); who == nil || d < dist {
			who, dist = o, d
		}
	}
	return who, dist
}

// lures reports whether a player has an item in hand that a kind of animal follows.
func lures(k entity.Kind, p *entity.PlayerState) bool {
	return p.Inventory[p.Slot].Count > 0 && p.Inventory[p.Slot].Kind == k.Habits().Feed
}

// together returns where an animal goes to be with its kind: towards their middle, as they go; ok is false if
// it is alone.
func together(i *world.State, b *entity.Body) (way fixed.SVec, ok bool) {
	its := b.Kind.Habits()
	var to fixed.Vec
	var with fixed.SVec
	n := fixed.Q(0)
	for _, j := range i.Space.Around(b.Pos, its.FlockFrom) {
		o := &i.Space.Bodies()[j]
		if o.Kind != b.Kind || o.ID == b.ID || o.Flags&entity.Carried != 0 {
			continue
		}
		to = to.Add(o.Pos.Sub(b.Pos))
		with = with.Add(o.Vel)
		n++
	}
	if n == 0 {
		return way, false
	}
	middle := fixed.Vec{X: to.X / n, Y: to.Y / n}.S()
	way = fixed.SVec{X: with.X / fixed.S(n) / 2, Y: with.Y / fixed.S(n) / 2}
	if d := middle.Len(); d > its.FlockTo {
		way = way.Add(middle.Unit().Scale(its.WanderSpeed))
	} else if d < its.FlockTo/2 {
		way = way.Sub(middle.Unit().Scale(its.WanderSpeed / 2))
	}
	return way.Clamp(physics.WalkSpeed), true
}
