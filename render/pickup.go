package render

import (
	"math"

	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/render/draw"
	"manyhold/render/flair"
)

const (
	// popSeconds and flySeconds are how long a collected item pops up, and then flies to the collector.
	popSeconds, flySeconds = 0.08, 0.18
	// popPixels is how high it pops.
	popPixels = 9.0
	// maxFlights bounds the flying items; the oldest gives way.
	maxFlights = 24
)

// flight is an item on its way into a player's bag. In the world it is already there.
type flight struct {
	kind  item.Kind
	seat  entity.Seat
	x, y  float64 // where it lay, in pixels of the world
	since float64 // by the renderer's clock; zero for none
}

// flights are all items that fly now.
type flights struct {
	list [maxFlights]flight
	next int
}

// add starts the flight of an event's collected item to the collector.
func (fs *flights) add(r *stage, e *event.Event) {
	if e.A <= int32(item.None) || e.A >= int32(item.KindCount) {
		return
	}
	fs.list[fs.next%maxFlights] = flight{
		kind: item.Kind(e.A), seat: e.Seat, since: r.seconds,
		x: toFloat(e.Pos.X) * TilePixels, y: toFloat(e.Pos.Y) * TilePixels,
	}
	fs.next++
}

// draw adds the flying items.
func (fs *flights) draw(r *stage, s *Scene) {
	for i := range fs.list {
		f := &fs.list[i]
		age := r.seconds - f.since
		if f.since == 0 || age < 0 || age > popSeconds+flySeconds {
			continue
		}
		x, y, lift, size := f.x, f.y, popPixels*math.Min(1, age/popSeconds), 0.75
		if k := (age - popSeconds) / flySeconds; k > 0 {
			if b := bodyOf(s, f.seat); b != nil {
				x += (toFloat(b.Pos.X)*TilePixels - x) * k * k
				y += (toFloat(b.Pos.Y)*TilePixels - y) * k * k
			}
			size -= 0.45 * k
		}
		vx, vy := float32(math.Round(x)-float64(r.ox)), float32(math.Round(y)-float64(r.oy))
		r.list.Add(draw.AmongThings, vy+8, draw.Sprite{
			Rect: r.atlas.Icons[f.kind], X: vx, Y: vy + 4 - float32(math.Round(lift)),
			ScaleX: float32(size), ScaleY: float32(size), Tint: draw.Plain,
		})
	}
}

// bodyOf returns the body of a player in view, or nil.
func bodyOf(s *Scene, seat entity.Seat) *Body {
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.Kind == entity.Player && b.Seat == seat {
			return b
		}
	}
	return nil
}

// drawDrop adds an item that lies on the ground.
func drawDrop(r *stage, s *Scene, b *Body, x, y, z float32) {
	k := b.Stack.Kind
	if k >= item.KindCount || r.atlas.Icons[k].Empty() {
		return
	}
	bob := float32(math.Round(1.5 + 1.5*math.Sin(float64(s.Tick)/14+float64(b.ID%64))))
	scale := float32(0.75)
	if b.Kind == entity.Remains {
		var dx, dy float32
		dx, dy, scale = flair.Heaped(&b.Body)
		x, y = x+dx, y+dy
		if s.Me != nil && s.Me.Seat == b.Seat {
			r.brush().Mine(s.remains(b.Seat), x, y-z)
		}
	}
	r.list.Put(draw.OnGround, r.atlas.Shapes.Blobs[0], x, y-1, draw.Plain)
	r.list.Add(draw.AmongThings, y, draw.Sprite{Rect: r.atlas.Icons[k], X: x, Y: y - z - bob, ScaleX: scale, ScaleY: scale, Tint: draw.Plain})
}

// remains returns how many stacks of a knocked-out player lie about.
func (s *Scene) remains(seat entity.Seat) (n int) {
	for i := range s.Bodies {
		if s.Bodies[i].Kind == entity.Remains && s.Bodies[i].Seat == seat {
			n++
		}
	}
	return n
}
