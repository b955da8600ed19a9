package island

import "manyhold/game"

// Line is a line between this island and a neighbour, as this island knows it.
type Line struct {
	Neighbour uint64
	People    uint16    // awake on the other side, when it was last heard
	Full      bool      // nobody more may come over: as many are there as the cap says
	Heard     game.Tick // how long ago it was last heard of
	Told      game.Tick // how long ago it was last told of this side
	Strips    int       // regions beyond the line whose edges are known here
	Views     int       // regions here of which the neighbour wants to know
	Ghosts    int       // images of its bodies, all within Band tiles of the line
	Signals   int       // of machines that come over the line now
}

// Lines returns the lines of this island with others that touch it, in ascending order of the neighbours.
func (i *State) Lines() (list []Line) {
	for k := range i.near {
		n := &i.near[k]
		l := Line{Neighbour: n.island, People: n.people, Full: n.met && n.people >= i.Most(), Heard: i.tick - n.heard, Told: i.tick - n.said}
		for j := range i.strips {
			if i.strips[j].of == n.island {
				l.Strips++
			}
		}
		for _, v := range i.views {
			if v.of == n.island {
				l.Views++
			}
		}
		for j := range i.ghosts {
			if i.ghosts[j].of == n.island {
				l.Ghosts++
			}
		}
		for j := range i.signals {
			if i.signals[j].of == n.island {
				l.Signals++
			}
		}
		if l.Strips+l.Views > 0 {
			list = append(list, l)
		}
	}
	return list
}
