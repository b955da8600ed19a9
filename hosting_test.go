package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestHostLimitsAreBounded: each limit out of its bounds is refused with the line it stands on.
func TestHostLimitsAreBounded(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"cpu_percent = 4", "f.toml:3: host.cpu_percent is 4; it can be 5 to 400 %"},
		{"cpu_percent = 401", "f.toml:3: host.cpu_percent is 401; it can be 5 to 400 %"},
		{"upload_kbps = -1", "f.toml:3: host.upload_kbps is -1; it can be 0 to 100000 kbit/s"},
		{"disk_mb = 100001", "f.toml:3: host.disk_mb is 100001; it can be 0 to 100000 MB"},
		{"islands = 65", "f.toml:3: host.islands is 65; it can be 0 to 64"},
		{"willing = 0", "f.toml:3: line 3 (last key \"host.willing\")"},
		{"island = 3", `f.toml:3: there is no setting "host.island" (did you mean "host.islands"?)`},
	} {
		_, err := parseConfig("f.toml", "# mine\n[host]\n"+c.line+"\n")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.line, err)
		}
	}
	s, err := parseConfig("f.toml", "[host]\nupload_kbps = 800\ndisk_mb = 20\nislands = 0\n")
	if err != nil {
		t.Fatal(err)
	}
	if l := hostLimits(&s); l.Upload != 100_000 || l.Disk != 20_000_000 || !l.Unwilling || l.CPUPercent != 80 {
		t.Errorf("%+v", l)
	}
}

// TestWillingnessAtRuntime: of three nodes that hold a world together the leader does not want to any more; it has
// neither lead nor seat within ten seconds, plays on, and the two others miss no turn of it.
func TestWillingnessAtRuntime(t *testing.T) {
	const bar = 10 * time.Second
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	for _, p := range []*process{a, b, c} {
		p.await("three voters", 30*time.Second, func() bool { st, i := p.island(); return len(i.Voters) == 3 && len(st.Links) == 2 })
	}
	said := a.must("offer willing false")
	if said != "offers willing = false" {
		t.Errorf("says %q", said)
	}
	began := time.Now()
	b.await("another to lead, without the unwilling one", bar, func() bool {
		_, i := b.island()
		return i.Leader != "" && i.Leader != "Ada" && !slices.Contains(i.Voters, "Ada")
	})
	t.Logf("the seat and the lead were with others after %v", time.Since(began))
	a.must("say I play on")
	b.await("the words", 5*time.Second, func() bool { return strings.Contains(b.output(), "I play on") })
	if _, i := a.island(); i.Reluctant != "it does not offer to" || i.Role != "observes" {
		t.Errorf("its status: %q, %q", i.Reluctant, i.Role)
	}
	a.must("offer willing true")
	b.await("its seat again", 20*time.Second, func() bool { _, i := b.island(); return slices.Contains(i.Voters, "Ada") })
	if out, err := a.do("offer cpu_percent 1000"); err == nil || !strings.Contains(out, "it can be 5 to 400") {
		t.Errorf("%v: %s", err, out)
	}
}
