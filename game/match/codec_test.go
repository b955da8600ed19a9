package match_test

import (
	"bytes"
	"strings"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/tile"
)

// TestPackage: a package is written and read; it has one spelling.
func TestPackage(t *testing.T) {
	p := edited(func(p *match.Package) {
		p.Hint = "{use}: run"
		p.View = "def on_frame(me, time):\n    pass\n"
		p.Picture = blueprint.Picture{Width: 2, Height: 1, Pixels: "\x01\x02"}
		p.Assets = [][]byte{[]byte("one"), []byte("two")}
		p.Arena.Terms = blueprint.Terms{Weather: blueprint.Stormy, Gravity: fixed.One / 2, Laws: blueprint.Peaceful}
	})
	b := match.Append(nil, p)
	again, err := match.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if !match.Equal(p, again) || again.Referee != p.Referee || again.Bot != p.Bot || again.View != p.View || again.Hint != p.Hint || again.Settings[3].Stage != 1 ||
		again.States[1].From[0] != "warming up" || again.Arena != p.Arena || string(again.Assets[1]) != "two" || again.Things[1].Title != "Pad" || again.Name() != "toy" {
		t.Errorf("%+v", again)
	}
	for n := range len(b) {
		if _, err := match.Decode(b[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken", n, len(b))
		}
	}
	if _, err := match.Decode(append(b[:len(b):len(b)], 0)); err == nil {
		t.Error("something more is taken")
	}
	if _, err := match.Decode(make([]byte, match.MaxBytes+1)); err == nil {
		t.Error("too much is taken")
	}
}

// TestHostilePackages: what a stranger may write into a package and no maker can, is refused.
func TestHostilePackages(t *testing.T) {
	names := func(n int) (list []string) {
		for k := range n {
			list = append(list, string(rune('a'+k)))
		}
		return list
	}
	for what, change := range map[string]func(p *match.Package){
		"no title":            func(p *match.Package) { p.Title = "a b" },
		"a text of two lines": func(p *match.Package) { p.About = "a\nb" },
		"no licence":          func(p *match.Package) { p.Licence = "" },
		"no seats":            func(p *match.Package) { p.Roster = nil },
		"17 seats":            func(p *match.Package) { p.Roster = names(17) },
		"two equal seats":     func(p *match.Package) { p.Roster[1] = p.Roster[0] },
		"a control character": func(p *match.Package) { p.Roster[1] = "a\x1bb" },
		"nobody has to come":  func(p *match.Package) { p.Least = 0 },
		"more than can come":  func(p *match.Package) { p.Least = 5 },
		"more shirts":         func(p *match.Package) { p.Shirts = make([]uint8, 5) },
		"no stages":           func(p *match.Package) { p.Stages = nil },
		"17 states":           func(p *match.Package) { p.States = make([]match.State, 17) },
		"a state named start": func(p *match.Package) { p.States[0].Name = match.FromStart },
		"from nowhere":        func(p *match.Package) { p.States[1].From = []string{"x"} },
		"from itself":         func(p *match.Package) { p.States[1].From = []string{"playing"} },
		"a stage beyond":      func(p *match.Package) { p.Settings[0].Stage = 2 },
		"a setting that is a button": func(p *match.Package) {
			p.Settings[0] = match.Setting{Prop: blueprint.Prop{Key: "x", Field: blueprint.Button}}
		},
		"bots that are a text": func(p *match.Package) {
			p.Settings[0] = match.Setting{Prop: blueprint.Prop{Key: match.BotsKey, Field: blueprint.Line}}
		},
		"a setting out of bounds":  func(p *match.Package) { p.Settings[1].Default.Number = 1 << 40 },
		"two equal settings":       func(p *match.Package) { p.Settings[1] = p.Settings[2] },
		"a small field":            func(p *match.Package) { p.Arena.Width = 7 },
		"a large field":            func(p *match.Package) { p.Arena.Height = 97 },
		"a field of deep water":    func(p *match.Package) { p.Arena.Ground = tile.DeepWater },
		"an unknown ground":        func(p *match.Package) { p.Arena.Outside = 200 },
		"an unknown wall":          func(p *match.Package) { p.Arena.Wall = 200 },
		"a wall of tufts":          func(p *match.Package) { p.Arena.Wall = tile.Tuft },
		"a wall of things":         func(p *match.Package) { p.Arena.Wall = tile.Gadget },
		"25 hours":                 func(p *match.Package) { p.Arena.Hour = 24 },
		"a heavy land":             func(p *match.Package) { p.Arena.Terms.Gravity = 100 * fixed.One },
		"no referee":               func(p *match.Package) { p.Referee = "" },
		"a referee with a mistake": func(p *match.Package) { p.Referee = "def begin(me:\n" },
		"a referee with import":    func(p *match.Package) { p.Referee = "load(\"x\", \"y\")\n" },
		"a bot that acts":          func(p *match.Package) { p.Bot = "def play(me, seat):\n    finish({})\n" },
		"a long referee":           func(p *match.Package) { p.Referee = strings.Repeat("# x\n", 10000) },
		"another author":           func(p *match.Package) { p.Things[0].Author = [32]byte{1} },
		"another editor":           func(p *match.Package) { p.Things[0].Editor = [32]byte{1} },
		"a thing twice":            func(p *match.Package) { p.Things[1] = p.Things[0] },
		"things in disorder":       func(p *match.Package) { p.Things[0], p.Things[1] = p.Things[1], p.Things[0] },
		"a thing that is a land":   func(p *match.Package) { p.Things[0] = thing("$land", "", blueprint.Shape{Form: blueprint.Land}) },
		"a second referee":         func(p *match.Package) { p.Things[1] = thing("Referee", "", blueprint.Shape{}) },
		"a thing with a mistake":   func(p *match.Package) { p.Things[0].Host = "def f(:\n" },
		"a thing with a child":     func(p *match.Package) { p.Things[0].Childs = []blueprint.Child{{Of: 5}} },
		"65 assets":                func(p *match.Package) { p.Assets = make([][]byte, 65) },
	} {
		p := edited(change)
		if err := p.Check(); err == nil {
			t.Errorf("%s: it is in order", what)
		}
		if _, err := match.Decode(match.Append(nil, p)); err == nil {
			t.Errorf("%s: it is read", what)
		}
	}
}

// FuzzDecode reads anything. A package that is read is written as the same bytes, and a match of it can be
// played.
func FuzzDecode(f *testing.F) {
	f.Add(match.Append(nil, toy()))
	f.Add([]byte(match.Magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := match.Decode(b)
		if err != nil {
			return
		}
		if !bytes.Equal(match.Append(nil, p), b) {
			t.Fatal("what is read is written as other bytes")
		}
		m, err := match.New(p, nil, 1, make([]match.Player, len(p.Roster)))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			m.Step(match.Generation{Ticks: 3, Vacant: 1<<len(p.Roster) - 1})
		}
	})
}
