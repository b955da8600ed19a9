package sim

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/kernel"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/link/memory"
	"manyhold/net/store"
)

// MaxNodes is the largest network that is simulated.
const MaxNodes = 1000

// Game is the replicated machine, and its players.
type Game interface {
	// Home returns a machine at the beginning of a world.
	Home(g store.Genesis) kernel.Machine
	// Island returns the machine of another island, before it is given its first state.
	Island(g store.Genesis) kernel.Machine
	// Command returns a person's next command; nil: none now.
	Command(s Scene) []byte
	// Commands calls f with every command in a turn, and reports whether it can.
	Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) bool
	// Wrong returns the check that a machine's state fails, and how, or "".
	Wrong(m kernel.Machine) (check, words string)
	// Whole returns the check that a whole world fails, and how, or "". It covers losses, duplicates, and
	// parcels under way.
	Whole(e Everything) (check, words string)
	// Edit returns a state with goods that nobody made, as the owner of a file would write it; or the same
	// state, if the game cannot.
	Edit(snapshot []byte) []byte
	// Flip flips a bit of a machine's state and reports whether it could.
	Flip(m kernel.Machine) bool
}

// Brisk is a Game whose people may give more commands than those of a world.
type Brisk interface{ Rate() capacity.Rate }

// Options describe a simulation. The comments name the meaning of zero values.
type Options struct {
	Seed   uint64
	Nodes  int           // default 5
	For    time.Duration // virtual; default one minute
	Faults []Fault       // in order
	Line   memory.Conditions
	// Liveness: faults end after livelyPart of the time. Then a core that can communicate must continue
	// within bounds. Without it faults last to the end, and only safety is checked.
	Liveness bool
	Forks    bool    // minorities continue on provisional forks, which are merged later
	Islands  bool    // the world is divided and merged
	Cap      uint16  // of players on an island that takes another in; zero: none
	People   People  // the people's behaviour
	Game     Game    // default: Coins
	Pace     float64 // commands per second of one person; default 2
	// Members is how many nodes the world's charter knows, the founder's included; zero: it has no charter,
	// and knows all.
	Members int
	// Alone is how long the founder plays before the run begins and the others come. Those that come after
	// acquaintance.EarlyTurns are no companions of it.
	Alone time.Duration
	// Links is the number of links of each node beside those that its world needs; zero: all nodes are
	// linked with all. With it no node executes all islands.
	Links int
	// Gap is the time between the arrivals of two parties, with Parties; default eight seconds. Linger is
	// how long an island is kept without a reason; default as in host.Options.
	Gap, Linger time.Duration
	// Relays lets the packets of two nodes without a direct path go over a third that is linked with both.
	// With it, and Forks, the checker one-line is on.
	Relays bool
	// Watch is called ten times a virtual second, to measure; nil: never.
	Watch func(elapsed time.Duration, islands int)
	// Done is asked as often: the run ends early when it holds; nil: it lasts to its end.
	Done func() bool
	Bug  Bug          // that all nodes have; none but in tests of the checkers
	Log  *slog.Logger // nil: silent
}

// lively returns how long faults can strike.
func (o *Options) lively() time.Duration {
	switch {
	case !o.Liveness:
		return o.For
	case o.Islands:
		return o.For * livelyIslands / 100
	}
	return o.For * livelyPart / 100
}

// Sim is a network that is being simulated.
type Sim struct {
	o       Options
	net     *memory.Network
	began   time.Time
	genesis store.Genesis
	world   store.WorldID
	nodes   []*node
	by      map[key.ID]*node
	due     agenda
	good    verify.Cache // of all nodes
	planted planted
	ends    []ending  // of faults that last, by time
	faults  int       // of Options.Faults that have struck
	mends   []func()  // end faults that last
	calm    time.Time // the end of the last fault
	settled bool
	cuts    map[[2]int]int // how many faults keep the one from the other
	checks  checks
	parties [][]key.ID
	report  Report
	stopped bool
}

// ending is the end of a fault.
type ending struct {
	at  time.Time
	end func()
}

// Run simulates once. Findings of the checkers are in the Report; the error reports invalid Options.
func Run(o Options) (r Report, err error) {
	if o.Nodes == 0 {
		o.Nodes = 5
	}
	if o.For == 0 {
		o.For = time.Minute
	}
	if o.Pace == 0 {
		o.Pace = 2
	}
	if o.Gap == 0 {
		o.Gap = 8 * time.Second
	}
	if o.Game == nil {
		o.Game = Coins{}
	}
	if o.Nodes < 1 || o.Nodes > MaxNodes || o.For < 0 || o.Links < 0 {
		return r, fmt.Errorf("sim: %d nodes for %v", o.Nodes, o.For)
	}
	for _, f := range o.Faults {
		for _, n := range f.Nodes {
			if n >= o.Nodes {
				return r, fmt.Errorf("sim: “%v” names a node that does not exist; nodes are 0 to %d", f, o.Nodes-1)
			}
		}
	}
	s := &Sim{o: o, net: memory.New(o.Seed^saltNet<<60, o.Line), by: map[key.ID]*node{}, cuts: map[[2]int]int{}}
	if o.Relays && o.Bug != Stranded {
		s.net.Relay()
	}
	s.began = s.net.Now()
	if s.calm = s.began; o.Log != nil {
		s.o.Log = slog.New(stamped{o.Log.Handler(), s})
	}
	s.report = Report{Reasons: map[string]int{}, Faults: map[string]int{}, Lost: map[string]uint64{}}
	s.checks.init(s)
	defer s.plantAll()()
	defer func() {
		if p := recover(); p != nil {
			s.fail("panic", nil, "%v\n%s", p, debug.Stack())
			r = s.finish()
		}
	}()
	s.populate()
	s.loop(s.began.Add(o.For))
	return s.finish(), nil
}

// populate starts the first node, which founds the world, and lets the others join it.
func (s *Sim) populate() {
	for i := range s.o.Nodes {
		n := newNode(s, i)
		s.nodes = append(s.nodes, n)
		s.by[n.pair.ID()] = n
	}
	s.drawFriends()
	founder := s.nodes[0]
	s.genesis = founding(s.o.Seed, founder.pair)
	s.world = s.genesis.ID()
	founder.found()
	if s.o.Alone > 0 {
		s.prelude()
	}
	rng := rand.New(rand.NewPCG(s.o.Seed, saltNode))
	for _, n := range s.nodes[1:] {
		s.later(n.comes()+time.Duration(rng.IntN(2000))*time.Millisecond, n.start)
	}
}

// prelude lets the founder play alone; then the run begins.
func (s *Sim) prelude() {
	faults, liveness := s.o.Faults, s.o.Liveness
	s.o.Faults, s.o.Liveness = nil, false
	s.loop(s.began.Add(s.o.Alone))
	s.o.Faults, s.o.Liveness = faults, liveness
	s.began = s.net.Now()
	s.calm = s.began
}

// founding is the genesis of a run's world.
func founding(seed uint64, founder key.Pair) store.Genesis {
	return store.Genesis{Founder: founder.ID(), Seed: seed, Rules: 1, Name: "simulated", Licence: store.DefaultLicence}
}

// Cast returns the players of a run, by number, and the genesis of its world, for a game with an initial
// state.
func Cast(o Options) (people []key.ID, g store.Genesis) {
	for i := range o.Nodes {
		people = append(people, identity(o.Seed, i).ID())
	}
	return people, founding(o.Seed, identity(o.Seed, 0))
}

// later has something happen after a while.
func (s *Sim) later(d time.Duration, f func()) {
	at := s.net.Now().Add(d)
	i := len(s.ends)
	for i > 0 && s.ends[i-1].at.After(at) {
		i--
	}
	s.ends = append(s.ends, ending{})
	copy(s.ends[i+1:], s.ends[i:])
	s.ends[i] = ending{at, f}
}

// loop lets time pass until the end, or until a checker fails.
func (s *Sim) loop(end time.Time) {
	watch := s.began
	for !s.stopped {
		next := end
		sooner := func(at time.Time) {
			if at.Before(next) {
				next = at
			}
		}
		if at, ok := s.net.Next(); ok {
			sooner(at)
		}
		if len(s.due) > 0 {
			sooner(s.due[0].n.at)
		}
		if len(s.ends) > 0 {
			sooner(s.ends[0].at)
		}
		if s.faults < len(s.o.Faults) {
			sooner(s.began.Add(s.o.Faults[s.faults].At))
		}
		sooner(watch)
		s.net.Advance(next)
		now := s.net.Now()
		for len(s.ends) > 0 && !s.ends[0].at.After(now) {
			f := s.ends[0].end
			s.ends = s.ends[1:]
			f()
		}
		for s.faults < len(s.o.Faults) && !s.began.Add(s.o.Faults[s.faults].At).After(now) {
			s.faults++
			s.strike(s.o.Faults[s.faults-1])
		}
		for len(s.due) > 0 && !s.due[0].n.at.After(now) && !s.stopped {
			s.due[0].n.wake(now)
		}
		if !watch.After(now) {
			watch = now.Add(watchEvery)
			s.govern()
			s.watch(now)
			s.watched()
			if s.o.Done != nil && s.o.Done() {
				return
			}
		}
		if !now.Before(end) {
			return
		}
	}
}

// watchEvery is how often the checkers look that are about time.
const watchEvery = 100 * time.Millisecond

func (s *Sim) elapsed() time.Duration { return s.net.Now().Sub(s.began) }

func (s *Sim) event(n *node, text string, args ...any) {
	if s.o.Log != nil {
		name := "-"
		if n != nil {
			name = n.name
		}
		s.o.Log.Info(text, append([]any{"node", name}, args...)...)
	}
}
