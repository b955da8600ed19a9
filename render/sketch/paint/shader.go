package paint

import (
	"fmt"
	"image"
	"regexp"
	"strconv"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/render/kage"
	"manyhold/render/sketch"
)

// header stands before the text of a shader, footer behind it.
const (
	header = "//kage:unit pixels\npackage main\nvar Time float\nvar Size vec2\nvar Values vec4\nvar Add float\n"
	footer = `
func Fragment(dst vec4, src vec2, color vec4) vec4 {
	c := clamp(Pixel(color.xy), vec4(0), vec4(1))
	return vec4(c.rgb*c.a, c.a*(1-Add))*color.a
}
`
)

// place finds where the compiler complains.
var place = regexp.MustCompile(`(\d+):(\d+): `)

// Compile checks and compiles a shader. The error is a *kage.Problem. It needs no window.
func Compile(text string) (s *ebiten.Shader, err error) {
	if _, err := kage.Check(text); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil { // the compiler is no judge of strangers' texts
			s, err = nil, &kage.Problem{Line: 1, Column: 1, Why: fmt.Sprintf("the compiler of shaders gives up: %v; write it otherwise", r)}
		}
	}()
	if s, err = ebiten.NewShader([]byte(header + text + footer)); err != nil {
		return nil, explain(err, strings.Count(text, "\n")+1)
	}
	return s, nil
}

// explain turns an error of the compiler into a problem in the text of so many lines.
func explain(err error, lines int) error {
	p := &kage.Problem{Line: 1, Column: 1, Why: err.Error()}
	if at := place.FindStringSubmatchIndex(p.Why); at != nil {
		line, _ := strconv.Atoi(p.Why[at[2]:at[3]])
		p.Column, _ = strconv.Atoi(p.Why[at[4]:at[5]])
		p.Line, p.Why = min(max(line-strings.Count(header, "\n"), 1), lines), p.Why[at[1]:]
	}
	if first, _, more := strings.Cut(p.Why, "\n"); more {
		p.Why = first
	}
	p.Why += "; see the shaders of docs/makers.md"
	return p
}

// MaxShade is the most that all shaders of a frame cost together: of each, its pixels times the cost of one.
// The rest is drawn in a later frame, things in turn. One that costs more by itself is never drawn.
const MaxShade = 24 << 20

// Shaders are the compiled shaders of a window.
type Shaders struct {
	of       map[*sketch.Shader]*ebiten.Shader
	options  ebiten.DrawTrianglesShaderOptions
	uniforms struct {
		time, add [1]float32
		size      [2]float32
		values    [4]float32
	}
	quad  [4]ebiten.Vertex
	first int // the drawing that is the first to have its shaders drawn
}

// Compile compiles a shader for drawing. The error is a *kage.Problem.
func (s *Shaders) Compile(text *sketch.Shader) error {
	if s.of[text] != nil {
		return nil
	}
	c, err := Compile(text.Text)
	if err != nil {
		return err
	}
	if s.of == nil {
		s.of = map[*sketch.Shader]*ebiten.Shader{}
		u := &s.uniforms
		s.options.Uniforms = map[string]any{"Time": u.time[:], "Size": u.size[:], "Values": u.values[:], "Add": u.add[:]}
	}
	s.of[text] = c
	return nil
}

// Drop forgets a shader.
func (s *Shaders) Drop(text *sketch.Shader) {
	if c := s.of[text]; c != nil {
		c.Deallocate()
		delete(s.of, text)
	}
}

// Draw draws the shaders of drawings over dst, whose upper left pixel is (ox, oy) of the world.
func (s *Shaders) Draw(dst *ebiten.Image, list []sketch.Drawing, ox, oy int64) (calls int) {
	left := MaxShade
	next := -1
	for k := range list {
		n := (s.first + k) % len(list)
		d := &list[n]
		x, y := float64(d.At.X)*sketch.Tile/65536-float64(ox), float64(d.At.Y)*sketch.Tile/65536-float64(oy)
		for i := range d.Shapes {
			p := &d.Shapes[i]
			if p.Kind != sketch.Shade || s.of[p.Shader] == nil {
				continue
			}
			r := image.Rect(int(x+float64(p.X)), int(y+float64(p.Y)), int(x+float64(p.X1)), int(y+float64(p.Y1)))
			seen := r.Intersect(dst.Bounds())
			cost := seen.Dx() * seen.Dy() * p.Shader.Cost
			if cost == 0 || cost > MaxShade { // it is out of view, or has no place in any frame
				continue
			}
			if cost > left {
				if next < 0 {
					next = n
				}
				break
			}
			left -= cost
			s.draw(dst, p, r, d.Seconds)
			calls++
		}
	}
	if s.first = 0; next > 0 {
		s.first = next
	}
	return calls
}

func (s *Shaders) draw(dst *ebiten.Image, p *sketch.Shape, r image.Rectangle, seconds float32) {
	u := &s.uniforms
	u.time[0], u.size, u.values, u.add[0] = seconds, [2]float32{float32(r.Dx()) / sketch.Tile, float32(r.Dy()) / sketch.Tile}, p.Values, 0
	if p.Add {
		u.add[0] = 1
	}
	for n := range s.quad {
		v := &s.quad[n]
		*v = ebiten.Vertex{DstX: float32(r.Min.X), DstY: float32(r.Min.Y), ColorR: -1, ColorG: -1, ColorA: p.Alpha}
		if n&1 == 1 {
			v.DstX, v.ColorR = float32(r.Max.X), 1
		}
		if n&2 == 2 {
			v.DstY, v.ColorG = float32(r.Max.Y), 1
		}
	}
	dst.DrawTrianglesShader32(s.quad[:], quadIndices, s.of[p.Shader], &s.options)
}

var quadIndices = []uint32{0, 1, 2, 1, 2, 3}
