package hall

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"manyhold/app/rooms"
	"manyhold/net/room"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// chance is a seed by chance, small enough to be exact in every JSON reader.
func chance() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// find returns the id of a room whose id begins so: one of the world, or one whose file is here.
func (h *Hall) find(prefix string) (store.WorldID, error) {
	prefix = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(prefix), "join/"))
	id, err := h.o.Rooms.Find(prefix)
	if err == nil {
		return id, nil
	}
	if len(prefix) >= 4 && errors.Is(err, rooms.ErrUnknown) {
		for _, kept := range h.o.Rooms.Kept() {
			if strings.HasPrefix(kept.String(), prefix) {
				return kept, nil
			}
		}
	}
	switch {
	case prefix == "":
		return id, failf(Wrong, "room_id_missing", "name a room by its id, or the beginning of it")
	case errors.Is(err, rooms.ErrUnknown):
		return id, failf(Missing, "room_not_found", "there is no room %q; `manyhold room list` shows the rooms", prefix)
	}
	return id, &Failure{Wrong, "room_id_ambiguous", err}
}

// glance returns a room. A node that is not in it enters it, and leaves it again if it takes no part.
func (h *Hall) glance(ctx context.Context, prefix string) (*rooms.Room, error) {
	id, err := locate(ctx, h, prefix)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	if _, looked := h.glances[id]; looked || h.o.Rooms.Room(id) == nil {
		h.glances[id] = time.Now()
	}
	h.mu.Unlock()
	r, err := h.o.Rooms.Join(id)
	if err != nil {
		return nil, explain(err)
	}
	if _, err = h.await(ctx, r); err != nil {
		h.o.Rooms.Quit(id) // nobody has let it in
		return nil, err
	}
	return r, nil
}

// here returns a room in which the node is, and not only to look at it.
func (h *Hall) here(ctx context.Context, prefix string) (*rooms.Room, error) {
	id, err := locate(ctx, h, prefix)
	if err != nil {
		return nil, err
	}
	r := h.o.Rooms.Room(id)
	h.mu.Lock()
	_, looks := h.glances[id]
	h.mu.Unlock()
	if r == nil || looks && !takesPart(h.Me(), r.View()) {
		return nil, failf(Conflict, "room_not_joined", "you are not in this room; join it first: manyhold room join %s", short(id.String()))
	}
	_, err = h.await(ctx, r)
	return r, err
}

// Rejoin leaves a room without giving the seat up, and enters it anew: what the node knows of it is in its
// file, and the others may be at other addresses now.
func (h *Hall) Rejoin(ctx context.Context, id string) error {
	r, err := h.here(ctx, id)
	if err != nil {
		return err
	}
	h.o.Rooms.Quit(r.ID())
	if r, err = h.o.Rooms.Join(r.ID()); err != nil {
		return explain(err)
	}
	_, err = h.await(ctx, r)
	return err
}

// stay keeps the node in a room, and returns its state.
func (h *Hall) stay(r *rooms.Room) *State {
	h.mu.Lock()
	delete(h.glances, r.ID())
	h.mu.Unlock()
	return h.state(r)
}

// touch keeps the node in a room that was entered only to look at it.
func touch(h *Hall, r *rooms.Room) {
	h.mu.Lock()
	if _, looked := h.glances[r.ID()]; looked {
		h.glances[r.ID()] = time.Now()
	}
	h.mu.Unlock()
}

// await waits until a room is known. Links with those who are in it may have to be made first.
func (h *Hall) await(ctx context.Context, r *rooms.Room) (*rooms.View, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*h.o.Patience)
	defer cancel()
	v, err := r.Await(ctx, func(*rooms.View) bool { return true })
	if err != nil {
		return nil, explain(rooms.ErrLost)
	}
	return v, nil
}

// send sends a packet, and waits for the room's answer.
func (h *Hall) send(ctx context.Context, r *rooms.Room, p room.Packet) error {
	ctx, cancel := context.WithTimeout(ctx, h.o.Patience)
	defer cancel()
	return explain(r.Send(ctx, p))
}

// state returns the state of a room that is known.
func (h *Hall) state(r *rooms.Room) *State {
	return linked(h, stateOf(r.ID(), r.View(), h.Me()), r.ID())
}

// linked adds the link by which somebody from outside of the world comes into a room.
func linked(h *Hall, s *State, id store.WorldID) *State {
	if h.o.Invite != nil {
		s.Link = signal.LinkTo(h.o.Invite(), id)
	}
	return s
}

// locate is find, also of a room that is named by a link: it may be announced in a moment, to a node that has
// just come into the world.
func locate(ctx context.Context, h *Hall, name string) (store.WorldID, error) {
	if !signal.IsRoomLink(name) {
		return h.find(name)
	}
	l, err := signal.ParseRoomLink(name)
	switch {
	case err != nil:
		return store.WorldID{}, &Failure{Wrong, "room_bad_link", err}
	case l.World != h.o.World:
		return store.WorldID{}, failf(Conflict, "room_other_world", "this link leads into another world than that of the running game; stop the game, then use the link again")
	}
	ctx, cancel := context.WithTimeout(ctx, h.o.Patience)
	defer cancel()
	look := time.NewTicker(findEvery)
	defer look.Stop()
	for {
		id, err := h.find(store.WorldID(l.Room).String())
		if err == nil {
			return id, nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return id, failf(Missing, "room_not_found", "nobody in this world is in the room of the link: it is over, or its players are away")
		}
	}
}

// findEvery is how often it is looked whether a room is announced.
const findEvery = 200 * time.Millisecond

// short is the beginning of a room's id, for people.
func short(id string) string { return id[:min(8, len(id))] }
