package render

import (
	"bytes"
	"image"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/gputest"
)

// TestVista: a player at a portal sees the land behind it as it is now, with its people. From farther off, or
// when that land is unknown, the portal is closed; things before it hide it.
func TestVista(t *testing.T) {
	r := newRenderer(t, "full")
	p, far := newPainted(7, tile.Grass), newPainted(9, tile.Sand)
	s := &Scene{World: p}
	p.person(s, 1.5, 2.6, 192, entity.Look{Shirt: 2})
	s.Me = &p.players[0]
	p.block(0, 0, tile.Portal, 1)
	behind := &Scene{}
	there := grid.Tile{X: 20, Y: 20}.InScene(1)
	walker := far.person(behind, float64(there.X)+0.5, float64(there.Y)+1, 64, entity.Look{Hair: 2, Shirt: 4, Hat: 3})
	far.block(there.X-1, there.Y-1, tile.Oak, 0)
	far.block(there.X+1, there.Y-2, tile.StoneWall, 0)
	vista := &Vista{Scene: 1, World: far, Centre: there.Centre(), Bodies: behind.Bodies}
	r.Camera().SetZoom(12)
	r.Camera().Jump(toVec(0.5, 0))
	r.SetHour(12)
	dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	most := 0
	look := func(frames int) *image.RGBA {
		for n := range frames {
			s.Tick++
			r.UpdateScene(s)
			if n >= frames-8 { // the ground is drawn piece by piece
				r.DrawScene(dst, s)
				most = max(most, r.Stats().DrawCalls)
			}
		}
		return gputest.Pixels(dst)
	}
	scale := float64(r.Camera().Scale())
	// sandy counts the pixels of sand round the middle of the portal.
	sandy := func(m *image.RGBA) (n int) {
		x, y := r.Camera().ToScreen(toVec(0.5, 0.5))
		for dy := -30 * scale; dy < 0; dy++ {
			for dx := -10 * scale; dx < 10*scale; dx++ {
				if c := m.RGBAAt(int(x+dx), int(y+dy)); c.R > 140 && c.R > c.B+15 && c.G > 110 && c.G < c.R {
					n++
				}
			}
		}
		return n
	}
	closed := sandy(look(60))
	s.Vistas = []*Vista{vista}
	open := look(120)
	write(t, open, "vista")
	seen := sandy(open)
	if seen < closed+int(250*scale*scale) {
		t.Errorf("%d pixels of sand are seen through the portal, %d without it", seen, closed)
	}
	if most > MaxDrawCalls+MaxVistaCalls {
		t.Errorf("%d draw calls", most)
	}
	walker.Pos.X += fixed.One
	vista.Bodies[0].Pos = walker.Pos
	moved := look(vistaFrames)
	if differ(open, moved) < int(20*scale*scale) {
		t.Error("who walks there does not walk in the picture")
	}
	vista.Scene = 2 // it is of other land than the portal leads to
	if n := sandy(look(120)); n > closed {
		t.Errorf("%d pixels of sand are seen of land that the portal does not lead to", n)
	}
	vista.Scene = 1
	s.Bodies[0].Pos = grid.Tile{X: 9, Y: 2}.Centre()
	r.Camera().Jump(toVec(0.5, 0))
	if n := sandy(look(1)); n > closed {
		t.Errorf("%d pixels of sand are seen from far", n)
	}
}

// nested is a scene in which a portal at the player's feet leads to the first land of a chain, in each of
// which a portal leads to the next; the lands have grounds of their own. tie says where the last one leads.
func nested(grounds []tile.Ground, tie uint8) *Scene {
	p := newPainted(7, tile.Grass)
	s := &Scene{World: p}
	p.person(s, 1.5, 2.6, 192, entity.Look{Shirt: 2})
	s.Me = &p.players[0]
	p.block(0, 0, tile.Portal, 1)
	for n, g := range grounds {
		scene := uint8(n + 1)
		far := newPainted(uint64(9+n), g)
		there := grid.Tile{X: 20, Y: 20}.InScene(scene)
		to := scene + 1
		if n == len(grounds)-1 {
			to = tie
		}
		far.block(there.X, there.Y-4, tile.Portal, to)
		s.Vistas = append(s.Vistas, &Vista{Scene: scene, World: far, Centre: there.Centre().Sub(fixed.Vec{Y: 7 * fixed.One / 2})})
	}
	return s
}

// glimpse draws a scene near a portal, the same at each call, and checks the draw calls.
func glimpse(t *testing.T, name string, s *Scene) *image.RGBA {
	r := newRenderer(t, "simple")
	r.Camera().SetZoom(12)
	r.Camera().Jump(toVec(0.5, 0))
	r.SetHour(12)
	dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	most := 0
	for n := range 120 {
		r.UpdateScene(s)
		if n > 90 {
			r.DrawScene(dst, s)
			if n > 92 { // the first frames after a jump draw all of the land
				most = max(most, r.Stats().DrawCalls)
			}
		}
	}
	if most > MaxDrawCalls+MaxVistaCalls {
		t.Errorf("%s: %d draw calls", name, most)
	}
	m := gputest.Pixels(dst)
	write(t, m, name)
	return m
}

// changed counts the pixels that differ.
func changed(a, b *image.RGBA) (n int) {
	for k := 0; k < len(a.Pix); k += 4 {
		if !bytes.Equal(a.Pix[k:k+4], b.Pix[k:k+4]) {
			n++
		}
	}
	return n
}

// TestVistaNested: behind a portal one sees through the next one, three deep and no deeper: a change of the
// third land changes the picture, a change of the fourth does not. Portals that face each other end there as
// well. A frame draws one picture, whatever the depth.
func TestVistaNested(t *testing.T) {
	lands := func(third, fourth tile.Ground) *Scene {
		return nested([]tile.Ground{tile.Sand, tile.Snow, third, fourth}, 0)
	}
	chain := glimpse(t, "vista_nested", lands(tile.Rock, tile.Grass))
	if n := changed(chain, glimpse(t, "vista_third", lands(tile.Ice, tile.Grass))); n == 0 {
		t.Error("the third land is not seen")
	}
	if n := changed(chain, glimpse(t, "vista_fourth", lands(tile.Rock, tile.Sand))); n > 0 {
		t.Errorf("%d pixels show the land behind the third portal", n)
	}
	alone := glimpse(t, "vista_alone", nested([]tile.Ground{tile.Sand, tile.Snow}, 9)) // nothing is known of that land
	facing := glimpse(t, "vista_facing", nested([]tile.Ground{tile.Sand, tile.Snow}, 1))
	if changed(facing, alone) == 0 {
		t.Error("a portal that leads back shows nothing")
	}
	single := glimpse(t, "vista_single", nested([]tile.Ground{tile.Sand}, 9))
	if mirror := glimpse(t, "vista_mirror", nested([]tile.Ground{tile.Sand}, 1)); changed(mirror, single) == 0 {
		t.Error("a portal that leads to its own place shows nothing")
	}
}

// TestVistaOfAnArena: through the match board one sees the arena, also through a portal before it; no portal
// in an arena is open, and its ground is not taken for that of the world at the same place.
func TestVistaOfAnArena(t *testing.T) {
	p, arena, inside := newPainted(7, tile.Grass), newPainted(9, tile.Sand), newPainted(11, tile.Snow)
	s := &Scene{World: p}
	p.person(s, 1.5, 2.6, 192, entity.Look{Shirt: 2})
	s.Me = &p.players[0]
	p.block(0, 0, tile.MatchBoard, 0)
	arena.block(0, -1, tile.Portal, 1)
	behind := &Vista{Scene: Arena, World: arena, Centre: toVec(0.5, -2)}
	land := &Vista{Scene: 1, World: inside, Centre: toVec(0.5, -2)}
	without := glimpse(t, "board", s)
	s.Vistas = []*Vista{behind}
	with := glimpse(t, "board_arena", s)
	if n := changed(without, with); n < 400*9 {
		t.Errorf("%d pixels of the arena are seen", n)
	}
	s.Vistas = []*Vista{behind, land}
	if n := changed(with, glimpse(t, "board_sealed", s)); n > 0 {
		t.Errorf("%d pixels changed: a portal of the arena is open", n)
	}
	p.block(0, 0, tile.Portal, 1) // from here the board is seen through a portal
	inside.block(0, -1, tile.MatchBoard, 0)
	through := glimpse(t, "board_through", s)
	s.Vistas = []*Vista{land}
	if changed(through, glimpse(t, "board_shut", s)) == 0 {
		t.Error("the arena is not seen through a portal")
	}
}

// TestGates: a portal to a match stands where no block is in the way, and shows the arena behind it: from the
// world, through one portal, and through two that face each other, but no deeper. Of two matches each gate
// shows its own, with its sheep.
func TestGates(t *testing.T) {
	gate := Gate{At: grid.Tile{}, Scene: Arena + 1}
	arena := func(n int, g tile.Ground, at uint8) *Vista {
		return &Vista{Scene: at, World: newPainted(uint64(20+n), g), Centre: toVec(0.5, -2)}
	}
	p := newPainted(7, tile.Grass)
	s := &Scene{World: p}
	p.person(s, 1.5, 2.6, 192, entity.Look{Shirt: 2})
	s.Me = &p.players[0]
	bare := glimpse(t, "gate_none", s)
	s.Gates = []Gate{gate, {At: grid.Tile{X: -4}, Scene: Arena + 2}}
	shut := glimpse(t, "gate_shut", s)
	if n := changed(bare, shut); n < 300*9 {
		t.Errorf("%d pixels of a portal", n)
	}
	s.Vistas = []*Vista{arena(0, tile.Sand, Arena+1), arena(1, tile.Snow, Arena+2)}
	open := glimpse(t, "gate_open", s)
	if n := changed(shut, open); n < 400*9 {
		t.Errorf("%d pixels of the arena are seen", n)
	}
	s.Vistas[1] = arena(2, tile.Rock, Arena+2)
	if n := changed(open, glimpse(t, "gate_other", s)); n > 0 {
		t.Errorf("the other match changes %d pixels of the portal next to the player", n)
	}
	for k := range fixed.S(40) {
		s.Vistas[0].Flock = append(s.Vistas[0].Flock, flock.Sheep{Pos: fixed.SVec{X: (k%8 - 3) * fixed.One / 2, Y: (k/8 - 4) * fixed.One / 2}})
	}
	if n := changed(open, glimpse(t, "gate_sheep", s)); n < 100*9 {
		t.Errorf("sheep change %d pixels", n)
	}
	s.Gates = s.Gates[:1]
	p.block(0, 0, tile.StoneWall, 0)
	wall := glimpse(t, "gate_wall", s)
	if s.Gates = nil; changed(wall, glimpse(t, "gate_gone", s)) > 0 {
		t.Error("a portal stands in a wall")
	}

	// The lands of two portals that face each other, with a gate in the second one.
	faced := func(depth int, match tile.Ground) *Scene {
		grounds := []tile.Ground{tile.Sand, tile.Snow, tile.Ice}[:depth]
		s := nested(grounds, 1)
		last := s.Vistas[depth-1]
		s.Gates = []Gate{{At: grid.TileAt(last.Centre).Add(2, 0), Scene: Arena + 1}}
		s.Vistas = append(s.Vistas, arena(3, match, Arena+1))
		return s
	}
	for depth := 1; depth <= MaxVistaDepth; depth++ {
		a, b := glimpse(t, "gate_faced", faced(depth, tile.Rock)), glimpse(t, "gate_faced_other", faced(depth, tile.Mud))
		if n := changed(a, b); (n > 0) != (depth < MaxVistaDepth) {
			t.Errorf("behind %d portals a match shows %d pixels", depth, n)
		}
	}
}

// BenchmarkFacingPortals is a frame before a portal whose land leads back by another: with none, and with
// both known.
func BenchmarkFacingPortals(b *testing.B) {
	dst := ebiten.NewImageWithOptions(imageRect(1280, 720), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	for _, deep := range []int{0, 1, 2} {
		b.Run([]string{"closed", "one", "facing"}[deep], func(b *testing.B) {
			r := newRenderer(b, "simple")
			r.Camera().SetZoom(12)
			r.Camera().Jump(toVec(0.5, 0))
			s := nested([]tile.Ground{tile.Sand, tile.Snow}, 1)
			s.Vistas = s.Vistas[:deep]
			end := frameEnd()
			for b.Loop() {
				r.UpdateScene(s)
				r.DrawScene(dst, s)
				end()
			}
		})
	}
}

// differ counts the pixels that differ in the middle of two pictures.
func differ(a, b *image.RGBA) (n int) {
	for y := a.Rect.Dy() / 4; y < a.Rect.Dy()*3/4; y++ {
		for x := a.Rect.Dx() / 4; x < a.Rect.Dx()*3/4; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}
