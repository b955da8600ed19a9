package charter

import "manyhold/net/key"

const (
	// DefaultAbsence is after how many days without a login a founder or keeper is absent, in a new world.
	DefaultAbsence = 30
	// DefaultRecent is within how many days a temporary keeper must have been there, in a new world.
	DefaultRecent = 7
)

// offices is the part of the state about the players that govern.
type offices struct {
	term      *Appointment          // the last one
	limit     uint64                // the number of the last entry of its player that counts
	ended     bool                  // the founder has taken the office of the term away
	named     map[key.ID]nomination // of keepers by name
	acted     map[key.ID]uint32     // the day of the last sign of life of founder and keepers in the charter
	dismissed map[key.ID]bool       // the founder took an office away from them
	// members were given their rank by the founder or a keeper by name. A member by the word of a temporary
	// keeper has no better claim than before, or that keeper would lose its office to a friend.
	members map[key.ID]bool
}

// nomination is by whom a keeper was named, and on which day.
type nomination struct {
	by  key.ID
	day uint32
}

func newOffices() offices {
	return offices{named: map[key.ID]nomination{}, acted: map[key.ID]uint32{}, dismissed: map[key.ID]bool{}, members: map[key.ID]bool{}}
}

// holds reports whether a player is the temporary keeper.
func (o *offices) holds(k key.ID) bool {
	return o.term != nil && !o.ended && o.term.Player == k && !k.IsZero()
}

// allow reports whether the author of an entry is the temporary keeper on its day.
func (o *offices) allow(e *Entry) bool {
	return o.holds(e.Author) && o.term.From <= e.Day && e.Day <= o.term.Until && e.Number <= o.limit
}

// appoint goes on to the first of the given appointments. One that entries before it contradict ends the
// time of its predecessor, and has no other effect.
func (t *State) appoint(terms []*Appointment) {
	o := &t.offices
	before, a := o.term, terms[0]
	o.term, o.limit, o.ended = a, MaxNumber, !t.plausible(a)
	if len(terms) > 1 && terms[1].Former == a.Player {
		o.limit = terms[1].Upto
	}
	if before != nil && !before.Player.IsZero() {
		t.ordain(t.ranked(before.Player, a.Clock))
	}
	if !a.Player.IsZero() {
		t.ordain(t.ranked(a.Player, a.Clock))
	}
}

// plausible reports whether the entries before an appointment allow it: its player may govern, and founder
// and keepers wrote nothing for so long. The voters also went by logins, which do not stay.
func (t *State) plausible(a *Appointment) bool {
	if a.Player.IsZero() {
		return true
	}
	if t.Absence == 0 || t.claim(a.Player, a.From) == 0 {
		return false
	}
	for _, k := range append(t.keepers(), t.Founder) {
		if acted := t.offices.acted[k]; acted > 0 && acted+t.Absence >= a.From {
			return false
		}
	}
	return true
}

// note remembers the facts about offices in an entry that counts. The rest of the state is still that
// before it.
func (t *State) note(e *Entry) {
	o, founder := &t.offices, e.Author == t.Founder
	if founder || t.Ranks[e.Author] == Keeper {
		o.acted[e.Author] = max(o.acted[e.Author], e.Day)
	}
	k := e.Subject
	if e.Act == Name && (e.Value != NameBuilder || founder || t.Ranks[e.Author] == Keeper) {
		o.members[k] = e.Value == NameBuilder
	}
	switch {
	case e.Act == Name && e.Value == NameKeeper:
		o.named[k] = nomination{e.Author, e.Day}
		o.acted[k] = max(o.acted[k], e.Day)
		delete(o.dismissed, k)
	case e.Act == Heir && e.Value > 0:
		delete(o.dismissed, k)
	case founder && e.Act == Name:
		if t.Ranks[k] == Keeper || o.holds(k) && e.Value != NameBuilder {
			o.dismissed[k] = true
		}
		o.ended = o.ended || o.holds(k)
	case founder && e.Act == Ban:
		o.ended = o.ended || o.holds(k)
	}
}
