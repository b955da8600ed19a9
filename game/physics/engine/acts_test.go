package engine

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/rigid"
)

// TestAnyActs tells the engines whatever can be told, possible or not: nothing panics, who is told the same is in the
// same state, what was refused changes nothing, and who is there is in the area.
func TestAnyActs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"plain", "rigid"}).Draw(t, "engine")
		e, again := engines[name](), engines[name]()
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			a := drawAct(t)
			before := e.Digest()
			told := e.Tell([]Act{a})
			refused := len(told) == 1 && told[0].What == Refused
			again.Tell([]Act{a})
			if refused && e.Digest() != before {
				t.Fatalf("%+v was refused, and changed something", a)
			}
			if e.Digest() != again.Digest() {
				t.Fatalf("%+v has two outcomes", a)
			}
		}
		if name == "rigid" {
			low, high := place(0, 0), place(side, side)
			for id := game.EntityID(0); id < 8; id++ {
				if p, ok := e.Where(id); ok && (p.Pos.X < low.X || p.Pos.Y < low.Y || p.Pos.X >= high.X || p.Pos.Y >= high.Y) {
					t.Fatalf("body %d is at %v", id, p.Pos)
				}
			}
		}
	})
}

// drawAct draws an act; most of them are possible.
func drawAct(t *rapid.T) Act {
	local := rapid.OneOf(rapid.Int32Range(-8*fixed.One, 8*fixed.One), rapid.Int32())
	whole := rapid.OneOf(rapid.Int64Range(0, side*fixed.One), rapid.Int64Range(0, side*fixed.One), rapid.Int64Range(-1<<40, 1<<40))
	id := rapid.Uint64Range(0, 7)
	s := func(name string) fixed.S { return fixed.S(local.Draw(t, name)) }
	zero := place(0, 0)
	a := Act{
		Do: rapid.SampledFrom([]Deed{Advance, Advance, Advance, Spawn, Spawn, Spawn, Remove, Push, Drive, Teleport, Attach, Attach, Detach, Motor, Ground, 0, 77}).Draw(t, "do"),
		ID: game.EntityID(id.Draw(t, "id")), Kind: rapid.SampledFrom([]uint16{ball, crate, ice, 300}).Draw(t, "kind"), Number: uint32(id.Draw(t, "number")),
		Pos: fixed.Vec{X: zero.X + fixed.Q(whole.Draw(t, "x")), Y: zero.Y + fixed.Q(whole.Draw(t, "y"))},
	}
	if a.Do == Advance {
		return a
	}
	a.Vel, a.Spin, a.Angle = fixed.SVec{X: s("vx"), Y: s("vy")}, s("spin"), rapid.Uint32().Draw(t, "angle")
	if a.Do == Attach || a.Do == Motor {
		a.Joint = rigid.Joint{Number: a.Number, Tie: rigid.Tie(rapid.IntRange(0, 3).Draw(t, "tie")), A: a.ID, B: game.EntityID(id.Draw(t, "b")), AX: s("ax"), AY: s("ay"),
			BX: s("bx"), BY: s("by"), Length: s("length"), Motor: s("motor"), Torque: s("torque"), Tears: s("tears")}
	}
	return a
}
