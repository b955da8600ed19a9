package node

import (
	"os"
	"strings"

	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/store/admin"
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

// HoldsKey reports whether a closed world probably lets a player in: this computer has an invitation to it,
// or its copy of the world's charter names the player. It reads files, and proves nothing.
func HoldsKey(dir string, world store.WorldID, me key.ID) bool {
	if i := lastInvite(dir, world); i != nil && i.Capability != [16]byte{} {
		return true
	}
	ticket := false
	t := storedCharter(dir, world, func(k *charter.Ticket) { ticket = ticket || k.Player == me })
	if t == nil || ticket {
		return ticket
	}
	_, named := t.Ranks[me]
	return named || me == t.Founder
}

// storedCharter returns the state of the entries in this computer's copy of a world's charter, nil without a
// copy, and hands over its tickets.
func storedCharter(dir string, world store.WorldID, ticket func(k *charter.Ticket)) *charter.State {
	path := store.Path(dir, world)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	info, err := admin.Inspect(path)
	if err != nil {
		return nil
	}
	rows, err := admin.Charter(path)
	if err != nil {
		return nil
	}
	set := charter.NewSet(charter.World{ID: world, Founder: info.Genesis.Founder})
	for _, r := range rows {
		if k, err := charter.DecodeTicket(r.Entry); err == nil {
			ticket(k)
		} else if e, err := charter.DecodeEntry(r.Entry); err == nil {
			set.Add(e, charter.MaxDay)
		}
	}
	return set.State()
}

// StoredFace returns the title and the picture's bytes of a world that is kept on this computer, "" for what
// its charter does not say. It reads files.
func StoredFace(dir string, world store.WorldID) (title, picture string) {
	t := storedCharter(dir, world, func(*charter.Ticket) {})
	if t == nil {
		return "", ""
	}
	if p, ok := charter.ParsePicture(t.Picture); ok {
		b, _ := p.Bytes()
		picture = string(b)
	}
	return link.Printable(t.Title, signal.MaxTitle), picture
}
