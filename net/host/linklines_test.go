package host

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
)

// TestLinkLines: a peer that links and unlinks all the time has a few lines a minute in the log of each
// island. The next line says how many links were left out.
func TestLinkLines(t *testing.T) {
	c := newCluster(t, 71, lan)
	a := c.found("a")
	c.run(300 * time.Millisecond)
	var out bytes.Buffer
	a.core.Options.Log = slog.New(slog.NewTextHandler(&out, nil))
	restless, links, now := key.ID{9}, 0, c.net.Now()
	for range 120 {
		for range 5 {
			links++
			a.core.LinkUp(now, restless, link.Info{Name: "Mallory"})
			a.core.LinkDown(now, restless, "again")
		}
		now = now.Add(time.Second / 2)
	}
	lines := strings.Count(out.String(), "peer=Mallory")
	if lines < 4 || lines > 12 || !strings.Contains(out.String(), `"links left out"=`) {
		t.Errorf("%d lines of %d links in a minute:\n%s", lines, links, out.String())
	} else {
		t.Logf("%d lines of %d links in a minute", lines, links)
	}
}
