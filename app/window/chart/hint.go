package chart

import (
	"slices"

	"manyhold/game/grid"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// This file tells where land is and where water, in regions that the player has not seen but that are near
// known land: a coast that is drawn by hearsay.

const (
	// hearsay is how far from known land the coast is drawn, in regions; hearsayTiles from the middle of a
	// region that was seen in part, in tiles, and up to hearsayStray more.
	hearsay                    = 2
	hearsayTiles, hearsayStray = 110, 48
	// mostHints is how many regions are remembered, and hintsAtOnce how many are asked for in a look around:
	// each takes a fraction of a millisecond.
	mostHints, hintsAtOnce = 4096, 40
)

// hints are the hearsay about regions, by region.
type hints struct {
	land map[grid.Region]uint16
	due  []grid.Region          // are asked for: none of them is in land
	told map[grid.Region]uint16 // the squares near what was seen
	of   uint64                 // the edition of told
}

// Hint returns the squares of a region near known land that are told of, and those of them that are land: see
// model.Map.Hint.
func (c *Chart) Hint(r grid.Region) (land, told uint16) {
	h := &c.hints
	if h.of != c.edition {
		h.told, h.of = map[grid.Region]uint16{}, c.edition
	}
	told, ok := h.told[r]
	if !ok {
		told = c.toldOf(r)
		h.told[r] = told
	}
	if told == 0 {
		return 0, 0
	}
	if land, ok = h.land[r]; !ok {
		if len(h.due) < hintsAtOnce && len(h.land) < mostHints && !slices.Contains(h.due, r) {
			h.due = append(h.due, r)
		}
		return 0, 0
	}
	return land, told
}

// toldOf returns the squares of a region that are near land that was seen.
func (c *Chart) toldOf(r grid.Region) (told uint16) {
	for dy := int32(-hearsay); dy <= hearsay; dy++ {
		for dx := int32(-hearsay); dx <= hearsay; dx++ {
			o := grid.Region{X: r.X + dx, Y: r.Y + dy}
			if c.seen[o] == 0 {
				continue
			}
			for n := range int32(model.Hints * model.Hints) {
				x, y := middleOf(n)
				ex, ey := dx*grid.RegionSide+grid.RegionSide/2-x, dy*grid.RegionSide+grid.RegionSide/2-y
				stray := uint32(r.X*model.Hints+n%model.Hints)*0x9E3779B1 ^ uint32(r.Y*model.Hints+n/model.Hints)*0x85EBCA77
				far := int32(hearsayTiles) + int32(stray>>16)%hearsayStray
				if ex*ex+ey*ey <= far*far {
					told |= 1 << n
				}
			}
		}
	}
	return told
}

// middleOf returns the middle of a square of a region, in tiles.
func middleOf(n int32) (x, y int32) {
	return n%model.Hints*model.HintSide + model.HintSide/2, n/model.Hints*model.HintSide + model.HintSide/2
}

// hear asks for the hints that were missing.
func (c *Chart) hear() {
	h := &c.hints
	for _, r := range h.due {
		var land uint16
		for n := range int32(model.Hints * model.Hints) {
			at := r.Local().Tile(0).Add(middleOf(n))
			if b := terrain.BiomeAt(world.SceneSeed(c.seed, r.Scene()), at); b != terrain.Ocean {
				land |= 1 << n
			}
		}
		h.land[r] = land
	}
	h.due = h.due[:0]
}
