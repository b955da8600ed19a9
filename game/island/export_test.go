package island

import (
	"manyhold/game"
	"manyhold/game/grid"
)

// Carry lets a player be at the middle of another tile, as if it had walked there, for tests of other packages' parts.
func (i *Island) Carry(who game.PlayerID, to grid.Tile) {
	k, _ := i.space.Find(i.PlayerByKey(who).Body)
	b := &i.space.Bodies()[k]
	from := b.Pos
	b.Pos = to.Centre()
	i.space.Moved(k, from)
	i.moved = i.moved || to.Region() != grid.TileAt(from).Region()
}
