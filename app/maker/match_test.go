package maker

import (
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/tile"
)

const (
	engineHead = "title = \"Tag\"\nlicence = \"MIT\"\n"
	engineRest = "[roster]\nseats = [\"it\", \"others\"]\n[arena]\nwidth = 20\nheight = 10\n"
)

// anEngine is the folder of an engine with these documents.
func anEngine(document string, files ...string) fstest.MapFS {
	return folder(append([]string{EngineFile, document, RefereeFile, "def begin(me, config, seed):\n    spawn(\"Cone\", 3, 4)\n"}, files...)...)
}

// TestReadEngine: a folder with everything gives a package with everything.
func TestReadEngine(t *testing.T) {
	dir := anEngine(`title = "Tag-Race"
about = "Run."
licence = "CC0-1.0"
stages = ["map", "ready"]

[roster]
seats = ["it", "others"]
least = 2
shirts = [3, 5]

[[state]]
name = "running"
from = ["start"]

[[state]]
name = "overtime"

[[setting]]
key = "bots"
field = "toggle"
default = true

[[setting]]
key = "speed"
field = "range"
min = 0.5
max = 2
default = 1.5
stage = "ready"

[arena]
width = 20
height = 10
ground = "sand"
wall = "fence"
outside = "water"
hour = 22
weather = "fog"
gravity = 0.5
laws = ["peaceful"]
build = true
kit = true
`, BotFile, "def play(me, seat):\n    return None\n", ViewFile, "def on_frame(me, time):\n    disc(0, 0, 1, RED)\n", SpriteText, "..x\n",
		"Cone/blueprint.toml", "title = \"Cone\"\nlicence = \"MIT\"\n", "Cone/main.star", "def on_touch(me, who):\n    place(who, 5, 5)\n", "notes/todo.txt", "later")
	p, wrong := ReadEngine(dir, nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	a := p.Arena
	if p.Title != "Tag-Race" || p.Name() != "tag-race" || p.Least != 2 || p.Shirts[1] != 5 || len(p.Stages) != 2 || p.States[0].From[0] != match.FromStart ||
		p.Settings[1].Stage != 1 || p.Settings[1].Default.Number != 3*fixed.One/2 || p.Bot == "" || p.View == "" || p.Picture.Width != 3 || len(p.Things) != 1 || p.Things[0].Author != match.Author {
		t.Errorf("%+v", p)
	}
	if a != (match.Arena{Width: 20, Height: 10, Ground: tile.Sand, Wall: tile.Fence, Outside: tile.Water, Hour: 22, Build: true, Kit: true,
		Terms: blueprint.Terms{Gravity: fixed.One / 2, Weather: blueprint.Foggy, Laws: blueprint.Peaceful}}) {
		t.Errorf("%+v", a)
	}
	if _, err := match.Decode(match.Append(nil, p)); err != nil {
		t.Error(err)
	}
	least, wrong := ReadEngine(anEngine(engineHead+engineRest), nil)
	if len(wrong) > 0 || least.Least != 1 || least.Arena.Terms.Weather != blueprint.Clear || least.Arena.Hour != 12 || least.Stages[0] != "ready" {
		t.Errorf("%v %+v", wrong, least)
	}
}

// TestWrongEngines: each mistake has its place and its remedy.
func TestWrongEngines(t *testing.T) {
	for _, c := range []struct {
		what string
		dir  fstest.MapFS
		want []string
	}{
		{"nothing", folder(), []string{"engine.toml:1:1: the file is missing; `manyhold make new NAME --like emberball` makes a folder that has one"}},
		{"no TOML", anEngine("title = \n"), []string{"engine.toml:1:"}},
		{"no title", anEngine("licence = \"MIT\"\n" + engineRest), []string{`engine.toml:1:1: the title is ""`}},
		{"a mistyped key", anEngine(engineHead + "staegs = [\"a\"]\n" + engineRest), []string{"engine.toml:3:1: there is no staegs here; did you mean stages?"}},
		{"no seats", anEngine(engineHead + "[arena]\nwidth = 20\nheight = 10\n"), []string{"the seats are missing; write [roster]"}},
		{"two equal seats", anEngine(engineHead + strings.Replace(engineRest, "others", "it", 1)), []string{`engine.toml:4:1: "it"; each of seats is a line`}},
		{"too many have to come", anEngine(engineHead + strings.Replace(engineRest, "[arena]", "least = 3\n[arena]", 1)), []string{"engine.toml:5:1: least is 3; it must be from 1 to 2"}},
		{"shirts", anEngine(engineHead + strings.Replace(engineRest, "[arena]", "shirts = [1, 2, 3]\n[arena]", 1)), []string{"engine.toml:5:1: shirts are numbers, one for each seat"}},
		{"a state from nowhere", anEngine(engineHead + "[[state]]\nname = \"a\"\n[[state]]\nname = \"b\"\nfrom = [\"c\"]\n" + engineRest), []string{`engine.toml:7:1: there is no state "c"`}},
		{"a setting of an unknown stage", anEngine(engineHead + "[[setting]]\nkey = \"x\"\nfield = \"toggle\"\nstage = \"raedy\"\n" + engineRest), []string{`engine.toml:6:1: there is no stage "raedy"; did you mean ready?`}},
		{"a setting that is a button", anEngine(engineHead + "[[setting]]\nkey = \"x\"\nfield = \"button\"\n" + engineRest), []string{"engine.toml:5:1: a setting is no button"}},
		{"a default out of bounds", anEngine(engineHead + "[[setting]]\nkey = \"x\"\nfield = \"number\"\nmax = 5\ndefault = 9\n" + engineRest), []string{`engine.toml:7:1: default: "9" does not fit: from 0 to 5`}},
		{"no field", anEngine(engineHead + "[roster]\nseats = [\"a\"]\n"), []string{"the field is missing; write [arena]"}},
		{"a large field", anEngine(engineHead + strings.Replace(engineRest, "20", "200", 1)), []string{"engine.toml:6:1: width is 200; it must be from 8 to 96"}},
		{"an unknown ground", anEngine(engineHead + engineRest + "ground = \"gras\"\n"), []string{`engine.toml:8:1: there is no ground "gras"; did you mean grass?`}},
		{"deep water", anEngine(engineHead + engineRest + "ground = \"deep water\"\n"), []string{"engine.toml:8:1: nobody can walk on deep water"}},
		{"an unknown wall", anEngine(engineHead + engineRest + "wall = \"tuft\"\n"), []string{`engine.toml:8:1: there is no wall "tuft"`}},
		{"an unknown weather", anEngine(engineHead + engineRest + "weather = \"snow\"\n"), []string{`engine.toml:8:1: there is no weather "snow"`}},
		{"a referee with a mistake", anEngine(engineHead+engineRest, RefereeFile, "def begin(me, config, seed):\n    spwan(\"x\", 1, 2)\n"), []string{"referee.star:2:5: nothing has the name spwan; did you mean spawn?"}},
		{"an unknown handler", anEngine(engineHead+engineRest, RefereeFile, "def on_tikc(me):\n    pass\n"), []string{"referee.star:1:5: nothing calls on_tikc; did you mean on_tick?"}},
		{"an empty referee", anEngine(engineHead+engineRest, RefereeFile, ""), []string{"referee.star:1:1: the file is missing or empty"}},
		{"a bot that acts", anEngine(engineHead+engineRest, BotFile, "def play(me, seat):\n    say(\"x\")\n"), []string{"bot.star:2:5: nothing has the name say"}},
		{"a bot without play", anEngine(engineHead+engineRest, BotFile, "def go(me, seat):\n    pass\n"), []string{"bot.star:1:1: a bot needs a function play"}},
		{"a thing with a mistake", anEngine(engineHead+engineRest, "Cone/blueprint.toml", "title = \"Cone\"\nlicence = \"MIT\"\nligth = 4\n"), []string{"Cone/blueprint.toml:3:1: there is no ligth here; did you mean light?"}},
		{"two things of a title", anEngine(engineHead+engineRest, "A/blueprint.toml", head, "B/blueprint.toml", head), []string{"B/blueprint.toml:1:1: there is a thing Lamp already"}},
		{"a second referee", anEngine(engineHead+engineRest, "A/blueprint.toml", "title = \"Referee\"\nlicence = \"MIT\"\n"), []string{"A/blueprint.toml:1:1: there is a thing Referee already"}},
		{"a land", anEngine(engineHead+engineRest, "A/blueprint.toml", "title = \"Moon\"\nlicence = \"MIT\"\n[shape]\nform = \"land\"\n"), []string{"A/blueprint.toml:1:1: a match has no lands"}},
		{"a child", anEngine(engineHead+engineRest, "A/blueprint.toml", head+"[[child]]\ntitle = \"Cone\"\n"), []string{"A/blueprint.toml:1:1: things of a match have no children"}},
		{"a text that the engine lacks", anEngine(engineHead + engineRest + "[words.de]\n\"tagg\" = \"Fang\"\n\"itt\" = \"er\"\n"), []string{`engine.toml:9:1: the engine has no text "tagg"`, `engine.toml:10:1: the engine has no text "itt" that players read; did you mean it?`}},
		{"a name too long in German", anEngine(engineHead + engineRest + "[words.de]\n\"it\" = \"" + strings.Repeat("x", match.MaxName+1) + "\"\n"), []string{"engine.toml:9:1: it must be one line of at most 32 bytes", "engine.toml:9:1: write one line of 1 to 32 bytes for \"it\""}},
		{"a number in German", anEngine(engineHead + engineRest + "[words.de]\n\"it\" = 3\n"), []string{"engine.toml:9:1: it must be a text"}},
		{"no language", anEngine(engineHead + engineRest + "[words.German]\n\"it\" = \"er\"\n"), []string{"engine.toml:8:1: \"German\" is no language; write its code"}},
		{"too many languages", anEngine(engineHead + engineRest + manyTongues()), []string{"there are more than 8 other languages"}},
		{"a large picture", anEngine(engineHead+engineRest, SpriteFile, picture(17, 4, color.White)), []string{"the picture of an engine has at most 16 × 16 pixels"}},
	} {
		_, wrong := ReadEngine(c.dir, nil)
		for _, want := range c.want {
			if !slices.ContainsFunc(wrong, func(p problem.Problem) bool {
				return strings.HasPrefix(p.String(), want) || strings.Contains(p.String(), ": "+want)
			}) {
				t.Errorf("%s: %v", c.what, wrong)
			}
		}
	}
}

// manyTongues are words in one language too many.
func manyTongues() (text string) {
	for k := range match.MaxTongues + 1 {
		text += "[words.x" + string(rune('a'+k)) + "]\n\"it\" = \"x\"\n"
	}
	return text
}

// TestReadTongues: words in other languages are read, in the order of their texts.
func TestReadTongues(t *testing.T) {
	document := engineHead + "about = \"Run.\"\n[[setting]]\nkey = \"map\"\nlabel = \"The map\"\nfield = \"choice\"\noptions = [\"wood\", \"moor\"]\n" + engineRest +
		"[words.de]\n\"wood\" = \"Wald\"\n\"The map\" = \"Karte\"\n\"it\" = \"Fänger\"\n\"Run.\" = \"Lauf.\"\n"
	p, wrong := ReadEngine(anEngine(document), nil)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	again, err := match.Decode(match.Append(nil, p))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"wood": "Wald", "moor": "moor", "The map": "Karte", "it": "Fänger", "Run.": "Lauf."} {
		if got := again.Say("de", text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if got := again.Say("en", text); got != text {
			t.Errorf("%q is %q in English", text, got)
		}
	}
}

// FuzzReadEngine reads anything as an engine. One without mistakes can be sent and read.
func FuzzReadEngine(f *testing.F) {
	f.Add(engineHead+engineRest, "def begin(me, config, seed):\n    pass\n", "def play(me, seat):\n    pass\n")
	f.Fuzz(func(t *testing.T, document, referee, bot string) {
		p, wrong := ReadEngine(folder(EngineFile, document, RefereeFile, referee, BotFile, bot), nil)
		if len(wrong) > 0 {
			return
		}
		if _, err := match.Decode(match.Append(nil, p)); err != nil {
			t.Error(err)
		}
	})
}
