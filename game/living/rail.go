package living

import (
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// A player that uses a free cart gets into it, and out of it by the next use. A rider does not walk. On rails
// the cart goes as carts do, driven by signals, and faster or slower by the rider's wish; off them it stands.
// In the tables the player carries the cart, so that the two always stay together: at a line, in sleep, and
// on two sides.

const (
	// RidePush is the change of speed by a rider in a tick, forwards or braking, and rideMost the greatest
	// speed so reached, in tiles per second.
	RidePush fixed.S = fixed.One / 16
	RideMost fixed.S = 4 * fixed.One
	// RideLoss is the loss of speed in a tick of an idle rider, in tiles per second.
	RideLoss fixed.S = fixed.One / 256
)

// A cart on a rail keeps to it: straight on where the rail goes on, else round the corner, to the right
// before to the left; where the rail ends it stops. It is pushed as crates are, and a rail that gets a signal
// drives it.

const (
	// railDrive is how much a rail with a signal adds to the speed of a cart in a tick, and railMost the most
	// it drives one at, in tiles per second.
	railDrive fixed.S = fixed.One / 4
	railMost  fixed.S = 5 * fixed.One
	// RailLeast is the speed under which a cart stands, in tiles per second.
	RailLeast fixed.S = fixed.One / 8
)

// RailGoes reports whether the rail on a tile goes on to a side.
func RailGoes(i *world.State, t grid.Tile, h tile.Heading) bool {
	_, b, _, ok := i.Land.TileAt(world.Beside(t, h))
	return ok && b == tile.Rail
}

// track moves the k-th body, a cart on the rail of a tile.
func track(i *world.State, k int, t grid.Tile) {
	b := &i.Space.Bodies()[k]
	speed := max(b.Vel.X.Abs(), b.Vel.Y.Abs())
	h := HeadingTo(b.Vel.Vec())
	if Fed(i, t) {
		if speed < RailLeast {
			h = start(i, t)
		}
		speed = max(speed, min(speed+railDrive, railMost))
	}
	if speed < RailLeast {
		if b.Vel != (fixed.SVec{}) {
			b.Vel = fixed.SVec{}
		}
		return
	}
	from := b.Pos
	h, on := keepOn(i, b, t, h)
	if !on {
		speed = 0
	}
	dx, dy := h.Step()
	b.Vel = fixed.SVec{X: fixed.S(dx) * speed, Y: fixed.S(dy) * speed}
	b.Face = entity.FacingOf(b.Vel)
	i.Space.Moved(k, from)
	i.Space.Wake(k)
}

// keepOn keeps a body that goes to a side on the rail of a tile, turning with it where it bends, and returns
// to which side it goes on. on is false where the rail ends: the body is in the middle of the tile then.
func keepOn(i *world.State, b *entity.Body, t grid.Tile, h tile.Heading) (to tile.Heading, on bool) {
	c := t.Centre()
	dx, dy := h.Step()
	past := fixed.Q(dx)*(b.Pos.X-c.X)+fixed.Q(dy)*(b.Pos.Y-c.Y) >= 0
	switch right, left := h.Turned(1), h.Turned(3); {
	case !past || RailGoes(i, t, h):
		if dx != 0 {
			b.Pos.Y = c.Y
		} else {
			b.Pos.X = c.X
		}
		return h, true
	case RailGoes(i, t, right):
		to, on = right, true
	case RailGoes(i, t, left):
		to, on = left, true
	default:
		to = h
	}
	b.Pos = c
	return to, on
}

// start is where a cart that stands is driven: the first side, from the east clockwise, to which the rail
// goes on.
func start(i *world.State, t grid.Tile) tile.Heading {
	for h := range tile.HeadingCount {
		if RailGoes(i, t, h) {
			return h
		}
	}
	return tile.East
}
