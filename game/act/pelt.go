package act

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// Thrown things can hit other players. A snowball bursts on any player that it meets in the air. While the
// law of Strife holds, it freezes that player, and fast crates and balls hurt. Nothing hits its own thrower
// or a sleeping player.

const (
	// peltReach is the distance at which a thing hits a player, middle to middle, in tiles.
	peltReach fixed.Q = fixed.One / 2
	// peltHeight is the height over the ground above which things pass over people, in tiles.
	peltHeight fixed.S = fixed.One
	// peltSpeed is the least speed at which a thing hurts, in tiles per second: faster than a walking player
	// pushes one.
	peltSpeed fixed.S = 11 * fixed.One / 2
	// peltRest is the time after a hit in which a player cannot be hurt so again, in ticks.
	peltRest game.Tick = 30
	// crateHurts and BallHurts are the health that a hit costs.
	crateHurts, BallHurts = 4, 1
)

// Pelt lets flying things hit players who are awake, players in ascending seat, things in ascending ID. It
// runs before bodies move, while a thing still has its speed of arrival.
func Pelt(i *world.State) {
	burst := false
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		b := i.Space.Body(p.Body)
		if b == nil || b.Flags&entity.Asleep != 0 {
			continue
		}
		for _, j := range i.Space.Around(b.Pos, fixed.One) {
			switch o := &i.Space.Bodies()[j]; {
			case o.Seat == 0 || o.Seat == p.Seat || o.Flags&(entity.Carried|entity.Resting) != 0 || o.Z > peltHeight:
			case o.Kind == entity.Drop && o.Stack.Kind == item.Snowball && o.Z > 0 && o.Pos.Sub(b.Pos).Near(peltReach):
				BurstBall(i, p, o)
				burst = true
			case (o.Kind == entity.Crate || o.Kind == entity.Ball) && strife(i, b):
				knockAbout(i, p, b, o)
			}
		}
	}
	if burst {
		i.Space.RemoveAll(func(b *entity.Body) bool { return b.Kind == entity.Drop && b.Stack.Count == 0 })
	}
}

// strife reports whether what is thrown hurts a player where it is.
func strife(i *world.State, b *entity.Body) bool {
	return i.Code.Laws.Has(world.Strife) && !i.Land.Estates.Has(grid.TileAt(b.Pos), blueprint.Peaceful)
}

// BurstBall lets a snowball burst on a player. Its remains have no items, and disappear.
func BurstBall(i *world.State, p *entity.PlayerState, o *entity.Body) {
	i.TellBody(event.Pelted, p, o, int32(o.Stack.Kind), 0)
	i.Ledger.Destroyed[o.Stack.Kind] += uint64(o.Stack.Count)
	o.Stack = item.Stack{}
	i.Components.Drop(o.ID)
	if e, _ := EffectOn(i, p.Body); e == NoEffect && strife(i, i.Space.Body(p.Body)) {
		affect(i, p, Frozen)
	}
}

// knockAbout lets a crate or a ball hurt a player if it comes fast enough, and will touch it in this tick.
func knockAbout(i *world.State, p *entity.PlayerState, b, o *entity.Body) {
	to := b.Pos.Sub(o.Pos)
	dist := to.Len()
	if dist == 0 || p.Action == entity.Hurt && i.Clock < p.ActionAt+peltRest {
		return
	}
	way := fixed.SVec{X: fixed.S((to.X << fixed.Bits) / dist), Y: fixed.S((to.Y << fixed.Bits) / dist)}
	speed := o.Vel.Dot(way)
	touch := physics.HalfBox(o.Kind).X + physics.HalfBox(entity.Player).X
	if speed < peltSpeed || dist > touch+speed.Q()/game.TicksPerSecond {
		return
	}
	hurts := uint8(BallHurts)
	if o.Kind == entity.Crate {
		hurts = crateHurts
	}
	i.TellBody(event.Pelted, p, o, int32(o.Kind.Item()), int32(hurts))
	living.Hurt(i, p, hurts)
}
