package dark_test

import (
	_ "embed"
	"flag"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

// It is embedded, so that a test binary built for another machine can run without its source.
//
//go:embed testdata/golden.txt
var golden string

var update = flag.Bool("update", false, "rewrite testdata/golden.txt; a change of it needs a new game.CurrentRules")

// host counts what lives in the dark, and what was lost in it.
func host(i *world.State) string {
	n := func(k entity.Kind) int { return i.Space.Count(k) }
	return fmt.Sprintf("%d shades, %d magpies, %d moths, %d remains", n(entity.Shade), n(entity.Magpie), n(entity.GreatMoth), n(entity.Remains))
}

// TestGolden: a night goes the same way everywhere: of players in gloom, with lamps, thieves and a great
// moth, which comes back where people hold out; in regions that sleep and wake; on islands that were carved
// out and become one again; and on the two sides of a fork that is merged.
func TestGolden(t *testing.T) {
	var out strings.Builder
	line := func(name string, i *world.State, digest uint64) {
		fmt.Fprintf(&out, "%s: tick %d, %016x, %s\n", name, i.Clock, digest, host(i))
	}
	s := nightStage(t)
	s.Enter(3)
	x, y := inRegion(s, 12)
	nested(s, 8*x, 8*y)
	for n := range int32(6) {
		shiny(s, item.Copper, 3, x*(n*2+1), y*(12-n))
	}
	lit(s, -6*x, 0)
	s.Put(2, 9*x, -4*y).Put(3, -14*x, -9*y)
	for n := range 30 {
		if n%7 == 3 {
			s.Ask(1+n%3, rig.Moving(fixed.One*fixed.S(1-n%2*2), fixed.One/3))
		}
		s.Run(120)
		if n%5 == 4 {
			line("awake", &s.State, s.Digest())
		}
	}
	k, _ := s.Land.Find(s.SpawnTile.Region())
	living.Retire(&s.State, k)
	s.Clock += 20 * game.TicksPerSecond
	living.Activate(&s.State, s.SpawnTile.Region())
	s.Run(600)
	line("after a sleep", &s.State, s.Digest())
	rig.Sound(t, s.Island)

	tower, _ := towered(t, 3, 2)
	for range 6 {
		tower.Run(300)
		line("by a tower", &tower.State, tower.Digest())
	}

	vigil, at := towered(t, int(terrain.OfNight), 2)
	fled := 0
	for n := range 60 {
		keep(vigil, at)
		for p := 1; p <= 2; p++ {
			vigil.Hold(p, item.Torch)
			place(vigil, p, grid.TileAt(mothOf(vigil, at).Pos).Add(int32(p)*2-3, 1))
		}
		vigil.Run(60)
		if vigil.Saw(event.MothFled) != nil {
			fled++
		}
		if n%10 == 9 {
			line("holding out", &vigil.State, vigil.Digest())
		}
	}
	if fled < 2 {
		t.Errorf("in the night to hold out the great moth has fled %d times", fled)
	}

	f := rig.NewFleet(t, rig.Chancer(7))
	f.SpreadOut(2, 8)
	f.Carve(f.Home(), 201, 2)
	for _, ship := range f.Ships {
		ship.Clock += night
	}
	f.Post = true
	for range 260 {
		f.Step(game.MaxTicksPerTurn, nil)
	}
	for _, ship := range f.Ships {
		line(fmt.Sprintf("island %d", ship.Self()), &ship.State, ship.Digest())
	}
	whole := f.Settle()
	line("all in one", &whole.State, whole.Digest())

	fork := nightFork(t, 7)
	fork.Here.Run(900)
	fork.There.Run(1200)
	living.Hurt(&fork.There.State, fork.There.Player(2), world.MaxHealth)
	fork.There.Run(60)
	line("here", &fork.Here.State, fork.Here.Digest())
	line("there", &fork.There.State, fork.There.Digest())
	fork.Merge()
	line("merged", &fork.Here.State, fork.Here.Digest())
	fork.Here.Run(600)
	line("and later", &fork.Here.State, fork.Here.Digest())
	if *update {
		rig.Golden(t, "testdata/golden.txt", out.String(), true)
	} else if got := out.String(); got != golden {
		t.Errorf("the night went another way:\n%s\nwant:\n%s", got, golden)
	}
}

// nightFork is a fork in a night with thieves and shades.
func nightFork(t testing.TB, copper uint8) *rig.Fork {
	s := rig.Pair(t)
	s.Clock = night
	x, y := inRegion(s, 9)
	nested(s, 6*x, 6*y)
	shiny(s, item.Copper, copper, 9*x, 3*y)
	shiny(s, item.Crystal, 2, 3*x, 9*y)
	dark.NewShade(&s.State, s.At(9, 9).Centre(), 3)
	s.Run(90)
	return rig.ForkOf(s, []int{1}, []int{2})
}

// TestMergesLoseNothing: whatever was stolen, lost and taken up on both sides of a fork, every item is in one
// place after the merge, and none is doubled.
func TestMergesLoseNothing(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		f := nightFork(outer, uint8(rapid.IntRange(1, 5).Draw(t, "copper")))
		before := wealth(f.Here, item.Copper)
		for n, side := range []*rig.Stage{f.Here, f.There} {
			for range rapid.IntRange(0, 5).Draw(t, "deeds") {
				switch rapid.IntRange(0, 3).Draw(t, "deed") {
				case 0:
					living.Hurt(&side.State, side.Player(n+1), world.MaxHealth)
				case 1:
					side.Put(n+1, rapid.Int32Range(-9, 9).Draw(t, "x"), rapid.Int32Range(-9, 9).Draw(t, "y"))
				case 2:
					side.Player(n + 1).Health = world.MaxHealth
				}
				side.Run(rapid.IntRange(30, 400).Draw(t, "ticks"))
			}
		}
		f.Merge()
		if after := wealth(f.Here, item.Copper); after > before {
			t.Fatalf("%d copper, before the fork %d", after, before)
		}
		rig.Balanced(outer, f.Here.Island)
	})
}

// TestNobodyIsToldOfTheDark: over a line no creature of the dark is told, and none crosses it.
func TestNobodyIsToldOfTheDark(t *testing.T) {
	p := rig.ShoresOf(t, rig.Chancer(3), world.Genesis{Seed: 7, Rules: game.CurrentRules, Cap: 1})
	for _, ship := range p.Ships {
		ship.Clock += night
	}
	for n := range uint64(12) {
		dark.NewShade(&p.West.State, p.Mid.Add(-2, int32(n)-6).Centre(), n)
	}
	for range 60 {
		p.Turn(nil)
	}
	for k := range p.East.Border.Ghosts {
		if g := &p.East.Border.Ghosts[k]; g.Body.Kind.Airy() {
			t.Errorf("the other island is told of a %s", g.Body.Kind)
		}
	}
	for k := range p.East.Space.Bodies() {
		if b := &p.East.Space.Bodies()[k]; b.Kind == entity.Shade && grid.TileAt(b.Pos).X < p.Mid.X {
			t.Error("a shade is where its island is not")
		}
	}
}
