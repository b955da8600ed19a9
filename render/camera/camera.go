// Package camera is the part of the world that a window shows: it follows, leans towards the cursor, and
// shakes.
package camera

import (
	"math"

	"manyhold/game/fixed"
)

const (
	// TilePixels is the side of a tile in picture pixels.
	TilePixels = 16
	// TickSeconds is the length of one Update.
	TickSeconds = 1.0 / 60
	// followSeconds is the time in which the camera covers most (1 − 1/e) of the way to its aim.
	followSeconds = 0.12
	// leanTiles is how far the camera leans towards the cursor at the window's edge.
	leanTiles = 1.5
	// shakePixels is the most that the camera is thrown about, in picture pixels.
	shakePixels = 3.0
	// snapTiles is the distance beyond which the camera jumps instead of following: a journey, not a walk.
	snapTiles = 12.0
)

// zooms are the heights of the view that the wheel steps through, in tiles.
var zooms = [...]int{12, 15, 20}

// Camera is the part of the world that the window shows. Screen coordinates are window pixels from the upper
// left corner of Draw's destination; world coordinates are tiles.
type Camera struct {
	x, y         float64 // middle of the view, in tiles
	aimX, aimY   float64
	leanX, leanY float64 // -1 to 1 across the window
	placed       bool
	still        bool // no lean and no shake: reduced motion
	shaking      bool // shake is allowed
	shake        float64
	phase        float64
	tilesHigh    int
	width        int // window pixels
	height       int
}

// New returns a camera of 15 tiles: still is one that neither leans nor shakes.
func New(still, shake bool) Camera {
	return Camera{still: still, shaking: shake && !still, tilesHigh: 15, width: 1280, height: 720}
}

// Scale returns the window pixels per picture pixel: a whole number, at least 1.
func (c *Camera) Scale() int {
	return max(1, int(math.Round(float64(c.height)/float64(c.tilesHigh*TilePixels))))
}

// Size returns the size of the window in pixels, as of the last Draw.
func (c *Camera) Size() (width, height int) { return c.width, c.height }

// Centre returns the place in the middle of the window.
func (c *Camera) Centre() fixed.Vec { return ToVec(c.x, c.y) }

// ToScreen returns where p is in the window; it may lie outside.
func (c *Camera) ToScreen(p fixed.Vec) (x, y float64) {
	k := float64(c.Scale() * TilePixels)
	cx, cy := c.Snapped()
	return (ToFloat(p.X)-cx)*k + float64(c.width)/2, (ToFloat(p.Y)-cy)*k + float64(c.height)/2
}

// ToWorld returns the place that is shown at (x, y) in the window.
func (c *Camera) ToWorld(x, y float64) fixed.Vec {
	k := float64(c.Scale() * TilePixels)
	cx, cy := c.Snapped()
	return ToVec((x-float64(c.width)/2)/k+cx, (y-float64(c.height)/2)/k+cy)
}

// Zoom returns the height of the view in tiles: 12, 15 or 20.
func (c *Camera) Zoom() int { return c.tilesHigh }

// SetZoom sets the height of the view to the nearest of 12, 15 and 20 tiles.
func (c *Camera) SetZoom(tilesHigh int) {
	best := zooms[0]
	for _, z := range zooms {
		if abs(z-tilesHigh) < abs(best-tilesHigh) {
			best = z
		}
	}
	c.tilesHigh = best
}

// ZoomBy steps through the zooms: out when steps is positive, as when the wheel turns towards the user.
func (c *Camera) ZoomBy(steps int) {
	for i, z := range zooms {
		if z == c.tilesHigh {
			c.tilesHigh = zooms[min(max(i+steps, 0), len(zooms)-1)]
			return
		}
	}
}

// SetCursor tells the camera where the cursor is, in window pixels; it leans a little that way.
func (c *Camera) SetCursor(x, y float64) {
	c.leanX = clamp(2*x/float64(max(c.width, 1))-1, -1, 1)
	c.leanY = clamp(2*y/float64(max(c.height, 1))-1, -1, 1)
}

// Follow sets the place that the camera moves to during the next updates. The first call, and one
// far away, jump there.
func (c *Camera) Follow(p fixed.Vec) {
	c.aimX, c.aimY = ToFloat(p.X), ToFloat(p.Y)
	if !c.placed || math.Hypot(c.aimX-c.x, c.aimY-c.y) > snapTiles {
		c.x, c.y, c.placed = c.aimX, c.aimY, true
	}
}

// Jump puts the camera at p at once.
func (c *Camera) Jump(p fixed.Vec) {
	c.placed = false
	c.Follow(p)
}

// Shake throws the camera about for a quarter of a second; strength 1 is the most.
func (c *Camera) Shake(strength float64) {
	if c.shaking {
		c.shake = max(c.shake, clamp(strength, 0, 1))
	}
}

// Update advances the camera by one tick.
func (c *Camera) Update() {
	tx, ty := c.aimX, c.aimY
	if !c.still {
		tx += c.leanX * leanTiles
		ty += c.leanY * leanTiles
	}
	k := 1 - math.Exp(-TickSeconds/followSeconds)
	c.x += (tx - c.x) * k
	c.y += (ty - c.y) * k
	c.phase += TickSeconds
	c.shake = max(0, c.shake-4*TickSeconds)
}

// Set changes what New was told.
func (c *Camera) Set(still, shake bool) { c.still, c.shaking = still, shake && !still }

// Forget lets the next Follow jump.
func (c *Camera) Forget() { c.placed = false }

// Resize tells the camera the size of the window in pixels.
func (c *Camera) Resize(w, h int) { c.width, c.height = w, h }

// Snapped returns the middle of the view on the grid of window pixels, shaken.
func (c *Camera) Snapped() (x, y float64) {
	k := float64(c.Scale() * TilePixels)
	x, y = c.x, c.y
	if c.shake > 0 {
		a := c.shake * c.shake * shakePixels / TilePixels
		x += a * math.Sin(c.phase*61)
		y += a * math.Cos(c.phase*47)
	}
	return math.Round(x*k) / k, math.Round(y*k) / k
}

// ToFloat is a coordinate in tiles.
func ToFloat(q fixed.Q) float64 { return float64(q) / fixed.One }

// ToVec is the place at coordinates in tiles.
func ToVec(x, y float64) fixed.Vec {
	return fixed.Vec{X: fixed.Q(math.Round(x * fixed.One)), Y: fixed.Q(math.Round(y * fixed.One))}
}

func clamp(v, lo, hi float64) float64 { return min(max(v, lo), hi) }

func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}
