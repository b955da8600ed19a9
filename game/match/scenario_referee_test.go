package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/carry/bond"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/match"
	"manyhold/game/rig"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// TestOnlyInMatches: the functions of a match do not exist in the ordinary world.
func TestOnlyInMatches(t *testing.T) {
	for _, call := range []string{`spawn("Orb", 1, 2)`, `remove(me)`, `place(me, 1, 2)`, `outfit(me, "torch", 1)`, `fill(1, 2, 3, 4, "sand")`, `state("x")`, `finish({})`, `seats()`, `find("Orb")`} {
		source := []byte("def on_use(me, who):\n    " + call + "\n")
		var refusal *star.Refusal
		if err := star.Check("main.star", source, script.Host); !errors.As(err, &refusal) {
			t.Errorf("%s in the world: %v", call, err)
		}
		if err := star.Check("main.star", source, script.Match); err != nil {
			t.Errorf("%s in a match: %v", call, err)
		}
	}
	for _, call := range []string{`spawn("Orb", 1, 2)`, `finish({})`, `say("x")`, `store("a", 1)`, `hurt(me, 1)`} {
		if star.Check("bot.star", []byte("def play(me, seat):\n    "+call+"\n"), script.Bot) == nil {
			t.Errorf("a bot can %s", call)
		}
	}
}

// trial runs the referee of a text for some generations, with two players.
func trial(t *testing.T, referee string, generations int, more ...func(p *match.Package)) *match.Match {
	t.Helper()
	p := edited(func(p *match.Package) {
		p.Referee, p.Bot, p.Arena.Kit = referee, "", false
		for _, f := range more {
			f(p)
		}
	})
	m := begun(t, p, "", 2)
	for range generations {
		m.Step(match.Generation{Ticks: 3, Vacant: absent(2)})
	}
	rig.Sound(t, m.Island())
	return m
}

// bodies counts the bodies of a kind.
func bodies(w *island.Island, k entity.Kind) (n int) {
	for _, b := range w.Space.Bodies() {
		if b.Kind == k {
			n++
		}
	}
	return n
}

// TestEffects: each function does what it says.
func TestEffects(t *testing.T) {
	body := func(m *match.Match, seat int) *entity.Body {
		return m.Island().Space.Body(m.Island().Roster.ByKey(m.Key(seat)).Body)
	}
	for _, c := range []struct {
		what, begin string
		holds       func(m *match.Match) bool
	}{
		{"spawn a body", `spawn("crate", 5.5, 5.5)`, func(m *match.Match) bool { return bodies(m.Island(), entity.Crate) == 1 }},
		{"spawn a thing with a property", `spawn("Pad", 5.5, 5.5, {"worth": 7})`, func(m *match.Match) bool {
			x := m.Island().Things.Block(grid.Tile{X: 5, Y: 5})
			return x != nil && x.Settings[0].Value.Number == 7*fixed.One
		}},
		{"spawn many at a place", `[spawn("Orb", 5.5 + 2 * n, 8.5) for n in range(5)]`, func(m *match.Match) bool { return bodies(m.Island(), entity.Gizmo) == 5 }},
		{"place a player", `place(seats()[1][1], 20.25, 3.5)`, func(m *match.Match) bool {
			return body(m, 1).Pos == fixed.Vec{X: 20*fixed.One + fixed.One/4, Y: 3*fixed.One + fixed.One/2}
		}},
		{"outfit", `outfit(seats()[0][1], "torch", 5)`, func(m *match.Match) bool {
			return m.Island().Roster.ByKey(m.Key(0)).Inventory[0] == item.Stack{Kind: item.Torch, Count: 5}
		}},
		{"take an outfit away", `outfit(seats()[0][1], "torch", 5); outfit(seats()[0][1], "torch", 0)`, func(m *match.Match) bool {
			return m.Island().Roster.ByKey(m.Key(0)).Inventory[0].Count == 0
		}},
		{"a ground", `fill(0, 0, 24, 16, "sand")`, func(m *match.Match) bool {
			g, _, _, _ := m.Island().TileAt(grid.Tile{X: 23, Y: 15})
			out, _, _, _ := m.Island().TileAt(grid.Tile{X: 25, Y: 15})
			return g == tile.Sand && out == tile.DeepWater
		}},
		{"a block and nothing", `fill(1, 1, 3, 1, "lamp"); fill(2, 1, 1, 1, "nothing")`, func(m *match.Match) bool {
			_, a, _, _ := m.Island().TileAt(grid.Tile{X: 1, Y: 1})
			_, b, _, _ := m.Island().TileAt(grid.Tile{X: 2, Y: 1})
			return a == tile.Lamp && b == tile.NoBlock
		}},
		{"a heading", `fill(1, 1, 1, 1, "conveyor", 2)`, func(m *match.Match) bool {
			_, _, s, _ := m.Island().TileAt(grid.Tile{X: 1, Y: 1})
			return tile.HeadingOf(s) == tile.West
		}},
		{"a chest, and what was in it goes", `fill(1, 1, 1, 1, "chest"); fill(1, 1, 1, 1, "lamp"); fill(2, 1, 1, 1, "chest")`, func(m *match.Match) bool {
			return m.Island().Container(grid.Tile{X: 1, Y: 1}) == nil && m.Island().Container(grid.Tile{X: 2, Y: 1}) != nil
		}},
		{"hurt from afar", `place(seats()[1][1], 1.5, 1.5); hurt(seats()[1][1], 3)`, func(m *match.Match) bool { return m.Island().Roster.ByKey(m.Key(1)).Health == world.MaxHealth-3 }},
		{"find, and see seats", `show("%d %s %s" % (len(find("player")), seats()[1][0], seats()[2][1]))`, func(m *match.Match) bool { return m.Headline() == "2 east None" }},
		{"settings are properties", `show("%d %s" % (prop("points"), prop("mood")))`, func(m *match.Match) bool { return m.Headline() == "5 calm" }},
		{"the configuration", `show("%d %s" % (config["points"], config["bots"]))`, func(m *match.Match) bool { return m.Headline() == "5 True" }},
	} {
		begin := "def begin(me, config, seed):\n"
		for _, line := range strings.Split(c.begin, "; ") {
			begin += "    " + line + "\n"
		}
		if m := trial(t, begin+"def on_refused(me, effect, why):\n    say(effect + why)\n", 4); !c.holds(m) || m.Result() != nil {
			t.Errorf("%s: it is not so; result %s, notes %v", c.what, m.Result(), m.Notes())
		}
	}
}

// TestRefused: what cannot be done is refused, and told.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ what, call, want string }{
		{"an unknown thing", `spawn("Nothing", 5, 5)`, "spawn "},
		{"a second referee", `spawn("Referee", 5, 5)`, "spawn "},
		{"in a wall", `spawn("crate", -0.5, 5.5)`, "spawn something is in the way"},
		{"far out", `spawn("crate", 5000, 5.5)`, "spawn too far"},
		{"a property that is none", `spawn("Pad", 5.5, 5.5, {"wroth": 7})`, "spawn "},
		{"a property out of bounds", `spawn("Pad", 5.5, 5.5, {"worth": 700})`, "spawn "},
		{"the referee itself", `remove(me)`, "remove your rank"},
		{"a player", `remove(seats()[0][1])`, "remove nothing"},
		{"out of the field", `fill(20, 10, 10, 2, "sand")`, "fill too far"},
		{"before the field", `fill(-1, 0, 1, 1, "sand")`, "fill too far"},
		{"over a player", `fill(0, 0, 24, 16, "stone wall")`, "fill something is in the way"},
		{"into a wall", `place(seats()[0][1], -0.5, 5)`, "place something is in the way"},
		{"nobody", `place(me, 5, 5)`, "place nothing"},
		{"too many", `[spawn("ball", 2 + n % 20, 2 + n // 20) for n in range(2100)]`, "spawn "},
	} {
		m := trial(t, "def begin(me, config, seed):\n    "+c.call+"\ndef on_refused(me, effect, why):\n    show((effect + \" \" + why)[:60])\n", 3)
		if !strings.HasPrefix(m.Headline(), c.want) || m.Result() != nil {
			t.Errorf("%s: %q, result %s", c.what, m.Headline(), m.Result())
		}
	}
	// A call that can never be right is a fault at its place.
	for _, c := range []struct{ call, want string }{
		{`fill(1, 1, 1, 1, "sandd")`, "there is no ground or block"}, {`fill(1, 1, 0, 1, "sand")`, "must be from 1"}, {`outfit(me, "gold", 1)`, "nothing is called"},
		{`state("halftime")`, "there is no state"}, {`finish(5)`, "a result is a dict"}, {`spawn("ball", 1, 1, 5)`, "props are a dict"}, {`fill(1, 1, 1, 1, "gadget")`, "there is no ground or block"},
	} {
		if m := trial(t, "def begin(me, config, seed):\n    "+c.call+"\n", 1); !strings.Contains(string(m.Result()), c.want) {
			t.Errorf("%s: %s", c.call, m.Result())
		}
	}
}

// TestThingsOfAMatch: the other scripts of a match can make and move things, and tell the referee; they
// decide nothing.
func TestThingsOfAMatch(t *testing.T) {
	referee := "CHANNELS = [\"hi\"]\ndef begin(me, config, seed):\n    spawn(\"Judge\", 5.5, 5.5)\ndef on_message(me, channel, value, sender):\n    show(value)\n    remove(sender)\n"
	judge := "def on_born(me, who):\n    finish({\"winner\": \"me\"})\n    state(\"playing\")\n    spawn(\"ball\", 7.5, 7.5)\n    after(10, \"x\")\ndef on_refused(me, effect, why):\n    me.state[effect] = why\ndef on_timer(me, name):\n    publish(\"hi\", \" \".join(sorted(me.state.keys())))\n"
	m := trial(t, referee, 10, func(p *match.Package) {
		p.Things = append([]*blueprint.Blueprint{thing("Judge", judge, blueprint.Shape{Form: blueprint.Block, Solid: true})}, p.Things...)
	})
	if m.Result() != nil || m.State() != 0 || m.Headline() != "finish state" {
		t.Errorf("result %s, state %d, %q", m.Result(), m.State(), m.Headline())
	}
	if bodies(m.Island(), entity.Ball) != 1 || m.Island().Things.Count() != 1 {
		t.Error("a thing of the match did not do its part")
	}
}

// TestPlayersMakeNothing: a player of a match cannot place a thing of it, not even where it may build.
func TestPlayersMakeNothing(t *testing.T) {
	m := trial(t, "def begin(me, config, seed):\n    pass\n", 0)
	for _, e := range m.Island().Blueprints.List() {
		if e.Author != match.Author {
			t.Errorf("%s is there", e.Name())
		}
	}
	if m.Island().Things.Count() != 1 {
		t.Error("more than the referee is there")
	}
}

// TestHears: the referee hears what players say anywhere on the field.
func TestHears(t *testing.T) {
	m := trial(t, "def begin(me, config, seed):\n    place(seats()[0][1], 1.5, 1.5)\ndef on_command(me, who, words):\n    show(\"%s: %s\" % (who.name, words))\n", 1)
	m.Step(match.Generation{Ticks: 3, Vacant: absent(2), Inputs: []match.Input{input(m, 0, say("over here"))}})
	m.Step(match.Generation{Ticks: 3, Vacant: absent(2)})
	if m.Headline() != "Ann: over here" {
		t.Errorf("it heard %q", m.Headline())
	}
}

// TestManyBodies: more bodies than a region may be born with are made, saved and restored.
func TestManyBodies(t *testing.T) {
	m := trial(t, "def begin(me, config, seed):\n    for n in range(1500):\n        spawn(\"sheep\", 1.5 + n % 60, 1.5 + n // 60)\n", 1, func(p *match.Package) {
		p.Arena.Width, p.Arena.Height = 64, 40
	})
	if n := bodies(m.Island(), entity.Sheep); n != 1500 {
		t.Fatalf("%d sheep", n)
	}
	if _, err := match.Restore(m.Package(), m.Snapshot(nil)); err != nil {
		t.Error(err)
	}
}

// TestJSON: a result has one spelling, whatever the order in which it was made.
func TestJSON(t *testing.T) {
	m := trial(t, `def begin(me, config, seed):
    finish({"z": 1.5, "a": [None, True, -2, "ü\"\\\n", (1, "x")], "who": seats()[1][1], "by": {seats()[0][1]: 1, "x": {}}})
`, 1)
	if want := `{"a":[null,true,-2,"ü\"\\\u000a",[1,"x"]],"by":{"north":1,"x":{}},"who":"east","z":1.5}`; string(m.Result()) != want {
		t.Errorf("the result is %s", m.Result())
	}
	for _, bad := range []string{`{1: 2}`, `{"north": 1, seats()[0][1]: 2}`} {
		m := trial(t, fmt.Sprintf("def begin(me, config, seed):\n    finish(%s)\n", bad), 1)
		if !strings.HasPrefix(string(m.Result()), `{"fault":`) {
			t.Errorf("%s: %s", bad, m.Result())
		}
	}
}

// TestNobodyIsCarried: players of a match cannot carry each other, so a referee that places one parts no
// pair.
func TestNobodyIsCarried(t *testing.T) {
	m := trial(t, "def begin(me, config, seed):\n    for k, s in enumerate(seats()[:2]):\n        place(s[1], 7.5 + k, 8.5)\n", 4)
	body := func(seat int) game.EntityID { return m.Island().Roster.ByKey(m.Key(seat)).Body }
	for range 2 { // one asks, the other one agrees
		for k := range 2 {
			carry := command.Command{Kind: command.Carry, Entity: body(1 - k), Tick: m.Island().Clock}
			m.Step(match.Generation{Ticks: 3, Vacant: absent(2), Inputs: []match.Input{input(m, k, carry)}})
			if !slices.ContainsFunc(m.Island().Happened, func(e event.Event) bool { return e.Kind == event.Refused && event.Reason(e.A) == event.NotAllowed }) {
				t.Errorf("player %d is not refused", k)
			}
		}
	}
	for k := range 2 {
		if load := bond.Load(&m.Island().State, body(k)); load != 0 {
			t.Errorf("player %d carries %d", k, load)
		}
	}
}
