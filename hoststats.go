package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"manyhold/net/host"
	"manyhold/net/store"
)

// hostStats is what hosting costs this process.
type hostStats struct {
	CPUPercent  float64 `json:"cpu_percent"`  // of one core, on average since it was asked before, for a second at least
	MemoryBytes uint64  `json:"memory_bytes"` // of the process that are in memory
	Regions     int     `json:"regions"`      // active, on all islands
	Dormant     int     `json:"dormant"`      // regions that are kept without ticks
	Islands     int     `json:"islands"`      // that it executes
	Leads       int     `json:"leads"`        // of these
	Votes       int     `json:"votes"`        // of these, whether it leads them or not
	Peers       int     `json:"peers"`        // linked
	TickMSP95   float64 `json:"tick_ms_p95"`  // that 95 of 100 ticks stay below, of turns of the usual length
	DiskBytes   uint64  `json:"disk_bytes"`   // of the world's file
}

// print writes them in a line.
func (s *hostStats) print(w io.Writer) {
	fmt.Fprintf(w, "host       %.1f %% of a core, %.0f MB of memory, %.1f MB of disk, %d peers; %d regions active, %d dormant; leads %d and votes in %d of %d islands; 95 of 100 ticks under %.2f ms\n",
		s.CPUPercent, float64(s.MemoryBytes)/1e6, float64(s.DiskBytes)/1e6, s.Peers, s.Regions, s.Dormant, s.Leads, s.Votes, s.Islands, s.TickMSP95)
}

// lineStatus is what happened to the world's line of turns when peers lost each other, and met again.
type lineStatus struct {
	Notice  string        `json:"notice"`  // what happened last, in words, or ""
	Merging string        `json:"merging"` // what is being put together, in words, or ""
	Merges  []mergeStatus `json:"merges"`  // the last ones, oldest first
	Missing []string      `json:"missing"` // who holds the world and is not here, while they are lacked
	Fallen  string        `json:"fallen"`  // the last leader that was lost, so that another was elected, or ""
	Falls   uint64        `json:"falls"`   // how often that happened
}

type mergeStatus struct {
	Epoch   uint64   `json:"epoch"` // that began with it, 0 when it was refused
	Turn    uint64   `json:"turn"`
	Who     string   `json:"who"`
	Report  []string `json:"report"`
	Refused string   `json:"refused,omitempty"`
}

func apartOf(h *host.Status) lineStatus {
	l := lineStatus{Notice: h.Notice, Merging: h.Merging, Merges: []mergeStatus{}, Missing: []string{}, Falls: h.Falls}
	for _, m := range h.Merges {
		l.Merges = append(l.Merges, mergeStatus{m.Epoch, m.Turn, m.Who, append([]string{}, m.Report...), m.Refused})
	}
	return l
}

// print writes it for a person.
func (l *lineStatus) print(w io.Writer) {
	for _, words := range []string{l.Notice, l.Merging} {
		if words != "" {
			fmt.Fprintln(w, "line      ", words)
		}
	}
	for _, m := range l.Merges {
		if m.Refused != "" {
			fmt.Fprintf(w, "merge      what %s did apart is an archive: %s\n", m.Who, m.Refused)
			continue
		}
		fmt.Fprintf(w, "merge      what %s did apart was taken in after turn %d\n", m.Who, m.Turn)
		for _, words := range m.Report {
			fmt.Fprintln(w, "          ", words)
		}
	}
}

// processorMeter measures the share of a core that the process takes.
type processorMeter struct {
	mu   sync.Mutex
	at   time.Time
	used time.Duration
	last float64
}

// percent returns the share since it was asked before; asked again within a second, what it was then.
func (m *processorMeter) percent(began time.Time) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	used, ok := host.ProcessTime()
	if m.at.IsZero() {
		m.at = began
	}
	now := time.Now()
	if span := now.Sub(m.at); ok && (span >= time.Second || m.last == 0 && span > 0) {
		m.last = 100 * float64(used-m.used) / float64(span)
		m.at, m.used = now, used
	}
	return m.last
}

// memoryNow returns the bytes of this process that are in memory: as the system counts them where it says so, else
// what Go has taken from it.
func memoryNow() uint64 {
	if b, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := bytes.Fields(b); len(f) > 1 {
			if pages, err := strconv.ParseUint(string(f[1]), 10, 64); err == nil {
				return pages * uint64(os.Getpagesize())
			}
		}
	}
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// hostStats returns what hosting costs; st is the status otherwise complete.
func (n *node) hostStats(h *host.Status, st *status) hostStats {
	s := hostStats{CPUPercent: n.meter.percent(n.began), MemoryBytes: memoryNow(), Islands: len(st.Islands), Peers: len(st.Links),
		TickMSP95: h.StepP95.Seconds() * 1000 / float64(max(h.Island.Ticks, 1)), DiskBytes: fileSize(store.Path(n.dir, n.world))}
	for i := range st.Islands {
		s.Regions += st.Islands[i].Regions
		s.Dormant += st.Islands[i].Dormant
		if st.Islands[i].Role == "leads" {
			s.Leads++
		}
		if st.Islands[i].Role != "observes" {
			s.Votes++
		}
	}
	return s
}
