package act

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// While the law of Blocking holds, players who are awake cannot walk through each other. The law moves no
// player: it only keeps a walker from coming nearer to a player that it touches. So no player is ever pushed,
// into a wall or anywhere. A player that stands in another, after a portal or on waking, walks away as usual.
// Players can shut another in for seconds only, because a walker squeezes past after SqueezeTime. Sleeping
// and riding players block nobody.

// SqueezeTime is how long a player must walk against another before it squeezes past, in ticks.
const SqueezeTime game.Tick = 2 * game.TicksPerSecond

const (
	// ElbowRoom is how near the middles of two players come, in tiles: the round part of two figures.
	ElbowRoom fixed.Q = 10 * fixed.One / 16
	// holdReach is how far away others are looked for, in tiles: more than two walk in a tick lies between.
	holdReach fixed.Q = ElbowRoom + fixed.One/4
	// PressColumn is the component of a player that walks against another: for how long, in ticks (u8). Each
	// tick in which it is held back adds one; each other tick subtracts one half. At squeezing it walks
	// through others until it touches nobody.
	PressColumn       = "manyhold:press"
	pressBytes        = 1
	Squeezing   uint8 = uint8(SqueezeTime)
)

// holdBack keeps the walker at k from coming nearer to those in its way, bodies in ascending ID, then the
// images of those beyond a line. Each of two players that walk at each other may take half of the gap between
// them. So they stop without touching, in whichever order they are visited. Slipping round a corner
// (physics.Slip) may bring one a little further.
func holdBack(i *world.State, p *entity.PlayerState, k int) {
	if i.Components.Declare(PressColumn, pressBytes) != nil {
		return // others have declared all the columns that there can be; without one, people could be shut in
	}
	b := &i.Space.Bodies()[k]
	pressed := uint8(0)
	if row := i.Components.Get(PressColumn, b.ID); row != nil {
		pressed = row[0]
	}
	held, touches := false, false
	keep := func(o *entity.Body) {
		gap, near := gapTo(b, o)
		touches = touches || near && gap <= 0
		if near && pressed < Squeezing && keepOff(b, o, gap) {
			held = true
		}
	}
	for range 2 { // once more, for a player that was turned from one towards another
		for _, j := range i.Space.Around(b.Pos, holdReach) {
			if int(j) != k {
				keep(&i.Space.Bodies()[j])
			}
		}
		for n := range i.Border.Ghosts {
			keep(&i.Border.Ghosts[n].Body)
		}
	}
	switch {
	case pressed >= Squeezing && touches:
	case pressed >= Squeezing:
		pushOn(i, b, 0)
	case held && p.Move != (fixed.SVec{}):
		pushOn(i, b, pressed+1)
	case pressed > 0 && i.Clock%2 == 0:
		pushOn(i, b, pressed-1)
	}
}

// gapTo returns the gap between a walker and another body, in tiles, negative if they overlap. near is false
// for a body that blocks nobody or is too far away.
func gapTo(b, o *entity.Body) (gap fixed.Q, near bool) {
	if o.Kind != entity.Player || o.Flags&(entity.Asleep|entity.Riding) != 0 || o.Z > 0 || !o.Pos.Sub(b.Pos).Near(holdReach) {
		return 0, false
	}
	return o.Pos.Sub(b.Pos).Len() - ElbowRoom, true
}

// keepOff lets a walker come as near to another as half of the gap, and reports whether it wanted to come
// nearer. Of two in the same spot neither is held.
func keepOff(b, o *entity.Body, gap fixed.Q) bool {
	d := o.Pos.Sub(b.Pos)
	dist := gap + ElbowRoom
	if dist == 0 {
		return false
	}
	to := fixed.SVec{X: fixed.S((d.X << fixed.Bits) / dist), Y: fixed.S((d.Y << fixed.Bits) / dist)}
	most := fixed.S(max(0, gap) * game.TicksPerSecond / 2)
	v := b.Vel.Dot(to)
	if v <= most {
		return false
	}
	b.Vel = b.Vel.Sub(to.Scale(v - most))
	return true
}

// pushOn records for how long a player has walked against others. The column must exist.
func pushOn(i *world.State, b *entity.Body, ticks uint8) {
	var row []byte
	if ticks > 0 {
		row = []byte{ticks}
	}
	if err := i.SetComponent(PressColumn, b.ID, row); err != nil {
		panic(err) // it was declared, and the body is there
	}
}
