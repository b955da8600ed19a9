package island

import (
	_ "embed"
	"testing"

	"manyhold/game"
)

// A snapshot of a living world of rules 3, as the program wrote it before there were rules 4: machines at work, animals,
// a cart, and a region asleep in which 300 tiles were edited. It stays readable for ever: it is never written again.
//
//go:embed testdata/snapshot-living-3.bin
var fixtureLiving []byte

const (
	// livingDigest is the digest of the state in fixtureLiving.
	livingDigest = 0xafedeced14bb9c25
	// livedDigest is what it was, in the program that wrote it, after 400 turns of three ticks in which nobody asked for anything.
	livedDigest = 0xc7d412e6ce8ea75a
)

// TestSnapshotOfALivingWorldStaysReadable, and goes on as it would have in the program that wrote it.
func TestSnapshotOfALivingWorldStaysReadable(t *testing.T) {
	i := new(Island)
	if err := i.Restore(fixtureLiving); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != livingDigest || i.genesis.Rules != game.Living || len(i.works) == 0 || len(i.dormant) == 0 {
		t.Errorf("digest %#x, want %#x; rules %d, work in %d regions, %d asleep", d, uint64(livingDigest), i.genesis.Rules, len(i.works), len(i.dormant))
	}
	if string(i.Snapshot(nil)) != string(fixtureLiving) {
		t.Error("it is written otherwise now")
	}
	for range 400 {
		if err := i.Step(i.Begin(nil, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if d := i.Digest(); d != livedDigest {
		t.Errorf("it went another way: %#x, want %#x", d, uint64(livedDigest))
	}
	livable(t, i)
}
