package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/entity"
	"manyhold/render/atlas"
)

// Figure returns a step, 0 to 5, of the walk of a person so dressed, a part of the atlas: turn 0 is to the south, then
// east and north. It lasts as long as what Face returns.
func (r *Renderer) Figure(l entity.Look, turn, step int) *ebiten.Image {
	d := [...]atlas.Direction{atlas.South, atlas.East, atlas.North}[turn%3]
	return r.image.SubImage(r.figure(l, atlas.Walk+atlas.Pose(step), d).Bounds()).(*ebiten.Image)
}
