// Package rig is the shared equipment of tests of several packages of the world: a Stage on which players act
// by turns, a Fleet of islands with the mail between them, two Shores that touch, a Fork of one world, and a
// Script that does everything once. Only tests import it.
package rig

import (
	"bytes"
	"reflect"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Stage is an island that a test plays on: commands go in through the bytes of turns, as they do in earnest.
// It can be looked at, and says what the last run told.
type Stage struct {
	Sight
	Told
	Turn    *turn.Builder  // the next one; nil: nothing was asked for
	asked   map[int]uint64 // the number of each player's last command in it
	Numbers Numbers
}

// StageOf returns a stage of an island, which nobody looks at when the test has ended.
func StageOf(t testing.TB, i *island.Island) *Stage {
	return &Stage{Sight: Sight{t, i}, Told: Told{t: t}}
}

// NewStage returns a stage. When the test has ended, its world is looked at: see holds.
func NewStage(t testing.TB) *Stage {
	s := BareStage(t)
	t.Cleanup(func() {
		if !t.Failed() {
			Holds(t, s.Island)
		}
	})
	return s
}

// BareStage is a stage that nobody looks at when the test has ended: of a property that is tried many times,
// or of a test that breaks the world on purpose.
func BareStage(t testing.TB) *Stage {
	return StageOf(t, island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules, Start: item.Builders}))
}

// SettlersStage is a stage like BareStage in the untouched world of a seed, whose newcomers begin as
// settlers.
func SettlersStage(t testing.TB, seed uint64) *Stage {
	return StageOf(t, island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Settlers}))
}

// Key returns the key of the n-th player of a test.
func Key(n int) game.PlayerID { return exhibit.CastKey(n) }

// Ask puts a command of player n in the next turn, which must have room for it.
func (s *Stage) Ask(n int, c command.Command) uint64 {
	s.T.Helper()
	b := s.Building()
	seq := max(s.Sequence(Key(n)), s.asked[n]) + 1
	taken, err := b.Append(Key(n), seq, command.Append(nil, c))
	if err != nil || !taken {
		s.T.Fatalf("%s by %d: taken %v, %v", c.Kind, n, taken, err)
	}
	s.asked[n] = seq
	return seq
}

// Building is the turn under construction.
func (s *Stage) Building() *turn.Builder {
	if s.Turn == nil {
		s.Turn, s.asked = s.Begin(game.TicksPerTurn), map[int]uint64{}
	}
	return s.Turn
}

// Sleep adds to the next turn that the peer of player n is gone.
func (s *Stage) Sleep(n int) {
	s.T.Helper()
	if !s.Building().Depart(Key(n)) {
		s.T.Fatalf("player %d does not fall asleep", n)
	}
}

// Reparsed reads a turn that was built from its bytes, as other peers do, and compares.
func Reparsed(t Failer, built *turn.Turn) *turn.Turn {
	t.Helper()
	parsed, err := turn.Parse(built.Bytes())
	if err != nil || !reflect.DeepEqual(parsed, built) {
		t.Fatalf("built %+v, parsed %+v: %v", built, parsed, err)
	}
	return parsed
}

// Run closes the turn and runs ticks in all.
func (s *Stage) Run(ticks int) *Stage {
	s.T.Helper()
	s.Log = s.Log[:0]
	for ticks > 0 {
		n := min(ticks, game.TicksPerTurn)
		if s.Turn == nil {
			s.Turn = s.Begin(uint8(n))
		}
		next := bytes.Clone(Reparsed(s.T, s.Turn.Turn()).Bytes())
		next[1] = uint8(n)
		if err := s.Replay(next); err != nil {
			s.T.Fatal(err)
		}
		s.Numbers.After(s.T, s.Island)
		s.Log = append(s.Log, s.Happened...)
		s.Turn, s.asked = nil, nil
		ticks -= n
	}
	return s
}

// Enter brings players 1 to n into the world.
func (s *Stage) Enter(n int) *Stage {
	exhibit.Round(s.Island).Enter(n)
	return s
}

// Clear makes the tiles within r of the spawn bare grass, and takes loose things away.
func (s *Stage) Clear(r int32) *Stage {
	exhibit.Round(s.Island).Clear(r)
	return s
}

// Build lets what an exhibit shows be set up round the spawn.
func (s *Stage) Build(f func(d exhibit.Decor)) *Stage {
	f(exhibit.Round(s.Island))
	return s
}

// Put moves the body of player n to the middle of the tile at (dx, dy) from the spawn.
func (s *Stage) Put(n int, dx, dy int32) *Stage {
	b := s.Body(n)
	k, _ := s.Space.Find(b.ID)
	from := b.Pos
	b.Pos, b.Vel = s.At(dx, dy).Centre(), fixed.SVec{}
	s.Space.Moved(k, from)
	return s
}

// Place asks player n to place an item at (dx, dy) from the spawn.
func (s *Stage) Place(n int, k item.Kind, dx, dy int32) {
	s.T.Helper()
	s.Ask(n, command.Command{Kind: command.Place, Tile: s.At(dx, dy), Slot: s.Slot(n, k)})
}

func Balanced(t Failer, i *island.Island) {
	created, destroyed, present := world.Audit(&i.State)
	for k := range created {
		if created[k]-destroyed[k] != present[k] {
			t.Fatalf("%s: created %d, destroyed %d, present %d", item.Kind(k), created[k], destroyed[k], present[k])
		}
	}
}

func Direction(x, y fixed.S) fixed.SVec { return fixed.SVec{X: x, Y: y} }
