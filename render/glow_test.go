package render

import (
	"image"
	"testing"

	"manyhold/game/entity"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// murky is a painted land with gloom.
type murky struct {
	*painted
	marks map[grid.Region]*gloom.Marks
}

func (m *murky) Marked(at grid.Region) (*tile.Region, *gloom.Marks) {
	t := m.Region(at)
	if m.marks[at] == nil {
		k := new(gloom.Marks)
		for n := range grid.Index(grid.RegionTiles) {
			k.Put(n, t.Ground[n], t.Block[n], t.State[n])
		}
		m.marks[at] = k
	}
	return t, m.marks[at]
}

// lightOf is the mean of the colours of a square of a picture, 64 pixels wide.
func lightOf(m *image.RGBA, x, y int) (sum int) {
	for dy := -32; dy < 32; dy++ {
		for dx := -32; dx < 32; dx++ {
			o := m.PixOffset(x+dx, y+dy)
			sum += int(m.Pix[o]) + int(m.Pix[o+1]) + int(m.Pix[o+2])
		}
	}
	return sum / (3 * 64 * 64)
}

// TestPictureDark: at night it is the darker the farther a lamp is, and as dark as ever in Peace; a torch in
// hand lights what is around it. Shades, a magpie, its nest and a great moth are seen in deep gloom.
func TestPictureDark(t *testing.T) {
	for _, light := range []string{"full", "simple"} {
		r := newRenderer(t, light)
		p := newPainted(1, tile.Grass)
		p.block(-14, 0, tile.Lamp, 0)
		s := &Scene{World: p, Dark: &murky{p, map[grid.Region]*gloom.Marks{}}}
		near, far := shootAt(t, r, s, 23, -12, 0), shootAt(t, r, s, 23, 14, 0)
		write(t, far, "gloom_deep_"+light)
		peace := &Scene{World: p}
		calm := shootAt(t, r, peace, 23, 14, 0)
		a, b, c := lightOf(near, 640, 500), lightOf(far, 640, 500), lightOf(calm, 640, 500)
		if b*10 > a*6 || b*10 > c*8 || b < 6 {
			t.Errorf("%s: light %d by the lamp, %d in deep gloom, %d in Peace", light, a, b, c)
		}
		p.person(s, 14, 0, 64, entity.Look{})
		alone := shootAt(t, r, s, 23, 14, 0)
		p.players[0].Inventory[0] = item.Stack{Kind: item.Torch, Count: 1}
		p.players[0].Slot = 0
		torch := shootAt(t, r, s, 23, 14, 0)
		write(t, torch, "torch_in_hand_"+light)
		if x, y := lightOf(alone, 560, 420), lightOf(torch, 560, 420); y*10 < x*14 {
			t.Errorf("%s: light %d beside a player, %d with a torch", light, x, y)
		}
		for n, k := range []entity.Kind{entity.Shade, entity.Shade, entity.Magpie, entity.Nest, entity.GreatMoth, entity.Remains} {
			o := body(uint64(50+n), k, 9+float64(n)*2, -3)
			o.Vel.X = 1
			o.Stack = item.Stack{}
			if k == entity.Remains || k == entity.Magpie {
				o.Stack = item.Stack{Kind: item.Copper, Count: 1}
			}
			if k == entity.GreatMoth {
				o.Z = 1 << 16
			}
			s.Bodies = append(s.Bodies, o)
		}
		write(t, shootAt(t, r, s, 23, 14, 0), "creatures_"+light)
		r.Camera().SetZoom(12)
		write(t, shootAt(t, r, s, 23, 14, 0), "creatures_near_"+light)
		write(t, shootAt(t, r, s, 12, 14, 0), "creatures_day_"+light)
	}
}
