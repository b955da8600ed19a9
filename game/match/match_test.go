package match_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/match"
	"manyhold/game/rig"
	"manyhold/game/tile"
)

var update = flag.Bool("update", false, "rewrite the digests in testdata")

// referee is that of the tests: balls, sheep and pads lie about, the players gather points, and after some
// seconds the match is over.
const referee = `
CHANNELS = ["step"]

def validate(config, seats):
    if config["points"] > 8:
        return "too many points"
    if [s for s in seats if s["name"] == "Mallory"]:
        return "not with Mallory"
    return ""

def begin(me, config, seed):
    me.state["seed"] = seed % 100
    fill(10, 4, 3, 1, "stone wall")
    fill(2, 2, 4, 4, "sand")
    fill(7, 7, 1, 1, "chest")
    for n in range(config["points"]):
        spawn("Pad", 3 + 2 * n, 9.5, {"worth": n + 1})
    for n in range(6):
        spawn("sheep", 4 + n, 12.5)
        spawn("Orb", 4.5 + 2 * n, 3.5)
    for name, who, vacant in seats():
        if who != None:
            outfit(who, "torch", 5)
            me.state[name] = 0
    k = 0
    for name, who, vacant in seats():
        if who != None:
            place(who, 4.5 + 3 * k, 6.5)
            k += 1
    state("warming up")
    after(config["length"] * SECOND, "end")
    after(SECOND, "play")

def on_message(me, channel, value, sender):
    for name, who, vacant in seats():
        if who == value[0]:
            me.state[name] = me.state.get(name, 0) + value[1]
    show("%d orbs" % len(find("Orb")))

def on_command(me, who, words):
    if words == "boom":
        fail("as asked")
    if words == "again":
        spawn("Orb", 8.5, 8.5)

def on_timer(me, name):
    if name == "play":
        state("playing")
    if name == "end":
        finish({"points": {s[0]: me.state.get(s[0], 0) for s in seats()}, "orbs": len(find("Orb")), "luck": chance(1000)})
`

const pad = `
def on_touch(me, who):
    n = me.state.get("n", 0) + 1
    me.state["n"] = n
    publish("step", [who, prop("worth")])
    light(n % 16)
`

const bot = `
def play(me, seat):
    n = me.state.get("n", 0) + 1
    me.state["n"] = n
    if n % 20 == 0:
        return "say round %d; pick" % n
    if n % 33 == 0:
        return [("throw", chance(3) - 1, chance(3) - 1), "stop"]
    orbs = find("Orb")
    if orbs and seat != "east":
        return ("walk", orbs[0].x - me.x, orbs[0].y - me.y)
    return "walk %d %d" % (chance(3) - 1, chance(3) - 1)
`

// thing is a kind of thing of the tests.
func thing(title, host string, shape blueprint.Shape, props ...blueprint.Prop) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: match.Author, Editor: match.Author, Version: 1, By: "match", Title: title, Licence: "CC0-1.0", Host: host, Shape: shape, Props: props}
}

// toy is the engine of the tests.
func toy() *match.Package {
	ranged := func(key string, least, most, is int64) match.Setting {
		return match.Setting{Prop: blueprint.Prop{Key: key, Field: blueprint.Number, Min: fixed.Q(least) << fixed.Bits, Max: fixed.Q(most) << fixed.Bits,
			Default: blueprint.Value{Number: fixed.Q(is) << fixed.Bits}}}
	}
	worth := ranged("worth", 0, 100, 1)
	return &match.Package{Title: "Toy", About: "for tests", Licence: "CC0-1.0", Roster: []string{"north", "east", "south", "west"}, Least: 1, Shirts: []uint8{1, 2},
		Stages: []string{"map", "ready"}, States: []match.State{{Name: "warming up", From: []string{match.FromStart}}, {Name: "playing", From: []string{"warming up"}}},
		Settings: []match.Setting{
			{Prop: blueprint.Prop{Key: match.BotsKey, Field: blueprint.Toggle, Default: blueprint.Value{Number: fixed.One}}},
			ranged("points", 0, 9, 5), ranged("length", 1, 600, 8),
			{Prop: blueprint.Prop{Key: "mood", Field: blueprint.Choice, Options: []string{"calm", "wild"}, Default: blueprint.Value{Text: "calm"}}, Stage: 1},
		},
		Arena:   match.Arena{Width: 24, Height: 16, Ground: tile.Grass, Wall: tile.StoneWall, Outside: tile.DeepWater, Hour: 9, Build: true, Kit: true, Terms: blueprint.Terms{Weather: blueprint.Clear}},
		Referee: referee, Bot: bot,
		Things: []*blueprint.Blueprint{
			thing("Orb", "def on_bounce(me, speed):\n    me.state[\"n\"] = me.state.get(\"n\", 0) + 1\n", blueprint.Shape{Form: blueprint.Ball, Mass: fixed.One, Bounce: fixed.One / 2}),
			thing("Pad", pad, blueprint.Shape{Form: blueprint.Block, Solid: true}, worth.Prop),
		}}
}

// edited is the toy with changes.
func edited(change func(p *match.Package)) *match.Package {
	p := toy()
	change(p)
	return p
}

// people are players on the first n seats.
func people(n int) []match.Player {
	list := make([]match.Player, 4)
	for k := range n {
		list[k] = match.Player{Key: rig.Key(k + 1), Name: string(rune('A'+k)) + "nn"}
	}
	return list
}

// begun is a match at its beginning.
func begun(t rig.Failer, p *match.Package, config string, n int) *match.Match {
	t.Helper()
	m, err := match.New(p, []byte(config), 42<<20, people(n))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// absent is the mask of all seats from n on.
func absent(n int) uint16 { return 0xf &^ (1<<n - 1) }

// input is the input of commands.
func input(m *match.Match, seat int, list ...command.Command) match.Input {
	body, _ := match.AppendInput(nil, m.Island().Sequence(m.Key(seat))+1, list)
	return match.Input{Seat: uint8(seat), Body: body}
}

// run steps a match to its result, or so many generations.
func run(m *match.Match, vacant uint16, generations int) {
	for range generations {
		if m.Result() != nil {
			return
		}
		m.Step(match.Generation{Ticks: 3, Vacant: vacant})
	}
}

// TestBeginning: configuration and seed determine the first state, and so does the roster; nothing else.
func TestBeginning(t *testing.T) {
	one := func(config string, seed uint64, list []match.Player) uint64 {
		m, err := match.New(toy(), []byte(config), seed, list)
		if err != nil {
			t.Fatal(err)
		}
		rig.Sound(t, m.Island())
		if m.State() != 1 || m.StateName() != "warming up" || m.Result() != nil || m.Generation() != 0 {
			t.Errorf("state %d %q, result %s", m.State(), m.StateName(), m.Result())
		}
		return m.Digest()
	}
	first := one(`{"length": 9}`, 7, people(2))
	if again := one(`{"length": 9}`, 7, people(2)); again != first {
		t.Errorf("equal configuration and seed: %x and %x", first, again)
	}
	for what, other := range map[string]uint64{
		"another seed": one(`{"length": 9}`, 8, people(2)), "another configuration": one(`{"length": 10}`, 7, people(2)),
		"another roster": one(`{"length": 9}`, 7, people(3)), "without bots": one(`{"length": 9, "bots": false}`, 7, people(2)),
	} {
		if other == first {
			t.Errorf("%s: the same state", what)
		}
	}
}

// TestPlayToTheEnd: bots play the match to its end, and the result has its one spelling.
func TestPlayToTheEnd(t *testing.T) {
	m := begun(t, toy(), "", 0)
	run(m, 0xf, 400)
	if m.Finished() != 161 || m.Generation() != 161 || m.StateName() != "playing" {
		t.Errorf("finished after %d, state %q", m.Finished(), m.StateName())
	}
	if r := string(m.Result()); !strings.HasPrefix(r, `{"luck":`) || !strings.Contains(r, `"points":{"east":`) {
		t.Errorf("the result is %s", r)
	}
	was := string(m.Result())
	m.Step(match.Generation{Ticks: 3, Vacant: 0xf})
	if string(m.Result()) != was || m.Finished() != 161 {
		t.Error("a result changes")
	}
	if !strings.HasSuffix(m.Headline(), "orbs") {
		t.Errorf("the headline is %q", m.Headline())
	}
	rig.Sound(t, m.Island())
}

// TestGolden: the digests of a match are those that they were.
func TestGolden(t *testing.T) {
	m := begun(t, toy(), `{"length": 20}`, 2)
	text := fmt.Sprintf("%016x begin\n", m.Digest())
	for g := range 420 {
		next := match.Generation{Ticks: uint8(3 + g%5), Vacant: absent(2)}
		if g%7 == 0 {
			angle := fixed.Angle(g * 1000)
			next.Inputs = []match.Input{input(m, 0, command.Command{Kind: command.Move, Dir: fixed.Direction(angle)}),
				input(m, 1, command.Command{Kind: command.Throw, Dir: fixed.Direction(angle)}, command.Command{Kind: command.Move, Dir: fixed.Direction(-angle)})}
		}
		if g/100%2 == 1 {
			next.Vacant |= 2
		}
		if m.Step(next); g%20 == 19 {
			text += fmt.Sprintf("%016x generation %d, state %d, result %s\n", m.Digest(), m.Generation(), m.State(), m.Result())
		}
	}
	rig.Golden(t, "testdata/golden.txt", text, *update)
}

// TestRandomMatches: whatever players send, matches with one, two and eight workers, and one that is saved
// and restored in between, have equal digests and results, and the world holds.
func TestRandomMatches(t *testing.T) {
	p := toy()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 4).Draw(t, "players")
		config := rapid.SampledFrom([]string{"", `{"bots":false}`, `{"length":2,"points":0}`, `{"points":8,"mood":"wild"}`}).Draw(t, "config")
		all := make([]*match.Match, 4)
		for k, workers := range []int{1, 2, 8, 1} {
			all[k] = begun(t, p, config, n)
			all[k].Island().Motion.ShareOut(rig.Shared(workers))
		}
		for range rapid.IntRange(1, 30).Draw(t, "generations") {
			g := match.Generation{Ticks: rapid.Uint8Range(0, 9).Draw(t, "ticks"), Vacant: rapid.Uint16Range(0, 15).Draw(t, "vacant")}
			for k := range n {
				var list []command.Command
				for range rapid.IntRange(0, 3).Draw(t, "commands") {
					list = append(list, rig.AnyCommand(t, all[0].Island()))
				}
				in := input(all[0], k, list...)
				if rapid.IntRange(0, 9).Draw(t, "broken") == 0 {
					in.Body = rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes")
				}
				g.Inputs = append(g.Inputs, in)
			}
			for _, m := range all {
				m.Step(g)
			}
			if rapid.IntRange(0, 4).Draw(t, "saved") == 0 {
				again, err := match.Restore(p, all[3].Snapshot(nil))
				if err != nil {
					t.Fatalf("restore: %v", err)
				}
				all[3] = again
			}
			for _, m := range all[1:] {
				if m.Digest() != all[0].Digest() || string(m.Result()) != string(all[0].Result()) || m.State() != all[0].State() {
					t.Fatalf("generation %d: digests %x and %x", m.Generation(), m.Digest(), all[0].Digest())
				}
			}
		}
		rig.Sound(t, all[0].Island())
	})
}

// TestValidate: the configuration, the number of players, and the referee have a say.
func TestValidate(t *testing.T) {
	mallory := people(2)
	mallory[1].Name = "Mallory"
	broken := func(text string) *match.Package {
		return edited(func(p *match.Package) { p.Referee = text })
	}
	for _, c := range []struct {
		what   string
		p      *match.Package
		config string
		list   []match.Player
		want   string
	}{
		{"in order", toy(), `{"points": 3}`, people(1), ""},
		{"nobody", toy(), "", people(0), "at least 1 seats have to be taken"},
		{"an unknown setting", toy(), `{"pionts": 3}`, people(1), `there is no setting "pionts"`},
		{"beyond the bounds", toy(), `{"points": 10}`, people(1), "the setting points needs a number from 0 to 9"},
		{"the referee says no", toy(), `{"points": 9}`, people(1), "too many points"},
		{"the referee looks at players", toy(), "", mallory, "not with Mallory"},
		{"no validate", broken("def begin(me, config, seed):\n    pass\n"), "", people(1), ""},
		{"a loop", broken("def validate(config, seats):\n    while True:\n        pass\n"), "", people(1), "the referee failed: 2:5: the run needs more than 20000 steps"},
		{"the world", broken("def validate(config, seats):\n    return now()\n"), "", people(1), "the referee failed: 2:12: there is no world yet; validate sees the configuration and the seats alone"},
		{"an attribute of the world", broken("def validate(config, seats):\n    return find(\"ball\")[0].x\n"), "", people(1), "the referee failed: 2:12: there is no world yet; validate sees the configuration and the seats alone"},
		{"a long reason", broken("def validate(config, seats):\n    return \"é\\n\" * 100\n"), "", people(1), strings.Repeat("é ", 40)},
	} {
		if got := match.Validate(c.p, []byte(c.config), c.list); got != c.want {
			t.Errorf("%s: %q", c.what, got)
		}
	}
}

// TestSetupErrors: a match does not begin with what Validate would refuse by its form.
func TestSetupErrors(t *testing.T) {
	twice := people(2)
	twice[1].Key = twice[0].Key
	for what, f := range map[string]func() error{
		"configuration": func() error { _, err := match.New(toy(), []byte("{"), 1, people(1)); return err },
		"seats":         func() error { _, err := match.New(toy(), nil, 1, people(1)[:3]); return err },
		"one twice":     func() error { _, err := match.New(toy(), nil, 1, twice); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), match.ErrSetup.Error()) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestFaults: whatever the script of the referee does, the match goes on or ends with a result that says so;
// it never hangs.
func TestFaults(t *testing.T) {
	const loop = "\n    while True:\n        pass\n"
	for _, c := range []struct{ what, referee, result string }{
		{"a loop in begin", "def begin(me, config, seed):" + loop, `{"fault":"referee.star:2:5: the run needs more than 500000 steps","state":""}`},
		{"a loop in each tick", "def on_tick(me):" + loop, `{"fault":"referee.star:2:5: the run needs more than 20000 steps","state":""}`},
		{"a loop at the top", "def f(n):\n    while True:\n        pass\nX = f(1)\n", `{"fault":"referee.star:2:5: the run needs more than 20000 steps","state":""}`},
		{"a fault in begin", "def begin(me, config, seed):\n    state(\"warming up\")\n    fail(\"no\")\n", `{"fault":"referee.star:3:5: no","state":""}`},
		{"a fault later", "def begin(me, config, seed):\n    state(\"warming up\")\n    after(30, \"x\")\ndef on_timer(me, name):\n    after(30, \"x\")\ndef on_tick(me):\n    if now() % 5 == 0:\n        fail(\"now\")\n",
			`{"fault":"referee.star:8:9: now","state":"warming up"}`},
		{"too many effects", "def on_tick(me):\n    for n in range(600):\n        light(5)\n", `{"fault":"referee.star:3:9: a handler has at most 512 effects; do the rest in a later event","state":""}`},
		{"a flood", "def begin(me, config, seed):\n    after(120, \"x\")\ndef on_tick(me):\n    for n in range(200):\n        spawn(\"ball\", 2 + n % 20, 2 + n // 20)\ndef on_timer(me, name):\n    finish({\"balls\": len(find(\"ball\")) > 100})\n",
			`{"balls":true}`},
		{"no JSON", "def on_tick(me):\n    finish({\"f\": finish})\n", `{"fault":"referee.star:2:5: a result holds None, booleans, numbers, texts, players, lists and dicts; leave the function out","state":""}`},
		{"a large result", "def on_tick(me):\n    finish({\"f\": \"x\" * 5000})\n", `{"fault":"referee.star:2:5: a result has at most 4096 bytes; shorten it","state":""}`},
		{"nested", "def on_tick(me):\n    x = {}\n    for n in range(12):\n        x = {\"a\": x}\n    finish(x)\n", `{"fault":"referee.star:5:5: a result has at most 4096 bytes, nested 8 deep; shorten it","state":""}`},
	} {
		p := edited(func(p *match.Package) { p.Referee = c.referee })
		a, b := begun(t, p, `{"bots": false}`, 1), begun(t, p, `{"bots": false}`, 1)
		for range 80 {
			a.Step(match.Generation{Ticks: 3})
			b.Step(match.Generation{Ticks: 3})
		}
		if string(a.Result()) != c.result {
			t.Errorf("%s: the result is %s", c.what, a.Result())
		}
		if a.Finished() == 0 || a.Finished() != b.Finished() || a.Digest() != b.Digest() {
			t.Errorf("%s: finished after %d and %d, digests %x and %x", c.what, a.Finished(), b.Finished(), a.Digest(), b.Digest())
		}
	}
}

// TestVacant: the figure of a lost player stops; a bot plays it if bots play, and the player goes on.
func TestVacant(t *testing.T) {
	for _, bots := range []bool{true, false} {
		m := begun(t, toy(), fmt.Sprintf(`{"bots": %v, "length": 100}`, bots), 2)
		at := func() fixed.Vec {
			return m.Island().Space.Body(m.Island().Roster.ByKey(m.Key(0)).Body).Pos
		}
		east := command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}}
		was := at()
		m.Step(match.Generation{Ticks: 6, Vacant: absent(2), Inputs: []match.Input{input(m, 0, east)}})
		run(m, absent(2), 4)
		if at().X <= was.X {
			t.Fatal("the player does not walk")
		}
		run(m, absent(2)|1, 4)
		was = at()
		run(m, absent(2)|1, 40)
		if moved := at() != was; moved != bots {
			t.Errorf("bots %v: the figure of a lost player moves: %v", bots, moved)
		}
		lost := input(m, 0, east)
		m.Step(match.Generation{Ticks: 6, Vacant: absent(2) | 1, Inputs: []match.Input{lost}})
		if s := m.Island().Sequence(m.Key(0)); s != 1 {
			t.Errorf("an input of a vacant seat counts: %d", s)
		}
		m.Step(match.Generation{Ticks: 6, Vacant: absent(2), Inputs: []match.Input{lost}})
		if p := m.Island().Roster.ByKey(m.Key(0)); p.Move.X != fixed.One || p.LastSeq != 2 {
			t.Errorf("a player that is back does not walk: %v %d", p.Move, p.LastSeq)
		}
	}
	if m := begun(t, toy(), `{"bots": false}`, 1); m.Key(1) != [32]byte{} || len(m.Island().Players()) != 1 {
		t.Error("without bots, an empty seat has a figure")
	}
}

// TestStates: each state is shown for some generations, though the next one follows at once; a transition
// that is not declared is refused.
func TestStates(t *testing.T) {
	p := edited(func(p *match.Package) {
		p.Referee = "def begin(me, config, seed):\n    state(\"playing\")\n    state(\"warming up\")\n    state(\"playing\")\n    state(\"warming up\")\ndef on_refused(me, effect, why):\n    show(effect + \" \" + why)\n"
	})
	m := begun(t, p, "", 1)
	var seen []uint8
	for range 10 {
		seen = append(seen, m.State())
		m.Step(match.Generation{Ticks: 3, Vacant: absent(1)})
	}
	if fmt.Sprint(seen) != "[1 1 1 1 2 2 2 2 2 2]" {
		t.Errorf("states %v", seen)
	}
	if m.Headline() != "state your rank does not allow that" {
		t.Errorf("a forbidden transition: %q", m.Headline())
	}
	p.Referee = "def on_tick(me):\n    state(\"playing\")\n    state(\"warming up\")\n    state(\"playing\")\n    finish({})\n    finish({})\n"
	m = begun(t, p, "", 1)
	m.Step(match.Generation{Ticks: 1, Vacant: absent(1)})
	if all := strings.Join(m.Notes(), "; "); !strings.Contains(all, "state was refused: engine.toml has no transition") || !strings.Contains(all, "finish was refused: the match has a result already") {
		t.Errorf("notes: %s", all)
	}
}
