//go:build microscope

package island

// Flip changes one bit of the state, so that tests can see a desync found and named: of "tile", "body",
// "player", "chest" or "chat", the first there is. It reports whether there was one. It exists only in
// binaries that are built with the tag microscope.
func (i *State) Flip(what string) bool {
	switch {
	case what == "tile" && len(i.regions) > 0:
		r := i.regions[0]
		r.set(0, r.tiles.Ground[0], r.tiles.Block[0], r.tiles.State[0]^0x40)
	case what == "body" && len(i.space.Bodies()) > 0:
		i.space.Bodies()[0].Face ^= 1
	case what == "player" && len(i.players) > 0:
		i.players[0].Health ^= 1
	case what == "chest" && len(i.chests) > 0:
		i.chests[0].slots[0].Count ^= 1
	case what == "chat" && len(i.chat) > 0:
		i.chat[0].Tick ^= 1
		i.sumChat()
	default:
		return false
	}
	return true
}
