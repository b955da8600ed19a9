package island

import (
	"testing"

	"manyhold/game"
)

// TestTakenInOnce: an island is taken in once, also by one that took in who took it in, and also when it was forgotten.
func TestTakenInOnce(t *testing.T) {
	p := newShores(t, chancer(3), 1)
	child := p.east.Snapshot(nil)
	if err := p.west.Absorb(child); err != nil {
		t.Fatal(err)
	}
	if !p.west.Contains(p.east.Self()) {
		t.Fatal("it does not know what it took in")
	}
	if err := absorbable(&p.west.Island.State, &mustDecode(t, child).State); err == nil {
		t.Error("it is taken in again")
	}
	other := &Island{State{genesis: p.west.genesis, tick: p.west.tick}}
	other.self, other.within = 7, []taken{{9, 4}}
	p.west.contain(&other.State)
	if !p.west.Contains(7) || !p.west.Contains(9) || p.west.Contains(8) {
		t.Error("what another had taken in is not known here")
	}
	for k := range uint64(MaxWithin) {
		p.west.contain(&State{realm: realm{self: 100 + k}, tick: game.Tick(100 + k)})
	}
	if len(p.west.within) != MaxWithin || p.west.Contains(9) {
		t.Fatalf("it remembers %d", len(p.west.within))
	}
	old := &Island{State{genesis: p.west.genesis, tick: 3}}
	if old.self = 10; absorbable(&p.west.Island.State, &old.State) == nil {
		t.Error("one that may have been forgotten is taken in")
	}
	if old.tick = p.west.since + 1; absorbable(&p.west.Island.State, &old.State) != nil {
		t.Error("one that ended later is refused")
	}
}

func mustDecode(t *testing.T, b []byte) *Island {
	t.Helper()
	i, err := decodeSnapshot(b)
	if err != nil {
		t.Fatal(err)
	}
	return &Island{*i}
}
