package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"manyhold/app/rig"
)

// TestEveryDamageHasAdvice: `world check` has advice for every damage that net/store reports.
func TestEveryDamageHasAdvice(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(rig.Root(), "net/store/*/*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no files")
	}
	told := regexp.MustCompile(`(?:\.Damaged\(|, |fmt\.Sprintf\()"((?:%s|%d |[A-Z])[^"]*)"`)
	found := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") || !strings.HasSuffix(f, "read.go") && !strings.HasSuffix(f, "check.go") && !strings.Contains(" archives.go charter.go syncmark.go readlog.go ", " "+filepath.Base(f)+" ") {
			continue // reported when a file is repaired, not when it is checked
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(b), "\n") {
			if !strings.Contains(line, "amaged(") && !strings.Contains(line, "`, \"%d ") && !strings.Contains(line, "c.found(l, fmt") {
				continue
			}
			m := told.FindStringSubmatch(line)
			if m == nil || strings.Contains(m[1], "Nothing of it can be used") || strings.Contains(m[1], "turns after it were used") || strings.Contains(m[1], "No checkpoint was used") || strings.Contains(m[1], "The world goes on from turn") {
				continue // also a report of Open
			}
			words := strings.ReplaceAll(m[1], "%s%s", "Archive 01020304: the archive")
			if found++; adviceOn(words) == "" {
				t.Errorf("%s: nothing is said about %q", f, m[1])
			}
		}
	}
	if found < 25 {
		t.Errorf("only %d kinds of damage were found", found)
	}
}
