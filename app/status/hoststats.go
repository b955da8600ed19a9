package status

import (
	"fmt"
	"io"

	"manyhold/net/host/notice"
)

// HostStats is the cost of hosting for this process.
type HostStats struct {
	// of one core, on average since it was asked before, for a second at least
	CPUPercent  float64 `json:"cpu_percent"`
	MemoryBytes uint64  `json:"memory_bytes"` // of the process that are in memory
	Regions     int     `json:"regions"`      // active, on all islands
	Dormant     int     `json:"dormant"`      // regions that are kept without ticks
	Islands     int     `json:"islands"`      // that it executes
	Leads       int     `json:"leads"`        // of these
	Votes       int     `json:"votes"`        // of these, whether it leads them or not
	Peers       int     `json:"peers"`        // linked
	TickMSP95   float64 `json:"tick_ms_p95"`  // that 95 of 100 ticks stay below, of turns of the usual length
	DiskBytes   uint64  `json:"disk_bytes"`   // of the world's file
	Assets      Assets  `json:"assets"`
}

// String returns them in a line.
func (s *HostStats) String() string {
	return fmt.Sprintf("%.1f %% of a core, %.0f MB of memory, %.1f MB of disk, %d peers; %d regions active, %d dormant; leader of %d and voter in %d of %d islands; 95 of 100 ticks under %.2f ms",
		s.CPUPercent, float64(s.MemoryBytes)/1e6, float64(s.DiskBytes)/1e6, s.Peers, s.Regions, s.Dormant, s.Leads, s.Votes, s.Islands, s.TickMSP95)
}

// print writes them for a person.
func (s *HostStats) print(w io.Writer) {
	fmt.Fprintf(w, "host       %s\n", s)
	s.Assets.print(w)
}

// ForkStatus is the history of forks and merges.
type ForkStatus struct {
	Notice  string        `json:"notice"`  // what happened last, in words, or ""
	Merging string        `json:"merging"` // the merge in progress, in words, or ""
	Merges  []MergeStatus `json:"merges"`  // the last ones, oldest first
	Missing PeerNames     `json:"missing"` // absent voters, while they are needed
	// the last leader that was lost, so that another was elected
	LostLeader  PeerName `json:"lost_leader"`
	LeadersLost uint64   `json:"leaders_lost"` // how often that happened
}

type MergeStatus struct {
	Epoch   uint64          `json:"epoch"` // that began with it, 0 when it was refused
	Turn    uint64          `json:"turn"`
	Who     string          `json:"who"`
	Report  []notice.Notice `json:"report"`
	Refused notice.Notice   `json:"refused,omitempty"`
	Land    notice.Notice   `json:"land,omitempty"`   // only its tiles and outlines came in
	Keeper  string          `json:"keeper,omitempty"` // who accepted the rest
	Branch  string          `json:"branch,omitempty"` // its id, for manyhold world accept
}

// print writes it for a person.
func (l *ForkStatus) print(w io.Writer) {
	for _, words := range []string{l.Notice, l.Merging} {
		if words != "" {
			fmt.Fprintln(w, "fork      ", words)
		}
	}
	for _, m := range l.Merges {
		if m.Refused != "" {
			fmt.Fprintf(w, "merge      offline changes of %s, archived: %s\n", m.Who, m.Refused.String())
			continue
		}
		if m.Land != "" {
			fmt.Fprintf(w, "merge      offline changes of %s, after turn %d: %s (manyhold world accept %s)\n", m.Who, m.Turn, m.Land.String(), m.Branch)
			continue
		}
		fmt.Fprintf(w, "merge      offline changes of %s, merged after turn %d\n", m.Who, m.Turn)
		for _, l := range m.Report {
			fmt.Fprintln(w, "          ", reportWords(l))
		}
	}
}
