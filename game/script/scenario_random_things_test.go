package script_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/rig"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/thing"
	"manyhold/game/tile"
)

// shapes are those of random things.
var shapes = []blueprint.Shape{block, block, {Form: blueprint.Block, Solid: true}, {Form: blueprint.Area, Width: 3, Height: 2}, {Form: blueprint.Ball, Bounce: fixed.One / 2}}

// written returns a blueprint with a script of an author.
func written(a *author, title string, by int, version uint32, shape blueprint.Shape) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: rig.Key(by), Editor: rig.Key(by), Version: version, By: "ann", Title: title, Licence: "CC0-1.0", Shape: shape, Host: a.write()}
}

// populate is a world in which a keeper and two builders have things with random scripts, with goods beside
// some.
func populate(t testing.TB, pick func(int) int) (s *rig.Stage, prints []*blueprint.Blueprint) {
	s = rig.BareStage(t).Enter(3).Clear(12).Grant(1, rights.Keeper).Grant(2, rights.Builder).Grant(3, rights.Builder)
	s.Put(1, 0, 0).Put(2, 1, 0).Put(3, 0, 1)
	s.Set(-2, -2, tile.Chest, 0)
	s.Chests.Add(s.At(-2, -2)).Slots[0] = item.Stack{Kind: item.Copper, Count: 40}
	s.Ledger.Created[item.Copper] += 40
	for n := range 1 + pick(3) {
		b := written(&author{pick: pick}, fmt.Sprint("K", n), 1+pick(2), 1, shapes[pick(len(shapes))])
		if b.Check() == nil {
			act.Hold(&s.State, act.EntryOf(&s.State, b))
			prints = append(prints, b)
		}
	}
	for n := range 3 + pick(7) {
		if len(prints) > 0 {
			s.Ask(1+pick(2), command.Command{Kind: command.Put, Entity: game.EntityID(prints[pick(len(prints))].ID()), Tile: s.At(int32(n%5)-2, int32(n/5)*3-1)})
			s.Run(1)
		}
	}
	return s, prints
}

// ask draws what a player does next.
func ask(s *rig.Stage, pick func(int) int) {
	p := 1 + pick(3)
	if s.Player(p) == nil || s.Body(p) == nil {
		return
	}
	walk := command.Command{Kind: command.Move, Dir: fixed.SVec{X: fixed.S(pick(3)-1) * fixed.One, Y: fixed.S(pick(3)-1) * fixed.One}}
	c := walk
	if list := s.Things.List(); len(list) > 0 {
		x := list[pick(len(list))]
		switch pick(16) {
		case 0, 1, 2, 11, 12, 13:
			c = useOf(s, x)
		case 3:
			c = command.Command{Kind: command.Say, Text: "hello"}
		case 4:
			c = command.Command{Kind: command.Ask, Entity: x.ID, Text: "up"}
		case 5:
			c = command.Command{Kind: command.PutAway, Entity: x.ID}
		case 6, 7:
			c = putOf(s, &blueprint.Blueprint{}, int32(pick(5))-2, -1)
			c.Entity = game.EntityID(x.Of)
		}
	}
	s.Ask(p, c)
}

// side is a peer of the world.
type side struct {
	name string
	*rig.Stage
	steps int64
	each  int // it restores its state after so many ticks, again and again; 0: never
}

// told is what peers must agree on after a tick: the state, what happened, and what authors are told.
func (p *side) told() string {
	steps := script.Count(&p.State).Steps
	ran := steps - p.steps
	p.steps = steps
	notes := ""
	for _, n := range script.Notes(&p.State) {
		notes += fmt.Sprintf("%x %s %s", n.Thing, n.Effect, n.Why)
		if n.Fault != nil {
			notes += fmt.Sprint(n.Fault.Kind, n.Fault.At, n.Fault.Stack)
		}
	}
	return fmt.Sprintf("%x %+v %d steps, %s", p.Digest(), p.Happened, ran, notes)
}

// again lets a peer begin anew from its bytes, with nothing else.
func again(t *rapid.T, s *rig.Stage) *rig.Stage {
	o := rig.StageOf(s.T, new(island.Island))
	if err := o.Restore(s.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	return o
}

// seen counts what the random things did, so that the property below is not about nothing.
type counts struct {
	steps                                                int64
	faults, refused, told, timers, states, nested, stops int
}

func (c *counts) look(s *rig.Stage, steps int64) {
	c.steps += steps
	for _, n := range script.Notes(&s.State) {
		if n.Fault != nil {
			c.faults++
		} else {
			c.refused++
		}
	}
	s.Things.All(func(x *thing.Thing) {
		c.timers += len(x.Timers)
		for k := range x.Inbox {
			if x.Inbox[k].Kind == thing.OnMessage {
				c.told++
			}
		}
		if len(x.State) > 0 {
			c.states++
		}
		if len(x.State) > 40 {
			c.nested++
		}
		if x.Health.Stopped {
			c.stops++
		}
	})
}

// TestRandomThingsAgree: in worlds with random scripts, a peer that executes them on one, two or eight
// workers, one that came by a snapshot at any tick and one that restores its state again and again see the
// same state, the same events and the same faults after each tick that follows. Versions change meanwhile.
func TestRandomThingsAgree(t *testing.T) {
	var all counts
	rapid.Check(t, func(rt *rapid.T) {
		seed, drawn := rapid.Uint64().Draw(rt, "seed"), uint64(0) // not each pick: rapid prefers small numbers
		pick := func(n int) int {
			drawn++
			return int(random.Below(random.Hash(seed, drawn, 0, 0), uint32(n)))
		}
		first, prints := populate(t, pick)
		begin := &side{name: "no workers", Stage: first, steps: script.Count(&first.State).Steps}
		sides := []*side{begin}
		for _, w := range []int{1, 2, 8} {
			o := &side{name: fmt.Sprint(w, " workers"), Stage: again(rt, first)}
			o.Motion.ShareOut(rig.Shared(w))
			sides = append(sides, o)
		}
		sides = append(sides, &side{name: "restores each time", Stage: again(rt, first), each: 1 + pick(4)})
		const ticks = 30
		joins := pick(ticks)
		for n := range ticks {
			if n == joins {
				sides = append(sides, &side{name: fmt.Sprint("came at ", n), Stage: again(rt, first)})
			}
			if len(prints) > 0 && pick(12) == 0 {
				old := prints[pick(len(prints))]
				next := written(&author{pick: pick}, old.Title, 1, old.Version+uint32(n)+1, old.Shape)
				next.Author = old.Author
				for _, o := range sides {
					act.Hold(&o.State, act.EntryOf(&o.State, next))
				}
			}
			if pick(2) == 0 {
				ask(first, pick)
			}
			body := slices.Clone(first.Building().Turn().Bytes())
			body[1] = 1
			want := ""
			for k, o := range sides {
				if err := o.Replay(slices.Clone(body)); err != nil {
					rt.Fatal(err)
				}
				steps := o.steps
				got := o.told()
				if k == 0 {
					want = got
					all.look(o.Stage, o.steps-steps)
				} else if got != want {
					field, _ := island.Diff(first.Island, o.Island)
					rt.Fatalf("tick %d, the peer with %s: %s\n%s\nthe others: %s", n, o.name, field, got, want)
				}
				if o.each > 0 && n%o.each == 0 {
					o.Stage, o.steps = again(rt, o.Stage), 0
				}
			}
			first.Turn = nil
		}
		rig.Balanced(t, first.Island)
	})
	t.Logf("%+v", all)
	for f := range reflect.ValueOf(all).NumField() {
		if reflect.ValueOf(all).Field(f).Int() == 0 {
			t.Errorf("the things are too much alike: %+v", all)
		}
	}
}

// FuzzEffects: whatever effects scripts ask for, the world is sound afterwards: nothing is lost or doubled,
// and its state can be saved and restored.
func FuzzEffects(f *testing.F) {
	for n := range byte(8) {
		seed := make([]byte, 600)
		for k := range seed {
			seed[k] = byte(k*k)*n + byte(k)*7
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		pick := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			k := int(data[0]) % n
			data = data[1:]
			return k
		}
		s, _ := populate(t, pick)
		for range 8 {
			ask(s, pick)
			s.Run(3)
		}
		rig.Holds(t, s.Island)
	})
}
