//go:build unix

package simgame

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	lines "manyhold/net/link/memory"
	"manyhold/net/sim"
	"manyhold/net/store"
)

const (
	// partySize is how many people package sim has come together.
	partySize = 10
	// partiesApart is how far the parties sleep from each other and from the spawn, in regions: all but one
	// are islands of their own half a minute after they woke.
	partiesApart = 9
)

// wideGame is Game in a world in which everybody was before: each party fell asleep at a place of its own,
// far from the others, and builds there when it wakes. To walk there would take minutes and more room at the
// spawn than there is.
type wideGame struct {
	Game
	parties int
	state   []byte // of home, when all sleep
}

// Home is sim.Game's.
func (w *wideGame) Home(g store.Genesis) kernel.Machine {
	g.Rules, g.Start = uint32(game.CurrentRules), uint8(item.Builders) // as simGame's
	i := node.NewIsland(g)
	if err := i.Restore(w.state); err != nil {
		panic(err)
	}
	return i
}

// Command is sim.Game's.
func (w *wideGame) Command(s sim.Scene) []byte {
	s.Habit = sim.Building
	return w.Game.Command(s)
}

// bedroom is a place where a party may sleep: around the spawn, of a square of seven by seven.
func bedroom(n int) (x, y int32) {
	if n >= 24 {
		n++
	}
	return (int32(n%7) - 3) * partiesApart * grid.RegionSide, (int32(n/7) - 3) * partiesApart * grid.RegionSide
}

// sleepers fills the world of a genesis with the parties of the players.
func (w *wideGame) sleepers(g store.Genesis, people []key.ID) error {
	g.Rules, g.Start = uint32(game.CurrentRules), uint8(item.Builders)
	i := node.NewIsland(g)
	seq := map[key.ID]uint64{}
	step := func(who []key.ID, c command.Command) {
		turn := i.Begin(1)
		for _, k := range who {
			c.Text = k.Short()
			seq[k]++
			_, _ = turn.Append(k, seq[k], command.Append(nil, c))
		}
		i.Step(turn.Turn())
	}
	spot := 0
	for party := range w.parties {
		who := people[party*partySize : (party+1)*partySize]
		for _, k := range who {
			step([]key.ID{k}, command.Command{Kind: command.Enter})
		}
		var to grid.Tile
		put := func() {
			for n, k := range who {
				i.Space.Body(i.Roster.ByKey(game.PlayerID(k)).Body).Pos = grid.Tile{X: to.X + int32(n%4), Y: to.Y + int32(n/4)}.Centre()
			}
			for range 20 { // until the land there is awake
				step(nil, command.Command{})
			}
		}
		for ok := false; !ok; spot++ {
			if spot == 48 {
				return fmt.Errorf("there is no land for party %d", party)
			}
			x, y := bedroom(spot)
			to = i.SpawnTile.Add(x, y)
			put()
			to, ok = meadow(i.Island, to)
		}
		put()
		step(who, command.Command{Kind: command.Leave})
		for range 20 {
			step(nil, command.Command{})
		}
	}
	w.state = i.Snapshot(nil)
	return nil
}

// meadow finds a patch of land near a place where one can walk.
func meadow(i *island.Island, near grid.Tile) (at grid.Tile, ok bool) {
	for n := range int32(24 * 24) {
		at := near.Add((n%24-12)*4, (n/24-12)*4)
		for k := int32(0); k == 0 || ok && k < 64; k++ {
			ok = order.Walkable(i, at.Add(k%8-2, k/8-2))
		}
		if ok {
			return at, true
		}
	}
	return at, false
}

// used is the time that this process has used a processor for its own instructions.
func used(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestFigureWideGame simulates one world of the real islands in which twenty parties of ten wake far from
// each other. It measures how many times faster than real time the last half minute runs, when each has an
// island, one of them home.
func TestFigureWideGame(t *testing.T) {
	if os.Getenv("MANYHOLD_FIGURES") == "" {
		t.Skip("takes minutes; MANYHOLD_FIGURES=1 runs it")
	}
	wide(t, 20, 8*time.Second, 60*time.Second, 30*time.Second)
}

// TestWideGame is the same with two parties, for a moment.
func TestWideGame(t *testing.T) { wide(t, 2, 2*time.Second, 40*time.Second, 5*time.Second) }

// wideOptions are of a world in which parties have slept far from each other; they wake one after the other,
// gap apart.
func wideOptions(t *testing.T, seed uint64, parties int, gap, rest time.Duration) sim.Options {
	w := &wideGame{parties: parties}
	o := sim.Options{Seed: seed, Nodes: parties * partySize, For: time.Duration(parties)*gap + rest, Forks: true, Islands: true, People: sim.Parties, Links: 6,
		Gap: gap, Linger: 5 * time.Second, Game: w, Line: lines.Conditions{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond, Loss: 0.01}}
	people, genesis := sim.Cast(o)
	if err := w.sleepers(genesis, people); err != nil {
		t.Fatal(err)
	}
	return o
}

func wide(t *testing.T, parties int, gap, settle, span time.Duration) {
	defer sim.Prepare()()
	o := wideOptions(t, 1, parties, gap, settle+span)
	began, islands := time.Duration(-1), 0
	o.Watch = func(elapsed time.Duration, n int) {
		if islands = n; began < 0 && elapsed >= o.For-span {
			began = used(t)
		}
	}
	r, err := sim.Run(o)
	if err != nil || r.Failure != nil {
		t.Fatal(err, r.Failure)
	}
	t.Logf("%v", r)
	t.Logf("%d islands: %.1f× real time", islands, float64(span)/float64(used(t)-began))
	if islands != parties { // home is one: some party has to stay on it
		t.Errorf("%d islands", islands)
	}
}
