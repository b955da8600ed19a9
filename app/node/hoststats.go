package node

import (
	"bytes"
	"encoding/hex"
	"os"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"manyhold/app/status"
	"manyhold/net/asset/share"
	"manyhold/net/host"
	"manyhold/net/host/notice"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/store"
)

func apartOf(h *hoststatus.Host) status.ForkStatus {
	l := status.ForkStatus{Notice: h.Fork.Notice, Merging: h.Fork.Merging, Merges: []status.MergeStatus{}, Missing: status.PeerNames{}, LeadersLost: h.Failover.Count}
	for _, m := range h.Fork.Merges {
		l.Merges = append(l.Merges, status.MergeStatus{Epoch: m.Epoch, Turn: m.Turn, Who: m.Who, Report: append([]notice.Notice{}, m.Report...), Refused: m.Refused, Land: m.Land, Keeper: m.Keeper, Branch: branchID(m.Branch)})
	}
	return l
}

// processorMeter measures the share of a core that the process takes.
type processorMeter struct {
	mu   sync.Mutex
	at   time.Time
	used time.Duration
	last float64
}

// percent returns the share since the last call; within a second of that call, it returns the same value.
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

// memoryNow returns the bytes of this process that are in memory: as the system counts them where it says so,
// else what Go has taken from it.
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

// hostStats returns the costs of hosting; st is the otherwise complete status.
func (v *statusView) hostStats(h *hoststatus.Host, st *status.Status) status.HostStats {
	n := v.n
	s := status.HostStats{CPUPercent: v.meter.percent(v.began), MemoryBytes: memoryNow(), Islands: len(st.Islands), Peers: len(st.Links),
		TickMSP95: h.Steps.P95.Seconds() * 1000 / float64(max(h.Island.Ticks, 1)), DiskBytes: fileSize(store.Path(n.dir, n.world))}
	assets := n.assets.Status()
	s.Assets = assetStats(&assets)
	s.Assets.Aside = v.peerNames(assets.Aside, h)
	for i := range st.Islands {
		s.Regions += st.Islands[i].Regions
		s.Dormant += st.Islands[i].Dormant
		switch st.Islands[i].Role {
		case status.Leads:
			s.Leads++
			s.Votes++
		case status.Votes:
			s.Votes++
		}
	}
	return s
}

// branchID shortens the id of a branch; "" for none.
func branchID(id [32]byte) string {
	if id == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(id[:4])
}

// assetStats puts the numbers of a store into a status.
func assetStats(s *share.Status) status.Assets {
	a := status.Assets{Held: s.Held, Bytes: s.Bytes, Quota: s.Quota, Fetching: []status.Fetch{}, In: s.BytesIn, Out: s.BytesOut, Wrong: s.Wrong}
	for _, p := range s.Fetching {
		a.Fetching = append(a.Fetching, status.Fetch{Name: p.Name.String(), Bytes: p.Size, Percent: p.Percent(), Sources: p.Sources, Waiting: p.Parked})
	}
	return a
}
