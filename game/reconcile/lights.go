package reconcile

import (
	"manyhold/game/entity"
	"manyhold/game/lights"
)

// mergeLights takes over the lighthouses that were lit or tended on the branch. One whose land is another
// island's now is that island's.
func (m *merge) mergeLights() {
	m.firm.Lights.Shift(m.lag(atFirm))
	o := m.branch.Lights
	o.Shift(m.lag(atBranch))
	o.Keep(func(e lights.Entry) bool { return m.firm.Register.Owns(e.At.Region()) })
	o.Reseat(func(s entity.Seat) entity.Seat {
		if to, moved := m.people.seats[s]; moved {
			return to
		}
		return s
	})
	m.firm.Lights.Join(&o, m.now)
	first := m.branch.Annals
	m.firm.Annals.Shift(m.lag(atFirm))
	first.Shift(m.lag(atBranch))
	m.firm.Annals.Join(&first, false)
}
