// Package shelf is a node's assets as its world and the commands of its machine use them: it tells the store
// which assets the blueprints name, keeps files of the player, and fetches what somebody asks for.
package shelf

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"manyhold/app/usage"
	"manyhold/game/blueprint"
	"manyhold/game/island"
	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/share"
)

// Shelf is the assets of a node. Its fields are set before it is used.
type Shelf struct {
	Store *share.Store
	Lives func(island uint64) bool // an island has not ended

	used  atomic.Pointer[[]asset.Name]
	named map[uint64]named // by island; of the host's goroutine
}

// named is the assets that the blueprints of an island name.
type named struct {
	of  *blueprint.Entry // the first of the blueprints: a register never changes a list in place
	all []asset.Name
}

// Assets returns the store as a window reads it.
func (s *Shelf) Assets() Reader { return s.Store }

// UseAssets tells which assets the world uses. Until it is called, nothing counts as unused. The slice is
// kept. It is safe for concurrent use, and cheap enough for each turn that changes the list.
func (s *Shelf) UseAssets(names []asset.Name) { s.used.Store(&names) }

// Used returns the assets that the world uses; false while that is not known.
func (s *Shelf) Used() (names []asset.Name, known bool) {
	if p := s.used.Load(); p != nil {
		return *p, true
	}
	return nil, false
}

// See looks after a turn whether the blueprints of an island name other assets than before. The host's
// goroutine calls it.
func (s *Shelf) See(id uint64, w *island.Island) {
	var first *blueprint.Entry
	if list := w.Blueprints.List(); len(list) > 0 {
		first = &list[0]
	}
	was, seen := s.named[id]
	if seen && was.of == first || !seen && first == nil {
		return // nothing new; a world without blueprints names nothing
	}
	next := map[uint64]named{id: {first, namesIn(&w.Blueprints, 0)}}
	all := slices.Clone(next[id].all)
	for other, is := range s.named {
		if other != id && s.Lives(other) { // it has not ended
			next[other] = is
			all = append(all, is.all...)
		}
	}
	s.named = next
	slices.SortFunc(all, compareAssets)
	s.UseAssets(slices.Compact(all))
	for _, n := range namesIn(&w.Blueprints, blueprint.Preload) {
		s.Store.Want(n, exchange.Preload)
	}
}

func compareAssets(a, b asset.Name) int { return bytes.Compare(a[:], b[:]) }

// namesIn returns the assets that the blueprints with some flags name.
func namesIn(r *blueprint.Register, flags blueprint.Flags) (all []asset.Name) {
	for _, e := range r.List() {
		if !e.Has(flags) {
			continue
		}
		for _, is := range e.Needs() {
			all = append(all, asset.Name(is))
		}
	}
	return all
}

// PutAsset keeps a file of the player as an asset, and returns its name. known says that it was here already.
// Its errors are for people.
func (s *Shelf) PutAsset(_ context.Context, data []byte) (text string, known bool, err error) {
	k, err := asset.Recognise(data)
	if err != nil {
		return "", false, usage.Mark(errors.New(strings.TrimPrefix(err.Error(), "asset: ")))
	}
	name, known, err := s.Store.Put(k, data)
	if errors.Is(err, depot.ErrFull) {
		return "", false, errors.New("this computer keeps no more assets; raise assets_mb below [host] in the settings")
	}
	return name.String(), known, err
}

const (
	// assetLook is how often a fetched asset is looked at, assetPatience how long nothing of it may arrive.
	assetLook, assetPatience = time.Second, 30 * time.Second
)

// AssetText fetches an asset, and returns it in base64. Its errors are for people.
func (s *Shelf) AssetText(ctx context.Context, text string) (string, error) {
	name, err := asset.ParseName(text)
	if err != nil {
		return "", usage.Mark(err)
	}
	s.Store.Want(name, exchange.Visible)
	done, look := s.Store.Done(name), time.NewTicker(assetLook)
	defer look.Stop()
	for last, still := 0, time.Duration(0); !s.Store.Holds(name); {
		select {
		case <-ctx.Done():
			return "", errors.New("the asset " + name.Short() + " has not arrived in time")
		case <-done:
			if why := s.Store.Refused(name); why != nil {
				return "", fmt.Errorf("the asset %s is not allowed: %w", name.Short(), why)
			}
			if done = nil; !s.Store.Holds(name) {
				return "", errors.New("the asset " + name.Short() + " is fetched no more")
			}
		case <-look.C:
			still += assetLook
			if p, ok := s.Store.Progress(name); ok && p.Done != last {
				last, still = p.Done, 0
			}
			if still >= assetPatience {
				return "", errors.New("nobody who is here has the asset " + name.Short())
			}
		}
	}
	data, ok := s.Store.Get(name)
	if !ok {
		return "", errors.New("the asset " + name.Short() + " cannot be read")
	}
	return base64.StdEncoding.EncodeToString(data), nil
}
