package committee

import "time"

// # Crowds
//
// The machine limits how many players may be on an island; the charter and each peer's own options may lower
// that limit (see standing.cap), also while people play. Such a cap is not part of the state. It keeps
// islands from merging, and sends no player away. An island with more players is divided where the machine
// can divide it, once that has been possible for DispersedFor, so that players who only pass by are not
// parted from the others. The record of the division is like any other: a peer that makes the change finds
// the parts in the state, by Divide or by Disperse, and checks them against the record. Where the machine
// finds no parts, because all players stand together, the players are told why nothing changes.

// DispersedFor is how long an island with too many people must have had parts before it is divided into them.
const DispersedFor = 30 * time.Second

// parts are those into which the island is to be divided now.
func (s *Committee) parts() (parts [][]byte) {
	m := s.c.Machine
	if parts = m.Divide(); len(parts) > 0 {
		return parts
	}
	if most := s.c.Islands.Most(); most > 0 && uint64(m.People()) > most {
		parts = m.Disperse()
	}
	switch {
	case len(parts) == 0:
		s.dispersed = time.Time{}
	case s.dispersed.IsZero():
		s.dispersed = s.c.Now
	}
	if len(parts) == 0 || s.c.Now.Sub(s.dispersed) < DispersedFor {
		return nil
	}
	s.c.Event("dividing: more players than the cap", "people", m.People(), "cap", s.c.Islands.Most(), "parts", len(parts))
	return parts
}
