package kernel

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
	ObserverBase

	Furthest uint64 // no peer is in a later epoch
	Frame    message.Frame
	follows  key.ID // the leader that the last frame went to
	// Of a follower's frames, and of those sent between turns.
	sent    time.Time // the last frame
	offered time.Time // when own commands were in one last
	newest  uint64    // the greatest number that was
	Fresh   bool      // something new to acknowledge or to ask
	urgent  bool      // raft has something to say that does not wait for a turn
	list    []message.Command
}

// FollowedPeer is Follower's state of a peer.
type FollowedPeer struct {
	Answered time.Time       // when it got a run last
	entries  request.Request // for entries that are missing here
	wanted   time.Time       // likewise, but runs that came since do not clear it
	Ran      uint64          // the number of an earlier epoch of this line that it was heard leading,
	RanAt    time.Time       // and when
	proven   uint64          // last turn with a head signed by it
	head     epoch.Head      // signed by it, of a turn that is not committed here yet; of turn zero: none
}

// EpochBegan has own commands sent again: they are signed for an epoch.
func (f *Follower) EpochBegan() { f.newest = 0 }

// EpochEnded sends the end of an epoch that this peer led to all.
func (f *Follower) EpochEnded(e *epoch.Epoch) { f.farewell(e) }

// frameGap is the least time between two frames of a follower: a turn for commands, two for acknowledgements
// alone: acknowledging every second turn halves a follower's packets and delays commits by half a turn.
// Observers of a busy leader acknowledge every fourth turn. A voter acknowledges each turn that is longer
// than usual, and at once the record that ends an epoch: everybody waits for that, but not for its commands.
func (f *Follower) frameGap() time.Duration {
	if f.Fresh && f.c.Epoch.Ending() {
		return 0
	}
	if f.asking() || f.c.Epoch.Member() && f.c.Leader.TurnTime() > f.c.Options.Turn {
		return f.c.Leader.TurnTime() * 9 / 10
	}
	if f.c.Relay.Crowded() && !f.c.Epoch.Member() {
		return f.c.Leader.TurnTime() * 39 / 10
	}
	return f.c.Leader.TurnTime() * 19 / 10
}

// asking reports whether own commands are to be sent, for the first time or again.
func (f *Follower) asking() bool {
	n := len(f.c.Own.Waiting)
	return n > 0 && !f.c.Fork.QuietNow() && f.Agrees() && (f.c.Own.Waiting[n-1].Seq > f.newest || f.c.Now.Sub(f.offered) >= repeatAfter)
}

// Agrees reports whether the log here is that of the leader. Before it is, commands that were ordered under
// another leader count as taken and may be lost in a moment; later ones must not overtake them.
func (f *Follower) Agrees() bool {
	return f.c.Epoch != nil && f.c.Epoch.Last().Term == f.c.Epoch.Term()
}

// due reports whether a follower has something for its leader.
func (f *Follower) due() bool { return f.Fresh || f.asking() }

// Follow sends the leader this peer's acknowledgements, raft's answers and its own commands.
func (f *Follower) Follow() {
	for _, seq := range f.c.Own.expire(f.c.Now) {
		f.c.Expired(seq)
	}
	if f.c.Epoch == nil || f.c.Epoch.Leading() || !f.due() || f.c.Now.Sub(f.sent) < f.frameGap() {
		return
	}
	p := f.c.Peers.LeaderHere()
	if p == nil {
		return
	}
	f.c.Epoch.SetRoundTrip(p.RTT, Near, f.c.Leader.TurnTime()-f.c.Options.Turn)
	f.sent, f.Fresh = f.c.Now, false
	if f.follows != p.Key {
		f.follows, f.newest = p.Key, 0 // the new leader knows none of our commands
	}
	b := f.c.Peers.BeginFrame()
	if newest := f.c.History.newest(message.DigestsSaid); len(newest) > 0 {
		b = message.AppendDigests(b, newest)
	}
	if len(p.Mail) > 0 {
		b = message.AppendMessages(b, p.Mail)
		p.Mail = p.Mail[:0]
	}
	b = f.appendPending(b)
	f.c.Peers.Buffer = b
	f.c.Leader.SendFrame(p, b)
}

// appendPending appends own commands, always from the oldest on, so that the leader cannot take a later one
// first. It skips the commands that were sent a moment ago.
func (f *Follower) appendPending(b []byte) []byte {
	if !f.asking() {
		return b
	}
	n := len(f.c.Own.Waiting)
	size, k := 0, 0
	for k < n && k < message.MaxCommands && (k == 0 || size+f.c.Own.Waiting[k].Size() <= message.CommandRoom) {
		size += f.c.Own.Waiting[k].Size()
		f.c.Commands.Sign(&f.c.Own.Waiting[k])
		k++
	}
	f.offered = f.c.Now
	f.newest = f.c.Own.Waiting[k-1].Seq
	f.list = f.list[:0]
	for _, o := range f.c.Own.Waiting[:k] {
		f.list = append(f.list, o.Command)
	}
	return message.AppendCommands(b, f.list)
}

// flush sends raft's messages that do not wait for a turn: those of elections. They go by the stream as well,
// so that one that is lost comes when the stream sends it again; twice is once for raft.
func (f *Follower) flush() {
	if !f.urgent || f.c.Epoch == nil {
		return
	}
	f.urgent = false
	f.c.Peers.Each(func(p *Peer) {
		if b := f.sendMail(p); b != nil {
			f.c.Send(p.Key, link.Stream, append(make([]byte, 0, len(b)), b...))
		}
	})
}

// sendMail sends a frame of raft's messages alone, if there are any, and returns it in the buffer.
func (f *Follower) sendMail(p *Peer) []byte {
	if len(p.Mail) == 0 {
		return nil
	}
	b := message.AppendMessages(f.c.Peers.BeginFrame(), p.Mail)
	p.Mail = p.Mail[:0]
	f.c.Peers.Buffer = b
	f.c.Leader.SendFrame(p, b)
	return b
}
