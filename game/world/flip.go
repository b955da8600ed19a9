//go:build microscope

package world

// Flip changes one bit of the state, so that tests can see a desync found and named: of "tile", "body",
// "player", "chest" or "chat", the first there is. It reports whether there was one. It exists only in
// binaries that are built with the tag microscope.
func (i *State) Flip(what string) bool {
	switch {
	case what == "tile" && len(i.Active) > 0:
		r := i.Active[0]
		r.Set(0, r.Tiles.Ground[0], r.Tiles.Block[0], r.Tiles.State[0]^0x40)
	case what == "body" && len(i.Space.Bodies()) > 0:
		i.Space.Bodies()[0].Face ^= 1
	case what == "player" && len(i.Roster) > 0:
		i.Roster[0].Health ^= 1
	case what == "chest" && len(i.Chests) > 0:
		i.Chests[0].Slots[0].Count ^= 1
	case what == "chat" && len(i.ChatLog) > 0:
		i.ChatLog[0].Tick ^= 1
		i.SumChat()
	default:
		return false
	}
	return true
}
