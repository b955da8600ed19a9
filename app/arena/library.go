package arena

import (
	"context"
	"fmt"
	"sync"

	"manyhold/app/maker"
	"manyhold/app/maker/engine"
	"manyhold/app/shelf"
	"manyhold/game/blueprint"
	"manyhold/game/match"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/room"
)

// Library finds the engines of rooms. It may be used from any goroutine.
type Library struct {
	// Fetch gets the bytes of an asset from other peers.
	Fetch func(ctx context.Context, name asset.Name) ([]byte, error)

	mu    sync.Mutex
	known map[asset.Name]*match.Package
}

// Keep takes a package that the person named, so that its rooms need not fetch it. It returns its bytes,
// which the node is to keep for others.
func (l *Library) Keep(p *match.Package) (data []byte, e room.Engine, err error) {
	data, name, err := engine.Bundle(p)
	if err != nil {
		return nil, e, err
	}
	if e, err = engine.Room(p); err != nil {
		return nil, e, err
	}
	l.keep(name, p)
	return data, e, nil
}

func (l *Library) keep(name asset.Name, p *match.Package) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[asset.Name]*match.Package{}
	}
	l.known[name] = p
}

// Package returns the package of a room's engine: one that is known, or one that other peers have. It is
// checked that it is the room's.
func (l *Library) Package(ctx context.Context, e room.Engine) (*match.Package, error) {
	name := asset.Name(e.Hash)
	if p := l.here(name); p != nil {
		return p, nil
	}
	for _, n := range engine.Names() {
		p, err := engine.Find(n)
		if err != nil {
			continue
		}
		if _, is, err := engine.Bundle(p); err == nil {
			l.keep(is, p)
		}
	}
	if p := l.here(name); p != nil {
		return p, nil
	}
	if l.Fetch == nil {
		return nil, fmt.Errorf("the engine %s (%s) is not known here", e.Name, name.Short())
	}
	data, err := l.Fetch(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("the engine %s (%s) cannot be fetched: %w", e.Name, name.Short(), err)
	}
	p, err := engine.Open(data, e.Hash)
	if err != nil {
		return nil, fmt.Errorf("the engine %s: %w", e.Name, err)
	}
	l.keep(name, p)
	return p, nil
}

// Known returns the package of a room's engine if it was found before, else nil.
func (l *Library) Known(e room.Engine) *match.Package { return l.here(asset.Name(e.Hash)) }

func (l *Library) here(name asset.Name) *match.Package {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known[name]
}

// shown are the pictures and sounds of a match's things, as a window reads them: all of them are in the
// package.
type shown struct{ of map[asset.Name][]byte }

func (c *Client) assets() shelf.Reader {
	c.mu.Lock()
	defer c.mu.Unlock()
	return AssetsOf(c.pilot.Package)
}

// AssetsOf returns the pictures and sounds of an engine; nil has none.
func AssetsOf(p *match.Package) shelf.Reader {
	s := shown{map[asset.Name][]byte{}}
	if p != nil {
		for _, data := range p.Assets {
			if name, err := maker.NameOf(data); err == nil {
				s.of[asset.Name(blueprint.Asset(name))] = data
			}
		}
	}
	return s
}

func (s shown) Want(asset.Name, exchange.Priority)                 {}
func (s shown) Unwant(asset.Name)                                  {}
func (s shown) Holds(n asset.Name) bool                            { return s.of[n] != nil }
func (s shown) Get(n asset.Name) ([]byte, bool)                    { return s.of[n], s.of[n] != nil }
func (s shown) Progress(asset.Name) (p exchange.Progress, ok bool) { return p, false }

// Descriptor is shelf.Reader's.
func (s shown) Descriptor(n asset.Name) (*asset.Descriptor, bool) {
	data := s.of[n]
	if data == nil {
		return nil, false
	}
	k, err := asset.Recognise(data)
	if err != nil {
		return nil, false
	}
	d, err := asset.Describe(k, data)
	return &d, err == nil
}
