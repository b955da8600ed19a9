package chart

import (
	"image/color"
	"strconv"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"

	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/input"
	"manyhold/render/atlas"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// blindArt has colours only.
type blindArt struct{}

func (blindArt) Icon(item.Kind) *ebiten.Image               { return nil }
func (blindArt) Face(entity.Look) *ebiten.Image             { return nil }
func (blindArt) Figure(atlas.Dress, int, int) *ebiten.Image { return nil }
func (blindArt) MapColour(g tile.Ground, b tile.Block) color.RGBA {
	return color.RGBA{R: uint8(g) * 16, G: uint8(b) * 2, B: 40, A: 255}
}

// plain is a world that has every region within a distance of the origin.
type plain struct {
	region tile.Region
	reach  int32
	asked  int
}

func (p *plain) Region(r grid.Region) *tile.Region {
	p.asked++
	if r.X < -p.reach || r.X > p.reach || r.Y < -p.reach || r.Y > p.reach {
		return nil
	}
	return &p.region
}
func (*plain) Container(grid.Tile) *[item.ChestSlots]item.Stack { return nil }
func (*plain) Recipes() int                                     { return 0 }

func contextOf(w *plain) *kit.Context {
	u := kit.NewContext(blindArt{}, nil)
	u.Model, u.In, u.Now = &model.Model{}, new(input.State), 1
	u.Model.Game.World = w
	u.W, u.H, u.Scale = 640, 360, 1
	return u
}

// TestCoarsePicturesAreMeans: each dot of a coarser picture is the mean of the four below it, so that no zoom
// shows another land.
func TestCoarsePicturesAreMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p picture
		p.fine = new([grid.RegionTiles]dots)
		seed := rapid.Uint32().Draw(t, "seed")
		for k := range p.fine {
			p.fine[k] = hash(int32(k), int32(seed)) & 0xFFFFFF
		}
		p.shrink(p.fine)
		from, side := p.fine[:], grid.RegionSide
		for n := 1; n <= 3; n++ {
			list, half := p.level(n)
			if half != side/2 || len(list) != half*half {
				t.Fatalf("level %d has %d dots along a side of %d", n, len(list), half)
			}
			x, y := rapid.IntRange(0, half-1).Draw(t, "x"), rapid.IntRange(0, half-1).Draw(t, "y")
			sum := uint32(0)
			for _, k := range [...]int{2*y*side + 2*x, 2*y*side + 2*x + 1, (2*y+1)*side + 2*x, (2*y+1)*side + 2*x + 1} {
				sum += from[k] >> 8 & 255
			}
			if list[y*half+x]>>8&255 != sum/4 {
				t.Fatalf("level %d: green is %d, the mean %d", n, list[y*half+x]>>8&255, sum/4)
			}
			from, side = list, half
		}
	})
}

// TestMemoryIsBounded: however much of a world is looked at, only so many pictures are kept, and few are made
// in a frame; all that is asked for comes in the end.
func TestMemoryIsBounded(t *testing.T) {
	w := &plain{reach: 40}
	u := contextOf(w)
	var g gallery
	for n := range int32(81 * 81) {
		r := grid.Region{X: n%81 - 40, Y: n/81 - 40}
		fine := n%4 != 0
		if n%3 == 0 {
			u.Now++
		}
		g.frame(u)
		if p := g.of(u, r, fine); p == nil || fine && p.fine == nil {
			t.Fatalf("region %v is not painted", r)
		}
		if g.built > buildMost || g.fine > mostFine || len(g.list) > mostCoarse {
			t.Fatalf("%d made in a frame, %d fine of %d kept", g.built, g.fine, len(g.list))
		}
	}
	if g.fine != mostFine || len(g.list) != mostCoarse {
		t.Errorf("%d fine of %d pictures: the limits were not reached", g.fine, len(g.list))
	}
}

// TestNewLandComesFirst: pictures that are to be made anew, because they are old, do not keep those away that
// are missing.
func TestNewLandComesFirst(t *testing.T) {
	w := &plain{reach: 40}
	u := contextOf(w)
	var g gallery
	for n := range int32(30) {
		u.Now++
		g.frame(u)
		g.of(u, grid.Region{X: n}, false)
	}
	u.Now += stayTicks + 1
	missing := 0
	for frame := range 12 {
		u.Now++
		g.frame(u)
		missing = 0
		for n := range int32(36) {
			if g.of(u, grid.Region{X: n}, false) == nil {
				missing++
			}
		}
		if g.again > 1 {
			t.Fatalf("frame %d made %d anew", frame, g.again)
		}
	}
	if missing > 0 {
		t.Errorf("%d regions are missing", missing)
	}
}

// TestFogCovers: what was not seen is fog at every zoom, what was seen with all around it is not, and the
// edge between is somewhere in the cells that meet.
func TestFogCovers(t *testing.T) {
	w := &plain{reach: 3}
	u := contextOf(w)
	u.Model.Map.Seen = func(r grid.Region) uint64 {
		if r == (grid.Region{}) {
			return 0x00003C3C3C3C0000 // the four by four cells in the middle
		}
		return 0
	}
	for zoom := farthest; zoom <= nearest; zoom++ {
		var g gallery
		var c canvas
		v := view{x: 32, y: 32, zoom: zoom, w: 320, h: 320}
		c.paint(u, &g, &v)
		foggy := func(t grid.Tile) bool {
			x, y := v.dot(t)
			if x < 0 || y < 0 || x >= v.w || y >= v.h {
				return false
			}
			i := (y*v.w + x) * 4
			switch d := dots(c.pix[i]) | dots(c.pix[i+1])<<8 | dots(c.pix[i+2])<<16; d {
			case fogDark, fogLine, fogStar:
				return true
			}
			return false
		}
		if foggy(grid.Tile{X: 32, Y: 32}) {
			t.Errorf("zoom %d: fog in the middle of what was seen", zoom)
		}
		for _, at := range []grid.Tile{{X: 4, Y: 32}, {X: 60, Y: 60}, {X: 70, Y: 32}, {X: -20, Y: 10}} {
			if x, y := v.dot(at); x >= 0 && y >= 0 && x < v.w && y < v.h && !foggy(at) {
				t.Errorf("zoom %d: %v shows, and was not seen", zoom, at)
			}
		}
	}
}

// BenchmarkPaint paints the whole map anew, as while it is dragged, at some zooms.
func BenchmarkPaint(b *testing.B) {
	w := &plain{reach: 40}
	for _, zoom := range []int{-2, 0, 1, 3} {
		b.Run(strconv.Itoa(zoom), func(b *testing.B) {
			u := contextOf(w)
			u.Model.Map.Seen = func(r grid.Region) uint64 { return 0x7E7E7E7E7E7E7E7E }
			var g gallery
			var c canvas
			v := view{zoom: zoom, w: 640, h: 360}
			for c.pending = true; c.pending; u.Now++ {
				c.paint(u, &g, &v)
			}
			for b.Loop() {
				c.paint(u, &g, &v)
			}
		})
	}
}
