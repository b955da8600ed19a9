package node

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"manyhold/app/options"
)

// TestLinkedLog: a link in the place of the log or of a crash's trace is replaced, and its target stays.
func TestLinkedLog(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir := t.TempDir()
	target := filepath.Join(t.TempDir(), "precious")
	for _, name := range []string{logFile, traceFile} {
		if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
		if name == traceFile { // a trace is not empty after a crash
			if err := os.Truncate(target, 0); err != nil {
				t.Fatal(err)
			}
		}
		d, _, err := openDiary(dir)
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte("a line\n"))
		if st, err := os.Lstat(path); err != nil || !st.Mode().IsRegular() {
			t.Errorf("%s: %v, %v", name, st, err)
		}
		d.trace.WriteString("goroutine 1")
		d.Close()
		if b, err := os.ReadFile(target); err != nil || name == logFile && string(b) != "precious" || name == traceFile && len(b) > 0 {
			t.Errorf("%s: the target holds %q, %v", name, b, err)
		}
	}
}

// TestExposedKey: a key that others could read is told of in the log.
func TestExposedKey(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing there")
	}
	dir := t.TempDir()
	start := func() string {
		id, err := OpenIdentity(options.Play{Data: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer id.Close()
		var out strings.Builder
		if _, err := id.KeepDiary(slog.New(slog.NewTextHandler(&out, nil))); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const warns = "other accounts of this computer could use your identity"
	if out := start(); strings.Contains(out, warns) {
		t.Errorf("a new key: %s", out)
	}
	if err := os.Chmod(filepath.Join(dir, "identity.key"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := start(); strings.Count(out, warns) != 1 {
		t.Errorf("a key of mode 0644: %s", out)
	}
	if out := start(); strings.Contains(out, warns) {
		t.Errorf("a mended key: %s", out)
	}
}
