package webrtc

import (
	"fmt"
	"testing"
	"time"

	pion "github.com/pion/webrtc/v4"

	"manyhold/net/link"
	"manyhold/net/wire"
)

// TestTurns plays the keep-alives of an idle link with sides that check the clock at different moments.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name  string
		apart time.Duration    // of the moments at which the sides check the clock
		lose  func(n int) bool // the nth sign of both sides
		most  int              // signs in a minute
	}{
		{"clean", 70 * time.Millisecond, func(int) bool { return false }, 62},
		{"at the same moment", 0, func(int) bool { return false }, 62},
		{"a loss now and then", 70 * time.Millisecond, func(n int) bool { return n%7 == 3 }, 68},
	} {
		t.Run(c.name, func(t *testing.T) {
			const step, trip = 10 * time.Millisecond, 40 * time.Millisecond
			var spoke, heard, noticed [2]time.Duration // noticed: acknowledgements, too
			var signs int
			var worst time.Duration
			for now := 2 * time.Second; now < 62*time.Second; now += step {
				for side := range 2 {
					worst = max(worst, now-noticed[side])
					if (now+time.Duration(side)*c.apart)%pulseEvery != 0 || !signDue(now-spoke[side], now-heard[side], side == 0) {
						continue
					}
					spoke[side] = now
					if signs++; !c.lose(signs) {
						heard[1-side], noticed[1-side] = now+trip, now+trip
						noticed[side] = max(noticed[side], now+2*trip+200*time.Millisecond)
					}
				}
				if now == 4*time.Second {
					worst = 0 // it began with a silence
				}
			}
			if worst >= link.LagAfter || signs > c.most {
				t.Errorf("%d signs in a minute, %v of silence", signs, worst)
			}
			t.Logf("%d signs in a minute, %v of silence", signs, worst)
		})
	}
}

// TestIdleLinkIsQuiet counts the packets of an idle link, acknowledgements included.
func TestIdleLinkIsQuiet(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	a, wa := start(t, identity(1), nil)
	b, _ := start(t, identity(2), nil)
	dial(t, a, b.ID(), to{b})
	c := wa.link(b.ID()).(*connection)
	until(t, "the link to be no longer young", func() bool { return time.Since(c.began) > young+time.Second })
	sent := func() (packets, checks uint64, bytes uint64) {
		for _, s := range c.pc.GetStats() {
			if p, ok := s.(pion.ICECandidatePairStats); ok {
				packets, checks, bytes = packets+uint64(p.PacketsSent), checks+p.RequestsSent, bytes+p.BytesSent
			}
		}
		return packets, checks, bytes
	}
	look := func() string {
		packets, checks, bytes := sent()
		began, lagged := time.Now(), false
		until(t, "some seconds", func() bool {
			lagged = lagged || c.Stats().Lagging
			return time.Since(began) > 6*time.Second
		})
		span := time.Since(began).Seconds()
		p, k, n := sent()
		rate := float64(p-packets) / span
		t.Logf("%.1f packets a second, %.0f bytes of UDP", rate, float64(n-bytes)/span)
		if rate > 2 || k != checks || lagged || p == packets {
			return fmt.Sprintf("%.1f packets a second, %d checks of consent, lagging %v", rate, k-checks, lagged)
		}
		if s := c.Stats(); s.Loss != 0 || s.RTT == 0 || s.RTT > time.Second {
			return fmt.Sprintf("loss %v, RTT %v", s.Loss, s.RTT)
		}
		return ""
	}
	wrong := look()
	for again := 0; wrong != "" && again < 3; again++ { // the machine may be busy: what comes late is sent again
		wrong = look()
	}
	if wrong != "" {
		t.Error(wrong)
	}
}

// TestRoundTripSkipsADoubt: a ping that was sent before the path was doubted may have waited for the new way.
// Its answer is a sign of life and no measure of the round trip.
func TestRoundTripSkipsADoubt(t *testing.T) {
	c := &connection{life: keepalive{pong: make(chan struct{})}}
	now := time.Unix(1000, 0)
	answer := func(number uint32, at time.Time) {
		m := wire.AppendU32([]byte{byte(wire.Pong)}, 7+number)
		m = wire.AppendU16(wire.AppendU32(m, number+1), 0)
		c.signed(wire.Pong, append(m, 0), at)
	}
	answer(c.life.pings.Sent(now), now.Add(20*time.Millisecond))
	before := c.life.pings.RTT()
	late := c.life.pings.Sent(now.Add(time.Second))
	c.route.doubt = now.Add(1300 * time.Millisecond)
	answer(late, now.Add(4*time.Second))
	if got := c.life.pings.RTT(); got != before || c.life.pings.Loss(now.Add(5*time.Second)) != 0 {
		t.Errorf("a round trip of %v after %v, %v lost", got, before, c.life.pings.Loss(now.Add(5*time.Second)))
	}
	answer(c.life.pings.Sent(now.Add(5*time.Second)), now.Add(5*time.Second+100*time.Millisecond))
	if got := c.life.pings.RTT(); got <= before {
		t.Errorf("a later answer measures nothing: %v", got)
	}
}
