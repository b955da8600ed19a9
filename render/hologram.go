package render

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
)

const (
	// hologramAlpha is the opacity of what is asked for and not ordered yet.
	hologramAlpha = 0.6
	// ghostAlpha is that of what a click would place.
	ghostAlpha = 0.55
	// traceAlpha is that of what is outlined.
	traceAlpha = 0.38
	// solidSeconds is how long a hologram takes to appear.
	solidSeconds = 0.12
	// refusedSeconds is how long one that was refused stands in red before it is gone.
	refusedSeconds = 0.45
	// maxAsked bounds how many holograms are remembered until it is known what came of them; of more, those that
	// are refused go without red.
	maxAsked = 16
)

// refused is a hologram of which the world said no, at a time of the renderer's clock; zero for none.
type refused struct {
	Hologram
	since float64
}

// remember notes what is asked for now, since a refusal names only the number of its command.
func (r *Renderer) remember(s *Scene) {
	r.askedN, r.seat = copy(r.asked[:], s.Pending), 0
	if s.Me != nil {
		r.seat = s.Me.Seat
	}
}

// refuse lets the hologram of a command that was refused turn red.
func (r *Renderer) refuse(e *event.Event) {
	if e.Seat != r.seat || e.Seq == 0 {
		return
	}
	for i := range r.asked[:r.askedN] {
		if h := &r.asked[i]; h.Seq == e.Seq {
			r.refused[r.nextNo%maxAsked] = refused{*h, r.seconds}
			r.nextNo++
			return
		}
	}
}

// refusals adds what was refused just now, in red between brackets that are crossed out, fading.
func (r *Renderer) refusals() {
	for i := range r.refused {
		h := &r.refused[i]
		left := 1 - (r.seconds-h.since)/refusedSeconds
		if h.since == 0 || left <= 0 || left > 1 {
			continue
		}
		x, y := r.tileAt(h.Tile)
		if h.Kind == command.Place {
			r.outline(h.Item, x, y, tint{1, 0.35, 0.3, float32(hologramAlpha * left)})
		}
		r.list.add(layerAbove, y+1, sprite{rect: r.atlas.BracketNo, x: x, y: y, tint: fade(float32(left))})
	}
}

// holograms adds what was asked for, in cyan with scanlines, and the ghost under the cursor.
func (r *Renderer) holograms(s *Scene) {
	for i := range s.Pending {
		h := &s.Pending[i]
		a := float32(hologramAlpha) * float32(clamp(float64(s.Tick-h.Since)*tickSeconds/solidSeconds+0.4, 0, 1))
		x, y := r.tileAt(h.Tile)
		if h.Kind == command.Place {
			r.outline(h.Item, x, y, tint{0.45, 0.98, 1, a})
		}
		lines := r.atlas.Scanlines
		lines.Y += int16(int(r.seconds*12) & 1)
		lines.H -= 2
		r.list.add(layerAbove, y, sprite{rect: lines, x: x, y: y, tint: fade(a)})
	}
	r.refusals()
	r.drawArc()
	if r.ghosted {
		r.drawGhost()
	}
}

// traces adds what is outlined within tiles: in amber under stripes, where a hologram is cyan under lines.
// Where something stands now there are only the stripes.
func (r *Renderer) traces(s *Scene, tiles rectangle) {
	for i := range s.Traces {
		t := &s.Traces[i]
		if t.Tile.X < tiles.x0-1 || t.Tile.X > tiles.x1+1 || t.Tile.Y < tiles.y0-1 || t.Tile.Y > tiles.y1+2 {
			continue
		}
		x, y := r.tileAt(t.Tile)
		if _, b, _ := r.ground.tile(t.Tile.X, t.Tile.Y); t.Item != item.None && (b == tile.NoBlock || b.Info().Soft) {
			r.outline(t.Item, x, y, tint{1, 0.74, 0.25, traceAlpha})
		}
		r.list.add(layerAbove, y+1, sprite{rect: r.atlas.Hatch, x: x, y: y, tint: plain})
	}
}

func (r *Renderer) tileAt(t grid.Tile) (x, y float32) {
	return float32(int64(t.X)*TilePixels - r.ox), float32(int64(t.Y)*TilePixels - r.oy)
}

func (r *Renderer) drawGhost() {
	x, y := r.tileAt(r.ghost.Tile)
	mark, c := r.atlas.Bracket, tint{1, 1, 1, ghostAlpha}
	if !r.ghost.OK {
		mark, c = r.atlas.BracketNo, tint{1, 0.45, 0.4, ghostAlpha}
	}
	if r.ghost.Item != item.None {
		r.outline(r.ghost.Item, x, y, c)
	}
	r.list.add(layerAbove, y+1, sprite{rect: mark, x: x, y: y, tint: fade(0.9)})
}

// outline adds the picture of an item as it would stand on the tile at (x, y).
func (r *Renderer) outline(k item.Kind, x, y float32, c tint) {
	info := k.Info()
	rect := r.atlas.Icons[k%item.KindCount]
	fx, fy := x+TilePixels/2, y+footRow
	switch {
	case info.Block != tile.NoBlock:
		if w, ok := atlas.WallOf(info.Block); ok {
			for q := range atlas.Quarters {
				p := r.atlas.Walls[w][q][atlas.Outer][0]
				r.list.add(layerAbove, y, sprite{rect: p, x: x + float32(q&1)*TilePixels/2, y: y - atlas.WallRise + float32(q>>1)*TilePixels/2, tint: c})
			}
			return
		}
		if set := r.atlas.Standing[info.Block]; len(set) > 0 {
			rect = set[0]
		}
		if info.Block == tile.Door {
			fy = y + TilePixels - 1
		}
	case entity.Kind(info.Body) == entity.Crate:
		rect = r.atlas.Crate
	case entity.Kind(info.Body) == entity.Platform:
		rect = r.atlas.Floor
	case info.Ground == tile.WoodFloor:
		rect, fx, fy = r.atlas.WoodFloor[0], x, y
	case info.Ground == tile.StoneFloor:
		rect, fx, fy = r.atlas.StoneFloor[0], x, y
	case info.Ground != tile.NoGround:
		rect, fx, fy = r.atlas.Ground[atlas.MaterialOf(info.Ground)][atlas.Masks-1][0], x, y
	}
	if rect.Empty() {
		return
	}
	r.list.add(layerAbove, y, sprite{rect: rect, x: fx, y: fy, tint: c})
}

// digging adds the cracks of tiles that players dig.
func (r *Renderer) digging(s *Scene) {
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
		on, foot := layerGround, y
		if b != tile.NoBlock {
			on, foot = layerThings, y+TilePixels
			if atlas.Joins(b) {
				y -= atlas.WallRise / 2
			}
		}
		r.list.add(on, foot, sprite{rect: r.atlas.Cracks[stage], x: x, y: y, tint: plain})
	}
}
