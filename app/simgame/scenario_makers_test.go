package simgame_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"manyhold/app/replica"
	. "manyhold/app/simgame"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/register"
	"manyhold/net/sim"
)

// witness is a game of makers that keeps what the reports on merges say of blueprints.
type witness struct {
	Makers
	lost map[string]bool
}

func (w *witness) Command(s sim.Scene) []byte {
	for _, m := range s.Merges() {
		for _, n := range m.Report {
			if strings.HasPrefix(string(n), "merged_blueprint ") {
				w.lost[n.String()] = true
			}
		}
	}
	return w.Makers.Command(s)
}

// TestMakersInPartitions: people of both sides of a partition publish versions of the same blueprints. When
// it has healed, all peers know the same ones (the checker blueprints of package sim), and the reports on the
// merges name the versions that lost. The faults of a mixture, and worlds that divide, change nothing about
// that.
func TestMakersInPartitions(t *testing.T) {
	line := memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond}
	for _, c := range []struct {
		name  string
		seeds uint64 // with MANYHOLD_FIGURES; else one
		lost  bool   // a merge reports a version that lost
		o     func(seed uint64) sim.Options
	}{
		{"one partition", 2, true, func(seed uint64) sim.Options {
			return sim.Options{Seed: seed, Nodes: 4, For: 40 * time.Second, Liveness: true, Forks: true, Pace: 3, Line: line,
				Faults: []sim.Fault{{At: 6 * time.Second, Kind: sim.Split, Nodes: []int{1}, For: 15 * time.Second}}}
		}},
		{"a mixture", 1, false, func(seed uint64) sim.Options { return sim.Mixed(seed, true, false) }},
		{"islands", 1, false, func(seed uint64) sim.Options { return sim.Mixed(seed, true, true) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && !c.lost {
				t.Skip("takes up to seven seconds; with -short, one partition is tried")
			}
			lost, seeds := 0, c.seeds
			if os.Getenv("MANYHOLD_FIGURES") == "" {
				seeds = 1
			}
			for seed := uint64(1); seed <= seeds; seed++ {
				o, w := c.o(seed), &witness{lost: map[string]bool{}}
				o.Game = w
				r, err := sim.Run(o)
				if err != nil || r.Failure != nil || r.Traffic.Published == 0 {
					t.Fatalf("seed %d: %v, %v, %d published", seed, err, r.Failure, r.Traffic.Published)
				}
				for words := range w.lost {
					if !strings.Contains(words, "/Thing-") {
						t.Errorf("a report says %q", words)
					}
				}
				lost += len(w.lost)
				t.Logf("seed %d: %d published; reports name %d that lost", seed, r.Traffic.Published, len(w.lost))
			}
			if c.lost && lost == 0 {
				t.Error("no report names a version that lost")
			}
		})
	}
}

// crooked is a game of makers whose second node knows other blueprints than the first.
type crooked struct {
	Makers
	asked uint64
}

func (c *crooked) Print(kernel.Machine) uint64 { c.asked++; return c.asked }

// TestBlueprintsChecker: the checker notices that a node knows other blueprints.
func TestBlueprintsChecker(t *testing.T) {
	r, err := sim.Run(sim.Options{Seed: 1, Nodes: 2, For: 100 * time.Second, Liveness: true, Game: &crooked{}})
	if err != nil || r.Failure == nil || r.Failure.Check != "blueprints" {
		t.Errorf("%v, %v", err, r.Failure)
	}
}

// duel is a game in which somebody publishes a blueprint, and people on both sides of a partition then
// publish the same next version of it.
type duel struct {
	Makers
	fork, heal time.Duration
	by         [3]key.ID // the editors of version 1, and of version 2 on both sides
	at         [3]time.Duration
	holds      map[key.ID]blueprint.Hash // version 2, as the node of each person knows it
	agreed     time.Duration             // after the end of the partition
	waits      bool                      // the loss waits for its editor
	told       time.Duration             // after the end of the partition
}

func (d *duel) Publish(s sim.Scene, pair key.Pair) []byte {
	all := &replica.Of(s.Machine).Blueprints
	n, now := 0, s.Elapsed()
	b := blueprint.Blueprint{Author: game.PlayerID(s.Me), By: s.Me.Short(), Title: "Duel", Licence: "CC0-1.0", Flags: blueprint.Public}
	switch one := all.Find(blueprint.IDOf(game.PlayerID(d.by[0]), "Duel")); {
	case d.by[0] == (key.ID{}), one == nil && s.Me == d.by[0]: // the first try may be too early
	case one == nil || one.Version != 1 || now < d.fork+2*time.Second || now > d.heal:
		return nil
	case d.by[1] == (key.ID{}):
		n, b = 1, *one.Blueprint
	case d.by[2] == (key.ID{}) && s.Me != d.by[1] && now > d.at[1]+2*time.Second: // on the other side
		n, b = 2, *one.Blueprint
	default:
		return nil
	}
	d.by[n], d.at[n] = s.Me, now
	b.Version, b.Editor, b.About = b.Version+1, game.PlayerID(s.Me), fmt.Sprint("edition ", n)
	b.Seal = register.Seal(pair, blueprint.Unsealed(nil, &b))
	return blueprint.Append(nil, &b)
}

func (d *duel) Command(s sim.Scene) []byte {
	all := &replica.Of(s.Machine).Blueprints
	if e := all.Find(blueprint.IDOf(game.PlayerID(d.by[0]), "Duel")); e != nil && e.Version == 2 {
		d.holds[s.Me] = e.Hash
	}
	same := len(d.holds) == 4
	for _, h := range d.holds {
		same = same && h == d.holds[s.Me]
	}
	now := s.Elapsed()
	if same && now > d.heal && d.agreed == 0 {
		d.agreed = now - d.heal
	}
	if len(all.Losses()) > 0 {
		d.waits = true
	} else if d.waits && d.told == 0 && d.agreed > 0 {
		d.told = now - d.heal
	}
	return d.Makers.Command(s)
}

// TestTwoBuildersInAPartition: for ten seconds the world is in two parts, and in both somebody publishes the
// next version of one blueprint. Within three seconds of virtual time after the partition, all peers know the
// same version, and the one whose version lost has been told.
func TestTwoBuildersInAPartition(t *testing.T) {
	const fork, split, most = 8 * time.Second, 10 * time.Second, 3 * time.Second
	line := memory.Conditions{Delay: 5 * time.Millisecond, Jitter: 2 * time.Millisecond}
	for seed := uint64(1); seed <= 2; seed++ {
		d := &duel{fork: fork, heal: fork + split, holds: map[key.ID]blueprint.Hash{}}
		r, err := sim.Run(sim.Options{Seed: seed, Nodes: 4, For: 26 * time.Second, Forks: true, Pace: 3, Line: line, Game: d,
			Faults: []sim.Fault{{At: fork, Kind: sim.Split, Nodes: []int{1}, For: split}}})
		if err != nil || r.Failure != nil {
			t.Fatalf("seed %d: %v, %v", seed, err, r.Failure)
		}
		t.Logf("seed %d: version 2 was published %v and %v after the fork; one version %v after the partition, the loser told %v after it",
			seed, d.at[1]-fork, d.at[2]-fork, d.agreed, d.told)
		if d.by[2] == (key.ID{}) || d.agreed == 0 || d.agreed > most || d.told == 0 || d.told > most {
			t.Errorf("seed %d: editors %v; agreed after %v, told after %v", seed, d.by, d.agreed, d.told)
		}
	}
}
