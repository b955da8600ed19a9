package hall

import (
	"manyhold/app/rooms"
	"manyhold/net/room"
	"manyhold/net/store"
)

// View returns what is seen of a room in which the node is; nil if it is not, or knows nothing of it yet. It
// is read-only.
func (h *Hall) View(id string) *rooms.View {
	is, err := store.ParseWorldID(id)
	if err != nil {
		return nil
	}
	if r := h.o.Rooms.Room(is); r != nil {
		return r.View()
	}
	return nil
}

// Me returns the key of the player.
func (h *Hall) Me() room.Key { return room.Key(h.o.Me) }
