package federation_test

import (
	"errors"
	"testing"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/world"
)

// TestTakenInOnce: an island is taken in once, also by an island that took in the one that took it in, and
// also when it was forgotten.
func TestTakenInOnce(t *testing.T) {
	p := rig.NewShores(t, rig.Chancer(3), 1)
	child := p.East.Snapshot(nil)
	if err := p.West.Absorb(child); err != nil {
		t.Fatal(err)
	}
	if !p.West.Contains(p.East.Self()) {
		t.Fatal("it does not know what it took in")
	}
	if err := federation.Absorbable(&p.West.Island.State, &mustDecode(t, child).State); err == nil {
		t.Error("it is taken in again")
	}
	other := &island.Island{State: world.State{Gen: p.West.Gen, Clock: p.West.Clock}}
	other.Register.SelfID, other.Absorbed.Islands = 7, []world.AbsorbedIsland{{Island: 9, At: 4}}
	p.West.Absorbed.Contain(&other.State)
	if !p.West.Contains(7) || !p.West.Contains(9) || p.West.Contains(8) {
		t.Error("what another had taken in is not known here")
	}
	for k := range uint64(world.MaxAbsorbed) {
		p.West.Absorbed.Contain(&world.State{Topology: world.Topology{Register: world.Register{SelfID: 100 + k}}, Clock: game.Tick(100 + k)})
	}
	if len(p.West.Absorbed.Islands) != world.MaxAbsorbed || p.West.Contains(9) {
		t.Fatalf("it remembers %d", len(p.West.Absorbed.Islands))
	}
	old := &island.Island{State: world.State{Gen: p.West.Gen, Clock: 3}}
	if old.Register.SelfID = 10; federation.Absorbable(&p.West.Island.State, &old.State) == nil {
		t.Error("one that may have been forgotten is taken in")
	}
	if old.Clock = p.West.Absorbed.Since + 1; federation.Absorbable(&p.West.Island.State, &old.State) != nil {
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

// TestAnEndedIslandBringsNobodyUnknown: home does not take in an island with a player that it does not know
// to be there, or knows under another seat: its own state would contradict itself.
func TestAnEndedIslandBringsNobodyUnknown(t *testing.T) {
	for name, change := range map[string]func(p *entity.PlayerState){
		"another key":  func(p *entity.PlayerState) { p.Key = rig.Key(9) },
		"another seat": func(p *entity.PlayerState) { p.Seat = 9 },
	} {
		_, home, child := correspondents(t)
		before := home.Digest()
		p := &child.Roster.Here[0]
		k, _ := child.Space.Find(p.Body)
		change(p)
		child.Space.Bodies()[k].Seat = p.Seat
		child.Roster.LastSeat = max(child.Roster.LastSeat, p.Seat)
		err := home.Absorb(child.Snapshot(nil))
		if !errors.Is(err, federation.ErrAbsorb) || home.Digest() != before {
			t.Errorf("%s: %v", name, err)
		}
	}
}
