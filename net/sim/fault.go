package sim

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is a kind of fault.
type Kind uint8

// The faults, by their victims. Lasting faults end by themselves.
const (
	Crash    Kind = iota + 1 // the process is killed, and started again after For
	Power                    // power failure of all named nodes; it comes back after For
	Suspend                  // the machine sleeps for For
	Slow                     // every activity of the process takes Amount milliseconds
	Quit                     // a clean end; the node comes back after For
	Cut                      // all packets from the first node to the others are lost
	Split                    // the named nodes and all others are cut off from each other
	Burst                    // packets from and to the node are lost in bursts, Amount percent during one
	Narrow                   // the node's lines carry Amount kilobytes a second
	Far                      // the node's lines are Amount milliseconds longer
	FullDisk                 // its disk is full
	SlowDisk                 // writes take Amount milliseconds
	Rot                      // a bit of its file flips; it is found at the restart, which follows at once
	Flip                     // a bit of its state flips
	Clock                    // its clock jumps by Amount seconds, back when that is negative
	Apart                    // the first node can never link with the others: their routers block it
	Edit                     // its owner edits the branches in its file from now on
	// Misdeeds of a modified program while it leads, for For. A second node is the victim.
	Hurry    // turns come four times as often; with an Amount they have six ticks
	Dawdle   // turns come every 350 ms; with an Amount they have one tick
	Censor   // commands are left out
	Lull     // players are put to sleep
	Withhold // no turns are sent
	Ban      // with Members: the founder bans a node and pardons it later
	kindCount
)

var kindWords = [kindCount]string{"", "crash", "power", "suspend", "slow", "quit", "cut", "split", "burst", "narrow", "far", "full-disk",
	"slow-disk", "rot", "flip", "clock", "apart", "edit", "hurry", "dawdle", "censor", "lull", "withhold", "ban"}

// String returns the kind in a word, as in a file of faults.
func (k Kind) String() string {
	if k < kindCount {
		return kindWords[k]
	}
	return "unknown"
}

// Fault is one thing that goes wrong. A run depends only on its seed and a list of faults.
type Fault struct {
	At     time.Duration // after the beginning
	Kind   Kind
	Nodes  []int         // numbers of the nodes, from 0
	For    time.Duration // duration; zero: for ever
	Amount int64
}

// String formats a fault as a line of a file of faults: "12.5s crash 3 for 2s", with "by AMOUNT" if it has
// one.
func (f Fault) String() string {
	var nodes []string
	for _, n := range f.Nodes {
		nodes = append(nodes, strconv.Itoa(n))
	}
	s := fmt.Sprintf("%v %v %s", f.At, f.Kind, strings.Join(nodes, ","))
	if f.For > 0 {
		s += fmt.Sprintf(" for %v", f.For)
	}
	if f.Amount != 0 {
		s += fmt.Sprintf(" by %d", f.Amount)
	}
	return s
}

// ParseFault reads the text of String.
func ParseFault(line string) (f Fault, err error) {
	words := strings.Fields(line)
	if len(words) < 3 || len(words)%2 == 0 {
		return f, fmt.Errorf("sim: %q is no fault; one looks like “12.5s crash 3 for 2s”", line)
	}
	if f.At, err = time.ParseDuration(words[0]); err != nil || f.At < 0 {
		return f, fmt.Errorf("sim: %q is no time after the beginning", words[0])
	}
	k := slices.Index(kindWords[1:], words[1])
	if k < 0 {
		return f, fmt.Errorf("sim: there is no fault %q", words[1])
	}
	f.Kind = Kind(k + 1)
	for _, w := range strings.Split(words[2], ",") {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n >= MaxNodes {
			return f, fmt.Errorf("sim: %q is no node", w)
		}
		f.Nodes = append(f.Nodes, n)
	}
	for i := 3; i < len(words); i += 2 {
		switch words[i] {
		case "for":
			if f.For, err = time.ParseDuration(words[i+1]); err == nil && f.For < 0 {
				err = fmt.Errorf("negative")
			}
		case "by":
			f.Amount, err = strconv.ParseInt(words[i+1], 10, 64)
		default:
			err = fmt.Errorf("unknown word %q", words[i])
		}
		if err != nil {
			return f, fmt.Errorf("sim: %q: %w", line, err)
		}
	}
	return f, nil
}

// ReadFaults reads a file of faults, one on each line. Empty lines and lines that begin with # are ignored.
func ReadFaults(r io.Reader) (faults []Fault, err error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		f, err := ParseFault(line)
		if err != nil {
			return nil, err
		}
		faults = append(faults, f)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return int(a.At - b.At) })
	return faults, lines.Err()
}

// FormatFaults formats faults as a file.
func FormatFaults(faults []Fault) string {
	var b strings.Builder
	for _, f := range faults {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}
