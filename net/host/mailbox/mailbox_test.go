package mailbox

import (
	"errors"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/host/verify"
	"manyhold/net/key"
)

var world = [32]byte{1}

// sender is an island that this peer leads, with one parcel for another. Methods that it lacks are not
// called.
type sender struct {
	others
	id      uint64
	record  *epoch.Record
	reads   bool // the addressee's leader reads its state
	asked   []key.ID
	counted counter.Values
}

func (s *sender) Island() uint64                       { return s.id }
func (s *sender) Record() *epoch.Record                { return s.record }
func (s *sender) Writes() bool                         { return true }
func (s *sender) Leads() bool                          { return true }
func (s *sender) Towards(dst []uint64) []uint64        { return append(dst, 7) }
func (s *sender) Chain(uint64) (hash [32]byte, _ bool) { return hash, true }
func (s *sender) Reads(key.ID) bool                    { return s.reads }
func (s *sender) Linked(key.ID) bool                   { return true }
func (s *sender) Send(to key.ID, _ []byte)             { s.asked = append(s.asked, to) }
func (s *sender) Count(c counter.Counter)              { s.counted[c]++ }

func (s *sender) Compose(to, wanted uint64) message.Letter {
	l := message.Letter{From: s.id, To: to, Number: s.record.Number, Record: s.record.Hash(), Turn: 50, First: 1, Expect: 1}
	if l.Leader = s.record.Voters[0].Key; wanted < 2 {
		l.Parcels = [][]byte{{9}}
	}
	return l
}

// others are the methods of an island that no test calls.
type others interface{ Island }

// around is a world with one island of this peer, and an addressee that others execute.
type around struct {
	AddressBook
	own    *sender
	leader key.ID // of the addressee
	ended  bool
}

func (a *around) Find(island uint64) (Island, bool) { return a.own, island == a.own.id }
func (a *around) All() []Island                     { return []Island{a.own} }
func (a *around) World() [32]byte                   { return world }
func (a *around) Newest(uint64) *epoch.Record       { return nil }
func (a *around) LeaderOf(uint64) key.ID            { return a.leader }
func (a *around) Ended(uint64) bool                 { return a.ended }

// post is a mailbox of a peer that leads an island with three voters, all linked like the addressee's leader.
type post struct {
	*Mailbox
	*around
	hub   *links.Hub
	pairs []key.Pair // of the voters, this peer's first
	sent  []key.ID
}

func newPost() *post {
	p := &post{}
	r := &epoch.Record{Number: 4}
	for i := range 3 {
		k := key.FromSeed([32]byte{byte(i + 1)})
		p.pairs, r.Voters = append(p.pairs, k), append(r.Voters, epoch.Voter{Key: k.ID()})
	}
	p.around = &around{own: &sender{id: 3, record: r}, leader: key.FromSeed([32]byte{20}).ID()}
	p.hub = &links.Hub{Key: p.pairs[0], Me: p.pairs[0].ID(), Now: time.Unix(100, 0), Good: &verify.Cache{}}
	p.hub.Send = func(to key.ID, b []byte) { p.sent = append(p.sent, to) }
	for _, k := range []key.ID{p.pairs[1].ID(), p.pairs[2].ID(), p.leader} {
		p.hub.Peers.Set(k, &links.Link{Key: k})
	}
	p.Mailbox = New(p.hub, p.around, p.around)
	return p
}

// after lets time pass and sends what is due.
func (p *post) after(d time.Duration) {
	p.hub.Now = p.hub.Now.Add(d)
	p.SendParcels()
}

// gist is what the voters are asked to sign.
func (p *post) gist() message.Gist {
	l := p.own.Compose(7, 0)
	return l.Gist()
}

// sign is a voter's signature of the letter.
func (p *post) sign(voter int) epoch.Cosignature {
	l := p.own.Compose(7, 0)
	return l.Statement(world).Sign(p.pairs[voter])
}

// A letter goes out when a majority of the voters has signed it, and again until the other island
// acknowledges it. A signature of something else is refused and counted.
func TestLetter(t *testing.T) {
	p := newPost()
	p.after(time.Second)
	if len(p.own.asked) != 2 || slices.Contains(p.own.asked, p.hub.Me) || len(p.sent) != 0 {
		t.Fatalf("%d voters are asked, %d letters sent", len(p.own.asked), len(p.sent))
	}
	wrong := p.sign(1)
	wrong.Signature[3]++
	if err := p.Cosigned(p.own, p.gist(), wrong); !errors.Is(err, ErrFalseSignature) || p.own.counted[counter.LettersForged] != 1 || len(p.sent) != 0 {
		t.Errorf("a wrong signature: %v, %d counted", err, p.own.counted[counter.LettersForged])
	}
	if err := p.Cosigned(p.own, p.gist(), p.sign(2)); err != nil || !slices.Equal(p.sent, []key.ID{p.leader}) {
		t.Errorf("a right signature: %v; sent to %v", err, p.sent)
	}
	for i, d := range []time.Duration{letterAgain / 2, letterAgain / 2, letterAgain, letterAgain} {
		if p.after(d); len(p.sent) != []int{1, 2, 2, 3}[i] {
			t.Errorf("step %d: %d letters were sent", i, len(p.sent))
		}
	}
	p.In[pair{7, 3}] = &message.Letter{From: 7, To: 3, First: 1, Expect: 2}
	if p.after(time.Minute); len(p.sent) != 3 || len(p.WritesTo()) != 0 {
		t.Error("an acknowledged letter is sent again")
	}
}

// No letter is written where the other leader reads the state itself, or to an island that has ended.
func TestNoLetter(t *testing.T) {
	for what, change := range map[string]func(p *post){
		"this peer leads both":                    func(p *post) { p.leader = p.hub.Me },
		"the other leader reads this one's state": func(p *post) { p.own.reads = true },
		"the other has ended":                     func(p *post) { p.ended = true },
	} {
		p := newPost()
		change(p)
		if p.after(time.Second); len(p.own.asked) != 0 || len(p.WritesTo()) != 0 {
			t.Errorf("%s: a letter is written", what)
		}
	}
}

// A peer that gave a forged letter is not believed for a moment, because verifying takes time; a new link
// begins anew.
func TestCaught(t *testing.T) {
	p := newPost()
	k := p.pairs[1].ID()
	p.AddressBook = told{}
	p.noteForgery(k, 7)
	if !p.distrusts(k) || p.distrusts(p.leader) {
		t.Error("the wrong peer is distrusted")
	}
	p.hub.Now = p.hub.Now.Add(forgedFor)
	if p.distrusts(k) {
		t.Error("it is refused for longer")
	}
	p.noteForgery(k, 7)
	if p.Forget(k); p.distrusts(k) {
		t.Error("a new link is refused")
	}
}

// told hears violations.
type told struct{ AddressBook }

func (told) Tell(key.ID, string, ...any) {}
