package act

import (
	"manyhold/game/carry"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/wedge"
	"manyhold/game/world"
)

// WorkPlayer continues the walking and the handwork of one player.
func WorkPlayer(i *world.State, p *entity.PlayerState) {
	k, ok := i.Space.Find(p.Body)
	if !ok || p.Body == 0 {
		return
	}
	if e, _ := EffectOn(i, p.Body); e == Held { // also on a ladder or in a cart
		want := p.Move
		p.Move = fixed.SVec{}
		defer func() { p.Move = want }()
	}
	switch {
	case p.Action == entity.Digging:
		dig(i, p, &i.Space.Bodies()[k])
		k, _ = i.Space.Find(p.Body) // digging may have brought forth drops
	case p.Action == entity.Holding:
		living.Hold(i, p, &i.Space.Bodies()[k])
	case p.Action == entity.Playing: // package tune ends it
	case p.Action != entity.Idle && i.Clock >= p.ActionAt+living.GestureTime:
		living.Act(i, p, entity.Idle)
	}
	b := &i.Space.Bodies()[k]
	if b.Flags&entity.Riding != 0 {
		ride(i, p, k)
		return
	}
	c := i.Land.Cell(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits))
	g := c.Ground.Info()
	if g.SideOn && b.Z|b.VZ == 0 {
		living.Scramble(i, p, k)
		return
	}
	if p.Move == (fixed.SVec{}) && b.Vel == (fixed.SVec{}) {
		return
	}
	speed := physics.WalkSpeed.Mul(g.Speed).Mul(paceOf(i, p.Body))
	if b.Flags&entity.Carrying != 0 {
		speed = speed.Mul(living.LadenSpeed)
	}
	speed = speed.Mul(dark.Pace(i, b)).Mul(carry.Pace(i, b))
	i.Space.Walk(k, p.Move, speed, g.Slippery)
	wedge.Step(i, p, k)
	if i.Code.Laws.Has(world.Blocking) {
		holdBack(i, p, k)
	}
}
