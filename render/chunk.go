package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/atlas"
	"manyhold/render/draw"
)

const (
	chunkTiles  = 32
	chunkPixels = chunkTiles * TilePixels
	chunkBits   = 5
	// The ground cache is one image of slots, so that all chunks on the screen go in one call.
	slotColumns = 4
	slotRows    = 3
	slotCount   = slotColumns * slotRows
	// maxRebuilds is the most chunks that are redrawn in a frame; the rest keeps its old face until its turn.
	// Where most have no face, because the camera jumped, all are drawn at once.
	maxRebuilds = 2
)

// chunkKey names a chunk: tile coordinates divided by 32, in the world that is shown or in an arena beside
// it.
type chunkKey struct {
	x, y  int32
	arena uint8 // its scene; 0: the world
}

// slot is a chunk in the cache.
type slot struct {
	key    chunkKey
	filled bool
	print  uint64 // of the tiles that it was drawn from, those around it included
	used   uint64 // frame in which it was last shown
	water  bool   // it has holes
}

// chunks is the cache of ground pictures.
type chunks struct {
	image *ebiten.Image
	part  [slotCount]*ebiten.Image
	slots [slotCount]slot
	frame uint64
	batch draw.Batch
	draw  draw.Batch
	paint groundPainter
}

func newChunks(a *atlas.Atlas) *chunks {
	c := &chunks{paint: groundPainter{atlas: a}}
	c.image = ebiten.NewImageWithOptions(image.Rect(0, 0, slotColumns*chunkPixels, slotRows*chunkPixels), &ebiten.NewImageOptions{Unmanaged: true})
	for n := range c.part {
		c.part[n] = c.image.SubImage(slotBounds(n)).(*ebiten.Image)
	}
	return c
}

func slotBounds(n int) image.Rectangle {
	x, y := n%slotColumns*chunkPixels, n/slotColumns*chunkPixels
	return image.Rect(x, y, x+chunkPixels, y+chunkPixels)
}

// find returns the slot of a chunk, or -1.
func (c *chunks) find(k chunkKey) int {
	for n := range c.slots {
		if c.slots[n].filled && c.slots[n].key == k {
			return n
		}
	}
	return -1
}

// oldest returns the slot that was shown longest ago.
func (c *chunks) oldest() int {
	best := 0
	for n := range c.slots {
		if !c.slots[n].filled {
			return n
		}
		if c.slots[n].used < c.slots[best].used {
			best = n
		}
	}
	return best
}

// fingerprint mixes all tiles of a chunk and the ring around it on which its picture depends.
func (c *chunks) fingerprint(g *ground, k chunkKey) uint64 {
	const ring = 2 // how far rock looks for the open
	h := uint64(1469598103934665603)
	for y := k.y<<chunkBits - ring; y < (k.y+1)<<chunkBits+ring; y++ {
		for x := k.x<<chunkBits - ring; x < (k.x+1)<<chunkBits+ring; x++ {
			gr, b, s := g.tile(x, y)
			h = (h ^ (uint64(gr) | uint64(b)<<8 | uint64(s)<<16)) * 1099511628211
		}
	}
	return h
}

// rectangle is a range of tiles or pixels: from (x0, y0) up to, not including, (x1, y1).
type rectangle struct{ x0, y0, x1, y1 int32 }

// show brings the chunks of the tiles in view up to date and adds them to the drawing; ox and oy are the
// picture pixel of the world at the view's upper left corner. It returns the draw calls spent, the chunks
// redrawn and whether any water is in view.
func (c *chunks) show(sheet *ebiten.Image, g *ground, view rectangle, ox, oy int64) (calls, rebuilt int, water bool) {
	c.frame++
	c.draw.Reset()
	most := c.budget(view, g.arena)
	for y := view.y0 >> chunkBits; y <= (view.y1-1)>>chunkBits; y++ {
		for x := view.x0 >> chunkBits; x <= (view.x1-1)>>chunkBits; x++ {
			k := chunkKey{x, y, g.arena}
			n := c.find(k)
			print := c.fingerprint(g, k)
			if n < 0 || c.slots[n].print != print {
				if rebuilt < most {
					if n < 0 {
						n = c.oldest()
					}
					calls += c.rebuild(n, k, print, sheet, g)
					rebuilt++
				}
			}
			if n < 0 {
				water = true // not drawn yet: the sea shows for a frame
				continue
			}
			c.slots[n].used = c.frame
			water = water || c.slots[n].water
			b := slotBounds(n)
			r := atlas.Rect{X: int16(b.Min.X), Y: int16(b.Min.Y), W: chunkPixels, H: chunkPixels}
			c.draw.Quad(r, float32(int64(x)<<chunkBits*TilePixels-ox), float32(int64(y)<<chunkBits*TilePixels-oy), draw.Plain)
		}
	}
	return calls, rebuilt, water
}

// budget returns how many chunks of the tiles in view may be redrawn in this frame.
func (c *chunks) budget(view rectangle, arena uint8) int {
	all, missing := 0, 0
	for y := view.y0 >> chunkBits; y <= (view.y1-1)>>chunkBits; y++ {
		for x := view.x0 >> chunkBits; x <= (view.x1-1)>>chunkBits; x++ {
			if all++; c.find(chunkKey{x, y, arena}) < 0 {
				missing++
			}
		}
	}
	if 2*missing > all {
		return max(missing, maxRebuilds)
	}
	return maxRebuilds
}

func (c *chunks) rebuild(n int, k chunkKey, print uint64, sheet *ebiten.Image, g *ground) (calls int) {
	b := slotBounds(n)
	c.batch.Reset()
	water := c.paint.chunk(&c.batch, g, k, float32(b.Min.X), float32(b.Min.Y))
	c.slots[n] = slot{key: k, filled: true, print: print, used: c.frame, water: water}
	c.part[n].Clear()
	return 1 + c.batch.Draw(c.part[n], sheet, ebiten.BlendSourceOver)
}

// forget empties the cache when another world is shown.
func (c *chunks) forget() { c.slots = [slotCount]slot{} }
