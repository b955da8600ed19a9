package atlas

import (
	"bytes"
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"manyhold/assets"
	"manyhold/game/entity"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/render/palette"
)

var built *Atlas

func build(t testing.TB) *Atlas {
	t.Helper()
	if built == nil {
		a, err := Build(assets.Sprites)
		if err != nil {
			t.Fatal(err)
		}
		built = a
	}
	return built
}

// TestPaletteOnly: every pixel, freed of its opacity, is a colour of the palette.
func TestPaletteOnly(t *testing.T) {
	a := build(t)
	_, figure := a.Sheets.Find(Dress{Look: entity.Look{Hat: 3}}, Throw, East)
	pix := slices.Concat(a.Image.Pix, figure)
	for i := 0; i < len(pix); i += 4 {
		p := pix[i : i+4]
		if p[3] == 0 {
			continue
		}
		if p[3] == 255 {
			if _, ok := palette.Of(color.RGBA{p[0], p[1], p[2], 255}); !ok {
				t.Fatalf("pixel (%d, %d) is %v: not of the palette", i/4%Side, i/4/Side, p)
			}
			continue
		}
		if !multiplied(p) {
			t.Fatalf("pixel (%d, %d) is %v: no colour of the palette at that opacity", i/4%Side, i/4/Side, p)
		}
	}
}

func multiplied(p []uint8) bool {
	for c := palette.Index(1); c < palette.Count; c++ {
		q, a := c.RGBA(), int(p[3])
		if p[0] == uint8(int(q.R)*a/255) && p[1] == uint8(int(q.G)*a/255) && p[2] == uint8(int(q.B)*a/255) {
			return true
		}
	}
	return false
}

// TestCalmGround: within a full cell of ground no colour is more than two steps from the base.
func TestCalmGround(t *testing.T) {
	for m := SandBed; m < MaterialCount; m++ {
		for v := range CalmVariants {
			p := groundCell(m, Masks-1, v)
			base, other := 0, 0
			for _, c := range p.Pix {
				n, ok := palette.Distance(ramps[m].base, c)
				if (!ok || n > 2) && c != ramps[m].dark && c != ramps[m].light {
					t.Errorf("material %d variant %d has colour %d, too far from its base", m, v, c)
				}
				if c == ramps[m].base {
					base++
				} else {
					other++
				}
			}
			if base < other {
				t.Errorf("material %d variant %d: %d pixels of the base, %d others: noise", m, v, base, other)
			}
		}
		for _, c := range []palette.Index{ramps[m].dark, ramps[m].light} {
			if n, ok := palette.Distance(ramps[m].base, c); ok && n > 2 {
				t.Errorf("material %d: %d steps between base and %d", m, n, c)
			}
		}
	}
}

// TestVariants: the pictures of a cell differ, and no 8×8 cells of a plain show one run of pictures twice in
// rows.
func TestVariants(t *testing.T) {
	a := build(t)
	for m := SandBed; m < MaterialCount; m++ {
		seen := map[string]int{}
		for v := range FullVariants {
			seen[string(pixels(a, a.Land.Ground[m][Masks-1][v]))]++
		}
		if len(seen) < FullVariants-1 {
			t.Errorf("material %d: only %d of %d pictures differ", m, len(seen), FullVariants)
		}
	}
	for oy := int32(-64); oy < 64; oy += 8 {
		rows := map[[8]uint32]bool{}
		for y := range int32(8) {
			var row [8]uint32
			for x := range row {
				row[x] = Hash(int32(x)+oy*3, y+oy, 11) % CalmVariants
			}
			if rows[row] {
				t.Errorf("two equal rows within 8×8 at %d", oy)
			}
			rows[row] = true
		}
	}
}

func pixels(a *Atlas, r Rect) []byte {
	var b bytes.Buffer
	for y := r.Y; y < r.Y+r.H; y++ {
		o := a.Image.PixOffset(int(r.X), int(y))
		b.Write(a.Image.Pix[o : o+4*int(r.W)])
	}
	return b.Bytes()
}

// TestNoMissingArt: every kind of block, ground and item has a picture with something in it.
func TestNoMissingArt(t *testing.T) {
	a := build(t)
	shown := func(r Rect) bool {
		for i, p := range pixels(a, r) {
			if i%4 == 3 && p > 0 {
				return true
			}
		}
		return false
	}
	for b := tile.NoBlock + 1; b < tile.BlockCount; b++ {
		ok := len(a.Blocks.Standing[b]) > 0 && shown(a.Blocks.Standing[b][0])
		if w, wall := WallOf(b); wall {
			ok = shown(a.Land.Walls[w][0][Outer][0])
		}
		switch b {
		case tile.Oak:
			ok = shown(a.Trees.Oaks[0].Crown)
		case tile.Pine:
			ok = shown(a.Trees.Pines[0][0].Crown)
		case tile.DeadTree:
			ok = shown(a.Trees.Dead.Trunk)
		case tile.CoalOre, tile.CopperOre, tile.CrystalOre:
			ok = ok && a.Land.Veins[b] != nil && shown(a.Land.Veins[b][0][0])
		case tile.Gadget:
			ok = true // its picture is that of its blueprint
		case tile.Door, tile.Lamp, tile.Torch, tile.Hearth:
			ok = ok && len(a.Blocks.Lit[b]) > 0 && shown(a.Blocks.Lit[b][0])
		}
		if !ok {
			t.Errorf("block %v has no picture", b)
		}
	}
	for g := tile.Water; g < tile.GroundCount; g++ {
		if m := MaterialOf(g); m == Deep || !shown(a.Land.Ground[m][Masks-1][0]) {
			t.Errorf("ground %v has no picture", g)
		}
	}
	for k := item.None + 1; k < item.KindCount; k++ {
		if r := a.Icons[k]; r.W != Tile || r.H != Tile || !shown(r) {
			t.Errorf("item %v has no picture of 16×16", k)
		}
	}
	if !shown(a.Bodies.Crate) || !shown(a.Bodies.Ball[0]) {
		t.Error("crate or ball has no picture")
	}
	for n := 1; n <= 8; n++ {
		if !shown(a.Marks.Emotes[n]) {
			t.Errorf("emote %d has no picture", n)
		}
	}
}

func TestBuildIsTheSameEveryTime(t *testing.T) {
	a := build(t)
	b, err := Build(assets.Sprites)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Image.Pix, b.Image.Pix) {
		t.Fatal("two builds differ")
	}
}

func TestBuildNamesTheBrokenText(t *testing.T) {
	_, err := Build(fstest.MapFS{"sprites/mine.txt": {Data: []byte("[a] 1 1\n..\n.?\n")}})
	if err == nil || !strings.HasPrefix(err.Error(), "sprites/mine.txt:3: ") {
		t.Errorf("error is %v; want it to begin with file and line", err)
	}
}

func TestSheetsGiveWay(t *testing.T) {
	a, err := Build(assets.Sprites)
	if err != nil {
		t.Fatal(err)
	}
	first, pixels := a.Sheets.Find(Dress{Look: entity.Look{}}, Idle, South)
	if pixels == nil {
		t.Error("the first frame was not drawn")
	}
	if again, pixels := a.Sheets.Find(Dress{Look: entity.Look{Skin: uint8(SkinCount), Hat: HatCount}}, Idle, South); again != first || pixels != nil {
		t.Errorf("a look that folds to the same is at %v, drawn %v", again, pixels != nil)
	}
	if other, _ := a.Sheets.Find(Dress{Look: entity.Look{}}, Walk, South); other == first {
		t.Error("two frames are at one place")
	}
	taken := map[Rect]bool{first: true}
	for n := range MaxFrames {
		r, _ := a.Sheets.Find(Dress{Look: entity.Look{Hair: uint8(n % HairCount), Shirt: uint8(n / HairCount % ShirtCount), Hat: 1}}, Pose(n/HairCount/ShirtCount%int(PoseEnd)), Direction(n/HairCount/ShirtCount/int(PoseEnd)))
		taken[r] = true
		if b := r.Bounds(); b.Min.X < Side || b.Max.X > Side+SheetsW || b.Max.Y > Side || b.Min.Y < 0 {
			t.Fatalf("frame %d at %v lies outside the atlas", n, b)
		}
	}
	if len(taken) != MaxFrames {
		t.Errorf("%d of %d places were used", len(taken), MaxFrames)
	}
	if _, pixels := a.Sheets.Find(Dress{Look: entity.Look{}}, Idle, South); pixels == nil {
		t.Error("the oldest frame did not give way")
	}
}

// TestFiguresReadInGrey: on every ground a figure's outline is far darker than the ground, and its face
// far lighter than its outline.
func TestFiguresReadInGrey(t *testing.T) {
	a := build(t)
	grey := func(c palette.Index) int {
		q := c.RGBA()
		return (int(q.R)*299 + int(q.G)*587 + int(q.B)*114) / 1000
	}
	for m := SandBed; m < MaterialCount; m++ {
		if d := grey(ramps[m].base) - grey(palette.Ink0); d < 40 {
			t.Errorf("material %d is only %d lighter than an outline", m, d)
		}
	}
	tailor := tailor{texts: a.texts}
	for skin := range SkinCount {
		tailor.wear(Dress{Look: entity.Look{Skin: uint8(skin)}})
		p := tailor.figure(Idle, South)
		if d := grey(p.At(8, 11)) - grey(palette.Ink0); d < 60 {
			t.Errorf("skin %d is only %d lighter than its outline", skin, d)
		}
	}
}

func TestWallShapes(t *testing.T) {
	for _, c := range []struct {
		v, b, d bool
		want    Shape
	}{{false, false, true, Outer}, {false, true, false, Horizontal}, {true, false, false, Vertical}, {true, true, false, Inner}, {true, true, true, Middle}} {
		if got := ShapeOf(c.v, c.b, c.d); got != c.want {
			t.Errorf("ShapeOf(%v, %v, %v) = %d, want %d", c.v, c.b, c.d, got, c.want)
		}
	}
}
