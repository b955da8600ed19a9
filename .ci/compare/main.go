// Command compare runs the same small programs by the game's evaluator of scripts and by others, in turn, and
// prints one table: microseconds of a run, and the ratio to go.starlark.net without limits. Each time is the
// least of many short slices, so that other programs on the machine disturb it little. The results of all
// engines must be equal.
//
//	go run . -rounds 60
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"manyhold/game/script"
	"manyhold/game/script/star"
)

// slice is how long an engine runs before it is another's turn.
const slice = 2 * time.Millisecond

func main() {
	rounds := flag.Int("rounds", 60, "slices of each engine and program")
	flag.Parse()
	debug.SetGCPercent(400)
	if err := tabulate(*rounds); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// column is a program loaded by an engine.
type column struct {
	run   func() (int64, error)
	host  host
	times int // runs of a slice
	least time.Duration
}

// load loads a program by all engines, and compares what three runs of it return and ask for.
func load(p program) ([]*column, error) {
	var all []*column
	var first string
	for _, e := range engines {
		c := &column{least: 1 << 62}
		run, err := e.load(p, &c.host)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", p.name, e.name, err)
		}
		var told strings.Builder
		for range 3 {
			n, err := run()
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", p.name, e.name, err)
			}
			fmt.Fprint(&told, n, c.host.effects, " ")
		}
		if len(all) == 0 {
			first = told.String()
		} else if told.String() != first {
			return nil, fmt.Errorf("%s: %s returns %s; %s returns %s", p.name, e.name, told.String(), engines[0].name, first)
		}
		c.run = run
		all = append(all, c)
	}
	return all, nil
}

// measure runs a slice.
func (c *column) measure() {
	begin := time.Now()
	for range c.times {
		c.run()
	}
	c.least = min(c.least, time.Since(begin)/time.Duration(c.times))
}

// warm finds how many runs a slice has.
func (c *column) warm() {
	begin := time.Now()
	for c.times = 0; time.Since(begin) < slice; c.times++ {
		c.run()
	}
	c.times = max(c.times, 1)
}

// tabulate measures and prints the table.
func tabulate(rounds int) error {
	fmt.Printf("%s, %s/%s\n\n| µs; ratio to the library |", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, e := range engines {
		fmt.Printf(" %s |", e.name)
	}
	fmt.Println("\n|" + strings.Repeat("---|", len(engines)+1))
	row := func(name string, all []*column) {
		for range rounds {
			for _, c := range all {
				c.measure()
			}
		}
		fmt.Printf("| %s |", name)
		for k, c := range all {
			if k == 1 {
				fmt.Printf(" %.3g |", micros(c.least))
			} else {
				fmt.Printf(" %.3g (%.2f) |", micros(c.least), micros(c.least)/micros(all[1].least))
			}
		}
		fmt.Println()
	}
	for _, p := range programs {
		all, err := load(p)
		if err != nil {
			return err
		}
		for _, c := range all {
			c.warm()
		}
		row(p.name, all)
	}
	return loading(row)
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// loading measures how long a source of 182 lines takes: parsed alone, compiled by the library, and checked,
// compiled and evaluated by the game.
func loading(row func(string, []*column)) error {
	var b strings.Builder
	for k := range 13 {
		fmt.Fprintf(&b, board, k, k, k)
	}
	source := b.String()
	anything := func(string) bool { return true }
	options := &syntax.FileOptions{While: true}
	kinds := []struct {
		name string
		run  func() (int64, error)
	}{
		{"checked, compiled and evaluated by the game", func() (int64, error) {
			_, err := star.Load("x.star", []byte(source), script.Host, star.LoadLimits)
			return 0, err
		}},
		{"compiled by go.starlark.net", func() (int64, error) {
			_, _, err := starlark.SourceProgramOptions(options, "x.star", source, anything)
			return 0, err
		}},
		{"parsed by go.starlark.net", func() (int64, error) {
			_, err := options.Parse("x.star", source, 0)
			return 0, err
		}},
	}
	var all []*column
	fmt.Printf("\n| µs for %d lines, %.1f KB; ratio to the library |", strings.Count(source, "\n"), float64(len(source))/1000)
	for _, k := range kinds {
		if _, err := k.run(); err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		fmt.Printf(" %s |", k.name)
		all = append(all, &column{run: k.run, least: 1 << 62})
	}
	fmt.Println("\n|" + strings.Repeat("---|", len(kinds)+1))
	for _, c := range slices.Backward(all) {
		c.warm()
	}
	row("load", all)
	return nil
}
