package node

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"manyhold/app/version"
	"manyhold/game/island"
	"manyhold/net/host/kernel"
)

// onDesync is called by the host's goroutine when the node's state was found wrong and was replaced. The
// report is written in a goroutine of its own.
func (n *node) onDesync(d kernel.Desync) {
	n.log.Error("desync: the state was replaced with that of the other peers", "turn", d.Turn, "from", d.Source.Short())
	go n.reportDesync(d)
}

// reportDesync compares the two states and keeps a report with both in the data directory.
func (n *node) reportDesync(d kernel.Desync) {
	field := "unknown: the wrong state is of another turn"
	if d.Mine != nil {
		mine, right := new(island.Island), new(island.Island)
		if err := mine.Restore(d.Mine); err != nil {
			field = "cannot read the wrong state: " + err.Error()
		} else if err := right.Restore(d.Right); err != nil {
			field = "cannot read the right state: " + err.Error()
		} else if f, differ := island.Diff(right, mine); differ {
			field = f
		}
	}
	text := fmt.Sprintf("manyhold %s\nworld %s\nturn %d\nright state from %s\nfirst different field: %s\n", version.Version, n.world, d.Turn, d.Source, field)
	dir := filepath.Join(n.dir, "desyncs", time.Now().UTC().Format("20060102-150405"))
	err := os.MkdirAll(dir, 0o700)
	for name, b := range map[string][]byte{"report.txt": []byte(text), "mine.snapshot": d.Mine, "right.snapshot": d.Right} {
		if err == nil && b != nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
		}
	}
	if err != nil {
		n.log.Warn("cannot save the desync report", "why", err)
	}
	n.log.Error("first difference found", "turn", d.Turn, "field", field, "report", dir)
	n.notes.add(fmt.Sprintf("Desync at turn %d in: %s. Report: %s", d.Turn, field, dir))
}
