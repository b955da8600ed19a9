package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"manyhold/app/newcomer"
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
