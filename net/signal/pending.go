package signal

import "time"

// pendingOffer is an offer that a member was given and has not answered.
type pendingOffer struct {
	from *member
	ref  uint64 // from's own
	at   time.Time
}

// makeRoom drops the pending offers of a target that are too old, and returns the reason why one more of an
// address may not wait. If all maxPending wait, an address without any takes the place of the newest offer of
// an address with several: as many addresses as maxPending have a fair share. mu is held.
func (s *Server) makeRoom(target *member, address string, now time.Time) (why string) {
	waiting := map[string]int{}
	for ref, p := range target.pending {
		if now.Sub(p.at) > pendingTTL {
			delete(target.pending, ref)
			continue
		}
		waiting[p.from.address]++
	}
	if waiting[address] >= maxWaiting {
		return busyText
	}
	if len(target.pending) < maxPending {
		return ""
	}
	given := uint64(0) // refs begin with 1, and grow
	for ref, p := range target.pending {
		if waiting[p.from.address] > waiting[address]+1 && ref > given {
			given = ref
		}
	}
	if given == 0 {
		return busyText
	}
	p := target.pending[given]
	delete(target.pending, given)
	s.send(p.from, &message{kind: kindRefused, ref: p.ref, text: busyText})
	return ""
}
