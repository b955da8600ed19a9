package emblem

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/net/charter"
	"manyhold/render/palette"
)

// TestOf: a flag keeps its colours, and an image of all colours is one of sixteen.
func TestOf(t *testing.T) {
	flag := image.NewRGBA(image.Rect(0, 0, 320, 160))
	rainbow := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for x := range 320 {
		for y := range 160 {
			c := palette.Water1.RGBA()
			if y < 80 {
				c = palette.Fire3.RGBA()
			}
			flag.Set(x, y, c)
			rainbow.Set(x, y, color.RGBA{uint8(x * 4), uint8(y * 4), uint8((x ^ y) * 4), 255})
		}
	}
	p := Of(flag)
	for i, c := range p {
		if want := map[bool]palette.Index{true: palette.Fire3, false: palette.Water1}[i < len(p)/2]; Colour(c) != want.RGBA() {
			t.Fatalf("dot %d is %v", i, Colour(c))
		}
	}
	if Of(rainbow).Text() == "" {
		t.Error("an image of many colours has no text")
	}
}

func TestRead(t *testing.T) {
	file := func(w, h int) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, c := range map[string]struct {
		b    []byte
		says string
	}{
		"good": {file(40, 20), ""}, "small": {file(40, 15), "at least 16"}, "text": {[]byte("a picture"), "not a PNG"}, "nothing": {nil, "not a PNG"},
		"cut": {file(40, 20)[:60], "cannot read"}, "huge": {huge(file(40, 20)), "at most 8192"},
	} {
		p, err := Read(bytes.NewReader(c.b))
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) || err == nil && p.Text() == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// huge is a PNG whose header says that it is 65,536 pixels wide; the header's checksum is made anew.
func huge(b []byte) []byte {
	b = bytes.Clone(b)
	copy(b[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0})
	sum := crc(b[12:29])
	copy(b[29:], []byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)})
	return b
}

func crc(b []byte) uint32 {
	c := ^uint32(0)
	for _, v := range b {
		c ^= uint32(v)
		for range 8 {
			c = c>>1 ^ 0xEDB88320&-(c&1)
		}
	}
	return ^c
}

// TestAround: the player is in the middle, what is not known is dark, and a wall throws a shadow.
func TestAround(t *testing.T) {
	at := grid.Tile{X: 100, Y: -50}
	colours := func(_ tile.Ground, b tile.Block) color.RGBA {
		if b == tile.WoodWall {
			return palette.Earth3.RGBA()
		}
		return palette.Green2.RGBA()
	}
	p := Around(at, func(q grid.Tile) (tile.Ground, tile.Block, uint8, bool) {
		b := tile.NoBlock
		if q == at {
			b = tile.WoodWall
		}
		return tile.Grass, b, 0, q.X < at.X+4
	}, colours)
	dot := func(x, y int) color.RGBA { return Colour(p[(8+y)*charter.PictureSide+8+x]) }
	for _, c := range []struct {
		x, y int
		want palette.Index
	}{{0, 0, palette.Earth3}, {0, 1, palette.Green1}, {4, 0, palette.Ink0}, {7, 7, palette.Ink0}} {
		if dot(c.x, c.y) != c.want.RGBA() {
			t.Errorf("%d %d is %v", c.x, c.y, dot(c.x, c.y))
		}
	}
}
