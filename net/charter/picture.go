package charter

import (
	"encoding/base64"
	"encoding/binary"
	"math/bits"
)

const (
	// PictureSide is the width and the height of a world's picture, in dots.
	PictureSide = 16
	// PictureColours is how many of the palette's 32 colours one picture has at most.
	PictureColours = 16
	// PictureSize is the length of a picture in bytes; in an entry, it is text of 176 bytes.
	PictureSize = 4 + PictureSide*PictureSide/2
)

// Picture is a world's picture: for each dot, row by row from the north-west, the number of a colour, 0 to
// 31, in a palette that the window knows.
//
// Its bytes are a set of colours (u32 little endian, bit n: colour n occurs), and for each dot four bits: the
// place of its colour in the set, ascending; the dot to the west is in the lower half of a byte. Its text is
// the unpadded base64 of the bytes.
type Picture [PictureSide * PictureSide]uint8

// Bytes returns the only encoding. ok is false if there are too many colours, or one that does not exist.
func (p *Picture) Bytes() (b []byte, ok bool) {
	var set uint32
	for _, c := range p {
		if c > 31 {
			return nil, false
		}
		set |= 1 << c
	}
	if bits.OnesCount32(set) > PictureColours {
		return nil, false
	}
	b = binary.LittleEndian.AppendUint32(make([]byte, 0, PictureSize), set)
	place := func(c uint8) byte { return byte(bits.OnesCount32(set & (1<<c - 1))) }
	for i := 0; i < len(p); i += 2 {
		b = append(b, place(p[i])|place(p[i+1])<<4)
	}
	return b, true
}

// PictureOf reads what Bytes returns. ok is false for anything else.
func PictureOf(b []byte) (p *Picture, ok bool) {
	if len(b) != PictureSize {
		return nil, false
	}
	var colours []uint8
	set := binary.LittleEndian.Uint32(b)
	if bits.OnesCount32(set) > PictureColours {
		return nil, false
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		colours = append(colours, uint8(bits.TrailingZeros32(rest)))
	}
	p = new(Picture)
	var used uint32
	for i := range p {
		at := int(b[4+i/2] >> (4 * (i % 2)) & 15)
		if at >= len(colours) {
			return nil, false
		}
		p[i] = colours[at]
		used |= 1 << colours[at]
	}
	return p, used == set
}

// Text returns the text of an entry that sets the picture, "" if it cannot be encoded.
func (p *Picture) Text() string {
	b, ok := p.Bytes()
	if !ok {
		return ""
	}
	return base64.RawStdEncoding.EncodeToString(b)
}

// ParsePicture reads what Text returns. ok is false for anything else.
func ParsePicture(text string) (p *Picture, ok bool) {
	if base64.RawStdEncoding.EncodedLen(PictureSize) != len(text) {
		return nil, false
	}
	b, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, false
	}
	return PictureOf(b)
}

// pictured reports whether a text sets a picture or, if it is empty, takes it away.
func pictured(text string) bool {
	_, ok := ParsePicture(text)
	return ok || text == ""
}
