package living

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/physics"
	"manyhold/game/world"
)

// Release separates a carrier from the body that it carries, which is left where it fits, and returns the
// body's index. ok is false when the carried body is not here, as may be in a copy of a part of the island.
func Release(i *world.State, b *entity.Body) (k int, ok bool) {
	k, ok = i.Space.Find(b.Other)
	b.Flags &^= entity.Carrying | entity.Riding
	b.Other = 0
	if !ok {
		return 0, false
	}
	o := &i.Space.Bodies()[k]
	o.Flags &^= entity.Carried
	o.Other = 0
	from := o.Pos
	o.Pos = Besides(i, o.Kind, b.Pos)
	i.Space.Moved(k, from)
	i.Space.Wake(k)
	return k, true
}

// Besides returns p, or the middle of its tile if a body of kind k would touch something solid at p: a
// carrier is narrower than its load.
func Besides(i *world.State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(&i.Land, k, p) {
		return p
	}
	return Room(i, k, TileCentre(p))
}

func TileCentre(p fixed.Vec) fixed.Vec { return grid.TileAt(p).Centre() }

// Room returns the place nearest to p, in rings of tiles, where a body of kind k fits on the ground; the
// spawn's if there is none within eight tiles, or p itself where the spawn is not at hand either.
func Room(i *world.State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(&i.Land, k, p) {
		return p
	}
	for _, from := range [...]grid.Tile{grid.TileAt(p), i.SpawnTile} {
		for d := int32(0); d <= 8; d++ {
			for dy := -d; dy <= d; dy++ {
				for dx := -d; dx <= d; dx++ {
					t := from.Add(dx, dy)
					if max(dx, -dx, dy, -dy) == d && physics.Free(&i.Land, k, t.Centre()) {
						return t.Centre()
					}
				}
			}
		}
	}
	if i.Register.Child() {
		return p
	}
	return i.SpawnTile.Centre()
}

// Within reports whether a player's hands reach a tile.
func Within(b *entity.Body, t grid.Tile) bool { return t.Centre().Sub(b.Pos).Near(world.Reach) }

// Unload lays down the body that a player carries, where the player stands.
func Unload(i *world.State, p *entity.PlayerState) {
	b := i.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Carrying == 0 {
		return
	}
	if k, ok := Release(i, b); ok {
		i.Space.Bodies()[k].Z = 0
	}
}
