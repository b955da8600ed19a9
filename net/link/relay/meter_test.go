package relay

import (
	"testing"
	"time"

	"manyhold/net/key"
)

// TestMeter sends far more than is allowed for ten seconds, from one sender and from three.
func TestMeter(t *testing.T) {
	for _, c := range []struct{ senders, rate, want int }{{1, 10000, 5000}, {3, 10000, 10000}, {2, 0, 0}} {
		m := NewMeter(c.rate)
		now := time.Unix(0, 0)
		got := 0
		for range 10000 {
			now = now.Add(time.Millisecond)
			for s := range c.senders {
				if m.Allow(key.FromSeed([32]byte{byte(s)}).ID(), 100, now) {
					got += 100
				}
			}
		}
		if most, least := c.want*10+c.rate, c.want*10-100; got > most || got < least {
			t.Errorf("%d senders: %d bytes in 10 s, want %d to %d", c.senders, got, least, most)
		}
		if bytes, packets, dropped := m.Carried(); int(bytes) != got || int(packets) != got/100 || dropped == 0 {
			t.Errorf("%d senders: counted %d bytes, %d packets, %d dropped", c.senders, bytes, packets, dropped)
		}
	}
}

// TestMeterForgets: senders that come and go do not fill the memory, and get no more than all may.
func TestMeterForgets(t *testing.T) {
	m := NewMeter(10000)
	now := time.Unix(0, 0)
	got := 0
	for i := range 100000 {
		now = now.Add(100 * time.Microsecond)
		if m.Allow(key.ID{byte(i), byte(i >> 8), byte(i >> 16)}, 100, now) {
			got += 100
		}
		if len(m.senders) > maxSenders {
			t.Fatal(len(m.senders), "senders are remembered")
		}
	}
	if got > 110000 {
		t.Errorf("%d bytes in 10 s", got)
	}
}
