// Package afar is the rooms of a node in another process, as a window that is attached to it asks for them:
// it has the functions of hall.Hall that a window needs. In the background it asks again and again for the
// rooms that the window looks at, so that List and View do not wait. The match itself comes by another way:
// see package app/arena/remote.
package afar

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"manyhold/app/maker/engine"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/net/key"
	"manyhold/net/room"
)

const (
	// lookEvery is how often the node is asked.
	lookEvery = 500 * time.Millisecond
	// resultsEvery is after how many of these times it is asked for results.
	resultsEvery = 4
	// liveFor is how long what the node tells by itself is newer than its answers, which tell of a match as
	// late as viewers see it.
	liveFor = 2 * time.Second
	// shownFor is how long a room is asked for after the window asked for it last.
	shownFor = 15 * time.Second
)

// Node is a control.Client, as far as rooms need it.
type Node interface {
	Room(ctx context.Context, a hall.Act) (said string, err error)
	RoomList(ctx context.Context) ([]hall.Row, error)
	RoomState(ctx context.Context, id string) (*hall.State, error)
	RoomResults(ctx context.Context) ([]results.Entry, error)
}

// Hall is the rooms of a node. Its methods may be called from any goroutine.
type Hall struct {
	node Node
	me   key.ID

	mu     sync.Mutex
	stages map[string][]string // of engines, by name; nil for one that is not known here
	rows   []hall.Row
	views  map[string]*rooms.View
	shown  map[string]time.Time // rooms that were asked for, and when last
	live   map[string]time.Time // the rooms that the node reports by itself, with the time of the last report
	held   []results.Entry      // the results that the node knows
}

// New returns the rooms of a node, whose player is me.
func New(node Node, me key.ID) *Hall {
	return &Hall{node: node, me: me, stages: map[string][]string{}, views: map[string]*rooms.View{}, shown: map[string]time.Time{}, live: map[string]time.Time{}}
}

// Run asks the node until done is closed.
func (h *Hall) Run(done <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-done:
			cancel()
		case <-ctx.Done():
		}
	}()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		if n%resultsEvery == 0 {
			h.readResults(ctx)
		}
		h.look(ctx, time.Now())
		select {
		case <-look.C:
		case <-ctx.Done():
		}
	}
}

// readResults asks for the results.
func (h *Hall) readResults(ctx context.Context) {
	list, err := h.node.RoomResults(ctx)
	if err != nil {
		return // the next time may have an answer
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.held = list
}

// look asks for the list, and for the rooms that the node is in or the window looks at.
func (h *Hall) look(ctx context.Context, now time.Time) {
	rows, err := h.node.RoomList(ctx)
	if err != nil {
		return // the next look may have an answer
	}
	h.mu.Lock()
	h.rows = rows
	maps.DeleteFunc(h.shown, func(_ string, at time.Time) bool { return now.Sub(at) > shownFor })
	var ask, keep []string
	for k := range rows {
		if _, asked := h.shown[rows[k].ID]; asked || rows[k].Here {
			keep = append(keep, rows[k].ID)
			if now.Sub(h.live[rows[k].ID]) < liveFor {
				continue
			}
			ask = append(ask, rows[k].ID)
		}
	}
	maps.DeleteFunc(h.views, func(id string, _ *rooms.View) bool { return !slices.Contains(keep, id) })
	h.mu.Unlock()
	for _, id := range ask {
		_, _ = h.state(ctx, id) // one that does not answer stays as it was
	}
}

// state asks for a room, and keeps what is seen of it.
func (h *Hall) state(ctx context.Context, id string) (*hall.State, error) {
	s, err := h.node.RoomState(ctx, id)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.live[id]) < liveFor {
		return s, nil
	}
	return s, h.see(s)
}

// Tell takes what the node tells by itself of a room in which its player has a seat.
func (h *Hall) Tell(s *hall.State) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.see(s) == nil {
		h.live[s.ID] = time.Now()
	}
}

// see keeps what is seen of a room. The lock is held.
func (h *Hall) see(s *hall.State) error {
	v, err := viewOf(s)
	if err != nil {
		return err
	}
	if v.Engine.Stages = h.stagesOf(s.Engine); v.Engine.Stages == nil {
		v.Engine.Stages = []string{s.Child}
	}
	h.views[s.ID] = v
	return nil
}

// stagesOf returns the stages of the engine of a name, which is read once.
func (h *Hall) stagesOf(name string) []string {
	if _, known := h.stages[name]; !known {
		h.stages[name] = nil
		if p, err := engine.Find(name); err == nil && slices.Contains(engine.Names(), name) {
			h.stages[name] = p.Stages
		}
	}
	return h.stages[name]
}

// List returns the rooms of the world, as the node knew them a moment ago.
func (h *Hall) List() []hall.Row {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rows
}

// Results returns the results of matches that the node knows.
func (h *Hall) Results() []results.Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}

// View returns what is seen of a room, nil while nothing is known. It is read-only.
func (h *Hall) View(id string) *rooms.View {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.views[id]
}

// Me returns the key of the player.
func (h *Hall) Me() room.Key { return room.Key(h.me) }

// Show returns the state of a room, which is followed from now on for a while.
func (h *Hall) Show(ctx context.Context, id string) (*hall.State, error) {
	h.mu.Lock()
	h.shown[id] = time.Now()
	h.mu.Unlock()
	return h.state(ctx, id)
}

// Create founds a room, and returns its state.
func (h *Hall) Create(ctx context.Context, x hall.Order) (*hall.State, error) {
	said, err := h.node.Room(ctx, hall.Act{Verb: "create", Create: x})
	if err != nil {
		return nil, err
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(said, "room "), "\n")
	return h.Show(ctx, id)
}

// do carries out an act about a room, and returns its state.
func (h *Hall) do(ctx context.Context, a hall.Act) (*hall.State, error) {
	if _, err := h.node.Room(ctx, a); err != nil {
		return nil, err
	}
	return h.Show(ctx, a.Room)
}

// Join takes a seat.
func (h *Hall) Join(ctx context.Context, id, seat, name string) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: "join", Room: id, Seat: seat, Name: name})
}

// Stand gives the seat up.
func (h *Hall) Stand(ctx context.Context, id string) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: "stand", Room: id})
}

// Ready says whether the player is ready.
func (h *Hall) Ready(ctx context.Context, id string, on bool) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: "ready", Room: id, Off: !on})
}

// Configure replaces the configuration by what edit makes of it.
func (h *Hall) Configure(ctx context.Context, id string, seen *uint32, edit func(old []byte) ([]byte, error)) (*hall.State, error) {
	s, err := h.state(ctx, id)
	if err != nil {
		return nil, err
	}
	if seen != nil && *seen != s.Version {
		return nil, rooms.Words(&room.Refusal{Why: room.OtherVersion, At: s.Version})
	}
	config, err := edit(configOf(s))
	if err != nil {
		return nil, err
	}
	return h.do(ctx, hall.Act{Verb: "config", Room: id, Config: config})
}

// Delay lets viewers see the match so many seconds late.
func (h *Hall) Delay(ctx context.Context, id string, seconds uint32) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: "delay", Room: id, Seconds: seconds})
}

// Watch makes the player a viewer.
func (h *Hall) Watch(ctx context.Context, id string) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: "watch", Room: id})
}

// votes are the verbs of ballots.
var votes = map[room.Ballot]string{room.ForPause: "pause", room.ForResume: "resume", room.ForGoingOn: "continue"}

// Vote votes.
func (h *Hall) Vote(ctx context.Context, id string, b room.Ballot) (*hall.State, error) {
	return h.do(ctx, hall.Act{Verb: votes[b], Room: id})
}

// Leave gives the seat up and leaves the room.
func (h *Hall) Leave(ctx context.Context, id string) error {
	_, err := h.node.Room(ctx, hall.Act{Verb: "leave", Room: id})
	return err
}

// Rejoin lets the node enter a room anew.
func (h *Hall) Rejoin(ctx context.Context, id string) error {
	_, err := h.node.Room(ctx, hall.Act{Verb: "rejoin", Room: id})
	return err
}

// configOf returns the configuration of a state, nil for none.
func configOf(s *hall.State) []byte {
	if bytes.Equal(s.Config, []byte("null")) {
		return nil
	}
	return s.Config
}

// viewOf returns a state as a view, without the stages of its engine.
func viewOf(s *hall.State) (*rooms.View, error) {
	v := &rooms.View{Left: uint64(s.Countdown * room.Second), Agreed: s.DigestAt}
	v.Title, v.Seed, v.Strict, v.Child, v.Config, v.Version, v.Invalid = s.Title, s.Seed, s.Strict, s.Child, configOf(s), s.Version, s.Invalid
	v.Generation, v.Length, v.ViewDelay = s.Generation, s.TurnTicks, uint16(s.ViewDelay)
	v.Engine = room.Engine{Name: s.Engine, Least: s.Least}
	for _, p := range []room.Phase{room.Setup, room.Running, room.Ended} {
		if p.String() == s.Phase {
			v.Phase = p
		}
	}
	for k := range s.Seats {
		x := &s.Seats[k]
		seat := room.Seat{Name: x.Name, Ready: x.Ready, Waited: uint16(min(max(x.Waited, 0)*room.Second, room.Patience)), Lagging: x.Lagging, Diverged: x.Diverged}
		if x.Vacant {
			seat.Vacant = 1
		}
		if x.Player != "" {
			id, err := key.ParseID(x.Player)
			if err != nil {
				return nil, fmt.Errorf("cannot read the node's answer: %w", err)
			}
			seat.Holder = room.Key(id)
		}
		v.Engine.Seats, v.Seats = append(v.Engine.Seats, x.Seat), append(v.Seats, seat)
		if slices.Contains(s.Signed, x.Seat) {
			v.Outcome.Signed = append(v.Outcome.Signed, room.Signed{Seat: uint8(k), By: seat.Holder})
		}
	}
	for _, x := range s.Viewers {
		id, err := key.ParseID(x.Player)
		if err != nil {
			return nil, fmt.Errorf("cannot read the node's answer: %w", err)
		}
		v.Viewers = append(v.Viewers, room.Viewer{Key: room.Key(id), Name: x.Name})
	}
	begun(v, s)
	if !bytes.Equal(s.Result, []byte("null")) && len(s.Result) > 0 {
		v.Outcome.Result, v.Outcome.After = s.Result, max(s.DigestAt, 1)
	}
	return v, nil
}

// begun fills in what is told of a match that has begun. Those who began it and left are not known.
func begun(v *rooms.View, s *hall.State) {
	v.Full = s.Full
	for k := range v.Seats {
		if v.Phase != room.Setup {
			v.Starters = append(v.Starters, room.Starter{Key: v.Seats[k].Holder, Name: v.Seats[k].Name})
		}
	}
	for _, x := range s.SentAway {
		d := room.Dismissal{Seat: uint8(slices.Index(v.Engine.Seats, x.Seat))}
		for _, by := range x.By {
			d.By |= 1 << max(0, slices.Index(v.Engine.Seats, by))
		}
		if int(d.Seat) < len(v.Starters) {
			v.Dismissed = append(v.Dismissed, d)
		}
	}
	for _, x := range s.Objections {
		if k := slices.Index(v.Engine.Seats, x); k >= 0 && k < len(v.Starters) {
			v.Objections = append(v.Objections, room.Proposal{Signed: room.Signed{Seat: uint8(k)}})
		}
	}
}
