package render

import (
	"fmt"
	"image"
	"testing"

	"manyhold/game"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// burning is the land of an island, as a window shows it.
type burning struct{ *rig.Stage }

func (b burning) Region(at grid.Region) *tile.Region {
	if r := b.Land.Active(at); r != nil {
		return &r.Tiles
	}
	return nil
}

// TestFireIsSeen: a tree that burns is seen to: flames are at its foot at first, and in its crown after three
// seconds, smoke is over it, the next trees catch fire, and in the end there are charred stumps and ash. With
// -dump there are pictures of all of it.
func TestFireIsSeen(t *testing.T) {
	r := newRenderer(t, "full")
	s := rig.NewStage(t).Enter(1).Clear(16).Put(1, -9, 4)
	s.Clock = 64_800 // clear, and the wind blows
	for y := int32(-6); y <= 6; y++ {
		for x := int32(-8); x <= 8; x++ {
			switch h := (x*7 + y*13) & 15; {
			case (x+60)%3 == 0 && (y+60)%3 == 0:
				s.Set(x, y, []tile.Block{tile.Oak, tile.Oak, tile.Pine}[uint32(x+y)%3], 0)
			case h < 5:
				s.Set(x, y, tile.Tuft, 0)
			}
		}
	}
	scene := &Scene{World: burning{s}}
	at := s.At(0, 0)
	r.SetHour(17)
	view := func(name string) *image.RGBA {
		r.Camera().Jump(toVec(float64(at.X), float64(at.Y)-1))
		img := shoot(t, r, scene, 1280, 720, 6)
		write(t, img, "fire-"+name)
		st := r.Stats()
		t.Logf("picture %s: %d tiles burn, %d draw calls, %d quads", name, s.Counts(tile.Fire, 16), st.DrawCalls, st.Quads)
		return img
	}
	// hot counts the pixels of flames at the foot of the tree, and over it.
	hot := func(img *image.RGBA, y0, y1 int) (n int) {
		for y := y0; y < y1; y++ {
			for x := 600; x < 680; x++ {
				if c := img.RGBAAt(x, y); c.R > 220 && c.G > 110 && c.B < 120 {
					n++
				}
			}
		}
		return n
	}
	const crown, trunk, foot = 250, 370, 440
	before := hot(view("0"), crown, foot)
	living.Ignite(&s.State, nil, at)
	s.Run(30)
	img := view("1")
	atFoot, atCrown := hot(img, trunk, foot), hot(img, crown, trunk)
	s.Run(3 * game.TicksPerSecond)
	later := hot(view("2"), crown, trunk)
	if before > 0 || atFoot < 300 || atCrown > atFoot/3 || later < 300 {
		t.Errorf("%d pixels are as bright as flames before, %d at the foot and %d in the crown at first, %d in the crown after three seconds", before, atFoot, atCrown, later)
	}
	for k := range 6 {
		s.Run(5 * game.TicksPerSecond)
		view(fmt.Sprint(k + 3))
	}
	for s.Land.Active(at.Region()).Fires > 0 {
		s.Run(60)
	}
	view("9")
	if s.Block(0, 0) != tile.Snag {
		t.Errorf("in the end there is %s", s.Block(0, 0))
	}
}
