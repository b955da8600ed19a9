package script_test

import (
	"fmt"
	"strings"
	"testing"

	"manyhold/game/act"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/thing"
	"manyhold/game/world"
)

// warden is a thing whose owner is a keeper, so that it may hold everybody, with a script that does one thing
// to player 2 when it is used.
func warden(t testing.TB, do string) (*rig.Stage, *thing.Thing) {
	s := stage(t)
	s.Grant(1, rights.Keeper)
	x := placed(s, "Warden", block, "def on_use(me, who):\n    w = [p for p in near(\"player\", 8) if p != me.owner][0]\n    "+do+
		"\ndef on_refused(me, effect, why):\n    show(effect + \": \" + why)\n", 0, 2)
	return s, x
}

// TestFreezeHoldsOnAllPeers: for two seconds a frozen player comes no step far and its hands are refused, in
// this peer, in one that reads the state, and in each prediction of it; afterwards it is free at once.
func TestFreezeHoldsOnAllPeers(t *testing.T) {
	s, x := warden(t, "freeze(w, 2 * SECOND)")
	use(s, 1, x)
	s.Run(6) // it comes to a halt
	at := s.Body(2).Pos
	s.Walk(2, fixed.One, 0)
	for n := range 34 {
		var predicted island.Island
		s.CopyNear(&predicted, s.At(0, 0))
		for range 6 {
			predicted.StepTick([]world.SeatCommand{{Seat: s.Player(2).Seat, Command: command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.One}}}})
		}
		if p := predicted.Space.Body(s.Player(2).Body).Pos; p != at {
			t.Fatalf("after %d ticks a prediction walks to %v", 3*n, p)
		}
		if rig.Sound(t, s.Island).Space.Body(s.Player(2).Body).Pos != at {
			t.Fatal("another peer has it elsewhere")
		}
		if s.Run(3); s.Body(2).Pos != at {
			t.Fatalf("after %d ticks it has moved", 3*n)
		}
	}
	s.Ask(2, command.Command{Kind: command.Use, Tile: s.ThingPlace(x)})
	s.Run(3)
	s.Refused(event.Frozen)
	s.Run(12)
	if e, _ := s.EffectOn(s.Body(2).ID); e != act.Free || s.Body(2).Pos == at {
		t.Errorf("after two seconds it is under effect %d, at %v", e, s.Body(2).Pos)
	}
	speed := s.Body(2).Vel.X
	s.Run(30)
	if s.Body(2).Vel.X < speed {
		t.Errorf("it is slowed afterwards: %d, %d", s.Body(2).Vel.X, speed)
	}
}

// TestNobodyIsHeldForEver: whatever a script does in every tick, within any ten seconds and a bit a player is
// free for half of the time.
func TestNobodyIsHeldForEver(t *testing.T) {
	for _, do := range []string{"freeze(w, 300)", "freeze(w, 7)", "snare(w, 300, 0.125)", "[freeze(w, 40), snare(w, 300, 0.125)][now() % 2]",
		"freeze(w, 1 + now() % 300) if now() % 3 else snare(w, 20, 0.2)", "thaw(w) if now() % 50 == 0 else freeze(w)"} {
		s := stage(t)
		s.Grant(1, rights.Keeper)
		placed(s, "Warden", block, "def on_tick(me):\n    for w in near(\"player\", 8):\n        if w != me.owner:\n            "+do+"\n", 0, 2)
		held, row := 0, 0
		const ticks = 1800
		for range ticks {
			s.Run(1)
			if e, _ := s.EffectOn(s.Body(2).ID); e == act.Held || e == act.Snared {
				held++
				row++
			} else {
				row = 0
			}
			if row > act.HeldMost {
				t.Fatalf("%s: held for %d ticks", do, row)
			}
		}
		if held == 0 || held > ticks/2+act.HeldMost {
			t.Errorf("%s: held for %d of %d ticks", do, held, ticks)
		}
	}
}

// TestHoldsEnd: thaw ends a hold, and a new one ends the old.
func TestHoldsEnd(t *testing.T) {
	s, x := warden(t, `after(30, "next")
    freeze(w, 120)
def on_timer(me, name):
    w = [p for p in near("player", 8) if p != me.owner][0]
    if name == "next":
        snare(w, 60, 0.5)
        after(30, "end")
    if name == "end":
        thaw(w)
        thaw(w)`)
	use(s, 1, x)
	s.Run(24)
	seen := []string{}
	for range 140 {
		e, left := s.EffectOn(s.Body(2).ID)
		if n := fmt.Sprint(e); len(seen) == 0 || seen[len(seen)-1] != n {
			seen = append(seen, n)
			if e == act.Free && (left < 55 || left > 62) {
				t.Errorf("it is free for %d ticks, and was held for 60", left)
			}
		}
		s.Run(1)
	}
	if got := strings.Join(seen, " "); got != fmt.Sprint(act.Held, " ", act.Snared, " ", act.Free, " ", act.NoEffect) {
		t.Errorf("it was under %s", got)
	}
	if got := is(s, x).Label; got != "thaw: nothing is there" {
		t.Errorf("it shows %q", got)
	}
}

// TestSnareSlows: to the part that is said.
func TestSnareSlows(t *testing.T) {
	s, x := warden(t, "snare(w, 3 * SECOND, 0.25)")
	s.Walk(2, fixed.One, 0)
	use(s, 1, x)
	s.Run(12)
	slow := s.Body(2).Vel.X
	s.Run(180)
	if fast := s.Body(2).Vel.X; slow < fast/4-64 || slow > fast/4+64 {
		t.Errorf("%d snared, %d free", slow, fast)
	}
}

// TestEmote: a thing lets a player gesture that used it, and no other.
func TestEmote(t *testing.T) {
	s := stage(t)
	x := placed(s, "Stage", block, "def on_use(me, who):\n    for p in near(\"player\", 8):\n        emote(p, \"heart\")\ndef on_refused(me, effect, why):\n    show(effect + \": \" + why)\n", 0, 2)
	use(s, 2, x)
	if p := s.Player(2); p.Emote != 2 || p.EmoteAt == 0 {
		t.Errorf("it shows emote %d", p.Emote)
	}
	if p := s.Player(1); p.Emote != 2 { // the owner of the thing
		t.Errorf("the owner shows emote %d", p.Emote)
	}
	s.Player(1).Emote = 0
	y := put(s, 2, s.Blueprints.Find(x.Of).Blueprint, 1, 2)
	if use(s, 2, y); s.Player(1).Emote != 0 || is(s, y).Label != "emote: your rank does not allow that" {
		t.Errorf("another shows emote %d; %q", s.Player(1).Emote, is(s, y).Label)
	}
	if len(script.Emotes) != world.Emotes {
		t.Errorf("%d emotes have names", len(script.Emotes))
	}
}

// TestWhoIsHeld: harm is for the owner's own land and for keepers, whatever a player consents to.
func TestWhoIsHeld(t *testing.T) {
	for _, do := range []string{"freeze(who)", "snare(who, 60, 0.5)"} {
		for _, own := range []bool{false, true} {
			s := stage(t).Clear(36).Put(1, 24, 8).Put(2, 25, 8)
			if own {
				s.Ask(1, command.Command{Kind: command.Claim, Tile: s.At(22, 6), Slot: 7, Slot2: 8})
				s.Run(3)
				s.Ask(1, command.Command{Kind: command.Share, Tile: s.At(24, 8), Entity: s.Player(1).Body, Count: uint8(claim.OpenToAll)})
				s.Run(3)
			}
			x := placed(s, "Trap", block, "def on_use(me, who):\n    "+do+"\n", 24, 10)
			use(s, 2, x)
			e, _ := s.EffectOn(s.Body(2).ID)
			if held := e == act.Held || e == act.Snared; held != own {
				t.Errorf("%s, own land %v: under effect %d", do, own, e)
			}
		}
	}
}
