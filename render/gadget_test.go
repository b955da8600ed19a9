package render

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/making"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/tile"
	"manyhold/render/album"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

// smiley is a picture of 12 × 12 pixels.
func smiley(face, lines palette.Index) *blueprint.Picture {
	text := `
....oooo....
..oo****oo..
.o********o.
.o**o**o**o.
o***o**o***o
o**********o
o**********o
o**o****o**o
.o**oooo**o.
.o********o.
..oo****oo..
....oooo....`
	pixels := strings.NewReplacer("\n", "", ".", "\x00", "*", string(rune(face)), "o", string(rune(lines))).Replace(text)
	return &blueprint.Picture{Width: 12, Height: 12, Pixels: pixels}
}

// TestGadgetsShowTheirPictures: a maker's blocks and bodies are drawn in the pixels of their blueprints, and
// as a plain box or ball without any.
func TestGadgetsShowTheirPictures(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Tick: 12 * game.TicksPerDay / 24}
	face := smiley(palette.Fire3, palette.Ink1)
	for n, state := range []uint8{0, tile.GadgetState(false, 7), tile.GadgetState(true, 0), 0} {
		at := grid.Tile{X: int32(n)*2 - 4}
		p.block(at.X, at.Y, tile.Gadget, state)
		if n < 3 {
			s.Gadgets = append(s.Gadgets, Gadget{Tile: at, Picture: face})
		}
	}
	for n, k := range []entity.Kind{entity.Gizmo, entity.Gizmo, entity.GizmoBox} {
		b := Body{Body: entity.Body{ID: game.EntityID(n + 90), Kind: k, Pos: toVec(float64(n)*2-3.5, 2.5)}}
		s.Bodies = append(s.Bodies, b)
		if n == 0 {
			s.Gadgets = append(s.Gadgets, Gadget{Body: b.ID, Picture: smiley(palette.Green3, palette.Ink0)})
		}
	}
	r.Camera().SetZoom(6)
	r.Camera().Jump(toVec(0, 1))
	m := shoot(t, r, s, 480, 270, 3)
	write(t, m, "gadgets")
	strips, plain := 0, len(drawn(r, r.atlas.Bodies.Crate))
	for k := range r.list.Sprites {
		if x := &r.list.Sprites[k]; x.Rect == r.atlas.Shapes.Square && x.ScaleY == 1.0/TilePixels && x.Tint != draw.Plain {
			strips++
		}
	}
	if strips < 4*30 || plain != 2 {
		t.Errorf("%d strips of pixels and %d plain boxes, want four pictures and two boxes", strips, plain)
	}
}

// TestHologramOfAnAsset: while a sprite is on its way, its rough shape is drawn translucent, as large as the
// sprite will be, with the percentage over it; then the sprite is drawn in its own colours, without strips.
func TestHologramOfAnAsset(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Tick: 12 * game.TicksPerDay / 24}
	face, art := smiley(palette.Fire3, palette.Ink1), image.NewRGBA(image.Rect(0, 0, 36, 36))
	for k := range 36 * 36 {
		art.SetRGBA(k%36, k/36, color.RGBA{uint8(7 * (k % 36)), 40, uint8(7 * (k / 36)), 255})
	}
	add := func(x int32, g Gadget) {
		g.Tile, g.Picture = grid.Tile{X: x}, face
		p.block(x, 0, tile.Gadget, 0)
		s.Gadgets = append(s.Gadgets, g)
	}
	add(-5, Gadget{Sprite: blueprint.Asset{1}, Waits: true, Percent: 40, W: 36})
	add(-1, Gadget{Sprite: blueprint.Asset{1}, Waits: true, Percent: 100})
	add(2, Gadget{Sprite: blueprint.Asset{1}, Art: &album.Art{Image: art}})
	add(5, Gadget{Sprite: blueprint.Asset{2}})
	r.Camera().SetZoom(6)
	r.Camera().Jump(toVec(0.5, -0.5))
	m := shoot(t, r, s, 480, 270, 3)
	write(t, m, "hologram-of-an-asset")
	pale, whole, sprites, dots, bars := 0, 0, 0, 0, 0
	for k := range r.list.Sprites {
		switch x := &r.list.Sprites[k]; {
		case x.Tint == boxTint && x.ScaleY == 2.0/TilePixels:
			bars += int(math.Round(float64(x.ScaleX) * TilePixels))
		case x.Tint.R == boxTint.R && x.Tint.G == boxTint.G:
		case x.Rect.W == 36:
			sprites++
		case x.Rect != r.atlas.Shapes.Square:
		case x.ScaleX == 1.0/TilePixels && x.Tint == draw.Plain:
			dots++
		case x.ScaleY == 3.0/TilePixels && x.Tint.A < 0.6 || x.ScaleY == 1.0/TilePixels && x.Tint.A < 0.6 && x.Tint.A > 0.3:
			pale++
		case x.ScaleY == 1.0/TilePixels && x.Tint.A == 1:
			whole++
		}
	}
	// 4, 0, % have 9 + 12 + 7 dots, and 1, 0, 0, % have 8 + 12 + 12 + 7
	// and the bars of the boxes, which are 40 and 12 or so pixels wide, are 40 % and all of them
	if wide := 36 + 4.0; sprites != 1 || pale < 2*30 || whole < 30 || dots != 28+39 || math.Abs(float64(bars)-0.4*wide-float64(face.Width+4)) > 2 {
		t.Errorf("%d sprites, %d pale strips, %d whole ones, %d dots of numbers, bars of %d pixels", sprites, pale, whole, dots, bars)
	}
}

// TestWornPictures: a player that wears a picture is drawn with it in place of the figure; others are not.
func TestWornPictures(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Tick: 12 * game.TicksPerDay / 24}
	art := image.NewRGBA(image.Rect(0, 0, 14, 22))
	for k := range 14 * 22 {
		art.SetRGBA(k%14, k/14, color.RGBA{200, uint8(10 * (k / 14)), 40, 255})
	}
	for seat := entity.Seat(1); seat <= 2; seat++ {
		p.players = append(p.players, entity.PlayerState{Seat: seat, Body: game.EntityID(seat), Health: 20})
		s.Bodies = append(s.Bodies, Body{Body: entity.Body{ID: game.EntityID(seat), Kind: entity.Player, Seat: seat, Pos: toVec(float64(2*seat)-3, 0)}})
	}
	s.Avatars = map[entity.Seat]*album.Art{2: {Image: art}}
	r.Camera().SetZoom(6)
	r.Camera().Jump(toVec(0.5, -0.5))
	write(t, shoot(t, r, s, 480, 270, 3), "worn-picture")
	worn, figures := 0, 0
	for k := range r.list.Sprites {
		switch x := &r.list.Sprites[k]; {
		case x.Rect.W == 14 && x.Rect.H == 22 && x.Tint == draw.Plain:
			worn++
		case x.Rect.W == atlas.FigureW && x.Rect.H == atlas.FigureH && x.Tint == draw.Plain:
			figures++
		}
	}
	if worn != 1 || figures != 1 {
		t.Errorf("%d worn pictures and %d figures", worn, figures)
	}
}

// TestBodiesOfMakersGiveLight: a maker's ball with light is bright around itself at night, wherever it rolls,
// with and without a picture; one without light is not.
func TestBodiesOfMakersGiveLight(t *testing.T) {
	for _, light := range []string{"simple", "full"} {
		r := newRenderer(t, light)
		s := &Scene{World: newPainted(1, tile.Grass)}
		r.SetHour(0)
		r.Camera().Jump(toVec(0.5, 0.5))
		around := func(x float64) (sum int) {
			m := shoot(t, r, s, 1280, 720, 60)
			sx, sy := r.Camera().ToScreen(toVec(x+1.2, 1.7))
			for dy := -12; dy < 12; dy++ {
				for dx := -12; dx < 12; dx++ {
					c := m.RGBAAt(int(sx)+dx, int(sy)+dy)
					sum += int(c.R) + int(c.G) + int(c.B)
				}
			}
			return sum / (24 * 24)
		}
		b := Body{Body: entity.Body{ID: 90, Kind: entity.Gizmo, Pos: toVec(0.5, 0.5)}}
		s.Bodies = []Body{b}
		s.Gadgets = []Gadget{{Body: b.ID, Picture: smiley(palette.Green3, palette.Ink0)}}
		dark := around(0.5)
		s.Gadgets[0].Light = 12
		pictured := around(0.5)
		s.Gadgets[0].Picture = nil
		plain := around(0.5)
		s.Bodies[0].Pos = toVec(9.5, 0.5)
		left, rolled := around(0.5), around(9.5)
		if pictured < dark*3/2 || plain < dark*3/2 || rolled < dark*3/2 || left > pictured*2/3 {
			t.Errorf("light %s: %d without light, %d with it, %d without a picture; %d and %d when it has rolled away", light, dark, pictured, plain, left, rolled)
		}
	}
}

// TestLightsAreTaken: the light of a ball is that of its thing; a block's is in its tile.
func TestLightsAreTaken(t *testing.T) {
	s := rig.BareStage(t).Enter(1).Clear(6)
	for n, form := range []blueprint.Form{blueprint.Ball, blueprint.Box, blueprint.Block} {
		b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "Light", Licence: "CC0-1.0", Light: 7, Shape: blueprint.Shape{Form: form, Solid: form == blueprint.Block}}
		b.Title += string(rune('a' + n))
		act.Hold(&s.State, act.EntryOf(&s.State, b))
		s.Grant(1, rights.Keeper)
		s.Put(1, 0, 0)
		if why := making.Put(&s.State, s.Player(1), s.Body(1), b.ID(), s.At(2, int32(n)-1)); why != event.NoReason {
			t.Fatal(why)
		}
	}
	list := takeGadgets(nil, s.Island)
	if len(list) != 2 || list[0].Light != 7 || list[1].Light != 7 || list[0].Body == 0 || list[0].Picture != nil {
		t.Errorf("taken: %+v", list)
	}
}
