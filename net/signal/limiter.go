package signal

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// Limiter holds a token bucket for each key, for example each address: a bucket takes Burst at once and
// Rate a second. It is safe for concurrent use.
type Limiter struct {
	rate, burst float64
	max         int

	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// NewLimiter returns a limiter that remembers at most max keys. Beyond that it forgets full buckets, which
// changes nothing for their keys. If there are none, it refuses new keys.
func NewLimiter(rate, burst float64, max int) *Limiter {
	return &Limiter{rate: rate, burst: burst, max: max, buckets: map[string]*bucket{}}
}

// Allow takes one token of the key's bucket, if there is one.
func (l *Limiter) Allow(k string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[k]
	if b == nil {
		if len(l.buckets) >= l.max && !l.forget(now) {
			return false
		}
		b = &bucket{tokens: l.burst, at: now}
		l.buckets[k] = b
	}
	b.fill(l, now)
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

func (b *bucket) fill(l *Limiter, now time.Time) {
	if d := now.Sub(b.at); d > 0 {
		b.tokens = min(l.burst, b.tokens+d.Seconds()*l.rate)
		b.at = now
	}
}

// forget drops full buckets and reports whether there is room.
func (l *Limiter) forget(now time.Time) bool {
	for k, b := range l.buckets {
		if b.fill(l, now); b.tokens >= l.burst {
			delete(l.buckets, k)
		}
	}
	return len(l.buckets) < l.max
}

// addressKey returns the key of a remote address, HOST:PORT or HOST.
func addressKey(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	return AddressKey(a)
}

// AddressKey returns the key of an address for a Limiter: an IPv4 address, or the /64 of an IPv6 address,
// which one household shares.
func AddressKey(a netip.Addr) string {
	if a = a.Unmap(); a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
