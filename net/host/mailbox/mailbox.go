// Package mailbox sends letters with parcels between the islands of a world.
//
// A leader that also leads the other island takes its parcels from that island's state (see package
// parcels). Otherwise the other leader writes letters: a letter has the parcels from the first
// unacknowledged one on, and says which parcel is wanted next. A letter is believed when a majority of the
// voters of the sender's newest known epoch has signed it (see package parcels). It is sent
// again until the addressee's own letter acknowledges it; an island that gets a parcel twice acknowledges it
// again. The states ensure by the parcels' numbers that each is taken once and in order, so letters may be
// lost, repeated, or overtake each other. A receiver that does not lead the addressee passes the letter on to
// its leader.
package mailbox

import (
	"errors"
	"slices"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

const (
	// letterGap is the least time between two letters to one island when there is something new, letterAgain
	// the time until one is sent again, which doubles up to letterMost.
	letterGap   = 40 * time.Millisecond
	letterAgain = 250 * time.Millisecond
	letterMost  = 2 * time.Second
	// cosignAgain is how long a leader waits for signatures before it asks again.
	cosignAgain = 150 * time.Millisecond
	// forgedFor is how long the letters of a peer are refused after a forged one.
	forgedFor = time.Second
	// maxLetters is how many correspondences are kept; of more none is taken in.
	maxLetters = 4096
)

// ErrFalseSignature says that a voter's signature does not fit the letter.
var ErrFalseSignature = errors.New("a signature that does not fit the letter")

// Island is an island that this peer executes, as its mailbox sees it.
type Island interface {
	// Island is the island's id.
	Island() uint64
	// Record is that of the present epoch; nil while this peer has no place in the log.
	Record() *epoch.Record
	// Leader is the leader of the present epoch; zero: none is known.
	Leader() key.ID
	// Leads reports whether this peer leads it.
	Leads() bool
	// Writes reports whether this peer writes the island's letters: it leads the island, which is firm and
	// goes on.
	Writes() bool
	// Towards appends the islands for which parcels wait in the state, ascending.
	Towards(dst []uint64) []uint64
	// Compose writes, from the state, the letter to another island, with the parcels from the number on that
	// is wanted there. It has no chain hash and no signatures yet, and its parcels are the state's.
	Compose(to, wanted uint64) message.Letter
	// Chain is the chain hash after a turn, if it is known.
	Chain(turn uint64) (hash [32]byte, known bool)
	// Waits reports whether parcels for another island, all before a number, wait in the state for an
	// acknowledgement. known is false when there is no state here.
	Waits(by, before uint64) (waits, known bool)
	// Reads reports whether another peer may read the island's parcels from its own state, because one voter
	// decides alone and that peer has executed all.
	Reads(k key.ID) bool
	// Linked reports whether a peer is linked with the island, and Send sends it a message.
	Linked(k key.ID) bool
	Send(to key.ID, b []byte)
	// Count counts, among the island's counters.
	Count(counter.Counter)
}

// Islands are the islands that this peer executes.
type Islands interface {
	// Find returns an island; ok is false when it is not executed here.
	Find(island uint64) (c Island, ok bool)
	// All lists them in ascending order of ids.
	All() []Island
	// World is the world's id.
	World() [32]byte
}

// AddressBook is the knowledge of all islands of the world.
type AddressBook interface {
	// Newest is the newest known record of an island, and NewestFirm its newest firm one; nil: there is none.
	Newest(island uint64) *epoch.Record
	NewestFirm(island uint64) *epoch.Record
	// LeaderOf is the announced leader of an island that is not executed here; zero: none is known.
	LeaderOf(island uint64) key.ID
	// Ended reports whether an island is known to have been taken in by another.
	Ended(island uint64) bool
	// Tell logs a violation of a linked peer, and Refuse counts a message that no decoder accepted.
	Tell(k key.ID, words string, args ...any)
	Refuse(from key.ID, kind byte, err error)
}

// pair is a sender and an addressee.
type pair struct{ From, To uint64 }

// Mailbox holds this peer's letters to and from other islands.
type Mailbox struct {
	hub     *links.Hub
	islands Islands
	book    AddressBook

	In     map[pair]*message.Letter // the newest
	Out    map[pair]*outgoingLetter // letters being written, or sent last
	forged map[key.ID]time.Time     // when a linked peer gave a forged letter last

	looked  time.Time
	list    []uint64 // see correspondents
	towards []uint64 // scratch of SendParcels
}

// outgoingLetter is an island's unacknowledged letter to another.
type outgoingLetter struct {
	draft    *message.Letter  // voters are asked to sign it
	gathered cosign.Collector // their signatures
	begun    time.Time        // when it was written
	asked    time.Time        // when they were asked last

	letter *message.Letter // signed by a majority
	at     time.Time
	tries  int
}

// New returns an empty mailbox.
func New(h *links.Hub, islands Islands, book AddressBook) *Mailbox {
	return &Mailbox{hub: h, islands: islands, book: book, In: map[pair]*message.Letter{}, Out: map[pair]*outgoingLetter{}, forged: map[key.ID]time.Time{}}
}

// Forget forgets a peer whose link came or went.
func (b *Mailbox) Forget(k key.ID) { delete(b.forged, k) }

// ForgetLetter drops an island's letter to another.
func (b *Mailbox) ForgetLetter(from, to uint64) { delete(b.In, pair{from, to}) }

// WritesTo lists the islands to which letters from here wait, in any order, some more than once.
func (b *Mailbox) WritesTo() (islands []uint64) {
	for k := range b.Out {
		islands = append(islands, k.To)
	}
	return islands
}

// senders are the islands that have written to one, in ascending order.
func (p *Mailbox) senders(to uint64) (ids []uint64) {
	for k := range p.In {
		if k.To == to {
			ids = append(ids, k.From)
		}
	}
	slices.Sort(ids)
	return ids
}

// Receive takes a letter for an island that is executed here.
func (b *Mailbox) Receive(from key.ID, bytes []byte) {
	l, err := message.DecodeLetter(bytes)
	if err != nil {
		b.book.Refuse(from, bytes[0], err)
		return
	}
	c, ok := b.islands.Find(l.To)
	if !ok || c.Record() == nil {
		b.hub.Counters[counter.Unexpected]++
		return
	}
	k := pair{l.From, l.To}
	had := b.In[k]
	verdict := l.Judge(b.book.NewestFirm(l.From))
	switch {
	case verdict == message.LetterUnknown:
		c.Count(counter.LettersUnknown)
		return // its sender tells of the epoch, and writes again
	case b.book.Ended(l.From), verdict == message.LetterStale, verdict == message.LetterGood && l.Before(had):
		c.Count(counter.LettersStale)
		return
	case verdict == message.LetterForged, b.distrusts(from), !l.Signed(b.islands.World(), b.hub.Good):
		c.Count(counter.LettersForged)
		b.noteForgery(from, l.From)
		return
	case had == nil && len(b.In) >= maxLetters:
		return
	}
	c.Count(counter.Letters)
	b.In[k] = &l
	if leader := c.Leader(); !c.Leads() && from == l.Leader && leader != from && c.Linked(leader) {
		b.hub.Send(leader, slices.Clone(bytes)) // it is for the leader
	}
}

// distrusts reports whether a peer gave a forged letter a moment ago. Verifying signatures takes time, and a
// genuine letter comes again.
func (b *Mailbox) distrusts(k key.ID) bool {
	at, ok := b.forged[k]
	return ok && b.hub.Now.Sub(at) < forgedFor
}

// noteForgery notes that a peer gave a forged letter of an island.
func (b *Mailbox) noteForgery(k key.ID, of uint64) {
	if b.hub.Peers.Get(k) == nil || b.distrusts(k) {
		return
	}
	b.forged[k] = b.hub.Now
	b.book.Tell(k, "refused a forged letter", "of", message.IslandName(of))
}

// SendParcels sends the letters of the islands that this peer leads.
func (b *Mailbox) SendParcels() {
	if b.hub.Now.Sub(b.looked) < letterGap/2 {
		return
	}
	b.looked = b.hub.Now
	for _, c := range b.islands.All() {
		if !c.Writes() {
			continue
		}
		b.towards = c.Towards(b.towards[:0])
		to := append(slices.Clone(b.towards), b.senders(c.Island())...)
		for _, o := range b.islands.All() {
			to = append(to, o.Island())
		}
		slices.Sort(to)
		for _, id := range slices.Compact(to) {
			if id != c.Island() && !b.book.Ended(id) {
				b.write(c, id)
			}
		}
	}
}

// write sends a letter to another island, when there is something to be said that its leader cannot see for
// itself.
func (b *Mailbox) write(c Island, to uint64) {
	k := pair{c.Island(), to}
	addressee, direct := b.recipients(c, to)
	if direct {
		delete(b.Out, k)
		return
	}
	l, owes := b.compose(c, to)
	if len(l.Parcels) == 0 && !owes {
		delete(b.Out, k)
		return
	}
	d := b.Out[k]
	if d == nil {
		d = &outgoingLetter{}
		b.Out[k] = d
	}
	if d.draft != nil && (d.draft.Record != l.Record || b.hub.Now.Sub(d.begun) >= message.CosignPatience) {
		d.draft = nil
	}
	if d.draft == nil && !l.SaysAs(d.letter) && (d.at.IsZero() || b.hub.Now.Sub(d.at) >= letterGap) {
		if chain, ok := c.Chain(l.Turn); ok {
			l.Chain = chain
			for i, p := range l.Parcels {
				l.Parcels[i] = slices.Clone(p) // it goes on while voters are asked
			}
			*d = outgoingLetter{draft: &l, gathered: l.Gather(b.hub.Key, b.islands.World(), c.Record(), b.hub.Good), begun: b.hub.Now, at: d.at}
		}
	}
	if d.draft != nil {
		if !d.complete() {
			b.askToSign(c, d)
			return
		}
	} else if d.letter == nil || b.hub.Now.Sub(d.at) < min(letterAgain<<min(d.tries-1, 4), letterMost) {
		return
	}
	b.sendBatch(c, d, addressee)
}

// sendBatch sends the letter of a batch, each time to the next possible recipient.
func (b *Mailbox) sendBatch(c Island, d *outgoingLetter, addressee []key.ID) {
	d.at = b.hub.Now
	d.tries++
	if len(addressee) > 0 {
		c.Count(counter.LettersSent)
		b.hub.Send(addressee[(d.tries-1)%len(addressee)], d.letter.Encode())
	}
}

// recipients returns the recipients on the other island, its leader first, and whether that leader reads its
// own state of the sender instead of letters: because it leads the island here, or because the island has one
// voter, and no other word is to be had.
func (b *Mailbox) recipients(c Island, to uint64) (all []key.ID, direct bool) {
	var leader key.ID
	if o, ok := b.islands.Find(to); ok && o.Record() != nil {
		leader = o.Leader()
	} else {
		leader = b.book.LeaderOf(to)
	}
	if leader == b.hub.Me || c.Reads(leader) {
		return nil, true
	}
	add := func(k key.ID) {
		if b.hub.Peers.Get(k) != nil && !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	add(leader)
	if r := b.book.Newest(to); r != nil {
		for _, v := range r.Voters {
			add(v.Key)
		}
	}
	return all, false
}

// compose writes the letter to another island. owes: the other island waits for an acknowledgement.
func (b *Mailbox) compose(c Island, to uint64) (l message.Letter, owes bool) {
	heard, wanted := b.In[pair{to, c.Island()}], uint64(0)
	if heard != nil {
		wanted = heard.Expect
	}
	l = c.Compose(to, wanted)
	if o, ok := b.islands.Find(to); ok {
		if waits, known := o.Waits(c.Island(), l.Expect); known {
			return l, l.Expect > 1 && waits
		}
	}
	return l, heard != nil && heard.First < l.Expect && len(heard.Parcels) > 0
}

// ParcelSources are the islands from which parcels may come, in ascending order. The list lasts until the
// next call.
func (b *Mailbox) ParcelSources(to uint64) []uint64 {
	ids := b.list[:0]
	for _, c := range b.islands.All() {
		ids = append(ids, c.Island())
	}
	for k := range b.In {
		if k.To == to {
			ids = append(ids, k.From)
		}
	}
	slices.Sort(ids)
	b.list = ids
	return slices.Compact(ids)
}

// Letters are the newest ones to an island, in ascending order of their senders.
func (b *Mailbox) Letters(to uint64) (all []*message.Letter) {
	for _, from := range b.senders(to) {
		all = append(all, b.In[pair{from, to}])
	}
	return all
}

// complete reports whether a draft has the signatures it needs, and makes it the letter then.
func (d *outgoingLetter) complete() bool {
	if !d.gathered.Complete() {
		return false
	}
	d.draft.Signatures = d.gathered.Cosigned().Signatures
	d.letter, d.draft, d.tries = d.draft, nil, 0
	return true
}

// askToSign asks the voters that have not signed a draft.
func (b *Mailbox) askToSign(c Island, d *outgoingLetter) {
	if !d.asked.IsZero() && b.hub.Now.Sub(d.asked) < cosignAgain {
		return
	}
	d.asked = b.hub.Now
	g := d.draft.Gist()
	for _, k := range d.gathered.Missing(c.Record().VoterKeys()) {
		if c.Linked(k) {
			c.Send(k, g.Encode(message.CosignAsk))
		}
	}
}

// Cosigned takes another voter's signature of a letter that an island here writes. The error is
// ErrFalseSignature.
func (b *Mailbox) Cosigned(c Island, g message.Gist, s epoch.Cosignature) error {
	d := b.Out[pair{c.Island(), g.To}]
	if d == nil || d.draft == nil || d.draft.Gist() != g {
		return nil // of an earlier question
	}
	switch d.gathered.Add(d.draft.Statement(b.islands.World()), s) {
	case cosign.Refused:
		c.Count(counter.LettersForged)
		return ErrFalseSignature
	case cosign.Added:
		if c.Leads() && d.complete() {
			to, _ := b.recipients(c, g.To)
			b.sendBatch(c, d, to)
		}
	}
	return nil
}
