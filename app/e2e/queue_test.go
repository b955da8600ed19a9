package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/app/usage"
)

// waitForRoom has the player of a process ask for room until it is in the world, and returns what reports
// that.
func (p *process) waitForRoom() (in func() bool) {
	return started(func() {
		for {
			if _, err := p.do("say I am here"); err == nil || p.ended() {
				return
			}
		}
	})
}

// TestQueueOfAFullWorld: the founder says that one player is in the world at a time. Two more programs wait
// and read their places. When a player leaves, the next one enters.
func TestQueueOfAFullWorld(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", plainSeed, "--name", "Ada")
	a.island()
	a.orderWorld(usage.ExitDone, "charter", "places", "1")
	if out := a.orderWorld(usage.ExitUsage, "charter", "places", "65"); !strings.Contains(out, "places N") {
		t.Errorf("a number that is too great: %s", out)
	}
	b := follow(t, a, "Bo", "--no-lan")
	b.await("the limit", 10*time.Second, func() bool {
		st, err := b.status()
		return err == nil && st.World.Charter != nil && st.World.Charter.Rules.Places == 1
	})
	b.must("say I am first")
	reads := func(p *process, before int) {
		t.Helper()
		p.await("its place in the queue", 20*time.Second, func() bool {
			st, err := p.status()
			return err == nil && st.World.Door != nil && st.World.Door.Reason == "world_full" && st.World.Door.Before == before
		})
	}
	enters := func(p *process, in func() bool) {
		t.Helper()
		p.await("room in the world", 30*time.Second, in)
		p.await("its place among the people", 10*time.Second, func() bool { // a status may be older than the answer to an order
			st, i := p.island()
			return st.World.Door.Refused == "" && len(i.People) == 1
		})
	}
	c, d := follow(t, a, "Cyd", "--no-lan"), follow(t, a, "Dov", "--no-lan")
	cIn := c.waitForRoom()
	reads(c, 0)
	dIn := d.waitForRoom()
	reads(d, 1)
	reads(c, 0)
	if out, err := d.do("say let me in"); err == nil || !strings.Contains(out, "the world is full; waiting for room, 1 before you") {
		t.Errorf("an order of who waits: %v: %s", err, out)
	}
	b.quit()
	enters(c, cIn)
	reads(d, 0)
	c.quit()
	enters(d, dIn)
}
