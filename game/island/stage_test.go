package island_test

import (
	"bytes"
	"reflect"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// stage is an island that a test plays on: commands go in through the bytes of turns, as they do in
// earnest.
type stage struct {
	t testing.TB
	*island.Island
	turn    *turn.Builder  // the next one; nil: nothing was asked for
	asked   map[int]uint64 // the number of each player's last command in it
	log     []event.Event  // all events of the last run
	numbers numbers
}

// newStage returns a stage. When the test has ended, its world is looked at: see holds.
func newStage(t testing.TB) *stage {
	s := bareStage(t)
	t.Cleanup(func() {
		if !t.Failed() {
			holds(t, s.Island)
		}
	})
	return s
}

// bareStage is a stage that nobody looks at when the test has ended: of a property that is tried many times,
// or of a test that breaks the world on purpose.
func bareStage(t testing.TB) *stage {
	return &stage{t: t, Island: island.New(world.Genesis{Seed: 7, Rules: game.CurrentRules})}
}

// key returns the key of the n-th player of a test.
func key(n int) game.PlayerID { return exhibit.CastKey(n) }

// ask puts a command of player n in the next turn, which must have room for it.
func (s *stage) ask(n int, c command.Command) uint64 {
	s.t.Helper()
	b := s.next()
	seq := max(s.Sequence(key(n)), s.asked[n]) + 1
	taken, err := b.Append(key(n), seq, command.Append(nil, c))
	if err != nil || !taken {
		s.t.Fatalf("%s by %d: taken %v, %v", c.Kind, n, taken, err)
	}
	s.asked[n] = seq
	return seq
}

// next is the turn under construction.
func (s *stage) next() *turn.Builder {
	if s.turn == nil {
		s.turn, s.asked = s.Begin(game.TicksPerTurn), map[int]uint64{}
	}
	return s.turn
}

// sleep adds to the next turn that the peer of player n is gone.
func (s *stage) sleep(n int) {
	s.t.Helper()
	if !s.next().Depart(key(n)) {
		s.t.Fatalf("player %d does not fall asleep", n)
	}
}

// reparsed reads a turn that was built from its bytes, as other peers do, and compares.
func reparsed(t failer, built *turn.Turn) *turn.Turn {
	t.Helper()
	parsed, err := turn.Parse(built.Bytes())
	if err != nil || !reflect.DeepEqual(parsed, built) {
		t.Fatalf("built %+v, parsed %+v: %v", built, parsed, err)
	}
	return parsed
}

// run closes the turn and runs ticks in all.
func (s *stage) run(ticks int) *stage {
	s.t.Helper()
	s.log = s.log[:0]
	for ticks > 0 {
		n := min(ticks, game.TicksPerTurn)
		if s.turn == nil {
			s.turn = s.Begin(uint8(n))
		}
		next := bytes.Clone(reparsed(s.t, s.turn.Turn()).Bytes())
		next[1] = uint8(n)
		if err := s.Replay(next); err != nil {
			s.t.Fatal(err)
		}
		s.numbers.after(s.t, s.Island)
		s.log = append(s.log, s.Happened...)
		s.turn, s.asked = nil, nil
		ticks -= n
	}
	return s
}

// enter brings players 1 to n into the world.
func (s *stage) enter(n int) *stage {
	exhibit.Round(s.Island).Enter(n)
	return s
}

// clear makes the tiles within r of the spawn bare grass, and takes loose things away.
func (s *stage) clear(r int32) *stage {
	exhibit.Round(s.Island).Clear(r)
	return s
}

// build lets the blocks of an exhibit be set up round the spawn.
func (s *stage) build(f func(d exhibit.Decor)) *stage {
	f(exhibit.Round(s.Island))
	return s
}

// put moves the body of player n to the middle of the tile at (dx, dy) from the spawn.
func (s *stage) put(n int, dx, dy int32) *stage {
	b := s.body(n)
	k, _ := s.Space.Find(b.ID)
	from := b.Pos
	b.Pos, b.Vel = s.at(dx, dy).Centre(), fixed.SVec{}
	s.Space.Moved(k, from)
	return s
}

func (s *stage) at(dx, dy int32) grid.Tile { return s.SpawnTile.Add(dx, dy) }

func (s *stage) player(n int) *entity.PlayerState { return s.Roster.ByKey(key(n)) }

func (s *stage) body(n int) *entity.Body { return s.Space.Body(s.player(n).Body) }

// block returns the block at (dx, dy) from the spawn.
func (s *stage) block(dx, dy int32) tile.Block {
	_, b, _, _ := s.TileAt(s.at(dx, dy))
	return b
}

func (s *stage) groundAt(dx, dy int32) tile.Ground {
	g, _, _, _ := s.TileAt(s.at(dx, dy))
	return g
}

// slot returns the first slot of player n with that item.
func (s *stage) slot(n int, k item.Kind) uint8 {
	s.t.Helper()
	for i, st := range s.player(n).Inventory {
		if st.Kind == k {
			return uint8(i)
		}
	}
	s.t.Fatalf("player %d has no %s", n, k)
	return 0
}

// count returns how many items of a kind player n has.
func (s *stage) count(n int, k item.Kind) (sum int) {
	for _, st := range s.player(n).Inventory {
		if st.Kind == k {
			sum += int(st.Count)
		}
	}
	return sum
}

// place asks player n to place an item at (dx, dy) from the spawn.
func (s *stage) place(n int, k item.Kind, dx, dy int32) {
	s.t.Helper()
	s.ask(n, command.Command{Kind: command.Place, Tile: s.at(dx, dy), Slot: s.slot(n, k)})
}

// saw returns the first event of a kind in the last run.
func (s *stage) saw(k event.Kind) *event.Event {
	for i := range s.log {
		if s.log[i].Kind == k {
			return &s.log[i]
		}
	}
	return nil
}

// refused fails unless the last run refused a command for that reason.
func (s *stage) refused(why event.Reason) {
	s.t.Helper()
	e := s.saw(event.Refused)
	if e == nil {
		s.t.Fatalf("nothing was refused; expected: %s", why)
		return
	}
	if event.Reason(e.A) != why {
		s.t.Fatalf("refused: %s; expected: %s", event.Reason(e.A), why)
	}
}

// allowed fails if the last run refused anything.
func (s *stage) allowed() {
	s.t.Helper()
	if e := s.saw(event.Refused); e != nil {
		s.t.Fatalf("refused: %s", event.Reason(e.A))
	}
}

// balanced fails unless created − destroyed = present for every kind of item.
func (s *stage) balanced() {
	s.t.Helper()
	balanced(s.t, s.Island)
}

func balanced(t failer, i *island.Island) {
	created, destroyed, present := world.Audit(&i.State)
	for k := range created {
		if created[k]-destroyed[k] != present[k] {
			t.Fatalf("%s: created %d, destroyed %d, present %d", item.Kind(k), created[k], destroyed[k], present[k])
		}
	}
}

func direction(x, y fixed.S) fixed.SVec { return fixed.SVec{X: x, Y: y} }
