// Package director chooses where the camera of somebody who watches a match looks: at the action. It is a
// function of what moves; a viewer can follow a player instead, or move the camera by hand.
package director

import (
	"math"

	"manyhold/game"
)

// Subject is something that can be looked at.
type Subject struct {
	ID   game.EntityID
	X, Y float64 // in tiles
	Ball bool    // a ball, an ember or a crate in play: matches turn around these
	// Weight is how much more lively it counts as than it is, from 1; 0 counts as 1.
	Weight float64
	// Lively is how lively it is besides its own movement, in tiles a tick: by what runs round it.
	Lively float64
}

// Director follows the action. The zero value looks at nothing yet.
type Director struct {
	x, y   float64
	placed bool
	chosen game.EntityID
	rival  game.EntityID // that would be chosen
	since  int           // for how many ticks
	stay   int           // ticks since the last cut
	cut    bool          // the last look was one
	seen   map[game.EntityID]sight
}

// sight is where a subject was, and how much it has moved of late.
type sight struct {
	x, y, speed float64
	tick        uint64
}

const (
	// ease is the part of the way that the camera goes in a tick; most is its greatest speed, in tiles a
	// tick.
	ease, most = 0.06, 0.35
	// fading is the part of the old speed that is left in the mean after a tick.
	fading = 0.97
	// better is by how much a rival has to be livelier, and patience for how many ticks, before it is chosen.
	better, patience = 1.4, 40
	// around is how far from the chosen subject others pull the camera, in tiles.
	around = 9
	// jump is how far a subject may move in a tick before that is no movement, in tiles; far is from how far
	// the camera cuts instead of travelling.
	jump, far = 2, 24
	// shot is for how many ticks the camera stays, at least, before it cuts to a subject far away.
	shot = 240
	// A subject counts as much livelier as company says for each player that is shown with it: those that are
	// not further away than besideX and besideY, in tiles.
	company, besideX, besideY = 3, 16, 9.5
	// ballWeight is how much more lively a ball is than a player of the same speed.
	ballWeight = 3
)

// Look returns where the camera is after a tick, given what is there. Without anything it stays.
func (d *Director) Look(tick uint64, subjects []Subject) (x, y float64) {
	if d.seen == nil {
		d.seen = map[game.EntityID]sight{}
	}
	best, mine := -1, -1
	for k := range subjects {
		s := &subjects[k]
		was, known := d.seen[s.ID]
		step := 0.0
		if known {
			if step = math.Hypot(s.X-was.x, s.Y-was.y); step > jump {
				step = 0
			}
		}
		d.seen[s.ID] = sight{s.X, s.Y, was.speed*fading + step*(1-fading), tick}
		if s.ID == d.chosen {
			mine = k
		}
	}
	most := 0.0
	for k := range subjects {
		if v := d.worth(subjects, &subjects[k]); best < 0 || v > most {
			best, most = k, v
		}
	}
	for id, s := range d.seen {
		if s.tick != tick {
			delete(d.seen, id)
		}
	}
	d.cut = false
	d.stay++
	if best < 0 {
		return d.x, d.y
	}
	if mine < 0 || d.outdone(subjects, best, mine) {
		mine, d.chosen, d.rival, d.since = best, subjects[best].ID, 0, 0
	}
	d.move(d.centre(subjects, &subjects[mine]))
	return d.x, d.y
}

// Cut reports whether the last look was a cut: the camera did not travel there.
func (d *Director) Cut() bool { return d.cut }

// outdone reports whether another subject has been livelier than the chosen one for long enough.
func (d *Director) outdone(subjects []Subject, best, mine int) bool {
	id := subjects[best].ID
	if best == mine || d.worth(subjects, &subjects[best]) < better*d.worth(subjects, &subjects[mine])+0.005 {
		d.rival, d.since = 0, 0
		return false
	}
	if d.rival != id {
		d.rival, d.since = id, 0
	}
	d.since++
	if math.Hypot(subjects[best].X-d.x, subjects[best].Y-d.y) > far && d.stay < shot {
		return false
	}
	return d.since >= patience
}

// liveliness is how much a subject deserves to be looked at.
func (d *Director) liveliness(s *Subject) float64 {
	v := d.seen[s.ID].speed + s.Lively + 0.01
	if s.Ball {
		v *= ballWeight
	}
	return v * max(1, s.Weight)
}

// worth is how much a subject deserves to be looked at with those beside it: a group of players more than a
// single one, and a ball among players more than one that rolls away.
func (d *Director) worth(subjects []Subject, s *Subject) float64 {
	v, beside := d.liveliness(s), 0
	for k := range subjects {
		o := &subjects[k]
		if o.ID != s.ID && !o.Ball && math.Abs(o.X-s.X) < besideX && math.Abs(o.Y-s.Y) < besideY {
			beside++
		}
	}
	return v * (1 + company*float64(beside))
}

// centre returns the middle of the chosen subject and of those around it, the livelier ones with more weight.
func (d *Director) centre(subjects []Subject, chosen *Subject) (x, y float64) {
	total := 0.0
	for k := range subjects {
		s := &subjects[k]
		distance := math.Hypot(s.X-chosen.X, s.Y-chosen.Y)
		if distance > around {
			continue
		}
		w := d.liveliness(s) * (1 - distance/(2*around))
		if s.ID == chosen.ID {
			w *= 2
		}
		x, y, total = x+s.X*w, y+s.Y*w, total+w
	}
	return x / total, y / total
}

// move takes the camera on its way to a place.
func (d *Director) move(x, y float64) {
	dx, dy := x-d.x, y-d.y
	distance := math.Hypot(dx, dy)
	if !d.placed || distance > far {
		d.x, d.y, d.placed, d.cut, d.stay = x, y, true, true, 0
		return
	}
	k := ease
	if distance*k > most {
		k = most / distance
	}
	d.x, d.y = d.x+dx*k, d.y+dy*k
}
