package goal_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/goal"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// TestThread: a newcomer reaches the goals of a player one after the other. Each is offered when what comes
// before it is reached, is told once, and is remembered when what it asked for is gone.
func TestThread(t *testing.T) {
	s := rig.BareStage(t).Enter(1).Clear(6).Put(1, 0, 0) // items are made and lost by hand
	put := func(b tile.Block, state uint8) func() {
		return func() { living.SetTile(&s.State, s.At(1, 0), tile.Grass, b, state) }
	}
	carry := func() {
		b := s.Body(1)
		e := entity.Body{ID: 9, Kind: entity.Ember, Pos: b.Pos, Born: s.Clock, Other: b.ID, Flags: entity.Carried}
		s.Space.Insert(e)
		b = s.Body(1)
		b.Flags, b.Other = b.Flags|entity.Carrying, 9
	}
	for _, step := range []struct {
		goal goal.Goal
		do   func()
	}{
		{goal.Hearth, put(tile.Hearth, tile.StateBit0)},
		{goal.Embers, carry},
		{goal.Keeper, func() {
			s.RemoveBody(9)
			b := s.Body(1)
			b.Flags, b.Other = b.Flags&^entity.Carrying, 0
			s.Space.Insert(entity.Body{ID: 10, Kind: entity.Flame, Pos: b.Pos, Seat: s.Player(1).Seat, Flags: entity.Resting})
		}},
		{goal.Wood, func() { s.Give(1, item.Stick, 12) }},
		{goal.Bench, put(tile.Bench, 0)},
		{goal.Tool, func() { s.Give(1, item.StonePick, 1) }},
		{goal.Copper, func() { s.Give(1, item.RawCopper, 1) }},
		{goal.Furnace, put(tile.Furnace, 0)},
		{goal.Metal, func() { s.Give(1, item.Copper, 1) }},
		{goal.Machine, func() { s.Set(1, 0, tile.Lever, 0); s.Set(2, 0, tile.Wire, 0) }},
	} {
		p := s.Player(1)
		p.Inventory = [item.InventorySlots]item.Stack{}
		s.Set(1, 0, tile.NoBlock, 0)
		if !goal.Open(&s.State, p, step.goal) {
			t.Fatalf("%s is not offered", step.goal.Name())
		}
		if next, ok := goal.Next(&s.State, p); !ok || next != step.goal {
			t.Fatalf("the next goal is %s, want %s", next.Name(), step.goal.Name())
		}
		step.do()
		s.Run(60)
		told := 0
		for _, e := range s.Log {
			if e.Kind == event.GoalReached && goal.Goal(e.A) == step.goal {
				told++
			}
		}
		if told != 1 || !goal.Done(&s.State, s.Player(1), step.goal) {
			t.Fatalf("%s is told %d times, reached %v", step.goal.Name(), told, goal.Done(&s.State, s.Player(1), step.goal))
		}
	}
	if got := s.Player(1).Goals; got != 1<<goal.PlayerGoals-1 {
		t.Errorf("reached %b", got)
	}
}

// TestLightsAreOfTheWorld: what one player lit is lit for all. A newcomer is led to the next dark one, and
// still has its own goals.
func TestLightsAreOfTheWorld(t *testing.T) {
	s := rig.BareStage(t).Enter(1).Enter(2)
	p := s.Player(2)
	p.Goals = 1<<goal.PlayerGoals - 1
	for n := range lights.Count {
		g := goal.First + goal.Goal(n)
		next, ok := goal.Next(&s.State, p)
		at, known := goal.Place(&s.State, p, s.Body(2), next)
		if !ok || next != g || !known || at != terrain.Lights(s.Gen.Seed)[n] {
			t.Fatalf("light %d: next is %d at %v", n, next, at)
		}
		s.Lights.Light(n, lights.Entry{At: at, Since: s.Clock, Seat: s.Player(1).Seat, Name: s.Player(1).Name})
		if !goal.Done(&s.State, p, g) {
			t.Fatalf("light %d is not done for the other player", n)
		}
	}
	if next, ok := goal.Next(&s.State, p); !ok || next != goal.LongNight {
		t.Errorf("after the ninth light: %d", next)
	}
	s.Lights.Tend(3, s.Clock+1)
	if _, ok := goal.Next(&s.State, p); ok {
		t.Error("there is a goal when everything is reached")
	}
	if next, _ := goal.Next(&s.State, s.Player(1)); next != goal.Hearth {
		t.Errorf("player 1 is led to %s", next.Name())
	}
}

// TestNeverWithoutAGoal: in each world a player without anything has a goal with a place.
func TestNeverWithoutAGoal(t *testing.T) {
	for seed := range uint64(8) {
		at, ok := terrain.NearestOre(seed, terrain.Spawn(seed), tile.CopperOre)
		if !ok {
			t.Errorf("seed %d: no copper near", seed)
			continue
		}
		var land tile.Region
		terrain.Build(seed, at.Region(), terrain.Furnished, &land)
		if land.Block[at.Index()] != tile.CopperOre {
			t.Errorf("seed %d: at %v is %s", seed, at, land.Block[at.Index()])
		}
	}
}

// TestLightsAreTendedAgain: after the first light that was tended, each one that flickers is a goal again, at
// its place, until it is tended.
func TestLightsAreTendedAgain(t *testing.T) {
	s := rig.NewStage(t)
	s.Enter(1)
	p := s.Player(1)
	p.Goals = 1<<goal.PlayerGoals - 1
	for n, at := range terrain.Lights(s.Gen.Seed) {
		s.Lights.Light(n, lights.Entry{At: at, Since: s.Clock})
	}
	if g, ok := goal.Next(&s.State, p); !ok || g != goal.LongNight {
		t.Fatalf("after nine lights: %d, %v", g, ok)
	}
	s.Clock += lights.FestivalTime + lights.FlickerEvery + 1
	for round := range 2 {
		at, ok := goal.Place(&s.State, p, s.Body(1), goal.LongNight)
		n, lit := s.Lights.At(at)
		if !ok || !lit || !s.Lights.Flickers(n, s.Clock) || !goal.Open(&s.State, p, goal.LongNight) {
			t.Fatalf("round %d: %v %v", round, at, ok)
		}
		s.Lights.Tend(n, s.Clock)
		if !goal.Done(&s.State, p, goal.LongNight) || goal.Open(&s.State, p, goal.LongNight) {
			t.Fatalf("round %d: tended, and still to be done", round)
		}
		s.Clock += lights.FlickerEvery
	}
}

// TestFriendsAreLedToDifferentLights: those who have learned all are led to one dark light each, as long as
// there are enough; one who is asleep, or still learns, takes none away.
func TestFriendsAreLedToDifferentLights(t *testing.T) {
	s := rig.BareStage(t).Enter(4)
	led := func(n int) int {
		g, _ := goal.Next(&s.State, s.Player(n))
		light, _ := g.Light()
		return light
	}
	light := func(n int) {
		s.Lights.Light(n, lights.Entry{At: terrain.Lights(s.Gen.Seed)[n], Since: s.Clock, Seat: s.Player(1).Seat})
	}
	for n := 1; n <= 4; n++ {
		s.Player(n).Goals = 1<<goal.PlayerGoals - 1
	}
	check := func(what string, want ...int) {
		t.Helper()
		for n, w := range want {
			if got := led(n + 1); w >= 0 && got != w {
				t.Errorf("%s: player %d is led to light %d, want %d", what, n+1, got, w)
			}
		}
	}
	check("the first is everybody's", 0, 0, 0, 0)
	light(0)
	check("four", 1, 2, 3, 4)
	light(2)
	check("one is lit, and the others stay where they are", 1, 6, 3, 4)
	s.Player(2).Goals = 0
	check("one still learns", 1, -1, 5, 3)
	s.Player(2).Goals = 1<<goal.PlayerGoals - 1
	s.Sleep(3)
	s.Run(3)
	check("one is asleep", 1, 5, -1, 3)
	for _, n := range []int{3, 4, 5, 6, 7} {
		light(n)
	}
	check("two are left", 1, 8, -1, 1)
}

// TestNobodyIsLedAway: in whatever order friends light the lights, each is led to another one as long as
// there are enough, and nobody away from a dark light of its own.
func TestNobodyIsLedAway(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := rig.BareStage(t).Enter(4)
		light := func(n int) {
			s.Lights.Light(n, lights.Entry{At: terrain.Lights(s.Gen.Seed)[n], Since: s.Clock, Seat: s.Player(1).Seat})
		}
		for n := 1; n <= 4; n++ {
			s.Player(n).Goals = 1<<goal.PlayerGoals - 1
		}
		light(0)
		was := [4]int{1, 2, 3, 4}
		for _, lit := range rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8}).Draw(rt, "order")[:7] {
			light(lit)
			var at [lights.Count]int
			for k := range was {
				g, _ := goal.Next(&s.State, s.Player(k+1))
				n, ok := g.Light()
				if !ok || s.Lights.Lit(n) {
					rt.Fatalf("player %d is led to %d, which burns", k+1, n)
				}
				if own := (was[k]-1)%4 == k; own && was[k] != lit && n != was[k] {
					rt.Fatalf("player %d is led away from %d to %d, since %d was lit", k+1, was[k], n, lit)
				}
				was[k] = n
				at[n]++
			}
			if most := slices.Max(at[:]); most > 1 && s.Lights.Count()+4 <= lights.Count {
				rt.Fatalf("%d are led to one light: %v", most, was)
			}
		}
	})
}
