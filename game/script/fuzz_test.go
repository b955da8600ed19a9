package script_test

import (
	"bytes"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/rig"
	"manyhold/game/script/attack"
)

// FuzzThing: no source makes a step panic, and the state can always be saved and restored.
func FuzzThing(f *testing.F) {
	for n, a := range attack.All() {
		if n%9 == 0 {
			f.Add(a.Source)
		}
	}
	f.Add("CHANNELS = [\"a\"]\ndef on_born(me, who):\n    after(1, \"x\")\n    publish(\"a\", [me, who, {\"k\": 1.5}])\n    send(me, \"a\", None)\ndef on_timer(me, name):\n    teleport(me.owner, me.x + 1, me.y)\n    shove(near(\"player\", 16)[0], 100, -100)\n    give(me.owner, \"stick\", 99)\ndef on_message(me, channel, value, sender):\n    show(str(value))\n    menu(value[1], channel, [channel])\ndef on_refused(me, effect, why):\n    say(why)\n")
	f.Add("def on_tick(me):\n    me.state[now()] = [info(t, \"owner\") for t in near(\"thing\", 16)]\n    tile(1 << 40, -(1 << 40))\n    light(-5)\n    frame(3)\n    travel(me.owner, \"x\")\n    hurt(me.owner, 100)\n")
	f.Add("def on_tick(me):\n    glide(me.x + chance(9), me.y, chance(3))\n    teleport(me, me.x, me.y + 1)\n    store(str(chance(99)), near(\"thing\", 9))\n    show(str(stored(\"1\")) + str(ray(me.x, me.y, 1, chance(9), 16)))\n    overlap(me.x, me.y, 9, 9, \"thing\")\ndef on_use(me, who):\n    freeze(who, 9)\n    snare(who, 9, 0.5)\n    thaw(who)\n    emote(who, \"wow\")\n    dig(me.x + 1, me.y)\n    build(me.x + 1, me.y, \"stone\")\n    say(str(weather(me.x, me.y)) + str(daylight()))\n")
	f.Fuzz(func(t *testing.T, source string) {
		b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "F", Licence: "CC0-1.0", Host: source, Shape: block}
		if b.Check() != nil {
			return
		}
		s := rig.BareStage(t).Enter(1).Clear(6)
		s.Put(1, 0, 0)
		act.Hold(&s.State, act.EntryOf(&s.State, b))
		for n := range int32(2) {
			s.Ask(1, command.Command{Kind: command.Put, Entity: game.EntityID(b.ID()), Tile: s.At(n, 2)})
		}
		s.Run(6)
		for range 3 {
			s.Ask(1, command.Command{Kind: command.Use, Tile: s.At(0, 2)})
			s.Run(6)
		}
		before := s.Snapshot(nil)
		if err := s.Restore(bytes.Clone(before)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(s.Snapshot(nil), before) {
			t.Fatal("another state after a restore")
		}
	})
}
