package message

import "slices"

// Says reports whether a bulletin says what another does, of whatever turn.
func (l *Bulletin) Says(o *Bulletin) bool {
	return l.Number == o.Number && l.Leader == o.Leader && l.People == o.People && slices.Equal(l.Place, o.Place) && slices.Equal(l.Keepers, o.Keepers)
}
