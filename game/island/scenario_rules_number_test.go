package island_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// nextRules are rules that only this test has: the last recipe is gone, and snapshots have a number of their
// own.
const nextRules = game.CurrentRules + 1

// learn gives this binary the next rules for the length of a test, beside those that it has.
func learn(t *testing.T) {
	was := world.Books
	world.Books = append(slices.Clone(world.Books), world.Book{Rules: nextRules, Format: world.SnapshotFormat + 1, Kinds: item.KindCount, Recipes: len(item.Recipes) - 1})
	t.Cleanup(func() { world.Books = was })
}

// TestTwoRules: a binary that has two rules runs a world of the older ones bit for bit as one that has no
// others, and switches where an epoch begins, in the same way on every peer.
func TestTwoRules(t *testing.T) {
	learn(t)
	s := rig.NewScript(t)
	if got := s.Digests() + packed(t, s.Island); got != golden {
		t.Errorf("a world of the older rules went another way:\n%s\nwant:\n%s", got, golden)
	}

	before := rig.NewScript(t).Until(900).Snapshot(nil)
	play := func(switchAt int, rules game.Rules) (digests []uint64, end []byte) {
		a := side(t, before, 3, 0xf)
		for n := range 60 {
			if n == switchAt {
				if err := a.Adopt(uint32(rules)); err != nil {
					t.Fatal(err)
				}
			}
			a.Play(a.Island, a.Cast.Next().Turn())
			digests = append(digests, a.Digest())
		}
		return digests, a.Snapshot(nil)
	}
	one, end := play(20, nextRules)
	again, _ := play(20, nextRules)
	late, _ := play(21, nextRules)
	never, _ := play(20, game.CurrentRules)
	if !slices.Equal(one, again) {
		t.Error("two peers that switch at the same turn have different digests")
	}
	if !slices.Equal(one[:20], never[:20]) || one[20] == never[20] || one[20] == late[20] {
		t.Error("the switch takes effect at another turn than that at which it is made")
	}
	head := end[bytes.Index(end, []byte(world.SnapshotMagic))+len(world.SnapshotMagic):]
	if f, r := binary.LittleEndian.Uint16(head), binary.LittleEndian.Uint32(head[2:]); f != world.SnapshotFormat+1 || r != uint32(nextRules) {
		t.Errorf("its snapshot says format %d, rules %d", f, r)
	}
	newest := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders})
	if err := newest.Restore(end); err != nil || newest.Gen.Rules != nextRules {
		t.Errorf("one that has not switched yet does not take the state: %v", err)
	}
	if err := newest.Adopt(uint32(game.CurrentRules)); !errors.Is(err, world.ErrRules) {
		t.Errorf("back to the older rules: %v", err)
	}
	if err := newest.Adopt(uint32(nextRules) + 1); !errors.Is(err, world.ErrRules) {
		t.Errorf("to rules that nobody has: %v", err)
	}
}

// TestRulesChangeWhatIsDone: a command that the next rules forbid works before the switch, and is refused
// after it.
func TestRulesChangeWhatIsDone(t *testing.T) {
	learn(t)
	last := len(item.Recipes) - 1
	s := rig.NewStage(t).Enter(1).Clear(4).Put(1, 0, 0)
	living.SetTile(&s.State, s.At(1, 0), tile.Grass, item.Recipes[last].At.Block(), 0)
	for _, need := range item.Recipes[last].Needs {
		s.Give(1, need.Kind, need.Count*2)
	}
	craft := command.Command{Kind: command.Craft, Slot: uint8(last), Count: 1}
	s.Ask(1, craft)
	s.Run(3).Allowed()
	if err := s.Adopt(uint32(nextRules)); err != nil {
		t.Fatal(err)
	}
	s.Ask(1, craft)
	s.Run(3).Refused(event.NothingThere)
	s.Balanced()
}

// TestOtherVersionsAreRefused: a snapshot of rules that this binary does not have is refused with a message
// that names both sides, and nothing is changed.
func TestOtherVersionsAreRefused(t *testing.T) {
	good := rig.NewStage(t).Enter(1).Snapshot(nil)
	at := bytes.Index(good, []byte(world.SnapshotMagic))
	early := bytes.Clone(good)
	copy(early[at:], world.EarlyMagic)
	binary.LittleEndian.PutUint16(early[at+8:], 5)
	binary.LittleEndian.PutUint32(early[at+10:], 6)
	newer := bytes.Clone(good)
	binary.LittleEndian.PutUint16(newer[at+8:], 3)
	binary.LittleEndian.PutUint32(newer[at+10:], 3)
	older := bytes.Clone(good)
	binary.LittleEndian.PutUint32(older[at+10:], 0)
	for _, c := range []struct {
		bytes []byte
		err   error
		says  string
	}{
		{early, world.ErrOlder, "made by an older version of Manyhold (rules 6, format 5); this version reads rules 2, format 2"},
		{newer, world.ErrNewer, "made by a newer version of Manyhold (rules 3, format 3); this version reads rules 2, format 2"},
		{older, world.ErrOlder, "made by an older version of Manyhold (rules 0, format 2); this version reads rules 2, format 2"},
	} {
		i := island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders})
		was, kept := i.Digest(), bytes.Clone(c.bytes)
		if err := i.Restore(c.bytes); !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want %s", err, c.says)
		}
		if i.Digest() != was || !bytes.Equal(kept, c.bytes) {
			t.Error("refused, and changed")
		}
	}
}
