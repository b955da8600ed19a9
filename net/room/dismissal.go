package room

import (
	"slices"

	"manyhold/net/wire"
)

// Dismissal is that others sent a player away in a match: they said that they hear nothing of it, or voted to
// go on without it. It ends when the player comes back. Two players can do that to each other, so whoever
// reads a result has to know of it.
type Dismissal struct {
	Seat   uint8
	By     uint16  // a bit for each seat that said so
	After  uint32  // the generation that the match did not wait for
	Voices []Voice // what they signed; none in rooms of programs before that was signed
}

// Proven reports whether all have signed a dismissal who are said to have sent the player away.
func (d *Dismissal) Proven(r *Room) bool {
	for k := range d.Voices {
		if !d.Voices[k].genuine(r, d.After) {
			return false
		}
	}
	return d.By != 0 && voices(d.Voices).seats() == d.By
}

// Seats returns the numbers of those seats of the first n that said so, in ascending order.
func (d *Dismissal) Seats(n int) (list []int) {
	for k := range n {
		if d.By&(1<<k) != 0 {
			list = append(list, k)
		}
	}
	return list
}

// dismissals are those of a match, ascending by seats.
type dismissals []Dismissal

// add notes that some seats sent another one away.
func (d *dismissals) add(seat int, by voices, open uint32) {
	d.drop(seat)
	*d = append(*d, Dismissal{uint8(seat), by.seats(), open, by})
	slices.SortStableFunc(*d, func(a, b Dismissal) int { return int(a.Seat) - int(b.Seat) })
}

// drop forgets that a seat was sent away: its player is back.
func (d *dismissals) drop(seat int) {
	*d = slices.DeleteFunc(*d, func(x Dismissal) bool { return int(x.Seat) == seat })
}

// Dismissed returns who was sent away and did not come back. It is not to be changed.
func Dismissed(r *Room) []Dismissal { return r.match.sent }

// Full reports whether a result holds that most of those have signed who began the match. One that holds
// because players were away is not full until enough of them have signed it, too.
func Full(r *Room) bool {
	return r.phase == Ended && r.results.outcome.After > 0 && 2*len(r.results.outcome.Signed) > Began(r.match.starters)
}

// Began returns how many players began a match.
func Began(list []Starter) (n int) {
	for k := range list {
		n += one(list[k].Key != Key{})
	}
	return n
}

// Objections returns the other results that players have signed after the end. They are not to be changed.
func Objections(r *Room) []Proposal {
	if r.phase != Ended {
		return nil
	}
	return r.results.proposals
}

func (d dismissals) append(dst []byte) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(d)))
	for _, x := range d {
		dst = wire.AppendU32(wire.AppendU16(wire.AppendU8(dst, x.Seat), x.By), x.After)
	}
	return dst
}

func parseDismissals(c *wire.Cursor, seats int) (d dismissals) {
	for range c.Count(seats) {
		x := Dismissal{Seat: c.U8(), By: c.U16(), After: c.U32()}
		if int(x.Seat) >= seats || len(d) > 0 && d[len(d)-1].Seat >= x.Seat {
			c.Fail(wire.ErrForm)
		}
		d = append(d, x)
	}
	return d
}
