package beacon

import (
	"net/netip"
	"time"

	"manyhold/net/key"
)

const (
	// crowdOfOne is how many peers of one other machine count in a crowd: its keys cost it nothing.
	crowdOfOne = 4
	// maxOfOne is how many peers of one other machine are remembered, for the same reason. The processes of
	// this machine are bounded by MaxPeers alone.
	maxOfOne = 8
)

// there is crowd; mu is held.
func (b *Beacon) there() (others int) { return b.among(crowdOfOne, nil) }

// among counts the others that are there and, if which is given, are of that kind; at most so many of one
// other machine. mu is held.
func (b *Beacon) among(most int, which func(key.ID) bool) (n int) {
	of := map[netip.Addr]int{}
	for id, h := range b.peers {
		if h.gone || which != nil && !which(id) || h.From.IsValid() && of[h.From] == most {
			continue
		}
		of[h.From]++
		n++
	}
	return n
}

// place reports whether a call may be remembered: it is newer than the peer's old one, or there is room for a
// new peer, for which another may have to be evicted (zero: none). mu is held.
func (b *Beacon) place(m *call, now time.Time) (old *heard, evicted key.ID, ok bool) {
	if old = b.peers[m.Peer]; old != nil {
		return old, evicted, m.newer(&old.call)
	}
	evicted, ok = b.room(m.From, now)
	return nil, evicted, ok
}

// room reports whether a new peer at an address finds a place in the table, and which peer loses its place
// to it, zero for none. A machine at its bound replaces a peer that said goodbye or was silent for a while:
// otherwise those that call loudest would replace the others all the time. In a full table, the address with
// the most peers loses the one that was silent for longest. mu is held.
func (b *Beacon) room(at netip.Addr, now time.Time) (evicted key.ID, ok bool) {
	of := map[netip.Addr]int{}
	for _, h := range b.peers {
		of[h.From]++
	}
	if at.IsValid() && of[at] >= maxOfOne {
		id, h := b.silent(at)
		return id, h.gone || now.Sub(h.at) > Expiry/2
	}
	if len(b.peers) < MaxPeers {
		return evicted, true
	}
	most := at
	for a, n := range of {
		if n > of[most] || n == of[most] && most != at && a.Less(most) {
			most = a
		}
	}
	if most == at {
		return evicted, false
	}
	evicted, _ = b.silent(most)
	return evicted, true
}

// silent returns the peer of an address that said goodbye, or else has been silent for longest; there is one.
// mu is held.
func (b *Beacon) silent(at netip.Addr) (first key.ID, least *heard) {
	for id, h := range b.peers {
		if h.From != at {
			continue
		}
		if least == nil || h.gone && !least.gone || h.gone == least.gone && h.at.Before(least.at) {
			first, least = id, h
		}
	}
	return first, least
}
