package rooms

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// ErrLost says that the room took no notice of a packet: its host is gone, and no other came in time.
var ErrLost = errors.New("the room does not answer")

// Room is a room that a node is in.
type Room struct {
	id      store.WorldID
	pair    key.Pair
	log     *slog.Logger
	host    *host.Host
	file    *worldfile.World
	cancel  context.CancelFunc
	done    chan struct{}
	view    atomic.Pointer[View]
	used    atomic.Bool  // the player has sent something
	unready atomic.Bool  // the player has taken its readiness back; for watch
	fetched atomic.Bool  // its file is from others, and was not here before
	turned  atomic.Int64 // when the last turn came, in nanoseconds

	clients sync.WaitGroup

	mu      sync.Mutex
	rewinds uint64                // see View
	refused map[string]int        // see View; replaced when it changes
	seq     uint64                // of the last packet that was sent
	waiting map[uint64]chan error // packets that were not seen in a turn, by number
	changed chan struct{}         // closed and made anew with each turn
}

func newRoom(id store.WorldID, pair key.Pair, log *slog.Logger) *Room {
	r := &Room{id: id, pair: pair, log: log, done: make(chan struct{}), waiting: map[uint64]chan error{}, changed: make(chan struct{})}
	r.turned.Store(time.Now().UnixNano())
	return r
}

// Still returns how long no turn of the room has come; a room without any counts from its opening.
func (r *Room) Still() time.Duration { return time.Since(time.Unix(0, r.turned.Load())) }

// Peers are the nodes in the room with which this one has a link.
func (r *Room) Peers() []status.Peer { return r.host.Status().Peers }

// ID returns the id of the room.
func (r *Room) ID() store.WorldID { return r.id }

// Done returns a channel that is closed when the node is in the room no more.
func (r *Room) Done() <-chan struct{} { return r.done }

// View returns the room as it was after the last turn, nil while it is not known. It is read-only.
func (r *Room) View() *View { return r.view.Load() }

// Changed returns a channel that is closed with the next turn.
func (r *Room) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

// Await waits until a view fits.
func (r *Room) Await(ctx context.Context, fits func(*View) bool) (*View, error) {
	for {
		changed := r.Changed()
		if v := r.View(); v != nil && fits(v) {
			return v, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return r.View(), ctx.Err()
		case <-r.done:
			return r.View(), ErrUnknown
		}
	}
}

// Inspect runs f with the room, between two turns.
func (r *Room) Inspect(ctx context.Context, f func(*room.Room)) error {
	err := ErrUnknown
	if e := r.host.Do(ctx, func(m kernel.Machine) {
		if h, ok := m.(*hosted.Machine); ok && h.Room() != nil {
			f(h.Room())
			err = nil
		}
	}); e != nil {
		return e
	}
	return err
}

// Send sends a packet of the player, and returns when the room has taken or refused it. A refusal is a
// *room.Refusal. Room and player of the header are set here.
func (r *Room) Send(ctx context.Context, p room.Packet) error {
	answer, err := r.submit(ctx, &p)
	if err != nil {
		return err
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ErrLost
	case <-r.done:
		return ErrUnknown
	}
}

// Post sends a packet of the player. The channel tells once what came of it: nil, a *room.Refusal, or ErrLost
// when the packet was not taken within five seconds. Then a program sends it again.
func (r *Room) Post(ctx context.Context, p room.Packet) (<-chan error, error) {
	return r.submit(ctx, &p)
}

// RoundTrip returns the time to the host of the room and back, smoothed over some seconds; 0 if this node is
// the host or nothing is known.
func (r *Room) RoundTrip() time.Duration {
	s := r.host.Status()
	if s.Island.Leading {
		return 0
	}
	for _, p := range s.Peers {
		if p.Key == s.Island.Leader {
			return p.RTT
		}
	}
	return 0
}

// Host returns the node that orders the packets of the room, zero if it is not known, and whether it is this
// one.
func (r *Room) Host() (id key.ID, own bool) {
	s := r.host.Status()
	return s.Island.Leader, s.Island.Leading
}

// submit hands a packet to the host, and signs it if the room wants that; the answer comes later.
func (r *Room) submit(ctx context.Context, p *room.Packet) (<-chan error, error) {
	var last uint64
	known := false
	err := r.host.Do(ctx, func(m kernel.Machine) {
		if h, ok := m.(*hosted.Machine); ok && h.Room() != nil {
			known, last = true, m.Sequence(r.pair.ID())
			room.Attest(h.Room(), r.pair, p)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case !known:
		return nil, ErrUnknown
	}
	answer := make(chan error, 1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used.Store(true)
	if p.Kind == room.Ready && p.Number == 0 {
		r.unready.Store(true)
	}
	r.seq = max(r.seq, last) + 1
	if err := r.host.Submit(r.seq, p.Append(nil)); err != nil {
		r.seq--
		return nil, err
	}
	r.waiting[r.seq] = answer
	return answer, nil
}

// executed notes what a turn did. It is called by the host's goroutine.
func (r *Room) executed(e kernel.Executed) {
	m, ok := e.Machine.(*hosted.Machine)
	if !ok || m.Room() == nil {
		return
	}
	me := r.pair.ID()
	r.turned.Store(time.Now().UnixNano())
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Rewound {
		r.rewinds++
	}
	v := viewOf(m)
	v.Rewinds, v.Refused = r.rewinds, r.count(m.Refused())
	if was := r.view.Load(); v.Illegal != nil && (was == nil || was.Illegal == nil || was.Illegal.Error() != v.Illegal.Error()) {
		r.log.Warn("the engine wants a state without a declared transition", "engine", v.Engine.Name, "why", v.Illegal)
	}
	r.view.Store(v)
	for _, x := range m.Refused() {
		if x.By == room.Key(me) {
			r.answer(x.Seq, x.Why)
		}
	}
	taken := m.Sequence(me)
	for seq := range r.waiting {
		if seq <= taken {
			r.answer(seq, nil)
		}
	}
	close(r.changed)
	r.changed = make(chan struct{})
}

// count counts packets that a turn refused, by the names of the reasons.
func (r *Room) count(list []hosted.Refused) map[string]int {
	if len(list) == 0 {
		return r.refused
	}
	r.refused = maps.Clone(r.refused)
	if r.refused == nil {
		r.refused = map[string]int{}
	}
	for _, x := range list {
		name := "malformed"
		var why *room.Refusal
		if errors.As(x.Why, &why) {
			name = why.Why.String()
		}
		r.refused[name]++
	}
	return r.refused
}

// answer tells what came of a packet.
func (r *Room) answer(seq uint64, why error) {
	if c := r.waiting[seq]; c != nil {
		c <- why
		delete(r.waiting, seq)
	}
}

// expired notes that a packet was never taken.
func (r *Room) expired(seq uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer(seq, ErrLost)
}

// close frees what a room has.
func (r *Room) close(ctx context.Context) {
	if r.cancel != nil {
		r.cancel()
		<-r.done
		r.clients.Wait()
	}
	if r.file != nil {
		r.file.Close(ctx)
	}
}

// Facts are what everybody has to know of a room at a moment. They share nothing that the room changes.
type Facts struct {
	Engine     room.Engine
	Title      string
	Seed       uint64
	Strict     bool
	Phase      room.Phase
	Child      string
	Config     []byte
	Version    uint32
	Invalid    string
	Seats      []room.Seat
	Starters   []room.Starter // who had which seat when the match began
	Generation uint32         // that is open
	Length     uint64         // of a generation, in ticks
	Delay      uint32         // in generations: see room.Room.Delay
	ViewDelay  uint16         // of the viewers, in seconds
	Outcome    room.Outcome
	Full       bool             // most of those have signed who began; see room.Full
	Dismissed  []room.Dismissal // who was sent away by others, and did not come back
	Objections []room.Proposal  // other results that were signed after the end
}

// FactsOf copies the facts of a room, between two of its turns.
func FactsOf(r *room.Room) Facts {
	x := Facts{Engine: *r.Engine(), Title: r.Title(), Seed: r.Seed(), Strict: r.Strict(), Phase: r.Phase(), Child: r.Child(), Invalid: r.Invalid(),
		Seats: slices.Clone(r.Seats()), Starters: slices.Clone(r.Starters()), Generation: r.Generation(), Length: r.Length(), Delay: r.Delay(), ViewDelay: r.ViewDelay(), Outcome: *r.Outcome(),
		Full: room.Full(r), Dismissed: slices.Clone(room.Dismissed(r)), Objections: slices.Clone(room.Objections(r))}
	x.Config, x.Version = r.Config()
	x.Config, x.Outcome.Signed = slices.Clone(x.Config), slices.Clone(x.Outcome.Signed)
	return x
}

// View is what can be seen of a room after a turn.
type View struct {
	Facts
	Left    uint64 // ticks of the countdown
	Viewers []room.Viewer
	Digest  uint64 // agreed by the majority, of the generation Agreed
	Agreed  uint32
	Illegal error
	// Rewinds counts how often masters were undone that this node had seen: a host died that had told them to
	// nobody else. The state after them is void; room.Room.Chain tells whether two lists are alike.
	Rewinds uint64
	// Refused counts the packets of all players that were refused since this node came, by reason. It is not
	// to be changed.
	Refused map[string]int
}

// SentAway returns the players that others sent away and that did not come back, with those others, by the
// seats at the beginning.
func (v *Facts) SentAway() (list []SentAway) {
	for _, d := range v.Dismissed {
		list = append(list, SentAway{Seat: int(d.Seat), By: d.Seats(len(v.Starters))})
	}
	return list
}

// SentAway is a seat whose player others sent away: they said that they hear nothing of it, or voted to go on
// without it.
type SentAway struct {
	Seat int
	By   []int // seats
}

// viewOf copies what can be seen.
func viewOf(m *hosted.Machine) *View {
	r := m.Room()
	v := &View{Facts: FactsOf(r), Left: r.Left(), Viewers: slices.Clone(r.Viewers()), Illegal: r.Illegal()}
	for g := v.Generation; g > 0 && v.Generation-g < room.Window; g-- {
		if d, known := r.Agreed(g); known {
			v.Digest, v.Agreed = d, g
			break
		}
	}
	return v
}

// listing is what is announced of a room.
func (v *View) listing(r *Room) lobby.Listing {
	l := lobby.Listing{Room: r.id, Title: v.Title, Engine: v.Engine.Name, Strict: v.Strict, Phase: v.Phase, Child: v.Child, Seats: uint8(len(v.Seats)), Viewers: uint8(len(v.Viewers))}
	for k := range v.Seats {
		if v.Seats[k].Taken() {
			l.Taken++
		}
	}
	return l
}
