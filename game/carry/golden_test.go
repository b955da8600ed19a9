package carry_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/pins"
	"manyhold/game/rig"
	"manyhold/game/tile"
	"manyhold/game/world"
)

var update = flag.Bool("update", false, "rewrite testdata/golden.txt; a change of it needs a new game.CurrentRules")

// ride asks and agrees: player 1 carries player 2 afterwards, if it can.
func ride(s *rig.Stage) {
	do(s, 1, 2)
	do(s, 2, 1)
}

// TestGolden: friends who carry each other and mark places for each other go the same way everywhere: awake
// and knocked out, while a region sleeps, on islands that part and meet with a pair on its way, on the two
// sides of a fork that is merged, and to other islands and home.
func TestGolden(t *testing.T) {
	var out strings.Builder
	seen := map[event.Kind]int{}
	line := func(what string, i *island.Island) {
		fmt.Fprintf(&out, "%s: tick %d, %016x, %d bodies", what, i.Clock, i.Digest(), len(i.Space.Bodies()))
		for n := 1; n <= 2; n++ {
			if p := i.Roster.ByKey(rig.Key(n)); p != nil {
				fmt.Fprintf(&out, ", player %d has %d pins and health %d", n, len(pins.Of(p)), p.Health)
				if b := i.Space.Body(p.Body); b != nil && b.Z > 0 {
					out.WriteString(" and is carried")
				}
			}
		}
		out.WriteString("\n")
	}
	count := func(s *rig.Stage) {
		for k := range s.Log {
			seen[s.Log[k].Kind]++
		}
	}
	run := func(s *rig.Stage, ticks int) {
		for ; ticks > 0; ticks -= 30 {
			s.Run(min(ticks, 30))
			count(s)
		}
	}
	offer := func(s *rig.Stage, n, o int) {
		do(s, n, o)
		count(s)
	}
	s := pair(t)
	offer(s, 1, 2)
	offer(s, 2, 1)
	s.Ask(1, rig.Moving(fixed.One, fixed.One/2))
	for sign := range uint8(entity.PinSigns) {
		s.Ask(1, command.Command{Kind: command.Pin, Tile: s.At(int32(sign), 1), Count: sign})
		s.Ask(2, command.Command{Kind: command.Pin, Tile: s.At(-3, int32(sign)/2), Count: 1 + sign})
		run(s, 12)
	}
	line("carried", s.Island)
	s.Ask(1, rig.Moving(0, 0))
	s.Ask(2, rig.Moving(0, fixed.One))
	run(s, 60)
	s.Ask(2, rig.Moving(0, 0))
	line("off", s.Island)
	living.SetTile(&s.State, s.At(3, 5), tile.Path, tile.Hearth, tile.StateBit0)
	s.Put(1, 0, 3).Put(2, 1, 3)
	knock(s, 2)
	offer(s, 1, 2)
	run(s, 120)
	line("knocked out and carried", s.Island)
	home := s.SpawnTile.Region()
	k, _ := s.Land.Find(home)
	living.Retire(&s.State, k)
	s.Clock += 20 * game.TicksPerSecond
	living.Activate(&s.State, home)
	run(s, 120)
	line("after a sleep", s.Island)
	s.Put(1, 3, 3)
	run(s, 6)
	offer(s, 1, 2)
	run(s, 60)
	line("set down at a hearth", s.Island)
	for _, want := range [...]event.Kind{event.CarryAsked, event.Hoisted, event.SetDown, event.Revived} {
		if seen[want] == 0 {
			t.Errorf("never saw the event %q", want)
		}
	}
	f := rig.NewFleet(t, rig.Chancer(5))
	f.SpreadOut(3, 8)
	h := f.Home()
	at := grid.TileAt(h.Space.Body(h.Roster.ByKey(rig.Key(2)).Body).Pos)
	h.PlaceAt(1, at.Add(1, 0))
	h.Save()
	asks := func(n, o int) map[int][]command.Command {
		return map[int][]command.Command{n: {
			{Kind: command.Carry, Entity: h.Roster.ByKey(rig.Key(o)).Body},
			{Kind: command.Pin, Tile: at.Add(int32(n), 9), Count: uint8(n)},
		}}
	}
	f.Step(game.TicksPerTurn, asks(1, 2))
	f.Step(game.TicksPerTurn, asks(2, 1))
	if h.Space.Body(h.Roster.ByKey(rig.Key(2)).Body).Z == 0 {
		t.Error("nobody is carried on the island")
	}
	h.Save()
	f.Carve(h, 201, 1, 2)
	f.Post = true
	for n := range 60 {
		dir := fixed.Direction(fixed.Angle(n * 3001))
		f.Step(game.TicksPerTurn, map[int][]command.Command{1: {{Kind: command.Move, Dir: dir}}})
	}
	for _, ship := range f.Ships {
		line(fmt.Sprintf("island %d", ship.Self()), ship.Island)
	}
	line("all in one", f.Settle())
	f.Balanced()

	fork := rig.ForkOf(met(t), []int{1}, []int{2})
	fork.Here.Ask(1, rig.Moving(fixed.One, 0))
	fork.There.Ask(2, command.Command{Kind: command.Pin, Tile: fork.There.At(2, 2), Count: 4})
	run(fork.Here, 90)
	run(fork.There, 60)
	fork.Merge()
	line("merged", fork.Here.Island)
	run(fork.Here, 300)
	line("and later", fork.Here.Island)
	rig.Balanced(t, fork.Here.Island)

	trip := newSea(t, rig.Chancer(9), false)
	trip.Post = true
	trip.visits(2, 3)
	trip.follows(2, 4, trip.Ship(78))
	line("on a visit", trip.Of(2).Island)
	trip.Do(2, goHome)
	trip.follows(2, 4, trip.Home())
	for _, ship := range trip.Ships {
		line(fmt.Sprintf("island %d after a way home", ship.Self()), ship.Island)
	}
	rig.Golden(t, "testdata/golden.txt", out.String(), *update)
}

// met is a world in which player 1 carries player 2.
func met(t *testing.T) *rig.Stage {
	s := pair(t)
	s.Rule(world.Keep)
	if ride(s); !together(s, 1, 2) {
		t.Fatal("nobody is carried")
	}
	return s
}
