package sim

import "time"

// Ages counts the ages of turns when a node executes them: the time since their leader closed them, in
// whole milliseconds. The last counter has all that are older.
type Ages [1000]uint64

// agesKept is the number of turns whose closing times are kept.
const agesKept = 256

// closing is a turn and when it was closed.
type closing struct {
	turn uint64
	at   time.Time
}

func (a *Ages) add(age time.Duration) {
	a[min(int(max(age, 0)/time.Millisecond), len(a)-1)]++
}

// Quantile returns the age that a part of the turns, 0 to 1, does not exceed.
func (a *Ages) Quantile(part float64) time.Duration {
	total := uint64(0)
	for _, n := range a {
		total += n
	}
	seen := uint64(0)
	for i, n := range a {
		if seen += n; float64(seen) >= part*float64(total) {
			return time.Duration(i+1) * time.Millisecond
		}
	}
	return time.Duration(len(a)) * time.Millisecond
}
