package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/simgame"
	"manyhold/app/usage"
	"manyhold/net/link/memory"
	"manyhold/net/sim"
	"manyhold/net/sim/rooms"
)

// errBroke says that a checker of a simulation found something.
var errBroke = errors.New("an invariant was violated")

// shrinkRuns is how many runs the search for a shorter list of faults may take.
const shrinkRuns = 400

// drawn says that nodes, links and faults are drawn from the seed, and which.
type drawn struct{ mix, torn, unfair bool }

// simFlags are the flags of a simulation.
type simFlags struct {
	nodes                   int
	minutes                 float64
	seed                    uint64
	loss                    float64 // percent
	delay, jitter           time.Duration
	crash, partition, power float64 // a minute
	drawn                   drawn
	liveness                bool
	forks, islands          bool
	people                  string
	cap                     uint16
	untilFail               bool
	machine                 string
	animals                 int
	faults                  string
	pace                    float64
	links                   int
	gap, linger             time.Duration
	trace                   bool
}

func simCommand() *cobra.Command {
	var f simFlags
	c := &cobra.Command{
		Use:   "sim",
		Short: "Simulate an unreliable network and check that the world survives",
		Long: `Runs a whole network in one goroutine and virtual time: the real hosting code, with late and lossy
links, killed processes, and disks that lose unsynced data. Checkers verify the invariants. The seed decides
everything: the same seed gives the same run.

A failing run prints its seed and a minimal list of faults, which --faults runs again.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	fs := c.Flags()
	fs.IntVar(&f.nodes, "nodes", 5, "number of peers, 1 to 1000")
	fs.Float64Var(&f.minutes, "minutes", 1, "duration in minutes of virtual time")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	fs.Float64Var(&f.loss, "loss", 0, "packets lost, in percent")
	fs.DurationVar(&f.delay, "delay", 5*time.Millisecond, "one-way delay of a packet")
	fs.DurationVar(&f.jitter, "jitter", 2*time.Millisecond, "greatest additional delay of a packet")
	fs.Float64Var(&f.crash, "crash", 0, "killed processes per minute")
	fs.Float64Var(&f.partition, "partition", 0, "partitions of the network per minute")
	fs.Float64Var(&f.power, "power", 0, "power cuts per minute")
	fs.BoolVar(&f.drawn.mix, "mix", false, "draw nodes, links and all kinds of faults from the seed, as the tests do")
	fs.BoolVar(&f.liveness, "liveness", false, "end all faults after two thirds of the time, then require one fork")
	fs.BoolVar(&f.drawn.torn, "torn", false, "draw nodes, links and cuts of single paths from the seed, while other nodes relay")
	fs.BoolVar(&f.drawn.unfair, "unfair", false, "draw nodes, links and leaders that break rules of fairness from the seed")
	fs.BoolVar(&f.forks, "forks", true, "minorities continue provisionally and are merged later")
	fs.BoolVar(&f.islands, "islands", true, "islands split and merge")
	fs.StringVar(&f.people, "people", "busy", "behaviour of players: busy (walk and build), crowd (gather for a while), evening (leave one by one), parties (groups of ten come and travel far)")
	fs.Uint16Var(&f.cap, "cap", 0, "player limit for merging islands; 0: no limit")
	fs.BoolVar(&f.untilFail, "until-fail", false, "continue with the next seed until a violation is found")
	fs.StringVar(&f.machine, "machine", "coins", "state machine: coins (small, for speed), game (the real island) or makers (the same, and people publish blueprints), rooms (a flowing match of a toy) or strict (one whose players wait for each other)")
	fs.IntVar(&f.animals, "animals", 0, "hens and sheep around the spawn, with --machine game, up to 4000")
	fs.StringVar(&f.faults, "faults", "", "file of faults to run instead of random ones")
	fs.Float64Var(&f.pace, "pace", 2, "commands per second of a player")
	fs.IntVar(&f.links, "links", 0, "additional links per peer beyond the required ones, 0 to 32; 0: link all peers with each other")
	fs.DurationVar(&f.gap, "gap", 8*time.Second, "time between the arrivals of two parties")
	fs.DurationVar(&f.linger, "linger", time.Minute, "how long a peer keeps executing an island that it no longer needs")
	fs.BoolVar(&f.trace, "log", false, "print every event")
	c.AddCommand(newcomerCommand())
	return c
}

// options are those of one seed, or a wrong usage.
func (f *simFlags) options(seed uint64) (o sim.Options, err error) {
	switch {
	case f.nodes < 1 || f.nodes > sim.MaxNodes:
		return o, usage.Errorf("--nodes is %d; use 1 to %d", f.nodes, sim.MaxNodes)
	case f.minutes <= 0 || f.minutes > 24*60:
		return o, usage.Errorf("--minutes is %g; use more than 0, up to 1440", f.minutes)
	case f.loss < 0 || f.loss > 90:
		return o, usage.Errorf("--loss is %g; use 0 to 90 percent", f.loss)
	case f.delay < 0 || f.delay > time.Minute || f.jitter < 0 || f.jitter > time.Minute:
		return o, usage.Errorf("use 0s to 1m for --delay and --jitter")
	case f.crash < 0 || f.partition < 0 || f.power < 0 || f.crash+f.partition+f.power > 10000:
		return o, usage.Errorf("--crash, --partition and --power count per minute; use 0 to 10000 for their sum")
	case f.links < 0 || f.links > 32:
		return o, usage.Errorf("--links is %d; use 0 to 32", f.links)
	case f.gap < time.Second || f.gap > time.Hour || f.linger < time.Second || f.linger > time.Hour:
		return o, usage.Errorf("use 1s to 1h for --gap and --linger")
	case f.animals < 0 || f.animals > 4000 || f.animals > 0 && f.machine != "game":
		return o, usage.Errorf("--animals is %d; use 0 to 4000, with --machine game", f.animals)
	case f.pace < 0 || f.pace > 60:
		return o, usage.Errorf("--pace is %g; use 0 to 60 commands per second", f.pace)
	}
	people, ok := sim.ParsePeople(f.people)
	if !ok {
		return o, usage.Errorf("--people is %q; use busy, crowd, evening or parties", f.people)
	}
	switch {
	case f.drawn.torn:
		o = sim.Torn(seed)
	case f.drawn.unfair:
		o = sim.Unfair(seed)
	case f.drawn.mix:
		o = sim.Mixed(seed, f.forks, f.islands)
	default:
		o = sim.Options{Seed: seed, Nodes: f.nodes, For: time.Duration(f.minutes * float64(time.Minute)), Liveness: f.liveness, Pace: f.pace,
			Forks: f.forks, Islands: f.islands, People: people, Cap: f.cap, Links: f.links, Gap: f.gap, Linger: f.linger,
			Line: memory.Conditions{Delay: f.delay, Jitter: f.jitter, Loss: f.loss / 100}}
		o.Draw(sim.Rates{sim.Crash: f.crash, sim.Split: f.partition, sim.Power: f.power})
	}
	switch f.machine {
	case "coins":
	case "game":
		o.Game = simgame.Game{Animals: f.animals}
	case "rooms", "strict":
		o.Game = rooms.New(rooms.Options{Strict: f.machine == "strict", Liars: 500, Forks: o.Forks})
	case "makers":
		o.Game = simgame.Makers{Game: simgame.Game{Animals: f.animals}}
	default:
		return o, usage.Errorf("--machine is %q; use coins, game, makers, rooms or strict", f.machine)
	}
	if f.faults != "" {
		file, err := os.Open(f.faults)
		if err != nil {
			return o, fmt.Errorf("cannot read the faults: %w", err)
		}
		defer file.Close()
		if o.Faults, err = sim.ReadFaults(file); err != nil {
			return o, fmt.Errorf("%s: %w", f.faults, err)
		}
	}
	return o, nil
}

func (f *simFlags) run(c *cobra.Command) error {
	defer sim.Prepare()()
	out := c.OutOrStdout()
	for seed := f.seed; ; seed++ {
		o, err := f.options(seed)
		if err != nil {
			return err
		}
		if f.trace {
			o.Log = slog.New(slog.NewTextHandler(out, nil))
		}
		began := time.Now()
		r, err := sim.Run(o)
		if err != nil {
			return usage.Mark(err)
		}
		summary(out, r, time.Since(began))
		if r.Failure != nil {
			f.tell(c, o, r)
			return fmt.Errorf("seed %d: %w (%s)", seed, errBroke, r.Failure.Check)
		}
		if !f.untilFail || c.Context().Err() != nil {
			return nil
		}
	}
}

// tell prints how a failing run is run again.
func (f *simFlags) tell(c *cobra.Command, o sim.Options, r sim.Report) {
	out := c.OutOrStdout()
	fmt.Fprintf(out, "found by %v\n", r.Failure)
	faults, shrunk := sim.Shrink(o, r, shrinkRuns)
	fmt.Fprintf(out, "commit %s; manyhold sim %s --seed %d; of %d faults, these suffice (--faults FILE):\n%s", revision(), said(c), r.Seed, len(o.Faults), sim.FormatFaults(faults))
	fmt.Fprintf(out, "with them: %v\n", shrunk.Failure)
}

// said returns the command line, without the parts that tell prints itself.
func said(c *cobra.Command) string {
	var words []string
	for _, name := range []string{"nodes", "minutes", "loss", "delay", "jitter", "crash", "partition", "power", "mix", "torn", "unfair", "liveness", "forks", "islands",
		"people", "cap", "machine", "pace", "links", "gap", "linger"} {
		if f := c.Flag(name); f.Changed {
			words = append(words, "--"+name+"="+f.Value.String())
		}
	}
	return strings.Join(words, " ")
}

// revision is the commit that the program was built from, as far as the build says.
func revision() string {
	text, dirty := "unknown", ""
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, s := range b.Settings {
			switch {
			case s.Key == "vcs.revision":
				text = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = ", changed since"
			}
		}
	}
	return text + dirty
}

// summary prints the result of a run, for a person.
func summary(out io.Writer, r sim.Report, took time.Duration) {
	fmt.Fprintf(out, "seed %d: %d nodes for %v in %v, %.0f times real time\n", r.Seed, r.Nodes, r.For, took.Round(time.Millisecond),
		float64(r.For)/float64(max(took, time.Microsecond)))
	fmt.Fprintf(out, "  turns       %d committed, %d executed; longest gap %v\n", r.Turns, r.Executed, r.WorstGap.Round(time.Millisecond))
	fmt.Fprintf(out, "  commands    %d issued, %d expired\n", r.Commands, r.Expired)
	if r.Traffic.Published > 0 {
		fmt.Fprintf(out, "  blueprints  %d versions published\n", r.Traffic.Published)
	}
	fmt.Fprintf(out, "  epochs      %d of home; of all forks and islands%s\n", r.Epochs, counted(r.Reasons))
	fmt.Fprintf(out, "  islands     %d at the end, executed %d times; %d links\n", r.End.Islands, r.End.Executions, r.End.Links)
	fmt.Fprintf(out, "  faults      %d crashes, %d quits, %d partitions%s\n", r.Crashes, r.Quits, r.Partitions, counted(r.Faults))
	lost := uint64(0)
	for _, n := range r.Lost {
		lost += n
	}
	fmt.Fprintf(out, "  turns lost  %d", lost)
	if lost > 0 {
		fmt.Fprintf(out, ", the oldest committed %v before%s", r.LongestLoss.Round(time.Millisecond), counted(r.Lost))
	}
	if r.Unfair.Findings > 0 {
		fmt.Fprintf(out, "\n  unfair      %d findings against leaders; one led on for at most %v", r.Unfair.Findings, r.Unfair.Longest.Round(time.Millisecond))
	}
	if r.Alone > 0 || r.Healed > 0 {
		fmt.Fprintf(out, "\n  waits       at most %v for turns while connected; %v for one fork after all faults", r.Alone.Round(time.Millisecond), r.Healed.Round(time.Millisecond))
	}
	fmt.Fprintf(out, "\n  messages    %d, %d bytes\n  trace       %016x\n", r.Traffic.Messages, r.Traffic.Bytes, r.Trace)
}

// counted lists counts by name.
func counted[N int | uint64](m map[string]N) string {
	if len(m) == 0 {
		return ""
	}
	var words []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		words = append(words, fmt.Sprintf("%s %d", k, m[k]))
	}
	return " (" + strings.Join(words, ", ") + ")"
}
