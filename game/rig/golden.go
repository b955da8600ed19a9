package rig

import (
	"os"
	"strings"
	"testing"
)

// Golden compares lines with those of a file, which it writes before if that is asked for. It tells of the
// first line that differs: the files are long.
func Golden(t testing.TB, file, got string, rewrite bool) {
	t.Helper()
	if rewrite {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wants := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wants) || wants[i] != line {
			t.Fatalf("line %d of %s differs; got\n%s", i+1, file, line)
		}
	}
}
