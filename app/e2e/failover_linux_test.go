package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/status"
	"manyhold/net/patience"
)

// lanNode is a node of a test on a machine of its own.
type lanNode struct {
	*process
	lan    *lan
	at     int
	client *http.Client
	port   int
}

// lanNodeNames are the names of the nodes.
var lanNodeNames = []string{"Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal"}

// node starts a node without a window on machine i, or starts it again with the files in its directory.
func (l *lan) node(i int, data string, args ...string) *lanNode {
	l.t.Helper()
	os.Remove(filepath.Join(data, control.FileName))
	all := append([]string{"--headless", "--name", lanNodeNames[i], "--data", data, "--seed", plainSeed}, args...)
	n := &lanNode{process: launch(l.t, l.run(i, all...), data), lan: l, at: i}
	n.await("its control file", 20*time.Second, func() bool {
		b, err := os.ReadFile(filepath.Join(data, control.FileName))
		var a control.Address
		if err != nil || json.Unmarshal(b, &a) != nil {
			return false
		}
		n.port = a.Port
		return true
	})
	n.client = &http.Client{Transport: &http.Transport{DialContext: l.dialer(i)}, Timeout: 20 * time.Second}
	l.t.Cleanup(n.client.CloseIdleConnections)
	return n
}

// look asks the node about its island, without starting a process: it takes a millisecond.
func (n *lanNode) look() (st status.Status, i status.IslandStatus, ok bool) {
	resp, err := n.client.Get(fmt.Sprintf("http://127.0.0.1:%d/status", n.port))
	if err != nil {
		return st, i, false
	}
	defer resp.Body.Close()
	if json.NewDecoder(resp.Body).Decode(&st) != nil || len(st.Islands) == 0 {
		return st, i, false
	}
	return st, st.Islands[0], true
}

// invitation waits for the node's invitation to its world and returns it: only its person is told.
func (n *lanNode) invitation() (invite string) {
	n.t.Helper()
	n.await("an invitation", 20*time.Second, func() bool {
		out, err := n.lan.run(n.at, "status", "--json", "--data", n.data).Output()
		var st status.Status
		if err == nil && json.Unmarshal(out, &st) == nil {
			invite = st.World.Invite
		}
		return invite != ""
	})
	return invite
}

// settled waits until all nodes are in one epoch, linked to all others, and so many of them vote: a process
// that was started again is not the voter that it was before.
func settled(nodes []*lanNode, voters int, limit time.Duration) {
	t := nodes[0].lan.t
	t.Helper()
	for deadline := patience.For(limit); ; time.Sleep(20 * time.Millisecond) {
		seats, epoch, ready, seen := 0, uint64(0), true, ""
		for k, n := range nodes {
			st, i, ok := n.look()
			if k == 0 {
				epoch = i.Epoch
			}
			if i.Role == "leads" || i.Role == "votes" {
				seats++
			}
			ready = ready && ok && len(i.Voters) == voters && len(st.Links) == len(nodes)-1 && i.Leader.Name != "" && i.Epoch == epoch && i.Firm && i.Waiting == ""
			seen += fmt.Sprintf("\n%s %s in epoch %d of %s, turn %d/%d, %d links, voters %v, waiting %q", st.Name, i.Role, i.Epoch, i.Leader,
				i.TurnOrdered, i.TurnCommitted, len(st.Links), i.Voters, i.Waiting)
		}
		if ready && seats == voters {
			return
		}
		if deadline.Over() {
			t.Fatalf("not %d voters in one epoch within %v:%s", voters, limit, seen)
		}
	}
}

// failOverPause kills the leader and returns how long it took until an observer saw turns committed again, in
// a firm epoch and under another leader.
func failOverPause(nodes []*lanNode) (pause time.Duration, killed int) {
	_, i, _ := nodes[0].look()
	killed = slices.Index(lanNodeNames, i.Leader.Name)
	watcher := -1
	for k, n := range nodes {
		if k != killed && (watcher < 0 || !i.Voters.Named(lanNodeNames[n.at])) {
			watcher = k
		}
	}
	w := nodes[watcher]
	nodes[killed].cmd.Process.Kill()
	began := time.Now()
	var last uint64
	w.await("turns to be committed again", 20*time.Second, func() bool {
		_, i, ok := w.look()
		if time.Since(began) < 200*time.Millisecond {
			last = max(last, i.TurnOrdered) // turns of the dead leader are still on their way
			return false
		}
		return ok && i.Leader.Name != "" && i.Leader.Name != lanNodeNames[killed] && i.TurnCommitted > last && i.Firm
	})
	pause = time.Since(began)
	<-nodes[killed].done
	return pause, killed
}

// BenchmarkFailover kills the leader of four nodes, each a process on a machine of its own, thirty times,
// near and far, and measures how long it takes until another peer sees turns committed again.
func BenchmarkFailover(b *testing.B) {
	for _, c := range []struct {
		name          string
		way           *journey
		median, worst time.Duration
	}{
		{"near", nil, 600 * time.Millisecond, time.Second},
		{"far", &journey{delay: 50 * time.Millisecond, jitter: 10 * time.Millisecond, loss: 0.02}, 1200 * time.Millisecond, 2 * time.Second},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := newLAN(b, 4)
			if c.way != nil {
				l.far(*c.way)
			}
			var nodes []*lanNode
			for i := range 4 {
				nodes = append(nodes, l.node(i, filepath.Join(b.TempDir(), lanNodeNames[i])))
				if i == 0 {
					nodes[0].await("the first world", 10*time.Second, func() bool { _, _, ok := nodes[0].look(); return ok })
				}
			}
			for b.Loop() {
				const kills = 30
				var pauses []time.Duration
				for range kills {
					settled(nodes, 3, 60*time.Second)
					pause, killed := failOverPause(nodes)
					pauses = append(pauses, pause)
					b.Logf("%s killed, turns after %v", lanNodeNames[killed], pause)
					nodes[killed] = l.node(killed, nodes[killed].data)
				}
				slices.Sort(pauses)
				median, worst := pauses[kills/2], pauses[kills-1]
				b.ReportMetric(float64(median.Milliseconds()), "ms-median")
				b.ReportMetric(float64(worst.Milliseconds()), "ms-worst")
				b.ReportMetric(0, "ns/op")
				if median > c.median || worst > c.worst {
					b.Errorf("median %v of at most %v, worst %v of at most %v", median, c.median, worst, c.worst)
				}
			}
		})
	}
}

// BenchmarkPoliteQuit asks the leader of four nodes to end, ten times, and measures the longest time between
// two turns at a peer that looks on, from before to a second after.
func BenchmarkPoliteQuit(b *testing.B) {
	const bar = 2*50*time.Millisecond + 40*time.Millisecond // two turns, and the time of looking
	l := newLAN(b, 4)
	var nodes []*lanNode
	for i := range 4 {
		nodes = append(nodes, l.node(i, filepath.Join(b.TempDir(), lanNodeNames[i])))
		if i == 0 {
			nodes[0].await("the first world", 10*time.Second, func() bool { _, _, ok := nodes[0].look(); return ok })
		}
	}
	for b.Loop() {
		var gaps []time.Duration
		for range 10 {
			settled(nodes, 3, 60*time.Second)
			_, i, _ := nodes[0].look()
			leader := slices.Index(lanNodeNames, i.Leader.Name)
			gap := longestGap(nodes[(leader+1)%4], func() {
				nodes[leader].cmd.Process.Signal(os.Interrupt)
				<-nodes[leader].done
			})
			b.Logf("%s quit, longest gap %v", lanNodeNames[leader], gap)
			gaps = append(gaps, gap)
			nodes[leader] = l.node(leader, nodes[leader].data)
		}
		slices.Sort(gaps)
		b.ReportMetric(float64(gaps[5].Milliseconds()), "ms-median")
		b.ReportMetric(float64(gaps[9].Milliseconds()), "ms-worst")
		b.ReportMetric(0, "ns/op")
		if gaps[5] > bar {
			b.Errorf("a gap of %v, mostly", gaps[5])
		}
	}
}

// longestGap returns the longest time in which a node saw no new turn, while f runs and for a second after.
func longestGap(n *lanNode, f func()) (longest time.Duration) {
	ended := make(chan struct{})
	go func() { f(); close(ended) }()
	until := time.Now().Add(time.Minute)
	var last uint64
	var seen time.Time
	for ; time.Now().Before(until); time.Sleep(2 * time.Millisecond) {
		if _, i, ok := n.look(); ok && i.TurnOrdered > last {
			now := time.Now()
			if !seen.IsZero() {
				longest = max(longest, now.Sub(seen))
			}
			seen, last = now, i.TurnOrdered
		}
		select {
		case <-ended:
			ended, until = nil, time.Now().Add(time.Second)
		default:
		}
	}
	return longest
}
