package gallery

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"manyhold/game/blueprint"
	"manyhold/game/grid"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/patience"
	"manyhold/render/album"
)

// closet is a shop that knows descriptors, and what is wanted no more.
type closet struct {
	shop
	known    map[asset.Name]*asset.Descriptor
	unwanted []asset.Name
}

func (c *closet) Descriptor(n asset.Name) (*asset.Descriptor, bool) {
	d := c.known[n]
	return d, d != nil
}
func (c *closet) Unwant(n asset.Name)                              { c.unwanted = append(c.unwanted, n) }
func (*closet) Progress(asset.Name) (p exchange.Progress, ok bool) { return p, false }

// TestAvatar: a picture that a player wears is fetched, and shown when it is here. One that is too large is
// given up as soon as that is known, and never shown.
func TestAvatar(t *testing.T) {
	s := &closet{shop: shop{has: map[asset.Name][]byte{}, wanted: map[asset.Name]int{}, reads: make(chan asset.Name, 10)}, known: map[asset.Name]*asset.Descriptor{}}
	g := New(s)
	is, large := blueprint.Asset{1}, blueprint.Asset{2}
	if g.Avatar(blueprint.Asset{}) != nil || g.Avatar(is) != nil || g.Avatar(large) != nil || s.wanted[asset.Name(is)] != 1 || s.wanted[asset.Name(large)] != 1 {
		t.Fatalf("wanted %v", s.wanted)
	}
	g.frame++
	s.known[asset.Name(large)] = &asset.Descriptor{Kind: asset.Sprite, Size: 900, Width: 17, Height: 24}
	for range 3 {
		if g.Avatar(large) != nil {
			t.Error("a picture that is too large is worn")
		}
	}
	if len(s.unwanted) > 1 || s.wanted[asset.Name(large)] != 1 {
		t.Errorf("given up %v, wanted %v", s.unwanted, s.wanted)
	}
	s.has[asset.Name(is)] = drawn(t, 16, 24)
	s.known[asset.Name(is)] = &asset.Descriptor{Kind: asset.Sprite, Size: len(s.has[asset.Name(is)]), Width: 16, Height: 24}
	var art *album.Art
	patience.Wait(t, "the picture", 10*time.Second, time.Millisecond, func() bool {
		g.Show(nil, grid.Tile{})
		art = g.Avatar(is)
		return art != nil
	})
	if art.Image.Rect.Dx() != 16 || art.Image.Rect.Dy() != 24 {
		t.Errorf("it is %v", art.Image.Rect)
	}
	if New(nil).Avatar(is) != nil {
		t.Error("a window without a store shows pictures")
	}
}

// TestReadAvatar: a small PNG can be worn, and anything else is refused in words.
func TestReadAvatar(t *testing.T) {
	one := func(name string, data []byte) fstest.MapFS { return fstest.MapFS{name: {Data: data}} }
	for _, c := range []struct {
		files fstest.MapFS
		says  string
	}{
		{one("me.PNG", drawn(t, 16, 24)), ""},
		{one("me.png", drawn(t, 8, 8)), ""},
		{one("me.png", drawn(t, 16, 25)), "16 × 25 pixels; one to wear has 8 × 8 to 16 × 24"},
		{one("me.png", drawn(t, 7, 24)), "7 × 24"},
		{one("me.png", append(drawn(t, 8, 8), make([]byte, AvatarBytes)...)), "more than 16 KiB"},
		{one("me.png", []byte("hello")), "no PNG picture"},
		{one("me.jpg", drawn(t, 8, 8)), "drop one PNG"},
		{fstest.MapFS{"a.png": {Data: drawn(t, 8, 8)}, "b.png": {Data: drawn(t, 8, 8)}}, "drop one PNG"},
		{fstest.MapFS{}, "drop one PNG"},
	} {
		data, err := ReadAvatar(c.files)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || err == nil && !bytes.HasPrefix(data, []byte("\x89PNG")) {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}
