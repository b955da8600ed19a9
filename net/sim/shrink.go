package sim

import "slices"

// Shrink removes faults from a failing run's list as long as the same checker fails. It returns a list from
// which no fault can be removed, with its report. It is delta debugging (Zeller, Hildebrandt 2002): pieces
// of half the list first, then of a quarter, down to single faults. budget is the greatest number of runs.
func Shrink(o Options, failed Report, budget int) ([]Fault, Report) {
	faults := slices.Clone(o.Faults)
	o.Log = nil
	fails := func(list []Fault) bool {
		if budget--; budget < 0 {
			return false
		}
		o.Faults = list
		r, err := Run(o)
		if err != nil || r.Failure == nil || r.Failure.Check != failed.Failure.Check {
			return false
		}
		failed = r
		return true
	}
	for size := max(1, len(faults)/2); ; size = max(1, size/2) {
		shrunk := false
		for from := 0; from < len(faults) && budget > 0; {
			to := min(from+size, len(faults))
			if rest := slices.Delete(slices.Clone(faults), from, to); fails(rest) {
				faults, shrunk = rest, true
			} else {
				from = to
			}
		}
		if size == 1 && !shrunk || budget <= 0 {
			return faults, failed
		}
	}
}
