// Package rooms is the match rooms of a node: it founds, joins, keeps and leaves them, sends packets of the
// node's player, and tells what goes on. Each room is a small world of its own with a host and a file; its
// messages go over the links of the node's world (net/lobby).
package rooms

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/lobby"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/store"
	"manyhold/net/store/worldfile"
)

// Rules is the number of the rules of rooms.
const Rules = 1

var (
	// ErrUnknown says that no room has an id, or that this node is not in it.
	ErrUnknown = errors.New("there is no such room here")
	// ErrMany says that a node is in as many rooms as it can be.
	ErrMany = fmt.Errorf("this node is in %d rooms, more cannot be; leave one", lobby.MaxOwn)
)

// Options of a service.
type Options struct {
	Pair   key.Pair
	Name   string // of the player
	Dir    string // of the files of rooms
	Lobby  *lobby.Lobby
	Log    *slog.Logger
	Offers kernel.Offer // how this node offers to host rooms
	// Client takes part in a room for the player, from when the node is in it until ctx ends; nil: none.
	Client func(ctx context.Context, r *Room)
}

// Service is the rooms of a node. Its methods may be called from any goroutine.
type Service struct {
	o Options

	mu   sync.Mutex
	open map[store.WorldID]*Room
}

// New returns the rooms of a node that is in none.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{o: o, open: map[store.WorldID]*Room{}}
}

// Order is what a new room is made of.
type Order struct {
	Title  string
	Engine room.Engine
	Seed   uint64
	Strict bool
	Config []byte // the first configuration; nil: none
}

// Create founds a room. This node is in it from then on.
func (s *Service) Create(x Order) (*Room, error) {
	if err := x.Engine.Check(); err != nil {
		return nil, err
	}
	if !room.IsName(x.Title) {
		return nil, fmt.Errorf("the title %q has to be a line of 1 to %d bytes", x.Title, room.MaxName)
	}
	g := store.Genesis{Founder: s.o.Pair.ID(), Seed: x.Seed, Rules: Rules, Name: x.Title, Licence: store.DefaultLicence}
	rand.Read(g.Nonce[:])
	made := room.New(number(g.ID()), x.Title, x.Engine, x.Seed, x.Strict)
	if len(x.Config) > 0 {
		if err := room.Preset(made, x.Config); err != nil {
			return nil, err
		}
	}
	m := hosted.New(made)
	return s.enter(g.ID(), func(r *Room) error {
		file, err := worldfile.Create(s.o.Dir, g)
		if err != nil {
			return err
		}
		r.file = file
		r.host, err = host.Found(s.options(r), g, m, file)
		return err
	})
}

// Join enters a room that others are in, or goes on with one of the node's files.
func (s *Service) Join(id store.WorldID) (*Room, error) {
	if r := s.Room(id); r != nil {
		return r, nil
	}
	return s.enter(id, func(r *Room) (err error) {
		file, loaded, err := worldfile.Open(s.o.Dir, id, epoch.ChainHash)
		switch {
		case errors.Is(err, store.ErrNotFound):
			r.host, err = host.Join(s.options(r), id)
		case err == nil:
			r.file = file
			r.host, err = host.Resume(s.options(r), loaded, &hosted.Machine{}, file)
		}
		return err
	})
}

// number is the number of a room in its packets.
func number(id store.WorldID) (n uint64) {
	for k, b := range id[:8] {
		n |= uint64(b) << (8 * k)
	}
	return n
}

// options are those of a room's host.
func (s *Service) options(r *Room) kernel.Options {
	return kernel.Options{
		Key: s.o.Pair, Name: s.o.Name, Rules: Rules, Offer: s.o.Offers, Checkpoint: 10 * time.Second, Commands: hosted.Commands,
		Open: func(g store.Genesis) (kernel.Machine, kernel.Log, error) {
			file, err := worldfile.Create(s.o.Dir, g)
			if err != nil {
				return nil, nil, err
			}
			r.file = file
			r.fetched.Store(true)
			return &hosted.Machine{}, file, nil
		},
		On: kernel.Callbacks{Turn: r.executed, Expired: r.expired}, Log: r.log,
	}
}

// enter opens a room, runs its host, and enters it in the lobby.
func (s *Service) enter(id store.WorldID, open func(*Room) error) (*Room, error) {
	if err := os.MkdirAll(s.o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot keep rooms: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open[id] != nil:
		return s.open[id], nil
	case len(s.open) >= lobby.MaxOwn:
		return nil, ErrMany
	}
	r := newRoom(id, s.o.Pair, s.o.Log.With("room", short(id)))
	if err := open(r); err != nil {
		r.close(context.Background())
		return nil, err
	}
	run, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	go func() {
		defer close(r.done)
		r.host.Run(run)
	}()
	r.clients.Go(func() { r.watch(run) })
	if s.o.Client != nil {
		r.clients.Go(func() { s.o.Client(run, r) })
	}
	s.o.Lobby.Enter(id, r.host)
	s.open[id] = r
	return r, nil
}

// Room returns a room that this node is in, nil if it is not.
func (s *Service) Room(id store.WorldID) *Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[id]
}

// Find returns the room whose id begins with some letters: one that this node is in, or one that is
// announced.
func (s *Service) Find(prefix string) (store.WorldID, error) {
	var found []store.WorldID
	for _, l := range s.List() {
		if id := l.Room.String(); len(prefix) >= 4 && len(prefix) <= len(id) && id[:len(prefix)] == prefix {
			found = append(found, l.Room)
		}
	}
	switch len(found) {
	case 0:
		return store.WorldID{}, fmt.Errorf("%w: %q; list shows them", ErrUnknown, prefix)
	case 1:
		return found[0], nil
	}
	return store.WorldID{}, fmt.Errorf("%q is the beginning of several rooms; write more of it", prefix)
}

// Rooms returns the rooms that this node is in.
func (s *Service) Rooms() (list []*Room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.open {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *Room) int { return slices.Compare(a.id[:], b.id[:]) })
	return list
}

// List returns the rooms of the world: those of this node, and those that are announced.
func (s *Service) List() []lobby.Listing {
	s.announce()
	return s.o.Lobby.Rooms()
}

// announce tells the lobby what can be shown of this node's rooms.
func (s *Service) announce() {
	for _, r := range s.Rooms() {
		if v := r.View(); v != nil {
			s.o.Lobby.Describe(v.listing(r))
		}
	}
}

// Run announces rooms, and closes those that are over, until ctx ends. Then it leaves all.
func (s *Service) Run(ctx context.Context) {
	look := time.NewTicker(250 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			s.announce()
			s.o.Lobby.Tick()
		case <-ctx.Done():
			s.Close()
			return
		}
	}
}

// Leave leaves a room: the player gives its seat up first. A room that was only looked at leaves no file:
// anybody can announce rooms without end.
func (s *Service) Leave(ctx context.Context, id store.WorldID) error {
	s.mu.Lock()
	r := s.open[id]
	s.mu.Unlock()
	if r == nil {
		return ErrUnknown
	}
	looked := r.fetched.Load() && !r.used.Load()
	err := r.Send(ctx, room.Packet{Kind: room.Leave})
	var refused *room.Refusal
	if errors.As(err, &refused) {
		err = nil // it had no seat
	}
	s.drop(r)
	if looked {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.remove(id)
	}
	return err
}

// Quit leaves a room without giving the seat up.
func (s *Service) Quit(id store.WorldID) {
	if r := s.Room(id); r != nil {
		s.drop(r)
	}
}

// drop ends this node's part in a room.
func (s *Service) drop(r *Room) {
	s.mu.Lock()
	delete(s.open, r.id)
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	r.host.Stop(ctx)
	s.o.Lobby.Leave(r.id)
	r.close(ctx)
}

// Close leaves all rooms without giving seats up: the node can come back.
func (s *Service) Close() {
	var all sync.WaitGroup
	for _, r := range s.Rooms() {
		all.Go(func() { s.drop(r) })
	}
	all.Wait()
}

// short is the beginning of a room's id, for people.
func short(id store.WorldID) string { return id.String()[:8] }
