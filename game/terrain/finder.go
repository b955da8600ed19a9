package terrain

import (
	"manyhold/game/grid"
	"manyhold/game/tile"
)

// finder finds the landmarks in and around a region. To determine a landmark, each candidate place is
// surveyed. So results are remembered while the region is built, and places in the region are looked up in
// its own survey.
type finder struct {
	seed   uint64
	home   home
	lights [LightCount]grid.Tile
	lit    int // how many of these are known: the first alone, or all
	region grid.Region
	survey *survey // of the region; nil: none
	greats finds   // the landmarks of squares of LandmarkSpacing
	odds   finds   // the small ones of squares of OddSpacing
}

// finderOf returns a finder of a world without a region.
func finderOf(seed uint64) finder {
	f := finder{seed: seed, home: homeOf(seed), lit: LightCount}
	f.lights = f.home.lights(seed)
	return f
}

// finderIn returns a finder of a region. Far from the home it knows the first lighthouse only: no other is
// near.
func finderIn(seed uint64, r grid.Region) finder {
	const most = lightFurthest + lightApart + 2*landmarkSpread + LandmarkSpacing
	home := homeOf(seed)
	if within(home.at, r.Tile(0), most) {
		f := finderOf(seed)
		f.region = r
		return f
	}
	f := finder{seed: seed, home: home, region: r, lit: 1}
	f.lights[0] = home.light()
	return f
}

// find is the landmark of a square.
type find struct {
	square, at grid.Tile
	kind       LandmarkKind // NoLandmark: none
}

// finds is a cache: at most as many as come near one region, three squares along each axis.
type finds struct {
	list [9]find
	n    int
}

// of returns the cached result of a square.
func (f *finds) of(square grid.Tile) (find, bool) {
	for k := range f.list[:f.n] {
		if f.list[k].square == square {
			return f.list[k], true
		}
	}
	return find{}, false
}

// add caches a result, if there is room. A repeated search finds the same.
func (f *finds) add(x find) {
	if f.n < len(f.list) {
		f.list[f.n] = x
		f.n++
	}
}

// site classifies a single tile.
func (f *finder) site(t grid.Tile) site {
	if f.survey == nil || t.Region() != f.region {
		return siteAt(f.seed, f.home, t)
	}
	var sites [spacing * spacing]site
	f.survey.classify(t.X&(grid.RegionSide-1)/spacing, t.Y&(grid.RegionSide-1)/spacing, &sites)
	return sites[(t.Y&(spacing-1))*spacing+t.X&(spacing-1)]
}

// great finds the landmark of a square. If all its places are further than margin from the region that
// begins at first, it returns none without a search.
func (f *finder) great(square, first grid.Tile, margin int32) (LandmarkKind, grid.Tile) {
	roll, base := landmarkBase(f.seed, square)
	if !within(base, first, margin) {
		return NoLandmark, base
	}
	x, found := f.greats.of(square)
	if !found {
		x = find{square: square}
		x.kind, x.at = f.seek(square, base, roll)
		f.greats.add(x)
	}
	return x.kind, x.at
}

// seek searches a place for the landmark of a square.
func (f *finder) seek(square, base grid.Tile, roll uint64) (LandmarkKind, grid.Tile) {
	at := base
	for try := range int32(landmarkTries) {
		if (magnitude(at.X-f.home.at.X) > homeApart || magnitude(at.Y-f.home.at.Y) > homeApart) && !f.nearLight(at) && !f.nearVault(at, landmarkReach) {
			s := f.site(at)
			if k := suits(&s, roll>>32&0xFF); k != NoLandmark {
				return k, at
			}
		}
		next := chance(f.seed, streamLandmark|stream(try+1)<<8, square.X, square.Y)
		at = base.Add(int32(next%(2*landmarkSpread+1))-landmarkSpread, int32(next>>32%(2*landmarkSpread+1))-landmarkSpread)
	}
	return NoLandmark, at
}

// odd finds the small landmark of a square.
func (f *finder) odd(square grid.Tile) (LandmarkKind, grid.Tile) {
	x, found := f.odds.of(square)
	if !found {
		x = find{square: square}
		x.kind, x.at = f.seekOdd(square)
		f.odds.add(x)
	}
	return x.kind, x.at
}

// seekOdd checks whether there is room for the small landmark of a square.
func (f *finder) seekOdd(square grid.Tile) (LandmarkKind, grid.Tile) {
	roll, at := oddAt(f.seed, square)
	if magnitude(at.X-f.home.at.X) <= oddHome && magnitude(at.Y-f.home.at.Y) <= oddHome {
		return NoLandmark, at
	}
	if f.nearLight(at) || f.nearVault(at, oddReach) {
		return NoLandmark, at
	}
	near := false
	eachSquare(at.Region().Tile(0), oddApart, func(great grid.Tile) {
		const most = landmarkSpread + oddApart
		if _, base := landmarkBase(f.seed, great); magnitude(base.X-at.X) > most || magnitude(base.Y-at.Y) > most {
			return // too far away, and its kind takes long to determine
		}
		k, l := f.great(great, at.Region().Tile(0), landmarkSpread+oddApart)
		near = near || k != NoLandmark && magnitude(l.X-at.X) <= oddApart && magnitude(l.Y-at.Y) <= oddApart
	})
	if near {
		return NoLandmark, at
	}
	s := f.site(at)
	if s.block == tile.Cliff || s.ground == tile.DeepWater || s.ground == tile.Ice {
		return NoLandmark, at
	}
	return oddChoices[s.biome][roll>>32&3], at
}
