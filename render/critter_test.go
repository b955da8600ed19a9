package render

import (
	"math"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/render/atlas"
)

// TestCrittersMove: crabs, fish and hens show each of their four pictures.
func TestCrittersMove(t *testing.T) {
	r := newRenderer(t, "simple")
	for _, k := range []critterKind{crab, fish, hen} {
		seen := map[atlas.Rect]bool{}
		for n := range 240 {
			q := critter{kind: k, age: float64(n) / 60}
			if n >= 120 {
				q.vx = 20
			}
			seen[r.critters.frame(&r.stage, &q)] = true
		}
		if len(seen) != 4 {
			t.Errorf("an animal of kind %d has %d pictures", k, len(seen))
		}
	}
}

// TestCritters: each ground has its own animals, few at a time, that keep to it; a bird flies away from a
// walker.
func TestCritters(t *testing.T) {
	lived := map[critterKind]bool{}
	for _, c := range []struct {
		g     tile.Ground
		block tile.Block
	}{{tile.Grass, tile.NoBlock}, {tile.Sand, tile.NoBlock}, {tile.Water, tile.NoBlock}, {tile.Dirt, tile.Fence}} {
		r := newRenderer(t, "simple")
		p := newPainted(1, c.g)
		if c.block != tile.NoBlock {
			for n := int32(-12); n < 12; n += 2 {
				p.block(n, n/2, c.block, 0)
			}
		}
		s := &Scene{World: p}
		r.SetHour(11)
		r.SetWeather(&weather.Sky{}, 0)
		r.Camera().Jump(toVec(0.5, 0.5))
		shoot(t, r, s, 1280, 720, 3)
		for range 60 * 30 {
			r.UpdateScene(s)
			r.critters.settle(&r.stage, viewTiles(r.ox, r.oy, r.vw, r.vh))
			for i := range r.critters.n {
				q := &r.critters.list[i]
				lived[q.kind] = true
				if q.kind == crab {
					if g, _, _ := r.ground.tile(int32(math.Floor(q.x/TilePixels)), int32(math.Floor(q.y/TilePixels))); g != tile.Sand {
						t.Fatal("a crab is not on sand")
					}
				}
			}
			for k := range critterKinds {
				if n := r.critters.count(&r.stage, k); n > critterMost[k] {
					t.Fatalf("%d animals of kind %d", n, k)
				}
			}
		}
	}
	for k := range critterKinds {
		if !lived[k] {
			t.Errorf("no animal of kind %d came in half a minute", k)
		}
	}
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	r.Camera().Jump(toVec(0.5, 0.5))
	shoot(t, r, s, 640, 360, 3)
	r.critters.list[0], r.critters.n = critter{kind: bird, x: 8, y: 8, span: 20, look: 1}, 1
	p.person(s, 1.5, 0.5, 0, entity.Look{})
	for range 30 {
		r.UpdateScene(s)
	}
	if q := &r.critters.list[0]; r.critters.n == 1 && (!q.fled || q.z < 5 || q.x > 0) {
		t.Errorf("a bird stays beside a walker: %+v", q)
	}
}
