package island

import (
	_ "embed"
	"testing"

	"manyhold/game"
)

// Snapshots of living worlds of rules 3 to 5, as the programs wrote them that had no newer rules: machines at work, animals,
// a cart, a region asleep in which 300 tiles were edited; of rules 4 also a platform, a rope and a region in planes, of
// rules 5 gates and rotors, two ropes. They stay readable for ever: they are never written again.
var (
	//go:embed testdata/snapshot-living-3.bin
	fixtureLiving3 []byte
	//go:embed testdata/snapshot-living-4.bin
	fixtureLiving4 []byte
	//go:embed testdata/snapshot-living-5.bin
	fixtureLiving5 []byte
)

// TestEverySnapshotOfALivingWorldStaysReadable, and goes on as it would have in the program that wrote it.
func TestEverySnapshotOfALivingWorldStaysReadable(t *testing.T) {
	for _, c := range []struct {
		rules         game.Rules
		bytes         []byte
		digest, lived uint64 // of the state; and what it was, in that program, after 400 turns of three ticks in which nobody asked for anything
		ropes         int
	}{
		{game.Living, fixtureLiving3, 0xafedeced14bb9c25, 0xc7d412e6ce8ea75a, 0},
		{game.Rotation, fixtureLiving4, 0xece2d29ed2efbcd1, 0x510e201ae2e59c73, 1},
		{game.Hinges, fixtureLiving5, 0xfd8ef4aed72fec8d, 0x2cb77f03e0cc2a1c, 2},
	} {
		i := new(Island)
		if err := i.Restore(c.bytes); err != nil {
			t.Fatal(err)
		}
		if d := i.Digest(); d != c.digest || i.genesis.Rules != c.rules || len(i.works) == 0 || len(i.dormant) == 0 || len(i.Ropes(nil)) != c.ropes {
			t.Errorf("rules %d: digest %#x, want %#x; rules %d, work in %d regions, %d asleep", c.rules, d, c.digest, i.genesis.Rules, len(i.works), len(i.dormant))
		}
		if string(i.Snapshot(nil)) != string(c.bytes) {
			t.Errorf("rules %d: it is written otherwise now", c.rules)
		}
		for range 400 {
			if err := i.Step(i.Begin(nil, 3)); err != nil {
				t.Fatal(err)
			}
		}
		if d := i.Digest(); d != c.lived {
			t.Errorf("rules %d: it went another way: %#x, want %#x", c.rules, d, c.lived)
		}
		livable(t, i)
	}
}
