package asset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
)

// Pictures are PNGs of at most 8 bits a channel, without interlacing. The chunks are walked and their
// checksums compared before anything is unpacked; then the dimensions bound the memory of the decoder.

const (
	pngMagic = "\x89PNG\r\n\x1a\n"
	// maxChunks is the largest number of chunks of a PNG.
	maxChunks = 4096
	// ShapeSide is the width and height of a shape, in colours.
	ShapeSide = 8
	// shapeSamples is how many pixels of each row and column of a cell are looked at, at most.
	shapeSamples = 16
)

// Colour is one of a shape: not premultiplied.
type Colour struct{ R, G, B, A uint8 }

// Shape is a rough picture: the mean colours of 8×8 cells, row by row.
type Shape [ShapeSide * ShapeSide]Colour

// At returns the colour of a cell.
func (s *Shape) At(x, y int) Colour { return s[y*ShapeSide+x] }

// Mean returns the mean colour of the shape: transparent parts count for its alpha only.
func (s *Shape) Mean() Colour {
	var m mean
	for _, c := range s {
		m.add(c)
	}
	return m.colour()
}

// mean adds up colours, weighted by their alpha.
type mean struct{ r, g, b, a, n uint64 }

func (m *mean) add(c Colour) {
	a := uint64(c.A)
	m.r, m.g, m.b, m.a, m.n = m.r+uint64(c.R)*a, m.g+uint64(c.G)*a, m.b+uint64(c.B)*a, m.a+a, m.n+1
}

func (m *mean) colour() Colour {
	if m.a == 0 {
		return Colour{}
	}
	half := m.a / 2
	return Colour{uint8((m.r + half) / m.a), uint8((m.g + half) / m.a), uint8((m.b + half) / m.a), uint8((m.a + m.n/2) / m.n)}
}

// checkPicture walks the chunks of a PNG.
func checkPicture(b []byte, most int) error {
	if len(b) < len(pngMagic) || string(b[:len(pngMagic)]) != pngMagic {
		return errors.New("not a PNG")
	}
	b = b[len(pngMagic):]
	for n := 0; ; n++ {
		if len(b) < 12 || n == maxChunks {
			return errors.New("the chunks do not end")
		}
		size, kind := binary.BigEndian.Uint32(b), string(b[4:8])
		if uint64(size) > uint64(len(b)-12) {
			return fmt.Errorf("chunk %q is longer than the file", kind)
		}
		data, sum := b[8:8+size], binary.BigEndian.Uint32(b[8+size:])
		if crc32.ChecksumIEEE(b[4:8+size]) != sum {
			return fmt.Errorf("chunk %q is damaged", kind)
		}
		b = b[12+size:]
		switch {
		case (n == 0) != (kind == "IHDR"):
			return errors.New("the header is not the first chunk")
		case kind == "IHDR":
			if err := checkHeader(data, most); err != nil {
				return err
			}
		case kind == "IEND":
			if size != 0 || len(b) > 0 {
				return errors.New("bytes after the end")
			}
			return nil
		case kind[0] < 'a' && kind != "PLTE" && kind != "IDAT":
			return fmt.Errorf("unknown chunk %q", kind)
		}
	}
}

// checkHeader checks the dimensions and the format of the pixels.
func checkHeader(b []byte, most int) error {
	if len(b) != 13 {
		return errors.New("a header of a wrong size")
	}
	w, h := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
	switch {
	case w == 0 || h == 0 || w > uint32(most) || h > uint32(most):
		return fmt.Errorf("%d×%d pixels; 1×1 to %d×%d are allowed", w, h, most, most)
	case b[8] > 8:
		return errors.New("more than 8 bits a channel: save it with 8")
	case b[12] != 0:
		return errors.New("interlaced: save it without interlacing")
	}
	return nil
}

// shapeOf decodes a PNG that checkPicture accepted, and returns its dimensions and its shape. All arithmetic
// is in whole numbers, so every peer gets the same.
func shapeOf(b []byte) (w, h int, s Shape, err error) {
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return 0, 0, s, err
	}
	w, h = m.Bounds().Dx(), m.Bounds().Dy()
	for y := range ShapeSide {
		for x := range ShapeSide {
			s[y*ShapeSide+x] = cell(m, span(x, w), span(y, h))
		}
	}
	return w, h, s, nil
}

// span returns the pixels of a cell: at least one.
func span(cell, size int) (s [2]int) {
	s[0] = cell * size / ShapeSide
	s[1] = max(s[0]+1, (cell+1)*size/ShapeSide)
	return s
}

// cell returns the mean of pixels that are evenly spread over a cell.
func cell(m image.Image, x, y [2]int) Colour {
	var sum mean
	nx, ny := min(shapeSamples, x[1]-x[0]), min(shapeSamples, y[1]-y[0])
	for j := range ny {
		for i := range nx {
			c := color.NRGBAModel.Convert(m.At(x[0]+i*(x[1]-x[0])/nx, y[0]+j*(y[1]-y[0])/ny)).(color.NRGBA)
			sum.add(Colour(c))
		}
	}
	return sum.colour()
}
