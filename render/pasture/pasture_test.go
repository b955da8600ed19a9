package pasture_test

import (
	"math"
	"testing"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/render/pasture"
)

// TestSheepGoSmoothly: a sheep whose place comes in steps is drawn in nearly even steps, near its true place.
func TestSheepGoSmoothly(t *testing.T) {
	const every = 6 // ticks from state to state
	var p pasture.Pasture
	speed := fixed.S(4 * fixed.One)
	all := []flock.Sheep{{Pos: fixed.SVec{X: 5 * fixed.One, Y: 5 * fixed.One}, Vel: fixed.SVec{X: -speed}}}
	last, least, most := 5.0, math.Inf(1), 0.0
	for n := range 240 {
		if n%every == 0 {
			all[0].Pos.X = 5*fixed.One - speed/game.TicksPerSecond*fixed.S(n)
		}
		p.Step(all)
		d := p.All()[0]
		if step := last - d.X; n > 60 {
			least, most = min(least, step), max(most, step)
		}
		if off := math.Abs(d.X - float64(all[0].Pos.X)/fixed.One); off > 0.6 {
			t.Fatalf("tick %d: drawn %.2f tiles off", n, off)
		}
		if !d.Going || !d.West {
			t.Fatal("it stands, or looks to the wrong side")
		}
		last = d.X
	}
	if even := 4.0 / game.TicksPerSecond; least < even/2 || most > even*2 {
		t.Errorf("steps of %.3f to %.3f tiles, want about %.3f", least, most, even)
	}
}

// TestSheepComeAndGo: a far jump is drawn at once, another flock has its own number of sheep.
func TestSheepComeAndGo(t *testing.T) {
	var p pasture.Pasture
	all := make([]flock.Sheep, 5)
	p.Step(all)
	all[3].Pos.X = 40 * fixed.One
	p.Step(all)
	if x := p.All()[3].X; x != 40 {
		t.Errorf("it is drawn at %v", x)
	}
	p.Step(all[:2])
	if len(p.All()) != 2 {
		t.Error("sheep that are gone are drawn")
	}
	p.Step(nil)
	if len(p.All()) != 0 {
		t.Error("sheep of no flock are drawn")
	}
}
