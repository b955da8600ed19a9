package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/maker"
)

// TestLateJoiner: a player who comes later sees what scripts have made of things: a door that is open, with
// its label, and one whose script is stopped, with the place. The world stands on all machines as it does for
// those who saw it happen, and scripts beside the failed one go on. All that is there after the first machine
// was killed and started again, too.
func TestLateJoiner(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	a := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say hello")
	publish := func(title, script string) {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{maker.File: "title = \"" + title + "\"\nlicence = \"MIT\"\n[shape]\nsolid = true\n", "main.star": script} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		a.pushes(dir)
	}
	publish("Door", "def on_use(me, who):\n    me.state[\"visits\"] = me.state.get(\"visits\", 0) + 1\n    show(\"visits %d\" % me.state[\"visits\"])\n    open_me(True)\n")
	publish("Bad", "def on_use(me, who):\n    show([1][7])\n")
	a.must("put Door ~1 ~0; put Bad ~-1 ~0")
	for range 3 {
		a.must("use ~-1 ~0")
	}
	a.must("use ~1 ~0; use ~1 ~0")
	things := func(p *process, what, words string) {
		t.Helper()
		p.await(what, 10*time.Second, func() bool { out, err := p.do("things"); return err == nil && strings.Contains(out, words) })
	}
	all := func(p *process) {
		t.Helper()
		things(p, "the door to be open", `label "visits 2", open`)
		things(p, "the failed script to be marked", "its script is stopped until its next version: line 2, column 13")
	}
	all(a)
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say hello")
	all(b)
	a.must("use ~1 ~0")
	things(b, "the other script to go on", `label "visits 3", open`)
	b.quit()
	a.kill()
	a = headless(t, data, "--no-lan")
	things(a, "the door's memory", `label "visits 3", open`)
	things(a, "the mark", "its script is stopped until its next version: line 2, column 13")
}
