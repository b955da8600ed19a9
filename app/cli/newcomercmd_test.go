package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"manyhold/app/newcomer"
	"manyhold/app/rig"
)

// newcomerSays runs the command with arguments.
func newcomerSays(args ...string) (string, error) {
	c := newcomerCommand()
	var out bytes.Buffer
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&out)
	c.SilenceUsage, c.SilenceErrors = true, true
	err := c.Execute()
	return out.String(), err
}

// TestNewcomerRefusesBadInput, and says what would do.
func TestNewcomerRefusesBadInput(t *testing.T) {
	for line, want := range map[string]string{
		"--players 0":    "--players is 0; use 1 to 60",
		"--players 61":   "--players is 61; use 1 to 60",
		"--players -4":   "--players is -4; use 1 to 60",
		"--players four": `invalid argument "four" for "--players"`,
		"--minutes 0":    "--minutes is 0; use 1 to 1440",
		"--minutes -1":   "--minutes is -1; use 1 to 1440",
		"--minutes 1441": "--minutes is 1441; use 1 to 1440",
		"--minutes 1.5":  `invalid argument "1.5" for "--minutes"`,
		"--seed -1":      `invalid argument "-1" for "--seed"`,
		"--seed x":       `invalid argument "x" for "--seed"`,
		"--player 4":     "unknown flag: --player",
		"tomorrow":       "tomorrow",
	} {
		out, err := newcomerSays(strings.Fields(line)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(out, "lights") {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

// TestNewcomerPrintsMilestones: a line for each, and last a line of JSON with all its names; with --json that
// line alone. The same seed gives the same lines.
func TestNewcomerPrintsMilestones(t *testing.T) {
	out, err := newcomerSays("--seed", "3", "--minutes", "2")
	again, _ := newcomerSays("--seed", "3", "--minutes", "2")
	short, _ := newcomerSays("--seed", "3", "--minutes", "2", "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err != nil || out != again || len(lines) < 6 || short != lines[len(lines)-1]+"\n" || !strings.Contains(out, "Ada lights lighthouse 1 of 9") {
		t.Fatalf("%v\n%s\n%s\n%s", err, out, again, short)
	}
	var r newcomer.Result
	d := json.NewDecoder(strings.NewReader(short))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil || r.Lights != 1 || r.Minutes.Light1 == nil || r.Minutes.Light9 != nil || r.Finds == 0 {
		t.Errorf("%v: %+v", err, r)
	}
	for _, name := range []string{`"lights"`, `"minutes"`, `"light1"`, `"bench"`, `"copper"`, `"light3"`, `"light9":null`, `"deaths"`, `"longest_without_goal_s"`, `"distinct_finds"`} {
		if !strings.Contains(short, name) {
			t.Errorf("there is no %s in %s", name, short)
		}
	}
}

// TestNewcomerRecords: the recording of a life is replayed with equal digests, and another one replaces it.
func TestNewcomerRecords(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "life.mhrec")
	plain, _ := newcomerSays("--seed", "3", "--minutes", "2")
	for _, minutes := range []string{"3", "2"} {
		out, err := newcomerSays("--seed", "3", "--minutes", minutes, "--record", file)
		if err != nil || minutes == "2" && out != plain {
			t.Fatalf("%v\n%s\n%s", err, out, plain)
		}
		var says, errs strings.Builder
		if code := Run(rig.Config(), []string{"replay", "--check", file}, &says, &errs); code != 0 ||
			!strings.Contains(says.String(), "all digests are equal") || !strings.Contains(says.String(), map[string]string{"3": "2m59.95s", "2": "1m59.95s"}[minutes]+" of play") {
			t.Errorf("code %d\n%s%s", code, says.String(), errs.String())
		}
	}
}

// TestNewcomerRefusesFiles that are something else or cannot be written, before it plays, and touches none.
func TestNewcomerRefusesFiles(t *testing.T) {
	dir := t.TempDir()
	diary := filepath.Join(dir, "diary.txt")
	if err := os.WriteFile(diary, []byte("Dear diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		diary:                         "diary.txt exists and is no recording; choose another file",
		dir:                           "cannot record: open ",
		"":                            "cannot record: open ",
		filepath.Join(diary, "a.rec"): "cannot record: mkdir ",
	} {
		out, err := newcomerSays("--minutes", "2", "--record", file)
		if err == nil || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%q: %v\n%s", file, err, out)
		}
	}
	if b, err := os.ReadFile(diary); err != nil || string(b) != "Dear diary" {
		t.Errorf("%v: the diary is %q", err, b)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if out, err := newcomerSays("--minutes", "2", "--record", "/dev/full"); err == nil || strings.Contains(out, "lights\":") {
			t.Errorf("a full disk: %v\n%s", err, out)
		}
	}
}
