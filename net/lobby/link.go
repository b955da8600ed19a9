package lobby

import (
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// roomLink is a link of a room: it wraps messages, and everything else is that of the world's link.
type roomLink struct {
	link.Link
	room store.WorldID
}

// Info is link.Link's: the world is the room.
func (r *roomLink) Info() link.Info {
	i := r.Link.Info()
	i.World = r.room
	return i
}

// Send is link.Link's.
func (r *roomLink) Send(c link.Channel, b []byte) error {
	out := make([]byte, 0, wrapping+len(b))
	out = wire.AppendU64(append(out, byte(wire.Lobby), message), short(r.room))
	return r.Link.Send(c, append(out, b...))
}

// Close is link.Link's. The world's link goes on: a room does not decide about it.
func (r *roomLink) Close(string) {}

// events are what handlers are told once the lobby is unlocked.
type events []func()

func (e *events) up(h link.Handler, r *roomLink) { *e = append(*e, func() { h.LinkUp(r) }) }

func (e *events) down(h link.Handler, r *roomLink, reason string) {
	*e = append(*e, func() { h.LinkDown(r, reason) })
}

func (e events) happen() {
	for _, f := range e {
		f()
	}
}
