package audio

import (
	"math"

	"manyhold/audio/mixer"
	"manyhold/audio/synth"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
)

const (
	around     = 12           // how far the surroundings are looked at, in tiles
	aroundSide = 2*around + 1 // one row of them is looked at per frame

	fullShore  = 40             // tiles of water near by that are as loud as it gets
	fullGreen  = aroundSide * 8 // tiles of green that hold as many crickets as one hears
	fullWood   = 30             // trees that hold as many birds as one hears
	birdsEvery = 3.0            // seconds between songs at dawn, on average, when there are as many
	frameTime  = 1.0 / 60       // seconds
)

// The keys of the loops. Those of crates are their ids, which are hashes: a clash is as good as impossible,
// and would only make one sound glide into the other.
const (
	windKey = 0xa3b1e<<40 + iota
	shoreKey
	cricketKey
	fireKey
	rainKey
)

// surroundings counts the tiles around the ears, gathered row by row.
type surroundings struct {
	water   float64 // tiles of water, near ones counting more
	waterX  float64 // where it is: the sum of its distances to the east, weighted alike
	green   int
	rock    int // solid rock, which cannot be walked on
	trees   int
	tree    grid.Tile // any of them
	fire    grid.Tile // the nearest
	fireFar int32     // its squared distance; 0: none
	roofed  bool
	known   bool
}

// look gathers one row around the ears, and begins anew when it was the last.
func (h *hearing) look(s *Scene, ears fixed.Vec) {
	if h.row == 0 {
		h.next = surroundings{}
	}
	dy := h.row - around
	centre := grid.TileAt(ears)
	for dx := int32(-around); dx <= around; dx++ {
		t := centre.Add(dx, dy)
		g, b, state, ok := s.World.TileAt(t)
		if ok {
			h.next.add(h, t, dx, dy, g, b, state)
		}
	}
	if h.row++; h.row == aroundSide {
		h.row, h.around = 0, h.next
		h.around.known = true
	}
}

func (n *surroundings) add(h *hearing, t grid.Tile, dx, dy int32, g tile.Ground, b tile.Block, state uint8) {
	far := dx*dx + dy*dy
	switch {
	case g == tile.Water || g == tile.DeepWater:
		w := 1 / (1 + float64(far)/16)
		n.water += w
		n.waterX += w * float64(dx)
	case g == tile.Grass || g == tile.Moss:
		n.green++
	}
	switch b {
	case tile.Cliff, tile.CoalOre, tile.CopperOre, tile.CrystalOre, tile.EmberOre:
		n.rock++
	case tile.Oak, tile.Pine, tile.DeadTree:
		n.trees++
		if h.random()%uint64(n.trees) == 0 { // each of them with the same chance
			n.tree = t
		}
	case tile.Hearth, tile.Torch, tile.Beacon, tile.Fire:
		if tile.Emits(b, state) > 0 && (n.fireFar == 0 || far < n.fireFar) {
			n.fire, n.fireFar = t, max(far, 1)
		}
	}
	if far == 0 {
		n.roofed = g.Info().Roofed
	}
}

// ambience adds the loops of the place and the hour, and lets birds sing.
func (h *hearing) ambience(s *Scene, ears fixed.Vec) {
	a := &h.around
	if !a.known {
		return
	}
	indoors := 1.0
	if a.roofed {
		indoors = 0.35
	}
	night, dawn := nightAt(hour(s.Tick)), dawnAt(hour(s.Tick))
	h.loop(shoreKey, synth.Shore, indoors*min(a.water/fullShore, 1), pan(a), a.roofed)
	h.loop(cricketKey, synth.Crickets, indoors*night*min(float64(a.green)/fullGreen, 1), 0.2, a.roofed)
	if a.fireFar > 0 {
		n := mixer.Note{Sound: synth.Fire, Gain: 1}
		if place(&n, s.World, ears, a.fire.Centre()) {
			h.loops = append(h.loops, mixer.Loop{Key: fireKey, Note: n})
		}
	}
	chance := dawn * min(float64(a.trees)/fullWood, 1) * frameTime / birdsEvery
	if h.unit() < chance {
		h.at(s, ears, a.tree.Centre(), mixer.Note{Sound: synth.Bird, Gain: 1})
	}
}

func (h *hearing) loop(key uint64, s synth.Sound, gain, pan float64, muffle bool) {
	if gain > 0.02 {
		h.loops = append(h.loops, mixer.Loop{Key: key, Note: mixer.Note{Sound: s, Gain: float32(gain), Pan: float32(pan), Muffle: muffle}})
	}
}

// pan is the side on which the water lies, never wholly: water is wide.
func pan(a *surroundings) float64 {
	if a.water == 0 {
		return 0
	}
	return min(max(a.waterX/a.water/around, -0.7), 0.7)
}

// nightAt is 1 in the night and 0 by day, with an hour of dusk and of dawn in between.
func nightAt(hour float64) float64 {
	return math.Max(slope(hour, 18.5, 20), 1-slope(hour, 4.5, 5.5))
}

// dawnAt is how much the birds sing: 1 at dawn, a little all day, never at night.
func dawnAt(hour float64) float64 {
	return slope(hour, 4.5, 5.5)*(1-0.85*slope(hour, 7.5, 9)) - 0.15*slope(hour, 18, 19)
}

func slope(x, from, to float64) float64 { return min(max((x-from)/(to-from), 0), 1) }
