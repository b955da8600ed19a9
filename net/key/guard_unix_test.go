//go:build unix

package key

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGuard: an identity that other accounts may use is taken away from them, with a warning. It stays the
// same identity. That of another account stays as it is, and the warning says how to mend it.
func TestGuard(t *testing.T) {
	dir := t.TempDir()
	if w := Guard(dir); w != "" {
		t.Errorf("no identity: %q", w)
	}
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, FileName)
	mode := func() os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	for _, c := range []struct {
		mode, want os.FileMode
		warned     bool
	}{{0o600, 0o600, false}, {0o400, 0o400, false}, {0o644, 0o600, true}, {0o666, 0o600, true}, {0o640, 0o600, true}} {
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		w := Guard(dir)
		if mode() != c.want || strings.Contains(w, "now has 0600") != c.warned || !c.warned && w != "" {
			t.Errorf("mode %04o becomes %04o: %q", c.mode, mode(), w)
		}
	}
	if again, err := Load(dir); err != nil || again.ID() != p.ID() {
		t.Errorf("another identity: %v", err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 || os.Chown(path, 12345, -1) != nil {
		return // only root can give a file away
	}
	if w := Guard(dir); mode() != 0o644 || !strings.Contains(w, "run chmod 600 "+path) {
		t.Errorf("that of another account has mode %04o: %q", mode(), w)
	}
}
