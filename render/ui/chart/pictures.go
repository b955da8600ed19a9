package chart

import (
	"image/color"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/render/ui/kit"
)

const (
	// mostFine is how many regions have a picture with a dot for each tile, and mostCoarse how many have one
	// with fewer: 7 and 6 MiB. Of regions beyond these, those that were shown least lately are forgotten.
	mostFine, mostCoarse = 320, 4096
	// buildMost is how many regions are painted anew in a frame: each takes up to some milliseconds.
	buildMost = 3
	// stayTicks is how long the picture of a region near players stands, in ticks.
	stayTicks = 90
)

// dots is a colour: red, green and blue, the lowest byte first.
type dots = uint32

// picture is a region from above at several sizes.
type picture struct {
	fine   *[grid.RegionTiles]dots // a dot for a tile
	coarse [32*32 + 16*16 + 8*8]dots
	live   bool   // it shows land near players, which changes
	made   uint64 // when
	used   uint64 // when it was shown last
	fineAt uint64 // when fine was shown last
}

// level returns the dots of a picture at 1/2, 1/4 or 1/8 (n = 1 to 3), and how many there are along a side.
func (p *picture) level(n int) (list []dots, side int) {
	switch n {
	case 1:
		return p.coarse[:32*32], 32
	case 2:
		return p.coarse[32*32 : 32*32+16*16], 16
	}
	return p.coarse[32*32+16*16:], 8
}

// gallery keeps the pictures of regions for all maps.
type gallery struct {
	list  map[grid.Region]*picture
	fine  int // how many have fine
	built int // in this frame
	again int // of these, how many were there before

	scratch [grid.RegionTiles]dots // the fine picture of a region of which only the coarse ones are kept
	at      uint64
}

// frame begins a frame; the pictures of another world are forgotten.
func (g *gallery) frame(u *kit.Context) {
	if g.list == nil || u.Now < g.at {
		*g = gallery{list: map[grid.Region]*picture{}}
	}
	if u.Now != g.at {
		g.at, g.built, g.again = u.Now, 0, 0
	}
}

// forget forgets all pictures.
func (g *gallery) forget() { *g = gallery{} }

// of returns the picture of a region, with a fine one if that is needed; nil if it is not painted yet.
func (g *gallery) of(u *kit.Context, r grid.Region, fine bool) *picture {
	p := g.list[r]
	if p != nil {
		p.used = g.at
		if fine {
			p.fineAt = g.at
		}
		if (p.fine != nil || !fine) && (!p.live || g.at < p.made+stayTicks) {
			return p
		}
	}
	there := p.ready(fine)
	if g.built >= buildMost || there != nil && g.again > 0 {
		return there // what is missing comes first
	}
	live := u.Model.Game.World.Region(r)
	if live == nil && p != nil && (p.fine != nil || !fine) { // what was seen there last
		p.live = false
		return p
	}
	t := u.Model.TilesOf(r)
	if t == nil {
		return there
	}
	if g.built++; there != nil {
		g.again++
	}
	if p == nil {
		g.room()
		p = &picture{used: g.at, fineAt: g.at}
		g.list[r] = p
	}
	to := p.fine
	switch {
	case to == nil && fine:
		p.fine = new([grid.RegionTiles]dots)
		to = p.fine
		g.fine++
		g.thin(p)
	case to == nil:
		to = &g.scratch
	}
	p.live, p.made = live != nil, g.at
	shade(u.Art, t, to)
	p.shrink(to)
	return p
}

// ready returns p if it can be shown.
func (p *picture) ready(fine bool) *picture {
	if p == nil || fine && p.fine == nil {
		return nil
	}
	return p
}

// room forgets the picture that was shown least lately if there are too many.
func (g *gallery) room() {
	if len(g.list) < mostCoarse {
		return
	}
	var oldest grid.Region
	least := uint64(1<<64 - 1)
	for r, p := range g.list {
		if p.used < least || p.used == least && r.Less(oldest) {
			oldest, least = r, p.used
		}
	}
	if g.list[oldest].fine != nil {
		g.fine--
	}
	delete(g.list, oldest)
}

// thin takes the fine picture away that was shown least lately if there are too many, but not that of keep.
func (g *gallery) thin(keep *picture) {
	if g.fine <= mostFine {
		return
	}
	var oldest *picture
	for _, p := range g.list {
		if p.fine != nil && p != keep && (oldest == nil || p.fineAt < oldest.fineAt) {
			oldest = p
		}
	}
	oldest.fine = nil
	g.fine--
}

// pack returns a colour as dots.
func pack(c color.RGBA) dots { return dots(c.R) | dots(c.G)<<8 | dots(c.B)<<16 }

// scaled returns a colour made lighter or darker: by/16.
func scaled(d dots, by uint32) dots {
	r, g, b := d&255*by>>4, d>>8&255*by>>4, d>>16&255*by>>4
	return min(r, 255) | min(g, 255)<<8 | min(b, 255)<<16
}

// mixed returns the mean of two colours.
func mixed(a, b dots) dots { return a>>1&0x7F7F7F + b>>1&0x7F7F7F }

// hash scatters the place of a tile or a dot.
func hash(x, y int32) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77
	h ^= h >> 15
	h *= 0x2C1B3C6D
	return h ^ h>>13
}

// wet reports whether ground is water.
func wet(g tile.Ground) bool { return g == tile.Water || g == tile.DeepWater }

// foam is the colour of water along the shore.
var foam = pack(kit.Rgb(0x6CC6C4))

// tall is the height from which a block throws a shadow on the map, in 1/128 tile.
const tall = 96

// shade paints a region with a dot for each tile: things that stand throw a shadow to the south-east and are
// lit from the north-west, water is light along the shore, and plain ground has a grain.
func shade(art kit.Art, t *tile.Region, dst *[grid.RegionTiles]dots) {
	const side = grid.RegionSide
	high := func(x, y int) bool {
		if x < 0 || y < 0 || x >= side || y >= side {
			return false
		}
		return t.Block[y*side+x].Info().Height >= tall
	}
	shore := func(x, y int) bool {
		return x >= 0 && y >= 0 && x < side && y < side && !wet(t.Ground[y*side+x])
	}
	for y := range side {
		for x := range side {
			k := y*side + x
			d := pack(art.MapColour(t.Ground[k], t.Block[k]))
			switch h := hash(int32(x), int32(y)); {
			case wet(t.Ground[k]):
				if shore(x-1, y) || shore(x+1, y) || shore(x, y-1) || shore(x, y+1) {
					d = mixed(d, foam)
				} else if h&31 == 0 {
					d = scaled(d, 18)
				}
			case high(x, y):
				if !high(x, y-1) && !high(x-1, y) {
					d = scaled(d, 20)
				} else if !high(x, y+1) || !high(x+1, y) {
					d = scaled(d, 12)
				}
			case high(x-1, y) || high(x, y-1) || high(x-1, y-1):
				d = scaled(d, 12)
			default:
				d = scaled(d, 15+h&1+h>>5&1)
			}
			dst[k] = d
		}
	}
}

// shrink makes the coarse pictures of a fine one: each dot is the mean of four.
func (p *picture) shrink(fine *[grid.RegionTiles]dots) {
	from, side := fine[:], grid.RegionSide
	for n := 1; n <= 3; n++ {
		to, half := p.level(n)
		for y := range half {
			for x := range half {
				a := from[2*y*side+2*x:]
				b := from[(2*y+1)*side+2*x:]
				var sum [3]uint32
				for _, d := range [...]dots{a[0], a[1], b[0], b[1]} {
					sum[0], sum[1], sum[2] = sum[0]+d&255, sum[1]+d>>8&255, sum[2]+d>>16&255
				}
				to[y*half+x] = sum[0]>>2 | sum[1]>>2<<8 | sum[2]>>2<<16
			}
		}
		from, side = to, half
	}
}
