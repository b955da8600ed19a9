package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/link"
)

// repeatAfter is how long a follower waits for its commands to be ordered before it sends them again.
const repeatAfter = 150 * time.Millisecond

// Follower sends this peer's commands to the leader, acknowledges turns and fetches those that it misses.
type Follower struct {
	c *Core
	observerBase

	furthest uint64 // no peer is in a later epoch
	frame    message.Frame
	follows  key.ID // the leader that the last frame went to
	// Of a follower's frames, and of those sent between turns.
	sent    time.Time // the last frame
	offered time.Time // when own commands were in one last
	newest  uint64    // the greatest number that was
	fresh   bool      // something new to acknowledge or to ask
	urgent  bool      // raft has something to say that does not wait for a turn
	list    []message.Command
}

// followedPeer is Follower's state of a peer.
type followedPeer struct {
	answered time.Time       // when it got a run last
	entries  request.Request // for entries that are missing here
	wanted   time.Time       // likewise, but runs that came since do not clear it
	ran      uint64          // the number of an earlier epoch of this line that it was heard leading,
	ranAt    time.Time       // and when
	proven   uint64          // last turn with a head signed by it
	head     epoch.Head      // signed by it, of a turn that is not committed here yet; of turn zero: none
}

func (f *Follower) epochBegan() { f.newest = 0 }

func (f *Follower) epochEnded(e *epoch.Epoch) { f.farewell(e) }

func (f *Follower) turnCommitted() { f.compareHead() }

// frameGap is the least time between two frames of a follower: a turn for commands, two for acknowledgements
// alone. Acknowledging every second turn halves a follower's packets and delays commits by half a turn, which
// nobody notices. Observers of a busy leader acknowledge every fourth turn. A voter acknowledges each turn
// that is longer than usual, and the record that ends an epoch at once, because everybody waits for that.
func (f *Follower) frameGap() time.Duration {
	if f.c.e.Ending() {
		return 0
	}
	if f.asking() || f.c.e.Member() && f.c.leader.turnTime() > f.c.options.Turn {
		return f.c.leader.turnTime() * 9 / 10
	}
	if f.c.relay.crowded() && !f.c.e.Member() {
		return f.c.leader.turnTime() * 39 / 10
	}
	return f.c.leader.turnTime() * 19 / 10
}

// suspicion is how long a leader may be silent before it is suspected: a nearby one epoch.SuspectNear,
// another a round trip longer, at most epoch.SuspectFar. Frames come twenty times a second, so that such a
// silence is chance only when eight in a row are lost; the round trip allows for delays of all of them.
// Longer turns come more rarely, and the limit grows by three of them.
func suspicion(rtt, longer time.Duration) time.Duration {
	longer = max(0, 3*longer)
	if rtt <= near {
		return epoch.SuspectNear + longer
	}
	return min(epoch.SuspectNear+rtt, epoch.SuspectFar) + longer
}

// asking reports whether own commands are to be sent, for the first time or again.
func (f *Follower) asking() bool {
	n := len(f.c.own.waiting)
	return n > 0 && !f.c.fork.quietNow() && f.agrees() && (f.c.own.waiting[n-1].Seq > f.newest || f.c.now.Sub(f.offered) >= repeatAfter)
}

// agrees reports whether the log here is that of the leader. Before it is, commands that were ordered under
// another leader count as taken and may be lost in a moment; later ones must not overtake them.
func (f *Follower) agrees() bool { return f.c.e != nil && f.c.e.Last().Term == f.c.e.Term() }

// due reports whether a follower has something for its leader.
func (f *Follower) due() bool { return f.fresh || f.asking() }

// follow sends the leader this peer's acknowledgements, raft's answers and its own commands.
func (f *Follower) follow() {
	for _, seq := range f.c.own.expire(f.c.now) {
		f.c.expired(seq)
	}
	if f.c.e == nil || f.c.e.Leading() || !f.due() || f.c.now.Sub(f.sent) < f.frameGap() {
		return
	}
	p := f.c.peers.leaderHere()
	if p == nil {
		return
	}
	f.c.e.SetSuspicion(suspicion(p.rtt, f.c.leader.turnTime()-f.c.options.Turn))
	f.sent, f.fresh = f.c.now, false
	if f.follows != p.key {
		f.follows, f.newest = p.key, 0 // the new leader knows none of our commands
	}
	b := f.c.peers.beginFrame()
	if newest := f.c.history.newest(message.DigestsSaid); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	if len(p.mail) > 0 {
		b = message.AppendMessages(b, p.mail)
		p.mail = p.mail[:0]
	}
	b = f.appendPending(b)
	f.c.peers.buffer = b
	f.c.leader.sendFrame(p, b)
}

// appendPending appends own commands, always from the oldest on, so that the leader cannot take a later one
// first. It skips the commands that were sent a moment ago.
func (f *Follower) appendPending(b []byte) []byte {
	if !f.asking() {
		return b
	}
	n := len(f.c.own.waiting)
	size, k := 0, 0
	for k < n && k < message.MaxCommands && (k == 0 || size+f.c.own.waiting[k].Size() <= message.CommandRoom) {
		size += f.c.own.waiting[k].Size()
		f.c.commands.sign(&f.c.own.waiting[k])
		k++
	}
	f.offered = f.c.now
	f.newest = f.c.own.waiting[k-1].Seq
	f.list = f.list[:0]
	for _, o := range f.c.own.waiting[:k] {
		f.list = append(f.list, o.Command)
	}
	return message.AppendCommands(b, f.list)
}

// flush sends raft's messages that do not wait for a turn: those of elections. They go by the stream as well,
// so that one that is lost comes when the stream sends it again and not with the next election; twice is once
// for raft.
func (f *Follower) flush() {
	if !f.urgent || f.c.e == nil {
		return
	}
	f.urgent = false
	f.c.peers.each(func(p *peer) {
		if b := f.sendMail(p); b != nil {
			f.c.send(p.key, link.Stream, append(make([]byte, 0, len(b)), b...))
		}
	})
}

// sendMail sends a frame of raft's messages alone, if there are any, and returns it in the buffer.
func (f *Follower) sendMail(p *peer) []byte {
	if len(p.mail) == 0 {
		return nil
	}
	b := message.AppendMessages(f.c.peers.beginFrame(), p.mail)
	p.mail = p.mail[:0]
	f.c.peers.buffer = b
	f.c.leader.sendFrame(p, b)
	return b
}
