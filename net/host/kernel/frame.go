package kernel

import (
	"math"
	"time"

	"manyhold/net/host/message"
)

// BeginFrame begins a frame of the present epoch in the buffer of all frames.
func (ps *Peers) BeginFrame() []byte {
	b := message.BeginFrame(ps.Buffer, ps.c.Epoch.Record().Number)
	if tag, has := ps.c.Ancestry.tag(); has {
		b = message.AppendTag(b, tag)
	}
	return b
}

// repeated is how many entries and digests a frame to a peer has. A voter that is far behind, as every voter
// is at the beginning of a leadership, gets as many as on a lossy link, because a peer that waits for a state
// does not ask.
func (ps *Peers) repeated(p *Peer) (entries, digests int) {
	entries, digests = message.Repeated, message.DigestsKept
	if !ps.Lossless(p) || ps.c.Relay.HasChildren(p) {
		switch hard := ps.Hard(p); {
		case hard && ps.late(p):
			entries = message.LateRepeated
		case hard:
			entries = message.HardRepeated
		}
		return entries, digests
	}
	if ps.c.Leader.Followers > message.Crowded {
		entries, digests = message.Repeated-1, 1
	}
	if last := ps.c.Epoch.Last().Index; ps.c.Epoch.Record().Votes(p.Key) && ps.c.Epoch.Acknowledged(p.Key)+2*message.Repeated >= last {
		entries = int(min(max(1, last-ps.c.Leader.sentTo), message.Repeated))
	}
	return entries, digests
}

// losslessAfter is for how long a peer must not have asked for turns until frames to it count as coming
// through.
const losslessAfter = 10 * time.Second

// Lossless reports whether a peer's link is loss-free. It counts lost pings, which are few, and lost frames,
// as far as the peer had to ask for their entries.
func (ps *Peers) Lossless(p *Peer) bool {
	return p.Loss == 0 && ps.c.Now.Sub(p.Follower.Answered) >= losslessAfter
}

// late reports whether a peer lacks more entries than can be under way. Its requests are answered by a
// stream, which packets that are lost hold up for long.
func (ps *Peers) late(p *Peer) bool {
	underWay := 1 + uint64(p.RTT/ps.c.Leader.TurnTime())
	return ps.c.Epoch.Last().Index > ps.c.Commands.shareOfFrames(p).Had+underWay+message.Repeated
}

// Hard reports whether it takes long to ask for what a peer's link loses: it is far, or loses much.
func (ps *Peers) Hard(p *Peer) bool {
	loses := p.Loss >= LossyFrom || p.Loss > lossyStep && p.RTT >= slowStep/2
	return !ps.Lossless(p) && (p.RTT >= slowStep || loses)
}

// room is how many bytes of commands a turn may have. A turn that fits no frame goes by the stream, where
// each packet that is lost costs a far peer a round trip or two, and all wait for the voters. So turns are
// short where most of a few peers are far: those of such peers still have a hundred commands in a second.
func (l *Leader) room() int {
	few, hard := l.c.Peers.Followers(), 0
	l.c.Peers.Each(func(p *Peer) {
		if p.Greeted && l.c.Peers.Hard(p) {
			hard++
		}
	})
	if few > message.Crowded || 2*hard <= few {
		return math.MaxInt
	}
	return message.TurnRoom
}
