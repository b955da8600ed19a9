package match_test

import (
	"testing"

	"manyhold/game/match"
)

// TestRestoreAndRest: a match that is restored goes on as the whole one, to the same end.
func TestRestoreAndRest(t *testing.T) {
	p := toy()
	m := begun(t, p, `{"length": 12}`, 2)
	run(m, absent(2), 70)
	again, err := match.Restore(p, m.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	if again.Island().SpawnTile != m.Island().SpawnTile {
		t.Errorf("the middle is at %v, and was at %v", again.Island().SpawnTile, m.Island().SpawnTile)
	}
	for m.Result() == nil {
		run(m, absent(2), 1)
		run(again, absent(2), 1)
		if m.Digest() != again.Digest() {
			t.Fatalf("generation %d: %x and %x", m.Generation(), m.Digest(), again.Digest())
		}
	}
	if string(m.Result()) != string(again.Result()) || m.Finished() != again.Finished() {
		t.Errorf("results %s and %s", m.Result(), again.Result())
	}
	if last, err := match.Restore(p, m.Snapshot(nil)); err != nil || string(last.Result()) != string(m.Result()) || last.Digest() != m.Digest() {
		t.Errorf("the end is not restored: %v", err)
	}
}

// TestBrokenSnapshots: bytes that are no snapshot, and a snapshot of another engine, are refused.
func TestBrokenSnapshots(t *testing.T) {
	p := toy()
	m := begun(t, p, "", 2)
	run(m, absent(2), 10)
	whole := m.Snapshot(nil)
	for n := 0; n < len(whole); n += 1 + len(whole)/200 {
		if _, err := match.Restore(p, whole[:n]); err == nil {
			t.Errorf("the first %d bytes are taken", n)
		}
	}
	other := edited(func(p *match.Package) { p.Roster = p.Roster[:3] })
	if _, err := match.Restore(other, whole); err == nil {
		t.Error("a snapshot of another engine is taken")
	}
}
