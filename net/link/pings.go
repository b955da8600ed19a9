package link

import "time"

// Pings tracks the last PingWindow pings of one side. The zero value is ready; it is not safe for
// concurrent use.
type Pings struct {
	next    uint32
	settled uint32 // pings below it are answered, or a later one is
	first   uint32 // 1 + the number of the first answered ping; 0: none yet
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

// Answered notes the first answer to a ping, which the other side held back for a while. It returns the
// smoothed round-trip time. ok is false for a repeated answer, one after the window, or one to no ping.
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

// Came notes that a ping reached the other side, without a measured time, and reports whether that is new.
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

// Loss returns the fraction of unanswered pings. The answer to a ping younger than DeadAfter may be on its
// way, unless a later one was answered. Pings before the first answered one do not count: the other side
// was not listening yet.
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
