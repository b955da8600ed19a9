package render

import (
	"image/color"
	"math"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/palette"
)

const (
	// hologramAlpha is the opacity of a pending request.
	hologramAlpha = 0.6
	// ghostAlpha is the opacity of the thing that a click would place.
	ghostAlpha = 0.55
	// traceAlpha is the opacity of an outline.
	traceAlpha = 0.38
	// solidSeconds is how long a hologram takes to appear.
	solidSeconds = 0.12
	// refusedSeconds is how long a refused request stays in red.
	refusedSeconds = 0.45
	// maxAsked bounds the requests remembered until they are answered; refusals beyond it are not shown in
	// red.
	maxAsked = 16
)

// refused is a hologram that the world refused, at a time of the renderer's clock; zero for none.
type refused struct {
	Hologram
	since float64
}

// requests are the player's pending commands and the thing that the hand points at.
type requests struct {
	asked   [maxAsked]Hologram // as of the last update; the first askedN
	askedN  int
	seat    entity.Seat // the player's seat
	refused [maxAsked]refused
	nextNo  int

	ghost   Ghost
	ghosted bool
	arc     arc
}

// remember keeps the current requests, because a refusal contains only the number of its command.
func (q *requests) remember(r *stage, s *Scene) {
	q.askedN, q.seat = copy(q.asked[:], s.Pending), 0
	if s.Me != nil {
		q.seat = s.Me.Seat
	}
}

// refuse turns the hologram of a refused command red.
func (q *requests) refuse(r *stage, e *event.Event) {
	if e.Seat != q.seat || e.Seq == 0 {
		return
	}
	for i := range q.asked[:q.askedN] {
		if h := &q.asked[i]; h.Seq == e.Seq {
			q.refused[q.nextNo%maxAsked] = refused{*h, r.seconds}
			q.nextNo++
			return
		}
	}
}

// refusals adds the requests refused just now, in red between crossed-out brackets, fading.
func (q *requests) refusals(r *stage) {
	for i := range q.refused {
		h := &q.refused[i]
		left := 1 - (r.seconds-h.since)/refusedSeconds
		if h.since == 0 || left <= 0 || left > 1 {
			continue
		}
		x, y := r.tileAt(h.Tile)
		if h.Kind == command.Place {
			outline(r, h.Item, x, y, draw.Tint{R: 1, G: 0.35, B: 0.3, A: float32(hologramAlpha * left)})
		}
		r.list.Add(draw.Above, y+1, draw.Sprite{Rect: r.atlas.Marks.BracketNo, X: x, Y: y, Tint: draw.Fade(float32(left))})
	}
}

// draw adds the requests, in cyan with scanlines, and the ghost under the cursor.
func (q *requests) draw(r *stage, s *Scene) {
	for i := range s.Pending {
		h := &s.Pending[i]
		a := float32(hologramAlpha) * float32(clamp(float64(s.Tick-h.Since)*tickSeconds/solidSeconds+0.4, 0, 1))
		x, y := r.tileAt(h.Tile)
		if h.Kind == command.Place {
			outline(r, h.Item, x, y, draw.Tint{R: 0.45, G: 0.98, B: 1, A: a})
		}
		lines := r.atlas.Air.Scanlines
		lines.Y += int16(int(r.seconds*12) & 1)
		lines.H -= 2
		r.list.Add(draw.Above, y, draw.Sprite{Rect: lines, X: x, Y: y, Tint: draw.Fade(a)})
	}
	q.refusals(r)
	q.drawArc(r, &s.Estates)
	if q.ghosted {
		q.drawGhost(r)
	}
}

// drawOutlines adds the outlines within tiles: in amber under stripes, where a hologram is cyan under lines.
// Where a thing stands now, only the stripes are drawn.
func drawOutlines(r *stage, s *Scene, tiles rectangle) {
	for i := range s.Traces {
		t := &s.Traces[i]
		if t.Tile.X < tiles.x0-1 || t.Tile.X > tiles.x1+1 || t.Tile.Y < tiles.y0-1 || t.Tile.Y > tiles.y1+2 {
			continue
		}
		x, y := r.tileAt(t.Tile)
		if _, b, _ := r.ground.tile(t.Tile.X, t.Tile.Y); t.Item != item.None && (b == tile.NoBlock || b.Info().Soft) {
			outline(r, t.Item, x, y, draw.Tint{R: 1, G: 0.74, B: 0.25, A: traceAlpha})
		}
		r.list.Add(draw.Above, y+1, draw.Sprite{Rect: r.atlas.Marks.Hatch, X: x, Y: y, Tint: draw.Plain})
	}
}

// drawRestored adds the tiles that a revert would change within tiles: in green as they would be again, and
// in red crossed out where a block would disappear.
func drawRestored(r *stage, s *Scene, tiles rectangle) {
	lines := r.atlas.Air.Scanlines
	lines.Y += int16(int(r.seconds*12) & 1)
	lines.H -= 2
	for i := range s.Restored {
		t := &s.Restored[i]
		if t.Tile.X < tiles.x0-1 || t.Tile.X > tiles.x1+1 || t.Tile.Y < tiles.y0-1 || t.Tile.Y > tiles.y1+2 {
			continue
		}
		x, y := r.tileAt(t.Tile)
		pulse := float32(0.62 + 0.14*math.Sin(r.seconds*4))
		mark, c := r.atlas.Marks.Bracket, draw.Tint{R: 0.5, G: 1, B: 0.55, A: pulse}
		if set := r.atlas.Blocks.Standing[t.Block]; t.Gone {
			mark, c = r.atlas.Marks.BracketNo, draw.Tint{R: 1, G: 0.4, B: 0.35, A: pulse}
		} else if t.Item != item.None {
			outline(r, t.Item, x, y, c)
		} else if t.Block != tile.NoBlock && len(set) > 0 {
			r.list.Add(draw.Above, y, draw.Sprite{Rect: set[0], X: x + TilePixels/2, Y: y + footRow, Tint: c})
		}
		r.list.Add(draw.Above, y+1, draw.Sprite{Rect: lines, X: x, Y: y, Tint: c})
		r.list.Add(draw.Above, y+1, draw.Sprite{Rect: mark, X: x, Y: y, Tint: draw.Fade(0.9)})
	}
}

func (r *stage) tileAt(t grid.Tile) (x, y float32) {
	return float32(int64(t.X)*TilePixels - r.ox), float32(int64(t.Y)*TilePixels - r.oy)
}

func (q *requests) drawGhost(r *stage) {
	x, y := r.tileAt(q.ghost.Tile)
	mark, c := r.atlas.Marks.Bracket, draw.Tint{R: 1, G: 1, B: 1, A: ghostAlpha}
	if !q.ghost.OK {
		mark, c = r.atlas.Marks.BracketNo, draw.Tint{R: 1, G: 0.45, B: 0.4, A: ghostAlpha}
	}
	if q.ghost.Digs {
		mark = r.atlas.Marks.Dig
	}
	if q.ghost.Item != item.None {
		outline(r, q.ghost.Item, x, y, c)
	}
	r.list.Add(draw.Above, y+1, draw.Sprite{Rect: mark, X: x, Y: y, Tint: draw.Fade(0.9)})
}

// outline adds the picture of an item as it would stand on the tile at (x, y).
func outline(r *stage, k item.Kind, x, y float32, c draw.Tint) {
	info := k.Info()
	rect := r.atlas.Icons[k%item.KindCount]
	fx, fy := x+TilePixels/2, y+footRow
	switch {
	case info.Block != tile.NoBlock:
		if w, ok := atlas.WallOf(info.Block); ok {
			for q := range atlas.Quarters {
				p := r.atlas.Land.Walls[w][q][atlas.Outer][0]
				r.list.Add(draw.Above, y, draw.Sprite{Rect: p, X: x + float32(q&1)*TilePixels/2, Y: y - atlas.WallRise + float32(q>>1)*TilePixels/2, Tint: c})
			}
			return
		}
		if set := r.atlas.Blocks.Standing[info.Block]; len(set) > 0 {
			rect = set[0]
		}
		if info.Block == tile.Door {
			fy = y + TilePixels - 1
		}
	case entity.Kind(info.Body) == entity.Crate:
		rect = r.atlas.Bodies.Crate
	case entity.Kind(info.Body) == entity.Platform:
		rect = r.atlas.Bodies.Floor
	case info.Ground == tile.WoodFloor:
		rect, fx, fy = r.atlas.Land.WoodFloor[0], x, y
	case info.Ground == tile.StoneFloor:
		rect, fx, fy = r.atlas.Land.StoneFloor[0], x, y
	case info.Ground != tile.NoGround:
		rect, fx, fy = r.atlas.Land.Ground[atlas.MaterialOf(info.Ground)][atlas.Masks-1][0], x, y
	}
	if rect.Empty() {
		return
	}
	r.list.Add(draw.Above, y, draw.Sprite{Rect: rect, X: fx, Y: fy, Tint: c})
}

// drawCracks adds the cracks of tiles that players dig.
func drawCracks(r *stage, s *Scene) {
	if s.World == nil {
		return
	}
	players := s.World.Players()
	for i := range players {
		p := &players[i]
		if p.Action != entity.Digging || p.DigTicks == 0 {
			continue
		}
		g, b, _ := r.ground.tile(p.DigTile.X, p.DigTile.Y)
		need := b.Info().DigTicks
		if b == tile.NoBlock {
			need = g.Info().DigTicks
		}
		if need == 0 {
			continue
		}
		stage := min(int(p.DigTicks)*atlas.CrackStages/int(need), atlas.CrackStages-1)
		x, y := r.tileAt(p.DigTile)
		on, foot := draw.OnGround, y
		if b != tile.NoBlock {
			on, foot = draw.AmongThings, y+TilePixels
			if atlas.Joins(b) {
				y -= atlas.WallRise / 2
			}
		}
		r.list.Add(on, foot, draw.Sprite{Rect: r.atlas.Land.Cracks[stage], X: x, Y: y, Tint: draw.Plain})
	}
}

// Bounds is the outline of claimed land on the ground, with a post at each corner.
type Bounds struct {
	At     grid.Tile // the north-west corner
	W, H   int32
	Colour color.RGBA
	Draft  bool // it is only wanted: it has no posts, and shines
}

const (
	// boundAlpha is the opacity of the outline of a claim, draftAlpha of one that is only wanted.
	boundAlpha, draftAlpha = 0.75, 1
	// dashEvery is the distance from dash to dash of an outline, dashLong the length of one and dashWide its
	// width, in pixels.
	dashEvery, dashLong, dashWide = TilePixels / 2, 5, 2
	// poleTall is the height of a post, in pixels.
	poleTall = 13
)

// drawClaims adds the outlines of claims within tiles.
func drawClaims(r *stage, s *Scene, tiles rectangle) {
	for k := range s.Claims {
		b := &s.Claims[k]
		if b.At.X > tiles.x1+1 || b.At.Y > tiles.y1+2 || b.At.X+b.W < tiles.x0-1 || b.At.Y+b.H < tiles.y0-1 {
			continue
		}
		a := float32(boundAlpha)
		if b.Draft {
			a = draftAlpha
		}
		tint := draw.Tint{R: float32(b.Colour.R) / 255, G: float32(b.Colour.G) / 255, B: float32(b.Colour.B) / 255, A: a}
		x0, x1, y0, y1 := max(b.At.X, tiles.x0-1), min(b.At.X+b.W, tiles.x1+2), max(b.At.Y, tiles.y0-1), min(b.At.Y+b.H, tiles.y1+2)
		for _, y := range [...]int32{b.At.Y, b.At.Y + b.H} {
			for x := x0; x < x1 && y >= tiles.y0-1 && y <= tiles.y1+2; x++ {
				r.dashes(grid.Tile{X: x, Y: y}, 1, 0, tint)
			}
		}
		for _, x := range [...]int32{b.At.X, b.At.X + b.W} {
			for y := y0; y < y1 && x >= tiles.x0-1 && x <= tiles.x1+2; y++ {
				r.dashes(grid.Tile{X: x, Y: y}, 0, 1, tint)
			}
		}
		if b.Draft {
			continue
		}
		for n := range int32(4) {
			r.post(b.At.Add(n%2*b.W, n/2*b.H), tint)
		}
	}
}

// dashes adds the dashes of an edge of a tile, from its north-west corner on in a direction.
func (r *stage) dashes(t grid.Tile, dx, dy float32, tint draw.Tint) {
	x, y := r.tileAt(t)
	for n := range TilePixels / dashEvery {
		at := float32(dashEvery*n) + dashEvery/2
		r.bar(draw.OnGround, y, x+at*dx+dy, y+at*dy+1+dx, dashLong*dx+dashWide*dy, dashLong*dy+dashWide*dx, palette.Ink0, draw.Fade(0.35*tint.A))
		r.bar(draw.OnGround, y+1, x+at*dx, y+at*dy, dashLong*dx+dashWide*dy, dashLong*dy+dashWide*dx, palette.Stone3, tint)
	}
}

// post adds a wooden post with a pennant at the north-west corner of a tile.
func (r *stage) post(t grid.Tile, tint draw.Tint) {
	x, y := r.tileAt(t)
	r.bar(draw.OnGround, y+2, x+2, y+1, 7, 3, palette.Ink0, draw.Fade(0.4))
	r.bar(draw.AmongThings, y+1, x, y-poleTall/2.0+1, 4, poleTall, palette.Ink0, draw.Plain)
	r.bar(draw.AmongThings, y+1, x, y-poleTall/2.0+1, 2, poleTall-2, palette.Earth3, draw.Plain)
	tint.A = 1
	r.bar(draw.AmongThings, y+1, x+5.5, y-poleTall+4, 9, 7, palette.Ink0, draw.Plain)
	r.bar(draw.AmongThings, y+1, x+5, y-poleTall+4, 8, 5, palette.Stone3, tint)
	r.bar(draw.AmongThings, y+1, x+8, y-poleTall+4, 2, 3, palette.Ink0, draw.Fade(0.25))
}

// bar adds a rectangle of one colour around (x, y), of w × h pixels.
func (r *stage) bar(on draw.Layer, foot, x, y, w, h float32, c palette.Index, tint draw.Tint) {
	dot := r.atlas.Shapes.Dot[c]
	r.list.Add(on, foot, draw.Sprite{Rect: dot, X: x, Y: y, ScaleX: w / float32(dot.W), ScaleY: h / float32(dot.H), Tint: tint})
}
