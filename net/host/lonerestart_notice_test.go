package host

import (
	"strings"
	"testing"
	"time"
)

// TestSaysWhatTheFileLost: a peer that starts alone from a damaged file says at once which peers it waits for
// and for how long, or which ones it has to agree with. Afterwards it is silent about it.
func TestSaysWhatTheFileLost(t *testing.T) {
	for _, alone := range []bool{true, false} {
		c := newCluster(t, 530, lan)
		c.growAndTalk(2)
		a, b := c.nodes[0], c.nodes[1]
		for range 2 {
			a.crash()
			a.restart()
			c.until("a leads again", 10*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() && a.core.Ancestry.Last().Firm })
			c.until("b follows", 10*time.Second, func() bool {
				return b.core.Ancestry.Last().Number == a.core.Ancestry.Last().Number && protocolOf(b.core).joining.Fetch == nil
			})
			c.run(time.Second)
		}
		if alone {
			b.crash()
		}
		a.crash()
		a.rots(t, "record")
		a.restart()
		s := a.core.Status(c.net.Now())
		if !s.Joining || !strings.Contains(s.Waiting.String(), "damaged file") || !strings.Contains(s.Waiting.String(), "within 10 s") {
			t.Errorf("alone %v: joining %v, waiting %q", alone, s.Joining, s.Waiting)
		}
		if !alone {
			c.until("a waits for b", time.Second, func() bool {
				w := a.core.Status(c.net.Now()).Waiting.String()
				return strings.Contains(w, "damaged file") && strings.Contains(w, b.name)
			})
			c.goesOn(20 * time.Second)
			continue
		}
		c.run(4 * time.Second)
		if w := a.core.Status(c.net.Now()).Waiting.String(); !strings.Contains(w, "within 6 s") && !strings.Contains(w, "within 7 s") {
			t.Errorf("after 4 s: %q", w)
		}
		c.until("a goes on alone", 30*time.Second, func() bool { return a.core.Epoch != nil && a.core.Epoch.Leading() })
		if s := a.core.Status(c.net.Now()); s.Joining || s.Waiting != "" {
			t.Errorf("joining %v, waiting %q", s.Joining, s.Waiting.String())
		}
	}
}
