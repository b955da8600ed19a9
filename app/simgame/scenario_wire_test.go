package simgame

import (
	"slices"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/game"
	"manyhold/game/exhibit"
	"manyhold/game/item"
	lines "manyhold/net/link/memory"
	"manyhold/net/sim"
	"manyhold/net/store"
)

// TestBytesDoNotFollowBodies: only commands travel, so a world with 1,500 animals that wander about costs its
// peers no more than one with 50.
func TestBytesDoNotFollowBodies(t *testing.T) {
	const nodes, most = 3, 5000 // bytes a second of a peer
	few, many := wireBytes(t, nodes, 50), wireBytes(t, nodes, 1500)
	t.Logf("bytes that a peer gets in a second: %.0f with 50 animals, %.0f with 1,500", few, many)
	if few == 0 || many > most || many > few*1.2 || few > many*1.2 {
		t.Errorf("a peer gets %.0f bytes a second beside 50 animals, and %.0f beside 1,500; want less than %d, and within a fifth", few, many, most)
	}
}

// wireBytes returns how many bytes a second a peer gets in a world with so many animals, once all have
// joined.
func wireBytes(t *testing.T, nodes, animals int) float64 {
	t.Helper()
	home := node.NewIsland(store.Genesis{Seed: 3, Rules: uint32(game.CurrentRules), Start: uint8(item.Builders)})
	if there := exhibit.Populate(home.Island, animals); there < animals*9/10 {
		t.Fatalf("there is room for %d of %d animals", there, animals)
	}
	was := slices.Clone(home.Space.Bodies())
	for range 20 * 10 { // they are no things that sleep
		home.Step(home.Begin(game.TicksPerTurn).Turn())
	}
	moved := 0
	for k := range was {
		if b := home.Space.Body(was[k].ID); b != nil && b.Pos != was[k].Pos {
			moved++
		}
	}
	if moved < animals*3/4 {
		t.Fatalf("%d of %d animals moved in ten seconds", moved, animals)
	}
	const joined, end = 10 * time.Second, 30 * time.Second
	var got [2]uint64
	for n, span := range [...]time.Duration{joined, end} {
		r, err := sim.Run(sim.Options{Seed: 3, Nodes: nodes, For: span, Game: Game{Animals: animals}, Line: lines.Conditions{Delay: 20 * time.Millisecond}})
		if err != nil || r.Failure != nil {
			t.Fatal(err, r.Failure)
		}
		got[n] = r.Traffic.Bytes
	}
	return float64(got[1]-got[0]) / float64(nodes) / (end - joined).Seconds()
}
