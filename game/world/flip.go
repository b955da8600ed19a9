//go:build microscope

package world

// Flip changes one bit of the state, so that tests can see a desync found and named: of "tile", "body",
// "player", "chest" or "chat", the first there is. It reports whether there was one. It exists only in
// binaries that are built with the tag microscope.
func (i *State) Flip(what string) bool {
	switch {
	case what == "tile" && len(i.Land.Regions) > 0:
		r := i.Land.Regions[0]
		r.Set(0, r.Tiles.Ground[0], r.Tiles.Block[0], r.Tiles.State[0]^0x40)
	case what == "body" && len(i.Space.Bodies()) > 0:
		i.Space.Bodies()[0].Face ^= 1
	case what == "player" && len(i.Roster.Here) > 0:
		i.Roster.Here[0].Health ^= 1
	case what == "chest" && len(i.Chests.List) > 0:
		i.Chests.List[0].Slots[0].Count ^= 1
	case what == "chat" && len(i.Chat.Log) > 0:
		i.Chat.Log[0].Tick ^= 1
		i.Chat.Sum()
	default:
		return false
	}
	return true
}
