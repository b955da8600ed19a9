package host

import (
	"slices"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/mutant"
)

const acknowledgement = pb.MsgAppResp

const (
	// headEvery is how many turns lie between two that a leader signs the chain of: a second. They are the
	// same for all, so that what several were told can be compared.
	headEvery = 20
	// departAfter is how long a peer may be unlinked before its body is put to sleep.
	departAfter = 2 * time.Second
	// presenceEvery is how often the leader looks for bodies whose peers are gone.
	presenceEvery = time.Second
)

// leadership is what closing turns, and following who does, needs to remember.
type leadership struct {
	next      time.Time // when the next turn is due
	reign     uint64    // raft term whose leadership was begun here; zero: not leading
	ascended  time.Time // when that was
	blind     bool      // without the state that turns follow
	led       bool      // this peer closed the last turns
	follows   key.ID    // the leader that the last frame went to
	start     int       // author whose command comes first
	sentTo    uint64    // index of the newest entry of the last broadcast of this leadership; zero: none
	followers int       // how many linked peers execute the island, when the last turn was sent
	queues    map[key.ID]*authorQueue
	authors   []key.ID
	absent    map[key.ID]time.Time // bodies awake without a peer, since
	looked    time.Time
	surveyed  time.Time // the committee
	misfit    time.Time // since when it has the wrong size
	unlawful  time.Time // since when its laws are by another word than the charter's
	dispersed time.Time // since when the island has parts that it could be divided into, and too many people
	voter     contest   // for a seat
	leader    contest   // for the lead
	stepped   time.Time // when this peer last tried to hand over without quitting
	pace      pace
	signed    uint64 // turn of the last head
	body      []byte
	empty     []byte
	forged    forgery // of the last turn that was not warranted
	shown     bool    // the run at hand was asked for, and has all warrants that this peer may see
	lacks     bool    // the last run had not all that are needed
	doubts    bool    // its turn seems not to be warranted, by a state that may be this peer's alone
	spoilt    bool    // or that is wrong
	doubt     doubt   // see doubt.go

	// Of a follower's frames, and of those sent between turns.
	sent     time.Time // the last frame
	offered  time.Time // when own commands were in one last
	newest   uint64    // the greatest number that was
	fresh    bool      // something new to acknowledge or to ask
	urgent   bool      // raft has something to say that does not wait for a turn
	crowd    bool      // the leader serves so many that it repeats no digests
	relayed  bool      // some followers get turns by relays
	present  [][32]byte
	promise  uint64 // turn up to which the file must be, to tell promised that it is
	promised key.ID
	list     []message.Command
}

// lead closes a turn when one is due and this peer leads, and sends what is urgent.
func (c *Core) lead() {
	c.watchLeader()
	if c.e == nil || !c.e.Leading() {
		c.turn.reign, c.turn.led = 0, false
		c.flush()
		return
	}
	if c.turn.reign != c.e.Term() {
		c.ascend()
	}
	if c.now.Before(c.turn.next) {
		c.flush()
		return
	}
	if (c.e.Closes(c.now) || mutant.Is(mutant.Impatient)) && !c.quitting() && c.line.folding == nil && !c.blind() {
		c.closed(c.now.Sub(c.turn.next))
		c.closeTurn()
		c.settle()
	}
	turn := c.turnTime()
	c.turn.next = c.turn.next.Add(turn)
	if c.turn.next.Before(c.now.Add(-turn)) {
		c.turn.next = c.now.Add(turn) // turns that were missed are not made up for
	}
	if c.e.Leading() && !c.unfit() {
		c.broadcast()
	}
}

// blindFor is how long who leads without the state that turns follow waits for that before it lets somebody else lead.
const blindFor = 500 * time.Millisecond

// unfit reports whether this peer knows no state that turns could follow, so that somebody else should lead.
func (c *Core) unfit() bool {
	if c.e.Leading() {
		return c.blind() && !c.e.Record().Lone() && c.now.Sub(c.turn.ascended) >= blindFor
	}
	return c.state.frozen
}

// blind reports whether this peer came to lead without the state that turns follow: what it would order again, it does
// not know. It takes the state of a peer first.
func (c *Core) blind() bool {
	c.turn.blind = c.turn.blind && c.state.frozen
	return c.turn.blind
}

// ascend begins a leadership: what authors had sent to another leader they will send again.
func (c *Core) ascend() {
	c.turn.reign, c.turn.ascended, c.turn.blind = c.e.Term(), c.now, c.state.frozen
	if !c.turn.led {
		clear(c.turn.queues)
	}
	c.turn.led = true
	if r := c.e.Record(); r.Reason == epoch.HandOver && c.peers[r.Signer] != nil {
		c.send(r.Signer, link.Stream, message.Handing{Step: message.HandTaken, Number: r.Number}.Encode())
	}
	c.turn.absent, c.turn.sentTo = map[key.ID]time.Time{}, 0
	c.turn.looked, c.turn.dispersed = c.now, time.Time{}
	if due := c.state.orderedAt.Add(c.turnTime()); due.After(c.now.Add(-c.turnTime())) && due.Before(c.turn.next) || c.turn.next.IsZero() {
		c.turn.next = due
	}
	c.event("leading", "epoch", c.e.Record().Number, "term", c.e.Term(), "turn", c.state.executed)
}

// closeTurn orders a turn from the commands that wait.
func (c *Core) closeTurn() {
	own := c.queue(c.me)
	for i := range c.own.waiting {
		if k := &c.own.waiting[i]; c.quietNow() {
			break
		} else if c.warrant(k); own.add(k.Command) {
			break
		}
	}
	c.turn.authors = c.turn.authors[:0]
	for k, q := range c.turn.queues {
		if elsewhere(c.machine, k) {
			q.taken = 0 // what it asked for after it had gone was not done; it may come back
		}
		if !mutant.Is(mutant.Twice) {
			q.settle(c.machine.Sequence(k))
		}
		if len(q.waiting) > 0 {
			c.turn.authors = append(c.turn.authors, k)
		}
	}
	slices.SortFunc(c.turn.authors, message.CompareIDs)
	body := c.machine.Begin(c.turn.body[:0], c.e.Record().Ticks)
	c.turn.empty = append(c.turn.empty[:0], body...)
	body = c.proclaim(c.depart(body))
	c.turn.start++
	if c.turn.start%2 == 0 {
		body = c.collectParcels(body) // in turn before and after the commands, so that neither waits for long
	}
	var all []warranted
	if len(c.turn.authors) > 0 {
		body, all = fill(c.machine, body, c.turn.authors, c.turn.queues, c.turn.start%len(c.turn.authors), &c.counters)
	}
	if c.turn.start%2 != 0 {
		body = c.collectParcels(body)
	}
	c.turn.body = body
	if err := c.e.Close(c.now, body, c.warrantsOf(body, all)); err == nil {
		c.counters[counter.TurnsClosed]++
	}
}

func (c *Core) queue(author key.ID) *authorQueue {
	q := c.turn.queues[author]
	if q == nil {
		q = &authorQueue{}
		if !mutant.Is(mutant.Twice) {
			q.taken = c.machine.Sequence(author)
		}
		c.turn.queues[author] = q
	}
	return q
}

// enqueue takes commands of a peer. Their author is who sent them, whatever they say, and signed them.
func (c *Core) enqueue(p *peer, commands []message.Command) {
	if !c.mayAct(p.key) {
		c.counters[counter.CommandsBad] += uint64(len(commands))
		return
	}
	if mutant.Is(mutant.Forged) && len(c.order) > 0 {
		p = c.peers[c.order[0]]
	}
	q := c.queue(p.key)
	for _, k := range commands {
		if k.Seq <= q.last() {
			continue
		}
		if !c.entitled(p, k) {
			return // later ones must not overtake it
		}
		if q.add(k) {
			c.counters[counter.CommandsOver]++
		}
	}
}

// depart puts the bodies of those who are gone to sleep.
func (c *Core) depart(body []byte) []byte {
	d, ok := c.machine.(Departer)
	if !ok || c.now.Sub(c.turn.looked) < presenceEvery {
		return body
	}
	c.turn.looked = c.now
	if p, ok := c.machine.(Presenter); ok {
		c.turn.present = p.Present(c.turn.present[:0])
		awake := map[key.ID]bool{}
		for _, k := range c.turn.present {
			if id := key.ID(k); id != c.me && (c.peers[id] == nil || c.guilt.exiled(id, c.now)) {
				awake[id] = true
				if c.turn.absent[id].IsZero() {
					c.turn.absent[id] = c.now
				}
			}
		}
		for id := range c.turn.absent {
			if !awake[id] {
				delete(c.turn.absent, id)
			}
		}
	} else {
		for id, at := range c.lost {
			c.turn.absent[id] = at
		}
	}
	gone := make([]key.ID, 0, len(c.turn.absent))
	for id, since := range c.turn.absent {
		if c.now.Sub(since) >= departAfter {
			gone = append(gone, id)
		}
	}
	slices.SortFunc(gone, message.CompareIDs)
	for _, id := range gone {
		out, ok := d.Depart(body, id)
		if ok {
			body = out
			c.event("put to sleep", "peer", id.Short())
		}
		if _, has := c.machine.(Presenter); !has {
			delete(c.lost, id)
			delete(c.turn.absent, id)
		}
	}
	return body
}

// broadcast sends every follower the newest entries.
func (c *Core) broadcast() {
	var head *epoch.Head
	if last := c.e.Last(); last.Turn/headEvery != c.turn.signed/headEvery {
		if at, ok := c.e.At(last.Turn - last.Turn%headEvery); ok {
			c.turn.signed = at.Turn
			h := epoch.Head{Term: c.e.Term(), Turn: at.Turn, Hash: at.Hash}.Signed(c.options.Key, c.where())
			head = &h
			c.testify(c.me, h)
		}
	}
	c.turn.urgent, c.turn.followers = false, c.followers()
	c.arrange()
	var sealed []byte
	c.each(func(p *peer) {
		if !p.greeted || c.passes(p) {
			return
		}
		if len(p.relay.told) > 0 {
			if sealed == nil {
				sealed = c.seal(c.encodeShared(head, p, epoch.Share{}))
			}
			if c.e.Record().Votes(p.key) { // what it is to take itself comes with warrants
				c.sendFrame(p, c.encodeNewest(p))
			}
			c.sendFrame(p, sealed)
			c.sendMail(p)
			return
		}
		c.sendFrame(p, c.encodeLead(head, p))
	})
	c.turn.sent, c.turn.sentTo = c.now, c.e.Last().Index
}

// encodeLead writes a leader's frame into the buffer.
func (c *Core) encodeLead(head *epoch.Head, p *peer) []byte {
	b := c.encodeShared(head, p, c.shareOfFrames(p))
	if len(p.mail) > 0 {
		b = message.AppendMessages(b, p.mail)
		p.mail = p.mail[:0]
	}
	c.buffer = b
	return b
}

// encodeShared writes what is the same for all whose frames repeat as much and have the same share of the warrants.
func (c *Core) encodeShared(head *epoch.Head, p *peer, share epoch.Share) []byte {
	b := c.beginFrame()
	entries, digests := c.repeated(p)
	if newest := c.state.newest(digests); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	b = c.appendNewest(b, p, entries, share)
	if head != nil {
		b = message.AppendHead(b, *head)
	}
	if c.siblings != nil && c.siblings.islands.table.Len() > 1 {
		b = message.AppendSafe(b, c.durable())
	}
	c.buffer = b
	return b
}

// encodeNewest writes a frame with the newest entry alone, and its warrants.
func (c *Core) encodeNewest(p *peer) []byte {
	c.buffer = c.appendNewest(c.beginFrame(), p, 1, c.shareOfFrames(p))
	return c.buffer
}

// appendNewest appends the newest entries. When the very newest does not fit a frame with its warrants, it goes by the stream, where
// it may be taken for the answer of somebody who only knows it: the frame says who leads all the same.
func (c *Core) appendNewest(b []byte, p *peer, entries int, share epoch.Share) []byte {
	b, ok := message.AppendWindow(b, c.e, entries, share)
	if !ok {
		c.send(p.key, link.Stream, c.e.AppendWindow(message.BeginTurns(c.nameOf(c.e)), 1, message.RunMessage, share))
		b = c.e.AppendPulse(b)
		b[1] |= message.HasRun
	}
	return b
}

// sendFrame sends a frame, which is copied.
func (c *Core) sendFrame(p *peer, b []byte) {
	if len(b) > link.MaxDatagram {
		panic("host: a frame that is too long")
	}
	c.counters[counter.FramesOut]++
	c.counters[counter.FrameBytesOut] += uint64(len(b))
	c.out.Sends = append(c.out.Sends, Send{To: p.key, Channel: link.Datagram, Bytes: wrap(c.island, b), wrapped: true})
}
