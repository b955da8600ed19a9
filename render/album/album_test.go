package album

import (
	"image"
	"testing"

	"manyhold/render/atlas"
)

// TestAlbum: a picture is sent once and keeps its place while it is drawn; few come in one frame; the one
// that was not drawn for longest gives way, and none that is drawn in this frame.
func TestAlbum(t *testing.T) {
	var a Album
	sent := 0
	send := func(at image.Rectangle, art *image.RGBA) {
		sent++
		if at.Size() != art.Rect.Size() || at.Min.X < atlas.Side+atlas.SheetsW || at.Max.X > atlas.Side+atlas.SheetsW+Width || at.Max.Y > atlas.Side || at.Min.Y < 0 {
			t.Errorf("sent to %v", at)
		}
	}
	arts := make([]*Art, Places+1)
	for n := range arts {
		arts[n] = &Art{image.NewRGBA(image.Rect(0, 0, 1+n%Side, Side-n%Side))}
	}
	a.Begin()
	for n, want := range []bool{true, true, false} {
		if _, ok := a.Place(arts[n], send); ok != want {
			t.Errorf("picture %d of a frame: %v", n, ok)
		}
	}
	where := map[*Art]atlas.Rect{}
	taken := map[[2]int16]bool{}
	for n := 2; n < Places; n++ {
		a.Begin()
		r, ok := a.Place(arts[n], send)
		if where[arts[n]] = r; !ok || taken[[2]int16{r.X, r.Y}] {
			t.Fatalf("picture %d: %v %v", n, r, ok)
		}
		taken[[2]int16{r.X, r.Y}] = true
	}
	a.Begin()
	for n := 2; n < Places; n++ {
		if r, ok := a.Place(arts[n], send); !ok || r != where[arts[n]] {
			t.Fatalf("picture %d moved: %v %v", n, r, ok)
		}
	}
	if sent != Places {
		t.Errorf("%d pictures were sent", sent)
	}
	if _, ok := a.Place(arts[Places], send); !ok { // the first one gives way
		t.Error("no place for one more")
	}
	if _, ok := a.Place(arts[1], send); !ok {
		t.Error("the second one is there")
	}
	if _, ok := a.Place(arts[0], send); ok {
		t.Error("it takes the place of one that is drawn in this frame")
	}
	a.Begin()
	if _, ok := a.Place(arts[0], send); !ok || sent != Places+2 {
		t.Errorf("it does not come back: %d sent", sent)
	}
}
