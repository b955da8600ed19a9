package render

import (
	"math"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
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
	// chillHeight is how high over the feet the sign of who is frozen stands, in pixels.
	chillHeight = 24
	// wadeDepth is how much of a walker in water is not seen, in pixels.
	wadeDepth = 5
	// rideHeight is how high who sits in a cart does, in pixels.
	rideHeight = 4
	// platformFoot is how far under the foot of what stands in its middle the foot of a platform is, in pixels.
	platformFoot = 2
	// sleepSign is the balloon of a sleeper.
	sleepSign = 6
	msPerTick = 1000.0 / game.TicksPerSecond
)

// bodies adds everything that moves.
func (r *Renderer) bodies(s *Scene) {
	for i := range s.Bodies {
		b := &s.Bodies[i]
		x := float32(math.Round(toFloat(b.Pos.X)*TilePixels) - float64(r.ox))
		y := float32(math.Round(toFloat(b.Pos.Y)*TilePixels)-float64(r.oy)) + 4 // the foot box's lower edge
		if x < -32 || y < -32 || x > float32(r.vw)+32 || y > float32(r.vh)+48 {
			continue
		}
		z := float32(math.Round(float64(b.Z) / fixed.One * TilePixels))
		if b.Flags&entity.Carried != 0 && b.Kind == entity.Cart && b.Z == 0 { // somebody sits in it
			r.thrown(r.atlas.Cart, 1, x, y+1, z, 0)
			continue
		}
		if b.Flags&entity.Carried != 0 {
			r.carried(s, b, x, y)
			continue
		}
		if b.Flags&entity.Riding != 0 {
			z += rideHeight
		}
		switch b.Kind {
		case entity.GateArm, entity.RotorArm:
			r.arm(b)
		case entity.Player:
			r.person(s, b, x, y, z)
		case entity.Crate:
			r.thrown(r.atlas.Crate, 1, x, y, z, turnOf(&b.Body))
		case entity.Ball:
			r.thrown(r.ball(b), 0, x, y, z, turnOf(&b.Body))
		case entity.Cart:
			r.thrown(r.atlas.Cart, 1, x, y, z, 0)
		case entity.Platform:
			r.list.add(layerGround, y-2*TilePixels, sprite{rect: r.atlas.Floor, x: x, y: y + platformFoot, tint: plain}) // below all shadows
		case entity.Hen, entity.Sheep:
			r.animal(b, x, y, z)
		case entity.Drop:
			r.drop(s, b, x, y, z)
		case entity.Ember:
			r.thrown(r.embers(), 0, x, y, z, 0)
			r.halo(x, y-z-4, emberHalo, palette.Fire2, 0.5)
		}
	}
}

// thrown adds a thing, turned by so many radians, with the shadow under it, which stays on the ground.
func (r *Renderer) thrown(p atlas.Rect, size int, x, y, z, turn float32) {
	a := 1 - min(0.6, z/60)
	r.list.put(layerGround, r.atlas.Blobs[size], x, y-1, fade(a))
	r.list.add(layerThings, y, sprite{rect: p, x: x, y: y - z, turn: turn, tint: plain}.aboutMiddle(p))
	r.throw(p, x, y, z, false)
}

func (r *Renderer) ball(b *Body) atlas.Rect {
	return r.atlas.Ball[int(toFloat(b.Moved)*4)&1]
}

func (r *Renderer) drop(s *Scene, b *Body, x, y, z float32) {
	k := b.Stack.Kind
	if k >= item.KindCount || r.atlas.Icons[k].Empty() {
		return
	}
	bob := float32(math.Round(1.5 + 1.5*math.Sin(float64(s.Tick)/14+float64(b.ID%64))))
	r.list.put(layerGround, r.atlas.Blobs[0], x, y-1, plain)
	r.list.add(layerThings, y, sprite{rect: r.atlas.Icons[k], x: x, y: y - z - bob, scaleX: 0.75, scaleY: 0.75, tint: plain})
}

// carried adds a thing over the head of who carries it.
func (r *Renderer) carried(s *Scene, b *Body, x, y float32) {
	for i := range s.Bodies {
		c := &s.Bodies[i]
		if c.ID == b.Other {
			x = float32(math.Round(toFloat(c.Pos.X)*TilePixels) - float64(r.ox))
			y = float32(math.Round(toFloat(c.Pos.Y)*TilePixels)-float64(r.oy)) + 4
			break
		}
	}
	p := r.atlas.Crate
	switch b.Kind {
	case entity.Cart:
		p = r.atlas.Cart
	case entity.Hen:
		p = r.atlas.Critters[henFrames][0]
	case entity.Sheep:
		p = r.atlas.Sheep[0]
	case entity.Ball:
		p = r.atlas.Ball[0]
	case entity.Ember:
		p = r.embers()
		r.halo(x, y-carryHeight-4, emberHalo, palette.Fire2, 0.5)
	case entity.Drop:
		p = r.atlas.Icons[b.Stack.Kind%item.KindCount]
	}
	r.list.add(layerThings, y+0.5, sprite{rect: p, x: x, y: y - carryHeight, tint: plain})
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

// nobody stands in for the state of a player that the world does not list.
var nobody entity.PlayerState

func (r *Renderer) person(s *Scene, b *Body, x, y, z float32) {
	p := player(s, b.Seat)
	if p == nil {
		p = &nobody
	}
	d, mirrored := directionOf(b.Face)
	pose := poseOf(s.Tick, b, p)
	if pose == atlas.Hurt && r.options.NoFlashes {
		pose = atlas.Idle
	}
	rect := r.figure(p.Look, pose, d)
	g, _, _ := r.ground.tile(int32(b.Pos.X>>fixed.Bits), int32(b.Pos.Y>>fixed.Bits))
	foot := y
	if (g == tile.Water || g == tile.DeepWater) && z == 0 {
		rect.H -= wadeDepth
		y += wadeDepth - 2
		if r.emitting && r.particles.random() < 0.25 {
			r.particles.add(particle{kind: ringOut, x: float64(x) + float64(r.ox), y: float64(foot) + float64(r.oy), span: 0.8})
		}
	} else {
		r.list.put(layerGround, r.atlas.Blobs[0], x, foot, fade(1-min(0.6, z/60)))
	}
	sp := sprite{rect: rect, x: x, y: y - z, tint: plain}
	if mirrored {
		sp.scaleX, sp.scaleY = -1, 1
	}
	if b.Flags&entity.Asleep != 0 {
		sp.tint = tint{0.8, 0.8, 0.95, 1}
		if k := math.Mod(r.seconds+float64(b.ID%7), 4); k < 2 { // Zz
			r.list.add(layerAbove, y, sprite{rect: r.atlas.Emotes[sleepSign], x: x + 6, y: y - 18 - float32(math.Round(k*2)), tint: fade(float32(1 - k/2))})
		}
	}
	r.chilled(s, b, &sp, foot)
	r.list.add(layerThings, foot, sp)
	r.held(s, b, p, x, y-z, foot, d, mirrored)
	r.throw(rect, x, foot, z, mirrored)
}

// chilled shows what a figure is under: blue, with a snowball over the head, which pales as it passes.
func (r *Renderer) chilled(s *Scene, b *Body, sp *sprite, foot float32) {
	if s.World == nil {
		return
	}
	e, left := s.World.EffectOn(b.ID)
	if e == act.NoEffect {
		return
	}
	cold, pale := tint{0.5, 0.75, 1, 1}, float32(1)
	if e == act.Numb {
		pale = min(1, float32(left)/60)
		cold = tint{1 - 0.3*pale, 1 - 0.15*pale, 1, 1}
	}
	sp.tint = cold
	r.list.add(layerAbove, foot, sprite{rect: r.atlas.Icons[item.Snowball], x: sp.x, y: sp.y - chillHeight, tint: fade(pale)})
}

// held adds what is in the hand: the tool while digging, else what is placed or used.
func (r *Renderer) held(s *Scene, b *Body, p *entity.PlayerState, x, y, foot float32, d atlas.Direction, mirrored bool) {
	if p.Action != entity.Digging {
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
	r.list.add(layerThings, foot, sprite{rect: r.atlas.Pick, x: x + side*hand, y: y - 6, turn: side * swing, scaleX: side, scaleY: 1, tint: plain})
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
	case b.Flags&entity.Carrying != 0 && speed > walkingSpeed:
		return atlas.Carry + frame
	case b.Flags&entity.Carrying != 0:
		return atlas.Carry + 2
	case p.Action == entity.Throwing && since < throwTicks:
		return atlas.Throw + atlas.Pose(since*3/throwTicks)
	case p.Action == entity.Digging:
		return atlas.Use + atlas.Pose(useFrame(t, p))
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

// bodyAir is what walkers and thrown things leave signs in the air; called once a tick.
func (r *Renderer) bodyAir(s *Scene) {
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
				r.step(b.Pos, g)
			}
		}
	}
}
