// Package blaze draws what burns and what a fire has left: flames that climb a tree, which chars and loses
// its crown, smoke that drifts with the wind, sparks, and charred stumps that go on smoking.
//
// Nothing of it is kept from frame to frame: a puff of smoke is where its age says. So a fire looks the same
// to somebody who comes later.
package blaze

import (
	"math"

	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/palette"
)

const (
	// treeTop is how high flames stand in a burning tree, and wallTop at a burning wall, in pixels.
	treeTop, wallTop = 28, 12
	// tongues is the most flames over each other.
	tongues = 10
	// puffs are how many puffs of smoke are over a tree, a plant and a charred stump, and puffRise how high
	// they rise, in pixels.
	treePuffs, plantPuffs, snagPuffs = 14, 4, 3
	puffRise                         = 46
	// drift is how far a full wind carries a puff in its life, in pixels, and sway a wave of air.
	drift, sway = 40, 5
	// crownFrom and crownGone are which part of its fuel a tree has burnt when its crown begins to go and
	// when it is gone.
	crownFrom, crownGone = 0.45, 0.9
	// golden spreads the ages of puffs evenly, however many there are.
	golden = 0x9E37
)

// Place is where a thing burns.
type Place struct {
	X, Y   float32     // its foot, in pixels of the view
	Hash   uint32      // chance of the tile
	Wind   float64     // -1 to 1, eastwards when positive
	Ground tile.Ground // on which it stands
	Fade   float32     // opacity of what is tall
}

// Fire adds a burning tile. tree is the picture of the tree that burns, if one does.
func Fire(p *dusk.Brush, tree *atlas.Tree, state uint8, at Place) {
	c, g := living.Height(state)
	climbed, gone := float32(c)/255, float32(g)/255
	left, _ := living.BurntTo(state)
	switch {
	case left == tile.Snag:
		char(p, tree, gone, at)
		flames(p, treeTop, climbed, gone, at)
		smoke(p, treePuffs, 8+14*climbed, 1, at)
	case state&^(living.BurnTime|living.BurnTree) != 0: // a wall, or a dead tree
		if at.Ground == tile.WoodFloor {
			k := 1 - 0.7*gone
			p.List.Add(draw.AmongThings, at.Y, draw.Sprite{Rect: p.Atlas.Icons[item.WoodWall], X: at.X, Y: at.Y - 5, Tint: draw.Tint{R: k, G: k * 0.85, B: k * 0.8, A: 1}})
		} else {
			char(p, &p.Atlas.Trees.Dead, gone, at)
		}
		flames(p, wallTop, climbed, gone, at)
		smoke(p, treePuffs, 12, 1, at)
	default:
		flames(p, 0, 0, 0, at)
		smoke(p, plantPuffs, 8, 0.7, at)
	}
}

// char adds a tree that burns: it darkens, and its crown shrinks away.
func char(p *dusk.Brush, tree *atlas.Tree, gone float32, at Place) {
	k := 1 - 0.75*gone
	p.List.Put(draw.AmongThings, tree.Trunk, at.X, at.Y, draw.Tint{R: k, G: k * 0.9, B: k * 0.9, A: 1})
	if tree.Crown.Empty() || gone >= crownGone {
		return
	}
	size, alpha := float32(1), at.Fade
	if gone > crownFrom {
		rest := (crownGone - gone) / (crownGone - crownFrom)
		size, alpha = 0.7+0.3*rest, at.Fade*(0.35+0.65*rest)
	}
	// leaves turn brown before they turn black
	c := draw.Tint{R: 1 - 0.6*gone, G: max(0.2, 1-1.5*gone), B: max(0.2, 1-1.6*gone), A: alpha}
	p.List.Add(draw.AmongThings, at.Y+0.1, draw.Sprite{Rect: tree.Crown, X: at.X, Y: at.Y, ScaleX: size, ScaleY: size, Tint: c})
}

// flames adds a flame at the foot, others up to where they have climbed, and the light of the upper ones.
func flames(p *dusk.Brush, top, climbed, gone float32, at Place) {
	set := p.Atlas.Blocks.Standing[tile.Fire]
	lean := float32(at.Wind)
	n := 1
	if top > 0 {
		n += int(climbed * (tongues - 1))
	}
	for k := range n {
		h := at.Hash>>k ^ uint32(k)*0x9E3779B9
		up := float32(0)
		if n > 1 {
			up = top * climbed * float32(k) / float32(n-1)
		}
		pulse := float32(math.Sin(p.Seconds*(6+float64(h&3)) + float64(h>>2&7)))
		size := 0.95 + 0.12*pulse
		if k > 0 { // narrower upwards, and low again when the fuel is gone
			size = (0.85 - 0.25*float32(k)/float32(n) + 0.15*pulse) * (1 - 0.5*gone)
		}
		x := at.X + float32(int(h>>5%15)-7)*min(1, up/12) + lean*up*0.25
		frame := (h + uint32(p.Seconds*9)) % uint32(len(set))
		s := draw.Sprite{Rect: set[frame], X: float32(math.Round(float64(x))), Y: at.Y - up, ScaleX: size, ScaleY: size * (1 + 0.15*climbed), Tint: draw.Fade(at.Fade)}
		p.List.Add(draw.AmongThings, at.Y+0.2+float32(k)/100, s)
	}
	if climbed > 0 {
		p.Halo(at.X, at.Y-top*climbed*0.6, 0.5+0.9*climbed*(1-0.5*gone), palette.Fire2, 0.3)
	}
	sparks(p, top, climbed, at)
}

// sparks adds embers that fly up and are carried off.
func sparks(p *dusk.Brush, top, climbed float32, at Place) {
	for k := range uint32(1 + int(climbed*4)) {
		age, h := phase(p.Seconds, 0.7+0.1*float64(at.Hash>>k&3), at.Hash+k*golden)
		x := at.X + float32(int(h%9)-4) + float32(float64(age)*at.Wind*drift*0.8+math.Sin(float64(age)*9+float64(h&7))*3)
		y := at.Y - 6 - top*climbed*0.7 - age*26
		c := palette.Fire3
		if age < 0.3 {
			c = palette.Fire4
		}
		p.List.Add(draw.Above, y, draw.Sprite{Rect: dot(p, c), X: x, Y: y, ScaleX: 0.5, ScaleY: 0.5, Tint: draw.Fade(min(1, (1-age)*2))})
	}
}

// Smoulder adds the smoke of a charred stump whose fire has just gone out.
func Smoulder(p *dusk.Brush, state uint8, at Place) {
	if state>>living.StumpShift == 0 {
		smoke(p, snagPuffs, 5, 0.55, at)
	}
}

// smoke adds puffs that rise from so many pixels over the foot, grow, drift and fade.
func smoke(p *dusk.Brush, puffs uint32, from, thick float32, at Place) {
	for k := range puffs {
		age, h := phase(p.Seconds, 2.6, at.Hash+k*golden)
		x := float64(at.X) + float64(int(h%9)-4) + float64(age)*at.Wind*drift + math.Sin(float64(age)*5+float64(h>>4&7))*sway*float64(age)
		y := at.Y - from - age*puffRise
		c := palette.Stone0
		if h>>8&3 == 0 {
			c = palette.Ink3
		}
		if age > 0.5 {
			c = palette.Stone1
		}
		size := float32(math.Round(float64(3 + 6*age)))
		alpha := min(1, 1.3*thick*min(1, age*6)*(1-age))
		for n, r := range [2]float32{size, size * 0.66} { // two bars make it round
			w, h := r, size*1.66-r
			s := draw.Sprite{Rect: dot(p, c), X: float32(math.Round(x)), Y: float32(math.Round(float64(y))), ScaleX: w / 2, ScaleY: h / 2, Tint: draw.Fade(alpha * (1 - 0.35*float32(n)))}
			p.List.Add(draw.Above, at.Y, s)
		}
	}
}

// phase returns how old something is now that begins again every span seconds, 0 to 1, and its chance, which
// is another one each time.
func phase(seconds, span float64, h uint32) (age float32, chance uint32) {
	t := seconds/span + float64(h&0xFFFF)/0x10000
	life := math.Floor(t)
	chance = (h ^ uint32(life)*0x85EBCA6B) * 0xC2B2AE35
	return float32(t - life), chance ^ chance>>15
}

// dot returns a square of two pixels of one colour, its foot in the middle.
func dot(p *dusk.Brush, c palette.Index) atlas.Rect {
	d := p.Atlas.Shapes.Dot[c]
	return atlas.Rect{X: d.X + 1, Y: d.Y + 1, W: 2, H: 2, AX: 1, AY: 1}
}
