package render

import (
	"math"

	"manyhold/game/fixed"
	"manyhold/game/journal"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
)

// Critters are small animals of the picture, unknown to the world. They appear where their ground is in view,
// keep to it, and avoid walkers.

type critterKind uint8

const (
	butterfly critterKind = iota
	bird
	crab
	fish
	hen
	critterKinds
)

const (
	// maxCritters bounds how many there are at once.
	maxCritters = 16
	// critterShare is how many of a thousand attempts bring a critter, where there is room for it.
	critterShare = 260
	// shyPixels is how near a walker may come.
	shyPixels = 44.0
	// critterAway is how far outside the view they are forgotten, in pixels.
	critterAway = 80
)

// critterMost is how many there are of each at once.
var critterMost = [critterKinds]int{butterfly: 5, bird: 4, crab: 3, fish: 2, hen: 3}

type critter struct {
	kind       critterKind
	x, y, z    float64 // picture pixels of the world, z over the ground
	vx, vy, vz float64 // pixels per second
	age, span  float64 // seconds
	until      float64 // age at which it thinks again
	look       float32 // 1 to the east, -1 to the west
	fled       bool
	phase      float64
}

// critters are all that are in the picture, in no order.
type critters struct {
	list [maxCritters]critter
	n    int
}

// critterFor returns the kind of animal for a tile now.
func (c *critters) critterFor(r *stage, g tile.Ground, b tile.Block, luck float64) (k critterKind, ok bool) {
	dry := r.weather.Rain == 0
	switch {
	case b == tile.Fence:
		return hen, r.sky.Night < 0.5
	case b != tile.NoBlock && !b.Info().Soft && b != tile.Flower:
		return 0, false
	case g == tile.Water || g == tile.DeepWater:
		return fish, luck < 0.5
	case g == tile.Sand:
		return crab, dry && r.sky.Night < 0.7
	case (g == tile.Grass || g == tile.Moss) && dry && r.sky.Night < 0.15:
		if b == tile.Flower || luck < 0.45 {
			return butterfly, true
		}
		return bird, luck < 0.75
	}
	return 0, false
}

// settle lets an animal come into the view now and then.
func (c *critters) settle(r *stage, view rectangle) {
	p, c := &r.particles, c
	if c.n == maxCritters || p.random()*1000 > critterShare*r.calm() {
		return
	}
	x := view.x0 + int32(p.random()*float64(view.x1-view.x0))
	y := view.y0 + int32(p.random()*float64(view.y1-view.y0))
	g, b, _ := r.ground.tile(x, y)
	k, ok := c.critterFor(r, g, b, p.random())
	if !ok || c.count(r, k) >= critterMost[k] {
		return
	}
	q := critter{kind: k, x: (float64(x) + 0.5) * TilePixels, y: (float64(y) + 0.6) * TilePixels, span: 14 + p.random()*16, look: 1, phase: p.random() * 2 * math.Pi}
	if k == hen {
		q.y += TilePixels * 0.8
	}
	if k != fish && k != butterfly && r.walkerNear(q.x, q.y) >= 0 {
		return
	}
	switch k {
	case butterfly:
		q.z = 8
	case fish:
		q.span, q.vz, q.vx = 0.75, 62, p.around(34)
		p.add(particle{kind: ringOut, x: q.x, y: q.y, span: 0.7})
	}
	c.list[c.n] = q
	c.n++
}

func (c *critters) count(r *stage, k critterKind) (n int) {
	for i := range c.n {
		if c.list[i].kind == k {
			n++
		}
	}
	return n
}

// walkerNear returns the index among the feet of a walker who is too near, or -1.
func (r *stage) walkerNear(x, y float64) int {
	for i, f := range r.feet {
		if math.Hypot(x-f[0], y-f[1]) < shyPixels {
			return i
		}
	}
	return -1
}

// move advances all by one tick and forgets those that have gone.
func (c *critters) move(r *stage) {
	for i := 0; i < c.n; {
		q := &c.list[i]
		q.age += tickSeconds
		vx, vy := q.x-float64(r.ox), q.y-float64(r.oy)
		gone := vx < -critterAway || vy < -critterAway || vx > float64(r.vw)+critterAway || vy > float64(r.vh)+critterAway
		if q.age > q.span && (q.kind == fish || q.fled || q.kind == butterfly) || q.age > 4*q.span || gone {
			if q.kind == fish {
				r.particles.splash(q.x, q.y, 4)
			}
			c.n--
			c.list[i] = c.list[c.n]
			continue
		}
		c.moveOne(r, q)
		i++
	}
}

func (c *critters) moveOne(r *stage, q *critter) {
	p := &r.particles
	switch q.kind {
	case butterfly:
		q.vx += math.Sin(q.age*2.3+q.phase)*60*tickSeconds + r.gusts*8*tickSeconds
		q.vy += math.Cos(q.age*1.7+q.phase*2) * 50 * tickSeconds
		q.vx, q.vy = q.vx*0.985, q.vy*0.985
		q.z = 8 + 3*math.Sin(q.age*5+q.phase)
	case fish:
		q.vz -= 165 * tickSeconds
		q.z = max(0, q.z+q.vz*tickSeconds)
	default:
		c.stroll(r, q)
		if f := r.walkerNear(q.x, q.y); f >= 0 && !q.fled {
			c.flee(r, q, r.feet[f])
		}
		if q.fled && q.kind == bird {
			q.z += q.vz * tickSeconds
		} else if !r.mayStand(q, q.x+q.vx*8*tickSeconds, q.y+q.vy*8*tickSeconds) {
			q.vx, q.vy = -q.vx, -q.vy
			if q.fled && p.random() < 0.1 {
				q.vx, q.vy = q.vy, q.vx
			}
		}
	}
	if q.vx > 2 {
		q.look = 1
	} else if q.vx < -2 {
		q.look = -1
	}
	q.x += q.vx * tickSeconds
	q.y += q.vy * tickSeconds
}

// stroll lets a walking animal go a little, and stand a little.
func (c *critters) stroll(r *stage, q *critter) {
	if q.age < q.until || q.fled && q.kind == bird {
		return
	}
	p := &r.particles
	q.fled = false
	q.until = q.age + 0.5 + p.random()*1.8
	q.vx, q.vy = 0, 0
	switch {
	case p.random() < 0.45:
	case q.kind == crab:
		q.vx = p.around(30)
	case q.kind == bird: // hops
		q.vx, q.vy, q.until = p.around(36), p.around(16), q.age+0.18
	default:
		q.vx, q.vy = p.around(14), p.around(9)
	}
}

// flee sends an animal away from a walker: birds into the air, others over the ground.
func (c *critters) flee(r *stage, q *critter, from [2]float64) {
	dx, dy := q.x-from[0], q.y-from[1]
	d := max(math.Hypot(dx, dy), 1)
	speed := 60.0
	q.fled, q.until = true, q.age+0.9
	if q.kind == bird {
		speed, q.vz = 105, 55
		q.span = q.age + 3
	}
	q.vx, q.vy = dx/d*speed, dy/d*speed*0.7
}

// mayStand says whether a walking animal can be at a place: on its ground, without obstacles.
func (r *stage) mayStand(q *critter, x, y float64) bool {
	g, b, state := r.ground.tile(int32(math.Floor(x/TilePixels)), int32(math.Floor(y/TilePixels)))
	if tile.Solid(b, state) || g.Info().Liquid || g == tile.NoGround {
		return false
	}
	return q.kind != crab || g == tile.Sand
}

// draw adds those in view to the draw list.
func (c *critters) draw(r *stage) {
	for i := range c.n {
		q := &c.list[i]
		x := float32(math.Floor(q.x) - float64(r.ox))
		y := float32(math.Floor(q.y) - float64(r.oy))
		if x < -16 || y < -16 || x > float32(r.vw)+16 || y > float32(r.vh)+48 {
			continue
		}
		a := min(1, float32(q.age)*3)
		if q.kind == butterfly {
			a = min(a, float32(q.span-q.age)*2)
		}
		s := draw.Sprite{Rect: c.frame(r, q), X: x, Y: y - float32(math.Round(q.z)), Tint: draw.Fade(max(a, 0)), ScaleX: q.look, ScaleY: 1}
		if q.kind == fish {
			s.Turn = float32(math.Atan2(-q.vz, math.Abs(q.vx)+20)) * q.look
		} else {
			k := float32(0.45)
			r.list.Add(draw.OnGround, y, draw.Sprite{Rect: r.atlas.Shapes.Blobs[0], X: x, Y: y, ScaleX: k, ScaleY: k, Tint: draw.Fade(a * max(0.3, 1-float32(q.z)/40))})
		}
		r.list.Add(draw.AmongThings, y, s)
		r.throw(s.Rect, x, y, float32(q.z), q.look < 0)
	}
}

// frame chooses the picture of an animal.
func (c *critters) frame(r *stage, q *critter) atlas.Rect {
	set := r.atlas.Bodies.Critters[q.kind]
	moving := math.Abs(q.vx)+math.Abs(q.vy) > 3
	switch q.kind {
	case butterfly:
		return set[int(q.age*9+q.phase)&1+2*(int(q.phase*3)&1)]
	case bird:
		if q.fled {
			return set[1+int(q.age*14)&1]
		}
	case crab:
		if moving {
			return set[int(q.age*10)&3]
		}
	case fish:
		return set[int(q.age*12)&3]
	case hen:
		return set[henFrame(moving, q.age+q.phase)]
	}
	return set[0]
}

// henFrame returns the frame of a hen by a clock in seconds: it walks in two steps, and standing it pecks now
// and then.
func henFrame(moving bool, seconds float64) int {
	switch {
	case moving:
		return 2 + int(seconds*6)&1
	case math.Mod(seconds, 1.6) < 0.5:
		return 1
	}
	return 0
}

// creatureOf names each kind of critter in a journal.
var creatureOf = [critterKinds]journal.Creature{
	butterfly: journal.Butterfly, bird: journal.Bird, crab: journal.Crab, fish: journal.Fish, hen: journal.Hen,
}

// Creatures appends the kinds of animals that are drawn within reach tiles of a place, each perhaps more than
// once.
func (r *Renderer) Creatures(dst []journal.Creature, at fixed.Vec, reach float64) []journal.Creature {
	x, y := toFloat(at.X)*TilePixels, toFloat(at.Y)*TilePixels
	near := func(px, py float64) bool { return math.Hypot(px-x, py-y) <= reach*TilePixels }
	for i := range r.critters.n {
		if q := &r.critters.list[i]; near(q.x, q.y) {
			dst = append(dst, creatureOf[q.kind])
		}
	}
	for i := range r.particles.pool[:r.particles.n] {
		if q := &r.particles.pool[i]; q.kind == firefly && near(q.x, q.y) {
			return append(dst, journal.Firefly)
		}
	}
	return dst
}
