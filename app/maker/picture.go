package maker

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"

	"manyhold/app/maker/problem"
	"manyhold/game/blueprint"
	"manyhold/render/palette"
)

// maxSide is the longest side of a sprite, in pixels.
const maxSide = 512

// pictureOf reads a PNG. Up to 16 × 16 pixels the Picture is all; large says that it is only the rough shape
// of a larger one. Each pixel has the nearest colour of the palette; one that is more than half clear is
// clear.
func pictureOf(data []byte) (p blueprint.Picture, large bool, err error) {
	size, err := png.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return p, false, fmt.Errorf("this is no PNG picture (%w)", err)
	case size.Width > maxSide || size.Height > maxSide || size.Width < 1 || size.Height < 1:
		return p, false, fmt.Errorf("the picture has %d × %d pixels; at most %d × %d are allowed", size.Width, size.Height, maxSide, maxSide)
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return p, false, fmt.Errorf("the PNG picture is damaged (%w)", err)
	}
	p, large = reduced(m)
	return p, large, nil
}

// Picture reads a PNG as the picture of a blueprint; large says that it was reduced to one.
func Picture(data []byte) (p blueprint.Picture, large bool, err error) { return pictureOf(data) }

// Loudspeaker is the picture of a blueprint that was made of a sound alone.
func Loudspeaker() blueprint.Picture {
	var wrong problem.List
	p := textPicture("loudspeaker", loudspeaker, &wrong)
	if len(wrong) > 0 {
		panic(wrong[0].String())
	}
	return p
}

// loudspeaker is a box with two cones.
const loudspeaker = `
.gggggggggg.
ghhhhhhhhhhg
ghh111111hhg
gh11555511hg
gh15544551hg
gh15411451hg
gh15411451hg
gh15544551hg
gh11555511hg
ghh111111hhg
ghhhh55hhhhg
ghhh5445hhhg
ghhhh55hhhhg
.gggggggggg.
.11......11.
`

// reduced makes a Picture of an image.
func reduced(m image.Image) (p blueprint.Picture, large bool) {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	pw, ph := w, h
	if longest := max(w, h); longest > blueprint.MaxPicture {
		large = true
		pw, ph = max(1, w*blueprint.MaxPicture/longest), max(1, h*blueprint.MaxPicture/longest)
	}
	pixels := make([]byte, 0, pw*ph)
	for y := range ph {
		for x := range pw {
			part := image.Rect(b.Min.X+x*w/pw, b.Min.Y+y*h/ph, b.Min.X+(x+1)*w/pw, b.Min.Y+(y+1)*h/ph)
			pixels = append(pixels, byte(average(m, part)))
		}
	}
	return blueprint.Picture{Width: uint8(pw), Height: uint8(ph), Pixels: string(pixels)}, large
}

// average is the colour of the palette that is nearest to the average of a part of an image.
func average(m image.Image, part image.Rectangle) palette.Index {
	var r, g, b, a, n int
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			c := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
			r, g, b = r+int(c.R)*int(c.A), g+int(c.G)*int(c.A), b+int(c.B)*int(c.A)
			a, n = a+int(c.A), n+1
		}
	}
	if 2*a < 255*n {
		return palette.Clear
	}
	r, g, b = r/a, g/a, b/a
	best, least := palette.Clear, 1<<30
	for i := palette.Clear + 1; i < palette.Count; i++ {
		o := i.RGBA()
		dr, dg, db := r-int(o.R), g-int(o.G), b-int(o.B)
		if d := 2*dr*dr + 4*dg*dg + 3*db*db; d < least { // the eye sees green best
			best, least = i, d
		}
	}
	return best
}

// textPicture reads a sprite text: a line for each row of pixels, a letter of palette.Runes for each pixel.
// Lines that begin with "# " are comments.
func textPicture(file, text string, wrong *problem.List) (p blueprint.Picture) {
	var pixels []byte
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == "" || line == "#" || strings.HasPrefix(line, "# "):
			continue
		case p.Height == blueprint.MaxPicture || len(line) > blueprint.MaxPicture:
			wrong.Add(file, n+1, blueprint.MaxPicture+1, "a sprite text has at most %d × %d pixels; use a PNG for larger ones", blueprint.MaxPicture, blueprint.MaxPicture)
			return blueprint.Picture{}
		case p.Height > 0 && len(line) != int(p.Width):
			wrong.Add(file, n+1, min(len(line), int(p.Width))+1, "this row has %d pixels and the first one %d; all must be equally long (a dot is a clear pixel)", len(line), p.Width)
			return blueprint.Picture{}
		}
		for k, r := range line {
			i, ok := palette.ByRune(r)
			if !ok {
				wrong.Add(file, n+1, k+1, "%q is no colour; use the letters %s", r, palette.Runes)
				return blueprint.Picture{}
			}
			pixels = append(pixels, byte(i))
		}
		p.Width, p.Height = uint8(len(line)), p.Height+1
	}
	if p.Height == 0 {
		wrong.Add(file, 1, 1, "the sprite has no rows")
	}
	p.Pixels = string(pixels)
	return p
}

// pngOf writes a Picture as a PNG.
func pngOf(p *blueprint.Picture) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, int(p.Width), int(p.Height)))
	for k := range len(p.Pixels) {
		c := palette.Index(p.Pixels[k]).RGBA()
		m.SetNRGBA(k%int(p.Width), k/int(p.Width), color.NRGBA(c))
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // a buffer takes everything, and a Picture is never empty here
	}
	return b.Bytes()
}
