package control

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/status"
	"manyhold/net/host/counter"
)

// TestMetricsOfSeveralIslands: each metric is declared once, and every island has its sample.
func TestMetricsOfSeveralIslands(t *testing.T) {
	c := counter.Values{counter.Merges: 2, counter.BranchesRefused: 3, counter.TurnsLost: 4}
	st := status.Status{Islands: []status.IslandStatus{{ID: "a/1", Firm: true, TurnOrdered: 7}, {ID: "a/2", TurnOrdered: 9, Dormant: 5}}, Dropped: c.Refused(), Counted: c.Counted()}
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
