package atlas

import . "manyhold/render/palette"

// motif is a small drawing that breaks the calm of a ground: one string a row, 'd', 'b' and 'l' stand for the
// material's dark, base and light, 'g' and 'G' for lichen, 's' for shade, 'w' for standing
// water.
type motif []string

var motifsOf = [MaterialCount][]motif{
	IceSheet: {{"l...", ".l..", "..ll"}, {"..l", ".l.", "l.."}, {"ll"}},
	SandBed:  {{".dd.", "d..d"}, {"dd"}, {"ll.", ".dd"}, {"d..d.", ".dd.d"}},
	Mire:     {{".www.", "wlww.", ".www."}, {"ww", "lw"}, {".dd.", "dlld", ".dd."}, {"d.", ".l"}, {"ll"}},
	Soil:     {{"ll", "dd"}, {"d.", ".d"}, {".ll", "ldd"}, {"d"}},
	Trodden:  {{"dd", "ll"}, {".d", "d."}, {"ll.", ".dd"}},
	Bedrock:  {{"d...", ".dd.", "...d"}, {"ll", "dd"}, {".d", "d.", "d."}, {"lll", "ddd"}, {".g.", "gGg", "gg."}, {"gg", ".g"}, {"d....", ".ddd.", "....d"}},
	Meadow:   {{"l.l", "ldl"}, {".l.", "l.l", "ddd"}, {"l..l", ".ll.", ".dd."}, {"l", "d"}, {"d.d", ".d."}},
	MossBed:  {{"l.l", "dld"}, {".ll", "lld", "dd."}, {"dd.", ".dd"}, {"ll", "ld"}},
	BackWall: {{"llllll", "l....d", "dddddd"}, {"llll", "dddd"}, {"lll", "l.d", "ddd"}},
	SnowBed:  {{".ddd.", "d...."}, {"dd"}, {"d...", ".ddd"}, {".dddd.", "d....."}, {"sss.", "...s"}},
}

// motifs strews three to six small drawings over a full cell, away from its borders.
func motifs(p *Picture, m Material, variant int) {
	set := motifsOf[m]
	if len(set) == 0 {
		return
	}
	r := ramps[m]
	colours := map[rune]Index{'d': r.dark, 'b': r.base, 'l': r.light, 's': Stone2, 'w': Ink2, 'g': Green1, 'G': Green2}
	for n := range 3 + variant%4 {
		d := set[Hash(int32(n), int32(variant), uint32(m)+50)%uint32(len(set))]
		x := 1 + int(Hash(int32(n), int32(variant), uint32(m)+51)%11)
		y := 1 + int(Hash(int32(n), int32(variant), uint32(m)+52)%11)
		for j, row := range d {
			for i, c := range row {
				if c != '.' {
					p.Set(x+i, y+j, colours[c])
				}
			}
		}
	}
}

// waterPatterns draws the frames of the sea, WaterSide pixels square, that repeat in every direction: a
// calm with few darker patches and short crests that wander. The wide patches of the deep are not in it:
// they would be seen to repeat.
func waterPatterns() (frames [WaterFrames]*Picture) {
	for f := range frames {
		frames[f] = NewPicture(WaterSide, WaterSide)
	}
	for y := range WaterSide {
		for x := range WaterSide {
			fx, fy := float64(x), float64(y)
			bend := wrapped(fx/16, fy/16, WaterSide/16, 903) * 14
			deep := wrapped((fx+bend)/32, (fy+bend)/16, WaterSide/16, 901)*0.65 + wrapped(fx/8, fy/8, WaterSide/8, 902)*0.35
			here, below := crest(fx+bend, fy), crest(fx+bend, fy+1.5)
			slow, slower := wrapped(fx/16, fy/8, WaterSide/8, 907), wrapped(fx/16, (fy+1.5)/8, WaterSide/8, 907)
			for f := range frames {
				// wobble comes back after 2: the last frame leads to the first
				shift := float64(f) / WaterFrames * 2
				c := Water1
				if deep < 0.24 {
					c = Water0
				}
				if here+0.22*wobble(slow+shift) > 0.86 && below+0.22*wobble(slower+shift) <= 0.86 {
					c = Water2
					if deep > 0.62 {
						c = Water3
					}
				}
				frames[f].Set(x, y, c)
			}
		}
	}
	return frames
}

// crest is the noise with the heights of wave crests.
func crest(x, y float64) float64 { return wrapped(x/8, y/4, WaterSide/4, 905) }

// wobble goes from 0 to 1 and back as t goes on by 2.
func wobble(t float64) float64 {
	t -= float64(floor(t/2) * 2)
	if t > 1 {
		t = 2 - t
	}
	return ease(t)
}

const (
	// WaterSide is the side of the repeating water picture in pixels.
	WaterSide = 256
	// WaterFrames is the number of its frames.
	WaterFrames = 6
)
