package island

import (
	"manyhold/game"
	"manyhold/game/grid"
)

// Carry lets a player be at the middle of another tile, as if it had walked there, for tests of other
// packages' parts.
func (i *Island) Carry(who game.PlayerID, to grid.Tile) {
	k, _ := i.Space.Find(i.Roster.ByKey(who).Body)
	b := &i.Space.Bodies()[k]
	from := b.Pos
	b.Pos = to.Centre()
	i.Space.Moved(k, from)
	i.Moved = i.Moved || to.Region() != grid.TileAt(from).Region()
}
