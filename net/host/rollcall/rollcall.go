// Package rollcall tells everybody on an island who executes it, and who is silent. Only the leader is in
// touch with all of them: in a crowd the other links are few, and quiet.
//
// The leader calls the roll: it sends a peer that comes the list of all that execute the island, with the
// state of each, and everybody what changes, as soon as it notices. A peer believes the leader of its epoch
// alone. A leader that lies shows wrong dots, and nothing else depends on them.
package rollcall

import (
	"bytes"
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

const (
	// lagAfter is how long a peer is silent before the leader calls it lagging, and goneAfter gone: with the
	// way to the others' screens that is less than two and six seconds. A peer sends several messages in a
	// second.
	lagAfter  = 1200 * time.Millisecond
	goneAfter = 5 * time.Second
	// lookEvery is how often the leader looks for silent peers.
	lookEvery = 200 * time.Millisecond
)

// RollCall is the roll of an island: as leader this peer keeps it, otherwise it has the leader's.
type RollCall struct {
	c *kernel.Core
	kernel.ObserverBase

	roll   []message.Attendance // ascending keys; without this peer, and as a follower without the leader
	known  bool                 // it is that of the present epoch
	looked time.Time
	peers  kernel.Slot[calledPeer]
}

// calledPeer is RollCall's state of a peer.
type calledPeer struct{ told [32]byte } // the epoch's record whose list it has over the present link

// New makes the mechanism of an island.
func New(c *kernel.Core) *RollCall { return &RollCall{c: c, peers: kernel.NewSlot[calledPeer](c)} }

// EpochBegan forgets the roll: another peer may lead now.
func (r *RollCall) EpochBegan() { r.roll, r.known = nil, false }

// PeerLeft forgets what a peer was told.
func (r *RollCall) PeerLeft(p *kernel.Peer) { r.peers.Of(p).told = [32]byte{} }

// Call is the leader's part of a tick.
func (r *RollCall) Call() {
	now := r.c.Now
	if r.c.Epoch == nil || !r.c.Epoch.Leading() || now.Sub(r.looked) < lookEvery {
		return
	}
	pause := now.Sub(r.looked)
	r.looked = now
	if pause > lagAfter {
		return // this process itself was held up
	}
	next := r.look(now)
	changes := differences(r.roll, next)
	r.roll, r.known = next, true
	name := r.c.Epoch.Record().Hash()
	var whole, part []byte
	for _, a := range next {
		p := r.peers.Of(r.c.Peers.Get(a.Peer))
		switch {
		case p.told != name:
			p.told = name
			whole = r.send(a.Peer, whole, message.Roll{Whole: true, Peers: next})
		case len(changes) > 0:
			part = r.send(a.Peer, part, message.Roll{Peers: changes})
		}
	}
}

// send sends a message to a peer. It encodes it, unless b has the bytes already, and returns them.
func (r *RollCall) send(to key.ID, b []byte, m message.Roll) []byte {
	if b == nil {
		b = m.Encode()
	}
	r.c.Send(to, link.Stream, b)
	return b
}

// differences lists what turns one roll into another: new states, and roster.Absent of those who are gone.
func differences(before, after []message.Attendance) (changes []message.Attendance) {
	for len(before)+len(after) > 0 {
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(after) == 0:
			order = -1
		default:
			order = bytes.Compare(before[0].Peer[:], after[0].Peer[:])
		}
		switch {
		case order < 0:
			changes = append(changes, message.Attendance{Peer: before[0].Peer, State: roster.Absent})
		case order > 0 || before[0].State != after[0].State:
			changes = append(changes, after[0])
		}
		if order <= 0 {
			before = before[1:]
		}
		if order >= 0 {
			after = after[1:]
		}
	}
	return changes[:min(len(changes), message.MaxRoll)]
}

// look lists the peers that execute the island, as the leader knows them.
func (r *RollCall) look(now time.Time) (next []message.Attendance) {
	number := r.c.Epoch.Record().Number
	r.c.Peers.Each(func(p *kernel.Peer) {
		silence := now.Sub(p.Heard)
		// a silent peer cannot know of an epoch that began meanwhile
		if !p.Greeted || p.Epoch == 0 || p.Epoch != number && silence < lagAfter || len(next) == message.MaxRoll {
			return
		}
		a := message.Attendance{Peer: p.Key}
		switch {
		case silence >= goneAfter:
			a.State = roster.Gone
		case silence >= lagAfter:
			a.State = roster.Lagging
		}
		next = append(next, a)
	})
	return next
}

// ReceiveRoll takes the leader's roll.
func (r *RollCall) ReceiveRoll(p *kernel.Peer, b []byte) error {
	m, err := message.DecodeRoll(b)
	switch {
	case err != nil:
		return err
	case r.c.Epoch == nil || r.c.Epoch.Leading() || r.c.Epoch.Leader() != p.Key:
		return kernel.ErrUnexpected
	case m.Whole:
		r.roll, r.known = r.roll[:0], true
	}
	for _, a := range m.Peers {
		i, on := slices.BinarySearchFunc(r.roll, a.Peer, byPeer)
		switch {
		case a.Peer == r.c.Me:
		case on && a.State == roster.Absent:
			r.roll = slices.Delete(r.roll, i, i+1)
		case on:
			r.roll[i].State = a.State
		case a.State != roster.Absent && len(r.roll) < message.MaxRoll:
			r.roll = slices.Insert(r.roll, i, a)
		}
	}
	return nil
}

func byPeer(a message.Attendance, k key.ID) int { return bytes.Compare(a.Peer[:], k[:]) }

// Report lists who executes the island without voting, and who of all is silent.
func (r *RollCall) Report(s *status.Host) {
	if !r.known || r.c.Epoch == nil {
		return
	}
	i := &s.Island
	i.Observers = i.Observers[:0]
	for _, a := range r.roll {
		if !slices.Contains(i.Voters, a.Peer) && a.Peer != i.Leader {
			i.Observers = append(i.Observers, a.Peer)
		}
		switch a.State {
		case roster.Lagging:
			i.Lagging = append(i.Lagging, a.Peer)
		case roster.Gone:
			i.Silent = append(i.Silent, a.Peer)
		}
	}
	if !i.Voting && !i.Leading {
		at, _ := slices.BinarySearchFunc(i.Observers, r.c.Me, func(a, k key.ID) int { return bytes.Compare(a[:], k[:]) })
		i.Observers = slices.Insert(i.Observers, at, r.c.Me)
	}
}
