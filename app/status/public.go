package status

import "slices"

// Public returns the part of the status that any program of the machine may read, without the node's token.
// It lacks the invitation, and where players are: their tiles, the active regions around them, and the places
// of the islands that others execute. s is not changed.
func (s Status) Public() Status {
	s.World.Invite = ""
	s.Islands = slices.Clone(s.Islands)
	for k := range s.Islands {
		i := &s.Islands[k]
		i.Places = [][2]int32{}
		i.People = slices.Clone(i.People)
		for n := range i.People {
			i.People[n].At = nil
		}
	}
	s.Known = slices.Clone(s.Known)
	for k := range s.Known {
		s.Known[k].Region = nil
	}
	return s
}
