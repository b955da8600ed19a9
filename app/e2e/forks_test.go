package e2e

import (
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
)

// forkOf waits until a node orders turns in a firm fork, or in a provisional one, beyond a turn.
func (p *process) forkOf(firm bool, beyond uint64, limit time.Duration) status.IslandStatus {
	p.t.Helper()
	var i status.IslandStatus
	what := "a provisional fork"
	if firm {
		what = "a firm fork"
	}
	p.await(what, limit, func() bool {
		st, err := p.status()
		if err != nil || len(st.Islands) == 0 {
			return false
		}
		i = st.Islands[0]
		return i.Firm == firm && i.TurnOrdered > beyond && i.Waiting == ""
	})
	return i
}

// sees fails the test unless a lamp stands at a place given as `place ~x ~y; where` gave it.
func (p *process) sees(where, whose string) {
	p.t.Helper()
	if got := p.must("look " + where); !strings.Contains(strings.ToLower(got), "lamp") {
		p.t.Errorf("the lamp of %s at %s is gone: %s", whose, where, got)
	}
}

// lamp has the player place a lamp near where it stands and returns the tile, as `look` wants it.
func (p *process) lamp() string {
	p.t.Helper()
	var out string
	// a player may stand there
	for _, where := range []string{"~2 ~0", "~-2 ~0", "~0 ~2", "~0 ~-2", "~2 ~2", "~-2 ~-2"} {
		var err error
		if out, err = p.do("place lamp " + where); err == nil {
			_, at, ok := strings.Cut(out, " at ")
			if !ok {
				p.t.Fatalf("place printed %q", out)
			}
			return at
		}
	}
	p.t.Fatalf("no place for a lamp: %s", out)
	return ""
}

// TestTwoLaptops: two play, and the one that holds the world dies. The other goes on within seconds,
// provisionally. The first comes back, and the work of both is in one firm world.
func TestTwoLaptops(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.must("say hello Bo")
	first := a.lamp()
	b.must("say hello Ada")
	b.await("the link to be measured", 10*time.Second, func() bool { st, _ := b.island(); return len(st.Links) == 1 && st.Links[0].RTTms > 0 })
	_, before := b.island()
	a.kill()
	began := time.Now()
	i := b.forkOf(false, before.TurnOrdered, 15*time.Second)
	t.Logf("Bo goes on %v after the kill, as polled, at turn %d of epoch %d", time.Since(began), i.TurnCommitted, i.Epoch)
	b.must("walk south 1s; say alone now")
	spot := b.lamp()
	_, alone := b.island()

	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	began = time.Now()
	for _, p := range []*process{a, b} {
		p.await("one firm world of both", 30*time.Second, func() bool {
			st, i := p.island()
			return len(st.Links) == 1 && i.Firm && i.Waiting == "" && i.TurnCommitted > before.TurnCommitted+20
		})
	}
	t.Logf("one firm fork %v after Ada was back (Bo's branch had ended at turn %d)", time.Since(began), alone.TurnCommitted)
	for _, p := range []*process{a, b} {
		p.await("Bo's lamp", 15*time.Second, func() bool {
			out, err := p.do("look " + spot)
			return err == nil && strings.Contains(strings.ToLower(out), "lamp")
		})
		p.sees(first, "Ada")
	}
	if got := a.must("chat"); !strings.Contains(got, "Bo: alone now") {
		t.Errorf("what Bo said alone is gone: %q", got)
	}
	for _, p := range []*process{a, b} {
		p.await("equal digests", 20*time.Second, func() bool { _, i := p.island(); return i.TurnsEqual > 20 && i.TurnsEqual == i.TurnsCompared })
	}
	st, _ := b.island()
	b.quit()
	if out, err := program("world", "info", "--data", b.data, st.World.Name).CombinedOutput(); err != nil || !strings.Contains(string(out), "Offline changes by Bo") {
		t.Errorf("the branch is not named: %v\n%s", err, out)
	}
	check := func() (string, error) {
		out, err := program("world", "check", "--data", b.data, st.World.Name).CombinedOutput()
		return string(out), err
	}
	out, err := check()
	if err != nil && strings.Contains(out, "the node while other peers of this world run") { // it quit before it had all old turns
		b = headless(t, b.data, "--no-lan", "--name", "Bo")
		b.await("equal digests", 20*time.Second, func() bool { _, i := b.island(); return i.TurnsEqual > 20 && i.TurnsEqual == i.TurnsCompared })
		b.quit()
		out, err = check()
	}
	if err != nil {
		t.Errorf("world check: %v\n%s", err, out)
	}
}

// TestApartAndTogether: two have the same world, play alone and offline, each on their own copy, and meet
// later: both have the work of each.
func TestApartAndTogether(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.must("say see you")
	b.must("walk south 1s; say see you")
	b.quit()
	ofAda := a.lamp()
	a.quit()

	b = headless(t, b.data, "--no-lan", "--name", "Bo") // on the train
	b.forkOf(false, 1, 20*time.Second)
	b.must("say on the train")
	ofBo := b.lamp()
	b.quit()

	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	a.forkOf(true, 1, 20*time.Second)
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	for _, p := range []*process{a, b} {
		p.await("one firm world with both lamps", 40*time.Second, func() bool {
			st, i := p.island()
			one, err1 := p.do("look " + ofAda)
			two, err2 := p.do("look " + ofBo)
			return err1 == nil && err2 == nil && len(st.Links) == 1 && i.Firm &&
				strings.Contains(strings.ToLower(one), "lamp") && strings.Contains(strings.ToLower(two), "lamp")
		})
	}
	for _, p := range []*process{a, b} {
		p.await("equal digests", 20*time.Second, func() bool { _, i := p.island(); return i.TurnsEqual > 20 && i.TurnsEqual == i.TurnsCompared })
	}
}

// TestJoinedWhileApart: a newcomer joins the peer that goes on alone. When the other is back, the newcomer
// comes along into the firm world, though its file has nothing from before the branch. Its work is there for
// all, and its file is in order.
func TestJoinedWhileApart(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say hello")
	_, before := b.island()
	a.kill()
	b.forkOf(false, before.TurnOrdered, 15*time.Second)
	c := follow(t, b, "Cy", "--no-lan")
	c.must("say I am new here")
	spot := c.lamp()
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	for _, p := range []*process{a, b, c} {
		p.await("one firm world of all three", 30*time.Second, func() bool {
			st, i := p.island()
			return len(st.Links) == 2 && i.Firm && i.Waiting == "" && i.TurnCommitted > before.TurnCommitted+20
		})
		p.await("Cy's lamp", 15*time.Second, func() bool {
			out, err := p.do("look " + spot)
			return err == nil && strings.Contains(strings.ToLower(out), "lamp")
		})
	}
	c.must("say we are three")
	st, _ := c.island()
	c.quit()
	if out, err := program("world", "check", "--data", c.data, st.World.ID).CombinedOutput(); err != nil || !strings.Contains(string(out), "archive ") {
		t.Errorf("world check: %v\n%s", err, out)
	}
	c = headless(t, c.data, "--no-lan", "--name", "Cy")
	if i := c.forkOf(true, before.TurnOrdered, 20*time.Second); i.Epoch < 2 {
		t.Errorf("epoch %d", i.Epoch)
	}
	c.sees(spot, "Cy")
}
