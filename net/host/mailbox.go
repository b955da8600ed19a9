package host

import (
	"slices"
	"time"

	"manyhold/net/cosign"
	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/mutant"
)

// # Letters
//
// A leader that also leads the other island takes its parcels from that island's state (see parcels.go).
// Otherwise the other leader writes letters: a letter has the parcels from the first unacknowledged one on,
// and says which parcel is wanted next. A letter is believed when a majority of the voters of the sender's
// newest known epoch has signed it (see lettersigning.go). It is sent again until the addressee's own letter
// acknowledges it; an island that gets a parcel twice acknowledges it again. The states ensure by the
// parcels' numbers that each is taken once and in order, so letters may be lost, repeated, or overtake each
// other. A receiver that does not lead the addressee passes the letter on to its leader.

const (
	// letterGap is the least time between two letters to one island when there is something new, letterAgain
	// the time until one is sent again, which doubles up to letterMost.
	letterGap   = 40 * time.Millisecond
	letterAgain = 250 * time.Millisecond
	letterMost  = 2 * time.Second
	// maxLetters is how many correspondences are kept; of more none is taken in.
	maxLetters = 4096
)

// pair is a sender and an addressee.
type pair struct{ from, to uint64 }

// mailbox holds this peer's letters to and from other islands.
type mailbox struct {
	part
	in  map[pair]*message.Letter // the newest
	out map[pair]*outgoingLetter // letters being written, or sent last

	looked time.Time
	list   []uint64 // see correspondents
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

func newMailbox(p part) *mailbox {
	return &mailbox{part: p, in: map[pair]*message.Letter{}, out: map[pair]*outgoingLetter{}}
}

// senders are the islands that have written to one, in ascending order.
func (p *mailbox) senders(to uint64) (ids []uint64) {
	for k := range p.in {
		if k.to == to {
			ids = append(ids, k.from)
		}
	}
	slices.Sort(ids)
	return ids
}

// newestFirm is the newest firm record that is known of an island.
func (d *directory) newestFirm(id uint64) *epoch.Record {
	if c := d.world.islands.get(id); c != nil && len(c.ancestry.records) > 0 {
		return c.ancestry.firmOne()
	}
	if r := d.known[id]; r != nil {
		return r.tip()
	}
	return nil
}

// receive takes a letter for an island that is executed here.
func (box *mailbox) receive(from key.ID, b []byte) {
	l, err := message.DecodeLetter(b)
	if err != nil {
		box.world.refuse(from, b[0], err)
		return
	}
	c := box.world.islands.get(l.To)
	if c == nil || c.e == nil {
		box.counters[counter.Unexpected]++
		return
	}
	count := &c.counters
	k := pair{l.From, l.To}
	had := box.in[k]
	verdict := l.Judge(box.world.directory.newestFirm(l.From))
	switch {
	case verdict == message.LetterUnknown:
		count[counter.LettersUnknown]++
		return // its sender tells of the epoch, and writes again
	case box.world.ended.has(l.From), verdict == message.LetterStale, verdict == message.LetterGood && l.Before(had):
		count[counter.LettersStale]++
		return
	case verdict == message.LetterForged, box.forges(from), !l.Signed(box.world.islands.home().world, box.options.GoodHeads):
		count[counter.LettersForged]++
		box.caught(from, l.From)
		return
	case had == nil && len(box.in) >= maxLetters:
		return
	}
	count[counter.Letters]++
	box.in[k] = &l
	if leader := c.e.Leader(); !c.e.Leading() && from == l.Leader && leader != from && c.peers.Get(leader) != nil {
		box.send(leader, b) // it is for whoever leads; b is a part of what was received, and copied below
		last := &box.early[len(box.early)-1].Sends[0]
		last.Bytes = slices.Clone(last.Bytes)
	}
}

// forges reports whether a peer gave a forged letter a moment ago. Verifying signatures takes time, and a
// genuine letter comes again.
func (b *mailbox) forges(k key.ID) bool {
	l := b.links.Get(k)
	return l != nil && !l.forged.IsZero() && b.now.Sub(l.forged) < falseGap
}

// caught notes that a peer gave a forged letter of an island.
func (b *mailbox) caught(k key.ID, of uint64) {
	l := b.links.Get(k)
	if l == nil || b.forges(k) {
		return
	}
	l.forged = b.now
	b.world.tell(k, "refused a forged letter", "of", islandName(of))
}

// sendParcels sends the letters of the islands that this peer leads.
func (b *mailbox) sendParcels() {
	if b.now.Sub(b.looked) < letterGap/2 {
		return
	}
	b.looked = b.now
	b.world.islands.each(func(c *Core) {
		m, ok := c.machine.(Mailer)
		if !ok || c.e == nil || !c.e.Leading() || !c.e.Closes(c.now) || !c.e.Record().Firm || c.fork.apart() || c.ancestry.over() || c.history.stale {
			return
		}
		islands := m.Towards(nil)
		islands = append(islands, b.senders(c.island)...)
		b.world.islands.each(func(o *Core) { islands = append(islands, o.island) })
		slices.Sort(islands)
		for _, to := range slices.Compact(islands) {
			if to != c.island && !b.world.ended.has(to) {
				b.write(c, m, to)
			}
		}
	})
}

// write sends a letter to another island, when there is something to be said that its leader cannot see for
// itself.
func (b *mailbox) write(c *Core, m Mailer, to uint64) {
	k := pair{c.island, to}
	addressee, direct := b.recipients(c, to)
	if direct {
		delete(b.out, k)
		return
	}
	l, owes := b.compose(c, m, to)
	if len(l.Parcels) == 0 && !owes {
		delete(b.out, k)
		return
	}
	d := b.out[k]
	if d == nil {
		d = &outgoingLetter{}
		b.out[k] = d
	}
	if d.draft != nil && (d.draft.Record != l.Record || b.now.Sub(d.begun) >= vouchPatience) {
		d.draft = nil
	}
	if d.draft == nil && !l.SaysAs(d.letter) && (d.at.IsZero() || b.now.Sub(d.at) >= letterGap) {
		if chain, ok := c.ancestry.chainAt(l.Turn); ok {
			l.Chain = chain
			for i, p := range l.Parcels {
				l.Parcels[i] = slices.Clone(p) // it goes on while voters are asked
			}
			*d = outgoingLetter{draft: &l, gathered: l.Gather(b.options.Key, c.world, c.e.Record(), b.options.GoodHeads), begun: b.now, at: d.at}
		}
	}
	if d.draft != nil {
		if !d.complete() {
			b.askToSign(c, d)
			return
		}
	} else if d.letter == nil || b.now.Sub(d.at) < min(letterAgain<<min(d.tries-1, 4), letterMost) {
		return
	}
	b.sendBatch(c, d, addressee)
}

// sendBatch sends the letter of a batch, each time to the next possible recipient.
func (b *mailbox) sendBatch(c *Core, d *outgoingLetter, addressee []key.ID) {
	d.at = b.now
	d.tries++
	if len(addressee) > 0 {
		c.counters[counter.LettersSent]++
		b.send(addressee[(d.tries-1)%len(addressee)], d.letter.Encode())
	}
}

// recipients returns the recipients on the other island, its leader first, and whether that leader reads its
// own state of the sender instead of letters: because it leads the island here, or because the island has one
// voter, and no other word is to be had.
func (b *mailbox) recipients(c *Core, to uint64) (all []key.ID, direct bool) {
	var leader key.ID
	if o := b.world.islands.get(to); o != nil && o.e != nil {
		leader = o.e.Leader()
	} else if r := b.world.directory.known[to]; r != nil {
		leader = r.leader()
	}
	if leader == b.me {
		return nil, true
	}
	if p := c.peers.Get(leader); c.e.Record().Lone() && p != nil && c.peers.executes(p) && p.epoch == c.ancestry.last().Number && p.acked+closeTo >= c.history.executed {
		return nil, true
	}
	add := func(k key.ID) {
		if b.links.Get(k) != nil && !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	add(leader)
	if r := b.world.directory.newest(to); r != nil {
		for _, v := range r.Voters {
			add(v.Key)
		}
	}
	return all, false
}

// compose writes the letter to another island. owes: the other island waits for an acknowledgement.
func (b *mailbox) compose(c *Core, m Mailer, to uint64) (l message.Letter, owes bool) {
	safe, r := c.journal.stable(), c.e.Record()
	heard := b.in[pair{to, c.island}]
	l = message.Letter{From: c.island, To: to, Leader: b.me, Number: r.Number, Record: c.epochs.where().Epoch, Turn: safe, First: 1, Expect: max(1, c.parcels.taken(to, safe))}
	if all := m.Parcels(to, 0, nil); len(all) > 0 {
		end, sent := c.parcels.sent(to, c.history.executed), c.parcels.sent(to, safe)
		first := end - min(end, uint64(len(all)))
		from := first
		if heard != nil {
			from = max(first, min(heard.Expect, end))
		}
		if end > 0 && from < sent {
			n := min(sent-from, message.MaxLetterParcels)
			l.First, l.Parcels = from, all[from-first:from-first+n]
		}
	}
	if o := b.world.islands.get(to); o != nil && o.machine != nil {
		if om, ok := o.machine.(Mailer); ok && l.Expect > 1 {
			owes = len(om.Parcels(c.island, 0, nil)) > len(om.Parcels(c.island, l.Expect, nil))
		}
	} else if heard != nil {
		owes = heard.First < l.Expect && len(heard.Parcels) > 0
	}
	return l, owes
}

// correspondents are the islands from which parcels may come, in ascending order. The list lasts until the
// next call.
func (b *mailbox) correspondents(to uint64) []uint64 {
	ids := b.list[:0]
	for _, c := range b.world.islands.all() {
		ids = append(ids, c.island)
	}
	for k := range b.in {
		if k.to == to {
			ids = append(ids, k.from)
		}
	}
	slices.Sort(ids)
	b.list = ids
	return slices.Compact(ids)
}

// letters are the newest ones to an island, in ascending order of their senders.
func (b *mailbox) letters(to uint64) (all []*message.Letter) {
	for _, from := range b.senders(to) {
		all = append(all, b.in[pair{from, to}])
	}
	return all
}

// readLetters adds the parcels and acknowledgements of letters to a turn.
func (ps *Parcels) readLetters(m Mailer, body []byte) []byte {
	for _, l := range ps.c.siblings.Letters(ps.c.island) {
		body = ps.readLetter(m, body, l)
	}
	return body
}

// readLetter adds the content of one letter: the due parcels, and the acknowledgement unless it is of parcels
// that were never sent, which would then be lost. If a majority signed such an acknowledgement, the state
// here lost turns that the other island has seen; they may come again.
func (ps *Parcels) readLetter(m Mailer, body []byte, l *message.Letter) []byte {
	if next := m.Expect(l.From); next >= l.First && next < l.First+uint64(len(l.Parcels)) && !ps.c.siblings.Ended(l.From) {
		body = ps.deliver(m, body, l.From, next, l.Parcels[next-l.First:])
	}
	switch end := ps.outbox.sent[l.From].after(ps.c.history.executed); {
	case end > 0 && l.Expect > end:
		ps.c.counters[counter.LettersForged]++
		ps.c.siblings.ForgetLetter(l.From, ps.c.island)
	case l.Expect > 1:
		body = ps.acknowledge(m, body, l.From, l.Expect)
	}
	return body
}

// acknowledge adds to a turn that another island has taken all parcels before a number.
func (ps *Parcels) acknowledge(m Mailer, body []byte, by, upto uint64) []byte {
	if len(m.Parcels(by, 0, nil)) == len(m.Parcels(by, upto, nil)) || mutant.Is(mutant.Unpruned) {
		return body
	}
	out, _, err := m.Acknowledge(body, by, upto)
	if err != nil {
		ps.c.event("an acknowledgement does not fit", "from", islandName(by), "upto", upto, "why", err.Error())
	}
	return out
}
