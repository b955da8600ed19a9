package gallery

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/patience"
	"manyhold/render"
	"manyhold/render/album"
)

// shop is a store with the contents that a test gives it.
type shop struct {
	has    map[asset.Name][]byte
	done   int // of ten blocks of all others
	wanted map[asset.Name]int
	reads  chan asset.Name // each read waits until the test takes it
}

func (s *shop) Want(n asset.Name, p exchange.Priority) {
	if p == exchange.Visible {
		s.wanted[n]++
	}
}
func (*shop) Unwant(asset.Name)         {}
func (s *shop) Holds(n asset.Name) bool { return s.has[n] != nil }
func (s *shop) Get(n asset.Name) ([]byte, bool) {
	s.reads <- n
	return s.has[n], s.has[n] != nil
}
func (s *shop) Progress(asset.Name) (exchange.Progress, bool) {
	return exchange.Progress{Done: s.done, Total: 10}, true
}
func (s *shop) Descriptor(asset.Name) (*asset.Descriptor, bool) {
	return &asset.Descriptor{Kind: asset.Sheet, Width: 256, Height: 128}, true
}

// drawn is a PNG of one colour.
func drawn(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for k := range w * h {
		m.Set(k%w, k/w, color.NRGBA{200, 100, 50, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGallery: a sprite near the player is asked for, shows how far it has come, is decoded beside the
// frames, one at a time, and is reduced to what is drawn; one far away is not asked for, and a broken one
// keeps its rough shape.
func TestGallery(t *testing.T) {
	s := &shop{has: map[asset.Name][]byte{}, wanted: map[asset.Name]int{}, reads: make(chan asset.Name)}
	g := New(s)
	show := func(is byte, x int32) render.Gadget {
		list := []render.Gadget{{Tile: grid.Tile{X: x}, Sprite: blueprint.Asset{is}}, {}}
		g.Show(list, grid.Tile{X: 100})
		if list[1] != (render.Gadget{}) {
			t.Error("a thing without a sprite changed")
		}
		return list[0]
	}
	if x := show(1, 0); x.Waits || len(s.wanted) > 0 {
		t.Errorf("far away: %+v", x)
	}
	s.done = 4
	if x := show(1, 60); !x.Waits || x.Percent != 40 || x.W != album.Side || s.wanted[asset.Name{1}] != 1 {
		t.Errorf("%+v, wanted %v", x, s.wanted)
	}
	for range 2 * again {
		show(1, 60)
	}
	if n := s.wanted[asset.Name{1}]; n != 3 {
		t.Errorf("asked %d times", n)
	}
	s.has[asset.Name{1}], s.has[asset.Name{2}], s.has[asset.Name{3}] = drawn(t, 256, 128), []byte("no picture"), drawn(t, 8, 4)
	if x := show(1, 60); x.Percent != 100 || x.Art != nil {
		t.Errorf("%+v", x)
	}
	show(2, 60) // waits for its turn
	art := func(is byte) (x render.Gadget) {
		t.Helper()
		patience.Wait(t, "a picture", 10*time.Second, time.Millisecond, func() bool { x = show(is, 60); return !x.Waits })
		return x
	}
	read := func(is byte) {
		t.Helper()
		if got := <-s.reads; got != (asset.Name{is}) {
			t.Errorf("read %v", got)
		}
	}
	read(1)
	x := art(1)
	if x.Art == nil || x.Art.Image.Rect != image.Rect(0, 0, 64, 32) || x.Art.Image.RGBAAt(63, 31) != (color.RGBA{200, 100, 50, 255}) {
		t.Errorf("%+v", x.Art)
	}
	show(2, 60)
	read(2)
	if x := art(2); x.Art != nil {
		t.Error("a broken picture is shown")
	}
	show(3, 60)
	kept := s.has[asset.Name{3}]
	s.has[asset.Name{3}] = nil // the node lost it, or is gone for a moment
	read(3)
	patience.Wait(t, "the failure", 10*time.Second, time.Millisecond, func() bool { return show(3, 60).Percent == 40 })
	s.has[asset.Name{3}] = kept
	show(3, 60)
	read(3)
	if x := art(3); x.Art == nil || x.Art.Image.Rect != image.Rect(0, 0, 8, 4) {
		t.Error("a small one changed its size")
	}
	for n := range most + 10 { // others come
		list := []render.Gadget{{Tile: grid.Tile{X: 100}, Sprite: blueprint.Asset{9, byte(n), byte(n >> 8)}}}
		g.Show(list, grid.Tile{X: 100})
	}
	if len(g.pieces) != most {
		t.Errorf("%d pieces are kept", len(g.pieces))
	}
	none := []render.Gadget{{Sprite: blueprint.Asset{1}}}
	if New(nil).Show(none, grid.Tile{}); none[0].Waits || none[0].Art != nil {
		t.Error("a window without a store shows holograms")
	}
}
