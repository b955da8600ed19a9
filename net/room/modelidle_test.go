package room

import "slices"

// goOn counts the votes to go on without players of a setup.
func (m *model) goOn() {
	yes, all := 0, 0
	for _, who := range m.players(true) {
		if !m.holdsUp(who) {
			all++
			yes += one(m.ballots[who] == ForGoingOn)
		}
	}
	if 2*yes <= all {
		return
	}
	var away, idle []string
	for _, who := range m.players(false) {
		switch {
		case m.away[who] > 0 && m.clock >= m.away[who]+120:
			away = append(away, who)
		case m.away[who] == 0 && m.holdsUp(who):
			idle = append(idle, who)
		}
	}
	for _, who := range append(away, idle...) {
		m.free(who)
		m.ballots = map[string]Ballot{}
	}
	for _, who := range idle {
		m.viewers = append(m.viewers, who)
		m.stops[who]++
	}
	if len(away) > 0 {
		m.again()
	} else if len(idle) > 0 {
		m.proceed()
	}
}

// proceed goes on when everybody is ready.
func (m *model) proceed() {
	for _, who := range m.players(false) {
		if !m.ready[who] {
			return
		}
	}
	if len(m.players(false)) < 2 || m.invalid {
		return
	}
	m.waited = map[string]uint64{}
	switch {
	case m.stage == 0:
		m.stage = 1
		m.again()
	default:
		m.begins = m.clock + 180
	}
}

// holdsUp reports whether the others may go on without a player.
func (m *model) holdsUp(who string) bool { return !m.ready[who] && m.waited[who] == 3600 }

// awaited reports whether there is somebody in the setup without whom the others may go on.
func (m *model) awaited() bool {
	return slices.ContainsFunc(m.players(false), func(who string) bool { return m.away[who] > 0 || m.holdsUp(who) })
}

// wait counts how long the others wait for those who are not ready.
func (m *model) wait() {
	here, ready := m.players(true), 0
	for _, who := range here {
		ready += one(m.ready[who])
	}
	if ready == 0 || 2*ready < len(here) || len(m.players(false)) < 2 || m.invalid {
		return
	}
	for _, who := range here {
		if !m.ready[who] {
			m.waited[who] = min(m.waited[who]+3, 3600)
		}
	}
}
