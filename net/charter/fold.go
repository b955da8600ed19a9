package charter

import (
	"cmp"
	"math"
	"slices"

	"manyhold/net/key"
)

// Banned is the author of a ban, its reason, and its end.
type Banned struct {
	By    key.ID
	Why   string
	Until uint64 // in Unix seconds; 0: it does not end
}

// Kicked is the author of a player's latest kick, its tick of the world, and its reason.
type Kicked struct {
	By  key.ID
	At  uint64
	Why string
}

// State is the result of the fold. It belongs to the set and must not be changed.
type State struct {
	Founder     key.ID
	Ranks       map[key.ID]Rank // by name, of all but the founder
	Default     Rank            // of players without a rank by name
	Entry       uint64          // the policy of entry
	Bans        map[key.ID]Banned
	Kicks       map[key.ID]Kicked
	Policy      Policy
	Cap         uint16 // players of an island
	Split       bool   // islands may split
	Laws        uint8  // bit n: law n holds
	Title       string // "": none was given, use the genesis' name
	Description string
	Picture     string // text of a Picture; "": there is none
	Strangers   uint8  // players without a rank by name that may vote in one committee
	BranchTime  uint32 // minutes of an offline branch that are executed again at most
	Counted     int    // entries that count
	Void        int    // entries that do not

	Heirs           map[key.ID]uint64 // their places
	Absence, Recent uint32            // in days, see Due; without Absence there are no temporary keepers

	firm        map[about]bool // set last by the founder
	ordinances  []Ordinance
	offices     offices
	invitations map[key.ID]*Invitation
}

// about is the topic of an entry; only the founder overrides its own entries about it.
type about struct {
	act     Act
	subject key.ID
}

// State folds the set.
func (s *Set) State() *State {
	if s.state == nil {
		s.state = s.fold()
	}
	return s.state
}

// Rank returns a player's rank.
func (t *State) Rank(k key.ID) Rank {
	if k == t.Founder {
		return Founder
	}
	if t.offices.holds(k) {
		return Keeper
	}
	if r, ok := t.Ranks[k]; ok {
		return r
	}
	return t.Default
}

// Member reports whether a player has the rank of builder or more by name.
func (t *State) Member(k key.ID) bool { return k == t.Founder || t.Ranks[k] >= Builder }

// MayEnter reports whether no ban keeps a player out of the world, at a time in Unix seconds.
func (t *State) MayEnter(k key.ID, now int64) bool {
	ban, banned := t.Bans[k]
	return !banned || ban.Until != 0 && uint64(max(0, now)) >= ban.Until
}

// MayHost reports whether a peer may vote in a committee, at a time in Unix seconds.
func (t *State) MayHost(k key.ID, now int64) bool {
	switch {
	case !t.MayEnter(k, now):
		return false
	case t.Policy == Invited:
		return t.Member(k)
	case t.Policy == Trusted:
		return t.Rank(k) >= Keeper
	}
	return true
}

func (s *Set) fold() *State {
	t := &State{Founder: s.world.Founder, Ranks: map[key.ID]Rank{}, Bans: map[key.ID]Banned{}, Kicks: map[key.ID]Kicked{}, Default: Builder, Cap: MaxCap, Split: true, Strangers: MaxStrangers, BranchTime: DefaultBranchTime, firm: map[about]bool{},
		Heirs: map[key.ID]uint64{}, Absence: DefaultAbsence, Recent: DefaultRecent, offices: newOffices(), invitations: map[key.ID]*Invitation{}}
	t.ordinances = []Ordinance{{Topic: OnRank, Subject: t.Founder, Value: uint64(Founder), Word: 1}}
	all := s.Entries()
	late := s.latecomers(all)
	excess := excessive(all)
	terms, uses := s.Appointments(), s.tickets.byClock()
	// goes on to all appointments and tickets up to a clock: they stand before entries of that clock
	advance := func(upto uint64) {
		for {
			switch {
			case len(terms) > 0 && terms[0].Clock <= upto && (len(uses) == 0 || terms[0].Clock <= uses[0].Clock):
				t.appoint(terms)
				terms = terms[1:]
			case len(uses) > 0 && uses[0].Clock <= upto:
				t.redeem(uses[0])
				uses = uses[1:]
			default:
				return
			}
		}
	}
	for _, e := range all {
		advance(e.Clock)
		if late[e] || excess[e] || !t.allows(e) {
			t.Void++
			continue
		}
		t.Counted++
		t.apply(e)
	}
	advance(math.MaxUint64)
	return t
}

// latecomers returns the entries of former keepers that their remover had not seen, although they are dated
// before. Only the founder takes an office away.
func (s *Set) latecomers(all []*Entry) map[*Entry]bool {
	late := map[*Entry]bool{}
	terms := s.Appointments()
	upto := map[key.ID]uint64{} // of the next removal, going back in the order
	for i := len(all) - 1; i >= 0; i-- {
		e := all[i]
		for n := len(terms) - 1; n >= 0 && terms[n].Clock > e.Clock; n-- {
			delete(upto, terms[n].Player) // earlier entries belong to an earlier time in office
			terms = terms[:n]
		}
		if e.Author == s.world.Founder {
			switch {
			case e.Act == Ban, e.Act == Name && e.Value != NameKeeper:
				upto[e.Subject] = e.Upto
			case e.Act == Name:
				delete(upto, e.Subject) // earlier entries belong to an earlier time in office
			}
			continue
		}
		if most, removed := upto[e.Author]; removed && e.Number > most {
			late[e] = true
		}
	}
	return late
}

// excessive returns the entries beyond an author's daily limit.
func excessive(all []*Entry) map[*Entry]bool {
	type date struct {
		author key.ID
		day    uint32
	}
	byDate := map[date][]*Entry{}
	excess := map[*Entry]bool{}
	for _, e := range all {
		d := date{e.Author, e.Day}
		byDate[d] = append(byDate[d], e)
	}
	for _, day := range byDate {
		slices.SortFunc(day, func(a, b *Entry) int { return cmp.Compare(a.Number, b.Number) })
		for _, e := range day[min(PerDay, len(day)):] {
			excess[e] = true
		}
	}
	return excess
}

// allows reports whether the author of an entry has the right to it, given the entries before it.
func (t *State) allows(e *Entry) bool {
	if (e.Act == Invite || e.Act == Revoke) && !t.allowsInvite(e) {
		return false
	}
	if e.Author == t.Founder {
		return !e.Act.subjected() || e.Subject != t.Founder
	}
	if _, banned := t.Bans[e.Author]; banned || t.Ranks[e.Author] != Keeper && !t.offices.allow(e) {
		return false
	}
	switch e.Act {
	case Name:
		if e.Subject == e.Author { // a temporary keeper stays
			return t.Ranks[e.Author] != Keeper
		}
		return t.Rank(e.Subject) < Keeper && e.Value != NameKeeper && !t.firm[about{Name, e.Subject}]
	case Ban, Pardon:
		return t.Rank(e.Subject) < Keeper && !t.firm[about{Ban, e.Subject}]
	case Kick, Mute:
		return t.Rank(e.Subject) < Keeper
	case SetLaw, SetSpawn, Invite, Revoke:
		return true
	case SetTitle, SetDescription, SetPicture:
		return !t.firm[about{act: e.Act}]
	}
	return false
}

func (t *State) apply(e *Entry) {
	what := about{e.Act, e.Subject}
	t.note(e)
	switch e.Act {
	case Name:
		if r, ok := named(e.Value); ok {
			t.Ranks[e.Subject] = r
		} else {
			delete(t.Ranks, e.Subject)
		}
	case Ban:
		t.Bans[e.Subject] = Banned{e.Author, e.Text, e.Value}
	case Pardon:
		delete(t.Bans, e.Subject)
		what.act = Ban
	case Kick:
		if e.Value >= t.Kicks[e.Subject].At {
			t.Kicks[e.Subject] = Kicked{e.Author, e.Value, e.Text}
		}
	case SetPolicy:
		t.Policy = Policy(e.Value)
	case SetCap:
		t.Cap = uint16(e.Value)
	case SetSplit:
		t.Split = e.Value == 1
	case SetLaw:
		law := uint8(1) << (e.Value / 2)
		t.Laws &^= law
		if e.Value%2 == 1 {
			t.Laws |= law
		}
	case Invite, Revoke:
		t.invite(e)
	case SetEntry:
		t.Entry = e.Value
	case SetDefaultRank:
		t.Default = Rank(e.Value)
	case SetPicture:
		t.Picture = e.Text
	case Heir:
		t.Heirs[e.Subject] = e.Value
		if e.Value == 0 {
			delete(t.Heirs, e.Subject)
		}
	case SetAbsence:
		t.Absence = uint32(e.Value)
	case SetRecent:
		t.Recent = uint32(e.Value)
	case SetStrangers:
		t.Strangers = uint8(e.Value)
	case SetBranchTime:
		t.BranchTime = uint32(e.Value)
	case SetTitle:
		t.Title = e.Text
	case SetDescription:
		t.Description = e.Text
	}
	if e.Author == t.Founder {
		t.firm[what] = true
	}
	t.decide(e)
}
