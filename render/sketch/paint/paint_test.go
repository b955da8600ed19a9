package paint_test

import (
	"image"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
	"manyhold/game/blueprint"
	"manyhold/game/fixed"
	"manyhold/render/atlas"
	"manyhold/render/draw"
	"manyhold/render/gputest"
	"manyhold/render/palette"
	"manyhold/render/sketch"
	"manyhold/render/sketch/paint"
)

// easel is a view of 128 × 128 pixels whose middle is the thing's.
type easel struct {
	list    draw.List
	glow    draw.Batch
	canvas  paint.Canvas
	shaders paint.Shaders
	atlas   *atlas.Atlas
	image   *ebiten.Image
	view    *ebiten.Image
}

func newEasel(t *testing.T) *easel {
	gputest.Need(t)
	a, err := atlas.Build(assets.Sprites)
	if err != nil {
		t.Fatal(err)
	}
	e := &easel{atlas: a, image: ebiten.NewImageFromImage(a.Image), view: ebiten.NewImage(128, 128)}
	e.canvas = paint.Canvas{List: &e.list, Glow: &e.glow, Shapes: &a.Shapes, OX: -64, OY: -64, W: 128, H: 128, Bright: 1,
		Pixels: func(p *blueprint.Picture, foot, x, y, opacity, scale float32) {}}
	return e
}

// draw draws a drawing and returns the pixels.
func (e *easel) draw(d sketch.Drawing) *image.RGBA {
	e.view.Clear()
	e.list.Reset()
	e.glow.Reset()
	e.canvas.Begin()
	e.canvas.Draw(&d)
	var b draw.Batch
	e.list.Into(&b)
	b.Draw(e.view, e.image, ebiten.BlendSourceOver)
	e.shaders.Draw(e.view, []sketch.Drawing{d}, -64, -64)
	e.glow.Draw(e.view, e.image, ebiten.BlendLighter)
	return gputest.Pixels(e.view)
}

// TestShapes: each kind of shape fills the pixels that it should, and no others.
func TestShapes(t *testing.T) {
	e := newEasel(t)
	fire := palette.Fire2.RGBA()
	for name, c := range map[string]struct {
		shape    sketch.Shape
		in, out  [][2]int
		count    [2]int // of pixels that are not clear
		coloured bool
	}{
		"rectangle":     {sketch.Shape{Kind: sketch.Rect, X: -4, Y: -8, X1: 4, Y1: 8, Colour: palette.Fire2, Alpha: 1}, [][2]int{{60, 56}, {67, 71}}, [][2]int{{59, 60}, {68, 60}, {64, 72}}, [2]int{128, 128}, true},
		"disc":          {sketch.Shape{Kind: sketch.Disc, Size: 10, Colour: palette.Fire2, Alpha: 1}, [][2]int{{64, 64}, {55, 64}, {64, 73}}, [][2]int{{56, 56}, {76, 64}}, [2]int{300, 370}, true},
		"ring":          {sketch.Shape{Kind: sketch.Ring, Size: 10, X1: 2, Colour: palette.Fire2, Alpha: 1}, [][2]int{{54, 64}, {64, 54}, {74, 64}}, [][2]int{{64, 64}, {60, 60}}, [2]int{80, 170}, true},
		"flat line":     {sketch.Shape{Kind: sketch.Line, X: -20, Y: 0, X1: 20, Y1: 5, Size: 1, Colour: palette.Fire2, Alpha: 1}, [][2]int{{44, 64}, {84, 69}}, [][2]int{{44, 69}, {84, 64}}, [2]int{41, 41}, true},
		"steep line":    {sketch.Shape{Kind: sketch.Line, X: 3, Y: 20, X1: -3, Y1: -20, Size: 1, Colour: palette.Fire2, Alpha: 1}, [][2]int{{67, 84}, {61, 44}}, [][2]int{{61, 84}, {67, 44}}, [2]int{41, 41}, true},
		"point":         {sketch.Shape{Kind: sketch.Line, X: 3, Y: 3, X1: 3, Y1: 3, Size: 1, Colour: palette.Fire2, Alpha: 1}, [][2]int{{67, 67}}, nil, [2]int{1, 1}, true},
		"glow":          {sketch.Shape{Kind: sketch.Glow, Size: 20, Colour: palette.Fire2, Alpha: 1}, [][2]int{{64, 64}}, [][2]int{{20, 20}}, [2]int{300, 1700}, false},
		"clear":         {sketch.Shape{Kind: sketch.Rect, X: -4, Y: -8, X1: 4, Y1: 8, Alpha: 1}, nil, nil, [2]int{0, 128}, false},
		"empty":         {sketch.Shape{Kind: sketch.Rect, X: 4, Y: 4, X1: 4, Y1: 8, Colour: palette.Fire2, Alpha: 1}, nil, nil, [2]int{0, 0}, false},
		"text":          {sketch.Shape{Kind: sketch.Text, Words: "x", Colour: palette.Fire2, Alpha: 1}, nil, nil, [2]int{0, 0}, false},
		"no picture":    {sketch.Shape{Kind: sketch.Picture, Size: 1, Alpha: 1}, nil, nil, [2]int{0, 0}, false},
		"unknown shade": {sketch.Shape{Kind: sketch.Shade, X1: 9, Y1: 9, Shader: &sketch.Shader{}, Alpha: 1}, nil, nil, [2]int{0, 0}, false},
	} {
		m := e.draw(sketch.Drawing{Shapes: []sketch.Shape{c.shape}})
		n := 0
		for k := 0; k < len(m.Pix); k += 4 {
			if m.Pix[k] > 0 || m.Pix[k+1] > 0 || m.Pix[k+2] > 0 {
				n++
			}
		}
		if n < c.count[0] || n > c.count[1] {
			t.Errorf("%s fills %d pixels, want %v", name, n, c.count)
		}
		for _, p := range c.in {
			if q := m.RGBAAt(p[0], p[1]); c.coloured && (q.R != fire.R || q.G != fire.G || q.B != fire.B) || q.R == 0 {
				t.Errorf("%s: %v is %v", name, p, q)
			}
		}
		for _, p := range c.out {
			if q := m.RGBAAt(p[0], p[1]); q.R > 0 {
				t.Errorf("%s: %v is %v", name, p, q)
			}
		}
	}
}

// TestShader: a shader gets its place, its time and its values, and is drawn over its rectangle alone.
func TestShader(t *testing.T) {
	e := newEasel(t)
	s := &sketch.Shader{Text: "func Pixel(at vec2) vec4 {\n\tif at.x < 0 {\n\t\treturn vec4(Values.x, 0, 0, 1)\n\t}\n\treturn vec4(0, Time/4, Size.x/8, 1)\n}", Cost: 10}
	if err := e.shaders.Compile(s); err != nil {
		t.Fatal(err)
	}
	shape := sketch.Shape{Kind: sketch.Shade, X: -16, Y: -16, X1: 16, Y1: 16, Shader: s, Values: [4]float32{0.5}, Alpha: 1}
	m := e.draw(sketch.Drawing{Seconds: 2, Shapes: []sketch.Shape{shape}})
	near := func(a, b uint8) bool { return a-b < 3 || b-a < 3 }
	for at, want := range map[[2]int][3]uint8{{50, 64}: {128, 0, 0}, {78, 64}: {0, 128, 64}, {46, 64}: {0, 0, 0}, {64, 81}: {0, 0, 0}} {
		if q := m.RGBAAt(at[0], at[1]); !near(q.R, want[0]) || !near(q.G, want[1]) || !near(q.B, want[2]) {
			t.Errorf("%v is %v, want %v", at, q, want)
		}
	}
	shape.Alpha = 0.5
	if q := e.draw(sketch.Drawing{Shapes: []sketch.Shape{shape}}).RGBAAt(50, 64); !near(q.R, 64) || !near(q.A, 128) {
		t.Errorf("half as opaque it is %v", q)
	}
	e.shaders.Drop(s)
	if q := e.draw(sketch.Drawing{Shapes: []sketch.Shape{shape}}).RGBAAt(50, 64); q.A != 0 {
		t.Errorf("it is still drawn: %v", q)
	}
}

// TestShade: the shaders of a frame cost so much at most; those that are left out come first the next time.
func TestShade(t *testing.T) {
	e := newEasel(t)
	s := &sketch.Shader{Text: "func Pixel(at vec2) vec4 {\n\treturn vec4(1)\n}", Cost: 2000}
	if err := e.shaders.Compile(s); err != nil {
		t.Fatal(err)
	}
	var list []sketch.Drawing
	for n := range 4 {
		list = append(list, sketch.Drawing{At: fixed.Vec{X: fixed.Q(n) * fixed.One / 16}, Shapes: []sketch.Shape{{Kind: sketch.Shade, X: -40, Y: -40, X1: 40, Y1: 40, Shader: s, Alpha: 1}}})
	}
	all := 0
	for range 4 {
		n := e.shaders.Draw(e.view, list, -64, -64)
		if n*80*80*2000 > paint.MaxShade || n == 0 {
			t.Errorf("%d shaders in a frame", n)
		}
		all += n
	}
	if all < 4 {
		t.Errorf("%d shaders in four frames", all)
	}
}

// TestManyShapes: shapes beyond the limit of a frame are left out, and nothing of a thing that is far away is
// drawn.
func TestManyShapes(t *testing.T) {
	e := newEasel(t)
	d := sketch.Drawing{}
	for range sketch.MaxShapes {
		d.Shapes = append(d.Shapes, sketch.Shape{Kind: sketch.Disc, Size: 3, Colour: palette.Fire2, Alpha: 1})
	}
	e.list.Reset()
	e.canvas.Begin()
	for range 20 {
		e.canvas.Draw(&d)
	}
	if n := len(e.list.Sprites); n > paint.MaxQuads || n < paint.MaxQuads/2 {
		t.Errorf("%d rectangles", n)
	}
	e.list.Reset()
	e.canvas.Begin()
	if d.At.X = 1000 * fixed.One; len(e.list.Sprites) == 0 {
		e.canvas.Draw(&d)
	}
	if n := len(e.list.Sprites); n > 0 {
		t.Errorf("%d rectangles from afar", n)
	}
}

// TestATooDearShaderHoldsUpNothing: one that would take more than a frame by itself is never drawn, and those
// beside it are. The part that is out of view costs nothing.
func TestATooDearShaderHoldsUpNothing(t *testing.T) {
	e := newEasel(t)
	shader := func(cost int) *sketch.Shader {
		s := &sketch.Shader{Text: "func Pixel(at vec2) vec4 {\n\treturn vec4(1)\n}", Cost: cost}
		if err := e.shaders.Compile(s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	dear, cheap := shader(paint.MaxShade/(128*128)+1), shader(10)
	at := func(s *sketch.Shader, x float32) sketch.Drawing {
		return sketch.Drawing{Shapes: []sketch.Shape{{Kind: sketch.Shade, X: x - 64, Y: -64, X1: x + 64, Y1: 64, Shader: s, Alpha: 1}}}
	}
	for frame := range 3 {
		if n := e.shaders.Draw(e.view, []sketch.Drawing{at(cheap, 0), at(dear, 0), at(cheap, 0)}, -64, -64); n != 2 {
			t.Errorf("frame %d: %d shaders beside a dear one", frame, n)
		}
	}
	if n := e.shaders.Draw(e.view, []sketch.Drawing{at(dear, 100), at(dear, 100), at(dear, 300), at(cheap, 0)}, -64, -64); n != 3 {
		t.Errorf("%d shaders mostly out of view", n)
	}
}
