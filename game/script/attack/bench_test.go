package attack_test

import (
	"slices"
	"testing"
	"time"

	"manyhold/game/script/attack"
	"manyhold/game/script/star"
)

// BenchmarkWorst measures the nanoseconds of a step for each attack that takes at least a thousand steps, and
// reports the median, the worst and their ratio. A step of the worst attack may take 20 times the median.
func BenchmarkWorst(b *testing.B) {
	m, l := star.NewMachine(), library()
	type cost struct {
		name string
		ns   float64
	}
	var all []cost
	slowest, worstLoad := "", time.Duration(0)
	for _, a := range attack.All() {
		least := time.Duration(1 << 62)
		var p *star.Program
		var err error
		for range 5 {
			begin := time.Now()
			p, err = star.Load("x", []byte(a.Source), l, star.LoadLimits)
			least = min(least, time.Since(begin))
		}
		if least > worstLoad {
			slowest, worstLoad = a.Name, least
		}
		if err != nil {
			continue
		}
		best, steps := time.Duration(1<<62), int64(0)
		for range 7 { // the least of several, for other programs run as well
			begin := time.Now()
			steps = run(m, p, nil).Steps
			best = min(best, time.Since(begin))
		}
		if steps >= 1000 {
			all = append(all, cost{a.Name, float64(best.Nanoseconds()) / float64(steps)})
		}
	}
	slices.SortFunc(all, func(x, y cost) int {
		if x.ns < y.ns {
			return -1
		}
		return 1
	})
	for _, c := range all[max(0, len(all)-8):] {
		b.Logf("%-45s %.1f ns a step", c.name, c.ns)
	}
	b.Logf("%-45s %v to load", slowest, worstLoad)
	b.ReportMetric(float64(worstLoad.Microseconds()), "worst-load-µs")
	median, worst := all[len(all)/2].ns, all[len(all)-1].ns
	b.ReportMetric(median, "median-ns/step")
	b.ReportMetric(worst, "worst-ns/step")
	b.ReportMetric(worst/median, "worst/median")
	b.ReportMetric(0, "ns/op")
}
