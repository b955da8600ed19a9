package newcomer_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"manyhold/app/newcomer"
	"manyhold/game/rig"
)

var update = flag.Bool("update", false, "write what the lives of the tests come to into testdata")

// TestFirstMinutes: in two worlds a newcomer lights the first light by minute 6, has copper by minute 15 and
// three lights by minute 40, always with a goal, and loses or doubles no item. The result is pinned: the same
// seed gives the same life. After a change of the rules or of the newcomer, -update writes it anew.
func TestFirstMinutes(t *testing.T) {
	var lines []string
	for _, seed := range []uint64{2, 3} {
		l := newcomer.New(seed, 1)
		l.Run(40, func(l *newcomer.Life) bool { return l.Lights.Count() >= 3 })
		r := l.Result()
		m := r.Minutes
		if late(m.Light1, 6) || late(m.Copper, 15) || late(m.Light3, 40) || m.Bench == nil || r.Longest >= 30 || r.Finds < 10 {
			t.Errorf("seed %d: %s", seed, words(r))
		}
		rig.Balanced(t, l.Island)
		lines = append(lines, words(r))
	}
	got := strings.Join(lines, "\n") + "\n"
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || got != string(want) {
		t.Errorf("%v: came to\n%swant\n%s", err, got, want)
	}
}

// TestWholeEvening: alone, a newcomer solves all nine puzzles by real commands, and then tends the first
// light that flickers, which ends its goals.
func TestWholeEvening(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays for an hour and a half of virtual time")
	}
	l := newcomer.New(3, 1)
	l.Run(180, nil)
	if r := l.Result(); r.Lights != 9 || late(r.Minutes.Light9, 180) || r.Longest >= 30 {
		t.Errorf("%s, it is %s", words(r), l.Doing(0))
	}
	rig.Balanced(t, l.Island)
}

// TestTogether: four see each other's discoveries, and have three lights within the time of one.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays for twenty minutes of virtual time")
	}
	l := newcomer.New(3, 4)
	l.Run(40, func(l *newcomer.Life) bool { return l.Lights.Count() >= 3 })
	if r := l.Result(); late(r.Minutes.Light3, 40) || r.Longest >= 30 {
		t.Error(words(r))
	}
	rig.Balanced(t, l.Island)
}

func late(at *float64, limit float64) bool { return at == nil || *at > limit }

func words(r newcomer.Result) string {
	line, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(line)
}
