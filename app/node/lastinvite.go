package node

import (
	"os"
	"strings"

	"manyhold/net/signal"
	"manyhold/net/store"
)

// How a world was reached the last time: the invitation that was used, beside the world's file. A node
// that starts again without one tries it, so that a killed node comes back without a new invitation.

// invitePath is where the invitation to a world is kept.
func invitePath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".invite"
}

// bookPath is where the peers of a world are remembered.
func bookPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".peers"
}

// lastInvite returns the invitation by which a world was last entered, nil for none.
func lastInvite(dir string, world store.WorldID) *signal.Invite {
	b, err := os.ReadFile(invitePath(dir, world))
	if err != nil {
		return nil
	}
	i, err := signal.ParseInvite(string(b))
	if err != nil || store.WorldID(i.World) != world {
		os.Remove(invitePath(dir, world)) // of no use to anybody
		return nil
	}
	return &i
}
