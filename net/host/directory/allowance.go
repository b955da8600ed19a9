package directory

import "time"

// allowance is how many bulletins of a link may still be examined at once.
type allowance struct {
	left int
	at   time.Time
}

// spend takes one from the allowance; false when nothing is left.
func (a *allowance) spend(now time.Time) bool {
	if a.at.IsZero() {
		a.left, a.at = bulletinBurst, now
	}
	if n := int(now.Sub(a.at) * bulletinRate / time.Second); n > 0 {
		a.left, a.at = min(a.left+n, bulletinBurst), now
	}
	a.left--
	if a.left < 0 {
		a.left = 0
		return false
	}
	return true
}
