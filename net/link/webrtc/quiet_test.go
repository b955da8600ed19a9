package webrtc

import (
	"testing"
	"time"

	"manyhold/net/link"
)

// TestHushIsOfBoth plays an idle link with losses. Its sides change their wish at different moments. It
// never counts as lagging, and is quiet when both want it.
func TestHushIsOfBoth(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to [2]time.Duration // when each side wants it quiet
		lose     func(n int) bool // the nth sign of both
		most     int              // signs in two minutes
	}{
		{"both", [2]time.Duration{0, 0}, [2]time.Duration{time.Hour, time.Hour}, func(int) bool { return false }, 42},
		{"only one", [2]time.Duration{0, time.Hour}, [2]time.Duration{time.Hour, time.Hour}, func(int) bool { return false }, 124},
		{"one after the other", [2]time.Duration{20 * time.Second, 40 * time.Second}, [2]time.Duration{80 * time.Second, 100 * time.Second}, func(int) bool { return false }, 110},
		{"with losses", [2]time.Duration{20 * time.Second, 40 * time.Second}, [2]time.Duration{80 * time.Second, 100 * time.Second}, func(n int) bool { return n%5 == 1 }, 130},
	} {
		t.Run(c.name, func(t *testing.T) {
			signs, lagged := playQuiet(c.from, c.to, c.lose)
			if signs > c.most || signs < 20 || lagged != 0 {
				t.Errorf("%d signs in two minutes, lagging for %v", signs, lagged)
			}
			t.Logf("%d signs in two minutes", signs)
		})
	}
}

// TestQuietIsSaid: the other side learns a side's wish by keep-alives.
func TestQuietIsSaid(t *testing.T) {
	a, wa := start(t, identity(1), nil)
	b, wb := start(t, identity(2), nil)
	dial(t, a, b.ID(), to{b})
	until(t, "both links", func() bool { return wa.link(b.ID()) != nil && wb.link(a.ID()) != nil })
	one, two := wa.link(b.ID()).(*connection), wb.link(a.ID()).(*connection)
	slower := func(c *connection) time.Duration {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.life.quietness.slower()
	}
	one.Quiet(true)
	two.Quiet(true)
	until(t, "a quiet link", func() bool { return slower(one) == link.QuietFactor && slower(two) == link.QuietFactor })
	one.Quiet(false)
	until(t, "its end on the other side", func() bool { return slower(two) == 1 })
}

// playQuiet plays two minutes. It returns the number of keep-alives, and for how long a side counted the
// other as lagging.
func playQuiet(from, to [2]time.Duration, lose func(int) bool) (signs int, lagged time.Duration) {
	const step, trip = 10 * time.Millisecond, 40 * time.Millisecond
	zero := time.Unix(1000, 0)
	var sides [2]quietness
	var spoke, heard, noticed, asked [2]time.Time
	for i := range 2 {
		spoke[i], heard[i], noticed[i] = zero, zero, zero
	}
	say := func(i int, now time.Time) (came bool) {
		spoke[i] = now
		if signs++; lose(signs) {
			return false
		}
		sides[1-i].theirs = sides[i].say(uint32(signs))&quietSign != 0
		heard[1-i], noticed[1-i] = now.Add(trip), now.Add(trip)
		noticed[i] = now.Add(2*trip + 200*time.Millisecond)
		return true
	}
	for at := time.Duration(0); at < 2*time.Minute; at += step {
		now := zero.Add(at)
		for i := range 2 {
			h := &sides[i]
			if on := at >= from[i] && at < to[i]; on != h.wanted {
				h.wanted, h.since = on, now
			}
			if now.Sub(noticed[i]) > link.LagAfter*h.patience(now) {
				lagged += step
			}
			if (at+time.Duration(i)*70*time.Millisecond)%pulseEvery != 0 {
				continue
			}
			switch slower := h.slower(); {
			case h.urgent(now, asked[i], noticed[i]):
				if asked[i] = now; say(i, now) {
					say(1-i, now)
				}
			case signDue(now.Sub(spoke[i])/slower, now.Sub(heard[i])/slower, i == 0):
				say(i, now)
			}
		}
	}
	return signs, lagged
}
