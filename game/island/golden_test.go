package island_test

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/island"
)

var update = flag.Bool("update", false, "rewrite the golden files; understand the difference first")

// The golden digests are those of a scripted world of goldenTicks ticks, at every thousand. They are
// the same on every platform, and change only with game.CurrentRules.
//
//go:embed testdata/golden-1.txt
var golden string

const goldenTicks = 20_000

func TestGolden(t *testing.T) {
	s := newScript(t)
	sameAsGolden(t, "golden-1.txt", s.digests()+packed(t, s.Island), golden)
	s.covers()
}

// digests plays the script and lists the digests on the way.
func (s *script) digests() string {
	var out strings.Builder
	next := uint64(1000)
	for s.Tick() < goldenTicks {
		s.play(s.Island, s.Next().Turn())
		s.watch()
		if s.Tick() >= next {
			next += 1000
			fmt.Fprintf(&out, "%5d %016x  %d regions, %d dormant, %d bodies, %d in the world\n",
				s.Tick(), s.Digest(), len(s.Land.Regions), len(s.Dormant.List), len(s.Space.Bodies()), len(s.Players()))
			sound(s.t, s.Island)
		}
	}
	return out.String()
}

// covers fails unless every command was executed, and every event and reason was seen, but those that only
// TestGoldenLiving sees.
func (s *script) covers() {
	s.t.Helper()
	for k := command.NoKind + 1; k < command.KindCount; k++ {
		// the script covers these two by players that are away
		if s.done[k] == 0 && k != command.Sleep && k != command.Leave && k < command.Craft {
			s.t.Errorf("the script never did %q", k)
		}
	}
	for k := event.NoKind + 1; k < event.Switched; k++ {
		if s.events[k] == 0 {
			s.t.Errorf("the script never saw the event %q", k)
		}
	}
	for k := event.NoReason + 1; k < event.LineClosed; k++ {
		// for which 64 players or 512 bodies are needed: see their tests
		if s.why[k] == 0 && k != event.NoRoom {
			s.t.Errorf("the script was never refused because %q", k)
		}
	}
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
