// Package asset has the immutable bytes that makers add to a world: pictures, sounds, scripts, modules and
// bundles of these. It names, describes and checks them. It is pure: files are net/asset/depot's, and
// messages between peers net/asset/exchange's.
//
// # Names
//
// The name of an asset is the SHA-256 of its descriptor:
//
//	"MHAD", version 1 in one byte, u8 kind, uvarint size in bytes,
//	u16 width, u16 height (pixels of a picture, otherwise 0),
//	pictures only: 64 colours of 4 bytes (red, green, blue, alpha): the rough shape, 8×8, row by row,
//	for each block of BlockSize bytes (the last may be shorter): 32 bytes SHA-256
//
// The descriptor is a function of the kind and the bytes (Describe), so equal bytes of one kind have one name
// everywhere. It is small enough for one message. A peer that knows only the name can verify the descriptor,
// and with it each block by itself, from any source: a wrong byte is found when its block arrives, and its
// sender is known. Size, dimensions and colours are known, and cannot be forged, before any of the data is
// there. When all blocks are there, Verify describes the bytes again: an asset whose author lied about its
// kind, dimensions or shape is refused by everybody.
//
// # Kinds
//
// Bytes of peers are checked before anything decodes them: see the files of the kinds. The limits keep a
// picture below 16 MB in memory.
package asset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Limits of assets.
const (
	// MaxSize is the largest asset in bytes.
	MaxSize = 12 << 20
	// BlockSize is the size of a block in bytes: 384 of their hashes are a descriptor that fits one message.
	BlockSize = 32 << 10
	// MaxBlocks is the number of blocks of the largest asset.
	MaxBlocks = MaxSize / BlockSize
	// MaxDescriptor is the longest encoding of a descriptor in bytes.
	MaxDescriptor = 4 + 1 + 1 + 4 + 4 + 4*ShapeSide*ShapeSide + 32*MaxBlocks
	// MaxScript is the longest script in bytes, and MaxModule the largest WASM module.
	MaxScript, MaxModule = 32 << 10, 256 << 10
	// MaxEngine is the largest engine of matches in bytes.
	MaxEngine = 4 << 20
	// MaxSprite is the greatest width and height of a sprite, and MaxSheet of a sheet, in pixels.
	MaxSprite, MaxSheet = 256, 2048
)

// Errors of descriptors and contents. The errors that wrap them say what is wrong.
var (
	// ErrSize says that an asset is larger than its kind may be, or empty.
	ErrSize = errors.New("asset: the size is not allowed")
	// ErrContent says that the bytes are not of their kind, or beyond its limits.
	ErrContent = errors.New("asset: the content is not allowed")
	// ErrDescriptor says that bytes are no descriptor.
	ErrDescriptor = errors.New("asset: not a descriptor")
	// ErrMismatch says that bytes are not those that a descriptor describes.
	ErrMismatch = errors.New("asset: the bytes do not match the descriptor")
)

// Name identifies an asset: the SHA-256 of its descriptor. Zero names none.
type Name [32]byte

// String returns the name in hexadecimal digits.
func (n Name) String() string { return hex.EncodeToString(n[:]) }

// Short returns the first eight digits, for people.
func (n Name) Short() string { return hex.EncodeToString(n[:4]) }

// IsZero reports whether the name names nothing.
func (n Name) IsZero() bool { return n == Name{} }

// ParseName reads the output of String.
func ParseName(s string) (n Name, err error) {
	if len(s) != 2*len(n) {
		return n, fmt.Errorf("asset: a name has %d digits, not %d", 2*len(n), len(s))
	}
	if _, err := hex.Decode(n[:], []byte(s)); err != nil {
		return Name{}, fmt.Errorf("asset: a name: %w", err)
	}
	return n, nil
}

// Kind is what an asset is.
type Kind uint8

// The kinds. The numbers are in descriptors and are only appended.
const (
	Sprite Kind = 1 // a PNG of at most MaxSprite × MaxSprite
	Sheet  Kind = 2 // a PNG of at most MaxSheet × MaxSheet: many sprites
	Wave   Kind = 3 // a WAV sound, PCM
	Ogg    Kind = 4 // an OGG sound, Vorbis I
	Script Kind = 5 // source text
	Module Kind = 6 // WebAssembly
	Bundle Kind = 7 // signed blueprints with their assets: a file .manyhold
	Engine Kind = 8 // the rules of a match, with their things and pictures; whoever plays it checks the rest
)

// kinds has a row for each kind: its name and its greatest size in bytes.
var kinds = [...]struct {
	name  string
	limit int
}{
	Sprite: {"sprite", MaxSize}, Sheet: {"sheet", MaxSize}, Wave: {"wave", MaxSize}, Ogg: {"ogg", MaxSize},
	Script: {"script", MaxScript}, Module: {"module", MaxModule}, Bundle: {"bundle", MaxSize},
	Engine: {"engine", MaxEngine},
}

// checkContent reports why bytes are not of a kind.
func checkContent(k Kind, b []byte) error {
	switch k {
	case Sprite:
		return checkPicture(b, MaxSprite)
	case Sheet:
		return checkPicture(b, MaxSheet)
	case Wave:
		return checkWave(b)
	case Ogg:
		return checkOgg(b)
	case Script:
		return checkText(b)
	case Module:
		return checkModule(b)
	case Engine:
		if len(b) < len(EngineMagic) || string(b[:len(EngineMagic)]) != EngineMagic {
			return errors.New("not an engine of this version")
		}
		return nil
	}
	return checkBundle(b)
}

// EngineMagic begins an engine. Its bytes are opaque here, as a match is to the network.
const EngineMagic = "MHEN\x02"

// Valid reports whether there is such a kind.
func (k Kind) Valid() bool { return k >= Sprite && int(k) < len(kinds) }

// String names the kind in a word.
func (k Kind) String() string {
	if !k.Valid() {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return kinds[k].name
}

// Limit is the greatest size of an asset of the kind in bytes.
func (k Kind) Limit() int { return kinds[k].limit }

// IsPicture reports whether the kind has dimensions and a shape.
func (k Kind) IsPicture() bool { return k == Sprite || k == Sheet }

// Check reports why bytes are not an asset of a kind; nil accepts them. It allocates little more than it
// reads, whatever the bytes are: nothing is unpacked. Its errors are ErrSize and ErrContent.
func Check(k Kind, b []byte) error {
	switch {
	case !k.Valid():
		return fmt.Errorf("%w: %s", ErrContent, k)
	case len(b) == 0 || len(b) > k.Limit():
		return fmt.Errorf("%w: %d bytes; a %s has 1 to %d", ErrSize, len(b), k, k.Limit())
	}
	if err := checkContent(k, b); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrContent, k, err)
	}
	return nil
}

// Recognise returns the kind of which bytes are, by their beginning and, for pictures, by their dimensions.
// It is for files that a person adds. Its errors are those of Check.
func Recognise(b []byte) (Kind, error) {
	k := Script
	switch begins := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }; {
	case begins(pngMagic):
		k = Sheet
		if Check(Sprite, b) == nil {
			k = Sprite
		}
	case begins("RIFF"):
		k = Wave
	case begins("OggS"):
		k = Ogg
	case begins("\x00asm"):
		k = Module
	case begins(BundleMagic):
		k = Bundle
	case begins(EngineMagic):
		k = Engine
	default:
		if !utf8.Valid(b) {
			return 0, fmt.Errorf("%w: neither a PNG, WAV or OGG file nor a script, a WebAssembly module or a bundle", ErrContent)
		}
	}
	return k, Check(k, b)
}

// Blocks is the number of blocks of so many bytes.
func Blocks(size int) int { return (size + BlockSize - 1) / BlockSize }

// hashes returns the hash of each block.
func hashes(b []byte) (all [][32]byte) {
	for len(b) > 0 {
		n := min(BlockSize, len(b))
		all = append(all, sha256.Sum256(b[:n]))
		b = b[n:]
	}
	return all
}
