package board_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/board"
	"manyhold/game/challenge"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rig"
	"manyhold/game/world"
)

var update = flag.Bool("update", false, "rewrite testdata/golden.txt; a change of it needs a new game.CurrentRules")

// own lets a player have a stack in a slot.
func own(i *world.State, n, slot int, s item.Stack) {
	p := i.Roster.ByKey(rig.Key(n))
	i.Ledger.Destroyed[p.Inventory[slot].Kind] += uint64(p.Inventory[slot].Count)
	p.Inventory[slot] = s
	i.Ledger.Created[s.Kind] += uint64(s.Count)
}

// outfit gives a player some of everything to show, from slot 0 on.
func outfit(i *world.State, n int) {
	for slot, k := range []item.Kind{item.Harp, item.NineScore, item.GoldRocket, item.MapPiece, item.KeeperHat, item.StarCloak, item.RoseLantern, item.RedDye} {
		own(i, n, slot, item.Stack{Kind: k, Count: 3})
	}
}

// shows is a command about a thing to show, by its turn.
func shows(i *world.State, n, turn int) command.Command {
	p := i.Roster.ByKey(rig.Key(n))
	if b := i.Space.Body(p.Body); b != nil && turn%10 == 9 {
		return rig.Moving(fixed.One/2, -fixed.One/2)
	}
	switch turn % 10 {
	case 0:
		return command.Command{Kind: command.Select, Slot: uint8(turn / 10 % 4)}
	case 1, 2:
		return command.Command{Kind: command.Play, Count: uint8(1 + turn%5)}
	case 8:
		return command.Command{Kind: command.Drop, Slot: uint8(4 + turn/10%4), Count: 1}
	}
	return command.Command{Kind: command.Place, Tile: grid.Tile{}, Slot: uint8(turn*7/10%5 + turn%4)}
}

// TestGolden: what people show, play, launch and do together goes the same way everywhere: awake, after a
// sleep of their region, on islands that part and meet, and on the two sides of a fork that is merged.
func TestGolden(t *testing.T) {
	var out strings.Builder
	line := func(name string, i *world.State, digest uint64) {
		fmt.Fprintf(&out, "%s: tick %d, %016x, prizes %v\n", name, i.Clock, digest, i.Challenges.Of(challenge.WeekOf(i.Clock), 0))
	}
	s := rig.BareStage(t)
	s.Enter(1).Enter(2).Clear(10)
	s.Put(1, 0, 4).Put(2, 1, 4)
	outfit(&s.State, 1)
	outfit(&s.State, 2)
	for n := range 60 {
		s.Ask(1, shows(&s.State, 1, n))
		if n%20 == 15 {
			s.Ask(2, command.Command{Kind: command.Carry, Entity: s.Player(1).Body})
			s.Run(3)
			s.Ask(1, command.Command{Kind: command.Carry, Entity: s.Player(2).Body})
		}
		s.Run(20)
		if n%12 == 11 {
			does(&s.State, 1, n/12%3, 2)
			line("awake", &s.State, s.Digest())
		}
	}
	k, _ := s.Land.Find(s.SpawnTile.Region())
	living.Retire(&s.State, k)
	s.Clock += 20 * game.TicksPerSecond
	living.Activate(&s.State, s.SpawnTile.Region())
	s.Run(300)
	line("after a sleep", &s.State, s.Digest())

	f := rig.NewFleet(t, rig.Chancer(7))
	f.SpreadOut(2, 8)
	outfit(&f.Home().State, 1)
	outfit(&f.Home().State, 2)
	f.Home().Save()
	f.Carve(f.Home(), 201, 2)
	f.Post = true
	for n := range 60 {
		f.Step(game.TicksPerTurn, map[int][]command.Command{1: {shows(&f.Of(1).State, 1, n)}, 2: {shows(&f.Of(2).State, 2, n+3)}})
	}
	for _, ship := range f.Ships {
		line(fmt.Sprintf("island %d", ship.Self()), &ship.State, ship.Digest())
	}
	whole := f.Settle()
	line("all in one", &whole.State, whole.Digest())
	f.Balanced()

	fork := rig.ForkOf(met(t), []int{1}, []int{2})
	for n := range 30 {
		fork.Here.Ask(1, shows(&fork.Here.State, 1, n))
		fork.There.Ask(2, shows(&fork.There.State, 2, n))
		fork.Here.Run(12)
		fork.There.Run(12)
	}
	fork.Merge()
	line("merged", &fork.Here.State, fork.Here.Digest())
	rig.Golden(t, "testdata/golden.txt", out.String(), *update)
}

// met is a world with two players, in which the first challenge of the week is met.
func met(t testing.TB) *rig.Stage {
	s := rig.Pair(t)
	outfit(&s.State, 1)
	outfit(&s.State, 2)
	does(&s.State, 1, 0, goal(&s.State, 0))
	s.Run(3)
	return s
}

// TestPrizesOfBothSides: a player who gets a prize on both sides of a fork has it once after the merge, and
// what is done on both sides counts.
func TestPrizesOfBothSides(t *testing.T) {
	s := met(t)
	prize := challenge.Rows[challenge.Of(s.Gen.Seed, 1)[0]].Prize
	had := s.Count(1, prize.Kind)
	fork := rig.ForkOf(s, []int{1}, []int{2})
	fork.There.Enter(1) // its peer came back there, too
	for _, side := range []*rig.Stage{fork.Here, fork.There} {
		had := side.Count(1, prize.Kind)
		board.Read(&side.State, side.Player(1), side.Body(1), side.SpawnTile) // the field has no board
		if side.Count(1, prize.Kind) != had+int(prize.Count) {
			t.Fatal("no prize")
		}
		side.Ask(1, command.Command{Kind: command.Emote, Count: 1}) // it plays on this side
		side.Run(6)
	}
	does(&fork.Here.State, 1, 1, 1)
	does(&fork.There.State, 1, 1, 1)
	fork.Merge()
	if got := fork.Here.Count(1, prize.Kind) - had; got != int(prize.Count) {
		t.Errorf("after the merge there are %d %s, want %d", got, prize.Kind, prize.Count)
	}
	if got, want := fork.Here.Challenges.Of(1, 1), min(goal(&fork.Here.State, 1), 2); got != want {
		t.Errorf("the second challenge has %d, want %d", got, want)
	}
	rig.Balanced(t, fork.Here.Island)
}
