package webrtc

import "testing"

// TestTooMany: a few paths may always be engaged, and in a crowd no more than half.
func TestTooMany(t *testing.T) {
	for _, c := range []struct {
		engaged, links int
		want           bool
	}{{0, 0, false}, {2, 2, false}, {3, 3, false}, {4, 5, true}, {3, 7, false}, {29, 60, false}, {30, 60, true}} {
		if got := tooMany(c.engaged, c.links); got != c.want {
			t.Errorf("%d of %d links: %t", c.engaged, c.links, got)
		}
	}
}
