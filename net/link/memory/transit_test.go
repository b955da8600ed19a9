package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"manyhold/net/link"
)

// TestWidened: waiting packets leave at the new pace when the bandwidth grows, and when it shrinks. All of
// them arrive, in order.
func TestWidened(t *testing.T) {
	for _, c := range []struct {
		bandwidth       int // after five of the twelve seconds that 60 kB of each channel take at 5 kB/s
		soonest, latest time.Duration
	}{{0, 0, 50 * time.Millisecond}, {50_000, 600 * time.Millisecond, 800 * time.Millisecond}, {5000, 6 * time.Second, 8 * time.Second}, {2500, 13 * time.Second, 15 * time.Second}} {
		narrow := Conditions{Delay: 10 * time.Millisecond, Bandwidth: 5000}
		n, _, b, la, lb := pair(t, 7, narrow)
		from, to := lb.Peer(), la.Peer()
		for i := range 60 {
			la.Send(link.Stream, message(fmt.Sprintf("s%02d", i)+strings.Repeat("x", 900)))
			la.Send(link.Datagram, message(fmt.Sprintf("d%02d", i)+strings.Repeat("x", 900)))
		}
		n.AdvanceBy(5 * time.Second)
		narrow.Bandwidth = c.bandwidth
		n.SetBoth(from, to, narrow)
		began := n.Now()
		had := func() (count int) {
			for _, line := range b.lines {
				if f := strings.Fields(line); f[2] == "1" || f[2] == "2" {
					count++
				}
			}
			return count
		}
		for had() < 120 && n.Now().Sub(began) < 2*time.Minute {
			n.AdvanceBy(10 * time.Millisecond)
		}
		if took := n.Now().Sub(began); took < c.soonest || took > c.latest {
			t.Errorf("%d bytes a second: %d have come after %v, want all after %v to %v", c.bandwidth, had(), took, c.soonest, c.latest)
		}
		n.AdvanceBy(time.Minute)
		if had() != 120 {
			t.Errorf("%d bytes a second: %d of 120 have come", c.bandwidth, had())
		}
	}
}
