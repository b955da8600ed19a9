package terrain

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/zeebo/xxh3"

	"manyhold/game/grid"
	"manyhold/game/tile"
)

// The goldens are embedded, so that a test binary built for another machine can run without its source.
//
//go:embed testdata/golden.txt
var golden []byte

var update = flag.Bool("update", false, "rewrite testdata/golden.txt; a change of it needs a new game.CurrentRules")

// TestGolden compares regions of several worlds with their golden copies.
func TestGolden(t *testing.T) {
	var got bytes.Buffer
	fmt.Fprintln(&got, "# seed, region, xxh3 of its three planes, landmarks")
	for _, seed := range []uint64{0, 1, 2, 0xDEADBEEF, 1<<64 - 1} {
		fmt.Fprintf(&got, "%d spawn %v\n", seed, Spawn(seed))
		for _, r := range []grid.Region{{}, {X: -1}, {Y: -1}, {X: -1, Y: -1}, {X: 5, Y: 3}, {X: -40, Y: 77},
			{X: 1000, Y: -2000}, {X: 1<<25 - 1, Y: -1 << 25}} {
			var region tile.Region
			Generate(seed, r, &region)
			fmt.Fprintf(&got, "%d %v %016x", seed, r, digest(&region))
			for _, l := range Landmarks(seed, r) {
				fmt.Fprintf(&got, " %v %v %q", l.Kind, l.Tile, l.Name)
			}
			fmt.Fprintln(&got)
		}
	}
	for _, seed := range []uint64{0, 2, 1<<64 - 1} {
		for _, r := range []grid.Region{{}, {X: -1}, {X: 5, Y: 3}, {X: -40, Y: 77}, {X: 1<<25 - 1, Y: -1 << 25}} {
			var region tile.Region
			Build(seed, r, Furnished, &region)
			fmt.Fprintf(&got, "rules 2: %d %v %016x", seed, r, digest(&region))
			for _, l := range Places(seed, r) {
				fmt.Fprintf(&got, " %v %v %q", l.Kind, l.Tile, l.Name)
			}
			fmt.Fprintln(&got)
		}
	}
	for _, seed := range []uint64{0, 2, 1<<64 - 1} {
		for _, r := range []grid.Region{{}, {X: -1}, {X: 5, Y: 3}, {X: -40, Y: 77}, {X: 1<<25 - 1, Y: -1 << 25}} {
			var region tile.Region
			Build(seed, r, Stocked, &region)
			fmt.Fprintf(&got, "rules 3: %d %v %016x\n", seed, r, digest(&region))
		}
	}
	for _, seed := range []uint64{0, 2, 1<<64 - 1} {
		for n := range int32(24) {
			var region tile.Region
			r := grid.Region{X: n%6*5 - 15, Y: n/6*7 - 14}
			if Build(seed, r, Grazed, &region); n%6 == 0 {
				fmt.Fprintf(&got, "rules 4: %d %v %016x\n", seed, r, digest(&region))
			}
			if k, wild := GrazesIn(seed, r, &region); wild != NoWild {
				fmt.Fprintf(&got, "rules 4: %d %v: of kind %d they graze at %d\n", seed, r, wild, k)
			}
		}
	}
	if *update {
		if err := os.WriteFile("testdata/golden.txt", got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(got.Bytes(), golden) {
		t.Errorf("the untouched world has changed; got:\n%s\nwant:\n%s", got.Bytes(), golden)
	}
}

// digest hashes the planes of a region one after the other.
func digest(r *tile.Region) uint64 {
	var b []byte
	for i := range r.Ground {
		b = append(b, byte(r.Ground[i]), byte(r.Block[i]), r.State[i])
	}
	return xxh3.Hash(binary.LittleEndian.AppendUint16(b, grid.RegionSide))
}
