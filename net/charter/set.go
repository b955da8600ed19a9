package charter

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// slot is the place of an entry. Each holds at most one.
type slot struct {
	author key.ID
	number uint64
}

// item is a kept entry or login with its encoding's hash.
type item[T any] struct {
	value T
	hash  [32]byte
}

// Set is the entries and logins of one world that one peer has. It is not safe for concurrent use.
type Set struct {
	world   World
	entries map[slot]item[*Entry]
	logins  map[key.ID]item[*Login]
	// authors may have entries: the founder, the first keepers it named, and the latest temporary keepers
	authors      map[key.ID]bool
	state        *State // nil when it must be folded anew
	appointments map[term]item[*Appointment]
	tickets      tickets
}

// NewSet returns an empty set.
func NewSet(w World) *Set {
	return &Set{world: w, entries: map[slot]item[*Entry]{}, logins: map[key.ID]item[*Login]{}, appointments: map[term]item[*Appointment]{}, tickets: tickets{all: map[use]item[*Ticket]{}}, authors: map[key.ID]bool{w.Founder: true}}
}

// World returns the world given at creation.
func (s *Set) World() World { return s.world }

// Add takes an entry and reports whether the entries that may count changed. Then the entry is worth
// keeping. If it names a keeper, the entries of its subject that waited are worth keeping, too; see Of.
// today is the caller's day. Errors wrap ErrEntry or are ErrFuture.
func (s *Set) Add(e *Entry, today uint32) (bool, error) {
	at := slot{e.Author, e.Number}
	hash := e.Hash()
	old, has := s.entries[at]
	switch {
	case has && slices.Compare(old.hash[:], hash[:]) <= 0:
		return false, nil
	case e.malformed() != "":
		return false, fmt.Errorf("%w: %s", ErrEntry, e.malformed())
	case !e.Signed(s.world.ID):
		return false, fmt.Errorf("%w: wrong signature", ErrEntry)
	case e.Day > today+daysAhead:
		return false, ErrFuture
	}
	s.entries[at] = item[*Entry]{e, hash}
	if e.Author == s.world.Founder {
		s.admit()
	}
	s.state = nil
	return s.forget(at) && s.authors[at.author], nil
}

// Of returns the entries of one author, by number. They are the set's.
func (s *Set) Of(author key.ID) (all []*Entry) {
	for n := uint64(1); n <= MaxNumber; n++ {
		if x, ok := s.entries[slot{author, n}]; ok {
			all = append(all, x.value)
		}
	}
	return all
}

// admit determines the authors that may have entries.
func (s *Set) admit() {
	clear(s.authors)
	s.authors[s.world.Founder] = true
	for n := uint64(1); n <= MaxNumber && len(s.authors) <= MaxKeepers; n++ {
		if x, ok := s.entries[slot{s.world.Founder, n}]; ok && x.value.Act == Name && Rank(x.value.Value) == Keeper {
			s.authors[x.value.Subject] = true
		}
	}
	for _, k := range s.temporaries() {
		s.authors[k] = true
	}
	admitInvited(s)
	s.tickets.trim(s.uses)
}

// forget drops the excess of waiting entries, and reports whether an entry is still there.
func (s *Set) forget(added slot) bool {
	var waiting []slot
	for at := range s.entries {
		if !s.authors[at.author] {
			waiting = append(waiting, at)
		}
	}
	if len(waiting) > MaxWaiting {
		slices.SortFunc(waiting, slot.compare)
		for _, at := range waiting[MaxWaiting:] {
			delete(s.entries, at)
		}
	}
	_, kept := s.entries[added]
	return kept
}

func (a slot) compare(b slot) int {
	if c := slices.Compare(a.author[:], b.author[:]); c != 0 {
		return c
	}
	return cmp.Compare(a.number, b.number)
}

// AddLogin takes a login and reports whether the set changed. known returns the record of an epoch of home
// by its name, or nil. now is the caller's time in Unix seconds. Errors wrap ErrEntry or ErrEpoch, or are
// ErrFuture.
func (s *Set) AddLogin(l *Login, known func(name [32]byte) *epoch.Record, now int64) (bool, error) {
	old, has := s.logins[l.Player]
	switch {
	case has && !l.newer(old.value):
		return false, nil
	case !l.Signed(s.world.ID):
		return false, fmt.Errorf("%w: wrong signature", ErrEntry)
	case Day(int64(l.Last)) > Day(now)+daysAhead:
		return false, ErrFuture
	}
	r := known(l.Epoch)
	if r != nil && r.World != s.world.ID {
		r = nil
	}
	if r == nil {
		return false, ErrUnknown
	}
	if err := l.Countersigned(r); err != nil {
		return false, err
	}
	s.logins[l.Player] = item[*Login]{l, l.Hash()}
	if len(s.logins) > MaxLogins {
		delete(s.logins, s.leastLogin())
	}
	_, kept := s.logins[l.Player]
	return kept, nil
}

// Disown drops the logins and appointments of epochs that known does not find, and reports whether a player's
// own login was one of them. A peer that leaves a fork loses what the fork's committee signed, because other
// peers do not know it.
func (s *Set) Disown(known func(name [32]byte) *epoch.Record, player key.ID) (own bool) {
	for k, l := range s.logins {
		if known(l.value.Epoch) == nil {
			delete(s.logins, k)
			own = own || k == player
		}
	}
	for at, a := range s.appointments {
		if known(a.value.Epoch) == nil {
			delete(s.appointments, at)
			s.state = nil
		}
	}
	if s.state == nil {
		s.admit()
	}
	return disownTickets(s, known, player) || own
}

// leastLogin returns the player with the login to drop first: the earliest; of one date, the greatest key.
// Logins of players that the charter names go last, so that strangers in any number push none of them out.
func (s *Set) leastLogin() (least key.ID) {
	var last *Login
	t := s.State()
	for k, x := range s.logins {
		if last == nil || t.sooner(x.value, last) {
			least, last = k, x.value
		}
	}
	return least
}

// ID names the place of an encoded item in a store. A replacement has the same id.
func ID(encoding []byte) [32]byte {
	if a, err := DecodeAppointment(encoding); err == nil {
		return sha256.Sum256(wire.AppendU64(append([]byte("appointment"), a.Player[:]...), a.Clock))
	}
	if l, err := DecodeLogin(encoding); err == nil {
		return sha256.Sum256(append([]byte("login"), l.Player[:]...))
	}
	if k, err := DecodeTicket(encoding); err == nil {
		return sha256.Sum256(slices.Concat([]byte("ticket"), k.Invitation[:], k.Player[:]))
	}
	e, err := DecodeEntry(encoding)
	if err != nil {
		return sha256.Sum256(encoding)
	}
	return sha256.Sum256(wire.AppendU64(append([]byte("entry"), e.Author[:]...), e.Number))
}

// Len returns how many entries may count, and how many logins there are.
func (s *Set) Len() (entries, logins int) {
	for at := range s.entries {
		if s.authors[at.author] {
			entries++
		}
	}
	return entries, len(s.logins)
}

// Entries returns all entries that may count, in the order of the fold. The slice belongs to the set.
func (s *Set) Entries() []*Entry {
	var all []*Entry
	for at, x := range s.entries {
		if s.authors[at.author] {
			all = append(all, x.value)
		}
	}
	slices.SortFunc(all, (*Entry).before)
	return all
}

// Logins returns all logins by player. They are the set's.
func (s *Set) Logins() []*Login {
	all := make([]*Login, 0, len(s.logins))
	for _, x := range s.logins {
		all = append(all, x.value)
	}
	slices.SortFunc(all, func(a, b *Login) int { return slices.Compare(a.Player[:], b.Player[:]) })
	return all
}

// Login returns a player's login, or nil.
func (s *Set) Login(player key.ID) *Login { return s.logins[player].value }

// Rules is the SHA-256 of the hashes of all entries that may count, in the order of the fold, and of all
// appointments. Sets with equal Rules have one fold.
func (s *Set) Rules() [32]byte {
	h := sha256.New()
	s.hashEntries(h)
	return [32]byte(h.Sum(nil))
}

func (s *Set) hashEntries(h io.Writer) {
	for _, e := range s.Entries() {
		x := s.entries[slot{e.Author, e.Number}].hash
		h.Write(x[:])
	}
	for _, a := range s.Appointments() {
		x := s.appointments[a.term()].hash
		h.Write(x[:])
	}
}

// Basis is the SHA-256 of all that the fold depends on: Rules, and the hashes of all tickets.
func (s *Set) Basis() [32]byte {
	h := sha256.New()
	s.hashEntries(h)
	s.tickets.digest(h)
	return [32]byte(h.Sum(nil))
}

// Digest is the SHA-256 of the hashes of all entries that may count, in the order of the fold, of all
// appointments and tickets, in their order, and of all logins, by player. Sets of one digest are equal.
func (s *Set) Digest() [32]byte {
	h := sha256.New()
	s.hashEntries(h)
	s.tickets.digest(h)
	for _, l := range s.Logins() {
		x := s.logins[l.Player].hash
		h.Write(x[:])
	}
	return [32]byte(h.Sum(nil))
}

// Next returns an unsigned entry of an author with its next number, a clock greater than all known clocks,
// and the day. The clock cannot exceed the end of its day. ok is false when the author has no number left.
func (s *Set) Next(author key.ID, act Act, today uint32) (e *Entry, ok bool) {
	e = &Entry{Act: act, Author: author, Number: 1, Clock: 1, Day: today}
	for at := range s.appointments {
		e.Clock = max(e.Clock, at.clock+1)
	}
	for at, x := range s.entries {
		if at.author == author {
			e.Number = max(e.Number, at.number+1)
		}
		if s.authors[at.author] || at.author == author {
			e.Clock = max(e.Clock, x.value.Clock+1)
		}
	}
	e.Clock = min(max(e.Clock, s.tickets.clock()+1), clockEnd(today)-1)
	return e, e.Number <= MaxNumber
}

// Write completes an act of p (Act, Subject, Value and Text are given), signs it and adds it to the set.
// Errors are ErrRight, ErrFull, or wrap ErrEntry; then the set is unchanged.
func (s *Set) Write(p key.Pair, act Entry, today uint32) (*Entry, error) {
	e, ok := s.Next(p.ID(), act.Act, today)
	if !ok {
		return nil, ErrFull
	}
	e.Subject, e.Value, e.Text = act.Subject, act.Value, act.Text
	if (act.Act == Name || act.Act == Ban) && act.Subject != p.ID() {
		e.Upto = s.Seen(act.Subject)
	}
	e.Sign(p, s.world.ID)
	if why := e.malformed(); why != "" {
		return nil, fmt.Errorf("%w: %s", ErrEntry, why)
	}
	if !s.State().allows(e) {
		return nil, ErrRight
	}
	_, err := s.Add(e, today)
	return e, err
}

// Seen returns the greatest number of an author's entries here: the value of Upto when a keeper is removed.
func (s *Set) Seen(author key.ID) (number uint64) {
	for at := range s.entries {
		if at.author == author {
			number = max(number, at.number)
		}
	}
	return number
}
