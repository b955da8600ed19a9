package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/game/carry/bond"
	"manyhold/game/entity"
	"manyhold/game/estate"
	"manyhold/game/living"
	"manyhold/game/predict"
	"manyhold/game/world"
)

// Update advances the picture of v by one tick; call it once per tick. A nil view, before the first
// confirmed turn, only lets the clocks run.
func (r *Renderer) Update(v *predict.View) {
	r.scene.Take(v)
	r.UpdateScene(&r.scene)
}

// Draw draws v, with its holograms, to the whole of dst.
func (r *Renderer) Draw(dst *ebiten.Image, v *predict.View) {
	r.scene.Take(v)
	r.DrawScene(dst, &r.scene)
}

// Take fills s from v; a nil view leaves it empty at its last tick. The memory of s is kept; World and Me
// belong to the view.
func (s *Scene) Take(v *predict.View) {
	s.World, s.Me, s.Elsewhere, s.Estates, s.Dark, s.Torches = nil, nil, nil, estate.Estates{}, nil, nil
	s.Bodies, s.Pending, s.Traces, s.Ropes, s.Claims = s.Bodies[:0], s.Pending[:0], s.Traces[:0], s.Ropes[:0], s.Claims[:0]
	s.Gadgets, s.Drawings, s.Flock, s.Vistas = s.Gadgets[:0], nil, nil, s.Vistas[:0]
	s.Gates = s.Gates[:0]
	if v == nil {
		return
	}
	s.Me, s.Tick = v.Me, v.Tick
	if v.World != nil { // not a World that holds a nil island
		s.World, s.Seed, s.Estates = v.World, v.World.Gen.Seed, v.World.Land.Estates
		if !v.World.Code.Laws.Has(world.Peaceful) {
			s.Dark, s.Lights, s.Torches = &v.World.Land, &v.World.Lights, &v.World.Components
		}
		s.Flock = v.World.Flock.All()
		s.Ropes = living.Ropes(&v.World.State, s.Ropes)
		s.Gadgets = takeGadgets(s.Gadgets, v.World)
		list := v.World.Outlines.List
		for i := range list {
			s.Traces = append(s.Traces, Trace{Tile: list[i].At, Item: list[i].Shows()})
		}
	}
	for i := range v.Bodies {
		d := &v.Bodies[i]
		laden := v.World != nil && d.Kind == entity.Player && bond.Load(&v.World.State, d.ID) != 0
		s.Bodies = append(s.Bodies, Body{Body: d.Body, Predicted: d.Predicted, Moved: d.Moved, Speed: d.Speed, Laden: laden})
	}
	for i := range v.Pending {
		h := &v.Pending[i]
		s.Pending = append(s.Pending, Hologram{Seq: h.Seq, Kind: h.Command.Kind, Tile: h.Tile, Item: h.Item, Since: h.Since})
	}
}
