package charter

import (
	"errors"
	"fmt"
	"testing"

	"manyhold/net/epoch"
)

// The people of the calendar. Alice founds the world; the committee are pairs 1, 2 and 3.
const (
	alice, bob, charlie, dave, eve, frank = 1, 2, 3, 4, 5, 6
)

var people = [...]string{"nobody", "Alice", "Bob", "Charlie", "Dave", "Eve", "Frank"}

// calendar is a world over many days.
type calendar struct {
	t     *testing.T
	s     *Set
	day   uint32
	first map[byte]uint64
}

func newCalendar(t *testing.T) *calendar {
	return &calendar{t: t, s: NewSet(world), day: today, first: map[byte]uint64{}}
}

func (c *calendar) now() int64 { return int64(c.day) * 86400 }

// come has players log in on the present day, in this order.
func (c *calendar) come(players ...byte) *calendar {
	c.t.Helper()
	for i, p := range players {
		now := uint64(c.now()) + uint64(i)
		if c.first[p] == 0 {
			c.first[p] = now
		}
		l := &Login{First: c.first[p], Last: now}
		l.Sign(pair(p), world.ID)
		var by []epoch.Cosignature
		for _, b := range []byte{1, 2} {
			by = append(by, l.Cosign(pair(b), world.ID, committee().Hash()))
		}
		_, err := c.s.AddLogin(l.WithSignatures(committee(), by), known, c.now())
		must(c.t, err)
	}
	c.settle()
	return c
}

// on moves to a day of the calendar, without anybody there in between.
func (c *calendar) on(day uint32) *calendar {
	c.day = today + day
	return c
}

// settle signs what is due, as a committee does.
func (c *calendar) settle() {
	c.t.Helper()
	for range 3 {
		a := c.s.Due(c.day)
		if a == nil {
			return
		}
		if added, err := c.s.AddAppointment(signed(a, 1, 3), known, c.day); err != nil || !added {
			c.t.Fatalf("day %d: %v %v: %+v", c.day-today, added, err, a)
		}
	}
	c.t.Fatalf("day %d: more is due and more", c.day-today)
}

func signed(a *Appointment, by ...byte) *Appointment {
	var all []epoch.Cosignature
	for _, b := range by {
		all = append(all, a.Cosign(pair(b), world.ID, committee().Hash()))
	}
	return a.WithSignatures(committee(), all)
}

// does writes an entry on the present day.
func (c *calendar) does(by byte, act Act, subject byte, value uint64, text string) error {
	e := Entry{Act: act, Value: value, Text: text}
	if subject > 0 {
		e.Subject = pair(subject).ID()
	}
	_, err := c.s.Write(pair(by), e, c.day)
	if err == nil {
		c.settle()
	}
	return err
}

// late adds an entry of a set elsewhere, with the clock of the last entry there.
func (c *calendar) late(elsewhere *Set, by byte, act Entry, day uint32) {
	c.t.Helper()
	e, _ := elsewhere.Next(pair(by).ID(), act.Act, day)
	e.Clock--
	e.Subject, e.Value, e.Text = act.Subject, act.Value, act.Text
	e.Sign(pair(by), world.ID)
	if added, err := c.s.Add(e, c.day); err != nil || !added {
		c.t.Fatalf("%v %v", added, err)
	}
}

// rules are the players that govern and are not absent, in words.
func (c *calendar) rules() string {
	said := ""
	for _, g := range c.s.Government(c.day) {
		who := "somebody"
		for i := range people {
			if i > 0 && pair(byte(i)).ID() == g.Player {
				who = people[i]
			}
		}
		switch {
		case g.Temporary:
			said += fmt.Sprintf("%s for a time (%v) ", who, g.Reason)
		case !g.Absent:
			said += fmt.Sprintf("%s (%v) ", who, g.Rank)
		}
	}
	return said
}

func (c *calendar) want(says string) {
	c.t.Helper()
	if got := c.rules(); got != says {
		c.t.Errorf("day %d: %q instead of %q", c.day-today, got, says)
	}
}

const x, y = DefaultAbsence, DefaultRecent

// TestNobodyBeforeTheDay: on day X the founder governs, on day X+1 a temporary keeper is appointed (H13),
// the earliest known of the players that were there within Y days (H14): Bob before Dave; Eve, who is known
// longer than both, was not there lately.
func TestNobodyBeforeTheDay(t *testing.T) {
	c := newCalendar(t)
	c.come(eve).on(0).come(alice, bob, dave)
	c.on(x - 1).come(bob)
	c.on(x).come(dave).want("Alice (founder) ")
	if c.s.Due(c.day) != nil {
		t.Error("an appointment before its day")
	}
	if err := c.does(bob, SetTitle, 0, 0, "Mine"); !errors.Is(err, ErrRight) {
		t.Errorf("Bob governs too early: %v", err)
	}
	c.on(x + 1).come(dave).want("Bob for a time (longest-known of the players who were here lately) ")
	g := c.s.Government(c.day)
	if bobs := g[len(g)-1]; bobs.Since != today+x+1 || bobs.Until != today+x+1+appointmentDays || bobs.Seen != today+x-1 || !g[0].Absent || g[0].Seen != today {
		t.Errorf("%+v", g)
	}
	// Bob does not come for Y days: Dave is next.
	c.on(x - 1 + y).come(dave).want("Bob for a time (longest-known of the players who were here lately) ")
	c.on(x + y).come(dave).want("Dave for a time (longest-known of the players who were here lately) ")
}

// TestSettings: the founder's numbers count; without a number of days nobody governs for a time.
func TestSettings(t *testing.T) {
	for _, f := range []struct {
		absence, recent uint64
		day             uint32 // on which Bob comes, and Dave was there two days before
		want            string
	}{
		{5, 7, 5, "Alice (founder) "},
		{5, 7, 6, "Bob for a time (longest-known of the players who were here lately) "},
		{0, 7, 100, "Alice (founder) "},
	} {
		c := newCalendar(t)
		c.come(alice, bob, dave)
		must(t, c.does(alice, SetAbsence, 0, f.absence, ""))
		must(t, c.does(alice, SetRecent, 0, f.recent, ""))
		c.on(f.day).come(bob).want(f.want)
	}
	c := newCalendar(t)
	c.come(bob, dave, alice)
	must(t, c.does(alice, SetRecent, 0, 1, ""))
	c.on(x).come(bob).on(x + 2).come(dave).want("Dave for a time (longest-known of the players who were here lately) ")
	if err := c.does(dave, SetAbsence, 0, 0, ""); !errors.Is(err, ErrRight) {
		t.Errorf("a keeper settles for how long the founder may be away: %v", err)
	}
}

// TestOrderOfSuccession: heirs by their places, then members, then other players; never visitors, banned
// players and those that lost an office.
func TestOrderOfSuccession(t *testing.T) {
	for _, f := range []struct {
		name string
		acts func(c *calendar)
		who  []byte // are there on the day
		want string
	}{
		{"an heir before older players", func(c *calendar) { c.does(alice, Heir, dave, 1, "") }, []byte{bob, dave}, "Dave for a time (first of the heirs who were here lately) "},
		{"the first heir", func(c *calendar) { c.does(alice, Heir, bob, 2, ""); c.does(alice, Heir, dave, 1, "") }, []byte{bob, dave}, "Dave for a time (first of the heirs who were here lately) "},
		{"the next one, if the first is not there", func(c *calendar) { c.does(alice, Heir, bob, 2, ""); c.does(alice, Heir, dave, 1, "") }, []byte{bob, eve}, "Bob for a time (first of the heirs who were here lately) "},
		{"an heir no more", func(c *calendar) { c.does(alice, Heir, dave, 1, ""); c.does(alice, Heir, dave, 0, "") }, []byte{bob, dave}, "Bob for a time (longest-known of the players who were here lately) "},
		{"a member before strangers", func(c *calendar) { c.does(alice, Name, eve, NameBuilder, "") }, []byte{bob, dave, eve}, "Eve for a time (longest-known of the members who were here lately) "},
		{"an invited member before strangers", func(c *calendar) {
			must(t, invite(t, c.s, alice, Capability{7}, Terms{Builder, 3, today + 3}))
			added, err := c.s.AddTicket(ticket(c.s, eve, 60, 1, 2), known, c.now()+60)
			if err != nil || !added {
				t.Fatal(added, err)
			}
		}, []byte{bob, dave, eve}, "Eve for a time (longest-known of the members who were here lately) "},
		{"no visitors", func(c *calendar) { c.does(alice, Name, bob, NameVisitor, "") }, []byte{bob, dave}, "Dave for a time (longest-known of the players who were here lately) "},
		{"strangers are visitors", func(c *calendar) { c.does(alice, SetDefaultRank, 0, uint64(Visitor), "") }, []byte{bob, dave}, ""},
		{"nobody that is banned", func(c *calendar) { c.does(alice, Ban, bob, 0, "") }, []byte{bob, dave}, "Dave for a time (longest-known of the players who were here lately) "},
		{"no former keeper", func(c *calendar) {
			c.does(alice, Name, bob, NameKeeper, "")
			c.does(alice, Name, bob, NameBuilder, "")
		}, []byte{bob, dave}, "Dave for a time (longest-known of the players who were here lately) "},
		{"a keeper that is there", func(c *calendar) { c.does(alice, Name, dave, NameKeeper, "") }, []byte{bob, dave}, "Dave (keeper) "},
		{"a keeper that is away, too", func(c *calendar) { c.does(alice, Name, dave, NameKeeper, "") }, []byte{bob}, "Bob for a time (longest-known of the players who were here lately) "},
	} {
		c := newCalendar(t)
		c.come(alice, bob, dave, eve)
		f.acts(c)
		c.on(x + 1).come(f.who...)
		if got := c.rules(); got != f.want {
			t.Errorf("%s: %q", f.name, got)
		}
	}
}

// TestTemporaryKeeperGoverns: it does whatever a keeper does (H15); however often it comes and acts, it
// stays a temporary keeper (H16), until it names itself (H17).
func TestTemporaryKeeperGoverns(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob, dave)
	c.on(x+1).come(bob, dave)
	id := pair(bob).ID()
	must(t, c.does(bob, Name, dave, NameBuilder, ""))
	must(t, c.does(bob, Kick, dave, 900, "quiet"))
	must(t, c.does(bob, Ban, eve, 0, "griefing"))
	must(t, c.does(bob, SetLaw, 0, 3, ""))
	for _, err := range []error{c.does(bob, Name, dave, NameKeeper, ""), c.does(bob, SetCap, 0, 4, ""), c.does(bob, Ban, alice, 0, ""), c.does(dave, SetTitle, 0, 0, "Mine")} {
		if !errors.Is(err, ErrRight) {
			t.Errorf("beyond a keeper's rights: %v", err)
		}
	}
	if st := c.s.State(); st.Rank(id) != Keeper || !st.Member(pair(dave).ID()) || st.MayEnter(pair(eve).ID(), 0) || st.Laws != 2 || st.Void != 0 {
		t.Errorf("%+v", st)
	}
	for day := range uint32(5) {
		c.on(x + 2 + day).come(bob)
		must(t, c.does(bob, SetTitle, 0, 0, fmt.Sprint("day ", day)))
		c.want("Bob for a time (longest-known of the players who were here lately) ")
	}
	if n := len(c.s.Appointments()); n != 1 {
		t.Errorf("%d appointments for one time in office", n)
	}
	must(t, c.does(bob, Name, bob, NameKeeper, ""))
	c.want("Bob (keeper) ")
	if g := c.s.Government(c.day); len(g) != 2 || g[1].Reason != IsStaying || g[1].Temporary {
		t.Errorf("%+v", g)
	}
	// He governs from now on like any other keeper: what he does counts, and he may be the absent one.
	must(t, c.does(bob, SetTitle, 0, 0, "later"))
	if st := c.s.State(); st.Title != "later" || st.Void != 0 {
		t.Errorf("%+v", st)
	}
	if err := c.does(bob, Name, bob, NameKeeper, ""); !errors.Is(err, ErrRight) {
		t.Errorf("he names himself again: %v", err)
	}
	c.on(3 * x).come(dave).want("Dave for a time (longest-known of the players who were here lately) ")
}

// TestOlderPlayerTakesOver: Charlie, known longer than Bob, comes back on day X+9 (H17). Bob's entries
// until then count; later ones do not, whatever their dates. If Bob has named himself, Charlie gets
// nothing.
func TestOlderPlayerTakesOver(t *testing.T) {
	for _, stays := range []bool{false, true} {
		c := newCalendar(t)
		c.come(charlie).on(0).come(alice, bob)
		c.on(x + 1).come(bob).want("Bob for a time (longest-known of the players who were here lately) ")
		must(t, c.does(bob, SetDescription, 0, 0, "by Bob"))
		c.on(x + 8).come(bob)
		if stays {
			must(t, c.does(bob, Name, bob, NameKeeper, ""))
		}
		c.on(x + 9)
		elsewhere := c.s.copy(t, c.day)
		c.come(charlie)
		err := c.does(bob, SetTitle, 0, 0, "Bob's")
		if stays {
			c.want("Bob (keeper) ")
			if err != nil || c.s.State().Title != "Bob's" {
				t.Errorf("a permanent keeper lost his office: %v", err)
			}
			continue
		}
		c.late(elsewhere, bob, Entry{Act: SetDescription, Text: "dated before"}, c.day-1)
		c.want("Charlie for a time (longest-known of the players who were here lately) ")
		if !errors.Is(err, ErrRight) {
			t.Errorf("Bob still governs: %v", err)
		}
		if st := c.s.State(); st.Description != "by Bob" || st.Void != 1 || st.Rank(pair(bob).ID()) != Builder || st.Rank(pair(charlie).ID()) != Keeper {
			t.Errorf("%+v", st)
		}
		must(t, c.does(charlie, SetTitle, 0, 0, "Charlie's"))
	}
}

// TestFounderReturns: the login of the founder, or of a keeper, ends the time of a temporary keeper (H18),
// and the founder may undo all of it.
func TestFounderReturns(t *testing.T) {
	for _, who := range []byte{alice, frank} {
		c := newCalendar(t)
		c.come(charlie).on(0).come(alice, frank)
		must(t, c.does(alice, Name, frank, NameKeeper, ""))
		c.on(x + 1).come(charlie).want("Charlie for a time (longest-known of the players who were here lately) ")
		must(t, c.does(charlie, SetTitle, 0, 0, "Charlie's"))
		elsewhere := c.s.copy(t, c.day)
		c.come(who)
		if err := c.does(charlie, SetTitle, 0, 0, "more"); !errors.Is(err, ErrRight) {
			t.Errorf("Charlie still governs: %v", err)
		}
		// As dated before, it would make him a keeper for ever.
		c.late(elsewhere, charlie, Entry{Act: Name, Subject: pair(charlie).ID(), Value: NameKeeper}, c.day)
		st := c.s.State()
		if st.Rank(pair(charlie).ID()) != Builder || st.Title != "Charlie's" || st.Appointed(c.day) != nil {
			t.Errorf("%+v", st)
		}
		if a := c.s.Appointments(); a[len(a)-1].Reason != Returned || a[len(a)-1].Upto != 1 {
			t.Errorf("%+v", a[len(a)-1])
		}
		if who == alice {
			c.want("Alice (founder) ")
			must(t, c.does(alice, SetTitle, 0, 0, "Alice's"))
			must(t, c.does(alice, Name, charlie, NameNobody, ""))
		} else {
			c.want("Frank (keeper) ")
		}
	}
}

// TestFounderTakesATimeAway: an entry of the founder ends the time of a temporary keeper at once, before any
// committee says so.
func TestFounderTakesATimeAway(t *testing.T) {
	for _, act := range []Entry{{Act: Name, Value: NameNobody}, {Act: Ban, Text: "enough"}} {
		c := newCalendar(t)
		c.come(alice, bob, dave)
		c.on(x+1).come(bob, dave)
		act.Subject = pair(bob).ID()
		_, err := c.s.Write(pair(alice), act, c.day)
		must(t, err)
		if c.s.State().Rank(pair(bob).ID()) == Keeper || c.s.State().Appointed(c.day) != nil {
			t.Errorf("%v: Bob still governs", act.Act)
		}
		c.settle()
		c.want("Alice (founder) ")
		// She does not come back. Bob was dismissed, and Dave is next.
		c.on(3*x).come(bob, dave).want("Dave for a time (longest-known of the players who were here lately) ")
	}
}

// TestWithoutACommittee: where nobody signs, a temporary keeper governs on the days of the appointment only.
func TestWithoutACommittee(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob)
	c.on(x + 1).come(bob)
	e, _ := c.s.Next(pair(bob).ID(), SetTitle, c.day+appointmentDays+1)
	e.Text, e.Number = "later", 2
	e.Sign(pair(bob), world.ID)
	c.on(x + 1 + appointmentDays)
	if _, err := c.s.Write(pair(bob), Entry{Act: SetTitle, Text: "in time"}, c.day); err != nil {
		t.Error(err)
	}
	c.day++
	if _, err := c.s.Write(pair(bob), Entry{Act: SetTitle, Text: "too late"}, c.day); !errors.Is(err, ErrRight) || c.s.State().Appointed(c.day) != nil {
		t.Errorf("he governs for ever: %v", err)
	}
	_, err := c.s.Add(e, c.day)
	must(t, err)
	if st := c.s.State(); st.Title == "later" || st.Void != 1 {
		t.Errorf("%+v", st)
	}
}

// TestEarlierTimesInOffice: the founder takes away the office of a temporary keeper, and has not seen an
// entry of an earlier time. It counts: the committee of that time had seen it.
func TestEarlierTimesInOffice(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob, dave)
	c.on(x + 1).come(bob)
	c.on(x + 2).come(bob)
	must(t, c.does(bob, SetTitle, 0, 0, "Bob's"))
	c.on(x + 10).come(dave)
	c.on(x + 11).come(bob)
	c.want("Bob for a time (longest-known of the players who were here lately) ")
	hers := NewSet(world)
	for _, a := range c.s.Appointments() {
		_, err := hers.AddAppointment(a, known, c.day)
		must(t, err)
	}
	e, err := hers.Write(pair(alice), Entry{Act: Name, Subject: pair(bob).ID(), Value: NameNobody}, c.day)
	must(t, err)
	if e.Upto != 0 {
		t.Fatal("she has seen it")
	}
	e.Clock += 9
	e.Sign(pair(alice), world.ID)
	_, err = c.s.Add(e, c.day)
	must(t, err)
	if st := c.s.State(); st.Title != "Bob's" || st.Void != 0 || st.Rank(pair(bob).ID()) == Keeper {
		t.Errorf("%+v", st)
	}
}

// TestRanksOfTheSimulation: the rank of a temporary keeper is an ordinance while it governs.
func TestRanksOfTheSimulation(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob)
	rank := func() (value, word uint64) {
		for _, o := range c.s.State().Ordinances() {
			if o.Topic == OnRank && o.Subject == pair(bob).ID() {
				return o.Value, o.Word
			}
		}
		return 0, 0
	}
	if v, word := rank(); word != 0 {
		t.Errorf("a rank %d", v)
	}
	c.on(x + 1).come(bob)
	v, word := rank()
	if v != uint64(Keeper) || word != c.s.Appointments()[0].Clock {
		t.Errorf("while he governs: rank %d by %d", v, word)
	}
	c.come(alice)
	if v, later := rank(); v != NoRank || later <= word {
		t.Errorf("afterwards: rank %d by %d, before by %d", v, later, word)
	}
}

// TestNobodyFloodsTheLedger: with any number of later logins of strangers, those of players that the
// charter names stay, so that they are known longest when the founder is away.
func TestNobodyFloodsTheLedger(t *testing.T) {
	c := newCalendar(t)
	c.come(alice, bob, dave, eve)
	must(t, c.does(alice, Name, bob, NameBuilder, ""))
	must(t, c.does(alice, Heir, dave, 1, ""))
	c.on(x + 1)
	for i := range MaxLogins {
		l := &Login{Player: [32]byte{200, byte(i), byte(i >> 8)}, First: 1, Last: uint64(c.now())}
		c.s.logins[l.Player] = item[*Login]{value: l} // signatures take long
	}
	l := login(frank, uint64(c.now()), 1, 2)
	_, err := c.s.AddLogin(l, known, c.now())
	must(t, err)
	for len(c.s.logins) > MaxLogins {
		delete(c.s.logins, c.s.leastLogin())
	}
	for p, kept := range map[byte]bool{alice: true, bob: true, dave: true, eve: false, frank: true} {
		if (c.s.Login(pair(p).ID()) != nil) != kept {
			t.Errorf("%s: kept is not %v", people[p], kept)
		}
	}
}

// copy returns a set with the same content.
func (s *Set) copy(t testing.TB, day uint32) *Set {
	o := NewSet(s.world)
	for _, a := range s.Appointments() {
		_, err := o.AddAppointment(a, known, day+appointmentDays)
		must(t, err)
	}
	for _, e := range s.Entries() {
		_, err := o.Add(e, day)
		must(t, err)
	}
	for _, l := range s.Logins() {
		_, err := o.AddLogin(l, known, int64(day)*86400)
		must(t, err)
	}
	return o
}
