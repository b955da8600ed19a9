package script_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

var block = blueprint.Shape{Form: blueprint.Block}

// stage is a meadow with two builders in the middle.
func stage(t testing.TB) *rig.Stage {
	s := rig.NewStage(t).Enter(2).Clear(12).Grant(1, rights.Builder).Grant(2, rights.Builder)
	return s.Put(1, 0, 0).Put(2, 1, 0)
}

// hold lets a blueprint of player 1 hold.
func hold(s *rig.Stage, title string, version uint32, shape blueprint.Shape, source string, props ...blueprint.Prop) *blueprint.Blueprint {
	b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: version, By: "ann", Title: title, Licence: "CC0-1.0", Shape: shape, Host: source, Props: props}
	if err := b.Check(); err != nil {
		s.T.Fatal(err)
	}
	act.Hold(&s.State, act.EntryOf(&s.State, b))
	return b
}

// put lets player n place a thing of a blueprint.
func put(s *rig.Stage, n int, b *blueprint.Blueprint, dx, dy int32) *thing.Thing {
	s.T.Helper()
	before := map[game.EntityID]bool{}
	for _, x := range s.Things.List() {
		before[x.ID] = true
	}
	s.Ask(n, putOf(s, b, dx, dy))
	s.Run(game.TicksPerTurn)
	for _, x := range s.Things.List() {
		if !before[x.ID] && x.Of == b.ID() {
			return x
		}
	}
	s.T.Fatalf("%s is not there: %+v", b.Name(), s.Log)
	return nil
}

// placed lets player 1 place a thing of a new blueprint.
func placed(s *rig.Stage, title string, shape blueprint.Shape, source string, dx, dy int32) *thing.Thing {
	return put(s, 1, hold(s, title, 1, shape, source), dx, dy)
}

func use(s *rig.Stage, n int, x *thing.Thing) *rig.Stage {
	s.Ask(n, useOf(s, x))
	return s.Run(game.TicksPerTurn)
}

// is returns a thing as it is now.
func is(s *rig.Stage, x *thing.Thing) *thing.Thing {
	s.T.Helper()
	now := s.Things.Find(x.ID)
	if now == nil {
		s.T.Fatal("the thing is gone")
	}
	return now
}

func TestDoor(t *testing.T) {
	s := stage(t)
	door := placed(s, "Door", blueprint.Shape{Form: blueprint.Block, Solid: true}, `
def on_use(me, who):
    if not friends(me.owner, who):
        say("Only %s and friends come in here." % info(me.owner, "name"))
        return
    me.state["visits"] = me.state.get("visits", 0) + 1
    show("%d" % me.state["visits"])
    open_me(True)
    after(3 * SECOND, "shut")

def on_timer(me, name):
    open_me(False)
`, 0, 2)
	if use(s, 2, door); is(s, door).Open {
		t.Fatal("it opens for a stranger")
	}
	if e := s.Saw(event.ThingSaid); e == nil || !strings.HasPrefix(e.Text, "Only ") || e.Entity != door.ID {
		t.Fatalf("it says %+v", e)
	}
	if use(s, 1, door); !is(s, door).Open || is(s, door).Label != "1" {
		t.Fatalf("it does not open for its owner: %+v", is(s, door))
	}
	if s.Run(160); !is(s, door).Open {
		t.Error("it shuts too early")
	}
	if s.Run(30); is(s, door).Open {
		t.Error("it does not shut")
	}
	if use(s, 1, door); is(s, door).Label != "2" {
		t.Errorf("it forgot: %q", is(s, door).Label)
	}
}

func TestAreaFeelsWhoComesAndGoes(t *testing.T) {
	s := stage(t)
	s.Put(1, 4, -3)
	area := placed(s, "Mat", blueprint.Shape{Form: blueprint.Area, Width: 3, Height: 2}, `
def note(me, what, who):
    me.state["log"] = me.state.get("log", "") + what + info(who, "kind") + " "
    show(me.state["log"])
def on_enter(me, who):
    note(me, "+", who)
def on_leave(me, who):
    note(me, "-", who)
`, 3, -1)
	s.Walk(2, fixed.One, 0)
	s.Run(60)
	if got := is(s, area).Label; got != "+player " {
		t.Fatalf("after it came: %q", got)
	}
	s.Walk(2, fixed.One, 0)
	s.Run(90)
	if got := is(s, area).Label; got != "+player -player " {
		t.Fatalf("after it went: %q", got)
	}
}

func TestTouchSignalBounce(t *testing.T) {
	s := stage(t)
	bell := placed(s, "Bell", blueprint.Shape{Form: blueprint.Block, Solid: true}, `
def on_touch(me, who):
    show("touched by " + who.kind)
def on_signal(me, on):
    light(15 if on else 0)
`, 3, 0)
	s.Walk(2, fixed.One, 0)
	s.Run(60)
	if got := is(s, bell).Label; got != "touched by player" {
		t.Errorf("it shows %q", got)
	}
	s.Set(3, 1, tile.Lever, 0)
	s.Put(1, 3, 2)
	if s.Use(1, 3, 1).Run(10); is(s, bell).Light != 15 {
		t.Error("it does not see the lever")
	}
	if s.Use(1, 3, 1).Run(10); is(s, bell).Light != 0 {
		t.Error("it does not see the lever go off")
	}
	ball := placed(s, "Ball", blueprint.Shape{Form: blueprint.Ball, Bounce: fixed.One}, `
def on_bounce(me, speed):
    show("bounced")
def on_born(me, who):
    push(0, -6)
`, 2, 3)
	s.Set(2, 0, tile.WoodWall, 0)
	if s.Run(60); is(s, ball).Label != "bounced" {
		t.Errorf("the ball shows %q at %v", is(s, ball).Label, s.Space.Body(ball.ID).Pos)
	}
}

func TestMessages(t *testing.T) {
	s := stage(t)
	goal := placed(s, "Goal", block, `
def on_use(me, who):
    publish("goal", {"team": "red", "n": [1, 2.5]})
`, 0, 1)
	board := placed(s, "Board", block, `
CHANNELS = ["goal", "other"]
def on_message(me, channel, value, sender):
    show("%s %s %s %s" % (channel, value["team"], value["n"][1], info(sender, "name")))
`, 0, 2)
	deaf := placed(s, "Deaf", block, "CHANNELS = [\"other\"]\ndef on_message(me, channel, value, sender):\n    show(channel)\n", 1, 2)
	use(s, 2, goal).Run(2)
	if got := is(s, board).Label; got != "goal red 2.5 Goal" {
		t.Errorf("it shows %q", got)
	}
	if got := is(s, deaf).Label; got != "" {
		t.Errorf("what does not listen shows %q", got)
	}
}

func TestFaultsStopOnlyTheirScript(t *testing.T) {
	s := stage(t)
	bad := placed(s, "Bad", block, "def on_use(me, who):\n    me.state[\"n\"] = 1\n    show(\"half\")\n    return [1][7]\n", 0, 1)
	good := placed(s, "Good", block, "def on_use(me, who):\n    show(\"fine\")\n", 1, 1)
	for n := range 3 {
		s.Run(5)
		use(s, 2, bad)
		x := is(s, bad)
		if x.Label != "" || len(x.State) != 0 {
			t.Fatalf("a run that failed has effects: %+v", x)
		}
		if h := x.Health; h.Count != uint8(n+1) || h.Last.Line != 4 || h.Last.Column == 0 || h.Stopped != (n == 2) {
			t.Fatalf("after %d faults: %+v", n+1, h)
		}
		if e := s.Saw(event.ThingFailed); e == nil || e.B != 4 || (e.Seq == 1) != (n == 2) || !strings.Contains(e.Text, "\non_use 4:") {
			t.Fatalf("%+v", e)
		}
	}
	use(s, 2, good)
	if is(s, good).Label != "fine" {
		t.Error("another script stopped, too")
	}
	hold(s, "Bad", 2, block, "def on_use(me, who):\n    show(\"mended\")\n")
	if use(s, 2, bad); is(s, bad).Label != "mended" {
		t.Errorf("a new version does not run: %+v", is(s, bad))
	}
	broken := placed(s, "Broken", block, "def on_use(me, who):\n    sya(1)\n", 2, 1)
	if h := is(s, broken).Health; !h.Stopped || h.Last.Line != 2 || h.Last.Column != 5 {
		t.Errorf("a script that cannot be loaded: %+v", h)
	}
}

func TestUpgrade(t *testing.T) {
	s := stage(t)
	x := placed(s, "Counter", block, "def on_use(me, who):\n    me.state[\"n\"] = me.state.get(\"n\", 0) + 1\n    show(str(me.state[\"n\"]))\n", 0, 1)
	use(s, 1, x)
	use(s, 1, x)
	hold(s, "Counter", 2, block, `
def upgrade(me, from_version):
    me.state["count"] = me.state.pop("n") * 10 + from_version
def on_use(me, who):
    me.state["count"] += 100
    show(str(me.state["count"]))
`)
	if use(s, 1, x); is(s, x).Label != "121" {
		t.Errorf("it shows %q, %+v", is(s, x).Label, is(s, x).Health)
	}
	if use(s, 1, x); is(s, x).Label != "221" {
		t.Errorf("it shows %q", is(s, x).Label)
	}
}

func TestVendingMachine(t *testing.T) {
	s := stage(t)
	s.Set(0, 1, tile.Chest, 0)
	s.Chests.Add(s.At(0, 1)).Slots[0] = item.Stack{Kind: item.Bread, Count: 3}
	s.Ledger.Created[item.Bread] += 3
	machine := placed(s, "Shop", block, `
def on_use(me, who):
    if who.held != "copper":
        say("One copper, please.")
        return
    take(who, "copper", 1)
    give(who, "bread", 1)
def on_refused(me, effect, why):
    show(effect + ": " + why)
`, 0, 2)
	s.Put(2, 1, 3)
	use(s, 2, machine)
	if s.Saw(event.ThingSaid) == nil || s.Count(2, item.Bread) != 0 {
		t.Fatal("it gives for nothing")
	}
	s.Give(2, item.Copper, 2)
	s.Hold(2, item.Copper)
	for n := 1; n <= 2; n++ {
		use(s, 2, machine)
		if s.Count(2, item.Bread) != n || s.Count(2, item.Copper) != 2-n {
			t.Fatalf("use %d: %d bread, %d copper, %q", n, s.Count(2, item.Bread), s.Count(2, item.Copper), is(s, machine).Label)
		}
	}
	s.Balanced()
}

// A thief's machine asks for what its users did not offer, and for what its owner may not take.
func TestRightsOfEffects(t *testing.T) {
	s := stage(t)
	s.Give(2, item.Copper, 5)
	s.Set(0, 1, tile.Chest, 0)
	s.Chests.Add(s.At(0, 1))
	thief := placed(s, "Thief", block, `
def on_tick(me):
    for p in near("player", 8):
        if p != me.owner:
            take(p, "copper", 1)
            hurt(p, 5)
            teleport(p, me.x, me.y + 3)
            freeze(p)
            menu(p, "Hello?", ["yes"])
def on_refused(me, effect, why):
    me.state[effect] = why
    show(str(len(me.state)))
`, 0, 2)
	at := s.Body(2).Pos
	s.Run(30)
	if s.Count(2, item.Copper) != 5 || s.Player(2).Health != world.MaxHealth || s.Body(2).Pos != at || s.Saw(event.ThingAsked) != nil {
		t.Error("it reaches a player who did not use it")
	}
	if got := is(s, thief).Label; got != "5" {
		t.Errorf("%s effects were refused, want 5", got)
	}
}

func TestTeleportAndMenuByConsent(t *testing.T) {
	s := stage(t)
	lift := placed(s, "Lift", block, `
def on_use(me, who):
    menu(who, "Where to?", ["up", "down"])
def on_ask(me, who, words):
    if words == "up":
        teleport(who, me.x, me.y - 6)
`, 0, 2)
	use(s, 2, lift)
	if e := s.Saw(event.ThingAsked); e == nil || e.Seat != s.Player(2).Seat || e.Text != "Where to?\nup\ndown" {
		t.Fatalf("%+v", e)
	}
	s.Ask(2, command.Command{Kind: command.Ask, Entity: lift.ID, Text: "up"})
	s.Run(3)
	if got := grid.TileAt(s.Body(2).Pos); got != s.At(0, -4) {
		t.Errorf("it went to %v, want %v: %+v", got, s.At(0, -4), is(s, lift).Health)
	}
}

// A script that never ends costs its budget, and others run.
func TestBudgets(t *testing.T) {
	s := stage(t)
	loop := hold(s, "Loop", 1, block, "def on_tick(me):\n    while True:\n        pass\n")
	s.Put(1, 5, 4)
	calm := placed(s, "Calm", block, "def on_tick(me):\n    me.state[\"n\"] = me.state.get(\"n\", 0) + 1\n    light(me.state[\"n\"])\n", 5, 5)
	s.Put(2, 1, 3)
	for n := range int32(6) {
		put(s, 2, loop, n%3, 1+n/3)
	}
	s.Run(30)
	stopped := 0
	for _, x := range s.Things.List() {
		if x.Health.Stopped {
			stopped++
		}
	}
	if stopped != 6 {
		t.Errorf("%d of 6 loops were stopped", stopped)
	}
	if is(s, calm).Light != 15 {
		t.Errorf("the calm one ran %d times", is(s, calm).Light)
	}
}

// Restoring after any tick, and any number of workers, changes nothing: nothing hidden outlives a tick.
func TestNothingHiddenSurvives(t *testing.T) {
	sources := []string{
		"def on_tick(me):\n    me.state[\"n\"] = (me.state.get(\"n\", 0) + chance(7)) % 16\n    light(me.state[\"n\"])\n",
		"CHANNELS = [\"a\"]\ndef on_message(me, channel, value, sender):\n    l = me.state.get(\"l\", [])\n    l.append(value)\n    me.state[\"l\"] = l[-5:]\n    show(str(len(l)))\n    if len(near(\"player\", 9)) > 1:\n        after(chance(9) + 1, \"x\")\ndef on_timer(me, name):\n    publish(\"a\", [now(), me.x])\n    open_me(chance(2) == 0)\n",
		"def on_born(me, who):\n    after(2, \"t\")\ndef on_timer(me, name):\n    publish(\"a\", name)\n    after(3, \"t\")\n    me.state[(1, \"k\")] = who_is(me)\ndef who_is(me):\n    return [p.id for p in near(\"player\", 16)]\n",
		"def on_touch(me, who):\n    push(3, 1)\n    me.state[\"by\"] = who\ndef on_bounce(me, speed):\n    show(str(speed))\n    shove(me, 1, -2)\n",
		"def on_tick(me):\n    if now() % 11 == 3:\n        fail(\"once\")\n    me.state[\"last\"] = now()\n",
		"def on_born(me, who):\n    after(1, \"go\")\ndef on_timer(me, name):\n    if chance(5) == 0:\n        teleport(me, me.x + chance(5) - 2, me.y + chance(5) - 2)\n    else:\n        glide(me.x + chance(7) - 3, me.y + chance(7) - 3, chance(3) / 2)\n    after(1 + chance(40), \"go\")\ndef on_touch(me, who):\n    show(\"at \" + who.kind)\n",
		"def on_tick(me):\n    n = stored(\"n\", 0)\n    store(\"n\", n + 1)\n    store(str(n % 70), None if n % 7 == 0 else [n, me])\n    hit = ray(me.x, me.y, chance(9) - 4, chance(9) - 3.5, 9)\n    show(\"%s %s %s\" % (hit and hit[3], len(overlap(me.x - 4, me.y - 4, 8, 8)), weather(me.x, me.y)[\"wind\"]))\n",
		"def on_tick(me):\n    k = chance(90)\n    if k == 0:\n        freeze(me.owner, 20)\n    elif k == 1:\n        snare(me.owner, 50, 0.5)\n    elif k == 2:\n        thaw(me.owner)\n    elif k == 3:\n        emote(me.owner, \"wave\")\n    elif k < 9:\n        dig(me.x + chance(5) - 2, me.y + chance(5) - 2)\n    elif k < 14:\n        build(me.x + chance(5) - 2, me.y + chance(5) - 2, \"wooden wall\")\n    light(daylight() * 9)\ndef on_command(me, who, words):\n    show(words)\n",
	}
	rapid.Check(t, func(rt *rapid.T) {
		kinds := rapid.SliceOfN(rapid.IntRange(0, len(sources)-1), 3, 14).Draw(rt, "kinds")
		walks := rapid.SliceOfN(rapid.IntRange(-1, 1), 12, 12).Draw(rt, "walks")
		restored := rapid.SliceOfN(rapid.Bool(), 12, 12).Draw(rt, "restored")
		build := func(do func(int, func(int))) *rig.Stage {
			s := rig.BareStage(t).Enter(2).Clear(12)
			s.Motion.ShareOut(do)
			s.Put(1, 0, 0).Put(2, 1, 0)
			s.Set(-2, 0, tile.Chest, 0)
			s.Chests.Add(s.At(-2, 0)).Slots[0] = item.Stack{Kind: item.WoodWall, Count: 40}
			s.Ledger.Created[item.WoodWall] += 40
			for n, k := range kinds {
				shape := block
				if k == 3 {
					shape = blueprint.Shape{Form: blueprint.Ball, Bounce: fixed.One / 2}
				}
				if k == 5 {
					shape = blueprint.Shape{Form: blueprint.Box, Make: entity.Make(n%2) * entity.Flat, Mass: fixed.One * 5 / 8}
				}
				b := hold(s, fmt.Sprint("K", k), 1, shape, sources[k])
				if k == 5 && n%3 == 0 { // with a part
					parent := *b
					parent.Title, parent.Childs = "Parent", []blueprint.Child{{Of: b.ID(), X: 1, Y: -1}}
					b = holdAs(s, &parent)
				}
				s.Ask(1, command.Command{Kind: command.Put, Entity: game.EntityID(b.ID()), Tile: s.At(int32(n%5)-2, int32(n/5)-3)})
				s.Run(3)
			}
			return s
		}
		all := []*rig.Stage{build(nil), build(rig.Shared(1)), build(rig.Shared(2)), build(rig.Shared(8)), build(nil)}
		for n, w := range walks {
			want := uint64(0)
			for k, s := range all {
				s.Walk(2, fixed.S(w)*fixed.One, fixed.S(walks[(n+3)%12])*fixed.One)
				if w == 1 {
					s.Ask(2, command.Command{Kind: command.Say, Text: "!now"})
				}
				s.Run(6)
				if k == 4 && restored[n] {
					if err := s.Restore(bytes.Clone(s.Snapshot(nil))); err != nil {
						rt.Fatal(err)
					}
				}
				if d := s.Digest(); k == 0 {
					want = d
				} else if d != want {
					rt.Fatalf("run %d differs after step %d", k, n)
				}
			}
		}
	})
}

// Handlers are what makers are told of.
func TestHandlerNames(t *testing.T) {
	want := "on_use on_touch on_enter on_leave on_signal on_timer on_message on_command on_born on_gone on_bounce on_prop on_refused on_ask on_tick upgrade"
	if got := strings.Join(script.Handlers(), " "); got != want {
		t.Errorf("%s", got)
	}
}
