package chart

import (
	"math"

	"manyhold/game/grid"
)

// The zooms: on the nearest, a tile has 16 dots of the map along each side; on the farthest, a dot has 8
// tiles.
const (
	nearest, farthest = 4, -3
	// first is the zoom with which the map opens: two dots to a tile.
	first = 1
)

// view is which part of the world is shown, in dots: the pixels of the map.
type view struct {
	x, y float64 // the middle, in tiles
	zoom int     // 2^zoom dots to a tile
	w, h int     // in dots
}

// scale returns how many dots a tile has along each side.
func (v *view) scale() float64 { return math.Ldexp(1, v.zoom) }

// corner returns the dot of the world at the north-west corner of the view.
func (v *view) corner() (x, y int) {
	k := v.scale()
	return int(math.Floor(v.x*k)) - v.w/2, int(math.Floor(v.y*k)) - v.h/2
}

// dot returns where the middle of a tile is in the view.
func (v *view) dot(t grid.Tile) (x, y int) {
	k := v.scale()
	x0, y0 := v.corner()
	return int(math.Floor((float64(t.X)+0.5)*k)) - x0, int(math.Floor((float64(t.Y)+0.5)*k)) - y0
}

// tile returns the tile at a dot of the view.
func (v *view) tile(x, y int) grid.Tile {
	x0, y0 := v.corner()
	return grid.Tile{X: down(x0+x, v.zoom), Y: down(y0+y, v.zoom)}
}

// down returns the tile of a dot of the world, by its coordinate.
func down(dot, zoom int) int32 {
	if zoom >= 0 {
		return int32(dot >> zoom)
	}
	return int32(dot << -zoom)
}

// zoomAt zooms by a step; the place at a dot of the view stays where it is.
func (v *view) zoomAt(by, x, y int) (moved bool) {
	to := min(max(v.zoom+by, farthest), nearest)
	if to == v.zoom {
		return false
	}
	k, n := v.scale(), math.Ldexp(1, to)
	dx, dy := float64(x-v.w/2), float64(y-v.h/2)
	v.x, v.y = v.x+dx/k-dx/n, v.y+dy/k-dy/n
	v.zoom = to
	return true
}

// pan moves the view by dots.
func (v *view) pan(dx, dy float64) {
	k := v.scale()
	v.x, v.y = v.x+dx/k, v.y+dy/k
}

// margin is how far beyond the land that was seen the view goes, in dots.
const margin = 120

// keep lets the middle of the view stay within a rectangle of land.
func (v *view) keep(least, most grid.Tile) {
	m := margin / v.scale()
	v.x = min(max(v.x, float64(least.X)-m), float64(most.X)+m)
	v.y = min(max(v.y, float64(least.Y)-m), float64(most.Y)+m)
}

// bars is how many dots the bars over the map take of its height.
const bars = topBar + footBar

// fit shows a whole rectangle of land, as near as it fits.
func (v *view) fit(least, most grid.Tile) {
	v.x, v.y = (float64(least.X)+float64(most.X))/2, (float64(least.Y)+float64(most.Y))/2
	for v.zoom = nearest; v.zoom > farthest; v.zoom-- {
		k := v.scale()
		if float64(most.X-least.X)*k <= float64(v.w) && float64(most.Y-least.Y)*k <= float64(v.h)-bars {
			return
		}
	}
}
