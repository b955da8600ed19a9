package script_test

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"hash"
	"slices"
	"strings"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/script/attack"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

var update = flag.Bool("update", false, "rewrite the verdicts in testdata")

const goldenFile = "testdata/host.txt"

// target is a thing in a world where scripts may do everything: its owner is a keeper, and goods are beside
// it.
type target struct {
	*rig.Stage
	x       *thing.Thing
	version uint32
}

func newTarget(t *testing.T) *target {
	s := rig.BareStage(t).Enter(2).Clear(12).Grant(1, rights.Keeper).Grant(2, rights.Builder).Put(1, 0, 0).Put(2, 1, 0)
	s.Set(0, 1, tile.Chest, 0)
	s.Chests.Add(s.At(0, 1)).Slots[0] = item.Stack{Kind: item.Copper, Count: 90}
	s.Ledger.Created[item.Copper] += 90
	return &target{s, placed(s, "T", block, "def on_use(me, who):\n    pass\n", 0, 2), 1}
}

// run runs a script by a use, and adds what came of it to a hash. It reports whether there was a fault.
func (g *target) run(t *testing.T, source string, h hash.Hash) (faulted bool) {
	t.Helper()
	g.version++
	hold(g.Stage, "T", g.version, block, source, blueprint.Prop{Key: "size", Field: blueprint.Number, Max: fixed.One})
	g.Put(2, 1, 2)
	p := g.Player(2)
	p.Health = world.MaxHealth
	before := script.Count(&g.State)
	g.Ask(2, useOf(g.Stage, g.x))
	g.Run(3)
	x := is(g.Stage, g.x)
	if strings.HasPrefix(source, ours) && x.Health.Count == 0 && script.Count(&g.State).Steps == before.Steps {
		t.Errorf("it did not run: %s", source)
	}
	l := x.Health.Last
	h.Write([]byte{l.Kind, byte(x.Health.Count)})
	for _, n := range []uint64{uint64(l.Line), uint64(l.Column), g.Digest(), uint64(script.Count(&g.State).Steps)} {
		h.Write(binary.LittleEndian.AppendUint64(nil, n))
	}
	return x.Health.Count > 0
}

// ours begins the scripts that do something when they are used.
const ours = "def on_use(me, who):\n    "

// extremes are values that a function of the host should not trust.
var extremes = []string{"0", "1", "-1", "2.5", "16", "140737488355327", "-140737488355327", "140737488355327.99998", "0.00002", "True", "None",
	`""`, `"x"`, `"copper"`, `"player"`, `"a" * 33`, `"b" * 121`, `"é" * 300`, `"\n"`, `"\x00\xff"`, `"ball/" * 20`, "[]", `["a", "b"]`, `["c" * 41]`, `["d"] * 7`,
	"[me, [who, [1]]]", "{1: 2}", "me", "who", "me.owner", "lambda: 1", "range(9)", "(1, 2)", "SECOND", "DAY"}

// usual are arguments for which each function works.
var usual = map[string][]string{"after": {"5", `"x"`}, "cancel": {`"x"`}, "chance": {"9"}, "count": {`"copper"`}, "frame": {"3"},
	"build": {"me.x + 2", "me.y", `"copper"`}, "dig": {"me.x + 2", "me.y"}, "weather": {"me.x", "me.y"}, "daylight": {}, "store": {`"k"`, "[1, who]"}, "stored": {`"k"`, "7"}, "freeze": {"who", "30"}, "snare": {"who", "30", "0.5"}, "thaw": {"who"}, "emote": {"who", `"heart"`}, "friends": {"me.owner", "who"}, "give": {"who", `"copper"`, "1"}, "heal": {"who", "2"}, "hurt": {"who", "2"},
	"info": {"who", `"name"`}, "light": {"7"}, "menu": {"who", `"Well?"`, `["Yes"]`}, "near": {`"player"`, "8"}, "now": {},
	"open_me": {"True"}, "prop": {`"size"`}, "publish": {`"c"`, "[1]"}, "push": {"1", "2"}, "say": {`"hi"`}, "send": {"me", `"c"`, "1"},
	"shove": {"who", "1", "-1"}, "show": {`"hi"`}, "sound": {`"ding"`}, "take": {"who", `"copper"`, "1"},
	"glide": {"me.x + 1", "me.y", "1"}, "overlap": {"me.x - 2", "me.y - 2", "5", "5", `"thing"`}, "ray": {"me.x", "me.y", "1", "0", "8", `["tiles", "players"]`},
	"tell": {`"c"`, "[1]", "who"}, "teleport": {"who", "me.x + 3", "me.y"}, "tile": {"me.x", "me.y"}, "travel": {"who", `"far"`}}

// with returns arguments with another one in one place.
func with(args []string, k int, e string) []string {
	args = slices.Clone(args)
	args[k] = e
	return args
}

// TestGoldenHost calls each function of the host with extreme values, in a world where its effects happen,
// and runs the corpus of attacks there. How each ends, and the world afterwards, is the same on all
// processors.
func TestGoldenHost(t *testing.T) {
	var b strings.Builder
	names, attributes := script.Host.Names()
	for f, name := range names {
		if strings.ToUpper(name) == name {
			continue // a constant
		}
		args, known := usual[name]
		if !known {
			t.Errorf("%s is new: it needs usual arguments here", name)
			continue
		}
		g, h, faults, runs := newTarget(t), sha256.New(), 0, 0
		faulted := false
		call := func(args []string) bool {
			if runs++; !faulted && runs > 1 {
				g.Balanced()
				g = newTarget(t) // a player that is hurt, frozen or far off would not use it again
			}
			if faulted = g.run(t, ours+"show(str("+name+"("+strings.Join(args, ", ")+"))[:64])\n", h); faulted {
				faults++
			}
			return faulted
		}
		if call(args) {
			t.Errorf("%s fails for usual arguments: %+v", name, is(g.Stage, g.x).Health)
		}
		call(append(slices.Clone(args), "1"))
		for k := range args {
			call(args[:k])
			for _, e := range extremes {
				call(with(args, k, e))
			}
		}
		for n := range uint64(20 * len(args)) { // extremes in two places
			pick := func(k uint64, of int) int { return int(random.Below(random.Hash(15, uint64(f), n, k), uint32(of))) }
			call(with(with(args, pick(0, len(args)), extremes[pick(1, len(extremes))]), pick(2, len(args)), extremes[pick(3, len(extremes))]))
		}
		g.Balanced()
		fmt.Fprintf(&b, "%s: %d runs, %d faults, %x\n", name, runs, faults, h.Sum(nil)[:8])
	}
	g, h := newTarget(t), sha256.New()
	for _, a := range attributes {
		for _, e := range extremes {
			g.run(t, ours+"x = "+e+"\n    show(str(x."+a+") + str(info(x, \""+a+"\")))\n", h)
		}
	}
	fmt.Fprintf(&b, "attributes: %x\n", h.Sum(nil)[:8])
	for _, a := range attack.All() {
		if len(a.Source) > 16<<10 {
			continue // no blueprint holds it, or nearly none
		}
		h := sha256.New()
		faulted := g.run(t, a.Source+"\ndef out(x):\n    say(str(x)[:99])\ndef level(n):\n    light(n)\n", h)
		fmt.Fprintf(&b, "attack %s: %v, %x\n", a.Name, faulted, h.Sum(nil)[:8])
	}
	g.Balanced()
	chains(t, &b)
	rig.Golden(t, goldenFile, b.String(), *update)
}

// chains lets things that answer each message with more of them, and each fault and refusal with another one,
// go on for a second: they may take no more than the budgets, and do so in the same way everywhere.
func chains(t *testing.T, b *strings.Builder) {
	for _, c := range []struct{ name, source string }{
		{"publish and publish", "CHANNELS = [\"a\"]\ndef on_use(me, who):\n    publish(\"a\", 1)\ndef on_message(me, channel, value, sender):\n    publish(\"a\", value + 1)\n    publish(\"a\", value)\n"},
		{"send to the sender", "CHANNELS = [\"a\"]\ndef on_use(me, who):\n    publish(\"a\", \"x\")\ndef on_message(me, channel, value, sender):\n    for i in range(60):\n        send(sender, channel, (value + \"x\")[:100])\n"},
		{"refused again and again", "def on_use(me, who):\n    send(me, \"a\", 1)\n    hurt(me, 1)\ndef on_refused(me, effect, why):\n    for i in range(64):\n        hurt(me, 1)\n"},
		{"timers that start timers", "def on_use(me, who):\n    for i in range(8):\n        after(1, \"t%d\" % i)\ndef on_timer(me, name):\n    after(0, name)\n    me.state[name] = me.state.get(name, 0) + 1\n    while True:\n        pass\n"},
	} {
		s := stage(t)
		var all []*thing.Thing
		for n := range int32(5) {
			all = append(all, placed(s, fmt.Sprint("C", n), block, c.source, n-2, -1))
		}
		for _, x := range all {
			s.Ask(1, useOf(s, x))
		}
		most, h := int64(0), sha256.New()
		for range 60 {
			before := script.Count(&s.State).Steps
			s.Run(1)
			most = max(most, script.Count(&s.State).Steps-before)
			h.Write(binary.LittleEndian.AppendUint64(nil, s.Digest()))
		}
		if most < 1000 || most > script.OfIsland+20_000 {
			t.Errorf("%s: %d steps in a tick", c.name, most)
		}
		s.Balanced()
		fmt.Fprintf(b, "chain of %s: at most %d steps, %x\n", c.name, most, h.Sum(nil)[:8])
	}
}
