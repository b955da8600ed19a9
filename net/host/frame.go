package host

import (
	"time"

	"manyhold/net/host/message"
)

func (ps *Peers) beginFrame() []byte {
	b := message.BeginFrame(ps.buffer, ps.c.e.Record().Number)
	if tag, has := ps.c.ancestry.tag(); has {
		b = message.AppendTag(b, tag)
	}
	return b
}

// repeated is how many entries and digests a frame to a peer has. A voter that is far behind, as every voter
// is at the beginning of a leadership, gets as many as on a lossy link, because a peer that waits for a state
// does not ask.
func (ps *Peers) repeated(p *peer) (entries, digests int) {
	entries, digests = message.Repeated, message.DigestsKept
	if !ps.lossless(p) || ps.c.relay.hasChildren(p) {
		return entries, digests
	}
	if ps.c.leader.followers > message.Crowded {
		entries, digests = message.Repeated-1, 1
	}
	if last := ps.c.e.Last().Index; ps.c.e.Record().Votes(p.key) && ps.c.e.Acknowledged(p.key)+2*message.Repeated >= last {
		entries = int(min(max(1, last-ps.c.leader.sentTo), message.Repeated))
	}
	return entries, digests
}

// losslessAfter is for how long a peer must not have asked for turns until frames to it count as coming
// through.
const losslessAfter = 10 * time.Second

// lossless reports whether a peer's link is loss-free. It counts lost pings, which are few, and lost frames,
// as far as the peer had to ask for their entries.
func (ps *Peers) lossless(p *peer) bool {
	return p.loss == 0 && ps.c.now.Sub(p.follower.answered) >= losslessAfter
}
