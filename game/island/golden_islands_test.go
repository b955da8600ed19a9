package island_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

var (
	// The digests of islands that divide, write to each other and become one, and of a world that forked and
	// was merged.
	//
	//go:embed testdata/golden-islands-2.txt
	goldenIslands string
	// Those of regions that slept for seconds to days.
	//
	//go:embed testdata/golden-sleep.txt
	goldenSleep string
)

// TestGoldenIslands: islands that are carved out, write to each other over an unreliable post, see each other
// over a line, and are absorbed; and two lines of one world that become one again, go the same way
// everywhere.
func TestGoldenIslands(t *testing.T) {
	sameAsGolden(t, "golden-islands-2.txt", islandsRun(t), goldenIslands)
}

func islandsRun(t *testing.T) string {
	var out strings.Builder
	f := rig.NewFleet(t, rig.Chancer(5))
	f.SpreadOut(3, 8)
	f.Carve(f.Home(), 101, 2)
	f.Carve(f.Home(), 102, 3)
	f.Post = true
	w := rig.Wanderers{Fleet: f, Next: 102}
	for n := range 40 {
		f.Step(game.MaxTicksPerTurn, nil)
		w.Wander(1 + n%3)
	}
	for _, s := range f.Ships {
		fmt.Fprintf(&out, "island %d: %016x, %d regions, %d leases; %s", s.Self(), s.Digest(), len(s.Land.Regions), len(s.Register.Leases), packed(t, s.Island))
	}
	fmt.Fprintf(&out, "all in one: %016x; %s", f.Settle().Digest(), packed(t, f.Home().Island))

	p := rig.ShoresOf(t, rig.Chancer(3), world.Genesis{Seed: 7, Rules: game.CurrentRules, Cap: 1})
	machines := wired{Shores: p} // a signal over the line and back
	machines.row(-7, 5, 8).row(-7, 5, 10).set(5, 9, tile.Wire, 0).set(2, 10, tile.OrGate, tile.West).throw(-8, 8, true)
	for n := range uint64(4) {
		y := fixed.Vec{Y: fixed.Q(n) * 7 * fixed.One / 16}
		p.Throw(p.West, n, p.Mid.Add(-3, int32(n)-2).Centre().Add(y), fixed.SVec{X: 4 * fixed.One})
		p.Throw(p.East, n, p.Mid.Add(2, int32(n)-2).Centre().Add(y), fixed.SVec{X: -3 * fixed.One})
		p.Turn(nil)
	}
	for range 20 {
		p.Turn(nil)
	}
	for _, s := range p.Ships {
		fmt.Fprintf(&out, "side %d of the line: %016x, %d ghosts, %d hits told; %s", s.Self(), s.Digest(), len(s.Border.Ghosts), len(p.Told[s]), packed(t, s.Island))
		if len(s.Border.Signals) == 0 {
			t.Errorf("no signal goes over the line to island %d", s.Self())
		}
	}

	base := rig.NewScript(t).Until(400).Snapshot(nil)
	here, there := side(t, base, 3, 0xf).Until(900), side(t, base, 4, 0x71).Until(900)
	report, err := here.Reconcile(base, there.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "merged: %016x, reported in %016x; %s", here.Digest(), xxh3.Hash(report), packed(t, here.Island))
	here.Cast.Only = 0
	fmt.Fprintf(&out, "and later: %016x\n", here.Until(here.Clock+300).Digest())
	return out.String()
}

// garden fills a region with all that grows, burns and dries up.
func garden(i *island.Island, at grid.Region) {
	grows := [...]tile.Block{tile.Sapling, tile.Bush, tile.Stump, tile.Wheat, tile.Wheat, tile.Fire, tile.Flood, tile.Tuft}
	for k := range grid.Index(grid.RegionTiles) {
		h := random.Hash(21, uint64(k), 0, 0)
		b, state := grows[h%uint64(len(grows))], uint8(h>>32)&7
		switch b {
		case tile.Stump:
			state |= living.StumpFelled
		case tile.Fire:
			if state |= living.BurnTree; living.Fires(&i.State, at) >= living.MaxFires {
				b, state = tile.NoBlock, 0
			}
		case tile.Flood:
			state = 1
		}
		living.SetTile(&i.State, at.Tile(k), living.Either(h>>20&15 == 0 && b != tile.Flood, tile.Dirt, tile.Grass), b, state)
	}
}

// TestGoldenSleep: the result of a region's sleep is the same everywhere, however long it was.
func TestGoldenSleep(t *testing.T) {
	var out strings.Builder
	s := rig.BareStage(t).Enter(1) // nobody has paid for its gardens
	at := grid.Region{X: s.SpawnTile.Region().X + 6, Y: s.SpawnTile.Region().Y}
	living.Activate(&s.State, at)
	for _, slept := range []game.Tick{7, 300, 9_999, living.CatchUpTicks, living.CatchUpTicks + 5_000, 100 * living.CatchUpTicks} {
		garden(s.Island, at)
		k, _ := s.Land.Find(at)
		living.Retire(&s.State, k)
		s.Clock += slept
		living.Activate(&s.State, at)
		fmt.Fprintf(&out, "asleep for %d ticks: %016x", slept, s.Land.Active(at).Sum)
		s.Run(30)
		fmt.Fprintf(&out, ", and half a second later %016x\n", s.Land.Active(at).Sum)
	}
	sameAsGolden(t, "golden-sleep.txt", out.String(), goldenSleep)
}
