package render

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/render/gputest"
	"manyhold/render/palette"
)

// painted is a world for pictures: the terrain of a seed, and the blocks of a test.
type painted struct {
	seed    uint64
	bare    tile.Ground // when not NoGround, the whole world is that
	regions map[grid.Region]*tile.Region
	players []entity.PlayerState
	effects map[game.EntityID]act.Effect
}

func newPainted(seed uint64, bare tile.Ground) *painted {
	return &painted{seed: seed, bare: bare, regions: map[grid.Region]*tile.Region{}}
}

func (p *painted) Region(r grid.Region) *tile.Region {
	if t, ok := p.regions[r]; ok {
		return t
	}
	t := new(tile.Region)
	if p.bare != tile.NoGround {
		for i := range t.Ground {
			t.Ground[i] = p.bare
		}
	} else {
		terrain.Generate(p.seed, r, t)
	}
	p.regions[r] = t
	return t
}

func (p *painted) Players() []entity.PlayerState { return p.players }

func (p *painted) EffectOn(body game.EntityID) (act.Effect, uint16) { return p.effects[body], 60 }

func (p *painted) ground(x, y int32, g tile.Ground) {
	t := grid.Tile{X: x, Y: y}
	p.Region(t.Region()).Ground[t.Index()] = g
}

func (p *painted) block(x, y int32, b tile.Block, state uint8) {
	t := grid.Tile{X: x, Y: y}
	r := p.Region(t.Region())
	r.Block[t.Index()], r.State[t.Index()] = b, state
}

// person adds a player with a body at (x, y) tiles.
func (p *painted) person(s *Scene, x, y float64, face entity.Facing, look entity.Look) *Body {
	seat := entity.Seat(len(p.players) + 1)
	id := uint64(seat) * 1000
	p.players = append(p.players, entity.PlayerState{Seat: seat, Look: look, Name: entity.NameOf("Ada")})
	p.players[len(p.players)-1].Body = body(id, entity.Player, x, y).ID
	b := body(id, entity.Player, x, y)
	b.Seat, b.Face = seat, face
	s.Bodies = append(s.Bodies, b)
	return &s.Bodies[len(s.Bodies)-1]
}

func body(id uint64, k entity.Kind, x, y float64) Body {
	var b Body
	b.ID, b.Kind = gameID(id), k
	b.Pos = fixed.Vec{X: fixed.Q(x * fixed.One), Y: fixed.Q(y * fixed.One)}
	return b
}

// room builds a wooden room with its upper left wall at (x, y), w×h tiles, a door to the south.
func (p *painted) room(x, y, w, h int32) {
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			p.ground(i, j, tile.WoodFloor)
			b := tile.NoBlock
			if i == x || j == y || i == x+w-1 || j == y+h-1 {
				b = tile.WoodWall
			}
			p.block(i, j, b, 0)
		}
	}
	p.block(x+w/2, y+h-1, tile.Door, 1)
	p.block(x+1, y+h-1, tile.Glass, 0)
	p.block(x+w-1, y+2, tile.Glass, 0)
	p.block(x+2, y+1, tile.Chest, 0)
	p.block(x+w-3, y+1, tile.Bed, 0)
	p.block(x+w/2, y+2, tile.Table, 0)
	p.block(x+1, y+2, tile.Lamp, 0)
}

// gallery is one of everything, on a meadow at a shore.
func gallery() (*painted, *Scene) {
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	for x := int32(-40); x < 40; x++ {
		for y := int32(-40); y < 40; y++ {
			switch d := y - x/3; {
			case d > 10:
				p.ground(x, y, tile.DeepWater)
			case d > 7:
				p.ground(x, y, tile.Water)
			case d > 5:
				p.ground(x, y, tile.Sand)
			case d < -14:
				p.ground(x, y, tile.Snow)
			case d < -8:
				p.ground(x, y, tile.Rock)
			}
		}
	}
	n := int32(0)
	for b := tile.Bush; b < tile.BlockCount; b++ {
		p.block(-12+n%13*2, -5+n/13*2, b, 0)
		n++
	}
	for x := int32(-12); x < -2; x++ {
		for y := int32(-12); y < -7; y++ {
			p.block(x, y, tile.Cliff, 0)
		}
	}
	p.block(-10, -8, tile.CoalOre, 0)
	p.block(-8, -8, tile.CopperOre, 0)
	p.block(-6, -8, tile.CrystalOre, 0)
	for x := int32(0); x < 12; x += 2 {
		p.block(x, -8, []tile.Block{tile.Oak, tile.Pine, tile.DeadTree}[x/2%3], 0)
	}
	p.room(3, 0, 7, 5)
	p.person(s, 0.5, 3, 64, entity.Look{})
	p.person(s, 2, 3.2, 0, entity.Look{Skin: 1, Hair: 1, HairColour: 2, Shirt: 1, Hat: 1})
	p.person(s, -1, 3.2, 128, entity.Look{Skin: 2, Hair: 3, HairColour: 3, Shirt: 2, Trousers: 2})
	s.Bodies = append(s.Bodies, body(1, entity.Crate, -4, 3), body(2, entity.Ball, -5, 3.5))
	for x := int32(-12); x < -5; x++ {
		p.block(x, 2, tile.Rail, 0)
	}
	for y := int32(-1); y < 2; y++ {
		p.block(-6, y, tile.Rail, 0)
	}
	s.Bodies = append(s.Bodies, body(3, entity.Cart, -9.5, 2.5), body(4, entity.Sheep, -3.5, 1.2), body(5, entity.Hen, -2.4, 1.5), body(6, entity.Sheep, -4.7, 0.8))
	for k := item.None + 1; k < item.KindCount; k++ {
		d := body(100+uint64(k), entity.Drop, -14+float64(k), 5.5)
		d.Stack = item.Stack{Kind: k, Count: 1}
		s.Bodies = append(s.Bodies, d)
	}
	return p, s
}

// ticksUnseen is how many ticks settle a picture that is not looked at.
const ticksUnseen = 12

// shoot draws a scene after some ticks and returns the picture.
func shoot(t testing.TB, r *Renderer, s *Scene, w, h, ticks int) *image.RGBA {
	t.Helper()
	if *dump == "" {
		ticks = min(ticks, ticksUnseen)
	}
	dst := ebiten.NewImage(w, h)
	defer dst.Deallocate()
	for range ticks {
		s.Tick++
		r.UpdateScene(s)
		if s.Tick%3 == 0 {
			r.DrawScene(dst, s)
		}
	}
	r.DrawScene(dst, s)
	m := image.NewRGBA(dst.Bounds())
	dst.ReadPixels(m.Pix)
	return m
}

func write(t testing.TB, m image.Image, name string) {
	t.Helper()
	if *dump == "" {
		return
	}
	if err := os.MkdirAll(*dump, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(*dump, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, m); err != nil {
		t.Fatal(err)
	}
}

func newRenderer(t testing.TB, light string) *Renderer {
	t.Helper()
	gputest.Need(t)
	r, err := New(Options{Seed: 1, Light: light, Log: func(s string) { t.Log(s) }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func imageRect(w, h int) image.Rectangle { return image.Rect(0, 0, w, h) }

// frameEnd returns a function that makes Ebitengine carry out the drawing commands, as at the end of a frame:
// the tests all run within one Update, where its queue would only grow.
func frameEnd() func() {
	one := ebiten.NewImageWithOptions(imageRect(1, 1), &ebiten.NewImageOptions{Unmanaged: true})
	var pixel [4]byte
	return func() {
		one.Fill(palette.Ink0.RGBA())
		one.ReadPixels(pixel[:])
	}
}
