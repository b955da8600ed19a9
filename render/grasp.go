package render

import "manyhold/game/entity"

// grasped reports whether somebody holds the handle at (x, y): the land does not know it, hands do.
func grasped(r *stage, x, y int32) bool {
	if r.ground.world == nil {
		return false
	}
	players := r.ground.world.Players()
	for i := range players {
		if p := &players[i]; p.Action == entity.Holding && p.DigTile.X == x && p.DigTile.Y == y {
			return true
		}
	}
	return false
}
