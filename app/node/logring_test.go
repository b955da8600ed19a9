package node

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLogRing: the newest lines are in the log however many there are, in two files of half the size. The end
// of the log goes over both files.
func TestLogRing(t *testing.T) {
	dir := t.TempDir()
	const size = 4000
	for run := range 2 {
		r, err := openLogRing(dir, size)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, olderLog)); err == nil {
			t.Error("the older half of the last run is there")
		}
		for i := range 1000 {
			fmt.Fprintf(r, "run %d line %4d\n", run, i)
		}
		r.Write(make([]byte, size)) // a line that has no place is left out
		r.Close()
		var all string
		for _, name := range []string{olderLog, logFile} {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || len(b) > size/2 {
				t.Fatalf("%s: %d bytes, %v", name, len(b), err)
			}
			all += string(b)
		}
		lines := strings.Split(strings.TrimSuffix(all, "\n"), "\n")
		first := 1000 - len(lines)
		for i, l := range lines {
			if l != fmt.Sprintf("run %d line %4d", run, first+i) {
				t.Fatalf("line %d is %q", first+i, l)
			}
		}
		if len(all) < size/2 {
			t.Errorf("%d bytes are left of %d", len(all), size)
		}
		if end, err := logEnd(dir, size*3/4); err != nil || !strings.HasSuffix(all, string(end)) || len(end) < min(len(all), size*3/4) {
			t.Errorf("its end has %d bytes, %v", len(end), err)
		}
	}
}

// TestLogRingGoesOn: a directory that takes no file for a while stops nothing, and later lines are kept.
func TestLogRingGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r, err := openLogRing(dir, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	line := []byte(strings.Repeat("x", 29) + "\n")
	r.Write(line)
	if err := os.RemoveAll(dir); err != nil {
		t.Skipf("an open file cannot be removed here: %v", err)
	}
	for range 5 {
		if n, err := r.Write(line); n != len(line) || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.Write(line)
	if b, err := os.ReadFile(filepath.Join(dir, logFile)); err != nil || string(b) != string(line) {
		t.Errorf("%q, %v", b, err)
	}
}
