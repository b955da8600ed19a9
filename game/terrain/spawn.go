package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// The place where all players begin is made, not found. Near the origin the fields are bent so that there
// is a clearing on dry land, with a shore on one side and a wood on the other, on land that extends for
// hundreds of tiles. The bent fields stay continuous, so that the bay and the wood blend into the world
// around them. No search is needed to know the spawn.

const (
	// homeJitter is how far the spawn may lie from the origin, in tiles along each axis.
	homeJitter = 24
	// shoreDistance is about how far the water is from the spawn, in tiles.
	shoreDistance = 15
	// Radii in tiles of bent fields: fully bent at the spawn, and fading outwards.
	landRadius    = 200
	bayCurve      = 200 // twice the radius of the curve of the bay, in tiles
	calmRadius    = 100 // no mountains
	mildRadius    = 170 // without snow, heath and swamp
	clearRadius   = 20  // no wood
	drainRadius   = 60  // no ponds
	woodRadius    = 24  // of the wood, about woodDistance from the spawn
	woodDistance  = 24
	riverRadius   = 44 // rivers keep off
	homeFull      = 1 << weightBits
	bearingLength = 1 << 10
)

// bearings are sixteen directions of length bearingLength.
var bearings = [16]struct{ x, y int32 }{
	{1024, 0}, {946, 392}, {724, 724}, {392, 946}, {0, 1024}, {-392, 946}, {-724, 724}, {-946, 392},
	{-1024, 0}, {-946, -392}, {-724, -724}, {-392, -946}, {0, -1024}, {392, -946}, {724, -724}, {946, -392},
}

// home is the spawn and the land around it.
type home struct {
	at           grid.Tile
	seawardX     int32 // direction of the water, of length bearingLength
	seawardY     int32
	wood         grid.Tile // middle of the wood
	bank         int32     // +1 or -1: the side of the nearest river
	hearthX      int32     // where the hearth stands from here
	hearthY      int32
	warpX, warpY int32 // of the large octaves, here
}

// Spawn returns where players of the world of that seed begin: a dry, walkable tile in a clearing, with
// an unlit Hearth within four tiles, water within thirty and a wood within forty.
func Spawn(seed uint64) grid.Tile { return homeOf(seed).at }

// homeOf derives the home of a world.
func homeOf(seed uint64) home {
	roll := chance(seed, streamHome, 0, 0)
	h := home{at: grid.Tile{
		X: int32(roll%(2*homeJitter+1)) - homeJitter,
		Y: int32(roll>>16%(2*homeJitter+1)) - homeJitter,
	}}
	// The bay opens where the land is low anyway, so that it is more often the sea than a pond.
	wide := newPatch(seed, streamHeight, heightWarped[0].cell)
	less := newPatch(seed, streamHeight, heightWarped[1].cell)
	first := int(roll >> 32 & 15)
	best, lowest := first, int32(1)<<30
	for i := range bearings {
		b := bearings[(first+i)&15]
		x, y := h.at.X+b.x/5, h.at.Y+b.y/5
		if v := wide.at(x, y) + less.at(x, y); v < lowest {
			best, lowest = (first+i)&15, v
		}
	}
	sea := bearings[best]
	h.seawardX, h.seawardY = sea.x, sea.y
	inland := bearings[(best+7+int(roll>>40%3))&15]
	h.wood = h.at.Add(inland.x*woodDistance/bearingLength, inland.y*woodDistance/bearingLength)
	beside := bearings[(best+2+int(roll>>44%5)*3)&15]
	h.hearthX, h.hearthY = beside.x*3/bearingLength, beside.y*3/bearingLength
	h.warpX, h.warpY = warpAt(seed, h.at.X, h.at.Y)
	h.bank = 1
	if riverSide(seed, h.at.X+h.warpX, h.at.Y+h.warpY) < 0 {
		h.bank = -1
	}
	return h
}

// warpAt is the warp at a tile.
func warpAt(seed uint64, x, y int32) (wx, wy int32) {
	for _, o := range warpOctaves {
		px, py := newPatch(seed, streamWarpX, o.cell), newPatch(seed, streamWarpY, o.cell)
		wx += px.at(x, y) * o.amplitude >> valueBits
		wy += py.at(x, y) * o.amplitude >> valueBits
	}
	return wx, wy
}

// riverSide returns the approximate noise of the rivers' contour, at a warped place.
func riverSide(seed uint64, x, y int32) (sum int32) {
	for _, o := range riverWarped {
		p := newPatch(seed, streamRiver, o.cell)
		sum += p.at(x, y) * o.amplitude >> valueBits
	}
	return sum
}

// fade is homeFull at distance 0 and 0 from radius on, smooth in between, for a squared distance.
func fade(squared, radius int32) int32 {
	radius *= radius
	if squared >= radius {
		return 0
	}
	w := homeFull - squared*homeFull/radius
	return w * w >> weightBits
}

// near reports whether any sample point of s is within radius of the home, along either axis.
func (h home) near(s *survey, radius int32) bool {
	west, north := s.gx<<spacingBits, s.gy<<spacingBits
	side := s.n << spacingBits
	return h.at.X+radius >= west && h.at.X-radius <= west+side && h.at.Y+radius >= north && h.at.Y-radius <= north+side
}

// bend changes the wide fields around the home.
func (h home) bend(s *survey) {
	if !h.near(s, landRadius+2*warpReach) {
		return
	}
	for j := int32(1); j < s.n-1; j++ {
		for i := int32(1); i < s.n-1; i++ {
			k := j*surveySide + i
			x, y := (s.gx+i)<<spacingBits, (s.gy+j)<<spacingBits
			dx, dy := x-h.at.X, y-h.at.Y
			squared := dx*dx + dy*dy
			// Far from the home the bent land is warped as the world is, lest one see the compass.
			calm := fade(squared, calmRadius)
			dx += mix(s.warpX[k]-h.warpX, 0, calm)
			dy += mix(s.warpY[k]-h.warpY, 0, calm)
			warped := dx*dx + dy*dy
			land := fade(warped, landRadius)
			if land == 0 {
				continue
			}
			seaward := (dx*h.seawardX + dy*h.seawardY) / bearingLength
			beside := (dx*h.seawardY - dy*h.seawardX) / bearingLength
			seaward -= beside * beside / bayCurve
			target := min(max((shoreDistance-seaward)*300, -5200), 6200) - heightRise
			s.height[k] = mix(s.height[k], target, land)
			s.relief[k] -= s.relief[k] / 2 * calm >> weightBits
			s.ridge[k] -= fade(warped, calmRadius) * 4
			mild := fade(warped, mildRadius)
			s.warmth[k] = mix(s.warmth[k], 2200, mild)
			s.moisture[k] = mix(s.moisture[k], 1000, mild)
			s.growth[k] = max(s.growth[k], mix(-1<<15, -4000, min(2*fade(squared, drainRadius), homeFull)))
			s.growth[k] = mix(s.growth[k], -4000, fade(squared, clearRadius))
			wooded := max(s.growth[k], -3000)/2 + 5500 + s.relief[k] // with clearings, and a border of its own
			s.growth[k] = mix(s.growth[k], wooded, min(2*h.woodAt(x, y), homeFull))
		}
	}
}

// woodAt returns how much a tile belongs to the wood, up to homeFull: three overlapping circles, the outer
// ones beside the middle.
func (h home) woodAt(x, y int32) int32 {
	const left, right = woodRadius * 2 / 3, woodRadius / 2
	wx, wy := x-h.wood.X, y-h.wood.Y
	ax, ay := h.wood.Y-h.at.Y, h.at.X-h.wood.X // across the way from the spawn to the wood
	lx, ly := wx-ax, wy-ay
	rx, ry := wx+ax*3/4-ay/2, wy+ay*3/4+ax/2
	return max(fade(wx*wx+wy*wy, woodRadius), fade(lx*lx+ly*ly, left), fade(rx*rx+ry*ry, right))
}

// divert keeps rivers off the home: the contour that they follow is pushed away.
func (h home) divert(s *survey, raw *field) {
	if !h.near(s, riverRadius) {
		return
	}
	for j := range s.n {
		for i := range s.n {
			dx, dy := (s.gx+i)<<spacingBits-h.at.X, (s.gy+j)<<spacingBits-h.at.Y
			raw[j*surveySide+i] += h.bank * fade(dx*dx+dy*dy, riverRadius)
		}
	}
}

// clear lays out the clearing: bare ground, the hearth with its ring of trodden earth, two stumps to sit
// on and a path to the water.
func (h home) clear(seed uint64, r grid.Region, dst *tile.Region) {
	const reach = 30
	p := plot{region: r, dst: dst}
	if !p.touches(h.at, reach) {
		return
	}
	for step := int32(2); step < reach; step++ {
		sway := int32(chance(seed, streamHome, step/4, 1)%3) - 1
		t := h.at.Add(h.seawardX*step/bearingLength+sway*h.seawardY/bearingLength,
			h.seawardY*step/bearingLength-sway*h.seawardX/bearingLength)
		p.tread(t)
		p.tread(t.Add(1, 0))
	}
	for dy := int32(-6); dy <= 6; dy++ {
		for dx := int32(-6); dx <= 6; dx++ {
			t := h.at.Add(dx, dy)
			if dx*dx+dy*dy > 19+int32(chance(seed, streamHome, t.X, t.Y)%14) {
				continue
			}
			p.level(t)
		}
	}
	hearth := h.at.Add(h.hearthX, h.hearthY)
	for dy := int32(-2); dy <= 2; dy++ {
		for dx := int32(-2); dx <= 2; dx++ {
			if dx*dx+dy*dy <= 4 {
				p.put(hearth.Add(dx, dy), tile.Path, tile.NoBlock, 0)
			}
		}
	}
	p.put(hearth, tile.Path, tile.Hearth, 0)
	p.put(hearth.Add(-2, 1), tile.Grass, tile.Stump, 0)
	p.put(hearth.Add(2, -1), tile.Grass, tile.Stump, 0)
	p.put(h.at, tile.Grass, tile.NoBlock, 0)
}

// boardNorth is how far north of the spawn the match board of a world stands, and in other scenes the portal
// that leads back: seen through a portal, they are in the picture.
const boardNorth = 4

// board returns where the match board stands: north of the spawn, beside the hearth if that is in between.
func (h home) board() grid.Tile {
	dx := int32(0)
	if h.hearthY < 0 && h.hearthX >= -1 && h.hearthX <= 1 {
		dx = 3
		if h.hearthX > 0 {
			dx = -3
		}
	}
	return h.at.Add(dx, -boardNorth)
}

// Board returns where the match board of a world stands, within a few tiles of the hearth.
func Board(seed uint64) grid.Tile { return homeOf(seed).board() }

// tread makes a tile of open ground a path.
func (p *plot) tread(t grid.Tile) {
	i, here := p.index(t)
	if !here {
		return
	}
	if g := p.dst.Ground[i]; g == tile.Grass || g == tile.Moss || g == tile.Dirt {
		p.dst.Ground[i], p.dst.Block[i] = tile.Path, tile.NoBlock
	}
}

// level makes a tile dry and open; small plants stay.
func (p *plot) level(t grid.Tile) {
	i, here := p.index(t)
	if !here {
		return
	}
	if g := p.dst.Ground[i]; g != tile.Path && g != tile.Grass {
		p.dst.Ground[i] = tile.Grass
	}
	if b := p.dst.Block[i]; b != tile.Flower && b != tile.Tuft {
		p.dst.Block[i] = tile.NoBlock
	}
}
