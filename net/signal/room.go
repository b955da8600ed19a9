package signal

import (
	"context"
	"fmt"
	"time"

	"manyhold/net/key"
)

// maxOfAddress is how many members of one address (IPv6: of one /64) a room has. Further peers of a home are
// found by the linked ones. With it, a full room has members of at least 32 addresses.
const maxOfAddress = 8

// room has the members of one world, in the order of their arrival.
type room struct{ members []*member }

// member is one connection with a proved identity.
type member struct {
	id      key.ID
	room    [32]byte
	address string
	out     chan []byte
	drop    context.CancelCauseFunc
	heard   chan struct{} // capacity 1: a message arrived

	pending map[uint64]pendingOffer // by the server's ref; guarded by Server.mu
	lastRef uint64
}

// takeIn puts a member into its room. One with the same identity is asked for a sign of life first.
func (s *Server) takeIn(ctx context.Context, m *member) error {
	for {
		s.mu.Lock()
		r := s.rooms[m.room]
		var old *member
		if r != nil {
			old = r.find(m.id)
		}
		if old == nil {
			defer s.mu.Unlock()
			return s.addMember(r, m)
		}
		select { // drop earlier signals
		case <-old.heard:
		default:
		}
		s.send(old, &message{kind: kindAsk})
		s.mu.Unlock()
		timer := time.NewTimer(askTimeout)
		select {
		case <-old.heard:
			timer.Stop()
			return &RemoteError{"this identity is in the room already, from another process"}
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
			s.remove(old, &RemoteError{"another connection of the same identity took this one's place"})
		}
	}
}

// addMember adds a member to a room, announces it to the others, and sends it the list of members; mu is
// held.
func (s *Server) addMember(r *room, m *member) error {
	if r == nil {
		if len(s.rooms) >= maxRooms {
			return &RemoteError{"the signalling server has too many rooms"}
		}
		r = &room{}
		s.rooms[m.room] = r
	}
	if r.count()[m.address] >= maxOfAddress {
		return &RemoteError{fmt.Sprintf("%d peers of your address are in the room already; one that is linked can pass your offer on", maxOfAddress)}
	}
	if len(r.members) >= MaxMembers {
		given := r.givesWay(m.address)
		if given == nil {
			return &RemoteError{"the room is full; a peer that is linked can pass your offer on"}
		}
		s.expel(given, &RemoteError{"the room is full, and a peer of an address with fewer members took your place"})
	}
	present := &message{kind: kindPresent}
	for _, other := range r.members {
		present.peers = append(present.peers, other.id)
		s.send(other, &message{kind: kindCame, peer: m.id})
	}
	s.send(m, present)
	r.members = append(r.members, m)
	s.log.Info("a peer joined the room", "peer", m.id.Short(), "members", len(r.members))
	return nil
}

// count returns how many members each address has.
func (r *room) count() map[string]int {
	n := map[string]int{}
	for _, m := range r.members {
		n[m.address]++
	}
	return n
}

// givesWay returns the newest member of the address with the most members, which leaves a full room for a
// newcomer; of equal addresses, the one that came last. It returns nil if that address would then have fewer
// members than the newcomer's: two addresses never take turns in expelling each other.
func (r *room) givesWay(newcomer string) *member {
	n := r.count()
	var given *member
	for _, m := range r.members { // in the order of arrival: the newest comes last
		if given == nil || n[m.address] >= n[given.address] {
			given = m
		}
	}
	if given == nil || n[given.address]-1 < n[newcomer]+1 {
		return nil
	}
	return given
}

// remove takes a member out of its room, if it is still there, and ends its connection.
func (s *Server) remove(m *member, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expel(m, why)
}

// expel is remove; mu is held.
func (s *Server) expel(m *member, why error) {
	m.drop(why)
	r := s.rooms[m.room]
	if r == nil || r.find(m.id) != m {
		return
	}
	kept := r.members[:0]
	for _, other := range r.members {
		if other != m {
			kept = append(kept, other)
			s.send(other, &message{kind: kindWent, peer: m.id})
		}
	}
	clear(r.members[len(kept):])
	if r.members = kept; len(kept) == 0 {
		delete(s.rooms, m.room)
	}
	for ref, p := range m.pending {
		s.send(p.from, &message{kind: kindRefused, ref: p.ref, text: "that peer is not there any more"})
		delete(m.pending, ref)
	}
	s.log.Info("a peer left the room", "peer", m.id.Short())
}

func (r *room) find(id key.ID) *member {
	for _, m := range r.members {
		if m.id == id {
			return m
		}
	}
	return nil
}

// send queues a message for a member. A member with a full queue is too slow and dropped. mu is held.
func (s *Server) send(m *member, msg *message) {
	select {
	case m.out <- msg.encode():
	default:
		m.drop(&RemoteError{"messages were not taken fast enough"})
	}
}
