package island_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"unsafe"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// town builds houses, gardens, lamps and paths into a region, as people do.
func town(r *world.Region, seed uint64) {
	n := uint64(0)
	below := func(m uint32) int32 { n++; return int32(random.Below(random.Hash(seed, n, 1, 0), m)) }
	put := func(x, y int32, g tile.Ground, b tile.Block, state uint8) {
		if x >= 0 && y >= 0 && x < 64 && y < 64 {
			r.Set(grid.Index(y*64+x), g, b, state)
		}
	}
	for py := int32(0); py < 64; py += 13 {
		for px := int32(0); px < 64; px += 13 {
			for k := range int32(13) { // paths
				put(px+k, py, tile.StoneFloor, tile.NoBlock, 0)
				put(px, py+k, tile.StoneFloor, tile.NoBlock, 0)
			}
			put(px+1, py+1, tile.Grass, tile.Lamp, 0)
			w, h := 5+below(5), 5+below(4)
			x0, y0 := px+2+below(2), py+2+below(2)
			if below(4) == 0 { // a field
				for y := range h {
					for x := range w {
						if x == 0 || y == 0 || x == w-1 || y == h-1 {
							put(x0+x, y0+y, tile.Grass, tile.Fence, 0)
						} else {
							put(x0+x, y0+y, tile.Dirt, tile.Wheat, uint8(below(7)))
						}
					}
				}
				continue
			}
			wall, floor := []tile.Block{tile.WoodWall, tile.StoneWall}[below(2)], []tile.Ground{tile.WoodFloor, tile.StoneFloor}[below(2)]
			for y := range h {
				for x := range w {
					b := tile.NoBlock
					if x == 0 || y == 0 || x == w-1 || y == h-1 {
						b = wall
						if below(6) == 0 {
							b = tile.Glass
						}
					}
					put(x0+x, y0+y, floor, b, 0)
				}
			}
			put(x0+w/2, y0+h-1, floor, tile.Door, uint8(below(2)))
			put(x0+1, y0+1, floor, tile.Bed, 0)
			put(x0+w-2, y0+1, floor, tile.Table, 0)
			put(x0+1, y0+h-2, floor, tile.Lamp, uint8(below(2)))
		}
	}
}

// mostTown is how long a region may be when it is stored, in bytes on average, if it is as built up as town
// makes it.
const mostTown = 900

// TestTownsAreSmall: buildings take little room once they are packed as net/store and net/transfer do it.
func TestTownsAreSmall(t *testing.T) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		t.Fatal(err)
	}
	const towns = 40
	plain, packed, tiles := 0, 0, 0
	for n := range int32(towns) {
		i := &island.Island{State: world.State{Gen: world.Genesis{Seed: 7, Rules: game.CurrentRules}}}
		r := new(world.Region)
		r.Generate(i.Gen, grid.Region{X: n, Y: -n})
		town(r, uint64(n))
		data := i.EncodeRegion(nil, r, 1)
		plain, packed, tiles = plain+len(data), packed+len(z.EncodeAll(data, nil)), tiles+len(r.Edits(nil))
		p, err := world.DecodeRegion(data)
		if err != nil || !p.Planes || !slices.Equal(p.Edits, r.Edits(nil)) {
			t.Fatalf("town %d is not read back: %v", n, err)
		}
	}
	t.Logf("%d edited tiles: %d bytes, packed %d", tiles/towns, plain/towns, packed/towns)
	if packed/towns > mostTown || tiles/towns < 1500 {
		t.Errorf("%d edited tiles take %d bytes, want %d at most", tiles/towns, packed/towns, mostTown)
	}
}

// TestRegionInMemory: a region that is loaded takes 13 KB at most.
func TestRegionInMemory(t *testing.T) {
	size := unsafe.Sizeof(world.Region{})
	t.Logf("a region takes %d bytes", size)
	if size > 13*1000 {
		t.Errorf("a region takes %d bytes", size)
	}
}

// TestEditsAreReadBack: any edited tiles come back, and in one form only.
func TestEditsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		looks := uint32(rapid.IntRange(1, 2000).Draw(t, "looks"))
		one := uint32(rapid.IntRange(1, 60).Draw(t, "one tile of"))
		seed := rapid.Uint64().Draw(t, "seed")
		var list []world.Edit
		for k := range grid.Index(grid.RegionTiles) {
			if random.Below(random.Hash(seed, uint64(k), 0, 0), one) == 0 {
				h := random.Mix(seed + uint64(random.Below(random.Hash(seed, uint64(k), 1, 0), looks)))
				list = append(list, world.Edit{K: k, Ground: tile.Ground(h % uint64(tile.GroundCount)), Block: tile.Block(h >> 8 % uint64(tile.BlockCount)), State: uint8(h >> 20)})
			}
		}
		b := world.AppendTiles(nil, list)
		c := codec.Read(b)
		back, planes := world.ReadTiles(&c)
		if err := c.Done(); err != nil || !slices.Equal(back, list) || planes != (len(list) >= world.FewEdits) {
			t.Fatalf("%d tiles: %d, in planes %v, %v", len(list), len(back), planes, err)
		}
		if !bytes.Equal(world.AppendTiles(nil, back), b) {
			t.Fatal("they are stored in two ways")
		}
	})
}

// TestPlanesAreRefused where they are wrong, and where a list is due; so is a list where planes are due.
func TestPlanesAreRefused(t *testing.T) {
	i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	r := i.Land.Regions[0]
	town(r, 1)
	good := i.Snapshot(nil)
	if err := new(island.Island).Restore(good); err != nil {
		t.Fatal(err)
	}
	list := r.Edits(nil)
	planes := world.AppendPlanes(nil, list)
	at := bytes.Index(good, planes)
	if at < 0 {
		t.Fatal("the town is not in planes")
	}
	looks := len(codec.Uvarint(nil, uint64(world.Planed+len(list)))) + 512
	count := int(planes[looks])
	for name, change := range map[string]func(b []byte){
		"a bit more":     func(b []byte) { b[looks-1] ^= 1 << 7 },
		"no such ground": func(b []byte) { b[looks+1] = uint8(tile.GroundCount) },
		"no such block":  func(b []byte) { b[looks+1+count] = uint8(tile.BlockCount) },
		"a look twice": func(b []byte) {
			for p := range 3 {
				b[looks+2+p*count] = b[looks+1+p*count]
			}
		},
		"looks in other order":  func(b []byte) { b[looks+1+3*count] = 1 },
		"a look that is not":    func(b []byte) { b[len(b)-1] = uint8(count) },
		"fewer looks than said": func(b []byte) { clear(b[looks+1+3*count:]) },
	} {
		bad := slices.Clone(good)
		change(bad[at : at+len(planes)])
		if err := new(island.Island).Restore(bad); !errors.Is(err, world.ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	asList := world.AppendEdits(nil, list)
	long := slices.Concat(codec.Uvarint(nil, 1), asList, i.EncodeRegion(nil, r, 1)[1+len(planes):])
	if err := i.ReadRegion(r.At, long); err == nil {
		t.Error("a long list is taken")
	}
	few := list[:world.FewEdits-1]
	short := slices.Concat(codec.Uvarint(nil, 1), world.AppendPlanes(nil, few), i.EncodeRegion(nil, r, 1)[1+len(planes):])
	if err := i.ReadRegion(r.At, short); err == nil {
		t.Error("short planes are taken")
	}
}

// TestUntouchedRegionsAreNothing: where people only walked, nothing is stored and sent.
func TestUntouchedRegionsAreNothing(t *testing.T) {
	i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})
	parts := len(i.Stored())
	far := grid.Region{X: 40, Y: 40}
	living.Activate(&i.State, far)
	k, ok := i.Land.Find(far)
	if !ok {
		t.Fatal("the region is not awake")
	}
	living.Retire(&i.State, k)
	if got := len(i.Stored()); got != parts {
		t.Errorf("a snapshot has %d regions, want %d", got, parts)
	}
}
