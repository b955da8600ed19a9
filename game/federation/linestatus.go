package federation

import (
	"manyhold/game"
	"manyhold/game/world"
)

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
func Lines(i *world.State) (list []Line) {
	for k := range i.Border.Islands {
		n := &i.Border.Islands[k]
		l := Line{Neighbour: n.Island, People: n.People, Full: n.Met && n.People >= Most(i), Heard: i.Clock - n.Heard, Told: i.Clock - n.Said}
		for j := range i.Border.Strips {
			if i.Border.Strips[j].Of == n.Island {
				l.Strips++
			}
		}
		for _, v := range i.Border.Views {
			if v.Of == n.Island {
				l.Views++
			}
		}
		for j := range i.Border.Ghosts {
			if i.Border.Ghosts[j].Of == n.Island {
				l.Ghosts++
			}
		}
		for j := range i.Border.Signals {
			if i.Border.Signals[j].Of == n.Island {
				l.Signals++
			}
		}
		if l.Strips+l.Views > 0 {
			list = append(list, l)
		}
	}
	return list
}
