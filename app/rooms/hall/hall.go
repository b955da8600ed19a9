// Package hall is the match rooms of a node as people ask for them: by HTTP, on the command line, in orders
// and in the chat. It finds engines and rooms by name, waits for the answers of rooms, and puts them into
// words and JSON. Package net/room defines what a room is, and what it refuses.
package hall

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"manyhold/app/rooms"
	"manyhold/app/usage"
	"manyhold/net/key"
	"manyhold/net/room"
	"manyhold/net/store"
)

const (
	// answerTime is how long a room may take to answer.
	answerTime = 8 * time.Second
	// glanceTime is how long a node stays in a room that it entered only to look at it.
	glanceTime = 15 * time.Second
)

// Engines finds engines.
type Engines interface {
	// Find returns an engine by its name, or by a directory, and the bytes of its package.
	Find(name string) (e room.Engine, pkg []byte, err error)
	// Names lists the engines that are known by name.
	Names() []string
}

// ErrNoEngine says that no engine has a name. Find of Engines returns it, wrapped or not.
var ErrNoEngine = errors.New("there is no such engine")

// Options of a hall.
type Options struct {
	Rooms   *rooms.Service
	Engines Engines
	Me      key.ID
	Name    string // of the player
	// Create returns why the player may not create rooms, nil if it may; nil for always.
	Create func() error
	// Publish makes the package of an engine available to others; nil for not.
	Publish func(pkg []byte) error
	// Check returns what an engine that is known here does not take in a configuration, nil if it takes it or
	// is not known; nil for no check.
	Check func(e room.Engine, config []byte) error
	// Archive writes the record of a match as JSON; nil where there is none.
	Archive func(ctx context.Context, r *rooms.Room) ([]byte, error)
	// World is where the rooms are, and Invite the text of an invitation to it, "" while there is none; nil:
	// there is never one.
	World  store.WorldID
	Invite func() string
	// Patience is how long a room may take to answer; 0: answerTime.
	Patience time.Duration
}

// Hall is the rooms of a node. Its methods may be called from any goroutine; their errors are for people, and
// are a *Failure.
type Hall struct {
	o     Options
	pasts pasts

	mu      sync.Mutex
	glances map[store.WorldID]time.Time // rooms that were entered only to look at them, and when last
}

// New returns the hall of a node.
func New(o Options) *Hall {
	o.Patience = cmp.Or(o.Patience, answerTime)
	return &Hall{o: o, glances: map[store.WorldID]time.Time{}}
}

// Run notes the rooms for those who see them late, and leaves rooms that were only looked at, until ctx ends.
func (h *Hall) Run(ctx context.Context) {
	look, late := time.NewTicker(time.Second), time.NewTicker(lateEvery)
	defer look.Stop()
	defer late.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-late.C:
			h.note(now)
		case now := <-look.C:
			h.turnAway(ctx, now)
		}
	}
}

// turnAway leaves the rooms that nobody has looked at for a while.
func (h *Hall) turnAway(ctx context.Context, now time.Time) {
	var over []store.WorldID
	h.mu.Lock()
	for id, at := range h.glances {
		if now.Sub(at) < glanceTime {
			continue
		}
		delete(h.glances, id)
		if r := h.o.Rooms.Room(id); r != nil && !takesPart(h.Me(), r.View()) {
			over = append(over, id)
		}
	}
	h.mu.Unlock()
	for _, id := range over {
		_ = h.o.Rooms.Leave(ctx, id) // it has no seat to give up
	}
}

// takesPart reports whether the player has a seat in a room, or watches.
func takesPart(me room.Key, v *rooms.View) bool {
	if v == nil {
		return false
	}
	return slices.ContainsFunc(v.Seats, func(s room.Seat) bool { return s.Holder == me }) ||
		slices.ContainsFunc(v.Viewers, func(w room.Viewer) bool { return w.Key == me })
}

// Order is what a new room is made of.
type Order struct {
	Engine string          `json:"engine"`           // a name, or a directory
	Seed   *uint64         `json:"seed,omitempty"`   // nil: by chance
	Config json.RawMessage `json:"config,omitempty"` // nil: what the engine has
	Strict bool            `json:"strict"`
	Title  string          `json:"title"` // "": made from the engine's name and the player's
}

// Engines lists the engines that are known by name.
func (h *Hall) Engines() []string { return h.o.Engines.Names() }

// Create founds a room, and returns its state. The player has no seat in it yet.
func (h *Hall) Create(ctx context.Context, x Order) (*State, error) {
	if h.o.Create != nil {
		if err := h.o.Create(); err != nil {
			return nil, &Failure{Forbidden, "room_create_forbidden", err}
		}
	}
	if string(x.Config) == "null" {
		x.Config = nil
	}
	if len(x.Config) > room.MaxConfig {
		return nil, failf(TooLarge, "room_config_too_long", "the configuration has %d bytes; the limit is %d", len(x.Config), room.MaxConfig)
	}
	if x.Engine == "" {
		return nil, failf(Wrong, "room_engine_missing", "name an engine: %s", strings.Join(h.Engines(), ", "))
	}
	engine, pkg, err := h.o.Engines.Find(x.Engine)
	switch {
	case errors.Is(err, ErrNoEngine):
		return nil, failf(Missing, "room_engine_not_found", "there is no engine %q; the engines are %s, or give a directory", x.Engine, strings.Join(h.Engines(), ", "))
	case err != nil:
		return nil, &Failure{Wrong, "room_engine_faulty", err}
	}
	if len(x.Config) > 0 {
		if x.Config, err = h.settle(engine, x.Config); err != nil {
			return nil, err
		}
	}
	if x.Title == "" {
		x.Title = titleOf(engine.Name, h.o.Name)
	}
	if !room.IsName(x.Title) {
		return nil, failf(Wrong, "room_bad_title", "the title %q has to be a line of 1 to %d bytes", x.Title, room.MaxName)
	}
	seed := chance()
	if x.Seed != nil {
		seed = *x.Seed
	}
	if h.o.Publish != nil {
		if err := h.o.Publish(pkg); err != nil {
			return nil, failf(Conflict, "room_engine_not_kept", "cannot keep the engine: %w", err)
		}
	}
	r, err := h.o.Rooms.Create(rooms.Order{Title: x.Title, Engine: engine, Seed: seed, Strict: x.Strict, Config: x.Config})
	if err != nil {
		return nil, explain(err)
	}
	if _, err = h.await(ctx, r); err != nil {
		h.o.Rooms.Quit(r.ID())
		return nil, err
	}
	return h.state(r), nil
}

// titleOf is the title of a room whose founder gives none.
func titleOf(engine, player string) string {
	words := strings.Split(engine, "-")
	for k, w := range words {
		words[k] = usage.Capital(w)
	}
	if t := player + "'s " + strings.Join(words, " "); room.IsName(t) {
		return t
	}
	return engine
}

// List returns the rooms of the world.
func (h *Hall) List() []Row {
	list := []Row{}
	for _, l := range h.o.Rooms.List() {
		row := rowOf(&l)
		if r := h.o.Rooms.Room(l.Room); r != nil && r.View() != nil {
			row.Players = players(r.View())
		}
		list = append(list, row)
	}
	return list
}

// Count returns how many rooms of the world are not over, and how many of them are in setup with a free seat.
func (h *Hall) Count() (matches, waiting int) {
	for _, l := range h.o.Rooms.List() {
		if l.Phase != room.Ended {
			matches++
		}
		if l.Phase == room.Setup && l.Taken < l.Seats {
			waiting++
		}
	}
	return matches, waiting
}

// Show returns the state of a room. A node that is not in the room enters it for a moment.
func (h *Hall) Show(ctx context.Context, id string) (*State, error) {
	r, err := h.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.state(r), nil
}

// Join gives the player a seat: by name or number, "" for the first free one. name is what others read.
func (h *Hall) Join(ctx context.Context, id, seat, name string) (*State, error) {
	r, err := h.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	v := r.View()
	n, err := seatNumber(v, seat)
	if err != nil {
		return nil, err
	}
	if mine := seated(h.Me(), v); v.Phase != room.Setup && mine >= 0 { // it comes back to its own seat
		if n != 0 && int(n) != mine+1 {
			return nil, failf(Conflict, "room_in_match", "the match has begun; your seat is %s", v.Engine.Seats[mine])
		}
		return h.state(r), nil
	}
	if err := h.send(ctx, r, room.Packet{Kind: room.Sit, Number: n, Text: h.seatName(name)}); err != nil {
		return nil, err
	}
	return h.stay(r), nil
}

// seatName is the name with which the player sits down: a name that is too long for a room is cut.
func (h *Hall) seatName(name string) string {
	name = cmp.Or(name, h.o.Name)
	for len(name) > room.MaxName {
		runes := []rune(name)
		name = string(runes[:len(runes)-1])
	}
	return name
}

// seatNumber finds a seat by its name or number, from 1; 0 for any.
func seatNumber(v *rooms.View, seat string) (uint32, error) {
	if seat == "" {
		return 0, nil
	}
	for k, name := range v.Engine.Seats {
		if strings.EqualFold(name, seat) || strconv.Itoa(k+1) == seat {
			return uint32(k + 1), nil
		}
	}
	return 0, failf(Wrong, "room_no_such_seat", "there is no seat %q; the seats are %s", seat, strings.Join(v.Engine.Seats, ", "))
}

// seated returns the seat of the player, -1 if it has none.
func seated(me room.Key, v *rooms.View) int {
	return slices.IndexFunc(v.Seats, func(s room.Seat) bool { return s.Holder == me })
}

// Ready says whether the player is ready for the configuration that it knows.
func (h *Hall) Ready(ctx context.Context, id string, on bool) (*State, error) {
	p := room.Packet{Kind: room.Ready}
	if on {
		p.Number = 1
	}
	return h.act(ctx, id, p)
}

// Vote votes for a pause, for its end, or to go on after a halt.
func (h *Hall) Vote(ctx context.Context, id string, b room.Ballot) (*State, error) {
	return h.act(ctx, id, room.Packet{Kind: room.Vote, Number: uint32(b)})
}

// MaxDelay is how many seconds later viewers can see a match.
const MaxDelay = room.MaxHold

// Delay lets viewers see the match so many seconds late: at once in setup, by a vote in a match.
func (h *Hall) Delay(ctx context.Context, id string, seconds uint32) (*State, error) {
	if seconds > MaxDelay {
		return nil, failf(Wrong, "room_bad_delay", "viewers see a match at most %d seconds late", MaxDelay)
	}
	return h.act(ctx, id, room.Packet{Kind: room.Hold, Number: seconds})
}

// Stand gives the player's seat up. The node stays in the room.
func (h *Hall) Stand(ctx context.Context, id string) (*State, error) {
	return h.act(ctx, id, room.Packet{Kind: room.Stand})
}

// act sends a packet to a room in which the node is.
func (h *Hall) act(ctx context.Context, id string, p room.Packet) (*State, error) {
	r, err := h.here(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.Kind == room.Ready {
		p.Generation = r.View().Version
	}
	if err := h.send(ctx, r, p); err != nil {
		return nil, err
	}
	return h.state(r), nil
}

// Watch makes the player a viewer, unless it has a seat in a match.
func (h *Hall) Watch(ctx context.Context, id string) (*State, error) {
	r, err := h.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	if v := r.View(); v.Phase == room.Setup || seated(h.Me(), v) < 0 {
		if err := h.send(ctx, r, room.Packet{Kind: room.Watch, Text: h.seatName("")}); err != nil {
			return nil, err
		}
	}
	return h.stay(r), nil
}

// Leave gives the seat up and leaves the room.
func (h *Hall) Leave(ctx context.Context, id string) error {
	r, err := h.here(ctx, id)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, h.o.Patience)
	defer cancel()
	return explain(h.o.Rooms.Leave(ctx, r.ID()))
}

// Archive returns the record of a match as JSON, once viewers may see that it is over.
func (h *Hall) Archive(ctx context.Context, id string) ([]byte, error) {
	r, err := h.glance(ctx, id)
	if err != nil {
		return nil, err
	}
	switch v := r.View(); {
	case v.Phase == room.Setup || v.Generation == 0:
		return nil, failf(Conflict, "room_in_setup", "the match has not begun: there is nothing to archive yet")
	case h.late(r).Phase != room.Ended.String():
		return nil, failf(Conflict, "room_not_over", "the match is not over for viewers yet; archive it after its end")
	case h.o.Archive == nil:
		return nil, failf(Conflict, "room_no_archive", "this program cannot archive matches")
	}
	b, err := h.o.Archive(ctx, r)
	return b, explain(err)
}
