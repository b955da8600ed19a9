package relay

import (
	"sync"
	"time"

	"manyhold/net/key"
)

const (
	// burst is how many seconds' worth of bytes may be carried at once.
	burst = 0.5
	// maxSenders is how many senders a Meter remembers.
	maxSenders = 256
)

// Meter limits what a peer carries for others: a number of bytes a second for all of them together, of which
// one sender gets at most half. Its methods may be called from any goroutine.
type Meter struct {
	mu      sync.Mutex
	rate    float64 // bytes a second
	all     bucket
	senders map[key.ID]*bucket
	bytes   uint64
	packets uint64
	dropped uint64
}

// bucket is a token bucket: bytes that may be sent now.
type bucket struct {
	tokens float64
	at     time.Time
}

// fill adds the tokens of the time since the last call.
func (b *bucket) fill(rate float64, now time.Time) {
	if b.at.IsZero() {
		b.tokens, b.at = rate*burst, now
	}
	if d := now.Sub(b.at).Seconds(); d > 0 {
		b.tokens, b.at = min(rate*burst, b.tokens+d*rate), now
	}
}

// NewMeter returns a Meter for rate bytes a second; zero carries nothing.
func NewMeter(rate int) *Meter {
	return &Meter{rate: float64(max(rate, 0)), senders: map[key.ID]*bucket{}}
}

// Allow takes n bytes of a sender, or returns false if they are beyond a limit.
func (m *Meter) Allow(from key.ID, n int, now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := m.senders[from]
	if own == nil {
		if len(m.senders) >= maxSenders {
			clear(m.senders) // each begins with a full bucket again; the limit of all still holds
		}
		own = &bucket{}
		m.senders[from] = own
	}
	m.all.fill(m.rate, now)
	own.fill(m.rate/2, now)
	if size := float64(n); m.all.tokens < size || own.tokens < size {
		m.dropped++
		return false
	}
	m.all.tokens -= float64(n)
	own.tokens -= float64(n)
	m.bytes += uint64(n)
	m.packets++
	return true
}

// Carried returns how many bytes and packets were allowed so far, and how many packets were not.
func (m *Meter) Carried() (bytes, packets, dropped uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bytes, m.packets, m.dropped
}
