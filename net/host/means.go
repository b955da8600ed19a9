package host

import (
	"fmt"
	"slices"
	"time"

	"manyhold/net/roster"
)

const (
	// overFor is how long an average is taken over before somebody counts as over a limit.
	overFor = 2 * time.Second
	// restFor is how long who was over a limit neither leads nor votes.
	restFor = time.Minute
	// usageEvery is how often the usage is noted, at most.
	usageEvery = 200 * time.Millisecond
	// usages is how many are kept: a little more than overFor.
	usages = 16
	// pressedWaiting is how many bytes wait in a stream that counts as pressed.
	pressedWaiting = 64 << 10
	// uplinkGrows is by which part of itself a bound of the uplink is raised each second without pressure.
	uplinkGrows = 16
	// uplinkWide is from where on, in bytes a second, a bound is forgotten.
	uplinkWide = 4 << 20
)

// Limits are what a node offers to hosting. It takes no seat, and gives up those that it has, when it is over one of
// them. The zero value offers all there is.
type Limits struct {
	Unwilling  bool
	CPUPercent int    // of one core, over two seconds; zero: no limit
	Upload     uint64 // bytes a second over all links, over two seconds; zero: no limit
	Disk       uint64 // bytes of the world's file; zero: no limit
	Islands    uint32 // in how many it votes; zero: Options.Capacity, which is no limit
}

// Usage is what a process has used since it began.
type Usage struct {
	CPU   time.Duration // spent on hosting
	Sent  uint64        // bytes over all links
	Disk  uint64        // bytes of the world's file
	Links int
	// Pressed is how many links took less than they were given since the last Usage: a datagram was not sent
	// because too many waited, or more than 64 KiB wait in the stream.
	Pressed int
}

// Means is what a process offers to hosting and what it uses. All cores of a process share one; it belongs to
// their goroutine.
//
// # The uplink
//
// Nothing is sent to measure it. As long as links take what they are given, nothing is known but the limit
// that a person set. In a second in which half of the links or more were pressed, two at least (one alone may
// have a slow reader), what was sent in that second bounds the uplink; the bound grows by a sixteenth for each
// second without, so that it is forgotten within minutes.
type Means struct {
	limits Limits
	cores  []SeatHolder

	ring    [usages]Usage
	at      [usages]time.Time
	n       int
	rested  time.Time // until then it neither leads nor votes, because of
	why     string
	full    bool // the disk limit is reached
	bound   uint64
	pressed time.Time // when the bound was set or grew last
}

// SeatHolder is one island's replica, which may hold a seat: it votes in or leads the island's epoch.
type SeatHolder interface{ Seated() bool }

// NewMeans returns the means of a process that has used nothing.
func NewMeans(l Limits) *Means { return &Means{limits: l} }

// Limit sets what is offered from now on.
func (m *Means) Limit(l Limits) {
	m.limits = l
	m.rested, m.why = time.Time{}, ""
}

// Used tells what the process has used. Calls within a fifth of a second of the last are ignored, except for the
// pressed links.
func (m *Means) Used(now time.Time, u Usage) {
	last := (m.n + usages - 1) % usages
	if m.n > 0 && now.Sub(m.at[last]) < usageEvery {
		m.ring[last].Pressed = max(m.ring[last].Pressed, u.Pressed)
		return
	}
	m.ring[m.n%usages], m.at[m.n%usages] = u, now
	m.n++
	m.press(now, u)
	m.full = m.limits.Disk > 0 && (u.Disk > m.limits.Disk || m.full && u.Disk > m.limits.Disk/20*19)
	cpu, sent, ok := m.rates(now, overFor)
	switch {
	case !ok:
	case m.limits.CPUPercent > 0 && cpu > float64(m.limits.CPUPercent):
		m.rested, m.why = now.Add(restFor), fmt.Sprintf("it used %.0f %% of a core and offers %d %%", cpu, m.limits.CPUPercent)
	case m.limits.Upload > 0 && sent > float64(m.limits.Upload):
		m.rested, m.why = now.Add(restFor), fmt.Sprintf("it sent %.0f KB/s and offers %.0f KB/s", sent/1000, float64(m.limits.Upload)/1000)
	}
}

// rates returns the CPU used in percent of a core, and the bytes sent a second, over a span that has just passed.
func (m *Means) rates(now time.Time, span time.Duration) (cpu, sent float64, ok bool) {
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
func (m *Means) press(now time.Time, u Usage) {
	if now.Sub(m.pressed) < time.Second {
		return
	}
	switch _, sent, ok := m.rates(now, time.Second); {
	case !ok:
	case u.Pressed >= 2 && 2*u.Pressed >= u.Links:
		m.bound, m.pressed = max(uint64(sent), 1), now
	case m.bound > 0:
		m.bound, m.pressed = m.bound+m.bound/uplinkGrows+1, now
		if m.bound > uplinkWide {
			m.bound = 0
		}
	}
}

// uplink is what can and may be sent, in bytes a second; zero: no bound is known.
func (m *Means) uplink() uint32 {
	u := m.bound
	if l := m.limits.Upload; l > 0 && (u == 0 || l < u) {
		u = l
	}
	return uint32(min(u, 1<<32-1))
}

// steps is how many islands whose turns last so long and take so long to execute may be stepped.
func (m *Means) steps(turn, execute time.Duration) uint32 {
	if execute <= 0 {
		return 0
	}
	percent := m.limits.CPUPercent
	if percent == 0 {
		percent = 100
	}
	return uint32(max(1, min(roster.MaxSteps, turn*time.Duration(percent)/100/execute)))
}

// load is in how many islands the process votes, the one of a core apart.
func (m *Means) load(c SeatHolder) (n uint32) {
	for _, o := range m.cores {
		if o != c && o.Seated() {
			n++
		}
	}
	return n
}

// over says in words why a core may not lead or vote because of a limit, or "".
func (m *Means) over(c SeatHolder, now time.Time) string {
	before := uint32(0) // seats of this process that come before the core's
	for _, o := range m.cores {
		if o != c && o.Seated() && (!c.Seated() || slices.Index(m.cores, o) < slices.Index(m.cores, c)) {
			before++
		}
	}
	switch {
	case m.limits.Unwilling:
		return "it does not offer to"
	case now.Before(m.rested):
		return m.why
	case m.full:
		return fmt.Sprintf("the world takes more than the %d MB of disk that it offers", m.limits.Disk/1e6)
	case m.limits.Islands > 0 && before >= m.limits.Islands:
		return fmt.Sprintf("it holds %d islands and offers no more", m.limits.Islands)
	}
	return ""
}

// Seated reports whether the core votes or leads, in a group or alone.
func (c *Core) Seated() bool {
	return !c.stopped && c.e != nil && c.e.Member()
}

// Hold adds a core of the process.
func (m *Means) Hold(c SeatHolder) { m.cores = append(m.cores, c) }

// forget is told that a core of the process is gone.
func (m *Means) forget(c SeatHolder) {
	m.cores = slices.DeleteFunc(m.cores, func(o SeatHolder) bool { return o == c })
}
