package sim

import (
	"fmt"
	"strings"
	"time"
)

// Failure is what a checker found.
type Failure struct {
	Check string        // its name
	At    time.Duration // after the beginning
	Words string
}

// Error makes a Failure an error.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s, at %v: %s", f.Check, f.At.Round(time.Millisecond), f.Words)
}

// Report is what came of a run.
type Report struct {
	Seed     uint64
	Nodes    int
	For      time.Duration // virtual
	Trace    uint64        // hash of everything that happened
	Failure  *Failure      // nil: nothing was found
	Turns    uint64        // committed in the firm line
	Executed uint64        // by all nodes
	Epochs   uint64
	Reasons  map[string]int // why epochs began
	Faults   map[string]int // that struck, by their kinds
	Crashes  uint64         // of processes
	Quits    uint64
	Commands uint64 // given
	Expired  uint64

	Partitions  uint64
	Lost        map[string]uint64 // committed turns that no process and no disk has any more, by what took them
	LongestLoss time.Duration     // the age of the oldest of them
	WorstGap    time.Duration     // between two committed turns
	Healed      time.Duration     // after all faults; zero: not looked at
	Ages        Ages              // of turns when others than their leader execute them
	Messages    uint64
	Bytes       uint64
}

// String is the report in a line.
func (r Report) String() string {
	return fmt.Sprintf("%d nodes, %d turns, %d epochs %v, faults %v, commands %d (%d expired), lost %v (the oldest %v), worst gap %v, healed %v, %d messages, trace %016x",
		r.Nodes, r.Turns, r.Epochs, r.Reasons, r.Faults, r.Commands, r.Expired, r.Lost, r.LongestLoss, r.WorstGap, r.Healed, r.Messages, r.Trace)
}

// finish makes the report.
func (s *Sim) finish() Report {
	r := s.report
	r.Seed, r.Nodes, r.For, r.Trace = s.o.Seed, s.o.Nodes, s.elapsed(), s.checks.trace
	return r
}

// standing says where everybody is.
func (s *Sim) standing(since time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "after %v there is no one line:", since.Round(time.Millisecond))
	for _, n := range s.nodes {
		if n.core == nil {
			fmt.Fprintf(&b, " node %s does not run;", n.name)
			continue
		}
		st := n.core.Status(n.clock())
		i := n.core.Inspect()
		fmt.Fprintf(&b, " node %s epoch %d (%s) of %d turn %d/%d links %d", n.name, st.Island.Epoch, st.Island.Reason, len(st.Island.Voters), i.Executed, i.Committed, len(n.links))
		if st.Waiting != "" {
			fmt.Fprintf(&b, " waits %s", st.Waiting)
		}
		if st.Joining {
			b.WriteString(" joining")
		}
		b.WriteString(";")
	}
	return b.String()
}
