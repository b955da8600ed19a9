package trial_test

import (
	"strings"
	"testing"

	"manyhold/app/maker/story"
	"manyhold/app/maker/trial"
	"manyhold/game/blueprint"
)

// made is a blueprint of a block with a script.
func made(source string, shape blueprint.Shape, props ...blueprint.Prop) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: trial.Author(), Editor: trial.Author(), Version: 1, By: "you", Title: "T", Licence: "MIT", Shape: shape,
		Host: source, Props: props}
}

func played(t *testing.T, b *blueprint.Blueprint, text string, o trial.Options) (string, *trial.Result) {
	t.Helper()
	steps, wrong := story.Parse("s", text)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	got, r, err := trial.Transcript(b, steps, o)
	if err != nil {
		t.Fatal(err)
	}
	return got, r
}

var block = blueprint.Shape{Form: blueprint.Block, Solid: true}

func TestDeeds(t *testing.T) {
	note := "def on_%s(me%s):\n    show(\"%s\")\n"
	handler := func(name, params string) string {
		return strings.NewReplacer("%s(", name+"(", "me%s", "me"+params, "\"%s\"", "\""+name+"\"").Replace(note)
	}
	for _, c := range []struct {
		name, source string
		shape        blueprint.Shape
		story        string
		want         string // a line
		not          string // no such line
	}{
		{"use", handler("use", ", who"), block, "at 0 enter A\nat 9 use", "9     it shows \"use\"", "0     it shows"},
		{"touch", handler("touch", ", who"), block, "at 0 enter A\nat 9 touch", "it shows \"touch\"", "9     it shows"},
		{"enter", handler("enter", ", who"), blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 2}, "at 0 enter A\nat 9 touch", "it shows \"enter\"", "9     it shows"},
		{"leave", handler("leave", ", who"), blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1}, "at 0 enter A\nat 9 touch", "it shows \"leave\"", "9     it shows"},
		{"a ball", handler("touch", ", who"), blueprint.Shape{Form: blueprint.Ball}, "at 0 enter A\nat 9 touch", "it shows \"touch\"", "9     it shows"},
		{"say", handler("command", ", who, words"), block, "at 0 enter A\nat 9 say hi", "9     it shows \"command\"", ""},
		{"others are heard on the owner's land", "def on_command(me, who, words):\n    show(who.name + words)\n", block, "at 0 enter A\nat 1 enter B\nat 9 say hi",
			"9     it shows \"Bhi\"", ""},
		{"signal", "def on_signal(me, on):\n    light(15 if on else 1)\n", block, "at 9 signal on\nat 19 signal off", "19    its light is 1", "20    its"},
		{"no signal", "", blueprint.Shape{Form: blueprint.Ball}, "at 9 signal on", "9     (only a block has a signal)", ""},
		{"answer", "def on_use(me, who):\n    menu(who, \"Well?\", [\"Yes\", \"No\"])\ndef on_ask(me, who, words):\n    show(words)\n", block,
			"at 0 enter A\nat 9 use\nat 12 answer Yes", "12    it shows \"Yes\"", "13    "},
		{"hold", "def on_use(me, who):\n    show(who.held)\n", block, "at 0 enter A\nat 5 hold copper\nat 9 use", "9     it shows \"copper\"", ""},
		{"stock", "def on_use(me, who):\n    show(str(count(\"bread\")))\n", block, "at 0 enter A\nat 5 stock bread\nat 6 stock bread\nat 9 use", "9     it shows \"18\"", ""},
		{"nobody yet", "", block, "at 0 prop a=1", "0     (nobody is there yet", ""},
		{"no such property", "", block, "at 0 enter A\nat 5 prop a=1", "5     (there is no property a)", ""},
		{"too early", "", block, "at 0 enter A\nat 0 use", "0     (A is not there yet", ""},
		{"out of reach", "def on_use(me, who):\n    teleport(who, me.x + 9, me.y)\n", block, "at 0 enter A\nat 5 use\nat 9 use", "9     A is refused: ", "10    "},
		{"taken", "def on_use(me, who):\n    teleport(who, me.x + 9, me.y)\n", block, "at 0 enter A\nat 5 use", "5     A is taken to +9 +0", "6     A"},
		{"hurt", "def on_use(me, who):\n    hurt(who, 3)\n", block, "at 0 enter A\nat 5 use", "5     A has health 17", ""},
		{"born", "def on_born(me, who):\n    show(str(who == me.owner))\n", block, "at 0 enter A", "0     it shows \"True\"", ""},
		{"sound", "def on_use(me, who):\n    sound(\"ding\")\n", block, "at 0 enter A\nat 5 use", "5     it plays \"ding\"", ""},
		{"travel", "def on_use(me, who):\n    travel(who, \"far\")\n", block, "at 0 enter A\nat 5 use", "5     it offers A a journey to \"far\"", ""},
		{"refused", "def on_use(me, who):\n    give(who, \"bread\", 1)\n", block, "at 0 enter A\nat 5 use", "5     give is refused: ", ""},
	} {
		text, _ := played(t, made(c.source, c.shape), c.story+"\n", trial.Options{})
		if !strings.Contains("\n"+text, c.want) || c.not != "" && strings.Contains("\n"+text, "\n"+c.not) {
			t.Errorf("%s:\n%s", c.name, text)
		}
	}
}

// TestFaults: a fault has its place and its calls, and the third stops the script.
func TestFaults(t *testing.T) {
	b := made("def deep(n):\n    return [1][n]\n\ndef on_use(me, who):\n    deep(7)\n", block)
	text, r := played(t, b, "at 0 enter A\nat 5 use\nat 9 use\nat 10 snapshot\nat 15 use\n", trial.Options{})
	for _, want := range []string{"5     fault at main.star:2:", "\n5         in deep (main.star:2:", "\n5         in on_use (main.star:5:", "\n15    its script is stopped\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if len(r.Faults) != 3 || r.Faults[1].Tick != 9 || r.Faults[1].Line != 2 || r.Faults[1].Why == "" || len(r.Faults[1].Calls) != 2 {
		t.Errorf("%+v", r.Faults)
	}
}

func TestLimits(t *testing.T) {
	for _, o := range []trial.Options{{Ticks: trial.MaxTicks + 1}, {Workers: -1}, {Workers: trial.MaxWorkers + 1}} {
		if _, err := trial.Run(made("", block), nil, o, nil); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	bad := made("", block)
	bad.Licence = ""
	if _, err := trial.Run(bad, nil, trial.Options{}, nil); err == nil {
		t.Error("a blueprint that no world takes is played")
	}
	loud := made("def on_tick(me):\n    for n in range(60):\n        say(\"x\")\n", block)
	text, r := played(t, loud, "at 0 enter A\n", trial.Options{Ticks: 400})
	if n := strings.Count(text, "\n"); n != trial.MaxLines+1 || r.Left != 24001-trial.MaxLines {
		t.Errorf("%d lines, %d left out", n, r.Left)
	}
	if _, r := played(t, made("", block), "at 0 enter A\nat 60 use\n", trial.Options{}); r.Ticks != 60+trial.Tail || r.Steps != 0 || r.Faults == nil {
		t.Errorf("%+v", r)
	}
}

func TestDifference(t *testing.T) {
	for _, c := range []struct{ want, got, out string }{
		{"a\nb\n", "a\nb\n", "  a\n  b\n"},
		{"a\nb\nc\n", "a\nx\nc\n", "  a\n- b\n+ x\n  c\n"},
		{"", "a\n", "+ a\n"},
		{"a\n", "", "- a\n"},
		{"1\n2\n3\n4\n5\nb\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "  3\n  4\n  5\n- b\n  6\n  7\n  8\n"},
		{"a\nb\nc\nd\n", "b\nx\nd\ne\n", "- a\n  b\n- c\n+ x\n  d\n+ e\n"},
	} {
		if got := trial.Difference(c.want, c.got); got != c.out {
			t.Errorf("%q, %q: %q, want %q", c.want, c.got, got, c.out)
		}
	}
}
