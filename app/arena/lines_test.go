package arena_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/game/match"
)

// line is the network of a match, and who plays on it.
type line struct {
	n      int
	strict bool
	trip   time.Duration // and back
	loss   float64
	seed   uint64
}

// worst reports whether there is no worse line.
func (c line) worst() bool { return c.trip == 400*time.Millisecond && c.loss > 0 }

// linesOf are the lines on which an engine is played.
func linesOf(p *match.Package) (lines []line) {
	for _, n := range []int{2, 4, 8} {
		for _, trip := range []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond} {
			for _, loss := range []float64{0, 0.2} {
				lines = append(lines, line{n, (n == 4) == (trip == 50*time.Millisecond || loss == 0), trip, loss, 1})
			}
		}
	}
	lines = slices.DeleteFunc(lines, line.worst)
	for _, n := range []int{2, 4, 8} {
		for _, strict := range []bool{false, true} {
			for seed := uint64(1); seed == 1 || seed == 2 && n > 2; seed++ {
				lines = append(lines, line{n, strict, 400 * time.Millisecond, 0.2, seed})
			}
		}
	}
	first, figures := lines[0], os.Getenv("MANYHOLD_FIGURES") != ""
	return slices.DeleteFunc(lines, func(c line) bool {
		switch {
		case testing.Short():
			return p.Name() != "emberball" || c != first
		case p.Name() != "emberball":
			most := min(4, len(p.Roster))
			return !c.worst() || c.strict || c.n > most || c.seed > 1 || !figures && c.n < most
		case c.worst():
			return c.seed > 1 && !figures
		case c.n == 4: // each round trip, each way, and each loss once at least
			return !figures && (c.trip == 0) == (c.loss == 0)
		case c.n == 8:
			return !figures && (c.trip != 0 || c.loss > 0) && (c.trip != 100*time.Millisecond || c.loss == 0)
		}
		return false
	})
}
