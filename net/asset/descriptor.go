package asset

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"manyhold/net/wire"
)

const (
	descriptorMagic   = "MHAD"
	descriptorVersion = 1
)

// Descriptor is what is known of an asset before its bytes are there.
type Descriptor struct {
	Kind          Kind
	Size          int // bytes
	Width, Height int // pixels of a picture, otherwise 0
	Shape         Shape
	Blocks        [][32]byte // SHA-256 of each
}

// Describe checks bytes and returns their descriptor. Its errors are those of Check.
func Describe(k Kind, b []byte) (Descriptor, error) {
	if err := Check(k, b); err != nil {
		return Descriptor{}, err
	}
	d := Descriptor{Kind: k, Size: len(b), Blocks: hashes(b)}
	if !k.IsPicture() {
		return d, nil
	}
	var err error
	d.Width, d.Height, d.Shape, err = shapeOf(b)
	if err != nil {
		return Descriptor{}, fmt.Errorf("%w: %s: %w", ErrContent, k, err)
	}
	return d, nil
}

// Encode returns the descriptor's only encoding, described in the package's comment.
func (d *Descriptor) Encode() []byte {
	b := append(make([]byte, 0, 320+32*len(d.Blocks)), descriptorMagic...)
	b = append(b, descriptorVersion, byte(d.Kind))
	b = wire.AppendUvarint(b, uint64(d.Size))
	b = wire.AppendU16(b, uint16(d.Width))
	b = wire.AppendU16(b, uint16(d.Height))
	if d.Kind.IsPicture() {
		for _, c := range d.Shape {
			b = append(b, c.R, c.G, c.B, c.A)
		}
	}
	for _, h := range d.Blocks {
		b = append(b, h[:]...)
	}
	return b
}

// Name returns the asset's name.
func (d *Descriptor) Name() Name { return sha256.Sum256(d.Encode()) }

// DecodeDescriptor reads the output of Encode. Its errors are ErrDescriptor and ErrSize.
func DecodeDescriptor(b []byte) (d Descriptor, err error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(descriptorMagic))) != descriptorMagic || c.U8() != descriptorVersion {
		return d, fmt.Errorf("%w of version %d", ErrDescriptor, descriptorVersion)
	}
	d.Kind = Kind(c.U8())
	size := c.Uvarint()
	if c.Err() == nil && !d.Kind.Valid() {
		return Descriptor{}, fmt.Errorf("%w: %s", ErrDescriptor, d.Kind)
	}
	if c.Err() == nil && (size == 0 || size > uint64(d.Kind.Limit())) {
		return Descriptor{}, fmt.Errorf("%w: %d bytes; a %s has 1 to %d", ErrSize, size, d.Kind, d.Kind.Limit())
	}
	d.Size, d.Width, d.Height = int(size), int(c.U16()), int(c.U16())
	if c.Err() == nil && !d.sized() {
		c.Fail(fmt.Errorf("a %s of %d×%d pixels", d.Kind, d.Width, d.Height))
	}
	if c.Err() == nil && d.Kind.IsPicture() {
		for i := range d.Shape {
			d.Shape[i] = Colour{c.U8(), c.U8(), c.U8(), c.U8()}
		}
	}
	if c.Err() == nil && c.Len() != 32*Blocks(d.Size) {
		c.Fail(fmt.Errorf("%d bytes of hashes for %d bytes", c.Len(), d.Size))
	}
	if c.Err() == nil {
		d.Blocks = make([][32]byte, Blocks(d.Size))
		for i := range d.Blocks {
			d.Blocks[i] = c.Hash()
		}
	}
	if err := c.Done(); err != nil {
		return Descriptor{}, fmt.Errorf("%w: %w", ErrDescriptor, err)
	}
	return d, nil
}

// sized reports whether the dimensions are possible for the kind.
func (d *Descriptor) sized() bool {
	most := 0
	switch d.Kind {
	case Sprite:
		most = MaxSprite
	case Sheet:
		most = MaxSheet
	}
	return d.Width <= most && d.Height <= most && (d.Width > 0) == (most > 0) && (d.Height > 0) == (most > 0)
}

// BlockLen is the length of a block in bytes.
func (d *Descriptor) BlockLen(i int) int { return min(BlockSize, d.Size-i*BlockSize) }

// IsBlock reports whether bytes are a block of the asset.
func (d *Descriptor) IsBlock(i int, b []byte) bool {
	return i >= 0 && i < len(d.Blocks) && len(b) == d.BlockLen(i) && sha256.Sum256(b) == d.Blocks[i]
}

// IsBytes reports whether bytes are those of the asset, by the hashes of the blocks.
func (d *Descriptor) IsBytes(b []byte) bool {
	return len(b) == d.Size && slices.Equal(hashes(b), d.Blocks)
}

// Verify checks that bytes are those of the asset, and that everything else that the descriptor says of them
// is true. Its errors are ErrMismatch and those of Check.
func (d *Descriptor) Verify(b []byte) error {
	if !d.IsBytes(b) {
		return fmt.Errorf("%w: wrong blocks", ErrMismatch)
	}
	o, err := Describe(d.Kind, b)
	if err != nil {
		return err
	}
	if o.Name() != d.Name() {
		return fmt.Errorf("%w: dimensions or colours are others", ErrMismatch)
	}
	return nil
}
