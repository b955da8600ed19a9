package hall

import (
	"context"

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

// Hold chooses by how many seconds viewers are behind. While the match runs it is a vote.
func (h *Hall) Hold(ctx context.Context, id string, seconds int) (*State, error) {
	return h.act(ctx, id, room.Packet{Kind: room.Hold, Number: uint32(max(seconds, 0))})
}

// Me returns the key of the player.
func (h *Hall) Me() room.Key { return room.Key(h.o.Me) }
