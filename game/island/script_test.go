package island

import (
	"testing"

	"manyhold/game/command"
	"manyhold/game/event"
)

// script is the exhibit of all that is done by hand, and what came of it: it makes the turns of the golden test and of
// those that compare runs.
type script struct {
	*stage
	*cast
	done   [command.KindCount]int // commands that were not refused
	events [event.KindCount]int
	why    [event.ReasonCount]int
}

func newScript(t testing.TB) *script {
	s := newStage(t)
	return &script{stage: s, cast: newCast(s.Island)}
}

// play executes the turn that next made, on the script's own island or on one that is to do the same.
func (s *script) play(i *Island, turn []byte) {
	s.t.Helper()
	s.stir(i)
	if err := i.Step(turn); err != nil {
		s.t.Fatal(err)
	}
	if i == s.Island {
		s.numbers.after(s.t, i)
	}
}

// watch counts what came of a turn.
func (s *script) watch() {
	for _, e := range s.Events() {
		s.events[e.Kind]++
		if e.Kind == event.Refused {
			s.why[e.A]++
			delete(s.asked, uint64(e.Seat)<<32|e.Seq)
		}
		if e.Kind == event.Entered {
			s.done[command.Enter]++
		}
	}
	for n := 1; n <= castSize; n++ {
		if p := s.player(n); p != nil {
			if k, ok := s.asked[uint64(p.Seat)<<32|p.LastSeq]; ok && p.LastSeq == s.seqs[n] {
				s.done[k]++
			}
		}
	}
}
