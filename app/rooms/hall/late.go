package hall

import (
	"context"
	"sync"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/room"
	"manyhold/net/store"
)

// lateEvery is how often the rooms of the node are noted for those who see them late.
const lateEvery = 250 * time.Millisecond

// pasts are what was seen of the rooms of a node, for as long as viewers may have to wait for it. Its
// zero value is empty. It may be used from any goroutine.
type pasts struct {
	mu   sync.Mutex
	list map[store.WorldID]*past
}

// past is what was seen of a room, ascending by time. The first moment is the newest that is public.
type past struct {
	moments []moment
}

// moment is what was seen of a room, and when.
type moment struct {
	at   time.Time
	view *rooms.View
	// hold is the delay of the viewers at that time. A longer one that the roster sets later does not take
	// back what was public.
	hold time.Duration
}

// holdOf is how much later than now viewers may see a view.
func holdOf(v *rooms.View) time.Duration {
	if v.Phase == room.Setup {
		return 0
	}
	return time.Duration(v.ViewDelay) * time.Second
}

// seen notes the newest view of a room, and returns the newest one that is public now; nil if there is none
// yet, because the node came in the middle of a match.
func (p *pasts) seen(id store.WorldID, v *rooms.View, now time.Time) *rooms.View {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.list[id]
	if x == nil {
		x = &past{}
		if p.list == nil {
			p.list = map[store.WorldID]*past{}
		}
		p.list[id] = x
	}
	return x.seen(v, now)
}

// keep forgets all rooms that are not in the list.
func (p *pasts) keep(list []*rooms.Room) {
	here := map[store.WorldID]bool{}
	for _, r := range list {
		here[r.ID()] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.list {
		if !here[id] {
			delete(p.list, id)
		}
	}
}

// seen is pasts.seen for a room.
func (x *past) seen(v *rooms.View, now time.Time) *rooms.View {
	hold := holdOf(v)
	if n := len(x.moments); n == 0 || hold == 0 || x.moments[n-1].view.Phase != v.Phase || now.Sub(x.moments[n-1].at) >= lateEvery {
		x.moments = append(x.moments, moment{now, v, hold})
	}
	public := -1
	for k := range x.moments {
		if m := &x.moments[k]; now.Sub(m.at) >= min(m.hold, hold) {
			public = k
		}
	}
	if public < 0 {
		return nil
	}
	x.moments = append(x.moments[:0], x.moments[public:]...)
	clear(x.moments[len(x.moments):cap(x.moments)])
	return x.moments[0].view
}

// note notes the rooms of the node.
func (h *Hall) note(now time.Time) {
	list := h.o.Rooms.Rooms()
	h.pasts.keep(list)
	for _, r := range list {
		if v := r.View(); v != nil {
			h.pasts.seen(r.ID(), v, now)
		}
	}
}

// Late returns the state of a room as viewers may see it now: a match as many seconds late as the roster has
// set, whatever this player is. While the node has not been in the room for so long, it tells nothing of the
// course of the match.
func (h *Hall) Late(ctx context.Context, id string) (*State, error) {
	r, err := h.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.late(r), nil
}

func (h *Hall) late(r *rooms.Room) *State {
	now, me := r.View(), h.Me()
	if v := h.pasts.seen(r.ID(), now, time.Now()); v != nil {
		return linked(h, stateOf(r.ID(), v, me), r.ID())
	}
	return linked(h, veiled(stateOf(r.ID(), now, me)), r.ID())
}

// veiled takes the course of the match out of a state.
func veiled(s *State) *State {
	s.Phase, s.Child, s.Generation, s.Digest, s.DigestAt = room.Running.String(), "", 0, "", 0
	s.Verdict = Verdict{Result: jsonOf(nil), Signed: []string{}, Began: s.Began, SentAway: []SentAway{}, Objections: []string{}}
	for k := range s.Seats {
		x := &s.Seats[k]
		x.Ready, x.Lagging, x.Vacant, x.Diverged = false, false, false, 0
	}
	return s
}
