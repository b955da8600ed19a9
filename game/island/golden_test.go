package island_test

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/zeebo/xxh3"

	"manyhold/game/island"
	"manyhold/game/rig"
)

var update = flag.Bool("update", false, "rewrite the golden files; understand the difference first")

// The golden digests are those of a scripted world of goldenTicks ticks, at every thousand. They are
// the same on every platform, and change only with game.CurrentRules.
//
//go:embed testdata/golden-2.txt
var golden string

func TestGolden(t *testing.T) {
	s := rig.NewScript(t)
	sameAsGolden(t, "golden-2.txt", s.Digests()+packed(t, s.Island), golden)
	s.Covers()
}

// sameAsGolden compares a result with a golden file, which -update writes.
func sameAsGolden(t *testing.T, name, got, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile("testdata/"+name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("the world went another way:\n%s\nwant:\n%s", got, want)
	}
}

// packed tells of the snapshot of an island, from which the same comes again.
func packed(t testing.TB, i *island.Island) string {
	t.Helper()
	snapshot := i.Snapshot(nil)
	var again island.Island
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if again.Digest() != i.Digest() || string(again.Snapshot(nil)) != string(snapshot) {
		field, _ := island.Diff(i, &again)
		t.Fatalf("restored it is another: %s", field)
	}
	return fmt.Sprintf("its snapshot %016x, %d bytes\n", xxh3.Hash(snapshot), len(snapshot))
}
