package node

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"manyhold/app/rig"
	"manyhold/app/status"
	"manyhold/net/host"
)

// TestMetricsOfSeveralIslands: each metric is declared once, and every island has its sample.
func TestMetricsOfSeveralIslands(t *testing.T) {
	c := host.Counters{Merges: 2, BranchesRefused: 3, TurnsLost: 4}
	st := status.Status{Islands: []status.IslandStatus{{ID: "a/1", Firm: true, TurnOrdered: 7}, {ID: "a/2", TurnOrdered: 9, Dormant: 5}}, Dropped: refusedOf(&c), Counted: countedOf(&c)}
	var out bytes.Buffer
	writeMetrics(&out, &st)
	rig.CheckMetrics(t, out.String())
	for _, want := range []string{
		`manyhold_turn_ordered{island="a/1"} 7`, `manyhold_turn_ordered{island="a/2"} 9`, `manyhold_firm{island="a/2"} 0`,
		`manyhold_regions_dormant{island="a/2"} 5`, `manyhold_counted_total{what="merges"} 2`, `manyhold_counted_total{what="turns_lost"} 4`,
		`manyhold_dropped_total{kind="branches"} 3`,
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("no %s in\n%s", want, &out)
		}
	}
}

// TestEveryCounterIsTold: whatever the host counts is told by status, under counted or under dropped, and once.
func TestEveryCounterIsTold(t *testing.T) {
	var c host.Counters
	v := reflect.ValueOf(&c).Elem()
	for k := range v.NumField() {
		v.Field(k).SetUint(uint64(1000 + k))
	}
	told := map[uint64]int{}
	for _, all := range []map[string]uint64{countedOf(&c), refusedOf(&c)} {
		for _, n := range all {
			told[n]++
		}
	}
	for k := range v.NumField() {
		if n := told[uint64(1000+k)]; n != 1 {
			t.Errorf("%s is told %d times", v.Type().Field(k).Name, n)
		}
	}
}

// TestStatusTellsOfTheLine: what was refused and lost and what became of branches is in what a person reads.
func TestStatusTellsOfTheLine(t *testing.T) {
	c := host.Counters{TurnsRefused: 2, TurnsLost: 4}
	h := host.Status{Notice: "What Bo did apart was put together with the rest", Merging: "what Cy did apart",
		Merges: []host.Merge{{Turn: 17, Who: "Bo", Report: []string{"3 tiles were built on both sides"}}, {Who: "Dee", Refused: "it is too old"}}}
	st := status.Status{World: status.WorldStatus{ID: "0123456789"}, Peer: "0123456789", Dropped: refusedOf(&c), Counted: countedOf(&c), Line: apartOf(&h)}
	var out bytes.Buffer
	st.Print(&out)
	for _, want := range []string{"line       What Bo did apart", "line       what Cy did apart", "Bo did apart was taken in after turn 17", "3 tiles were built on both sides",
		"Dee did apart is an archive: it is too old", "refused    2 bad turns", "lost       4 turns", "host       "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// TestProcessorMeter: the share is that since it was asked before.
func TestProcessorMeter(t *testing.T) {
	var m processorMeter
	began := time.Now()
	if _, ok := host.ProcessTime(); !ok {
		t.Skip("the system does not tell")
	}
	m.percent(began)
	used, _ := host.ProcessTime()
	m.at, m.used = time.Now().Add(-2*time.Second), used-time.Second
	if got := m.percent(began); got < 25 || got > 100 {
		t.Errorf("%.1f %% after a second of work in two", got)
	}
	if m.percent(began) != m.last {
		t.Error("it is measured again at once")
	}
	if memoryNow() < 1<<20 {
		t.Error("this needs more than a megabyte")
	}
}
