package sim

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/store"
)

// The plan "isles": people of one world go apart and together and send each other coins, while processes crash, power
// fails and lines are cut. Its checkers:
//
//	entities    every account and every coin is there once, over all islands and what is under way between them
//	firm        an epoch of an island has one firm record
//	digest      equal turns of an island leave equal states
//	bounded     what waits for another island stays under a bound, and is gone when nothing is under way
//	united      when nothing goes wrong any more, all peers have the same islands, in the same epochs, within settleWithin
//	live        and they all close turns and take everybody's commands
//
// A run is some rounds of trouble, each followed by a quiet time at whose end all of them must be content. One process
// ends in a round: a turn is committed when a majority of its voters has it in memory, and what other islands have made
// of a turn that is lost with that majority stays. Harsh runs do not spare majorities; in them entities is not kept.

const (
	// settleWithin is how long after all trouble everything must be well.
	settleWithin = 30 * time.Second
	// islesSeeds is how many seeds TestIsles runs; SIM_COUNT and SIM_FIRST run others, SIM_HARSH harsh ones.
	islesSeeds = 12
)

// islesOptions is what a run depends on.
type islesOptions struct {
	seed   uint64
	nodes  int
	rounds int
	calm   bool // nothing goes wrong
	power  bool // power fails, too
	harsh  bool // several processes may end in a round, so that no majority keeps its memory
	line   memory.Conditions
}

// islesMixed are the options of a seed.
func islesMixed(seed uint64) islesOptions {
	rng := rand.New(rand.NewPCG(seed, 77))
	o := islesOptions{seed: seed, nodes: 3 + rng.IntN(4), rounds: 4, power: true}
	o.line = memory.Conditions{Delay: time.Duration(1+rng.IntN(25)) * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: float64(rng.IntN(3)) / 100}
	return o
}

// isles is a run.
type isles struct {
	o       islesOptions
	rng     *rand.Rand
	net     *memory.Network
	began   time.Time
	genesis store.Genesis
	nodes   []*walker
	walking bool

	states  map[islePlace]isleState
	records map[[2]uint64][32]byte
	reasons map[epoch.Reason]int
	trace   uint64
	turns   uint64
	crashes int
	cuts    int
	mortal  int // processes that may still end in this round
	remains int // times that an island was looked at that has ended, and nobody tells a peer what became of it
	failure *Failure
}

// islesRun makes a run.
func islesRun(o islesOptions) *isles {
	a := &isles{o: o, rng: rand.New(rand.NewPCG(o.seed, 1)), net: memory.New(o.seed, o.line), states: map[islePlace]isleState{},
		records: map[[2]uint64][32]byte{}, reasons: map[epoch.Reason]int{}}
	a.began = a.net.Now()
	for i := range o.nodes {
		n := &walker{a: a, pair: key.FromSeed([32]byte{byte(i + 1), byte(i >> 8), 1}), name: strconv.Itoa(i), down: true}
		n.disk = newIsleDisk(time.Duration(a.rng.IntN(4)) * time.Millisecond)
		a.nodes = append(a.nodes, n)
	}
	a.genesis = store.Genesis{Founder: a.nodes[0].id(), Seed: 1, Rules: 1, Name: "isles", Licence: store.DefaultLicence}
	for _, n := range a.nodes {
		n.start()
	}
	a.run(6 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.settle()
	for range o.rounds {
		if a.failure != nil {
			return a
		}
		a.trouble()
		a.settle()
	}
	return a
}

// fail notes what a checker found first.
func (a *isles) fail(check, format string, args ...any) {
	if a.failure == nil {
		a.failure = &Failure{Check: check, At: a.net.Now().Sub(a.began), Words: fmt.Sprintf(format, args...)}
	}
}

// run lets virtual time pass.
func (a *isles) run(d time.Duration) {
	for end := a.net.Now().Add(d); a.net.Now().Before(end) && a.failure == nil; {
		next := end
		if at, ok := a.net.Next(); ok && at.Before(next) {
			next = at
		}
		for _, n := range a.nodes {
			if n.down {
				continue
			}
			if at := n.next(); at.Before(next) {
				next = at
			}
			if a.walking && n.walks.Before(next) {
				next = n.walks
			}
		}
		if now := a.net.Now(); !next.After(now) {
			next = now.Add(100 * time.Microsecond)
		}
		a.net.Advance(next)
		for _, n := range a.nodes {
			if n.dying {
				n.crash(false)
			}
		}
		for _, n := range a.nodes {
			if now := a.net.Now(); !n.down && !n.next().After(now) {
				n.tick()
			}
			if a.walking && !n.down && !n.dying && !n.walks.After(a.net.Now()) {
				n.stroll()
			}
		}
	}
}

// settle ends all trouble and waits until all checkers are content.
func (a *isles) settle() {
	a.walking = false
	a.net.Heal()
	for _, n := range a.nodes {
		if n.fuse = 0; n.down {
			n.start()
		}
	}
	check, why, spoke := "live", "", map[string]uint64{}
	for end := a.net.Now().Add(settleWithin); a.failure == nil; {
		if !a.net.Now().Before(end) {
			a.fail(check, "not within %v: %s", settleWithin, why)
			return
		}
		a.run(50 * time.Millisecond)
		for _, n := range a.nodes {
			n.help()
		}
		if check, why = a.whole(); check != "" {
			continue
		}
		if check, why = a.heard(spoke); check == "" {
			return
		}
	}
}

// heard has everybody say a word and says whose is not taken yet.
func (a *isles) heard(spoke map[string]uint64) (check, why string) {
	for _, n := range a.nodes {
		if spoke[n.name] == 0 {
			n.say(coins.Say("well"))
			spoke[n.name] = n.seq
		}
		island, there := n.world.Where()
		if m, ok := n.world.Machine(island).(*coins.Machine); !ok || !there || m.Sequence(n.id()) < spoke[n.name] {
			check, why = "live", n.name+"'s words are missing"
		}
	}
	return check, why
}

// TestIsles runs seeds of the plan.
func TestIsles(t *testing.T) {
	first, count := uint64(1), islesSeeds
	if s, err := strconv.ParseUint(os.Getenv("SIM_FIRST"), 10, 64); err == nil {
		first = s
	}
	if n, err := strconv.Atoi(os.Getenv("SIM_COUNT")); err == nil {
		count = n
	}
	for seed := first; seed < first+uint64(count); seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			o := islesMixed(seed)
			o.harsh = os.Getenv("SIM_HARSH") != ""
			a := islesRun(o)
			t.Logf("%d peers, %v, %d turns, %d crashes, %d cuts, %d remains, %v", a.o.nodes, a.net.Now().Sub(a.began), a.turns, a.crashes, a.cuts, a.remains, a.reasons)
			if a.failure != nil {
				t.Errorf("seed %d: %v\n%s", seed, a.failure, a.standing())
			}
		})
	}
}

// TestIslesSame runs a seed twice: everything that happens is the same.
func TestIslesSame(t *testing.T) {
	a, b, c := islesRun(islesMixed(3)), islesRun(islesMixed(3)), islesRun(islesMixed(4))
	if a.trace != b.trace || a.turns != b.turns {
		t.Errorf("%016x, and then %016x", a.trace, b.trace)
	}
	if a.trace == c.trace {
		t.Error("two seeds are the same")
	}
}
