package link

import "time"

// Pings keeps what became of the last PingWindow pings of one side. The zero value is ready; it is not safe
// for concurrent use.
type Pings struct {
	next    uint32
	settled uint32 // pings below it are answered, or a later one is
	first   uint32 // 1 + the first that came; 0: none yet
	at      [PingWindow]time.Time
	back    [PingWindow]bool
	rtt     time.Duration
}

// PingWindow is how many pings the loss is measured over.
const PingWindow = 10

// Sent notes a ping and returns its number.
func (p *Pings) Sent(now time.Time) (number uint32) {
	number = p.next
	p.next++
	p.at[number%PingWindow], p.back[number%PingWindow] = now, false
	return number
}

// Answered notes the first answer to a ping, which the other side held back for a while, and returns the
// smoothed round-trip time. ok is false for an answer that comes again, after the window, or to no ping at
// all.
func (p *Pings) Answered(number uint32, held time.Duration, now time.Time) (rtt time.Duration, ok bool) {
	if !p.Came(number) {
		return 0, false
	}
	sample := max(now.Sub(p.at[number%PingWindow])-held, 1)
	if p.rtt == 0 {
		p.rtt = sample
	}
	p.rtt += (sample - p.rtt) / 8 // as RFC 6298 smooths it
	return p.rtt, true
}

// Came notes that a ping came to the other side, of which nothing else is known, and reports whether that
// is news.
func (p *Pings) Came(number uint32) bool {
	i := number % PingWindow
	if number >= p.next || p.next-number > PingWindow || p.back[i] {
		return false
	}
	p.back[i] = true
	if p.first == 0 || number < p.first {
		p.first = number + 1
	}
	p.settled = max(p.settled, number+1)
	return true
}

// SentAt returns when a ping was sent, or the zero time when it is out of the window.
func (p *Pings) SentAt(number uint32) time.Time {
	if number >= p.next || p.next-number > PingWindow {
		return time.Time{}
	}
	return p.at[number%PingWindow]
}

// RTT returns the smoothed round-trip time, zero while unknown.
func (p *Pings) RTT() time.Duration { return p.rtt }

// Loss returns the part of the pings that was not answered. The answer to one that is younger than
// DeadAfter may be on its way, unless a later one has come. What was sent before the first that came does not count: the
// other side was not listening yet.
func (p *Pings) Loss(now time.Time) float64 {
	lost, all := 0, 0
	for number := p.next - min(p.next, PingWindow); number < p.next; number++ {
		i := number % PingWindow
		if number+1 < p.first {
			continue
		}
		if !p.back[i] && number >= p.settled && now.Sub(p.at[i]) < DeadAfter {
			continue
		}
		all++
		if !p.back[i] {
			lost++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(lost) / float64(all)
}
