package render

import (
	"image"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

func gameID(n uint64) game.EntityID { return game.EntityID(n) }

// TestPictureGallery draws one of everything by day, at dusk and at night.
func TestPictureGallery(t *testing.T) {
	r := newRenderer(t, "full")
	if r.Stats().Light != "full" {
		t.Fatal("the light shader does not compile")
	}
	_, s := gallery()
	for _, at := range []struct {
		name string
		hour float64
	}{{"day", 12}, {"dusk", 18.9}, {"night", 23}} {
		r.SetHour(at.hour)
		r.Camera().Jump(fixed.Vec{X: 0, Y: 0})
		write(t, shoot(t, r, s, 1280, 720, 90), "gallery-"+at.name)
	}
	r.SetLight("simple")
	write(t, shoot(t, r, s, 1280, 720, 9), "gallery-simple")
}

// TestPictureLand draws places of the generated world.
func TestPictureLand(t *testing.T) {
	r := newRenderer(t, "full")
	const seed = 7
	p := newPainted(seed, tile.NoGround)
	s := &Scene{World: p}
	home := terrain.Spawn(seed)
	write(t, shootAt(t, r, s, 11, float64(home.X), float64(home.Y)), "home-day")
	for b, hour := range map[terrain.Biome]float64{terrain.Beach: 10, terrain.Forest: 14, terrain.Mountain: 12, terrain.Tundra: 9, terrain.Swamp: 17.5, terrain.Ocean: 19} {
		if at, ok := nearest(seed, home, b); ok {
			write(t, shootAt(t, r, s, hour, float64(at.X), float64(at.Y)), "land-"+b.String())
		}
	}
}

// nearest finds a tile in the middle of a biome.
func nearest(seed uint64, from grid.Tile, b terrain.Biome) (grid.Tile, bool) {
	for d := int32(8); d < 1500; d += 8 {
		for k := -d; k <= d; k += 16 {
			for _, at := range []grid.Tile{from.Add(k, -d), from.Add(k, d), from.Add(-d, k), from.Add(d, k)} {
				if terrain.BiomeAt(seed, at) == b && terrain.BiomeAt(seed, at.Add(6, 0)) == b && terrain.BiomeAt(seed, at.Add(-6, 3)) == b {
					return at, true
				}
			}
		}
	}
	return from, false
}

// TestPictureDusk draws the scene of the art direction: dusk, a lamp-lit wooden room at a shore, three
// people, one of them throwing.
func TestPictureDusk(t *testing.T) {
	r := newRenderer(t, "full")
	p, s := duskScene()
	_ = p
	for name, hour := range map[string]float64{"dusk": 19.0, "night": 23, "dawn": 6.3, "noon": 12} {
		r.SetHour(hour)
		r.Camera().Jump(toVec(5, 3))
		write(t, shoot(t, r, s, 1280, 720, 240), "shore-"+name)
	}
}

func duskScene() (*painted, *Scene) {
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	for x := int32(-40); x < 50; x++ {
		for y := int32(-40); y < 50; y++ {
			switch d := float64(y) - 7 + 2*noise(x); {
			case d > 5:
				p.ground(x, y, tile.DeepWater)
			case d > 2:
				p.ground(x, y, tile.Water)
			case d > 0:
				p.ground(x, y, tile.Sand)
			case x < -4 && d < -3:
				p.ground(x, y, tile.Moss)
			}
			h := (x*7919 + y*104729) & 1023
			if g, _, _ := at(p, x, y); g == tile.Moss && h%5 == 0 {
				p.block(x, y, []tile.Block{tile.Oak, tile.Pine, tile.Oak}[h%3], 0)
			} else if g == tile.Grass && h%9 == 0 {
				p.block(x, y, []tile.Block{tile.Tuft, tile.Tuft, tile.Flower, tile.Tuft, tile.Mushroom, tile.Flower}[h%6], 0)
			} else if g == tile.Grass && h%97 == 0 {
				p.block(x, y, []tile.Block{tile.Oak, tile.Bush, tile.Boulder}[h%3], 0)
			} else if g == tile.Water && h%11 == 0 {
				p.block(x, y, tile.Reed, 0)
			}
		}
	}
	p.room(3, -1, 8, 6)
	for y := int32(5); y < 8; y++ {
		p.ground(7, y, tile.Path)
		p.block(7, y, tile.NoBlock, 0)
	}
	p.block(5, 6, tile.Lamp, 0)
	p.block(0, 3, tile.Hearth, 1)
	p.block(12, 3, tile.Torch, 0)
	p.person(s, 1.4, 4.4, 0, entity.Look{Shirt: 0, Hair: 1})
	p.person(s, 8.6, 6.6, 128, entity.Look{Skin: 1, Hair: 4, HairColour: 2, Shirt: 1, Hat: 1})
	p.person(s, 7.5, 2.8, 64, entity.Look{Skin: 2, Hair: 3, HairColour: 3, Shirt: 2, Trousers: 2})
	p.players[0].Action, p.players[0].ActionAt = entity.Throwing, 0
	ball := body(2, entity.Ball, 4.2, 5.2)
	ball.Z = fixed.One * 3 / 2
	crate := body(5, entity.Crate, 10.5, 7)
	s.Bodies = append(s.Bodies, ball, crate)
	return p, s
}

func noise(x int32) float64 { return float64((x*x/3+x*5)%11)/11 - 0.5 }

func at(p *painted, x, y int32) (tile.Ground, tile.Block, uint8) {
	var g ground
	g.on(p, nil)
	return g.tile(x, y)
}

func shootAt(t *testing.T, r *Renderer, s *Scene, hour, x, y float64) *image.RGBA {
	r.SetHour(hour)
	r.Camera().Jump(toVec(x, y))
	return shoot(t, r, s, 1280, 720, 60)
}

// TestPicturePeople draws people at all they do, twice as near.
func TestPicturePeople(t *testing.T) {
	r := newRenderer(t, "full")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	r.Camera().SetZoom(12)
	for n := range 8 {
		x := float64(n)*2 - 7
		look := entity.Look{Skin: uint8(n), Hair: uint8(n), HairColour: uint8(n), Shirt: uint8(n), Trousers: uint8(n), Hat: uint8(n)}
		p.person(s, x, -2.5, 64, look)
		p.person(s, x, 0, entity.Facing(n*32), look)
		p.person(s, x, 3, 0, look)
	}
	for n := range s.Bodies {
		b := &s.Bodies[n]
		b.Moved = fixed.Q(float64(n) * framePixels / TilePixels * fixed.One / 3)
		if n%3 == 1 {
			b.Speed = fixed.One / 16
		}
	}
	act := func(n int, a entity.Action) *entity.PlayerState {
		q := &p.players[n*3+2]
		q.Action = a
		return q
	}
	q := act(0, entity.Digging)
	q.DigTile, q.DigTicks = grid.Tile{X: -6, Y: 3}, 40
	p.block(-6, 3, tile.Boulder, 0)
	act(1, entity.Throwing).ActionAt = 20
	act(2, entity.Placing).ActionAt = 25
	s.Bodies[3*3+2].Flags |= entity.Carrying
	crate := body(77, entity.Crate, 0, 0)
	crate.Flags, crate.Other = entity.Carried, s.Bodies[3*3+2].ID
	s.Bodies[4*3+2].Flags |= entity.Asleep
	p.players[5*3+2].Emote = 1
	p.players[6*3+2].Emote = 4
	p.ground(7, 2, tile.Water)
	p.ground(7, 3, tile.Water)
	p.ground(6, 3, tile.Water)
	s.Bodies = append(s.Bodies, crate)
	s.Pending = append(s.Pending, Hologram{Kind: command.Place, Tile: grid.Tile{X: -5, Y: 1}, Item: item.WoodWall}, Hologram{Kind: command.Place, Tile: grid.Tile{X: -3, Y: 1}, Item: item.Lamp})
	r.SetGhost(Ghost{Tile: grid.Tile{X: -1, Y: 1}, Item: item.Chest, OK: true, Why: ""})
	r.SetHour(12)
	r.Camera().Jump(toVec(0, 0.5))
	write(t, shoot(t, r, s, 1280, 720, 30), "people")
	r.SetGhost(Ghost{Tile: grid.Tile{X: -1, Y: 1}, Item: item.Chest, OK: false, Why: "too far"})
	for n := range 8 {
		p.block(int32(n)*2-7, -1, []tile.Block{tile.Cliff, tile.StoneWall, tile.Door, tile.Fence, tile.Glass, tile.RuinWall, tile.WoodWall, tile.Oak}[n], 0)
	}
	write(t, shoot(t, r, s, 1280, 720, 8), "people-behind")
}

// TestPictureFar draws landmarks and rock from far and near.
func TestPictureFar(t *testing.T) {
	r := newRenderer(t, "full")
	const seed = 7
	p := newPainted(seed, tile.NoGround)
	s := &Scene{World: p}
	home := terrain.Spawn(seed).Region()
	n := 0
	for y := home.Y - 5; y <= home.Y+5 && n < 4; y++ {
		for x := home.X - 5; x <= home.X+5 && n < 4; x++ {
			for _, l := range terrain.Landmarks(seed, grid.Region{X: x, Y: y}) {
				r.Camera().SetZoom([]int{20, 15, 20, 12}[n%4])
				write(t, shootAt(t, r, s, []float64{10, 18.6, 22, 7}[n%4], float64(l.Tile.X), float64(l.Tile.Y)), "landmark-"+string(rune('0'+n)))
				n++
				break
			}
		}
	}
	r.Camera().SetZoom(20)
	for at, d := home.Tile(0), int32(0); d < 4000; d++ {
		c := at.Add(d%63*9-280, d/63*9-280)
		rock := 0
		for k := range int32(100) {
			if _, b, _ := atTile(p, c.Add(k%10*3-15, k/10*2-10)); b == tile.Cliff {
				rock++
			}
		}
		if rock > 35 && rock < 60 {
			write(t, shootAt(t, r, s, 13, float64(c.X), float64(c.Y)), "rock")
			return
		}
	}
}

func atTile(p *painted, c grid.Tile) (tile.Ground, tile.Block, uint8) { return at(p, c.X, c.Y) }
