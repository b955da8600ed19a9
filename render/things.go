package render

import (
	"math"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/blaze"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/porthole"
)

const (
	// crownFade is the opacity of a crown in front of the player.
	crownFade = 0.35
	// crownReach is how far behind its foot a crown covers somebody, and hidesBeside how far beside it, in
	// pixels.
	crownReach, hidesBeside = 36, 15
	// tallFrom is from how many pixels on a thing that stands is as tall as that.
	tallFrom = 26
	// footRow is how far below a tile's upper edge the foot of a thing on it is, in pixels.
	footRow = 14
	// bendPixels is how far grass bends away from a walker.
	bendPixels = 3.0
	// bendReach is from how far, in pixels.
	bendReach = 12.0
)

// standingSalt makes the random numbers of things differ from those of the ground.
const standingSalt = 21

// outOfLine returns how far a plant stands from the middle of its tile, in pixels, so that woods do not look
// like orchards. Built things stand exactly where they were placed.
func outOfLine(b tile.Block, x, y int32) (dx, dy float32) {
	h := atlas.Hash(x, y, standingSalt)
	switch b {
	case tile.Oak, tile.Pine, tile.DeadTree, tile.Bush, tile.BerryBush, tile.Boulder, tile.Stump, tile.Mushroom, tile.Shell, tile.Glowcap, tile.Fire, tile.Snag:
		return float32(h>>8%5) - 2, float32(h>>12%5) - 2
	case tile.Tuft, tile.Flower, tile.Reed, tile.Flax:
		return float32(h>>8%7) - 3, float32(h>>12%5) - 3
	}
	return 0, 0
}

// things are the blocks that stand on tiles.
type things struct {
	squashes squashes
	brush    *dusk.Brush // of this frame, once something burns
	opening  through     // of the portal next to the player
}

// draw adds everything that stands on tiles in view to the draw list, with shadows' height mask,
// halos and foam on the way.
func (th *things) draw(r *stage, view rectangle) {
	if r.cast.on {
		th.shadowsFromBeside(r, view)
	}
	r.land, r.coldLand, th.brush = 0, 0, nil
	for y := view.y0; y < view.y1; y++ {
		for x := view.x0; x < view.x1; x++ {
			g, b, state := r.ground.tile(x, y)
			if g > tile.Water {
				r.land++
				if cold(g) {
					r.coldLand++
				}
			}
			vx, vy := float32(int64(x)*TilePixels-r.ox), float32(int64(y)*TilePixels-r.oy)
			if g <= tile.Water {
				th.foam(r, x, y, vx, vy)
			}
			if r.full && roofed(g) {
				r.mask.Stretch(r.atlas.Shapes.Square, vx, vy, vx+TilePixels, vy+TilePixels, draw.Tint{R: 0, G: 0, B: roofMark, A: 1})
			}
			if b != tile.NoBlock {
				th.thing(r, b, state, g, x, y, vx, vy)
			}
		}
	}
}

// shadowsFromBeside adds the shadows of trees that stand beside the view and reach into it.
func (th *things) shadowsFromBeside(r *stage, view rectangle) {
	reach := int32(math.Ceil(float64(shadowReach * r.cast.x / longestCast)))
	x0, x1 := view.x0-max(reach, 0), view.x1-min(reach, 0)
	for y := view.y0 - 2; y < view.y1; y++ {
		for x := x0; x < x1; x++ {
			if y >= view.y0 && x >= view.x0 && x < view.x1 {
				x = view.x1 - 1
				continue
			}
			g, b, _ := r.ground.tile(x, y)
			switch b {
			case tile.Oak, tile.Pine, tile.DeadTree:
				dx, dy := outOfLine(b, x, y)
				fx, fy := float32(int64(x)*TilePixels-r.ox)+TilePixels/2+dx, float32(int64(y)*TilePixels-r.oy)+footRow+dy
				t := r.treeAt(b, g, atlas.Hash(x, y, standingSalt))
				r.throw(t.Trunk, fx, fy, 0, false)
				r.throw(t.Crown, fx, fy, 0, false)
			}
		}
	}
}

// foam adds the moving line of a shore on the dual cells around a tile of water.
func (th *things) foam(r *stage, x, y int32, vx, vy float32) {
	for n := int32(0); n < 4; n++ {
		cx, cy := x-(n&1), y-(n>>1)
		mask, first := 0, int32(-1)
		for k := int32(0); k < 4; k++ {
			g, _, _ := r.ground.tile(cx+(k&1), cy+(k>>1))
			if g > tile.Water {
				mask |= 1 << k
			} else if first < 0 {
				first = k
			}
		}
		if mask == 0 || first != n { // the first wet tile of a cell draws it
			continue
		}
		h := atlas.Hash(cx, cy, 11)
		frame := int(float64(h>>8&7)/8+r.seconds*0.9) & 1
		px, py := vx-float32(n&1)*TilePixels+TilePixels/2, vy-float32(n>>1)*TilePixels+TilePixels/2
		r.list.Put(draw.OnWater, r.atlas.Land.Foam[mask][h%atlas.EdgeVariants][frame], px, py, draw.Plain)
	}
}

// thing adds one block at tile (x, y) with its corner at (vx, vy) of the view.
func (th *things) thing(r *stage, b tile.Block, state uint8, g tile.Ground, x, y int32, vx, vy float32) {
	dx, dy := outOfLine(b, x, y)
	fx, fy := vx+TilePixels/2+dx, vy+footRow+dy
	h := atlas.Hash(x, y, standingSalt)
	if r.full {
		th.wallHeight(r, b, state, x, y, vx, vy)
	}
	th.shine(r, b, state, x, y, fx, fy)
	if w, ok := atlas.WallOf(b); ok {
		if !r.ground.joins(x, y-1) { // the raised edge hides people behind it
			th.raisedEdge(r, w, x, y, vx, vy)
		}
		if k := th.squash(r, x, y); k != 1 { // a wall flares up where it is set
			d := (k - 1) * TilePixels / 2
			r.list.Add(draw.AmongThings, vy+TilePixels+2, draw.Sprite{Rect: r.atlas.Shapes.Square, X: vx - d, Y: vy - atlas.WallRise - d, ScaleX: k, ScaleY: k, Tint: draw.Fade(0.5 * (k - 1) / squashMost)})
		}
		if b == tile.CoalOre || b == tile.CopperOre || b == tile.CrystalOre || b == tile.EmberOre {
			th.glint(r, x, y, vx, vy)
		}
		return
	}
	switch b {
	case tile.Oak, tile.Pine, tile.DeadTree:
		th.tree(r, b, g, h, x, y, fx, fy)
	case tile.Door:
		th.door(r, state, x, y, vx, vy)
	case tile.Gate:
		set := r.atlas.Blocks.Standing[b]
		if state&tile.StateBit0 != 0 {
			set = r.atlas.Blocks.Lit[b]
		}
		r.list.Put(draw.AmongThings, set[0], vx+TilePixels/2, vy+TilePixels-1, draw.Plain)
	case tile.Fire, tile.Snag:
		th.burning(r, b, state, g, h, x, y, fx, fy)
	default:
		th.prop(r, b, state, h, x, y, fx, fy)
	}
}

// burning adds what burns, or a charred stump.
func (th *things) burning(r *stage, b tile.Block, state uint8, g tile.Ground, h uint32, x, y int32, fx, fy float32) {
	if th.brush == nil {
		th.brush = r.brush()
	}
	at := blaze.Place{X: fx, Y: fy, Hash: h, Wind: r.wind(x, y)*0.3 + r.gusts, Ground: g, Fade: 1}
	if b == tile.Snag {
		th.prop(r, b, state, h, x, y, fx, fy)
		blaze.Smoulder(th.brush, state, at)
		return
	}
	if r.hides(fx, fy, crownReach) {
		at.Fade = crownFade
	}
	blaze.Fire(th.brush, r.treeAt(living.BurningTree(state), g, h), state, at)
}

// raisedEdge draws the upper rows of a wall once more among the things, to cover people behind it.
func (th *things) raisedEdge(r *stage, w atlas.Wall, x, y int32, vx, vy float32) {
	for q := range 2 {
		dx := int32(q)*2 - 1
		s := atlas.ShapeOf(false, r.ground.joins(x+dx, y), false)
		v := atlas.Hash(x, y, 15+uint32(q)) % atlas.WallVariants
		if w == atlas.PlankWall {
			v = 0
		}
		r.list.Add(draw.AmongThings, vy+6, draw.Sprite{Rect: r.atlas.Land.Walls[w][q][s][v], X: vx + float32(q)*TilePixels/2, Y: vy - atlas.WallRise, Tint: draw.Plain})
	}
}

// wind returns how far the wind pushes at a place now, -1 to 1: a wave that crosses the screen.
func (r *stage) wind(x, y int32) float64 {
	if r.options.ReducedMotion {
		return 0
	}
	t := r.seconds
	wave := math.Sin(t*1.3-float64(x)*0.35-float64(y)*0.15)*0.6 + math.Sin(t*2.1-float64(x)*0.13+float64(y)*0.4)*0.4
	force := math.Abs(r.gusts)
	return wave*(0.75+1.1*force) + r.gusts*0.9*force
}

// treeAt returns the pictures of a tree that stands on g, by the chance of its tile.
func (r *stage) treeAt(b tile.Block, g tile.Ground, h uint32) *atlas.Tree {
	switch b {
	case tile.Oak:
		return &r.atlas.Trees.Oaks[h%uint32(len(r.atlas.Trees.Oaks))]
	case tile.Pine:
		set := &r.atlas.Trees.Pines[h%uint32(len(r.atlas.Trees.Pines))]
		if cold(g) {
			return &set[1]
		}
		return &set[0]
	}
	return &r.atlas.Trees.Dead
}

// hides reports whether a tall thing with its foot at (fx, fy) stands before the own player or another
// walker. reach is how high it is, in pixels.
func (r *stage) hides(fx, fy, reach float32) bool {
	behind := func(x, y float32) bool {
		return fy > y && float32(math.Abs(float64(fx-x))) < hidesBeside && fy-y < reach
	}
	if r.mine && behind(r.meX, r.meY) {
		return true
	}
	for _, f := range r.feet {
		if behind(float32(f[0]-float64(r.ox)), float32(f[1]-float64(r.oy))) {
			return true
		}
	}
	return false
}

func (th *things) tree(r *stage, b tile.Block, g tile.Ground, h uint32, x, y int32, fx, fy float32) {
	t := r.treeAt(b, g, h)
	sway := float32(math.Round(r.wind(x, y)))
	r.list.Put(draw.AmongThings, t.Trunk, fx, fy, draw.Plain)
	r.throw(t.Trunk, fx, fy, 0, false)
	r.throw(t.Crown, fx+sway, fy, 0, false)
	if t.Crown.Empty() {
		return
	}
	c := draw.Plain
	if r.hides(fx, fy, crownReach) {
		c.A = crownFade
	}
	r.list.Add(draw.AmongThings, fy, draw.Sprite{Rect: t.Crown, X: fx + sway, Y: fy, Tint: c})
	if r.full {
		// crowns are not shaded by things behind them
		r.mask.Quad(t.Mask, fx+sway, fy, draw.Tint{R: 0, G: 0, B: 1, A: 1})
	}
	if c.A == 1 {
		crownAir(r, b, h, x, y, g)
	}
}

func (th *things) door(r *stage, state uint8, x, y int32, vx, vy float32) {
	open := 0
	if state&tile.StateBit0 != 0 {
		open = 1
	}
	if r.ground.joins(x, y-1) && r.ground.joins(x, y+1) && !(r.ground.joins(x-1, y) && r.ground.joins(x+1, y)) {
		r.list.Put(draw.AmongThings, r.atlas.Blocks.DoorSide[open], vx+TilePixels/2, vy+TilePixels-1, draw.Plain)
		return
	}
	set := r.atlas.Blocks.Standing[tile.Door]
	if open == 1 {
		set = r.atlas.Blocks.Lit[tile.Door]
	}
	r.list.Put(draw.AmongThings, set[0], vx+TilePixels/2, vy+TilePixels-1, draw.Plain)
}

func (th *things) prop(r *stage, b tile.Block, state uint8, h uint32, x, y int32, fx, fy float32) {
	if b == tile.Gadget {
		drawGadget(r, grid.Tile{X: x, Y: y}, state, fx, fy)
		return
	}
	set := r.atlas.Blocks.Standing[b]
	if (state&tile.StateBit0 != 0 || b == tile.Handle && grasped(r, x, y)) && len(r.atlas.Blocks.Lit[b]) > 0 {
		set = r.atlas.Blocks.Lit[b]
	}
	if len(set) == 0 {
		return
	}
	v := h % uint32(len(set))
	switch b {
	case tile.Torch, tile.Hearth, tile.Furnace: // frames, not variants
		v = (h + uint32(r.seconds*7)) % uint32(len(set))
	case tile.Portal:
		v = porthole.Frame(r.seconds, r.options.ReducedMotion, len(set))
		if scene, ok := porthole.Doorway(b, state); ok {
			th.vistaAt(r, scene, x, y, fx, fy)
		}
	case tile.MatchBoard:
		th.vistaAt(r, Arena, x, y, fx, fy)
	case tile.Sapling:
		v = min(uint32(state&15)/2, 1)
	case tile.Wire:
		v = wireMask(r, x, y)
	case tile.Rail:
		v = railMask(r, x, y)
	case tile.Wheat:
		v = min(uint32(state)/2, uint32(len(set)-1))
	case tile.Flood:
		v = min(uint32(state)/3, atlas.PuddleLevels-1)
	case tile.Rotor:
		v = uint32(state / tile.RotorBack & 1)
	case tile.Conveyor:
		v = uint32(tile.HeadingOf(state))*atlas.BeltFrames + uint32(r.seconds*8)%atlas.BeltFrames
	default:
		if tile.Oriented(b) {
			v = uint32(tile.HeadingOf(state))
		}
	}
	s := draw.Sprite{Rect: set[v], X: fx, Y: fy, Tint: draw.Plain}
	if tall := float32(set[v].H); tall >= tallFrom && r.hides(fx, fy, tall) {
		s.Tint.A = crownFade
	}
	switch b {
	case tile.Tuft, tile.Flower, tile.Reed, tile.Flax:
		s.Shear = float32(math.Round(r.wind(x, y)*1.2)) + r.bend(s.X, s.Y)
	case tile.Bed, tile.Table, tile.Fence, tile.Bench:
		s.Y += 1
	case tile.Bush, tile.BerryBush, tile.Boulder, tile.Stump, tile.Mushroom, tile.Shell: // some are mirrored
		if h>>16&1 == 1 {
			s.ScaleX, s.ScaleY = -1, 1
		}
	}
	if k := th.squash(r, x, y); k != 1 && s.ScaleX == 0 {
		s.ScaleX, s.ScaleY = k, 2-k
	}
	if flat(b) {
		r.list.Add(draw.OnWater, fy, s)
		return
	}
	r.list.Add(draw.AmongThings, fy, s)
	if b.Info().Height > 0 {
		r.throw(s.Rect, s.X, s.Y, 0, s.ScaleX < 0)
	}
}

// bend returns how far grass at (x, y) of the view bends away from the nearest walker.
func (r *stage) bend(x, y float32) float32 {
	for _, f := range r.feet {
		dx, dy := x+float32(float64(r.ox)-f[0]), y+float32(float64(r.oy)-f[1])
		if d := dx*dx + dy*dy*2; d < bendReach*bendReach {
			k := 1 - float32(math.Sqrt(float64(d)))/bendReach
			if dx < 0 {
				k = -k
			}
			return float32(math.Round(float64(k * bendPixels)))
		}
	}
	return 0
}

// grasped reports whether a player holds the handle at (x, y): the player's state tells, the tile does not.
func grasped(r *stage, x, y int32) bool {
	if r.ground.world == nil {
		return false
	}
	players := r.ground.world.Players()
	for i := range players {
		if p := &players[i]; p.Action == entity.Holding && p.DigTile.X == x && p.DigTile.Y == y {
			return true
		}
	}
	return false
}
