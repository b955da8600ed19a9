package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/usage"
)

// TestBenchPhysics runs a scene from the command line: the JSON has the names that others read, and a wrong
// usage is told from a file that is no scene.
func TestBenchPhysics(t *testing.T) {
	var out, errs bytes.Buffer
	scene := filepath.Join(rig.Root(), "assets/scenes/s1d_1000.txt")
	if code := Run(rig.Config(), []string{"bench", "physics", scene, "--steps", "20", "--dt", "1/60", "--json"}, &out, &errs); code != usage.ExitDone {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	if got["scene"] != "s1d_1000" || got["bodies"] != 1000.0 || got["steps"] != 20.0 || len(got) != 5 {
		t.Errorf("%v", got)
	}
	for _, name := range []string{"body_steps_per_cpu_s", "kinetic_energy"} {
		if v, _ := got[name].(float64); v <= 0 {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	wrong := filepath.Join(t.TempDir(), "wrong.txt")
	if err := os.WriteFile(wrong, []byte("H 0 0 0 0 0 0\nC 1 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"bench physics", usage.ExitUsage, "needs a scene"},
		{"bench physics " + scene + " --dt 1/30", usage.ExitUsage, "1/20 or 1/60"},
		{"bench physics " + scene + " --steps 0", usage.ExitUsage, "1 to 72000"},
		{"bench physics " + wrong, usage.ExitFailed, "wrong.txt: line 2"},
		{"bench physics nowhere.txt", usage.ExitFailed, "nowhere.txt"},
		{"bench chemistry", usage.ExitUsage, "chemistry"},
	} {
		errs.Reset()
		if code := Run(rig.Config(), strings.Fields(c.args), &out, &errs); code != c.code || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s: exit code %d, %q", c.args, code, errs.String())
		}
	}
}
