package script_test

import (
	"bytes"
	"fmt"
	"testing"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/store"
)

const scores = `
def on_use(me, who):
    best = stored("best", [0, None])
    store("best", [best[0] + 10, who])
    show(str(best[0]))
def on_ask(me, who, words):
    if words == "erase":
        store("best", None)
    elif words == "fill":
        for n in range(63):
            store("key %d" % n, n)
    elif words == "large":
        for n in range(20):
            store("large %d" % n, "x" * 250)
    else:
        store(words, 1)
def on_refused(me, effect, why):
    show(effect + ": " + why)
`

// TestThingsShareAStore: all things of a blueprint have one store, another author's of the same title another
// one; it outlives the things, and a snapshot.
func TestThingsShareAStore(t *testing.T) {
	s := stage(t)
	a := placed(s, "Score", block, scores, 0, 2)
	b := put(s, 1, s.Blueprints.Find(a.Of).Blueprint, 1, 2)
	use(s, 1, a)
	use(s, 2, b)
	if use(s, 1, a); is(s, b).Label != "10" || is(s, a).Label != "20" {
		t.Fatalf("they show %q and %q", is(s, a).Label, is(s, b).Label)
	}
	other := &blueprint.Blueprint{Author: rig.Key(2), Editor: rig.Key(2), Version: 1, By: "bo", Title: "Score", Licence: "CC0-1.0", Shape: block, Host: scores}
	c := put(s, 2, holdAs(s, other), 2, 2)
	if use(s, 1, c); is(s, c).Label != "0" {
		t.Errorf("another author's shows %q", is(s, c).Label)
	}
	rig.Holds(t, s.Island)
	saved := s.Snapshot(nil)
	if err := s.Restore(bytes.Clone(saved)); err != nil {
		t.Fatal(err)
	}
	living.RemoveThing(&s.State, is(s, a))
	living.RemoveThing(&s.State, is(s, b))
	a = put(s, 1, s.Blueprints.Find(a.Of).Blueprint, 0, 2)
	if use(s, 1, a); is(s, a).Label != "30" {
		t.Errorf("after all were gone: %q", is(s, a).Label)
	}
	s.Ask(1, askOf(s, a, "erase"))
	s.Run(6)
	if use(s, 1, a); is(s, a).Label != "0" {
		t.Errorf("erased: %q", is(s, a).Label)
	}
	s.Ask(1, askOf(s, a, "fill"))
	if s.Run(6); is(s, a).Label != "0" {
		t.Errorf("64 keys: %q", is(s, a).Label)
	}
	s.Ask(1, askOf(s, a, "one more"))
	if s.Run(6); is(s, a).Label != "store: no room" {
		t.Errorf("65 keys: %q", is(s, a).Label)
	}
	rig.Sound(t, s.Island)
}

// TestAStoreHasALimit of bytes.
func TestAStoreHasALimit(t *testing.T) {
	s := stage(t)
	a := placed(s, "Score", block, scores, 0, 2)
	s.Ask(1, askOf(s, a, "large"))
	if s.Run(6); is(s, a).Label != "store: no room" || s.Stores.Get(a.Of, "large 14") == nil || s.Stores.Get(a.Of, "large 16") != nil {
		t.Errorf("%q", is(s, a).Label)
	}
}

// TestStoresMeet: of a store that was written on two sides of a partition, the later write of each key holds.
func TestStoresMeet(t *testing.T) {
	s := stage(t)
	a := placed(s, "Score", block, scores, 0, 2)
	use(s, 1, a)
	f := rig.ForkOf(s, []int{1}, []int{2})
	write := func(s *rig.Stage, n int, words string) {
		s.Ask(n, askOf(s, is(s, a), words))
		s.Run(game.TicksPerTurn)
	}
	write(f.Here, 1, "here")
	write(f.There, 2, "there")
	f.There.Run(60)
	write(f.There, 2, "erase")
	f.Here.Run(6)
	f.Merge()
	for key, want := range map[string]bool{"here": true, "there": true, "best": false} {
		if got := f.Here.Stores.Get(a.Of, key) != nil; got != want {
			t.Errorf("%s is kept: %v", key, got)
		}
	}
}

func holdAs(s *rig.Stage, b *blueprint.Blueprint) *blueprint.Blueprint {
	s.T.Helper()
	if err := b.Check(); err != nil {
		s.T.Fatal(err)
	}
	act.Hold(&s.State, act.EntryOf(&s.State, b))
	return b
}

// TestNobodyCrowdsOutOtherStores: strangers fill half of the room, one author a quarter, and a member finds
// room afterwards. Too many writes in a tick are refused.
func TestNobodyCrowdsOutOtherStores(t *testing.T) {
	s := stage(t)
	hog := func(author game.PlayerID, title string) {
		b := holdAs(s, &blueprint.Blueprint{Author: author, Editor: author, Version: 1, By: "bo", Title: title, Licence: "CC0-1.0", Shape: block, Host: scores})
		x := put(s, 1, b, 2, 2)
		s.Ask(1, askOf(s, x, "large"))
		s.Run(6)
		living.RemoveThing(&s.State, is(s, x))
	}
	most := 0
	for n := range byte(6) {
		author := game.PlayerID{9, n}
		for k := range 8 {
			hog(author, fmt.Sprint("Hog-", k))
		}
		own := s.Stores.Held(func(of blueprint.ID) bool { return s.Blueprints.Find(of).Author == author })
		if most = max(most, own); own > store.MaxOfAuthor {
			t.Fatalf("%d bytes of one author", own)
		}
	}
	if n := s.Stores.Bytes(); n > store.MaxByStrangers || n < store.MaxByStrangers*9/10 || most < store.MaxOfAuthor*9/10 {
		t.Errorf("%d bytes of strangers, %d of one", n, most)
	}
	a := placed(s, "Score", block, scores, 0, 2)
	if use(s, 1, a); s.Stores.Get(a.Of, "best") == nil {
		t.Error("a member finds no room")
	}
	keeping := holdAs(s, &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: "Busy", Licence: "CC0-1.0", Shape: block,
		Host: "def on_tick(me):\n    for n in range(60):\n        store(\"k\", now() + n)\ndef on_refused(me, effect, why):\n    show(effect + \": \" + why)\n"})
	for n := range int32(12) {
		put(s, 1, keeping, n%4-2, []int32{-2, -1, 1}[n/4])
	}
	s.Run(6)
	refused := 0
	for _, x := range s.Things.List() {
		if x.Label == "store: too soon" {
			refused++
		}
	}
	if refused == 0 || refused == 12 {
		t.Errorf("%d of 12 things that write in each tick are refused", refused)
	}
}
