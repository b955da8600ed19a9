package e2e

import (
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/net/patience"
)

// flip has a bit of a node's state changed, and returns when that was.
func flip(t *testing.T, p *process, what string) time.Duration {
	t.Helper()
	node, err := control.Find(p.data)
	if err != nil {
		t.Fatal(err)
	}
	began := patience.Now()
	resp, err := node.Request(t.Context(), "POST", "/do", []byte("flip "+what))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if out, _ := io.ReadAll(resp.Body); !strings.Contains(string(out), "flipped one bit") {
		t.Fatalf("flip %s: %s", what, out)
	}
	return began
}

// TestFlippedBit: a bit of one of three nodes' states is flipped. The leader sees it within two turns; the
// peer has the right state again within a second; its report names region and field; the others notice
// nothing. After the third within a minute it holds nothing any more, and says so; it plays on.
func TestFlippedBit(t *testing.T) {
	const bar = time.Second
	bin, err := microscope()
	if err != nil {
		t.Fatal(err)
	}
	node := func(name string, args ...string) *process {
		dir := t.TempDir()
		p := launch(t, exec.Command(bin, append([]string{"--headless", "--start", "builder", "--no-lan", "--data", dir, "--name", name, "--seed", plainSeed}, args...)...), dir)
		p.island()
		return p
	}
	a := node("Ada", "--world", "new")
	st, _ := a.island()
	b, c := node("Bo", "--join", st.World.Invite), node("Cy", "--join", st.World.Invite)
	for _, p := range []*process{a, b, c} {
		p.await("three voters", 30*time.Second, func() bool { st, i := p.island(); return len(i.Voters) == 3 && len(st.Links) == 2 })
	}
	b.must("say in the world") // there is a body, a player and a line of chat now
	c.must("say so am I")
	for n, what := range []struct{ flip, field string }{{"tile", "region "}, {"body", "region "}, {"chat", "chat["}} {
		// a peer that was told of its divergence is left alone for two seconds
		rested := patience.For(2500 * time.Millisecond)
		b.await("rest", 5*time.Second, rested.Over)
		flipped := flip(t, b, what.flip)
		b.await("the right state", 5*time.Second, func() bool {
			// the first when it joined
			return strings.Count(b.output(), "fetched the world's state from a peer") == n+2
		})
		t.Logf("%s: mended within %v", what.flip, patience.Since(flipped))
		// for the order's way and the output's
		if took := patience.Since(flipped); took > bar+100*time.Millisecond {
			t.Errorf("%s: mended after %v", what.flip, took)
		}
		b.await("the report", 5*time.Second, func() bool { return strings.Count(b.output(), "first difference found") == n+1 })
		reports := regexp.MustCompile(`first difference found .*field="?([^"\n]*)`).FindAllStringSubmatch(b.output(), -1)
		if got := reports[n][1]; !strings.HasPrefix(got, what.field) {
			t.Errorf("%s: the report names %q", what.flip, got)
		}
	}
	after := regexp.MustCompile(`a digest differs .*after=(\d+)`).FindAllStringSubmatch(a.output(), -1)
	for _, m := range after {
		if turns, _ := strconv.Atoi(m[1]); turns > 2 {
			t.Errorf("seen after %d turns", turns)
		}
	}
	if len(after) != 3 {
		t.Errorf("the leader saw %d differences", len(after))
	}
	b.await("it to be a viewer", 5*time.Second, func() bool { _, i := b.island(); return i.Viewer && i.Role == "observes" })
	for _, p := range []*process{a, b, c} {
		want := map[string]uint64{"Bo": 3}
		if st, i := p.island(); st.Desyncs != want[st.Name] || p != b && i.Ineligible != "" {
			t.Errorf("%s counts %d desyncs, %q", st.Name, st.Desyncs, i.Ineligible)
		}
	}
	out, err := program("status", "--data", b.data).Output()
	if want := "takes no committee seat: its state was wrong"; err != nil || !strings.Contains(string(out), want) {
		t.Error(fmt.Errorf("status: %w: %s", err, out))
	}
	b.must("say I play on")
}
