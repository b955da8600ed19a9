// Package trial plays stories: it puts a thing of a blueprint into a small world and lets happen what a story
// says, tick by tick, so that an author sees what the thing does before anybody else meets it.
//
// The world is a cleared meadow on which the thing is alone. The first player that enters owns the thing and
// the land round it, which is open to all; it is a builder. Players stand within reach of the thing, in its
// west. To touch, a player walks up to it and back to its place.
//
// A line of a transcript is what somebody does, or what can be seen of it afterwards: the thing says, shows,
// shines, opens, sounds, asks and moves; players get and lose items; effects are refused; the script fails.
// The outcome is a function of blueprint and story: it is the same with any number of workers, on every
// processor, and with or without snapshots.
package trial

import (
	"fmt"
	"strings"
	"sync"

	"manyhold/app/maker/story"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/exhibit"
	"manyhold/game/script/star/value"
)

const (
	// Tail is how many ticks go on after the last deed of a story, unless the caller says how many run.
	Tail = 3 * game.TicksPerSecond
	// MaxTicks is the most ticks of a run, MaxWorkers the most workers.
	MaxTicks, MaxWorkers = story.MaxTick + Tail, 64
	// MaxLines is the most lines of a transcript. The rest is left out, and counted.
	MaxLines = 20_000
)

// Default is the story of those who have none.
const Default = "at 0 enter Ann\nat 60 use\nat 120 touch\n"

// Author is the player that enters first: the thing's owner, and the author of a blueprint that names none.
func Author() game.PlayerID { return exhibit.CastKey(1) }

// Options say how a story is played.
type Options struct {
	Ticks   uint32 // how many run in all; 0: Tail more than the story has
	Workers int    // of the island; 0 or 1: one
	// Unbroken leaves the snapshots of the story out. Every saves, discards and restores the world so often,
	// in ticks; 0: never. Tests compare these runs.
	Unbroken bool
	Every    uint32
}

// Line is a line of a transcript.
type Line struct {
	Tick uint32 `json:"tick"`
	Text string `json:"text"`
}

// String is the line as transcripts have it.
func (l Line) String() string { return fmt.Sprintf("%-5d %s", l.Tick, l.Text) }

// Fault is how a run of the script failed.
type Fault struct {
	Tick   uint32   `json:"tick"`
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Why    string   `json:"why"`
	Calls  []string `json:"calls,omitempty"` // the calls that led there, the innermost first
}

// Result is what a story came to.
type Result struct {
	Ticks  uint32  `json:"ticks"`
	Digest string  `json:"digest"` // of the world, at the end
	Steps  int64   `json:"steps"`  // of all runs of scripts
	Peak   int64   `json:"peak_bytes"`
	Faults []Fault `json:"faults"`
	Left   int     `json:"left_out,omitempty"` // lines beyond MaxLines
}

// Run plays a story. It calls out with each line.
func Run(b *blueprint.Blueprint, steps []story.Step, o Options, out func(Line)) (*Result, error) {
	w, err := newWorld(b, o)
	if err != nil {
		return nil, err
	}
	w.out = out
	end := o.Ticks
	if end == 0 {
		if len(steps) > 0 {
			end = steps[len(steps)-1].Tick
		}
		end += Tail
	}
	for w.now = 0; w.now < end; w.now++ {
		if o.Every > 0 && w.now%o.Every == o.Every-1 {
			if err := w.restore(); err != nil {
				return nil, err
			}
		}
		for len(steps) > 0 && steps[0].Tick <= w.now {
			if err := w.deed(&steps[0]); err != nil {
				return nil, err
			}
			steps = steps[1:]
		}
		if err := w.step(); err != nil {
			return nil, err
		}
	}
	w.tally()
	w.result.Ticks, w.result.Digest = end, fmt.Sprintf("%016x", w.Digest())
	return &w.result, nil
}

// Transcript plays a story and returns the transcript, as the file beside the story has it.
func Transcript(b *blueprint.Blueprint, steps []story.Step, o Options) (string, *Result, error) {
	var text strings.Builder
	r, err := Run(b, steps, o, func(l Line) { text.WriteString(l.String() + "\n") })
	if err == nil && r.Left > 0 {
		fmt.Fprintf(&text, "%d more lines\n", r.Left)
	}
	return text.String(), r, err
}

// calls are the lines for the calls of a fault.
func calls(f *value.Fault) (list []string) {
	for _, c := range f.Stack {
		list = append(list, fmt.Sprintf("%s (main.star:%s)", c.Name, c.At))
	}
	return list
}

// Sharing returns a function that shares work out among so many goroutines, nil for one.
func Sharing(workers int) func(n int, f func(k int)) {
	if workers <= 1 {
		return nil
	}
	return func(n int, f func(k int)) {
		var all sync.WaitGroup
		for g := range min(workers, n) {
			all.Go(func() {
				for k := g; k < n; k += workers {
					f(k)
				}
			})
		}
		all.Wait()
	}
}
