package node

import (
	"os"

	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// HoldsKey reports whether a closed world probably lets a player in: this computer has an invitation to it,
// or its copy of the world's charter names the player. It reads files, and proves nothing.
func HoldsKey(dir string, world store.WorldID, me key.ID) bool {
	if i := lastInvite(dir, world); i != nil && i.Capability != [16]byte{} {
		return true
	}
	path := store.Path(dir, world)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	info, err := admin.Inspect(path)
	if err != nil {
		return false
	}
	rows, err := admin.Charter(path)
	if err != nil {
		return false
	}
	set := charter.NewSet(charter.World{ID: world, Founder: info.Genesis.Founder})
	for _, r := range rows {
		if k, err := charter.DecodeTicket(r.Entry); err == nil {
			if k.Player == me {
				return true
			}
		} else if e, err := charter.DecodeEntry(r.Entry); err == nil {
			set.Add(e, charter.MaxDay)
		}
	}
	_, named := set.State().Ranks[me]
	return named || me == info.Genesis.Founder
}
