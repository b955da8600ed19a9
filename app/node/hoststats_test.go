package node

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/host"
	"manyhold/net/host/counter"
	"manyhold/net/host/notice"
	hoststatus "manyhold/net/host/status"
)

// TestStatusShowsForks: refusals, losses and the fates of branches stand in the status text.
func TestStatusShowsForks(t *testing.T) {
	c := counter.Values{counter.TurnsRefused: 2, counter.TurnsLost: 4}
	h := hoststatus.Host{Fork: hoststatus.Fork{Notice: "Offline changes by Bo were merged", Merging: "what Cy did apart",
		Merges: []hoststatus.Merge{{Turn: 17, Who: "Bo", Report: []notice.Notice{`merged_outlined x="-1" y="2" n="3" who="Bo"`}}, {Who: "Dee", Refused: "it is too old"}}}}
	st := status.Status{World: status.WorldStatus{ID: "0123456789"}, Peer: "0123456789", Dropped: c.Refused(), Counted: c.Counted(), Fork: apartOf(&h)}
	var out bytes.Buffer
	st.Print(&out)
	for _, want := range []string{"fork       Offline changes by Bo", "fork       what Cy did apart", "offline changes of Bo, merged after turn 17", "region 1 west, 2 south: both sides built here; 3 tiles by Bo are kept as a blueprint",
		"offline changes of Dee, archived: it is too old", "refused    2 bad turns", "lost       4 committed turns", "host       "} {
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
