package chart

import (
	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// This file tells of land that nobody has seen yet, but that lies near what was seen, where it is land and
// where water: a coast that is drawn by hearsay.

const (
	// hearsay is how far from what was seen the coast is drawn, in regions.
	hearsay = 2
	// mostHints is how many regions are remembered, and hintsAtOnce how many are asked for in a look around:
	// each takes a fraction of a millisecond.
	mostHints, hintsAtOnce = 4096, 12
)

// hints are what is told of regions, by region.
type hints struct {
	land map[grid.Region]uint16
	due  []grid.Region // are asked for
}

// Hint returns where a region near what was seen is land, as model.Map.Hint says it.
func (c *Chart) Hint(r grid.Region) (land uint16, ok bool) {
	h := &c.hints
	if land, ok = h.land[r]; ok || len(h.land) >= mostHints {
		return land, ok
	}
	for dy := int32(-hearsay); dy <= hearsay; dy++ {
		for dx := int32(-hearsay); dx <= hearsay; dx++ {
			if c.seen[grid.Region{X: r.X + dx, Y: r.Y + dy}] != 0 {
				if len(h.due) < hintsAtOnce {
					h.due = append(h.due, r)
				}
				return 0, false
			}
		}
	}
	return 0, false
}

// hear asks for the hints that were missing.
func (c *Chart) hear() {
	h := &c.hints
	if h.land == nil {
		h.land = map[grid.Region]uint16{}
	}
	for _, r := range h.due {
		if _, known := h.land[r]; known {
			continue
		}
		var land uint16
		for n := range int32(model.Hints * model.Hints) {
			at := r.Local().Tile(0).Add(n%model.Hints*model.HintSide+model.HintSide/2, n/model.Hints*model.HintSide+model.HintSide/2)
			if b := terrain.BiomeAt(world.SceneSeed(c.seed, r.Scene()), at); b != terrain.Ocean {
				land |= 1 << n
			}
		}
		h.land[r] = land
	}
	h.due = h.due[:0]
}
