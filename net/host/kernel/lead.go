package kernel

import (
	"slices"
	"time"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/epoch"
	"manyhold/net/host/authorqueue"
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/host/publishing"
	"manyhold/net/key"
	"manyhold/net/link"
)

const (
	Acknowledgement = pb.MsgAppResp
	// HeadEvery is how many turns lie between two signed heads of a leader: a second. The turns are the same
	// for all peers, so that heads can be compared.
	HeadEvery = 20
	// departAfter is how long a peer may be unlinked before its body is put to sleep.
	departAfter = 2 * time.Second
	// presenceEvery is how often the leader looks for bodies whose peers are gone.
	presenceEvery = time.Second
)

// Leader closes turns while this peer leads the epoch: the queues of the authors, the pace, and the frames to
// the followers.
type Leader struct {
	c *Core
	ObserverBase

	Next       time.Time // when the next turn is due
	LeaderTerm uint64    // raft term whose leadership was begun here; zero: not leading
	LeadsSince time.Time // when that was
	Blinded    bool      // without the state that turns follow
	Led        bool      // this peer closed the last turns
	start      int       // author of the first command
	sentTo     uint64    // index of the newest entry of the last broadcast of this leadership; zero: none
	Followers  int       // how many linked peers execute the island, when the last turn was sent
	queues     map[key.ID]*authorqueue.Queue
	authors    []key.ID
	absent     map[key.ID]time.Time // bodies awake without a peer, since
	looked     time.Time
	Paced      Pace
	signed     uint64 // turn of the last head
	empty      []byte // the last turn without any content
	present    [][32]byte
	full       bool      // commands wait because of room
	filled     time.Time // since when
	blueprints publishing.Feed
}

// EpochBegan drops the commands that were signed for another epoch.
func (l *Leader) EpochBegan() {
	l.LeaderTerm = 0
	clear(l.queues) // commands signed for another epoch are sent again
	if l.Next.Before(l.c.Now) {
		l.Next = l.c.Now
	}
}

// LinkDown forgets the commands of a peer that is not linked any more.
func (l *Leader) LinkDown(id key.ID) { delete(l.queues, id) }

// StateChanged has authors send the commands again that had no effect.
func (l *Leader) StateChanged() {
	for k, q := range l.queues {
		q.Again(l.c.Machine.Sequence(k))
	}
}

// Lead closes a turn when one is due and this peer leads, and sends urgent messages.
func (l *Leader) Lead() {
	l.c.Measures.watchLeader()
	if l.c.Epoch == nil || !l.c.Epoch.Leading() {
		l.LeaderTerm, l.Led = 0, false
		l.c.Follower.flush()
		return
	}
	if l.LeaderTerm != l.c.Epoch.Term() {
		l.becomeLeader()
	}
	if l.c.Now.Before(l.Next) {
		l.c.Follower.flush()
		return
	}
	if l.c.Options.Hooks.MayClose(l.c.Epoch, l.c.Now) && !l.c.Committee.Quitting() && !l.c.Abandon.Leaves() && !l.Blind() && !l.c.Policy.Shuns(l.c.Me) {
		l.c.Committee.Closed(l.c.Now.Sub(l.Next))
		l.closeTurn()
		l.c.Epochs.Settle()
	}
	turn := l.c.Options.Hooks.Every(l.TurnTime())
	l.Next = l.Next.Add(turn)
	if l.Next.Before(l.c.Now.Add(-turn)) {
		l.Next = l.c.Now.Add(turn) // turns that were missed are not made up for
	}
	if l.c.Epoch.Leading() && !l.unfit() {
		l.Broadcast()
	}
}

// blindFor is how long a leader without a state to continue from waits for one before it lets another peer
// lead.
const blindFor = 500 * time.Millisecond

// unfit reports whether this peer has no state that turns could follow, so that another peer should lead.
func (l *Leader) unfit() bool {
	if l.c.Epoch.Leading() {
		return l.Blind() && !l.c.Epoch.Record().Lone() && l.c.Now.Sub(l.LeadsSince) >= blindFor
	}
	return l.c.History.Stale
}

// Blind reports whether this peer became leader without the state that turns follow, so that it cannot tell
// which commands to order again. It takes the state of a peer first.
func (l *Leader) Blind() bool {
	l.Blinded = l.Blinded && l.c.History.Stale
	return l.Blinded
}

// becomeLeader begins a leadership: authors will send again the commands that they had sent to another
// leader.
func (l *Leader) becomeLeader() {
	l.LeaderTerm, l.LeadsSince, l.Blinded = l.c.Epoch.Term(), l.c.Now, l.c.History.Stale
	if !l.Led {
		clear(l.queues)
	}
	l.Led = true
	if r := l.c.Epoch.Record(); r.Reason == epoch.HandOver && l.c.Peers.Get(r.Signer) != nil {
		l.c.Send(r.Signer, link.Stream, message.Handing{Step: message.HandTaken, Number: r.Number}.Encode())
	}
	l.absent, l.sentTo = map[key.ID]time.Time{}, 0
	l.looked = l.c.Now
	for _, o := range l.c.Observers {
		o.BecameLeader()
	}
	if due := l.c.History.OrderedAt.Add(l.TurnTime()); due.After(l.c.Now.Add(-l.TurnTime())) && due.Before(l.Next) || l.Next.IsZero() {
		l.Next = due
	}
	l.c.Event("leading", "epoch", l.c.Epoch.Record().Number, "term", l.c.Epoch.Term(), "turn", l.c.History.Executed)
}

// closeTurn orders a turn from the commands that wait.
func (l *Leader) closeTurn() {
	own := l.queue(l.c.Me)
	for i := range l.c.Own.Waiting {
		if k := &l.c.Own.Waiting[i]; l.c.Fork.QuietNow() {
			break
		} else if l.c.Commands.Sign(k); own.Add(k.Command) {
			break
		}
	}
	l.authors = l.authors[:0]
	for k, q := range l.queues {
		if !l.c.Machine.Holds(k) {
			q.Taken = 0 // its commands after it had gone had no effect; it may come back
		}
		q.Settle(l.c.Options.Hooks.Sequence(l.c.Machine, k))
		if len(q.Waiting) > 0 {
			l.authors = append(l.authors, k)
		}
	}
	slices.SortFunc(l.authors, message.CompareIDs)
	b := l.c.Machine.Begin(l.c.Options.Hooks.Ticks(l.c.Epoch.Record().Ticks))
	l.markAbsent(b)
	if l.c.Options.Hooks.Proclaims() {
		l.c.Policy.Proclaim(b)
	}
	l.blueprints.Refresh(l.c.Now, &l.c.Standing.Prints, l.c.Machine)
	if l.start++; l.start%2 == 0 {
		// in turn before and after the commands, so that neither waits for long
		l.c.Parcels.CollectParcels(b)
		l.blueprints.Put(b, publishing.PieceFirst)
	}
	var all []authorqueue.Taken
	if !l.full {
		l.filled = l.c.Now
	}
	if l.full = false; len(l.authors) > 0 {
		var held []key.ID
		all, held, l.full = authorqueue.Fill(l.c.Machine, b, l.authors, l.queues, l.start%len(l.authors), l.room(), l.c.Now, &l.c.Counters)
		for _, k := range held {
			if p := l.c.Peers.Get(k); p != nil {
				l.c.Peers.Tell(p, "commands wait: more than a player's share")
			}
		}
	}
	if l.blueprints.Put(b, publishing.PieceLast); l.start%2 != 0 {
		l.c.Parcels.CollectParcels(b)
	}
	quiet, turn := b.Empty(), b.Turn()
	if quiet {
		l.empty = turn.Bytes()
	}
	if err := l.c.Epoch.Close(l.c.Now, turn.Bytes(), l.c.Commands.SignaturesOf(turn, all), turn); err == nil {
		l.c.Counters[counter.TurnsClosed]++
	}
}

func (l *Leader) queue(author key.ID) *authorqueue.Queue {
	q := l.queues[author]
	if q == nil {
		q = authorqueue.New(l.c.Options.Hooks.Sequence(l.c.Machine, author), l.c.Options.Commands)
		l.queues[author] = q
	}
	return q
}

// EnqueueOf takes commands that a peer passes on. Their author signed them.
func (l *Leader) EnqueueOf(p *Peer, author key.ID, commands []message.Command) {
	switch {
	case !l.c.Options.Hooks.Takes(author):
		return
	case !l.c.Policy.MayAct(author):
		l.c.Counters[counter.CommandsBad] += uint64(len(commands))
		return
	}
	q := l.queue(author)
	for _, k := range commands {
		if k.Seq <= q.Last() {
			continue
		}
		if !l.c.Commands.VerifyCommand(p, author, k) {
			return // later ones must not overtake it
		}
		if q.Add(k) {
			l.c.Counters[counter.CommandsOver]++
		}
	}
}

// markAbsent puts the bodies of absent players to sleep.
func (l *Leader) markAbsent(b machine.Builder) {
	for _, k := range l.c.Machine.Present(l.present[:0]) {
		if l.c.Options.Hooks.Gone(k) {
			b.Depart(k)
		}
	}
	if l.c.Now.Sub(l.looked) < presenceEvery {
		return
	}
	l.looked = l.c.Now
	l.present = l.c.Machine.Present(l.present[:0])
	awake := map[key.ID]bool{}
	for _, k := range l.present {
		if id := key.ID(k); id != l.c.Me && (l.c.Peers.Get(id) == nil || !l.c.Policy.MayAct(id)) {
			awake[id] = true
			if l.absent[id].IsZero() {
				l.absent[id] = l.c.Now
			}
		}
	}
	for id := range l.absent {
		if !awake[id] {
			delete(l.absent, id)
		}
	}
	missed, gone := make([]key.ID, 0, len(l.absent)), make([]key.ID, 0, len(l.absent))
	for id, since := range l.absent {
		missed = append(missed, id)
		if l.c.Now.Sub(since) >= departAfter && l.c.Fairness.MayDepart(id) {
			gone = append(gone, id)
		}
	}
	slices.SortFunc(missed, message.CompareIDs)
	l.c.Fairness.Misses(missed)
	slices.SortFunc(gone, message.CompareIDs)
	for _, id := range gone {
		if b.Depart(id) {
			l.c.Event("player put to sleep", "peer", id.Short())
		}
	}
}

// Broadcast sends every follower the newest entries.
func (l *Leader) Broadcast() {
	var head *epoch.Head
	if last := l.c.Epoch.Last(); last.Turn/HeadEvery != l.signed/HeadEvery {
		if at, ok := l.c.Epoch.At(last.Turn - last.Turn%HeadEvery); ok {
			l.signed = at.Turn
			h := epoch.Head{Term: l.c.Epoch.Term(), Turn: at.Turn, Hash: at.Hash}.Signed(l.c.Options.Key, l.c.Epochs.Where())
			head = &h
			l.c.Evidence.ObserveHead(l.c.Me, h)
		}
	}
	l.c.Follower.urgent, l.Followers = false, l.c.Peers.Followers()
	l.c.Relay.AssignRelays()
	var sealed []byte
	l.c.Peers.Each(func(p *Peer) {
		if !p.Greeted || l.c.Relay.Passes(p) || !l.c.Options.Hooks.Sends(p.Key) {
			return
		}
		if l.c.Relay.HasChildren(p) {
			if sealed == nil {
				sealed = l.c.Relay.Seal(l.encodeShared(head, p, epoch.Share{}))
			}
			if l.c.Epoch.Record().Votes(p.Key) { // its own turns come with command signatures
				l.SendFrame(p, l.encodeNewest(p))
			}
			l.SendFrame(p, sealed)
			l.c.Follower.sendMail(p)
			return
		}
		l.sendOlder(p)
		l.SendFrame(p, l.EncodeLead(head, p))
	})
	l.c.Follower.sent, l.sentTo = l.c.Now, l.c.Epoch.Last().Index
}

// EncodeLead writes a leader's frame into the buffer.
func (l *Leader) EncodeLead(head *epoch.Head, p *Peer) []byte {
	b := l.encodeShared(head, p, l.c.Commands.shareOfFrames(p))
	if len(p.Mail) > 0 {
		b = message.AppendMessages(b, p.Mail)
		p.Mail = p.Mail[:0]
	}
	l.c.Peers.Buffer = b
	return b
}

// encodeShared writes the part of a frame that is equal for all peers with the same repetition and the same
// share of command signatures.
func (l *Leader) encodeShared(head *epoch.Head, p *Peer, share epoch.Share) []byte {
	b := l.c.Peers.BeginFrame()
	entries, digests := l.c.Peers.repeated(p)
	if newest := l.c.History.newest(digests); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	b = l.appendNewest(b, p, entries, share)
	if head != nil {
		b = message.AppendHead(b, *head)
	}
	if l.c.Islands != nil && l.c.Islands.Count() > 1 {
		b = message.AppendSynced(b, l.c.Journal.synced())
	}
	l.c.Peers.Buffer = b
	return b
}

// encodeNewest writes a frame with the newest entry alone, and its command signatures.
func (l *Leader) encodeNewest(p *Peer) []byte {
	l.c.Peers.Buffer = l.appendNewest(l.c.Peers.BeginFrame(), p, 1, l.c.Commands.shareOfFrames(p))
	return l.c.Peers.Buffer
}

// sendOlder sends those of the repeated entries that a frame has no room for.
func (l *Leader) sendOlder(p *Peer) {
	entries, _ := l.c.Peers.repeated(p)
	for next, more := uint64(0), l.c.Peers.Hard(p); more; {
		if next, more = message.AppendOlder(&l.c.Peers.Buffer, l.c.Peers.BeginFrame(), l.c.Epoch, next, entries, l.c.Commands.shareOfFrames(p)); more {
			l.SendFrame(p, l.c.Peers.Buffer)
		}
	}
}

// appendNewest appends the newest entries. When the very newest does not fit a frame with its command
// signatures, it goes by the stream like an answer of any peer; the frame still names the leader.
func (l *Leader) appendNewest(b []byte, p *Peer, entries int, share epoch.Share) []byte {
	b, ok := message.AppendWindow(b, l.c.Epoch, entries, share)
	if !ok {
		if !l.c.Peers.Hard(p) || !message.FitsOlder(l.c.Epoch, share) {
			l.c.Send(p.Key, link.Stream, l.c.Epoch.AppendWindow(message.BeginTurns(l.c.Follower.NameOf(l.c.Epoch)), 1, message.RunMessage, share))
		}
		b = l.c.Epoch.AppendPulse(b)
		b[1] |= message.HasRun
	}
	return b
}

// SendFrame sends a frame, which is copied.
func (l *Leader) SendFrame(p *Peer, b []byte) {
	if len(b) > link.MaxDatagram {
		panic("host: a frame that is too long")
	}
	l.c.Counters[counter.FramesOut]++
	l.c.Counters[counter.FrameBytesOut] += uint64(len(b))
	l.c.Out.Sends = append(l.c.Out.Sends, Send{To: p.Key, Channel: link.Datagram, Bytes: message.WrapIsland(l.c.ID, b), wrapped: true})
}
