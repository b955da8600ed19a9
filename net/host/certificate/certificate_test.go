package certificate

import (
	"testing"
	"time"

	"manyhold/net/key"
)

// TestDueSave: a certified state is saved a little early, and another shortly before it is not.
func TestDueSave(t *testing.T) {
	const usual = time.Minute
	for _, k := range []struct {
		turn         uint64
		every, since time.Duration
		want         bool
	}{
		{Every, usual, 0, true},
		{Every, 4 * usual, 2 * usual, false},
		{Every, 4 * usual, 3 * usual, true},
		{Every + 1, usual, usual, true},
		{Every + 1, usual, usual - 1, false},
		{2*Every - soon, usual, 2 * usual, false},
		{2*Every - soon - 1, usual, 2 * usual, true},
		{2*Every - soon, usual / 2, usual, true},
	} {
		if got := DueSave(k.turn, k.every, usual, k.since); got != k.want {
			t.Errorf("turn %d, every %v, since %v: %v", k.turn, k.every, k.since, got)
		}
	}
}

// TestCertifyOnlyCertified: states between two that are certified have no effects.
func TestCertifyOnlyCertified(t *testing.T) {
	var c Certificates
	for _, s := range []State{{}, {Epoch: 1, Turn: Every + 1}, {Epoch: 2, Turn: Every}, {Turn: Every}} {
		if e := c.Certify(s, nil, key.Pair{}, true, nil); e.Announce != nil || e.Write != nil || c.mine != nil {
			t.Errorf("%+v: %+v", s, e)
		}
	}
}
