package charter

import (
	"bytes"
	"cmp"
	"slices"

	"manyhold/net/key"
)

// Reason is why a player governs, or why the time of a temporary keeper ended. The numbers are stored.
type Reason uint8

// The reasons.
const (
	IsFounder Reason = 1 // it founded the world
	IsNamed   Reason = 2 // the founder named it keeper
	IsStaying Reason = 3 // it named itself keeper while it was the temporary one
	IsHeir    Reason = 4 // of the heirs that were there lately it is the first
	IsMember  Reason = 5 // of the members that were there lately it is the one that is known longest
	IsOldest  Reason = 6 // likewise, of the players without a rank by name
	Returned  Reason = 7 // founder or a keeper is there again
	Deserted  Reason = 8 // nobody is there that could govern, or absence does not count any more

	lastReason = Deserted
)

var reasons = [...]string{"unknown", "founded the world", "named by the founder", "stayed keeper after a time as temporary keeper",
	"first of the heirs who were here lately", "longest-known of the members who were here lately", "longest-known of the players who were here lately",
	"founder or a keeper is back", "nobody who could govern was here lately"}

// String returns the reason in a few words.
func (r Reason) String() string {
	if int(r) < len(reasons) {
		return reasons[r]
	}
	return reasons[0]
}

// appoints reports whether an appointment of a player can have this reason.
func (r Reason) appoints() bool { return r >= IsHeir && r <= IsOldest }

// ends reports whether an appointment of nobody can have it.
func (r Reason) ends() bool { return r == Returned || r == Deserted }

// Governor is a player that governs, for a reason.
type Governor struct {
	Player    key.ID
	Rank      Rank // Founder or Keeper
	Temporary bool
	Reason    Reason
	Since     uint32 // the first day; 0: not known
	Until     uint32 // the last day, if nothing prolongs it; 0: it has no end
	Seen      uint32 // the day of the last login or entry; 0: not known
	Absent    bool   // for longer than the charter allows
}

// Government lists the players that govern on a day: the founder, keepers by name in ascending order, and a
// temporary keeper.
func (s *Set) Government(day uint32) []Governor {
	t := s.State()
	first := Governor{Player: t.Founder, Rank: Founder, Reason: IsFounder}
	if l := s.Login(t.Founder); l != nil {
		first.Since = Day(int64(l.First))
	}
	all := []Governor{first}
	for _, k := range t.keepers() {
		n := t.offices.named[k]
		g := Governor{Player: k, Rank: Keeper, Reason: IsNamed, Since: n.day}
		if n.by == k {
			g.Reason = IsStaying
		}
		all = append(all, g)
	}
	for i := range all {
		all[i].Seen, all[i].Absent = s.seen(all[i].Player), t.Absence > 0 && s.absent(all[i].Player, day)
	}
	if a := t.Appointed(day); a != nil {
		all = append(all, Governor{Player: a.Player, Rank: Keeper, Temporary: true, Reason: a.Reason, Since: a.From, Until: a.Until, Seen: s.seen(a.Player)})
	}
	return all
}

// Appointed returns the appointment of the temporary keeper of a day, or nil.
func (t *State) Appointed(day uint32) *Appointment {
	a := t.offices.term
	if a == nil || !t.offices.holds(a.Player) || t.Ranks[a.Player] == Keeper || day < a.From || day > a.Until {
		return nil
	}
	return a
}

// keepers are those by name that are not banned, ascending.
func (t *State) keepers() (all []key.ID) {
	for k, r := range t.Ranks {
		if _, banned := t.Bans[k]; r == Keeper && !banned {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
	return all
}

// seen is the day of the last sign of life of a player: a login, or an entry of a founder or keeper; 0: none.
func (s *Set) seen(k key.ID) uint32 {
	day := s.State().offices.acted[k]
	if l := s.Login(k); l != nil {
		day = max(day, Day(int64(l.Last)))
	}
	return day
}

// absent reports whether a founder or keeper has not been seen for longer than the charter allows. One that
// was never seen counts from the first login of anybody.
func (s *Set) absent(k key.ID, day uint32) bool {
	seen := s.seen(k)
	if seen == 0 {
		seen = day
		for _, x := range s.logins {
			seen = min(seen, Day(int64(x.value.First)))
		}
	}
	return seen+s.State().Absence < day
}

// candidate is a player that could govern for a time.
type candidate struct {
	player key.ID
	reason Reason
	place  uint64 // among the heirs
	first  uint64 // login
}

func (a candidate) compare(b candidate) int {
	return cmp.Or(cmp.Compare(a.reason, b.reason), cmp.Compare(a.place, b.place), cmp.Compare(a.first, b.first), bytes.Compare(a.player[:], b.player[:]))
}

// temporary determines from the ledger of logins who ought to be the temporary keeper on a day. Of nobody the
// reason says why.
func (s *Set) temporary(day uint32) (player key.ID, why Reason) {
	t := s.State()
	if t.Absence == 0 {
		return key.ID{}, Deserted
	}
	for _, k := range append(t.keepers(), t.Founder) {
		if !s.absent(k, day) {
			return key.ID{}, Returned
		}
	}
	var best *candidate
	for k, x := range s.logins {
		c := candidate{player: k, reason: t.claim(k, day), place: t.Heirs[k], first: x.value.First}
		if c.reason == 0 || Day(int64(x.value.Last))+t.Recent < day {
			continue
		}
		if best == nil || c.compare(*best) < 0 {
			best = &c
		}
	}
	if best == nil {
		return key.ID{}, Deserted
	}
	return best.player, best.reason
}

// claim is why a player could govern for a time; 0: it could not.
func (t *State) claim(k key.ID, day uint32) Reason {
	_, heir := t.Heirs[k]
	rank, named := t.Ranks[k]
	if !named {
		rank = t.Default
	}
	switch {
	case k == t.Founder || rank == Keeper || t.offices.dismissed[k] || !t.MayEnter(k, int64(day)*86400):
		return 0
	case heir:
		return IsHeir
	case rank == Builder && t.offices.members[k]:
		return IsMember
	case rank == Builder:
		return IsOldest
	}
	return 0
}

// Due returns the appointment that the ledger of logins asks for on a day, without an epoch and signatures;
// nil: none. Sets with equal digests return the same.
func (s *Set) Due(day uint32) *Appointment {
	player, why := s.temporary(day)
	now, term := key.ID{}, s.State().offices.term
	if term != nil {
		now = term.Player
	}
	switch {
	case player.IsZero() && now.IsZero():
		return nil
	case player == now && term.Until >= day && !s.State().offices.ended:
		if term.Until >= day+appointmentDays {
			return nil
		}
		longer := *term
		longer.Until, longer.Epoch, longer.Signatures = day+appointmentDays, [32]byte{}, nil
		return &longer
	}
	a := &Appointment{Player: player, From: day, Until: day, Reason: why, Former: now}
	if !player.IsZero() {
		a.Until += appointmentDays
	}
	if !now.IsZero() {
		a.Upto = s.Seen(now)
	}
	e, _ := s.Next(key.ID{}, Name, day)
	a.Clock = e.Clock
	return a
}

// Same reports whether two appointments say the same, whoever signed them.
func (a *Appointment) Same(o *Appointment) bool { return bytes.Equal(a.body(nil), o.body(nil)) }

// sooner is the order in which logins are dropped: those of players whom the charter names come last.
func (t *State) sooner(a, b *Login) bool {
	if x, y := t.names(a.Player), t.names(b.Player); x != y {
		return y
	}
	return a.Last < b.Last || a.Last == b.Last && b.Player.Less(a.Player)
}

// names reports whether the charter names a player: by a rank above visitor, as an heir or a temporary
// keeper.
func (t *State) names(k key.ID) bool {
	_, heir := t.Heirs[k]
	return heir || k == t.Founder || t.Ranks[k] > Visitor || t.offices.holds(k)
}
