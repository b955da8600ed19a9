package terrain

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

var (
	dump     = flag.String("dump", "", "write a map to this PNG file, one pixel a tile")
	dumpSeed = flag.Uint64("dump.seed", 1, "the world of the map")
	dumpSide = flag.Int("dump.side", 512, "side of the map in tiles")
	dumpX    = flag.Int("dump.x", 0, "middle of the map")
	dumpY    = flag.Int("dump.y", 0, "middle of the map")
	dumpZoom = flag.Int("dump.zoom", 1, "pixels a tile")
)

// TestDump draws a map for people, if -dump names a file.
func TestDump(t *testing.T) {
	if *dump == "" {
		t.Skip("no -dump")
	}
	side, zoom := *dumpSide, *dumpZoom
	img := image.NewRGBA(image.Rect(0, 0, side*zoom, side*zoom))
	w := newLand(*dumpSeed)
	for y := range side {
		for x := range side {
			at := grid.Tile{X: int32(x + *dumpX - side/2), Y: int32(y + *dumpY - side/2)}
			g, b := w.at(at)
			c := groundColours[g]
			if bc, ok := blockColours[b]; ok {
				c = bc
			}
			for v := range zoom {
				for u := range zoom {
					img.Set(x*zoom+u, y*zoom+v, color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255})
				}
			}
		}
	}
	f, err := os.Create(*dump)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	t.Logf("spawn %v", Spawn(*dumpSeed))
}

var groundColours = [tile.GroundCount]uint32{
	tile.DeepWater: 0x1F5578, tile.Water: 0x3389A3, tile.Sand: 0xF2E2B6, tile.Grass: 0x8CB85A, tile.Moss: 0x4F8A4B,
	tile.Dirt: 0xBC8757, tile.Rock: 0x857F96, tile.Snow: 0xE3DFDA, tile.Ice: 0xBDEFE0, tile.Path: 0xE2BE86,
	tile.WoodFloor: 0x8B5A44, tile.StoneFloor: 0xB3AEB8,
}

var blockColours = map[tile.Block]uint32{
	tile.Cliff: 0x5E587A, tile.CoalOre: 0x0D0B1A, tile.CopperOre: 0xEE8A3C, tile.CrystalOre: 0x4DF3E8,
	tile.Oak: 0x2F5E45, tile.Pine: 0x1E3B3A, tile.DeadTree: 0x5D3A3A, tile.Bush: 0x4F8A4B, tile.BerryBush: 0xBF4A34,
	tile.Boulder: 0xB3AEB8, tile.Stump: 0x8B5A44, tile.Tuft: 0xC9DB7A, tile.Flower: 0xFFC857, tile.Mushroom: 0xBF4A34,
	tile.Reed: 0xC9DB7A, tile.Shell: 0xFFF0B8, tile.RuinWall: 0x2C2748, tile.StandingStone: 0x1B1830, tile.Hearth: 0xFF2020,
	tile.WoodWall: 0x3A2430, tile.Lamp: 0xFFC857, tile.Fence: 0x5D3A3A, tile.Bed: 0xBF4A34, tile.Table: 0x5D3A3A,
}
