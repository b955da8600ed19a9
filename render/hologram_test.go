package render

import (
	"slices"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/atlas"
	"manyhold/render/draw"
)

// drawn returns the sprites of r's draw list that are cut out of a picture.
func drawn(r *Renderer, p atlas.Rect) (all []draw.Sprite) {
	for i := range r.list.Sprites {
		if r.list.Sprites[i].Rect == p {
			all = append(all, r.list.Sprites[i])
		}
	}
	return all
}

// TestHologramsAppearAndAreRefused: a request appears within 120 ms, in cyan and translucent; a refused one
// stands in red between crossed brackets for a moment; other players' refusals are not shown.
func TestHologramsAppearAndAreRefused(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p, Tick: 600}
	p.person(s, 0.5, 0.5, 64, entity.Look{})
	s.Me = &p.players[0]
	r.Camera().Jump(toVec(0.5, 0.5))
	at, chest := grid.Tile{X: 2, Y: 1}, r.atlas.Blocks.Standing[tile.Chest][0]
	s.Pending = []Hologram{{Seq: 7, Kind: command.Place, Tile: at, Item: item.Chest, Since: 600}}
	alphaAfter := func(ticks game.Tick) float32 {
		s.Tick = 600 + ticks
		r.list.Reset()
		r.requests.draw(&r.stage, s)
		all := drawn(r, chest)
		if len(all) != 1 || all[0].Tint.R > all[0].Tint.B {
			t.Fatalf("after %d ticks it is drawn as %+v, want once and in cyan", ticks, all)
		}
		return all[0].Tint.A
	}
	if first, later, last := alphaAfter(0), alphaAfter(3), alphaAfter(8); first >= later || later >= last || last != hologramAlpha {
		t.Errorf("its opacity is %.2f, after 50 ms %.2f, after 120 ms %.2f, want %.2f", first, later, last, hologramAlpha)
	}
	refusals := func(e event.Event) []draw.Sprite {
		r.UpdateScene(s)
		r.Observe([]event.Event{e})
		s.Pending = nil
		r.list.Reset()
		r.requests.draw(&r.stage, s)
		return slices.Concat(drawn(r, chest), drawn(r, r.atlas.Marks.BracketNo))
	}
	pending := slices.Clone(s.Pending)
	if got := refusals(event.Event{Kind: event.Refused, Seat: 2, Seq: 7}); len(got) != 0 {
		t.Errorf("another's refusal is drawn: %+v", got)
	}
	s.Pending = pending
	got := refusals(event.Event{Kind: event.Refused, Seat: 1, Seq: 7, A: int32(event.Blocked)})
	if len(got) != 2 || got[0].Tint.R <= got[0].Tint.B {
		t.Fatalf("a refusal is drawn as %+v, want the chest in red and crossed brackets", got)
	}
	for range int(refusedSeconds/tickSeconds) + 1 {
		r.UpdateScene(s)
	}
	r.list.Reset()
	if r.requests.draw(&r.stage, s); len(r.list.Sprites) != 0 {
		t.Errorf("half a second later %d sprites are left", len(r.list.Sprites))
	}
}

// TestPlacedThingsAreSquashed: a thing just placed is wide and low at first, and has its size after 90 ms.
func TestPlacedThingsAreSquashed(t *testing.T) {
	r := Renderer{stage: stage{seconds: 5}}
	r.Observe([]event.Event{{Kind: event.Placed, Tile: grid.Tile{X: 3, Y: 4}, A: int32(tile.Chest)}})
	widths := []float32{}
	for _, after := range []float64{0, 0.045, 0.089, 0.1} {
		r.seconds = 5 + after
		widths = append(widths, r.things.squash(&r.stage, 3, 4))
	}
	if widths[0] != 1+squashMost || widths[1] >= widths[0] || widths[2] >= widths[1] || widths[2] <= 1 || widths[3] != 1 {
		t.Errorf("its width goes %v, want from %v to 1 in 90 ms", widths, 1+squashMost)
	}
	if k := r.things.squash(&r.stage, 4, 4); k != 1 {
		t.Errorf("the tile beside it is %v wide", k)
	}
}

// TestTallThingsFade: a lighthouse before another player is seen through, one behind the player is not.
func TestTallThingsFade(t *testing.T) {
	for _, behind := range []bool{false, true} {
		r := newRenderer(t, "simple")
		p := newPainted(1, tile.Grass)
		s := &Scene{World: p}
		p.person(s, 0.5, 0.5, 64, entity.Look{})
		y := int32(-1)
		if behind {
			y = 1
		}
		p.block(0, y, tile.Beacon, 0)
		r.Camera().Jump(toVec(0.5, 0.5))
		shoot(t, r, s, 640, 360, 3)
		found := false
		for i := range r.list.Sprites {
			q := &r.list.Sprites[i]
			if q.Rect == r.atlas.Blocks.Standing[tile.Beacon][0] {
				found = true
				if faded := q.Tint.A == crownFade; faded != behind {
					t.Errorf("behind %v: the lighthouse has opacity %.2f", behind, q.Tint.A)
				}
			}
		}
		if !found {
			t.Error("no lighthouse is drawn")
		}
	}
}

// TestCrownsFade: a crown before the player is seen through, one that the player stands before is not.
func TestCrownsFade(t *testing.T) {
	r := newRenderer(t, "simple")
	p := newPainted(1, tile.Grass)
	s := &Scene{World: p}
	p.person(s, 0.5, 0.5, 64, entity.Look{})
	s.Me = &p.players[0]
	p.block(0, 1, tile.Oak, 0)
	p.block(0, -1, tile.Oak, 0)
	r.Camera().Jump(toVec(0.5, 0.5))
	shoot(t, r, s, 640, 360, 3)
	var faded []bool
	for i := range r.list.Sprites {
		q := &r.list.Sprites[i]
		if slices.ContainsFunc(r.atlas.Trees.Oaks[:], func(o atlas.Tree) bool { return o.Crown == q.Rect }) {
			faded = append(faded, q.Tint.A == crownFade)
			if before := q.Y > r.meY; before != (q.Tint.A == crownFade) {
				t.Errorf("a crown with its foot %.0f pixels from the player's has opacity %.2f", q.Y-r.meY, q.Tint.A)
			}
		}
	}
	if len(faded) != 2 {
		t.Errorf("%d crowns are drawn, want 2", len(faded))
	}
}
