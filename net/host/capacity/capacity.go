// Package capacity measures the resources that this process uses, compares them with its owner's limits, and
// tells which seats (votes and leaderships of islands) the process may hold. Quota bounds how often something
// is done for one peer.
package capacity

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/roster"
)

const (
	// overFor is the period of the average that must be over a limit.
	overFor = 2 * time.Second
	// RestFor is how long a process that was over a limit neither leads nor votes.
	RestFor = time.Minute
	// UsageEvery is how often the usage is noted, at most.
	UsageEvery = 200 * time.Millisecond
	// usages is how many are kept: a little more than overFor.
	usages = 16
	// PressedWaiting is how many bytes wait in a stream that counts as pressed.
	PressedWaiting = 64 << 10
	// uplinkGrows is by which part of itself a bound of the uplink is raised each second without pressure.
	uplinkGrows = 16
	// uplinkWide is from where on, in bytes a second, a bound is forgotten.
	uplinkWide = 4 << 20
)

// Limits are the resources that a node offers to hosting. It takes no seat, and gives up those that it has,
// when it is over one of them. The zero value offers all there is.
type Limits struct {
	Unwilling  bool
	CPUPercent int    // of one core, over two seconds; zero: no limit
	Upload     uint64 // bytes a second over all links, over two seconds; zero: no limit
	Disk       uint64 // bytes of the world's file; zero: no limit
	Islands    uint32 // in how many it votes; zero: Options.Capacity, which is no limit
}

// Usage is the resource usage of a process since it began.
type Usage struct {
	CPU   time.Duration // spent on hosting
	Sent  uint64        // bytes over all links
	Disk  uint64        // bytes of the world's file
	Links int
	// Pressed is how many links took less than they were given since the last Usage: a datagram was not sent
	// because too many waited, or more than 64 KiB wait in the stream.
	Pressed int
}

// Capacity holds a process' limits for hosting and its usage. All islands of a process share one; it belongs
// to their goroutine.
//
// # The uplink
//
// Nothing is sent to measure it. As long as the links keep up, only the limit that a person set is known.
// After a second in which half of the links or more were pressed, at least two of them (a single one may have
// a slow reader), the bytes sent in that second bound the uplink. The bound grows by a sixteenth for each
// second without pressure, so that it is forgotten within minutes.
type Capacity struct {
	Limits Limits
	Cores  []SeatHolder

	ring    [usages]Usage
	at      [usages]time.Time
	n       int
	rested  time.Time // until then it neither leads nor votes, because of
	why     string
	Full    bool // the disk limit is reached
	Bound   uint64
	pressed time.Time // when the bound was set or grew last
}

// SeatHolder is one island's replica, which may hold a seat: it votes in or leads the island's epoch.
type SeatHolder interface{ Seated() bool }

// New returns the resources of a process that has used nothing.
func New(l Limits) *Capacity { return &Capacity{Limits: l} }

// Limit sets the limits from now on.
func (m *Capacity) Limit(l Limits) {
	m.Limits = l
	m.rested, m.why = time.Time{}, ""
}

// Used takes the usage of the process. Calls within a fifth of a second of the last are ignored, except for
// the pressed links.
func (m *Capacity) Used(now time.Time, u Usage) {
	last := (m.n + usages - 1) % usages
	if m.n > 0 && now.Sub(m.at[last]) < UsageEvery {
		m.ring[last].Pressed = max(m.ring[last].Pressed, u.Pressed)
		return
	}
	m.ring[m.n%usages], m.at[m.n%usages] = u, now
	m.n++
	m.press(now, u)
	m.Full = m.Limits.Disk > 0 && (u.Disk > m.Limits.Disk || m.Full && u.Disk > m.Limits.Disk/20*19)
	cpu, sent, ok := m.rates(now, overFor)
	switch {
	case !ok:
	case m.Limits.CPUPercent > 0 && cpu > float64(m.Limits.CPUPercent):
		m.rested, m.why = now.Add(RestFor), fmt.Sprintf("it used %.0f %% of a core and offers %d %%", cpu, m.Limits.CPUPercent)
	case m.Limits.Upload > 0 && sent > float64(m.Limits.Upload):
		m.rested, m.why = now.Add(RestFor), fmt.Sprintf("it sent %.0f KB/s and offers %.0f KB/s", sent/1000, float64(m.Limits.Upload)/1000)
	}
}

// rates returns the CPU used in percent of a core, and the bytes sent a second, over a span that has just
// passed.
func (m *Capacity) rates(now time.Time, span time.Duration) (cpu, sent float64, ok bool) {
	if m.n == 0 {
		return 0, 0, false
	}
	newest := (m.n - 1) % usages
	for i := range min(m.n, usages) - 1 {
		k := (m.n - 2 - i) % usages
		if passed := m.at[newest].Sub(m.at[k]); passed >= span {
			if passed > 2*span {
				return 0, 0, false // it was away
			}
			s := passed.Seconds()
			return 100 * (m.ring[newest].CPU - m.ring[k].CPU).Seconds() / s, float64(m.ring[newest].Sent-m.ring[k].Sent) / s, true
		}
	}
	return 0, 0, false
}

// press bounds the uplink while the links are pressed, and forgets the bound when they are not.
func (m *Capacity) press(now time.Time, u Usage) {
	if now.Sub(m.pressed) < time.Second {
		return
	}
	switch _, sent, ok := m.rates(now, time.Second); {
	case !ok:
	case u.Pressed >= 2 && 2*u.Pressed >= u.Links:
		m.Bound, m.pressed = max(uint64(sent), 1), now
	case m.Bound > 0:
		m.Bound, m.pressed = m.Bound+m.Bound/uplinkGrows+1, now
		if m.Bound > uplinkWide {
			m.Bound = 0
		}
	}
}

// Uplink is the usable uplink, in bytes a second; zero: no bound is known.
func (m *Capacity) Uplink() uint32 {
	u := m.Bound
	if l := m.Limits.Upload; l > 0 && (u == 0 || l < u) {
		u = l
	}
	return uint32(min(u, 1<<32-1))
}

// Steps is how many islands the process may step, for a duration of turns and a time to execute one.
func (m *Capacity) Steps(turn, execute time.Duration) uint32 {
	if execute <= 0 {
		return 0
	}
	percent := m.Limits.CPUPercent
	if percent == 0 {
		percent = 100
	}
	return uint32(max(1, min(roster.MaxSteps, turn*time.Duration(percent)/100/execute)))
}

// Load is in how many islands the process votes, the one of a core apart.
func (m *Capacity) Load(c SeatHolder) (n uint32) {
	for _, o := range m.Cores {
		if o != c && o.Seated() {
			n++
		}
	}
	return n
}

// Over says in words why a core may not lead or vote because of a limit, or "".
func (m *Capacity) Over(c SeatHolder, now time.Time) string {
	switch {
	case m.Limits.Unwilling:
		return "hosting is turned off in its settings"
	case now.Before(m.rested):
		return m.why
	case m.Full:
		return fmt.Sprintf("the world takes more than the %d MB of disk that it offers", m.Limits.Disk/1e6)
	case m.Limits.Islands > 0 && m.before(c) >= m.Limits.Islands:
		return fmt.Sprintf("it holds %d islands and offers no more", m.Limits.Islands)
	}
	return ""
}

// before returns how many seats of this process come before that of a core: all others, as long as the core
// has none.
func (m *Capacity) before(c SeatHolder) (n uint32) {
	for _, o := range m.Cores {
		if o != c && o.Seated() && (!c.Seated() || slices.Index(m.Cores, o) < slices.Index(m.Cores, c)) {
			n++
		}
	}
	return n
}

// Hold adds a core of the process.
func (m *Capacity) Hold(c SeatHolder) { m.Cores = append(m.Cores, c) }

// Forget is told that a core of the process is gone.
func (m *Capacity) Forget(c SeatHolder) {
	m.Cores = slices.DeleteFunc(m.Cores, func(o SeatHolder) bool { return o == c })
}
