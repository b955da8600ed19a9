package effect

import (
	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/assets"
)

// Finish is the last touch of a picture of the world.
type Finish uint8

// The finishes: none, darker corners, and the lines and fringes of an old screen with darker corners.
const (
	Plain Finish = iota
	Vignette
	CRT
)

// finishes are the shader's parameters: how dark the corners are, and how strong the lines.
var finishes = [...]struct{ dark, lines float32 }{Plain: {}, Vignette: {dark: 0.55}, CRT: {dark: 0.4, lines: 1}}

// Finisher applies a finish to a picture. It moves no pixel, so that the cursor points at the visible thing.
// Its zero value is ready; the drawing goroutine owns it.
type Finisher struct {
	whole    canvas
	shader   *ebiten.Shader
	broken   bool // the shader does not compile here: pictures stay as they are
	options  ebiten.DrawRectShaderOptions
	uniforms map[string]any
}

// Draw calls draw and copies its picture to dst with the finish; Plain costs nothing.
func (f *Finisher) Draw(dst *ebiten.Image, how Finish, draw func(*ebiten.Image)) {
	if how == Plain || !f.ready() {
		draw(dst)
		f.whole.forget()
		f.options.Images[0] = nil
		return
	}
	whole := f.whole.like(dst)
	draw(whole)
	w, h := dst.Bounds().Dx(), dst.Bounds().Dy()
	f.uniforms["Size"] = []float32{float32(w), float32(h)}
	f.uniforms["Dark"], f.uniforms["Lines"] = finishes[how].dark, finishes[how].lines
	f.uniforms["Pitch"] = max(3, float32(h)/240)
	f.options.Images[0], f.options.Uniforms, f.options.Blend = whole, f.uniforms, ebiten.BlendCopy
	dst.DrawRectShader(w, h, f.shader, &f.options)
}

// ready compiles the shader at its first use.
func (f *Finisher) ready() bool {
	if f.shader == nil && !f.broken {
		s, err := ebiten.NewShader(assets.FinishShader)
		f.shader, f.broken, f.uniforms = s, err != nil, map[string]any{}
	}
	return !f.broken
}
