package island_test

import (
	"fmt"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

// yard sets up gates and rotors, some of which run, on land round a place, and returns their tiles.
func yard(i *island.Island, at grid.Tile, seed uint64) (list []grid.Tile) {
	for n := range uint64(12) {
		h := random.Hash(seed, n, 0, 0)
		t := at.Add(int32(h%13)-6, int32(h>>8%13)-6)
		if _, b, _, ok := i.TileAt(t); !ok || b != tile.NoBlock || rig.ArmOn(&i.State, t) != nil {
			continue
		}
		living.SetTile(&i.State, t, tile.Grass, living.Either(h>>16&1 == 0, tile.SwingGate, tile.Rotor), uint8(h>>24)&7)
		list = append(list, t)
	}
	return list
}

// TestArmsAlone: the turning of arms and their pushing is independent of the rest of the island and of
// snapshot points.
func TestArmsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		here, there := grid.Tile{X: 63, Y: 64}, grid.Tile{X: 63 + 64*rapid.Int32Range(1, 9).Draw(t, "far"), Y: 50}
		heaps := [][]entity.Body{heap(t, "here", 1, here.Centre()), heap(t, "there", 2, there.Centre())}
		both := plain(11, heaps...)
		alone := []*island.Island{plain(11, heaps[0]), plain(11, heaps[1])}
		seed := rapid.Uint64().Draw(t, "yard")
		owner := map[game.EntityID]int{}
		for n, at := range []grid.Tile{here, there} {
			for _, at := range yard(alone[n], at, seed+uint64(n)) {
				owner[rig.ArmOn(&alone[n].State, at).ID] = n
			}
			yard(both, at, seed+uint64(n))
			for _, b := range heaps[n] {
				owner[b.ID] = n
			}
		}
		fork := new(island.Island)
		for n := range 120 {
			if n == 40 {
				both.Copy(fork)
			}
			for _, i := range append([]*island.Island{both}, alone...) {
				i.StepTick(nil)
			}
			if n >= 40 {
				fork.StepTick(nil)
			}
			for k := range both.Space.Bodies() {
				b := both.Space.Bodies()[k]
				if o := alone[owner[b.ID]].Space.Body(b.ID); o == nil || *o != b {
					t.Fatalf("after %d ticks\n%+v is alone\n%+v", n, b, o)
				}
			}
			if n >= 40 && fork.Digest() != both.Digest() {
				t.Fatalf("a copy went another way after %d ticks", n-40)
			}
		}
		rig.Hung(t, both)
	})
}

// armed is a crowd among gates and rotors of which every second runs.
func armed() *island.Island {
	var list []entity.Body
	for n := range uint64(1600) {
		at := grid.Tile{X: int32(n%160)*3 + 4, Y: int32(n/160)*5 + 20}
		list = append(list, entity.Body{ID: game.EntityID(n + 1), Kind: []entity.Kind{entity.Ball, entity.Crate, entity.Crate}[n%3],
			Pos: at.Centre(), Vel: fixed.Direction(fixed.Angle(n * 7919)).Scale(8 * fixed.One)})
	}
	i := plain(8, list)
	for n := range int32(200) {
		t := grid.Tile{X: n%40*12 + 7, Y: n/40*10 + 24}
		if _, b, _, _ := i.TileAt(t); b == tile.NoBlock {
			living.SetTile(&i.State, t, tile.Grass, living.Either(n%3 == 0, tile.SwingGate, tile.Rotor), uint8(n)&7)
		}
	}
	return i
}

// TestArmsOnCores: a crowd among gates and rotors goes the same way on one, two and eight processors, and as
// if it were not shared out at all.
func TestArmsOnCores(t *testing.T) {
	run := func(procs int) (out string) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(procs, 1)))
		i := armed()
		if procs > 0 {
			i.Motion.ShareOut(onCores)
		}
		creaks := 0
		for n := range 90 {
			i.StepTick(nil)
			for _, e := range i.Happened {
				if e.Kind == event.Creaked {
					creaks++
				}
			}
			if n%10 == 0 {
				out += fmt.Sprintf("%016x %d %d\n", i.Digest(), creaks, len(i.Happened))
			}
		}
		rig.Hung(t, i)
		if creaks < 20 {
			t.Errorf("only %d creaks", creaks)
		}
		return out
	}
	want := run(0)
	for _, procs := range []int{1, 2, 8} {
		if got := run(procs); got != want {
			t.Errorf("on %d processors:\n%swant\n%s", procs, got, want)
		}
	}
}

// TestHingesRandom: whatever people do among gates, rotors, ladders, levers and crates, every gate and rotor
// has its arm, items are conserved, and an island restored on the way goes the same way.
func TestHingesRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rig.NewStage(t).Enter(2).Clear(9)
		blocks := []tile.Block{tile.SwingGate, tile.SwingGate, tile.Rotor, tile.Rotor, tile.Wire, tile.Lever, tile.NotGate, tile.Piston, tile.Ladder, tile.Door, tile.Plate, tile.Conveyor}
		for n := range rapid.IntRange(4, 30).Draw(rt, "blocks") {
			at := s.At(int32(rapid.IntRange(-5, 5).Draw(rt, "x")), int32(rapid.IntRange(-5, 5).Draw(rt, "y")))
			ground := living.Either(n%3 == 0, tile.Shaft, tile.Grass)
			living.SetTile(&s.State, at, ground, rapid.SampledFrom(blocks).Draw(rt, "block"), uint8(rapid.IntRange(0, 7).Draw(rt, "state")))
		}
		for n := range rapid.IntRange(0, 8).Draw(rt, "things") {
			s.Animal([]entity.Kind{entity.Crate, entity.Ball, entity.Cart, entity.Hen}[n%4], int32(rapid.IntRange(-6, 6).Draw(rt, "x")), int32(rapid.IntRange(-6, 6).Draw(rt, "y")))
		}
		for n := 1; n <= 2; n++ {
			s.Put(n, int32(2*n-3), 0)
			for _, k := range []item.Kind{item.SwingGate, item.Rotor, item.Ladder, item.Shaft, item.Lever, item.Crate} {
				s.Give(n, k, 5)
			}
		}
		j := &jumble{Stage: s}
		j.turns(rt, rapid.IntRange(1, 10).Draw(rt, "before"))
		var twin island.Island
		if err := twin.Restore(s.Snapshot(nil)); err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 6).Draw(rt, "spells") {
			for _, turn := range j.turns(rt, 8) {
				twin.Step(turn)
			}
			if field, differ := island.Diff(&twin, s.Island); differ {
				rt.Fatalf("what was restored goes another way: %s", field)
			}
			rig.Hung(rt, s.Island)
		}
		rig.Balanced(rt, s.Island)
	})
}
