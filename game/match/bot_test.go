package match_test

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/match"
)

// say is a command to say something.
func say(words string) command.Command { return command.Command{Kind: command.Say, Text: words} }

// listed writes commands with commas between them.
func listed(deeds []command.Command) (got string) {
	for _, d := range deeds {
		if got != "" {
			got += ", "
		}
		switch d.Kind {
		case command.Move, command.Kick, command.Throw:
			got += fmt.Sprint(d.Kind, " ", d.Dir)
		case command.Use, command.Dig, command.Place:
			got += fmt.Sprint(d.Kind, " ", d.Tile)
		case command.Select:
			got += fmt.Sprint(d.Kind, " ", d.Slot)
		case command.Emote:
			got += fmt.Sprint(d.Kind, " ", d.Count)
		case command.Say:
			got += "say " + d.Text
		case command.Ask:
			got += "ask " + d.Text
		default:
			got += d.Kind.String()
		}
	}
	return got
}

// TestAnswers: what a bot answers becomes commands.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ answer, want string }{
		{`None`, ""}, {`""`, ""}, {`5`, ""}, {`"dance"`, ""},
		{`"walk 1 0"`, "move {65536 0}"}, {`"walk 5 0"`, "move {65536 0}"}, {`"stop"`, ""}, {`"walk x y"`, ""}, {`("walk", 0.5, -0.5)`, "move {32768 -32768}"},
		{`"use 3.7 4.2"`, "use {3 4}"}, {`"use 3"`, ""}, {`"dig 3 4; place 5 6"`, "dig {3 4}, place {5 6}"},
		{`"kick 0 1"`, "kick {0 65536}"}, {`"throw"`, "throw {0 65536}"}, {`"select 3"`, "select 3"}, {`"select 300"`, ""}, {`"emote 2"`, "emote 2"},
		{`"say hello  there"`, "say hello  there"}, {`"pick"`, ""}, {`("ask", find("Referee")[0], "go", 3)`, "ask go 3"}, {`("ask", find("Referee")[0])`, ""},
		{`[("walk", 1, 0), "say a; say b", ["x"], "say c"]`, "move {65536 0}, say a, say b"},
		{`"; ".join(["say x"] * 20)`, "say x, say x, say x, say x, say x, say x, say x, say x"},
		{`("use", find("Referee")[0])`, "use {12 8}"}, {`("pick", find("Orb")[0])`, "pick up"},
	} {
		p := edited(func(p *match.Package) {
			p.Referee = "def begin(me, config, seed):\n    spawn(\"Orb\", 20.5, 12.5)\n"
			p.Bot = "def play(me, seat):\n    return " + c.answer + "\n"
		})
		m := begun(t, p, "", 1)
		deeds, _, fault := match.Advise(m, m.Key(0), 0, nil)
		if fault != nil {
			t.Errorf("%s: %v", c.answer, fault)
		}
		got := listed(deeds)
		if got != c.want {
			t.Errorf("%s: %q, and not %q", c.answer, got, c.want)
		}
	}
}

// TestOrders: words become the commands of a bot that answers so; "ask" asks the referee. Whatever cannot be
// done is an error, and nothing of the line is.
func TestOrders(t *testing.T) {
	p := edited(func(p *match.Package) {
		p.Referee = "def begin(me, config, seed):\n    pass\n"
	})
	m := begun(t, p, "", 1)
	for _, c := range []struct{ text, want, fault string }{
		{"walk 1 0; kick 0 1", "move {65536 0}, kick {0 65536}", ""}, {"stop", "", ""}, {"say hello  there", "say hello  there", ""},
		{"ask open the gate", "ask open the gate", ""}, {"select 3", "select 3", ""}, {"dig 3 4", "dig {3 4}", ""},
		{"ask", "", "cannot"}, {"dance", "", "there is no order"}, {"", "", "there is no order"}, {"walk 1 0; dance", "", "there is no order"},
		{"select 300", "", "cannot"}, {"use", "", "cannot"}, {"pick", "", "cannot"}, {"say x" + strings.Repeat("; say x", 8), "", "more than 8"},
	} {
		deeds, err := match.Orders(m, m.Key(0), c.text)
		if got := listed(deeds); got != c.want || (err == nil) != (c.fault == "") || err != nil && !strings.HasPrefix(err.Error(), c.fault) {
			t.Errorf("%q: %q, %v", c.text, got, err)
		}
	}
	if _, err := match.Orders(m, game.PlayerID{9}, "stop"); err == nil {
		t.Error("a stranger gives orders")
	}
}

// TestBotMemory: a bot remembers, each for itself; one that fails three times plays no more, and the match
// goes on.
func TestBotMemory(t *testing.T) {
	p := edited(func(p *match.Package) {
		p.Referee = "def begin(me, config, seed):\n    pass\n"
		p.Bot = "def play(me, seat):\n    n = me.state.get(\"n\", 0) + 1\n    me.state[\"n\"] = n\n    if seat == \"east\":\n        fail(\"no\")\n    return \"say %s %d\" % (seat, n)\n"
	})
	m := begun(t, p, "", 1)
	said := map[string]int{}
	faults := 0
	for range 30 {
		m.Step(match.Generation{Ticks: 3, Vacant: absent(1)})
		for _, e := range m.Island().Happened {
			if e.Text != "" {
				said[e.Text]++
			}
		}
		faults += len(m.Notes())
	}
	if said["south 1"] != 1 || said["south 5"] != 1 || said["west 5"] != 1 || said["north 1"] != 0 {
		t.Errorf("said %v", said)
	}
	if faults != 3 {
		t.Errorf("%d faults", faults)
	}
	loop := begun(t, edited(func(p *match.Package) { p.Bot = "def play(me, seat):\n    while True:\n        pass\n" }), "", 0)
	run(loop, 0xf, 400)
	if loop.Result() == nil {
		t.Error("a bot in a loop stops the match")
	}
}
