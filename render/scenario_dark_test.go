package render

import (
	"image"
	"testing"

	"manyhold/game"
	"manyhold/game/component"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// others counts the pixels of a part of two pictures that differ by more than least in one colour.
func others(a, b *image.RGBA, in image.Rectangle, least int) (n int) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			o := a.PixOffset(x, y)
			for k := range 3 {
				if d := int(a.Pix[o+k]) - int(b.Pix[o+k]); d > least || -d > least {
					n++
					break
				}
			}
		}
	}
	return n
}

// TestShadeIsAFigure: in the deepest gloom a shade is seen with its whole body, not by its eyes alone.
func TestShadeIsAFigure(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Dark: &murky{p, map[grid.Region]*gloom.Marks{}}}
	empty := shootAt(t, r, s, 23, 14, 0)
	s.Bodies = append(s.Bodies, body(50, entity.Shade, 14, 0))
	shown := shootAt(t, r, s, 23, 14, 0)
	write(t, shown, "shade_figure")
	// the foot of the shade is in the middle; a pixel of the view is three of the window
	chest := image.Rect(640-21, 360-36, 640+21, 360)
	if n, all := others(empty, shown, chest, 16), chest.Dx()*chest.Dy(); n*5 < all*2 {
		t.Errorf("below its eyes, %d of %d pixels show the shade", n, all)
	}
}

// TestFallenPlayer: a knocked-out player lies there, is not hidden by what it has lost, and its own things do
// not shine so that nothing else is seen.
func TestFallenPlayer(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	empty := shootAt(t, r, s, 13, 14, 0)
	b := p.person(s, 14, 0, 64, entity.Look{Shirt: 2})
	b.Flags |= entity.Asleep
	lies := shootAt(t, r, s, 13, 14, 0)
	p.players[0].Health = 20
	sleeps := shootAt(t, r, s, 13, 14, 0)
	p.players[0].Health = 0
	beside := image.Rect(640+27, 360-15, 640+36, 360+9) // where only somebody who lies reaches
	if n := others(empty, lies, beside, 24); n*2 < beside.Dx()*beside.Dy() {
		t.Errorf("%d pixels beside the middle show somebody who lies there", n)
	}
	if n := others(empty, sleeps, beside, 24); n*4 > beside.Dx()*beside.Dy() {
		t.Errorf("%d pixels beside the middle show somebody who sits there asleep", n)
	}
	for n := range 24 {
		o := body(uint64(60+n), entity.Remains, 14, 0)
		o.Seat, o.Face, o.Stack = 1, entity.Facing(n), item.Stack{Kind: item.Copper, Count: 3}
		s.Bodies = append(s.Bodies, o)
	}
	heap := shootAt(t, r, s, 13, 14, 0)
	write(t, heap, "fallen")
	figure := image.Rect(640-24, 360-21, 640+30, 360+9)
	if n, all := others(lies, heap, figure, 60), figure.Dx()*figure.Dy(); n*4 > all {
		t.Errorf("its things hide %d of %d pixels of the player", n, all)
	}
	s.Me = &p.players[0]
	mine := shootAt(t, r, s, 23, 14, 0)
	write(t, mine, "fallen_mine")
	white := 0
	for y := figure.Min.Y; y < figure.Max.Y; y++ {
		for x := figure.Min.X; x < figure.Max.X; x++ {
			if c := mine.RGBAAt(x, y); c.R > 240 && c.G > 230 {
				white++
			}
		}
	}
	if white > 40 {
		t.Errorf("%d pixels of the player are white by the shine of its things", white)
	}
}

// TestTorchGutters: shortly before it is out, a torch in hand lights far less, and smokes.
func TestTorchGutters(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Dark: &murky{p, map[grid.Region]*gloom.Marks{}}}
	p.person(s, 14, 0, 64, entity.Look{})
	p.players[0].Inventory[0] = item.Stack{Kind: item.Torch, Count: 1}
	burnt := func(left game.Tick) *image.RGBA {
		s.Torches = new(component.Table)
		if left < dark.TorchTime {
			if err := s.Torches.Declare("manyhold:torch", 1); err != nil {
				t.Fatal(err)
			}
			s.Torches.Columns[0].Set(p.players[0].Body, []byte{byte((dark.TorchTime - left) / game.TicksPerSecond)})
		}
		return shootAt(t, r, s, 23, 14, 0)
	}
	p.players[0].Slot = 1
	none := shootAt(t, r, s, 23, 14, 0)
	p.players[0].Slot = 0
	fresh := burnt(dark.TorchTime)
	const moments = 8 // it flickers
	bright, dim, smoke := lightOf(fresh, 640, 430), 0, 0
	for range moments {
		low := burnt(dark.GutterTime / 3)
		dim += lightOf(low, 640, 430)
		write(t, low, "torch_gutters")
		puffs := 0 // all else is darker than before
		for y := 360 - 110; y < 360-60; y++ {
			for x := 640; x < 640+54; x++ {
				if int(low.RGBAAt(x, y).B) > int(fresh.RGBAAt(x, y).B)+16 {
					puffs++
				}
			}
		}
		smoke = max(smoke, puffs)
	}
	if c := lightOf(none, 640, 430); (dim/moments-c)*4 > (bright-c)*3 {
		t.Errorf("light %d beside a fresh torch, %d beside one that gutters, %d beside none", bright, dim/moments, c)
	}
	if smoke < 18 {
		t.Errorf("%d pixels over the torch show its smoke", smoke)
	}
}
