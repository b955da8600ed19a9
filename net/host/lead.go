package host

import (
	"slices"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
)

const acknowledgement = pb.MsgAppResp

const (
	// headEvery is how many turns lie between two signed heads of a leader: a second. The turns are the same
	// for all peers, so that heads can be compared.
	headEvery = 20
	// departAfter is how long a peer may be unlinked before its body is put to sleep.
	departAfter = 2 * time.Second
	// presenceEvery is how often the leader looks for bodies whose peers are gone.
	presenceEvery = time.Second
)

// Leader closes turns while this peer leads the epoch: the queues of the authors, the pace, and the frames to
// the followers.
type Leader struct {
	c *Core
	observerBase

	next       time.Time // when the next turn is due
	leaderTerm uint64    // raft term whose leadership was begun here; zero: not leading
	leadsSince time.Time // when that was
	blinded    bool      // without the state that turns follow
	led        bool      // this peer closed the last turns
	start      int       // author of the first command
	sentTo     uint64    // index of the newest entry of the last broadcast of this leadership; zero: none
	followers  int       // how many linked peers execute the island, when the last turn was sent
	queues     map[key.ID]*authorQueue
	authors    []key.ID
	absent     map[key.ID]time.Time // bodies awake without a peer, since
	looked     time.Time
	paced      pace
	signed     uint64 // turn of the last head
	empty      []byte // the last turn without any content
	present    [][32]byte
}

func (l *Leader) epochBegan() {
	l.leaderTerm = 0
	clear(l.queues) // commands signed for another epoch are sent again
	if l.next.Before(l.c.now) {
		l.next = l.c.now
	}
}

func (l *Leader) linkDown(id key.ID) { delete(l.queues, id) }

func (l *Leader) stateChanged() {
	for k, q := range l.queues {
		q.again(l.c.machine.Sequence(k))
	}
}

// lead closes a turn when one is due and this peer leads, and sends urgent messages.
func (l *Leader) lead() {
	l.c.measures.watchLeader()
	if l.c.e == nil || !l.c.e.Leading() {
		l.leaderTerm, l.led = 0, false
		l.c.follower.flush()
		return
	}
	if l.leaderTerm != l.c.e.Term() {
		l.becomeLeader()
	}
	if l.c.now.Before(l.next) {
		l.c.follower.flush()
		return
	}
	if l.c.options.Hooks.MayClose(l.c.e, l.c.now) && !l.c.seats.quitting() && !l.c.abandon.leaves() && !l.blind() {
		l.c.seats.closed(l.c.now.Sub(l.next))
		l.closeTurn()
		l.c.epochs.settle()
	}
	turn := l.turnTime()
	l.next = l.next.Add(turn)
	if l.next.Before(l.c.now.Add(-turn)) {
		l.next = l.c.now.Add(turn) // turns that were missed are not made up for
	}
	if l.c.e.Leading() && !l.unfit() {
		l.broadcast()
	}
}

// blindFor is how long a leader without a state to continue from waits for one before it lets another peer
// lead.
const blindFor = 500 * time.Millisecond

// unfit reports whether this peer has no state that turns could follow, so that another peer should lead.
func (l *Leader) unfit() bool {
	if l.c.e.Leading() {
		return l.blind() && !l.c.e.Record().Lone() && l.c.now.Sub(l.leadsSince) >= blindFor
	}
	return l.c.history.stale
}

// blind reports whether this peer became leader without the state that turns follow, so that it cannot tell
// which commands to order again. It takes the state of a peer first.
func (l *Leader) blind() bool {
	l.blinded = l.blinded && l.c.history.stale
	return l.blinded
}

// becomeLeader begins a leadership: authors will send again the commands that they had sent to another
// leader.
func (l *Leader) becomeLeader() {
	l.leaderTerm, l.leadsSince, l.blinded = l.c.e.Term(), l.c.now, l.c.history.stale
	if !l.led {
		clear(l.queues)
	}
	l.led = true
	if r := l.c.e.Record(); r.Reason == epoch.HandOver && l.c.peers.Get(r.Signer) != nil {
		l.c.send(r.Signer, link.Stream, message.Handing{Step: message.HandTaken, Number: r.Number}.Encode())
	}
	l.absent, l.sentTo = map[key.ID]time.Time{}, 0
	l.looked = l.c.now
	for _, o := range l.c.observers {
		o.becameLeader()
	}
	if due := l.c.history.orderedAt.Add(l.turnTime()); due.After(l.c.now.Add(-l.turnTime())) && due.Before(l.next) || l.next.IsZero() {
		l.next = due
	}
	l.c.event("leading", "epoch", l.c.e.Record().Number, "term", l.c.e.Term(), "turn", l.c.history.executed)
}

// closeTurn orders a turn from the commands that wait.
func (l *Leader) closeTurn() {
	own := l.queue(l.c.me)
	for i := range l.c.own.waiting {
		if k := &l.c.own.waiting[i]; l.c.fork.quietNow() {
			break
		} else if l.c.commands.sign(k); own.add(k.Command) {
			break
		}
	}
	l.authors = l.authors[:0]
	for k, q := range l.queues {
		if !l.c.machine.Holds(k) {
			q.taken = 0 // its commands after it had gone had no effect; it may come back
		}
		q.settle(l.c.options.Hooks.Sequence(l.c.machine, k))
		if len(q.waiting) > 0 {
			l.authors = append(l.authors, k)
		}
	}
	slices.SortFunc(l.authors, message.CompareIDs)
	b := l.c.machine.Begin(l.c.e.Record().Ticks)
	l.markAbsent(b)
	l.c.policy.proclaim(b)
	l.start++
	if l.start%2 == 0 {
		// in turn before and after the commands, so that neither waits for long
		l.c.parcels.collectParcels(b)
	}
	var all []signedCommand
	if len(l.authors) > 0 {
		all = fill(l.c.machine, b, l.authors, l.queues, l.start%len(l.authors), &l.c.counters)
	}
	if l.start%2 != 0 {
		l.c.parcels.collectParcels(b)
	}
	quiet, turn := b.Empty(), b.Turn()
	if quiet {
		l.empty = turn.Bytes()
	}
	if err := l.c.e.Close(l.c.now, turn.Bytes(), l.c.commands.signaturesOf(turn, all), turn); err == nil {
		l.c.counters[counter.TurnsClosed]++
	}
}

func (l *Leader) queue(author key.ID) *authorQueue {
	q := l.queues[author]
	if q == nil {
		q = &authorQueue{taken: l.c.options.Hooks.Sequence(l.c.machine, author)}
		l.queues[author] = q
	}
	return q
}

// enqueue takes commands of a peer. Their author is the sender, which signed them, whatever the commands say.
func (l *Leader) enqueue(p *peer, commands []message.Command) {
	if !l.c.policy.mayAct(p.key) {
		l.c.counters[counter.CommandsBad] += uint64(len(commands))
		return
	}
	q := l.queue(p.key)
	for _, k := range commands {
		if k.Seq <= q.last() {
			continue
		}
		if !l.c.commands.verifyCommand(p, k) {
			return // later ones must not overtake it
		}
		if q.add(k) {
			l.c.counters[counter.CommandsOver]++
		}
	}
}

// markAbsent puts the bodies of absent players to sleep.
func (l *Leader) markAbsent(b machine.Builder) {
	if l.c.now.Sub(l.looked) < presenceEvery {
		return
	}
	l.looked = l.c.now
	l.present = l.c.machine.Present(l.present[:0])
	awake := map[key.ID]bool{}
	for _, k := range l.present {
		if id := key.ID(k); id != l.c.me && (l.c.peers.Get(id) == nil || l.c.standing.kicked(id, l.c.now)) {
			awake[id] = true
			if l.absent[id].IsZero() {
				l.absent[id] = l.c.now
			}
		}
	}
	for id := range l.absent {
		if !awake[id] {
			delete(l.absent, id)
		}
	}
	gone := make([]key.ID, 0, len(l.absent))
	for id, since := range l.absent {
		if l.c.now.Sub(since) >= departAfter {
			gone = append(gone, id)
		}
	}
	slices.SortFunc(gone, message.CompareIDs)
	for _, id := range gone {
		if b.Depart(id) {
			l.c.event("put to sleep", "peer", id.Short())
		}
	}
}

// broadcast sends every follower the newest entries.
func (l *Leader) broadcast() {
	var head *epoch.Head
	if last := l.c.e.Last(); last.Turn/headEvery != l.signed/headEvery {
		if at, ok := l.c.e.At(last.Turn - last.Turn%headEvery); ok {
			l.signed = at.Turn
			h := epoch.Head{Term: l.c.e.Term(), Turn: at.Turn, Hash: at.Hash}.Signed(l.c.options.Key, l.c.epochs.where())
			head = &h
			l.c.evidence.observeHead(l.c.me, h)
		}
	}
	l.c.follower.urgent, l.followers = false, l.c.peers.followers()
	l.c.relay.assignRelays()
	var sealed []byte
	l.c.peers.each(func(p *peer) {
		if !p.greeted || l.c.relay.passes(p) {
			return
		}
		if l.c.relay.hasChildren(p) {
			if sealed == nil {
				sealed = l.c.relay.seal(l.encodeShared(head, p, epoch.Share{}))
			}
			if l.c.e.Record().Votes(p.key) { // its own turns come with command signatures
				l.sendFrame(p, l.encodeNewest(p))
			}
			l.sendFrame(p, sealed)
			l.c.follower.sendMail(p)
			return
		}
		l.sendFrame(p, l.encodeLead(head, p))
	})
	l.c.follower.sent, l.sentTo = l.c.now, l.c.e.Last().Index
}

// encodeLead writes a leader's frame into the buffer.
func (l *Leader) encodeLead(head *epoch.Head, p *peer) []byte {
	b := l.encodeShared(head, p, l.c.commands.shareOfFrames(p))
	if len(p.mail) > 0 {
		b = message.AppendMessages(b, p.mail)
		p.mail = p.mail[:0]
	}
	l.c.peers.buffer = b
	return b
}

// encodeShared writes the part of a frame that is equal for all peers with the same repetition and the same
// share of command signatures.
func (l *Leader) encodeShared(head *epoch.Head, p *peer, share epoch.Share) []byte {
	b := l.c.peers.beginFrame()
	entries, digests := l.c.peers.repeated(p)
	if newest := l.c.history.newest(digests); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	b = l.appendNewest(b, p, entries, share)
	if head != nil {
		b = message.AppendHead(b, *head)
	}
	if l.c.islands != nil && l.c.islands.Count() > 1 {
		b = message.AppendSafe(b, l.c.journal.synced())
	}
	l.c.peers.buffer = b
	return b
}

// encodeNewest writes a frame with the newest entry alone, and its command signatures.
func (l *Leader) encodeNewest(p *peer) []byte {
	l.c.peers.buffer = l.appendNewest(l.c.peers.beginFrame(), p, 1, l.c.commands.shareOfFrames(p))
	return l.c.peers.buffer
}

// appendNewest appends the newest entries. When the very newest does not fit a frame with its command
// signatures, it goes by the stream, where it looks like an answer of any peer that knows it; the frame still
// names the leader.
func (l *Leader) appendNewest(b []byte, p *peer, entries int, share epoch.Share) []byte {
	b, ok := message.AppendWindow(b, l.c.e, entries, share)
	if !ok {
		l.c.send(p.key, link.Stream, l.c.e.AppendWindow(message.BeginTurns(l.c.follower.nameOf(l.c.e)), 1, message.RunMessage, share))
		b = l.c.e.AppendPulse(b)
		b[1] |= message.HasRun
	}
	return b
}

// sendFrame sends a frame, which is copied.
func (l *Leader) sendFrame(p *peer, b []byte) {
	if len(b) > link.MaxDatagram {
		panic("host: a frame that is too long")
	}
	l.c.counters[counter.FramesOut]++
	l.c.counters[counter.FrameBytesOut] += uint64(len(b))
	l.c.out.Sends = append(l.c.out.Sends, Send{To: p.key, Channel: link.Datagram, Bytes: message.WrapIsland(l.c.island, b), wrapped: true})
}
