package script_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

const mason = `
def on_use(me, who):
    build(me.x + 2, me.y, "stone wall")
def on_ask(me, who, words):
    if words == "dig":
        dig(me.x + 2, me.y)
    elif words == "far":
        dig(me.x + 5, me.y)
    elif words == "itself":
        dig(me.x, me.y)
    elif words == "copper":
        build(me.x + 2, me.y + 1, "copper")
    else:
        for n in range(60):
            dig(me.x + n % 7 - 3, me.y + n // 7 % 7 - 3)
def on_refused(me, effect, why):
    me.state["why"] = me.state.get("why", "") + effect + ": " + why + "; "
    show(me.state["why"][:60])
`

// builder is a stage with a mason and a chest with three stones beside it.
func builder(t *testing.T) (*rig.Stage, *thing.Thing) {
	s := stage(t)
	s.Set(0, 1, tile.Chest, 0)
	s.Chests.Add(s.At(0, 1)).Slots[0] = item.Stack{Kind: item.StoneWall, Count: 3}
	s.Ledger.Created[item.StoneWall] += 3
	return s, placed(s, "Mason", block, mason, 0, 2)
}

// TestAThingBuildsAndDigs with items from its chest; what it digs lies there; the diary knows its owner, by
// whom a keeper can revert it.
func TestAThingBuildsAndDigs(t *testing.T) {
	s, x := builder(t)
	before := s.Block(2, 2)
	use(s, 2, x)
	if s.Block(2, 2) == before || s.Chests.Slots(s.At(0, 1))[0].Count != 2 {
		t.Fatalf("it built %s; %q", s.Block(2, 2), is(s, x).Label)
	}
	s.Balanced()
	d := s.Diary.Of(s.At(2, 2).Region())
	if e := d.Entries[len(d.Entries)-1]; d.Authors[e.Author].Key != rig.Key(1) || d.Authors[e.Author].Name != s.Player(1).Name {
		t.Errorf("the diary has %+v by %+v", e, d.Authors[e.Author])
	}
	if use(s, 2, x); is(s, x).Label != "build: something is in the way; " {
		t.Errorf("a second one: %q", is(s, x).Label)
	}
	s.Ask(1, askOf(s, x, "dig"))
	if s.Run(6); s.Block(2, 2) != tile.NoBlock {
		t.Errorf("it did not dig: %q", is(s, x).Label)
	}
	s.Balanced()
	s.Grant(2, rights.Keeper)
	use(s, 1, x)
	s.Ask(2, command.Command{Kind: command.Revert, Tile: s.At(2, 2), Slot: 1, Count: 5, Entity: s.Player(1).Body})
	if s.Run(6); s.Block(2, 2) != tile.NoBlock || s.Saw(event.Reverted) == nil {
		t.Errorf("a revert leaves %s: %+v", s.Block(2, 2), s.Log)
	}
	for _, words := range []string{"far", "itself", "copper"} {
		s.Ask(1, askOf(s, x, words))
		s.Run(game.TicksPerTurn)
	}
	if got := is(s, x).Label; got != "build: something is in the way; dig: too far; dig: your rank does not allow that; build: not enough; "[:60] {
		t.Errorf("refused: %q", got)
	}
	s.Ask(1, askOf(s, x, "all"))
	s.Run(12)
	s.Balanced()
	rig.Holds(t, s.Island)
}

// TestNobodyBuildsOnOthersLand: the owner's rights are those of the thing.
func TestNobodyBuildsOnOthersLand(t *testing.T) {
	s := stage(t).Clear(36).Put(1, 20, 8).Put(2, 25, 8)
	s.Ask(2, command.Command{Kind: command.Claim, Tile: s.At(24, 6), Slot: 7, Slot2: 8})
	s.Run(3)
	s.Set(22, 11, tile.Chest, 0)
	s.Chests.Add(s.At(22, 11)).Slots[0] = item.Stack{Kind: item.StoneWall, Count: 3}
	s.Ledger.Created[item.StoneWall] += 3
	x := placed(s, "Mason", block, mason, 22, 10)
	s.Put(1, 20, 9)
	if use(s, 1, x); s.Block(24, 10) != tile.NoBlock || is(s, x).Label == "" {
		t.Errorf("it built %s: %q", s.Block(24, 10), is(s, x).Label)
	}
	s.Ask(1, askOf(s, x, "dig"))
	ground := s.GroundAt(24, 10)
	if s.Run(6); s.GroundAt(24, 10) != ground {
		t.Error("it dug")
	}
}

// TestCommands: what is said with an exclamation mark is heard by all things near, also others', and by
// nobody else; what is said without one only by the owner's.
func TestCommands(t *testing.T) {
	s := stage(t)
	x := placed(s, "Door", block, "def on_command(me, who, words):\n    show(who.name + \": \" + words)\n", 0, 2)
	say := func(n int, text string) {
		s.Ask(n, command.Command{Kind: command.Say, Text: text})
		s.Run(game.TicksPerTurn + 1)
	}
	for _, c := range []struct {
		who        int
		text, want string
		read       bool
	}{
		{2, "open door", "", true},
		{1, "open door", "Ada: open door", true},
		{2, "!open door", "Bda: open door", false},
		{2, "! no", "Bda: open door", true},
		{2, "!", "Bda: open door", true},
		{2, "!!", "Bda: open door", true},
		{1, "!shut", "Ada: shut", false},
	} {
		lines := len(s.Chat.Log)
		say(c.who, c.text)
		if got := is(s, x).Label; got != c.want {
			t.Errorf("after %q it shows %q, want %q", c.text, got, c.want)
		}
		if read := len(s.Chat.Log) != lines || s.Saw(event.Said) != nil; read != c.read {
			t.Errorf("%q is read by others: %v", c.text, read)
		}
	}
	s.Put(2, 9, 2)
	if say(2, "!far"); is(s, x).Label != "Ada: shut" {
		t.Errorf("it hears far: %q", is(s, x).Label)
	}
}

// TestSkies: scripts see the weather and the daylight that there are.
func TestSkies(t *testing.T) {
	s := stage(t)
	x := &askedThing{placed(s, "Asker", block, "def on_use(me, who):\n    pass\n", 0, 2), 1}
	for _, c := range []struct {
		at        game.Tick
		ask, want string
	}{
		{60, `weather(ox, oy)["rain"]`, "0"}, // a new world has none
		{60, `daylight()`, "1"},
		{game.TicksPerDay / 24 * 14, `daylight()`, "0"},
		{game.TicksPerDay/24*23/2 - 8, `daylight() > 0.45 and daylight() < 0.55`, "True"},
		{game.TicksPerDay / 24 * 20, `daylight()`, "0"},
		{game.TicksPerDay / 24 * 23, `daylight()`, "1"},
		{60, `sorted(weather(ox, oy).keys())`, `["fog", "rain", "storm", "wind"]`},
		{60, `weather(140737488355327, -140737488355327)["storm"] >= 0`, "True"},
	} {
		s.Clock = c.at
		if got := asked(s, x, c.ask); got != c.want {
			t.Errorf("at %d: %s is %s, want %s", c.at, c.ask, got, c.want)
		}
	}
}

// TestAChestOutOfAChest: a chest that is built out of another one takes one item out of that, on either side
// of it, and here as on a peer that has read the state.
func TestAChestOutOfAChest(t *testing.T) {
	for _, where := range []string{"me.x + 2, me.y - 2", "me.x + 2, me.y + 1"} {
		for chests := range int32(6) {
			s := stage(t)
			s.Set(0, 1, tile.Chest, 0)
			s.Chests.Add(s.At(0, 1)).Slots[0] = item.Stack{Kind: item.Chest, Count: 3}
			s.Ledger.Created[item.Chest] += 3
			for n := range chests {
				s.Set(-4, n, tile.Chest, 0)
				s.Chests.Add(s.At(-4, n)).Slots[0] = item.Stack{Kind: item.Chest, Count: 7}
				s.Ledger.Created[item.Chest] += 7
			}
			x := placed(s, "Joiner", block, "def on_use(me, who):\n    build("+where+", \"chest\")\n", 0, 2)
			s.Ask(1, command.Command{Kind: command.Use, Tile: s.ThingPlace(x)})
			s.Run(game.TicksPerTurn)
			if n := s.Chests.Slots(s.At(0, 1))[0].Count; n != 2 {
				t.Errorf("%s beside %d chests: %d of 3 are left", where, chests, n)
			}
			for n := range chests {
				if got := s.Chests.Slots(s.At(-4, n))[0].Count; got != 7 {
					t.Errorf("%s: another chest has %d of 7", where, got)
				}
			}
			s.Balanced()
		}
	}
}
