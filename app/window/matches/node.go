package matches

import (
	"manyhold/app/arena"
	"manyhold/app/arena/remote"
	"manyhold/app/maker/engine"
	"manyhold/app/node"
	"manyhold/app/rooms/afar"
	"manyhold/app/rooms/venue"
	"manyhold/game/match"
	"manyhold/net/store"
)

// source is a node that has rooms. Exhibitions and matches have none.
type source interface{ Rooms() *venue.Venue }

// distant is the node of another process: it has rooms, and lends its matches.
type distant interface {
	RoomsAfar() *afar.Hall
	MatchesAfar() *remote.Matches
}

// Of fills in the options that a node gives: its hall, its clients, the engines and the results.
func Of(n node.Backend, o Options) Options {
	if x, ok := n.(distant); ok {
		o.Hall, o.Results, o.Engines = x.RoomsAfar(), x.RoomsAfar().Results, engines
		o.Client = func(id string) Client { return lent(x.RoomsAfar(), x.MatchesAfar(), id) }
		return o
	}
	s, ok := n.(source)
	if !ok || s.Rooms() == nil {
		return o
	}
	v := s.Rooms()
	o.Hall, o.Results, o.Engines = v.Hall(), v.Results().List, engines
	o.Client = func(id string) Client {
		is, err := store.ParseWorldID(id)
		if err != nil {
			return nil
		}
		if c := v.Arena(is); c != nil {
			return client{c}
		}
		return nil
	}
	return o
}

// lent returns the match of a room in another process, in which the player takes part.
func lent(h *afar.Hall, matches *remote.Matches, id string) Client {
	v := h.View(id)
	if v == nil || !takesPart(v, h.Me()) {
		return nil
	}
	if m := matches.Of(id); m != nil {
		return distantClient{m}
	}
	return nil
}

// distantClient is a match of another process, as the window needs it.
type distantClient struct{ *remote.Match }

// Backend is Client's.
func (c distantClient) Backend() node.Backend {
	if v := c.Enter(); v != nil {
		return v
	}
	return nil
}

// client is the part of a node in a match, as the window needs it.
type client struct{ *arena.Client }

// Backend is Client's.
func (c client) Backend() node.Backend {
	if v := c.Enter(); v != nil {
		return v
	}
	return nil
}

// engines returns the engines of the program. One that is broken is left out: the tests know it.
func engines() (list []*match.Package) {
	for _, name := range engine.Names() {
		if p, err := engine.Find(name); err == nil {
			list = append(list, p)
		}
	}
	return list
}
