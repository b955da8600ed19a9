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

// figures are the bounds of an evening alone, in minutes.
var figures = struct{ light1, copper, light3, light9 float64 }{6, 15, 40, 180}

// misses says which figures of an evening alone a result misses.
func misses(r newcomer.Result) (list []string) {
	m := r.Minutes
	for _, x := range []struct {
		name  string
		wrong bool
	}{
		{"light 1", late(m.Light1, figures.light1)}, {"copper", late(m.Copper, figures.copper)},
		{"light 3", late(m.Light3, figures.light3)}, {"light 9", late(m.Light9, figures.light9)},
		{"one to six knock-outs", r.Deaths < 1 || r.Deaths > 6}, {"always a goal", r.Longest >= 30},
	} {
		if x.wrong {
			list = append(list, x.name)
		}
	}
	return list
}

// TestMisses: the figures are told from others.
func TestMisses(t *testing.T) {
	at := func(m float64) *float64 { return &m }
	good := newcomer.Result{Lights: 9, Deaths: 1, Minutes: newcomer.Minutes{Light1: at(6), Bench: at(7), Copper: at(15), Light3: at(40), Light9: at(180)}}
	if list := misses(good); len(list) > 0 {
		t.Errorf("a good evening misses %q", list)
	}
	for want, spoil := range map[string]func(r *newcomer.Result){
		"light 1":               func(r *newcomer.Result) { r.Minutes.Light1 = at(6.1) },
		"copper":                func(r *newcomer.Result) { r.Minutes.Copper = nil },
		"light 3":               func(r *newcomer.Result) { r.Minutes.Light3 = at(40.1) },
		"light 9":               func(r *newcomer.Result) { r.Minutes.Light9 = nil },
		"one to six knock-outs": func(r *newcomer.Result) { r.Deaths = 0 },
		"always a goal":         func(r *newcomer.Result) { r.Longest = 30 },
	} {
		r := good
		spoil(&r)
		if list := misses(r); len(list) != 1 || list[0] != want {
			t.Errorf("%s: it misses %q", want, list)
		}
	}
}

// TestWholeEvening: alone, a newcomer solves all nine puzzles by real commands within the figures, and then
// tends the first light that flickers, which ends its goals. Four together have all nine a third sooner. The
// other seeds are in docs/figures.md.
func TestWholeEvening(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays for hours of virtual time")
	}
	var alone newcomer.Result
	for _, seed := range []uint64{7, 4} {
		l := newcomer.New(seed, 1)
		l.Run(int(figures.light9), nil)
		alone = l.Result()
		if list := misses(alone); len(list) > 0 {
			t.Errorf("seed %d misses %q: %s, it is %s", seed, list, words(alone), l.Doing(0))
		}
		rig.Balanced(t, l.Island)
	}
	l := newcomer.New(4, 4)
	l.Run(int(figures.light9), func(l *newcomer.Life) bool { return l.Lights.Count() == 9 })
	r := l.Result()
	if r.Minutes.Light9 == nil || alone.Minutes.Light9 == nil || *r.Minutes.Light9 > *alone.Minutes.Light9*2/3 || r.Longest >= 30 {
		t.Errorf("four come to %s, one to %s", words(r), words(alone))
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
