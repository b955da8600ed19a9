// Package remote is the assets of a node in another process, as a window that is attached to it reads them
// (app/node.Attached). The node fetches and keeps them. This side asks over the control port how far those
// are that it needs, and takes the bytes of one at a time. It keeps no bytes itself: what is drawn or played
// is decoded once, and kept by the gallery and the jukebox of the window within their own limits.
package remote

import (
	"context"
	"encoding/base64"
	"sync"
	"time"

	"manyhold/app/control"
	"manyhold/app/shelf"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
)

const (
	// MaxNames is how many assets are known by name at most. Beyond that, the one that was asked about
	// longest ago is forgotten.
	MaxNames = 512
	// lookEvery is how often the node is asked about what is on its way, and again after a failure.
	lookEvery, retryEvery = 200 * time.Millisecond, time.Second
	// forgetAfter is how long an asset is asked for after the window asked for it last.
	forgetAfter = 15 * time.Second
	// getTime is how long the bytes of an asset that the node holds may take.
	getTime = 20 * time.Second
)

// Node is the calls of a control.Client that a Store needs.
type Node interface {
	AssetStates(ctx context.Context, names []string) ([]shelf.State, error)
	Call(ctx context.Context, c control.Call, body string) (said string, err error)
}

// Store is the assets of a node. Its methods may be called from any goroutine; none but Get waits.
type Store struct {
	node Node
	wake chan struct{}

	mu    sync.Mutex
	names map[asset.Name]*entry
}

// entry is what is known of an asset.
type entry struct {
	state  shelf.State
	wanted time.Time // when it was wanted last
	asked  time.Time // when anything about it was asked last
}

// New returns the store of a node. Run lets it ask.
func New(n Node) *Store {
	return &Store{node: n, wake: make(chan struct{}, 1), names: map[asset.Name]*entry{}}
}

// Want has the node fetch an asset. The priority is that of what a window shows.
func (s *Store) Want(n asset.Name, _ exchange.Priority) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	e := s.names[n]
	if e == nil {
		s.room()
		e = &entry{}
		s.names[n] = e
	}
	e.wanted, e.asked = now, now
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Unwant lets the window ask for an asset no more. The node goes on with what it has begun.
func (s *Store) Unwant(n asset.Name) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.names[n]; e != nil {
		e.wanted = time.Time{}
	}
}

// room makes room for a name.
func (s *Store) room() {
	if len(s.names) < MaxNames {
		return
	}
	var oldest asset.Name
	var at time.Time
	for n, e := range s.names { // any order: of several as old, one goes
		if at.IsZero() || e.asked.Before(at) {
			oldest, at = n, e.asked
		}
	}
	delete(s.names, oldest)
}

// look returns what is known of an asset.
func (s *Store) look(n asset.Name) (x shelf.State, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.names[n]
	if e == nil {
		return x, false
	}
	e.asked = time.Now()
	return e.state, true
}

// Holds reports whether the node is known to hold the whole asset. It is not known before Want.
func (s *Store) Holds(n asset.Name) bool {
	x, _ := s.look(n)
	return x.Held
}

// Progress returns how far a wanted asset has come.
func (s *Store) Progress(n asset.Name) (exchange.Progress, bool) {
	x, ok := s.look(n)
	return exchange.Progress{Name: n, Priority: exchange.Visible, Done: x.Done, Total: x.Total, Size: x.Size}, ok && !x.Held && x.Total > 0
}

// Descriptor returns kind, size and dimensions of an asset, once the node has its descriptor.
func (s *Store) Descriptor(n asset.Name) (*asset.Descriptor, bool) {
	x, _ := s.look(n)
	k := asset.Kind(x.Kind)
	if !k.Valid() {
		return nil, false
	}
	return &asset.Descriptor{Kind: k, Size: x.Size, Width: x.Width, Height: x.Height}, true
}

// Get returns the bytes of an asset that the node holds, and verifies that they are of that name. It waits
// for the node. If that fails, the asset counts as not held until the node says otherwise.
func (s *Store) Get(n asset.Name) ([]byte, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), getTime)
	defer cancel()
	if b, ok := s.fetch(ctx, n); ok {
		return b, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.names[n]; e != nil {
		e.state.Held = false
	}
	return nil, false
}

func (s *Store) fetch(ctx context.Context, n asset.Name) ([]byte, bool) {
	text, err := s.node.Call(ctx, control.Asset, n.String())
	if err != nil {
		return nil, false
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	x, _ := s.look(n)
	d, err := asset.Describe(asset.Kind(x.Kind), b)
	return b, err == nil && d.Name() == n
}

// Run asks the node until done is closed. It is called once.
func (s *Store) Run(done <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var ended sync.WaitGroup
	defer ended.Wait()
	ended.Go(func() {
		select {
		case <-done:
			cancel()
		case <-ctx.Done():
		}
	})
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-timer.C:
		}
		switch open, err := s.ask(ctx); {
		case err != nil:
			timer.Reset(retryEvery)
		case open:
			timer.Reset(lookEvery)
		}
	}
}

// ask asks the node about what is wanted and not there, and reports whether anything is.
func (s *Store) ask(ctx context.Context) (open bool, err error) {
	all := s.open()
	for part := all; len(part) > 0; {
		n := min(len(part), shelf.MaxStates)
		lines := make([]string, n)
		for k, name := range part[:n] {
			lines[k] = "+" + name.String()
		}
		list, err := s.node.AssetStates(ctx, lines)
		if err != nil {
			return true, err
		}
		s.learn(part[:n], list)
		part = part[n:]
	}
	return len(all) > 0, nil
}

// open lists what is wanted and not known to be there, and forgets what nobody asked about for long.
func (s *Store) open() (list []asset.Name) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for n, e := range s.names { // any order: each is asked about
		switch {
		case now.Sub(e.asked) > forgetAfter:
			delete(s.names, n)
		case !e.state.Held && now.Sub(e.wanted) <= forgetAfter:
			list = append(list, n)
		}
	}
	return list
}

func (s *Store) learn(names []asset.Name, list []shelf.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range list {
		if e := s.names[names[k]]; e != nil {
			e.state = list[k]
		}
	}
}
