package island_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/federation"
	"manyhold/game/island"
	"manyhold/game/world"
)

// TestTakenInOnce: an island is taken in once, also by an island that took in the one that took it in, and
// also when it was forgotten.
func TestTakenInOnce(t *testing.T) {
	p := newShores(t, chancer(3), 1)
	child := p.east.Snapshot(nil)
	if err := p.west.Absorb(child); err != nil {
		t.Fatal(err)
	}
	if !p.west.Contains(p.east.Self()) {
		t.Fatal("it does not know what it took in")
	}
	if err := federation.Absorbable(&p.west.Island.State, &mustDecode(t, child).State); err == nil {
		t.Error("it is taken in again")
	}
	other := &island.Island{State: world.State{Gen: p.west.Gen, Clock: p.west.Clock}}
	other.Register.SelfID, other.Absorbed.Islands = 7, []world.AbsorbedIsland{{Island: 9, At: 4}}
	p.west.Absorbed.Contain(&other.State)
	if !p.west.Contains(7) || !p.west.Contains(9) || p.west.Contains(8) {
		t.Error("what another had taken in is not known here")
	}
	for k := range uint64(world.MaxAbsorbed) {
		p.west.Absorbed.Contain(&world.State{Topology: world.Topology{Register: world.Register{SelfID: 100 + k}}, Clock: game.Tick(100 + k)})
	}
	if len(p.west.Absorbed.Islands) != world.MaxAbsorbed || p.west.Contains(9) {
		t.Fatalf("it remembers %d", len(p.west.Absorbed.Islands))
	}
	old := &island.Island{State: world.State{Gen: p.west.Gen, Clock: 3}}
	if old.Register.SelfID = 10; federation.Absorbable(&p.west.Island.State, &old.State) == nil {
		t.Error("one that may have been forgotten is taken in")
	}
	if old.Clock = p.west.Absorbed.Since + 1; federation.Absorbable(&p.west.Island.State, &old.State) != nil {
		t.Error("one that ended later is refused")
	}
}

func mustDecode(t *testing.T, b []byte) *island.Island {
	t.Helper()
	i, err := world.DecodeSnapshot(b)
	if err != nil {
		t.Fatal(err)
	}
	return &island.Island{State: *i}
}
