package window

import (
	"math"
	"slices"

	"manyhold/app/order"
	"manyhold/app/window/inspector"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/predict"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// arm is how far before the figure a pad aims, in tiles.
const arm = 1.1

// facing is where the figure looks, in eighths of a circle: at the cursor, along the right stick, or
// where it goes.
func (v *play) facing(dir fixed.SVec) entity.Facing {
	s, p := v.s, v.p
	x, y := float64(dir.X), float64(dir.Y)
	if s.in.AimX != 0 || s.in.AimY != 0 {
		x, y = s.in.AimX, s.in.AimY
	} else if b := p.body(); b != nil && s.in.Pointing {
		c := s.renderer.Camera().ToWorld(s.in.CursorX, s.in.CursorY)
		x, y = float64(c.X-b.Pos.X), float64(c.Y-b.Pos.Y)
		if math.Hypot(x, y) < fixed.One/4 {
			return p.faced // too near to mean anything
		}
	}
	if x == 0 && y == 0 {
		return p.faced
	}
	return entity.Facing(int(math.Round(math.Atan2(y, x)*8/(2*math.Pi))) * 32 & 255)
}

// target is the place that a click means: under the cursor, or before the figure when there is no mouse.
func (v *play) target() fixed.Vec {
	s, p := v.s, v.p
	b := p.body()
	if s.in.Pointing || b == nil {
		return s.renderer.Camera().ToWorld(s.in.CursorX, s.in.CursorY)
	}
	a := float64(p.faced) * 2 * math.Pi / 256
	return fixed.Vec{X: b.Pos.X + fixed.Q(math.Cos(a)*arm*fixed.One), Y: b.Pos.Y + fixed.Q(math.Sin(a)*arm*fixed.One)}
}

// toward is the direction of a throw or a kick from the figure to where it aims, of length force.
func (p *Playing) toward(force float64) fixed.SVec {
	b := p.body()
	if b == nil {
		return fixed.SVec{}
	}
	a := float64(p.faced) * 2 * math.Pi / 256
	if x, y := float64(p.aimAt.X-b.Pos.X), float64(p.aimAt.Y-b.Pos.Y); math.Hypot(x, y) > fixed.One/8 {
		a = math.Atan2(y, x)
	}
	return fixed.SVec{X: fixed.S(math.Cos(a) * force * fixed.One), Y: fixed.S(math.Sin(a) * force * fixed.One)}
}

// wind is how far the throw is wound up, 0 to 1; 0 while it is not.
func (p *Playing) wind() float64 {
	if p.wound == 0 {
		return 0
	}
	return min(1, float64(p.ticks-p.wound)/throwFull)
}

// outlined returns the outline at the target, in reach and on a free tile, or nil.
func (p *Playing) outlined() *world.Outline {
	if o, free := p.outlineAt(p.aim); free {
		return o
	}
	return nil
}

// outlineAt returns the outline on a tile in reach, or nil, and whether the tile is free for it.
func (p *Playing) outlineAt(t grid.Tile) (o *world.Outline, free bool) {
	b := p.body()
	o = p.View.World.Outlines.At(t)
	if b == nil || o == nil || !t.Centre().Sub(b.Pos).Near(world.Reach) {
		return nil, false
	}
	_, block, _, ok := p.View.World.TileAt(t)
	return o, ok && (block == tile.NoBlock || block.Info().Soft)
}

// outlineAim returns the possible action on the outline at the target; none where use works on a thing.
func (p *Playing) outlineAim() model.Aim {
	o, free := p.outlineAt(p.aim)
	if o == nil {
		return model.Aim{}
	}
	ground, block, _, _ := p.View.World.TileAt(o.At)
	a := model.Aim{At: o.At.Centre(), Outline: o.Material(ground), Covered: !free}
	if !free {
		if act.Usable(block) || a.Outline == item.None {
			return model.Aim{}
		}
		return a
	}
	me := p.View.Me
	a.Ready = me.Inventory[min(int(me.Slot), item.InventorySlots-1)].Kind == a.Outline
	a.Slot = 1 + slices.IndexFunc(me.Inventory[:], func(s item.Stack) bool { return s.Count > 0 && s.Kind == a.Outline })
	return a
}

// fallen reports whether a knocked-out player lies on a tile that use would revive.
func (p *Playing) fallen(t grid.Tile) bool {
	if p.View.Me == nil || !t.Centre().Sub(p.body().Pos).Near(world.LiftReach) {
		return false
	}
	return fall.LyingOn(&p.View.World.State, p.View.Me, t) != nil
}

// usable returns the tile that Use would work on: the target, or the nearest usable one beside the
// player.
func (p *Playing) usable(t grid.Tile) (grid.Tile, bool) {
	b := p.body()
	if b == nil {
		return t, false
	}
	here := grid.TileAt(b.Pos)
	if b.Body.Flags&entity.Riding != 0 {
		return here, true // one gets out
	}
	works := func(t grid.Tile) bool {
		if x, _ := p.prompt(t); x != nil || p.cartOn(t) || p.fallen(t) {
			return true
		}
		_, block, _, ok := p.View.World.TileAt(t)
		return ok && act.Usable(block) && t.Centre().Sub(b.Pos).Near(world.Reach)
	}
	if works(t) || p.View.World.Tiable(t) && t.Centre().Sub(b.Pos).Near(world.Reach) {
		return t, true
	}
	for _, d := range order.Steps {
		if n := here.Add(d.X, d.Y); works(n) {
			return n, true
		}
	}
	if n, ok := inspector.Inviting(p.View.World, b.Pos); ok {
		return n, true
	}
	return t, false
}

// forbids returns the reason why the player may not do a deed at a tile, event.NoReason if it may.
func (p *Playing) forbids(d rights.Deed, t grid.Tile) event.Reason {
	return act.Permitted(&p.View.World.State, p.me(), d, t)
}

// cartOn reports whether a cart that the player can enter stands on a tile in reach.
func (p *Playing) cartOn(t grid.Tile) bool {
	me := p.body()
	return slices.ContainsFunc(p.View.Bodies, func(o predict.Drawn) bool {
		return o.Body.Kind == entity.Cart && o.Body.Flags&entity.Carried == 0 && grid.TileAt(o.Body.Pos) == t && o.Body.Pos.Sub(me.Body.Pos).Near(world.LiftReach)
	})
}
