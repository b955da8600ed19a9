package sim

import (
	"fmt"
	"strings"
	"time"
)

// Failure is the finding of a checker.
type Failure struct {
	Check string        // its name
	At    time.Duration // after the beginning
	Words string
}

// Error makes a Failure an error.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s, at %v: %s", f.Check, f.At.Round(time.Millisecond), f.Words)
}

// Report is the result of a run.
type Report struct {
	Seed     uint64
	Nodes    int
	For      time.Duration // virtual
	Trace    uint64        // hash of everything that happened
	Failure  *Failure      // nil: all checks passed
	Turns    uint64        // committed in the firm chain
	Executed uint64        // by all nodes
	Epochs   uint64
	Reasons  map[string]int // why epochs began
	Faults   map[string]int // that struck, by their kinds
	Crashes  uint64         // of processes
	Quits    uint64
	Commands uint64 // given
	Expired  uint64

	Partitions  uint64
	Lost        map[string]uint64 // committed turns that no process and no disk has any more, by cause
	LongestLoss time.Duration     // the age of the oldest of them
	WorstGap    time.Duration     // between two committed turns
	Healed      time.Duration     // after all faults; zero: not looked at
	Alone       time.Duration     // the longest time that connected peers had no turns, firm or provisional
	Unfair      Unfairness
	End         Standing
	Forgot      bool // the voters of some epoch lost their memory
	Ages        Ages // of turns when others than their leader execute them
	Traffic     Traffic
}

// Standing is the state of the network when a simulation ends.
type Standing struct {
	Islands    int
	Executions int // of each island by how many nodes, in all
	Links      int // of all nodes
}

// Unfairness is about modified programs.
type Unfairness struct {
	Longest  time.Duration // that one led on under honest voters
	Findings uint64        // of nodes against their leaders
	Edited   uint64        // branches that their owners edited
	Seats    int           // that strangers held at once
	Banned   time.Duration // that one voted on in an honest epoch
}

// Traffic counts the messages of all nodes, and the versions of blueprints that people published.
type Traffic struct{ Messages, Bytes, Published uint64 }

// String returns the report in one line.
func (r Report) String() string {
	return fmt.Sprintf("%d nodes, %d turns, %d epochs %v, faults %v, commands %d (%d expired), lost %v (the oldest %v), worst gap %v, healed %v, alone %v, unfair %v (%d findings), %d islands executed %d times, %d links, %d messages, trace %016x",
		r.Nodes, r.Turns, r.Epochs, r.Reasons, r.Faults, r.Commands, r.Expired, r.Lost, r.LongestLoss, r.WorstGap, r.Healed, r.Alone, r.Unfair.Longest, r.Unfair.Findings, r.End.Islands, r.End.Executions, r.End.Links, r.Traffic.Messages, r.Trace)
}

// finish makes the report.
func (s *Sim) finish() Report {
	r := s.report
	r.Seed, r.Nodes, r.For, r.Trace, r.Forgot = s.o.Seed, s.o.Nodes, s.elapsed(), s.checks.trace, s.checks.forgot
	s.checks.each(func(*islandTrack) { r.End.Islands++ })
	for _, n := range s.nodes {
		if n.world == nil {
			continue
		}
		r.End.Links += len(n.links.near)
		for _, i := range n.world.Inspect() {
			if i.Playing {
				r.End.Executions++
			}
		}
	}
	r.End.Links /= 2
	return r
}

// standing describes the state of every node.
func (s *Sim) standing() string {
	var b strings.Builder
	for _, n := range s.nodes {
		if n.world == nil {
			fmt.Fprintf(&b, " node %s does not run;", n.name)
			continue
		}
		fmt.Fprintf(&b, " node %s links %d:", n.name, len(n.links.near))
		for _, core := range n.world.Cores() {
			island := core.Island()
			st, i := core.Status(n.clock()), core.Inspect()
			fmt.Fprintf(&b, " island %x epoch %d (%s) of %d turn %d/%d", island, st.Island.Epoch, st.Island.Reason, len(st.Island.Voters), i.Executed, i.Committed)
			for _, word := range []struct {
				is   bool
				word string
			}{{i.Member, "votes"}, {i.Leading, "leads"}, {i.Over, "over"}, {i.Apart, "apart"}, {!i.Playing, "does not play"}, {st.Joining, "joining"}, {st.Waiting != "", "waits " + st.Waiting.String()}} {
				if word.is {
					b.WriteString(", " + word.word)
				}
			}
		}
		b.WriteString(";")
	}
	return b.String()
}

// Ages counts the ages of turns when a node executes them: the time since their leader closed them, in
// whole milliseconds. The last counter has all that are older.
type Ages [1000]uint64

// agesKept is the number of turns whose closing times are kept.
const agesKept = 256

// closing is a turn and when it was closed.
type closing struct {
	turn uint64
	at   time.Time
}

func (a *Ages) add(age time.Duration) {
	a[min(int(max(age, 0)/time.Millisecond), len(a)-1)]++
}

// Quantile returns the age that a part of the turns, 0 to 1, does not exceed.
func (a *Ages) Quantile(part float64) time.Duration {
	total := uint64(0)
	for _, n := range a {
		total += n
	}
	seen := uint64(0)
	for i, n := range a {
		if seen += n; float64(seen) >= part*float64(total) {
			return time.Duration(i+1) * time.Millisecond
		}
	}
	return time.Duration(len(a)) * time.Millisecond
}
