package capacity

import "time"

// Quota bounds how often, or how much of, something is done for one peer: so much at once, and so much in
// each second after that. The zero value is a full one.
type Quota struct {
	left float64
	at   time.Time
}

// Ready reports whether Take of one would succeed.
func (q Quota) Ready(now time.Time, perSecond, burst float64) bool {
	return q.Take(now, 0, perSecond, burst) && q.left >= 1
}

// Take uses up some of it, and reports whether there was anything left: the last of it may be overdrawn.
func (q *Quota) Take(now time.Time, cost, perSecond, burst float64) bool {
	if q.at.IsZero() {
		q.left = burst
	} else {
		q.left = min(burst, q.left+perSecond*max(0, now.Sub(q.at).Seconds()))
	}
	q.at = now
	if q.left < min(cost, 1) {
		return false
	}
	q.left -= cost
	return true
}

// Owe uses up some of it even if there is not so much.
func (q *Quota) Owe(now time.Time, cost, perSecond, burst float64) {
	q.Take(now, 0, perSecond, burst)
	q.left -= cost
}
