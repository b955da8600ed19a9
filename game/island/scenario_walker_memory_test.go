package island_test

import (
	"runtime"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/world"
)

// wanderer is a world and the player that walks in it: a peer's part of the simulation, with the window's
// copies.
type wanderer struct {
	t     *testing.T
	world *island.Island
	eyes  *predict.Predictor
	spare *island.Island
	at    grid.Tile
}

var walker = game.PlayerID{7}

func newWanderer(t *testing.T) *wanderer {
	w := &wanderer{t: t, world: island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules}), eyes: predict.New(walker), spare: new(island.Island)}
	next := w.world.Begin(1)
	taken, err := next.Append(walker, 1, command.Append(nil, command.Command{Kind: command.Enter, Text: "Ada"}))
	if err != nil || !taken {
		t.Fatal(taken, err)
	}
	w.world.Step(next.Turn())
	w.at = w.world.SpawnTile
	return w
}

// walk goes some tiles to the east, one in a tick.
func (w *wanderer) walk(tiles int) {
	for n := range tiles {
		w.at = w.at.Add(1, 0)
		w.world.Carry(walker, w.at)
		w.world.Step(w.world.Begin(1).Turn())
		if n%game.TicksPerTurn == 0 {
			w.world.CopyNear(w.spare, w.at)
			if w.spare = w.eyes.Confirm(w.spare, w.world.Happened); w.spare == nil {
				w.spare = new(island.Island)
			}
		}
		w.eyes.Advance()
		w.eyes.View(fixed.One)
		w.eyes.Events()
	}
}

// heapOf returns how much memory is in use, in bytes.
func heapOf() int64 {
	runtime.GC()
	runtime.GC() // memory that the first has set free for finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoryStaysFlat: after 10,000 tiles a walker keeps no more of the land than after 1,000. Land left
// behind is forgotten, and made from the seed again. Of meadows, the arrival of their animals and their
// places are kept.
func TestMemoryStaysFlat(t *testing.T) {
	w := newWanderer(t)
	w.walk(1000)
	before, kept := heapOf(), len(w.world.Snapshot(nil))
	for far := 2000; far <= 10_000; far += 1000 {
		w.walk(1000)
		regions := w.world.Land.Places()
		if len(regions) > 50 {
			t.Errorf("after %d tiles %d regions are active", far, len(regions))
		}
		if more := heapOf() - before; more > 512<<10 {
			t.Errorf("after %d tiles %d KB more are in use than after 1,000", far, more>>10)
		}
	}
	t.Logf("after 1,000 tiles %d KB are in use, after 10,000 %d KB; a snapshot has %d bytes, and %d", before>>10, heapOf()>>10, kept, len(w.world.Snapshot(nil)))
	runtime.KeepAlive(w)
}
