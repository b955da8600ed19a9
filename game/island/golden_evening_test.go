package island_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/weather"
	"manyhold/game/world"
)

// The digests of an evening of settlers: what they make and store, a fire, a heap of crates, falls and
// friends, goals; awake, asleep, on several islands, forked and merged. The nine lights have a golden file of
// their own, and so have the creatures of the dark (package dark).
//
//go:embed testdata/golden-evening-1.txt
var goldenEvening string

// TestGoldenEvening: the rules of the first evening go the same way everywhere.
func TestGoldenEvening(t *testing.T) {
	sameAsGolden(t, "golden-evening-1.txt", eveningRun(t), goldenEvening)
}

// noted is a stage whose course is noted.
type noted struct {
	*rig.Stage
	out  *strings.Builder
	seen [event.KindCount]int
}

// note counts the events of the log.
func (n *noted) note() {
	for k := range n.Log {
		n.seen[n.Log[k].Kind]++
	}
}

// pass runs ticks, and counts the events.
func (n *noted) pass(ticks int) {
	n.T.Helper()
	for ; ticks > 0; ticks -= 60 {
		n.Run(min(ticks, 60))
		n.note()
	}
}

// saw fails for each of the events that was never seen.
func (n *noted) saw(kinds ...event.Kind) {
	n.T.Helper()
	for _, k := range kinds {
		if n.seen[k] == 0 {
			n.T.Errorf("never saw the event %q", k)
		}
	}
}

// evening is a noted stage of settlers.
type evening struct{ noted }

// run runs ticks and notes the digest.
func (e *evening) run(what string, ticks int) {
	e.T.Helper()
	e.pass(ticks)
	if what != "" {
		fmt.Fprintf(e.out, "%-32s %016x, %d burn, %d bodies, goals %x and %x\n", what, e.Digest(), e.Counts(tile.Fire, 20), len(e.Space.Bodies()), e.Player(1).Goals, e.Player(2).Goals)
	}
}

// ask asks for a command of player 1 and runs a turn.
func (e *evening) ask(c command.Command) {
	e.Ask(1, c)
	e.run("", 3)
}

// grove sets up trees around the place of a stage, and lets it be dry.
func grove(s *rig.Stage) {
	for y := int32(-12); y <= 12; y += 3 {
		for x := int32(-12); x <= 12; x += 3 {
			s.Set(x, y, [...]tile.Block{tile.Oak, tile.Pine, tile.Bush, tile.Stump}[(x*x+y)/3&3], 0)
			s.Set(x+1, y, tile.Tuft, 0)
		}
	}
	for weather.At(s.Gen.Seed, s.Clock, s.SpawnTile).Rain > 0 || weather.At(s.Gen.Seed, s.Clock+1200, s.SpawnTile).Rain > 0 {
		s.Clock += 600
	}
}

// workshop makes every recipe once, at its station, and fails if a station makes none.
func (e *evening) workshop() {
	stations := [...]tile.Block{tile.Bench, tile.Furnace, tile.Loom, tile.Anvil}
	for n, b := range stations {
		e.Set(int32(n)-2, -2, b, 0)
	}
	var made [item.Anvil + 8]int
	for n := range item.Recipes {
		r := &item.Recipes[n]
		for _, s := range r.Needs {
			if s.Count > 0 {
				e.Give(1, s.Kind, s.Count)
			}
		}
		e.Ask(1, command.Command{Kind: command.Craft, Slot: uint8(n), Count: 1})
		if e.run("", 3); e.Saw(event.Crafted) != nil {
			made[r.At]++
		}
		if n%12 == 11 { // room for more
			e.ask(command.Command{Kind: command.BagSort})
			for k := range e.Player(1).Inventory {
				if s := &e.Player(1).Inventory[k]; s.Count > 0 {
					e.Ledger.Destroyed[s.Kind] += uint64(s.Count)
					*s = item.Stack{}
				}
			}
		}
	}
	fmt.Fprintf(e.out, "made at the stations: %v\n", made[:item.StationOf(tile.Anvil)+1])
	for _, b := range stations {
		if made[item.StationOf(b)] == 0 {
			e.T.Errorf("nothing was made at the %s", b)
		}
	}
	e.run("what settlers make", 60)
}

// store moves things between a bag and a chest in every way there is.
func (e *evening) store() {
	e.Build(func(d exhibit.Decor) {
		d.Chest(2, 1, item.Stack{Kind: item.Stick, Count: 20}, item.Stack{Kind: item.Coal, Count: 3}, item.Stack{Kind: item.Stick, Count: 7})
	})
	at := e.At(2, 1)
	e.Give(1, item.Stick, 9)
	e.Give(1, item.Berry, 5)
	for _, c := range []command.Command{
		{Kind: command.ChestSort, Tile: at}, {Kind: command.ChestStack, Tile: at}, {Kind: command.ChestMove, Tile: at, Slot: 36, Slot2: 12, Count: 5},
		{Kind: command.ChestMove, Tile: at, Slot: 12, Slot2: 40, Count: 2}, {Kind: command.ChestPut, Tile: at, Slot: 12, Count: 1},
		{Kind: command.ChestTake, Tile: at, Slot: 1, Count: 1}, {Kind: command.ChestTakeAll, Tile: at}, {Kind: command.BagSort},
	} {
		e.ask(c)
	}
	e.run("what settlers store", 30)
}

func eveningRun(t *testing.T) string {
	var out strings.Builder
	e := &evening{noted{Stage: rig.SettlersStage(t, 7), out: &out}}
	e.Enter(2).Clear(16).Put(1, 0, 0).Put(2, 4, 4)
	e.run("they begin", 90)
	e.workshop()
	e.store()
	for _, b := range []tile.Block{tile.Cliff, tile.Oak, tile.EmberOre} { // what their tools can dig
		e.Set(1, 0, b, 0)
		e.Ask(1, command.Command{Kind: command.Dig, Tile: e.At(1, 0)})
		e.run("they dig at "+b.String(), 180)
		e.Set(1, 0, tile.NoBlock, 0)
	}

	for n := range int32(9) {
		e.Crate(-3+n%3, -8+n/3)
	}
	for x := int32(-5); x <= 1; x++ {
		e.Set(x, -9, tile.StoneWall, 0)
	}
	e.Put(1, -2, -5)
	e.Ask(1, rig.Moving(0, -fixed.One))
	e.run("somebody squeezes through crates", 150)
	e.Ask(1, rig.Moving(0, 0))

	e.Put(1, 14, 14).Put(2, -14, 14)
	grove(e.Stage)
	living.Ignite(&e.State, e.Player(1), e.At(0, 0))
	for n := range 5 {
		e.run(fmt.Sprintf("a wood burns, %d s", 6*n+6), 6*game.TicksPerSecond)
	}
	home := e.SpawnTile.Region()
	burnt := e.Land.Active(home).Burnt
	k, _ := e.Land.Find(home)
	living.Retire(&e.State, k)
	e.Clock += 40 * game.TicksPerSecond
	living.Activate(&e.State, home)
	e.run("it has slept", 300)
	fmt.Fprintf(&out, "burnt before its sleep %d, afterwards %d\n", burnt, e.Land.Active(home).Burnt)

	e.Put(1, 13, 14).Put(2, 14, 14)
	living.Hurt(&e.State, e.Player(2), world.MaxHealth)
	e.run("somebody falls", 3*game.TicksPerSecond)
	e.ask(command.Command{Kind: command.Use, Tile: e.At(14, 14)})
	e.run("a friend helps", 60)
	e.Give(2, item.Copper, 3)
	living.Hurt(&e.State, e.Player(2), world.MaxHealth)
	e.Put(1, -20, -20)
	e.run("somebody falls again, alone", 40*game.TicksPerSecond)
	e.Put(2, 14, 14)
	e.run("and finds what was lost", 120)
	e.Build(func(d exhibit.Decor) { d.Set(-14, 13, tile.Hearth, 0) })
	e.Put(1, -13, 13)
	e.ask(command.Command{Kind: command.Use, Tile: e.At(-14, 13)})
	e.run("a hearth is lit", 600)
	e.saw(event.Crafted, event.ChestPut, event.ChestTaken, event.Lit, event.Unlit, event.Felled, event.Fell, event.Revived, event.Woke, event.Recovered, event.GoalReached, event.Refused)
	out.WriteString(packed(t, e.Island))

	f := eveningFork(t)
	living.Ignite(&f.Here.State, nil, f.Here.At(0, 0))
	f.Here.Run(900)
	living.Hurt(&f.Here.State, f.Here.Player(1), world.MaxHealth)
	living.Hurt(&f.There.State, f.There.Player(2), world.MaxHealth)
	f.There.Run(1200)
	beacon.Kindle(&f.There.State, f.There.Player(2), terrain.Lights(7)[4])
	f.There.Run(60)
	fmt.Fprintf(&out, "one side %016x, the other %016x\n", f.Here.Digest(), f.There.Digest())
	f.Merge()
	fmt.Fprintf(&out, "merged %016x; %s", f.Here.Digest(), packed(t, f.Here.Island))
	f.Here.Run(600)
	fmt.Fprintf(&out, "and later %016x\n", f.Here.Digest())

	fleet, _ := settlersApart(t, rig.Chancer(11))
	for _, s := range fleet.Ships {
		for _, r := range s.Land.Regions {
			for k := grid.Index(0); k < grid.RegionTiles; k += 5 {
				if living.FuelAt(&s.State, r.At.Tile(k)) > 0 && k%35 == 0 {
					living.Ignite(&s.State, nil, r.At.Tile(k))
				}
			}
		}
		s.Save()
	}
	for range 60 {
		fleet.Step(game.MaxTicksPerTurn, nil)
	}
	for _, s := range fleet.Ships {
		fires, burnt := 0, 0
		for _, r := range s.Land.Regions {
			fires, burnt = fires+int(r.Fires), burnt+int(r.Burnt)
		}
		fmt.Fprintf(&out, "island %d: %016x, %d burn, %d are burnt; %s", s.Self(), s.Digest(), fires, burnt, packed(t, s.Island))
	}
	fmt.Fprintf(&out, "all in one: %016x\n", fleet.Settle().Digest())
	return out.String()
}

// eveningFork is a fork in a grove.
func eveningFork(t *testing.T) *rig.Fork {
	s := rig.Pair(t)
	grove(s)
	s.Put(1, 8, -8).Put(2, -8, 8)
	s.Run(90)
	return rig.ForkOf(s, []int{1}, []int{2})
}

// settlersApart is a fleet of three players, two of which are on islands of their own.
func settlersApart(t rig.Failer, draw func(uint32) uint32) (f *rig.Fleet, people int) {
	f = rig.NewFleet(t, draw)
	f.SpreadOut(3, 8)
	for n := range 2 {
		f.Carve(f.Home(), uint64(101+n), 2+n)
	}
	f.Post = true
	return f, 3
}

// TestIslandsKeepTheEvening: however a world divides and becomes one again, all lights that were lit burn,
// all goals that a player reached are its own, and everything that was lost on the way lies somewhere or is
// carried, once.
func TestIslandsKeepTheEvening(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, people := settlersApart(rt, rig.Drawer(rt))
		lit, goals := map[int]bool{}, make([]uint32, people+1)
		player := func(n int) (*rig.Ship, *entity.PlayerState) {
			for k := 0; f.Of(n) == nil && k < 1000; k++ { // it is on its way to the hearth of another island
				f.Step(game.MaxTicksPerTurn, nil)
			}
			s := f.Of(n)
			for turns := 0; s == nil; s = f.Of(n) { // a letter has it, on its way to its hearth
				if turns++; turns > 200 {
					rt.Fatalf("player %d is nowhere", n)
				}
				f.Step(game.MaxTicksPerTurn, nil)
			}
			return s, s.Roster.ByKey(rig.Key(n))
		}
		for range rapid.IntRange(1, 8).Draw(rt, "deeds") {
			n := rapid.IntRange(1, people).Draw(rt, "who")
			s, p := player(n)
			switch rapid.IntRange(0, 3).Draw(rt, "deed") {
			case 0:
				light := rapid.IntRange(0, lights.Count-1).Draw(rt, "light")
				if at := terrain.Lights(s.Gen.Seed)[light]; holds(f, s, at.Region()) {
					beacon.Kindle(&s.State, p, at)
					lit[light] = true
				}
			case 1:
				p.Goals |= 1 << rapid.IntRange(0, int(goal.PlayerGoals)-1).Draw(rt, "goal")
			case 2:
				living.Hurt(&s.State, p, world.MaxHealth)
			case 3:
				if len(f.Ships) > 1 && s.Self() != f.Home().Self() {
					s.Save()
					f.Absorb(f.Home(), s)
					s, p = player(n)
				}
			}
			goals[n] |= p.Goals
			s.Save()
			for range rapid.IntRange(1, 20).Draw(rt, "turns") {
				f.Step(game.MaxTicksPerTurn, nil)
			}
			f.Balanced()
		}
		whole := f.Settle()
		rig.Balanced(rt, whole)
		for light := range lit {
			if !whole.Lights.Lit(light) {
				rt.Fatalf("light %d does not burn", light)
			}
		}
		if whole.Lights.Count() != len(lit) {
			rt.Fatalf("%d lights burn, %d were lit", whole.Lights.Count(), len(lit))
		}
		for n := 1; n <= people; n++ {
			if p := whole.Roster.ByKey(rig.Key(n)); p == nil || p.Goals&goals[n] != goals[n] {
				rt.Fatalf("player %d lost goals", n)
			}
		}
	})
}

// TestForksKeepTheEvening: after a merge, the lights and goals of both sides are there, and no item twice.
func TestForksKeepTheEvening(t *testing.T) {
	for seed := range uint64(6) {
		draw := rig.Chancer(seed)
		f := eveningFork(t)
		want, goals := map[int]bool{}, [3]uint32{}
		for n, side := range []*rig.Stage{f.Here, f.There} {
			for range 1 + draw(3) {
				light := int(draw(lights.Count))
				beacon.Kindle(&side.State, side.Player(n+1), terrain.Lights(7)[light])
				want[light] = true
			}
			side.Player(n + 1).Goals |= 1 << draw(uint32(goal.PlayerGoals))
			if draw(2) == 0 {
				living.Hurt(&side.State, side.Player(n+1), world.MaxHealth)
			}
			living.Ignite(&side.State, nil, side.At(int32(draw(3))*3, 0))
			side.Run(int(60 + draw(900)))
			goals[n+1] = side.Player(n + 1).Goals
		}
		f.Merge()
		for light := range want {
			if !f.Here.Lights.Lit(light) {
				t.Errorf("seed %d: light %d does not burn", seed, light)
			}
		}
		for n := 1; n <= 2; n++ {
			if p := f.Here.Player(n); p.Goals&goals[n] != goals[n] {
				t.Errorf("seed %d: player %d lost goals", seed, n)
			}
		}
		rig.Balanced(t, f.Here.Island)
		f.Here.Run(300)
	}
}
