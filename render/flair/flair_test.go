package flair

import (
	"testing"

	"manyhold/assets"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/dusk"
	"manyhold/render/palette"
)

// TestWhatIsHeldIsSeen: each thing to show is seen in the hand that holds it, by its own picture; what is
// built with is not, and neither is anything while the hands carry something else. The string of a kite keeps
// off the face.
func TestWhatIsHeldIsSeen(t *testing.T) {
	a, err := atlas.Build(assets.Sprites)
	if err != nil {
		t.Fatal(err)
	}
	held := func(k item.Kind, h Hand) []draw.Sprite {
		list := new(draw.List)
		b := &dusk.Brush{Atlas: a, List: list, Halo: func(x, y, size float32, c palette.Index, strength float32) {}}
		var p entity.PlayerState
		p.Inventory[0] = item.Stack{Kind: k, Count: 1}
		Held(b, &h, &p)
		return list.Sprites
	}
	for _, k := range []item.Kind{item.Flute, item.Harp, item.Bells, item.NineScore, item.ShoreScore, item.GoldRocket, item.MapPiece, item.RedDye, item.VioletDye, item.OldCrown, item.StarCloak, item.RoseLantern} {
		for _, h := range []Hand{{}, {Behind: true}, {Mirrored: true}} {
			got := held(k, h)
			if len(got) != 1 || got[0].Rect != a.Icons[k] || (got[0].X > 0) == h.Mirrored || (got[0].ScaleX > 0) == h.Mirrored {
				t.Errorf("%s in the hand %+v: %+v", k, h, got)
			}
		}
		if got := held(k, Hand{Full: true}); len(got) > 0 {
			t.Errorf("%s is seen in full hands", k)
		}
	}
	for _, k := range []item.Kind{item.None, item.WoodWall, item.Stick} {
		if got := held(k, Hand{}); len(got) > 0 {
			t.Errorf("%s is held up", k)
		}
	}
	const half, chin, top = 5, -13, -20 // of a head, from the feet
	kites := 0
	for _, s := range held(item.Kite, Hand{}) {
		if s.Rect == a.Icons[item.Kite] {
			kites++
		} else if s.X > -half && s.X < half && s.Y < chin && s.Y > top {
			t.Errorf("the string crosses the face at %.0f %.0f", s.X, s.Y)
		}
	}
	if kites != 1 {
		t.Errorf("%d kites", kites)
	}
}
