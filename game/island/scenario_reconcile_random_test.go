package island_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/exhibit"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/rig"
)

// side returns a script that goes on from a snapshot with chance of its own; only the players in the mask
// play.
func side(t testing.TB, base []byte, chance uint64, only uint32) *rig.Script {
	i := new(island.Island)
	if err := i.Restore(base); err != nil {
		t.Fatal(err)
	}
	s := &rig.Script{Stage: rig.StageOf(t, i), Cast: exhibit.CastOn(i)}
	s.Cast.N, s.Cast.Only = chance<<20, only
	next := s.Begin(3)
	for n := 1; n <= exhibit.CastSize; n++ {
		if only != 0 && only>>n&1 == 0 {
			next.Depart(rig.Key(n))
		}
	}
	s.Step(next.Turn())
	return s
}

// TestForksMerge lets a scripted world fork at a random turn, both sides play by chance, merges them, checks
// the invariants, and goes on: every replica comes to the same.
func TestForksMerge(t *testing.T) {
	trunk := rig.NewScript(t)
	bases := [][]byte{trunk.Snapshot(nil)}
	for _, at := range []game.Tick{30, 400, 2000, 5200, 9000} {
		bases = append(bases, trunk.Until(at).Snapshot(nil))
	}
	rapid.Check(t, func(rt *rapid.T) {
		base := bases[rapid.IntRange(0, len(bases)-1).Draw(rt, "fork")]
		mask := rapid.Uint32Range(0, 127).Draw(rt, "who plays here") &^ 1
		other := ^mask & 126
		if rapid.Bool().Draw(rt, "some play on both sides") {
			other |= rapid.Uint32Range(0, 127).Draw(rt, "who plays there too") &^ 1
		}
		here := side(t, base, rapid.Uint64Range(1, 1<<30).Draw(rt, "chance here"), mask|1)
		there := side(t, base, rapid.Uint64Range(1, 1<<30).Draw(rt, "chance there"), other|1)
		here.Until(here.Clock + game.Tick(rapid.IntRange(0, 600).Draw(rt, "ticks here")))
		there.Until(there.Clock + game.Tick(rapid.IntRange(0, 600).Draw(rt, "ticks there")))
		mergeAndGoOn(rt, t, base, here, there)
	})
}

func mergeAndGoOn(rt *rapid.T, t *testing.T, base []byte, here, there *rig.Script) {
	branch, firm := there.Snapshot(nil), here.Snapshot(nil)
	var again island.Island
	if err := again.Restore(firm); err != nil {
		rt.Fatal(err)
	}
	report, err := here.Reconcile(base, branch)
	if err != nil {
		rt.Fatal(err)
	}
	if other, err := again.Reconcile(base, branch); err != nil || !bytes.Equal(other, report) {
		rt.Fatalf("another replica reports\n%s\nand not\n%s", other, report)
	}
	rig.Sound(rt, here.Island)
	for n := 1; n <= exhibit.CastSize; n++ {
		if f, p := again.Sequence(rig.Key(n)), there.Sequence(rig.Key(n)); here.Sequence(rig.Key(n)) < max(f, p) {
			rt.Fatalf("player %d: number %d after %d and %d", n, here.Sequence(rig.Key(n)), f, p)
		}
	}
	if want := max(here.Clock, there.Clock); here.Clock != want {
		rt.Fatalf("tick %d, want %d", here.Clock, want)
	}
	var restored island.Island
	if err := restored.Restore(here.Snapshot(nil)); err != nil {
		rt.Fatal(err)
	}
	here.Cast.Only = 0
	for range 200 {
		turn := here.Cast.Next().Turn()
		for _, i := range [...]*island.Island{here.Island, &again, &restored} {
			here.Play(i, turn)
		}
	}
	for _, i := range [...]*island.Island{&again, &restored} {
		if i.Digest() != here.Digest() {
			field, _ := island.Diff(here.Island, i)
			rt.Fatalf("replicas differ after 200 turns: %s\n%s", field, report)
		}
	}
	rig.Balanced(rt, here.Island)
	if _, err := here.Reconcile(branch, branch); err != nil {
		rt.Fatalf("nothing is left of the branch, and yet: %v", err)
	}
}

// FuzzReconcile gives any bytes to be merged into a small world.
func FuzzReconcile(f *testing.F) {
	world := world7(f)
	s := rig.NewStage(f)
	if err := s.Restore(world); err != nil {
		f.Fatal(err)
	}
	s.Place(1, item.Hearth, 2, 0)
	s.Run(6)
	f.Add(world, s.Snapshot(nil))
	f.Add(world, world)
	f.Add(s.Snapshot(nil), world)
	f.Add([]byte(nil), []byte("MANYHOLD"))
	firm := side(f, world, 5, 0).Until(200).Snapshot(nil)
	f.Fuzz(func(t *testing.T, base, branch []byte) {
		i := new(island.Island)
		if err := i.Restore(firm); err != nil {
			t.Fatal(err)
		}
		before := i.Digest()
		if _, err := i.Reconcile(base, branch); err != nil {
			if i.Digest() != before {
				t.Fatal("a refused branch changed the state")
			}
			return
		}
		var again island.Island
		if err := again.Restore(i.Snapshot(nil)); err != nil {
			t.Fatalf("the merged state cannot be restored: %v", err)
		}
		turn := i.Begin(6).Turn()
		for range 3 { // the merged state can be lived in
			i.Step(turn)
			again.Step(turn)
		}
		if i.Digest() != again.Digest() {
			t.Fatal("the merged state is not all in its snapshot")
		}
	})
}
