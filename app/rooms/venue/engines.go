package venue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/share"
	"manyhold/net/room"
)

// fetchTime is how long a node looks for the engine of a room among its peers before it tells that none has
// it.
const fetchTime = 30 * time.Second

// engines are those of the program, those in folders, and those that peers have as assets.
type engines struct {
	store   *share.Store
	library arena.Library
}

func newEngines(store *share.Store) *engines {
	x := &engines{store: store}
	x.library.Fetch = x.fetch
	return x
}

// Names is hall.Engines'.
func (x *engines) Names() []string { return engine.Names() }

// Find is hall.Engines'.
func (x *engines) Find(name string) (e room.Engine, pkg []byte, err error) {
	if !slices.Contains(engine.Names(), strings.ToLower(name)) {
		if st, err := os.Stat(name); err != nil || !st.IsDir() {
			return e, nil, fmt.Errorf("%w: %q", hall.ErrNoEngine, name)
		}
	}
	p, err := engine.Find(name)
	if err != nil {
		return e, nil, err
	}
	pkg, e, err = x.library.Keep(p)
	return e, pkg, err
}

// check is hall.Options.Check.
func (x *engines) check(e room.Engine, config []byte) error {
	p := x.library.Known(e)
	if p == nil {
		return nil
	}
	_, err := p.Settle(config)
	return err
}

// publish keeps the package of an engine as an asset, which others get from here.
func (x *engines) publish(pkg []byte) error {
	_, _, err := x.store.Put(asset.Engine, pkg)
	return err
}

// fetch gets the package of an engine from peers.
func (x *engines) fetch(ctx context.Context, name asset.Name) ([]byte, error) {
	if !x.store.Holds(name) {
		x.store.Want(name, exchange.Visible)
		defer x.store.Unwant(name)
		ctx, cancel := context.WithTimeout(ctx, fetchTime)
		defer cancel()
		select {
		case <-x.store.Done(name):
		case <-ctx.Done():
		}
	}
	pkg, held := x.store.Get(name)
	if !held {
		return nil, errors.Join(errors.New("nobody who is here has it"), x.store.Refused(name))
	}
	return pkg, nil
}

// archive writes the record of a match as JSON.
func (x *engines) archive(ctx context.Context, r *rooms.Room) ([]byte, error) {
	p, err := x.library.Package(ctx, r.View().Engine)
	if err != nil {
		return nil, err
	}
	var record arena.Record
	if err := r.Inspect(ctx, func(m *room.Room) { record = arena.RecordOf(m) }); err != nil {
		return nil, err
	}
	a, err := arena.NewArchive(record, p)
	if err != nil {
		return nil, err
	}
	return a.Encode()
}
