package story

import (
	"fmt"
	"strings"
	"testing"
)

// written is a story's text again.
func written(steps []Step) (text string) {
	for _, s := range steps {
		text += fmt.Sprintf("at %d %s", s.Tick, s.Kind)
		switch s.Kind {
		case Enter, Say, Answer, Hold, Stock:
			text += " " + s.Text
		case Prop:
			text += " " + s.Key + "=" + s.Text
		case Signal:
			text += map[bool]string{true: " on", false: " off"}[s.On]
		}
		text += "\n"
	}
	return text
}

// TestParse: every deed is read, with its line.
func TestParse(t *testing.T) {
	steps, wrong := Parse("a.story", `# A story of everything.

at 0   enter Ann   # she comes
	at 60  use
at 60 touch #and goes
at 61 say Is this # a comment?
at 62 signal on
at 63 signal off # again
at 64 prop glow = 4
at 65 prop greeting=Good day # no comment
at 66 enter Bob
at 67 snapshot
at 68 hold wooden wall # and no other
at 69 stock bread
at 70 answer Yes, please # now
`)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	want := `at 0 enter Ann
at 60 use
at 60 touch
at 61 say Is this # a comment?
at 62 signal on
at 63 signal off
at 64 prop glow=4
at 65 prop greeting=Good day # no comment
at 66 enter Bob
at 67 snapshot
at 68 hold wooden wall
at 69 stock bread
at 70 answer Yes, please # now
`
	if got := written(steps); got != want {
		t.Errorf("%s", got)
	}
	if steps[0].Line != 3 || steps[9].Line != 12 {
		t.Error(steps[0].Line, steps[9].Line)
	}
}

// TestMistakes: each mistake is named with its place and a remedy.
func TestMistakes(t *testing.T) {
	many := "at 0 enter A\n" + strings.Repeat("at 1 use\n", MaxSteps)
	for _, c := range []struct{ text, want string }{
		{"", "s:1:1: nothing happens; begin with a line such as: at 0 enter Ann"},
		{"# only this", "s:1:1: nothing happens"},
		{"use", `s:1:1: "use"; a line begins with at and a tick`},
		{"\n  60 use", `s:2:3: "60"; a line begins with at`},
		{"at soon use", `s:1:4: "soon" is no tick; write a number from 0 to 216000`},
		{"at -1 use", `s:1:4: "-1" is no tick`},
		{"at 999999999 use", `is no tick`},
		{"at 0 enter A\nat 9 use\nat 8 use", "s:3:4: tick 8 comes after tick 9"},
		{"at 0 jump", `s:1:6: "jump" is no deed; known are enter, use, touch`},
		{"at 0 entr A", `"entr" is no deed; did you mean enter?`},
		{"at 0", `s:1:5: "" is no deed`},
		{"at 0 use", "s:1:6: nobody is there to use; let a player enter first"},
		{"at 0 enter", "s:1:11: enter needs a name"},
		{"at 0 enter #Ann", "enter needs a name"},
		{"at 0 enter " + strings.Repeat("x", 21), "enter needs a name"},
		{"at 0 enter A\nat 1 enter A", "s:2:12: A is there already"},
		{"at 0 enter A\nat 1 say", "say needs a text"},
		{"at 0 enter A\nat 1 say \x07", "say needs a text"},
		{"at 0 answer yes", "s:1:6: nobody is there to answer"},
		{"at 0 hold bread", "s:1:6: nobody is there to hold"},
		{"at 0 enter A\nat 1 answer", "answer needs a text of at most 40 bytes"},
		{"at 0 enter A\nat 1 hold", `s:2:10: "" is no item`},
		{"at 0 enter A\nat 1 hold gold # now", `s:2:11: "gold" is no item; write its name`},
		{"at 0 stock Bread", `s:1:12: "Bread" is no item`},
		{"at 0 signal", "s:1:12: signal is on or off"},
		{"at 0 signal high", "s:1:13: signal is on or off"},
		{"at 0 prop glow", "s:1:11: prop needs a property and its value"},
		{"at 0 prop 1=2", "prop needs"},
		{"at 0 snapshot now", `s:1:15: "now" is not expected after snapshot`},
		{many, "s:1001:1: the story has more than 1000 deeds"},
		{strings.Repeat("#", MaxBytes+1), "at most 65536 are allowed"},
		{"at 0 enter A\nat 0 enter B\nat 0 enter C\nat 0 enter D\nat 0 enter E\nat 0 enter F\nat 0 enter G\nat 0 enter H\nat 0 enter I", "s:9:12: more than 8 players"},
	} {
		if _, wrong := Parse("s", c.text+"\n"); len(wrong) == 0 || !strings.Contains(wrong.Error(), c.want) {
			t.Errorf("%.60q: %v, want %s", c.text, wrong, c.want)
		}
	}
	if _, wrong := Parse("s", "at x use\nat 0 fly\nat 1 enter A"); len(wrong) != 2 {
		t.Errorf("%d problems of 2: %v", len(wrong), wrong)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("at 0 enter Ann\nat 60 use # now\nat 61 say a = b\nat 62 prop a=b\nat 70 signal off\nat 80 snapshot\n")
	f.Fuzz(func(t *testing.T, text string) {
		steps, wrong := Parse("s", text)
		if len(wrong) > 0 {
			for _, w := range wrong {
				if w.Line > strings.Count(text, "\n")+1 || w.Column < 1 {
					t.Fatal(w)
				}
			}
			return
		}
		again, wrong := Parse("s", written(steps))
		if len(wrong) > 0 || written(again) != written(steps) {
			t.Fatalf("%q: %v %q", text, wrong, written(steps))
		}
	})
}
