package window

import (
	"manyhold/game"
	"manyhold/game/physics/rigid"
	"manyhold/game/physics/scene"
)

// kick gives the discs of a scene that are driven before step k their new velocity.
func Kick(w *rigid.World, s *scene.Scene, k int) {
	for i := scene.Kicked(k); i < len(s.Discs) && s.Drive != 0; i += 20 {
		w.Drive(game.EntityID(s.Discs[i]+1), s.Kick(i, k))
	}
}
