package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/app/rig"
	"manyhold/net/key"
	"manyhold/net/patience"
)

// microscope builds the program with the tag microscope, once for all tests.
var microscope = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "manyhold-microscope-")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "manyhold")
	build := exec.Command("go", "build", "-tags", "microscope", "-o", bin, ".")
	build.Dir = rig.Root()
	out, err := build.CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return bin, err
})

// TestCrashReport: after a crash the next run keeps trace, log and last turns, without secrets, and the
// world goes on.
func TestCrashReport(t *testing.T) {
	t.Parallel()
	bin, err := microscope()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	p := launch(t, exec.Command(bin, "--headless", "--start", "builder", "--no-lan", "--data", data, "--world", "new", "--seed", "7"), data)
	p.island()
	exec.Command(bin, "do", "--data", data, "say before the crash").Run()
	exec.Command(bin, "do", "--data", data, "crash").Run()
	select {
	case <-p.done:
	case <-patience.After(t, 20*time.Second):
		t.Fatal("it did not crash")
	}

	q := headless(t, data, "--no-lan")
	st, _ := q.island()
	if !strings.Contains(strings.Join(st.Notes, "\n"), "crashed") {
		t.Errorf("the notes do not tell of the crash: %q", st.Notes)
	}
	reports, _ := filepath.Glob(filepath.Join(data, "crashes", "*"))
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	for name, want := range map[string]string{"trace.txt": "a crash on request", "log.txt": "before the crash", "turns.txt": "hash "} {
		b, err := os.ReadFile(filepath.Join(reports[0], name))
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s does not have %q: %v", name, want, err)
		}
		if secret, err := os.ReadFile(filepath.Join(data, key.FileName)); err != nil || len(secret) > 0 && bytes.Contains(b, secret) {
			t.Errorf("%s has the key in it, or there is none: %v", name, err)
		}
	}
	q.quit()
	q = headless(t, data, "--no-lan")
	if st, _ := q.island(); strings.Contains(strings.Join(st.Notes, "\n"), "crash") {
		t.Errorf("a clean end is told as a crash: %q", st.Notes)
	}
}
