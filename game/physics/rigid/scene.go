package rigid

import (
	"manyhold/game"
	"manyhold/game/fixed"
	"manyhold/game/physics/scene"
)

// SceneMargin is how far the area of a scene reaches beyond its contents, in tiles.
const SceneMargin = 4

// FromScene makes a world of a scene: thing k becomes the body of ID k+1, fixed boxes that fill whole tiles
// become solid tiles. The area is that of the scene and a margin for bodies that fly up. Restless: bodies
// never fall asleep. It fails where the scene is larger than an area can be, or has bodies that are too small
// or too large.
func FromScene(s *scene.Scene, restless bool) (*World, error) {
	west, north, east, south := s.Bounds()
	west, north, east, south = west-SceneMargin, north-SceneMargin, east+SceneMargin, south+SceneMargin
	if east-west > MostSide || south-north > MostSide {
		return nil, ErrOutside
	}
	rules := Rules{Gravity: s.Gravity, Damping: s.Damping, Restless: restless, Surfaces: []Surface{{}, {Solid: true}}}
	kinds := make([]uint16, len(s.Things))
	for k, t := range s.Things {
		kind := Kind{Form: Box, HalfX: t.HalfX, HalfY: t.HalfY, Friction: s.Friction, Restitution: s.Restitution, Fixed: t.Sort == 'S'}
		if t.Sort == 'C' {
			kind.Form = Disc
		}
		if _, _, _, _, tiled := t.Tiled(); tiled {
			continue
		}
		at := 0
		for at < len(rules.Kinds) && rules.Kinds[at] != kind {
			at++
		}
		if at == len(rules.Kinds) {
			rules.Kinds = append(rules.Kinds, kind)
		}
		if at >= MostKinds || min(t.HalfX, t.HalfY) < LeastHalf || max(t.HalfX, t.HalfY) > MostHalf && !kind.Fixed {
			return nil, ErrKind
		}
		kinds[k] = uint16(at)
	}
	w := New(rules, east-west, south-north)
	for k, t := range s.Things {
		if x0, y0, x1, y1, tiled := t.Tiled(); tiled {
			for y := y0 - north; y < y1-north; y++ {
				for x := x0 - west; x < x1-west; x++ {
					w.land.surface[w.land.at(int32(x), int32(y))] = 1
				}
			}
			continue
		}
		b := Body{ID: game.EntityID(k + 1), Kind: kinds[k], X: t.X - fixed.S(west<<fixed.Bits), Y: t.Y - fixed.S(north<<fixed.Bits), VX: t.VX, VY: t.VY}
		if err := w.Insert(b); err != nil {
			return nil, err
		}
	}
	w.land.derive()
	return w, nil
}
