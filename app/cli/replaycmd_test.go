package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"manyhold/app/rig"
	"manyhold/app/usage"
)

// TestLargeRecordings: a file above 1 GiB is refused before it is read.
func TestLargeRecordings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.rec")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 4<<30); err != nil {
		t.Skipf("no sparse files here: %v", err)
	}
	for _, line := range []string{"replay", "replay --check", "replay --bisect " + path} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var out, errs strings.Builder
		code := Run(rig.Config(), append(strings.Fields(line), path), &out, &errs)
		runtime.ReadMemStats(&after)
		if code != usage.ExitFailed || !strings.Contains(errs.String(), "has 4096 MiB; a recording may have 1024 MiB") {
			t.Errorf("%s: code %d, %s", line, code, errs.String())
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
			t.Errorf("%s: %d MiB were taken", line, took>>20)
		}
	}
}

// TestReplayOfOtherFiles: a file that is neither a recording nor an archive is named, also with --json.
func TestReplayOfOtherFiles(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.json")
	if err := os.WriteFile(text, []byte("[1]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"replay", text}, usage.ExitFailed, "text.json: not a recording: it does not begin with \"MHREC\", and it is no archive of a match"},
		{[]string{"replay", "--json", text}, usage.ExitUsage, "text.json is none"},
		{[]string{"replay", "--json", filepath.Join(dir, "none.json")}, usage.ExitFailed, "none.json: "},
		{[]string{"replay"}, usage.ExitUsage, "or the archive of a match"},
	} {
		var out, errs strings.Builder
		if code := Run(rig.Config(), c.args, &out, &errs); code != c.code || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s: code %d, %s", c.args, code, errs.String())
		}
	}
}
