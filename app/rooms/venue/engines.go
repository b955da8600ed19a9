package venue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"manyhold/app/maker/engine"
	"manyhold/app/rooms/hall"
	"manyhold/game/match"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/share"
	"manyhold/net/room"
)

// fetchTime is how long a node looks for the engine of a room among its peers before it tells that none has
// it.
const fetchTime = 30 * time.Second

// Engines is the engines of the program, those in folders, and those that peers have as assets.
type Engines struct{ Store *share.Store }

// Names is hall.Engines'.
func (Engines) Names() []string { return engine.Names() }

// Find is hall.Engines'.
func (Engines) Find(name string) (e room.Engine, pkg []byte, err error) {
	if !slices.Contains(engine.Names(), strings.ToLower(name)) {
		if st, err := os.Stat(name); err != nil || !st.IsDir() {
			return e, nil, fmt.Errorf("%w: %q", hall.ErrNoEngine, name)
		}
	}
	p, err := engine.Find(name)
	if err != nil {
		return e, nil, err
	}
	if e, err = engine.Room(p); err != nil {
		return e, nil, err
	}
	pkg, _, err = engine.Bundle(p)
	return e, pkg, err
}

// Publish keeps the package of an engine as an asset, which others get from here.
func (x Engines) Publish(pkg []byte) error {
	_, _, err := x.Store.Put(asset.Engine, pkg)
	return err
}

// Package returns the package of a room's engine: the program's if it is the same, else from peers. It is
// what the room names, or an error.
func (x Engines) Package(ctx context.Context, e *room.Engine) (*match.Package, error) {
	for _, name := range engine.Names() {
		if is, pkg, err := x.Find(name); err == nil && is.Hash == e.Hash {
			if err := x.Publish(pkg); err != nil {
				return nil, err
			}
			return engine.Open(pkg, e.Hash)
		}
	}
	name := asset.Name(e.Hash)
	if !x.Store.Holds(name) {
		x.Store.Want(name, exchange.Visible)
		defer x.Store.Unwant(name)
		ctx, cancel := context.WithTimeout(ctx, fetchTime)
		defer cancel()
		select {
		case <-x.Store.Done(name):
		case <-ctx.Done():
		}
	}
	pkg, held := x.Store.Get(name)
	if !held {
		return nil, errors.Join(fmt.Errorf("nobody who is here has the engine %q of this room", e.Name), x.Store.Refused(name))
	}
	return engine.Open(pkg, e.Hash)
}
