package render

import (
	"testing"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

func TestDrawListSortsByLayerAndFoot(t *testing.T) {
	var l draw.List
	for _, s := range []struct {
		on   draw.Layer
		foot float32
	}{{draw.AmongThings, 9}, {draw.Above, -40}, {draw.OnGround, 50}, {draw.AmongThings, -3}, {draw.AmongThings, 2}, {draw.AmongThings, 2}} {
		l.Add(s.on, s.foot, draw.Sprite{X: float32(len(l.Sprites)), Tint: draw.Plain})
	}
	var b draw.Batch
	l.Into(&b)
	want := []float32{2, 3, 4, 5, 0, 1}
	for n, w := range want {
		if got := b.Vertices[n*4].DstX; got != w {
			t.Errorf("place %d has sprite %g, want %g", n, got, w)
		}
	}
}

func TestCollectedThingsFlyToWhoCollects(t *testing.T) {
	var r Renderer
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	p.person(s, 5, 0, 0, entity.Look{})
	r.seconds = 1
	r.atlas = new(atlas.Atlas)
	r.Observe([]event.Event{{Kind: event.Collected, Seat: 1, A: int32(item.Stone)}, {Kind: event.Collected, A: 9999}})
	xs := []float32{}
	for r.seconds < 1.5 {
		r.list.Reset()
		r.flights.draw(&r.stage, s)
		for _, sp := range r.list.Sprites {
			xs = append(xs, sp.X)
		}
		r.seconds += tickSeconds
	}
	if len(xs) < 10 || xs[0] != 0 || xs[len(xs)-1] < 50 {
		t.Errorf("it went %v, want from 0 to near 80 within 260 ms", xs)
	}
}

func TestParticlesStayWithinThePool(t *testing.T) {
	var r Renderer
	r.particles.chance = 1
	for n := range 200 {
		r.Observe([]event.Event{{Kind: event.Dug, Tile: grid.Tile{X: int32(n)}, A: int32(tile.Cliff)}, {Kind: event.Splashed}})
	}
	if r.particles.n != maxParticles {
		t.Errorf("%d particles, want the pool's %d", r.particles.n, maxParticles)
	}
	for range 600 {
		r.particles.update(tickSeconds)
	}
	if r.particles.n != 0 {
		t.Errorf("%d particles are left after ten seconds", r.particles.n)
	}
}

func TestPoses(t *testing.T) {
	var b Body
	var p entity.PlayerState
	b.Speed = 4 * fixed.One / 60
	for n := range 12 { // one frame for every five pixels of the way
		b.Moved = fixed.Q(float64(n) * framePixels / TilePixels * fixed.One * 1.0001)
		if got, want := int(poseOf(0, &b, &p))-3, n%6; got != want {
			t.Errorf("after %d frames' way: walking frame %d, want %d", n, got, want)
		}
	}
	for f, want := range map[entity.Facing]bool{0: false, 128: true, 64: false, 192: false} {
		if _, mirrored := directionOf(f); mirrored != want {
			t.Errorf("facing %d is mirrored: %v", f, mirrored)
		}
	}
}

func TestEveryKindOfBodyIsDrawn(t *testing.T) {
	r := newRenderer(t, "simple")
	for k := entity.NoKind + 1; k < entity.KindCount; k++ {
		if k == entity.Flame {
			continue // the lighthouse that it is in is drawn
		}
		p := newPainted(1, tile.Grass)
		s := &Scene{World: p}
		shoot(t, r, s, 320, 180, 6)
		r.list.Reset()
		b := body(1, k, 0, 0)
		b.Stack = item.Stack{Kind: item.Stone, Count: 1}
		s.Bodies = []Body{b}
		r.Camera().Jump(toVec(0, 0))
		r.Forget()
		r.Camera().Jump(toVec(0, 0))
		shoot(t, r, s, 320, 180, 1)
		found := false
		for _, sp := range r.list.Sprites {
			found = found || sp.Rect.H >= 8 && sp.Rect.W >= 8 && sp.Tint.A == 1
			found = found || k.Pinned() && len(r.list.Sprites) >= atlas.ArmHeight*atlas.ArmPieces && sp.Rect == r.atlas.Bodies.Arms[k-entity.GateArm][3][1]
		}
		if !found {
			t.Errorf("body %v is not drawn", k)
		}
	}
}

func TestIconsFacesAndMapColours(t *testing.T) {
	r := newRenderer(t, "simple")
	for k := item.None + 1; k < item.KindCount; k++ {
		if b := r.Icon(k).Bounds(); b.Dx() != 16 || b.Dy() != 16 {
			t.Errorf("icon of %v is %v", k, b)
		}
	}
	if b := r.Face(entity.Look{Hair: 2}).Bounds(); b.Dx() != 16 || b.Dy() != 16 {
		t.Errorf("face is %v", b)
	}
	for g := tile.NoGround; g < tile.GroundCount; g++ {
		if c := MapColour(g, tile.NoBlock); c.A != 255 || g > tile.NoGround && c == palette.Ink0.RGBA() {
			t.Errorf("ground %v is %v on a map", g, c)
		}
	}
}

// TestNoTouchWithoutASign: every event of the world, and a step on every ground, emits particles, moves
// something, or shows a reason.
func TestNoTouchWithoutASign(t *testing.T) {
	unseen := map[event.Kind]string{
		event.Said: "a balloon of the interface", event.Emoted: "a balloon of the interface",
		event.Renamed: "a name", event.Refused: "words of the interface", event.Ruled: "words of the interface",
		event.Granted: "words of the interface", event.Hushed: "words of the interface", event.ClaimFree: "words of the interface",
		event.ClaimMade: "lines on the ground", event.ClaimEnded: "lines on the ground", event.ClaimShared: "words of the interface",
		event.Reverted: "tiles change, and words of the interface", event.Reinstated: "tiles change, and words of the interface",
		event.ThingSaid: "words over the thing", event.ThingSounded: "a sound", event.ThingFailed: "a mark over the thing", event.ThingAsked: "words of the interface", event.ThingOffered: "words of the interface",
		event.ThingTold: "what the view half makes of it",
		event.Published: "words of the interface", event.Unpublished: "words of the interface", event.Overruled: "words of the interface",
		event.ThingChanged: "the thing looks otherwise",
		event.Charted:      "a mark on the map", event.CarryAsked: "words of the interface",
	}
	r := newRenderer(t, "simple")
	for k := event.NoKind + 1; k < event.KindCount; k++ {
		r.particles.n, r.flights.next = 0, 0
		r.Observe([]event.Event{{Kind: k, A: 1, Seat: 1}})
		if signs := r.particles.n + r.flights.next; (signs == 0) != (unseen[k] != "") {
			t.Errorf("event %d makes %d signs; it is excused with %q", k, signs, unseen[k])
		}
	}
	for g := tile.DeepWater; g < tile.GroundCount; g++ {
		r.particles.n = 0
		r.particles.step(fixed.Vec{}, g)
		if r.particles.n == 0 {
			t.Errorf("a step on %v is not seen", g)
		}
	}
}

// TestArcEndsWhereAThrowLands: the ring of the way that is shown lies where physics lets a thing come down.
func TestArcEndsWhereAThrowLands(t *testing.T) {
	r := newRenderer(t, "simple")
	s := &Scene{World: newPainted(1, tile.Grass)}
	r.Camera().Jump(toVec(4.5, 0.5))
	shoot(t, r, s, 1280, 720, 3)
	v, lift := fixed.SVec{X: 9 * fixed.One}, fixed.S(3*fixed.One)
	r.SetArc(toVec(0.5, 0.5), v, lift)
	r.list.Reset()
	r.requests.drawArc(&r.stage, &s.Estates)
	ring := -1.0
	for i := range r.list.Sprites {
		if q := &r.list.Sprites[i]; q.Rect == r.atlas.Shapes.Ring {
			ring = (float64(q.X) + float64(r.ox)) / TilePixels
		}
	}
	// 0.7 + 3t - 9t² = 0 at t = 0.4924 s: 4.43 tiles from the hand.
	if ring < 4.6 || ring > 5.4 {
		t.Errorf("the ring is at %.2f, want about 4.93", ring)
	}
	r.ClearArc()
	r.list.Reset()
	if r.requests.drawArc(&r.stage, &s.Estates); len(r.list.Sprites) != 0 {
		t.Error("the way is still shown")
	}
}
