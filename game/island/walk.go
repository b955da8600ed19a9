package island

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
)

const (
	// ladenSpeed is the part of its speed that is left to a player who carries something.
	ladenSpeed fixed.S = 17 * fixed.One / 20
	// gestureTime is how long a single gesture (placing, throwing, kicking, using) is shown, in ticks.
	gestureTime game.Tick = 18
)

// workPlayer lets one player's hands and feet do what they are at.
func workPlayer(i *State, p *entity.PlayerState) {
	k, ok := i.space.Find(p.Body)
	if !ok || p.Body == 0 {
		return
	}
	switch {
	case p.Action == entity.Digging:
		dig(i, p, &i.space.Bodies()[k])
		k, _ = i.space.Find(p.Body) // digging may have brought forth drops
	case p.Action == entity.Holding:
		hold(i, p, &i.space.Bodies()[k])
	case p.Action != entity.Idle && i.tick >= p.ActionAt+gestureTime:
		act(i, p, entity.Idle)
	}
	b := &i.space.Bodies()[k]
	if b.Flags&entity.Riding != 0 {
		ride(i, p, k)
		return
	}
	c := i.Cell(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits))
	g := c.Ground.Info()
	if g.SideOn && b.Z|b.VZ == 0 {
		scramble(i, p, k)
		return
	}
	if p.Move == (fixed.SVec{}) && b.Vel == (fixed.SVec{}) {
		return
	}
	e, _ := EffectOn(i, p.Body)
	speed := physics.WalkSpeed.Mul(g.Speed).Mul(effectTable[e].pace)
	if b.Flags&entity.Carrying != 0 {
		speed = speed.Mul(ladenSpeed)
	}
	i.space.Walk(k, p.Move, speed, g.Slippery)
	if i.code.laws.Has(Blocking) {
		holdBack(i, p, k)
	}
}

// within reports whether a player's hands reach a tile.
func within(b *entity.Body, t grid.Tile) bool { return t.Centre().Sub(b.Pos).Near(Reach) }

// occupied reports whether a body that is not carried touches a tile, the beam of an arm included; drops count only if drops
// is set.
func occupied(i *State, t grid.Tile, drops bool) bool {
	for _, k := range i.space.Around(t.Centre(), 3*fixed.One/2) {
		b := &i.space.Bodies()[k]
		if b.Flags&entity.Carried == 0 && !b.Kind.Pinned() && (drops || b.Kind != entity.Drop) && physics.On(b, t) {
			return true
		}
	}
	return i.space.Swept(t)
}
