package render

import (
	"math"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/flair"
	"manyhold/render/palette"
)

const (
	// framePixels is how far a walker goes per frame of walking: feet never slide.
	framePixels = 5.0
	// walkingSpeed is the least speed at which legs move, in tiles per second.
	walkingSpeed = 0.25
	// stepTiles is the length of a step, for dust.
	stepTiles = 0.9
	// carryHeight is where a carried thing's foot is over its carrier's, in pixels.
	carryHeight = 21.0
	// throwTicks and hurtTicks are how long those poses last.
	throwTicks, hurtTicks = 15, 3
	// chillHeight is the height of the sign of a frozen player over the feet, in pixels.
	chillHeight = 24
	// wadeDepth is how much of a walker in water is not seen, in pixels.
	wadeDepth = 5
	// rideHeight is the height of a cart's rider over the ground, in pixels.
	rideHeight = 4
	// platformFoot is how far the foot of a platform lies below the foot of a thing in its middle, in pixels.
	platformFoot = 2
	// sleepSign is the balloon of a sleeper.
	sleepSign = 6
	msPerTick = 1000.0 / game.TicksPerSecond
)

// drawBodies adds everything that moves.
func drawBodies(r *stage, s *Scene) {
	for i := range s.Bodies {
		b := &s.Bodies[i]
		x := float32(math.Round(toFloat(b.Pos.X)*TilePixels) - float64(r.ox))
		y := float32(math.Round(toFloat(b.Pos.Y)*TilePixels)-float64(r.oy)) + 4 // the foot box's lower edge
		if x < -32 || y < -32 || x > float32(r.vw)+32 || y > float32(r.vh)+48 {
			continue
		}
		z := float32(math.Round(float64(b.Z) / fixed.One * TilePixels))
		if b.Flags&entity.Carried != 0 && b.Kind == entity.Cart && b.Z == 0 { // the cart has a rider
			drawThrown(r, r.atlas.Bodies.Cart, 1, x, y+1, z, 0)
			continue
		}
		if b.Flags&entity.Carried != 0 {
			drawCarried(r, s, b, x, y)
			continue
		}
		if b.Flags&entity.Riding != 0 {
			z += rideHeight
		}
		switch b.Kind {
		case entity.GateArm, entity.RotorArm:
			drawArm(r, b)
		case entity.Player:
			drawPerson(r, s, b, x, y, z)
		case entity.Crate:
			drawThrown(r, r.atlas.Bodies.Crate, 1, x, y, z, turnOf(&b.Body))
		case entity.Ball:
			drawThrown(r, ballFrame(r, b), 0, x, y, z, turnOf(&b.Body))
		case entity.Gizmo, entity.GizmoBox:
			if g, _, ok := glowOf(tile.Gadget, tile.GadgetState(true, r.gadgets.lights[b.ID])); ok {
				r.halo(x, y-carryHeight-g.rise, g.halo, g.colour, haloShare*(g.day+(1-g.day)*float32(r.sky.Night)))
			}
			drawGizmo(r, b, x, y, z)
		case entity.Cart:
			drawThrown(r, r.atlas.Bodies.Cart, 1, x, y, z, 0)
		case entity.Platform:
			// below all shadows
			r.list.Add(draw.OnGround, y-2*TilePixels, draw.Sprite{Rect: r.atlas.Bodies.Floor, X: x, Y: y + platformFoot, Tint: draw.Plain})
		case entity.Hen, entity.Sheep:
			drawAnimal(r, b, x, y, z)
		case entity.Drop, entity.Remains:
			drawDrop(r, s, b, x, y, z)
		case entity.Shade, entity.Magpie, entity.Nest, entity.GreatMoth:
			r.brush().Creature(&b.Body, x, y, z)
		case entity.Ember:
			drawThrown(r, r.embers(), 0, x, y, z, 0)
			r.halo(x, y-z-4, emberHalo, palette.Fire2, 0.5)
		}
	}
}

// drawThrown adds a thing, turned by so many radians, with the shadow under it, which stays on the ground.
func drawThrown(r *stage, p atlas.Rect, size int, x, y, z, turn float32) {
	a := 1 - min(0.6, z/60)
	r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[size], x, y-1, draw.Fade(a))
	r.list.Add(draw.AmongThings, y, draw.Sprite{Rect: p, X: x, Y: y - z, Turn: turn, Tint: draw.Plain}.AboutMiddle(p))
	r.throw(p, x, y, z, false)
}

func ballFrame(r *stage, b *Body) atlas.Rect {
	return r.atlas.Bodies.Ball[int(toFloat(b.Moved)*4)&1]
}

// drawCarried adds a carried thing over the carrier's head.
func drawCarried(r *stage, s *Scene, b *Body, x, y float32) {
	for i := range s.Bodies {
		c := &s.Bodies[i]
		if c.ID == b.Other {
			x = float32(math.Round(toFloat(c.Pos.X)*TilePixels) - float64(r.ox))
			y = float32(math.Round(toFloat(c.Pos.Y)*TilePixels)-float64(r.oy)) + 4
			break
		}
	}
	p := r.atlas.Bodies.Crate
	switch b.Kind {
	case entity.Cart:
		p = r.atlas.Bodies.Cart
	case entity.Hen:
		p = r.atlas.Bodies.Critters[henFrames][0]
	case entity.Sheep:
		p = r.atlas.Bodies.Sheep[0]
	case entity.Gizmo, entity.GizmoBox:
		if g := r.gadgets.bodies[b.ID]; g != nil {
			g.draw(r, y+0.5, x, y-carryHeight, 1)
			return
		}
		if b.Kind.Round() {
			p = r.atlas.Bodies.Ball[0]
		}
	case entity.Ball:
		p = r.atlas.Bodies.Ball[0]
	case entity.Ember:
		p = r.embers()
		r.halo(x, y-carryHeight-4, emberHalo, palette.Fire2, 0.5)
	case entity.Drop:
		p = r.atlas.Icons[b.Stack.Kind%item.KindCount]
	}
	r.list.Add(draw.AmongThings, y+0.5, draw.Sprite{Rect: p, X: x, Y: y - carryHeight, Tint: draw.Plain})
}

// player returns the state of the player of a seat, here or on another island, or nil.
func player(s *Scene, seat entity.Seat) *entity.PlayerState {
	if s.World == nil {
		return nil
	}
	if p := seated(s.World.Players(), seat); p != nil {
		return p
	}
	return seated(s.Elsewhere, seat)
}

// seated returns the player of a seat in a table in ascending seat, or nil.
func seated(list []entity.PlayerState, seat entity.Seat) *entity.PlayerState {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].Seat < seat {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(list) && list[lo].Seat == seat {
		return &list[lo]
	}
	return nil
}

// nobody stands in for the state of a player missing from the world's list.
var nobody entity.PlayerState

func drawPerson(r *stage, s *Scene, b *Body, x, y, z float32) {
	p := player(s, b.Seat)
	if p == nil {
		p = &nobody
	}
	if p.Out(&b.Body) && p != &nobody {
		flair.Fallen(r.brush(), r.person(s, p, atlas.Blink, atlas.South), x, y, z)
		return
	}
	d, mirrored := directionOf(b.Face)
	pose := poseOf(s.Tick, b, p)
	if pose == atlas.Hurt && r.options.NoFlashes {
		pose = atlas.Idle
	}
	rect := r.person(s, p, pose, d)
	g, _, _ := r.ground.tile(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits))
	foot := y
	if (g == tile.Water || g == tile.DeepWater) && z == 0 {
		rect.H -= wadeDepth
		y += wadeDepth - 2
		if r.emitting && r.particles.random() < 0.25 {
			r.particles.add(particle{kind: ringOut, x: float64(x) + float64(r.ox), y: float64(foot) + float64(r.oy), span: 0.8})
		}
	} else {
		r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, foot, draw.Fade(1-min(0.6, z/60)))
	}
	sp := draw.Sprite{Rect: rect, X: x, Y: y - z, ScaleX: 1, ScaleY: 1, Tint: draw.Plain}
	if mirrored {
		sp.ScaleX = -1
	}
	if b.Flags&entity.Asleep != 0 {
		sp.Tint = draw.Tint{R: 0.8, G: 0.8, B: 0.95, A: 1}
		if k := math.Mod(r.seconds+float64(b.ID%7), 4); k < 2 { // Zz
			r.list.Add(draw.Above, y, draw.Sprite{Rect: r.atlas.Marks.Emotes[sleepSign], X: x + 6, Y: y - 18 - float32(math.Round(k*2)), Tint: draw.Fade(float32(1 - k/2))})
		}
	}
	chill(r, s, b, &sp, foot)
	r.list.Add(draw.AmongThings, foot, sp)
	drawHeld(r, s, b, p, x, y-z, foot, d, mirrored)
	r.throw(rect, x, foot, z, mirrored)
}

// person returns the figure of a player, or the picture that it wears.
func (r *stage) person(s *Scene, p *entity.PlayerState, pose atlas.Pose, d atlas.Direction) atlas.Rect {
	if art := s.Avatars[p.Seat]; art != nil && p.Seat != 0 {
		if rect, ok := r.gadgets.album.Place(art, r.sendArt); ok {
			return rect
		}
	}
	return r.figure(atlas.DressOf(p), pose, d)
}

// chill shows that a figure is frozen: blue, with a snowball over the head, which fades with the effect.
func chill(r *stage, s *Scene, b *Body, sp *draw.Sprite, foot float32) {
	if s.World == nil {
		return
	}
	e, left := s.World.EffectOn(b.ID)
	switch e {
	case act.NoEffect, act.Free:
		return
	case act.Snared: // the mud sticks to it
		sp.Tint = draw.Tint{R: 0.85, G: 0.75, B: 0.55, A: 1}
		return
	}
	cold, pale := draw.Tint{R: 0.5, G: 0.75, B: 1, A: 1}, float32(1)
	if e == act.Numb {
		pale = min(1, float32(left)/60)
		cold = draw.Tint{R: 1 - 0.3*pale, G: 1 - 0.15*pale, B: 1, A: 1}
	}
	sp.Tint = cold
	r.list.Add(draw.Above, foot, draw.Sprite{Rect: r.atlas.Icons[item.Snowball], X: sp.X, Y: sp.Y - chillHeight, Tint: draw.Fade(pale)})
}

// drawHeld adds the thing in the hand: the tool while digging, else the item to place or use.
func drawHeld(r *stage, s *Scene, b *Body, p *entity.PlayerState, x, y, foot float32, d atlas.Direction, mirrored bool) {
	if p.Action != entity.Digging {
		if b.Flags&entity.Asleep == 0 {
			flair.Held(r.brush(), &flair.Hand{ID: b.ID, X: x, Y: y, Foot: foot, Behind: d == atlas.North, Mirrored: mirrored, Full: b.full(), Gust: r.wind(int32(b.Pos.X>>fixed.Bits), 0), Flame: s.flame(b, r.seconds)}, p)
		}
		return
	}
	swing := []float32{-1.9, -0.9, 0.5, 0.1}[useFrame(s.Tick, p)]
	hand, side := float32(6), float32(1)
	if mirrored {
		side = -1
	}
	if d == atlas.North {
		foot -= 0.5
		swing *= 0.7
	} else {
		foot += 0.5
	}
	r.list.Add(draw.AmongThings, foot, draw.Sprite{Rect: r.atlas.Bodies.Pick, X: x + side*hand, Y: y - 6, Turn: side * swing, ScaleX: side, ScaleY: 1, Tint: draw.Plain})
}

// directionOf returns the drawn direction of a facing.
func directionOf(f entity.Facing) (d atlas.Direction, mirrored bool) {
	switch {
	case f >= 32 && f < 96:
		return atlas.South, false
	case f >= 96 && f < 160:
		return atlas.East, true
	case f >= 160 && f < 224:
		return atlas.North, false
	}
	return atlas.East, false
}

// useFrame returns the frame of digging: 60, 90, 60 and 60 ms.
func useFrame(t game.Tick, p *entity.PlayerState) int {
	ms := math.Mod(float64(t-p.ActionAt)*msPerTick, 270)
	switch {
	case ms < 60:
		return 0
	case ms < 120:
		return 1
	case ms < 210:
		return 2
	}
	return 3
}

// perSecond returns the speed of the drawn movement in tiles per second.
func (b *Body) perSecond() float64 { return toFloat(b.Speed) * game.TicksPerSecond }

// poseOf chooses the frame of a figure.
func poseOf(t game.Tick, b *Body, p *entity.PlayerState) atlas.Pose {
	if b.Flags&entity.Asleep != 0 {
		return atlas.Sleep + atlas.Pose(t/60&1)
	}
	since := t - p.ActionAt
	speed := b.perSecond()
	frame := atlas.Pose(int64(toFloat(b.Moved)*TilePixels/framePixels) % 6)
	switch {
	case p.Action == entity.Hurt && since < hurtTicks:
		return atlas.Hurt
	case b.Flags&entity.Riding != 0:
		return idlePose(t, b)
	case b.full() && speed > walkingSpeed:
		return atlas.Carry + frame
	case b.full():
		return atlas.Carry + 2
	case p.Action == entity.Throwing && since < throwTicks:
		return atlas.Throw + atlas.Pose(since*3/throwTicks)
	case p.Action == entity.Digging:
		return atlas.Use + atlas.Pose(useFrame(t, p))
	case p.Action == entity.Playing && speed <= walkingSpeed:
		return atlas.Use + 1 + atlas.Pose(t/15&1)
	case p.Action == entity.Holding && speed <= walkingSpeed:
		return atlas.Use + 2
	case (p.Action == entity.Placing || p.Action == entity.Using) && since < throwTicks:
		return atlas.Use + 2
	case speed > walkingSpeed:
		return atlas.Walk + frame
	}
	return idlePose(t, b)
}

// idlePose breathes twice a second and blinks every few seconds, each figure in its own time.
func idlePose(t game.Tick, b *Body) atlas.Pose {
	own := t + game.Tick(b.ID%997)
	if own%(120+game.Tick(b.ID%240)) < 6 {
		return atlas.Blink
	}
	if own/30&1 == 1 {
		return atlas.Breath
	}
	return atlas.Idle
}

// leaveTraces adds the particles of walkers and thrown things; called once a tick.
func leaveTraces(r *stage, s *Scene) {
	r.feet = r.feet[:0]
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.Kind != entity.Player {
			if b.Z > fixed.One/4 && s.Tick%3 == 0 {
				r.particles.add(particle{kind: trail, colour: palette.Stone3, size: 1, x: toFloat(b.Pos.X) * TilePixels, y: toFloat(b.Pos.Y)*TilePixels + 4, z: float64(b.Z)/fixed.One*TilePixels + 4, span: 0.25})
			}
			continue
		}
		x, y := toFloat(b.Pos.X)*TilePixels, toFloat(b.Pos.Y)*TilePixels+4
		r.feet = append(r.feet, [2]float64{x, y})
		speed := b.perSecond()
		if speed > walkingSpeed && b.Z == 0 && b.Flags&entity.Riding == 0 {
			if int64(toFloat(b.Moved)/stepTiles) != int64((toFloat(b.Moved)-speed*tickSeconds)/stepTiles) {
				g, _, _ := r.ground.tile(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits))
				r.particles.step(b.Pos, g)
			}
		}
	}
}

const armShade = 0.35 // how dark the shadow under a beam is

// drawArm adds the beam of a gate or a rotor, slice over slice, as far as it has turned: see atlas.Arm.
func drawArm(r *stage, b *Body) {
	middle, _, _ := physics.Beam(&b.Body)
	x := float32(toFloat(middle.X)*TilePixels - float64(r.ox))
	y := float32(toFloat(middle.Y)*TilePixels - float64(r.oy))
	picture := &r.atlas.Bodies.Arms[atlas.GateArm]
	if b.Kind == entity.RotorArm {
		picture = &r.atlas.Bodies.Arms[atlas.RotorArm]
	}
	turn := float32(float64(b.Angle) * 2 * math.Pi / (1 << 32))
	sin, _ := draw.Sincos(turn)
	for k := range atlas.ArmPieces {
		off := (float32(k) + 0.5 - atlas.ArmPieces/2) * atlas.ArmLength / atlas.ArmPieces
		foot := y + off*sin + atlas.ArmThick/2
		for z := range picture {
			p := picture[z][k]
			if z == 0 {
				r.list.Add(draw.OnGround, foot, draw.Sprite{Rect: picture[3][k], X: x + 1, Y: y + 1, Turn: turn, Tint: draw.Tint{R: 0, G: 0, B: 0, A: armShade}})
			}
			r.list.Add(draw.AmongThings, foot, draw.Sprite{Rect: p, X: x, Y: y - float32(z), Turn: turn, Tint: draw.Plain})
		}
	}
}
