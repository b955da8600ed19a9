package island_test

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/island"
	"manyhold/game/turn"
)

// script is the exhibit of all manual work, with its results: it makes the turns of the golden test and of
// those that compare runs.
type script struct {
	*stage
	*exhibit.Cast
	done   [command.KindCount]int // commands that were not refused
	events [event.KindCount]int
	why    [event.ReasonCount]int
}

func newScript(t testing.TB) *script {
	s := newStage(t)
	return &script{stage: s, Cast: exhibit.NewCast(s.Island)}
}

// play executes the turn that next made, on the script's own island or on one that is to do the same.
func (s *script) play(i *island.Island, built *turn.Turn) {
	s.t.Helper()
	s.Stir(i)
	i.Step(reparsed(s.t, built))
	if i == s.Island {
		s.numbers.after(s.t, i)
	}
}

// watch counts the results of a turn.
func (s *script) watch() {
	for _, e := range s.Happened {
		s.events[e.Kind]++
		if e.Kind == event.Refused {
			s.why[e.A]++
			delete(s.Asked, uint64(e.Seat)<<32|e.Seq)
		}
		if e.Kind == event.Entered {
			s.done[command.Enter]++
		}
	}
	for n := 1; n <= exhibit.CastSize; n++ {
		if p := s.player(n); p != nil {
			if k, ok := s.Asked[uint64(p.Seat)<<32|p.LastSeq]; ok && p.LastSeq == s.Seqs[n] {
				s.done[k]++
			}
		}
	}
}
