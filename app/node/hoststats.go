package node

import (
	"bytes"
	"os"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"manyhold/app/status"
	"manyhold/net/host"
	"manyhold/net/store"
)

func apartOf(h *host.Status) status.LineStatus {
	l := status.LineStatus{Notice: h.Notice, Merging: h.Merging, Merges: []status.MergeStatus{}, Missing: []string{}, Falls: h.Falls}
	for _, m := range h.Merges {
		l.Merges = append(l.Merges, status.MergeStatus{Epoch: m.Epoch, Turn: m.Turn, Who: m.Who, Report: append([]string{}, m.Report...), Refused: m.Refused})
	}
	return l
}

// countedOf is what happened since the node started, by name; these only grow.
func countedOf(c *host.Counters) map[string]uint64 {
	return map[string]uint64{
		"turns_closed": c.TurnsClosed, "turns_executed": c.TurnsExecuted, "turns_lost": c.TurnsLost, "turns_cut": c.TurnsCut, "turns_cut_seen": c.TurnsCutSeen, "commands_taken": c.CommandsTaken,
		"commands_expired": c.Expired, "rewinds": c.Rewinds, "resyncs": c.Resyncs, "elections": c.Elections, "steps_down": c.StepsDown,
		"snapshots_sent": c.SnapshotsSent, "merges": c.Merges, "branches": c.Branches, "proofs": c.Proofs, "digests_differed": c.Differed,
		"letters": c.Letters, "letters_sent": c.LettersSent,
		"bulletins": c.Bulletins, "bulletins_issued": c.BulletinsIssued, "bulletins_passed": c.BulletinsPassed, "bulletins_early": c.BulletinsOver,
		"frames_in": c.FramesIn, "frames_out": c.FramesOut, "frame_bytes_in": c.FrameBytesIn, "frame_bytes_out": c.FrameBytesOut,
		"turns_compared": c.TurnsCompared, "turns_equal": c.TurnsEqual, "checkpoints": c.CheckpointsSet, "orphans": c.Orphans,
		"messages_elsewhere": c.Elsewhere,
	}
}

// refusedOf is what was refused from outside, by kind; these only grow.
func refusedOf(c *host.Counters) map[string]uint64 {
	return map[string]uint64{
		"garbage": c.Garbage, "unexpected": c.Unexpected, "overflow": c.Overflow, "bad_commands": c.CommandsBad, "unsigned_commands": c.CommandsForged, "forged_turns": c.TurnsForged,
		"commands_over_limit": c.CommandsOver, "bad_turns": c.TurnsRefused, "branches": c.BranchesRefused, "contradictions": c.Contradictions,
		"false_islands": c.FalseIslands, "unproven_islands": c.Unproven, "stale_letters": c.LettersStale, "unknown_letters": c.LettersUnknown, "forged_letters": c.LettersForged,
		"shouts": c.Shouts, "other_certificates": c.CertificatesOther,
		"disowned_letters": c.LettersDisowned, "flooded": c.Flooded,
		"forged_bulletins": c.BulletinsForged,
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
func (n *node) hostStats(h *host.Status, st *status.Status) status.HostStats {
	s := status.HostStats{CPUPercent: n.meter.percent(n.began), MemoryBytes: memoryNow(), Islands: len(st.Islands), Peers: len(st.Links),
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
