package blueprint

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// ErrMalformed says that bytes are no blueprint. It is wrapped with the field.
var ErrMalformed = errors.New("blueprint: malformed")

// version is the first byte of an encoded blueprint.
const version = 1

// Append appends the bytes of a blueprint: u8 version of the format, author and editor, then the fields in
// the order of the struct, last the seal. Texts and lists have their length before them. Only the form Land
// has Terms.
func Append(dst []byte, b *Blueprint) []byte { return append(Unsealed(dst, b), b.Seal[:]...) }

// Unsealed appends the bytes that the editor signs: all but the seal.
func Unsealed(dst []byte, b *Blueprint) []byte {
	dst = append(append(codec.U8(dst, version), b.Author[:]...), b.Editor[:]...)
	dst = codec.Uvarint(dst, uint64(b.Version))
	for _, s := range [...]string{b.By, b.Title, b.About} {
		dst = codec.Text(dst, s)
	}
	dst = appendShape(dst, &b.Shape)
	if b.Shape.Form == Land {
		dst = appendTerms(dst, &b.Terms)
	}
	dst = append(dst, b.Sprite[:]...)
	dst = codec.Text(codec.U8(codec.U8(dst, b.Picture.Width), b.Picture.Height), b.Picture.Pixels)
	dst = codec.Text(codec.Text(codec.U8(dst, b.Light), b.Sound), b.Label)
	dst = codec.U8(codec.U8(codec.Text(dst, b.Prompt.Label), b.Prompt.Distance), b.Prompt.Hold)
	dst = codec.Uvarint(dst, uint64(len(b.Props)))
	for k := range b.Props {
		dst = appendProp(dst, &b.Props[k])
	}
	dst = codec.Text(codec.Text(dst, b.Host), b.View)
	dst = codec.Text(codec.U8(dst, uint8(b.Flags)), b.Licence)
	dst = codec.Uvarint(dst, uint64(len(b.Credits)))
	for k := range b.Credits {
		c := &b.Credits[k]
		dst = codec.Text(codec.Text(append(dst, c.Author[:]...), c.By), c.Title)
	}
	dst = codec.Uvarint(dst, uint64(len(b.Assets)))
	for k := range b.Assets {
		dst = append(codec.Text(dst, b.Assets[k].Name), b.Assets[k].Is[:]...)
	}
	dst = codec.Uvarint(dst, uint64(len(b.Childs)))
	for k := range b.Childs {
		c := &b.Childs[k]
		dst = codec.U8(codec.U8(codec.U64(dst, uint64(c.Of)), uint8(c.X)), uint8(c.Y))
	}
	return dst
}

// sealDomain is the domain of seals: see package net/key, which signs them.
const sealDomain = "manyhold blueprint"

// Sealed reports whether the seal is the editor's. A turn may bring what nobody signed, if its leader was
// changed for it, so every peer checks the seal before the blueprint holds.
func (b *Blueprint) Sealed() bool { return ed25519.Verify(b.Editor[:], Statement(b), b.Seal[:]) }

// Statement returns the bytes under the seal: the domain as net/key writes it, and Unsealed.
func Statement(b *Blueprint) []byte {
	message := append([]byte("manyhold\x00"), byte(len(sealDomain)))
	return Unsealed(append(message, sealDomain...), b)
}

func appendShape(dst []byte, s *Shape) []byte {
	dst = append(dst, uint8(s.Form), one(s.Solid)|uint8(s.Make)<<1, s.Width, s.Height)
	return codec.U32(codec.U32(dst, uint32(s.Mass)), uint32(s.Bounce))
}

func one(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}

func appendProp(dst []byte, p *Prop) []byte {
	dst = codec.U8(codec.Text(codec.Text(dst, p.Key), p.Label), uint8(p.Field))
	dst = AppendValue(dst, p.Field, p.Default)
	switch p.Field {
	case Number, Range:
		dst = codec.Varint(codec.Varint(codec.Varint(dst, int64(p.Min)), int64(p.Max)), int64(p.Step))
	case Choice:
		dst = codec.Uvarint(dst, uint64(len(p.Options)))
		for _, o := range p.Options {
			dst = codec.Text(dst, o)
		}
	}
	return dst
}

// Decode reads the bytes of Append. It refuses a blueprint that breaks a limit, but checks neither the seal
// nor the sources.
func Decode(data []byte) (*Blueprint, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes; at most %d are allowed", ErrMalformed, len(data), MaxBytes)
	}
	c := codec.Read(data)
	b := read(&c)
	copy(b.Seal[:], c.Bytes(len(b.Seal)))
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	return b, nil
}

func read(c *codec.Cursor) *Blueprint {
	b := new(Blueprint)
	c.Must(c.U8() == version, "the format must be known")
	copy(b.Author[:], c.Bytes(len(b.Author)))
	copy(b.Editor[:], c.Bytes(len(b.Editor)))
	v := c.Uvarint()
	c.Must(v < 1<<32, "a version must be a number of 32 bits")
	b.Version = uint32(v)
	b.By, b.Title, b.About = string(c.Blob(MaxTitle)), string(c.Blob(MaxTitle)), string(c.Blob(MaxText))
	if b.Shape = readShape(c); b.Shape.Form == Land {
		b.Terms = readTerms(c)
	}
	copy(b.Sprite[:], c.Bytes(len(b.Sprite)))
	b.Picture.Width, b.Picture.Height = c.U8(), c.U8()
	b.Picture.Pixels = string(c.Blob(MaxPicture * MaxPicture))
	b.Light, b.Sound, b.Label = c.U8(), string(c.Blob(MaxTitle)), string(c.Blob(MaxLabel))
	b.Prompt = Prompt{Label: string(c.Blob(MaxLabel)), Distance: c.U8(), Hold: c.U8()}
	for range c.Count(MaxProps, 3) {
		b.Props = append(b.Props, readProp(c))
	}
	b.Host, b.View = string(c.Blob(MaxSource)), string(c.Blob(MaxSource))
	b.Flags, b.Licence = Flags(c.U8()), string(c.Blob(MaxLicence))
	for range c.Count(MaxCredits, len(Credit{}.Author)+2) {
		var r Credit
		copy(r.Author[:], c.Bytes(len(r.Author)))
		r.By, r.Title = string(c.Blob(MaxTitle)), string(c.Blob(MaxTitle))
		b.Credits = append(b.Credits, r)
	}
	for range c.Count(MaxAssets, 1+len(Asset{})) {
		a := Named{Name: string(c.Blob(MaxTitle))}
		copy(a.Is[:], c.Bytes(len(a.Is)))
		b.Assets = append(b.Assets, a)
	}
	for range c.Count(MaxChildren, 10) {
		b.Childs = append(b.Childs, Child{Of: ID(c.U64()), X: int8(c.U8()), Y: int8(c.U8())})
	}
	return b
}

func readShape(c *codec.Cursor) Shape {
	s := Shape{Form: Form(c.U8())}
	is := c.U8()
	c.Must(is>>1 < uint8(entity.MakeEnd), "no more is known of a shape than whether it is solid, and what it meets")
	s.Solid, s.Make, s.Width, s.Height = is&1 != 0, entity.Make(is>>1), c.U8(), c.U8()
	s.Mass, s.Bounce = fixed.S(c.U32()), fixed.S(c.U32())
	return s
}

func readProp(c *codec.Cursor) Prop {
	p := Prop{Key: string(c.Blob(MaxTitle)), Label: string(c.Blob(MaxLabel)), Field: Field(c.U8())}
	c.Must(p.Field < FieldCount, "a property must be of a known kind")
	p.Default = ReadValue(c, p.Field)
	switch p.Field {
	case Number, Range:
		p.Min, p.Max, p.Step = fixed.Q(c.Varint()), fixed.Q(c.Varint()), fixed.Q(c.Varint())
	case Choice:
		for range c.Count(MaxOptions, 1) {
			p.Options = append(p.Options, string(c.Blob(MaxLabel)))
		}
	}
	return p
}

// Check returns an error, which wraps ErrMalformed and names the field, for a blueprint that breaks a limit.
func (b *Blueprint) Check() error {
	bad := func(format string, a ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, a...)...)
	}
	switch none := [32]byte{}; {
	case b.Author == none || b.Editor == none || b.Version == 0:
		return bad("it has no author, no editor or no version")
	case !IsTitle(b.Title):
		return bad("title %q: it must have 1 to %d letters, digits and hyphens", b.Title, MaxTitle)
	case b.By == "" || !IsText(b.By, MaxTitle, false):
		return bad("the author's name %q", b.By)
	case !IsText(b.About, MaxText, false):
		return bad("about: it must be one line of at most %d bytes", MaxText)
	case !IsText(b.Label, MaxLabel, false) || !IsText(b.Prompt.Label, MaxLabel, false):
		return bad("label and prompt must be one line of at most %d bytes each", MaxLabel)
	case !b.Shape.valid():
		return bad("shape: %s, %d × %d, mass %d, bounce %d", b.Shape.Form, b.Shape.Width, b.Shape.Height, b.Shape.Mass, b.Shape.Bounce)
	case !b.Terms.valid() || b.Shape.Form != Land && b.Terms != Terms{}:
		return bad("a land: gravity %d, ground %d, weather %d, laws %d", b.Terms.Gravity, b.Terms.Ground, b.Terms.Weather, b.Terms.Laws)
	case b.Shape.Form == Land && (b.Host != "" || b.View != "" || len(b.Props)+len(b.Childs) > 0):
		return bad("a land has no script, no properties and no children")
	case b.Title == LandTitle && b.Shape.Form != Land:
		return bad("the title %s is for the form land", LandTitle)
	case !b.Picture.valid():
		return bad("picture: %d × %d in %d bytes", b.Picture.Width, b.Picture.Height, len(b.Picture.Pixels))
	case b.Light > 15 || b.Prompt.Distance > 6 || b.Prompt.Hold > 100:
		return bad("light is at most 15, the prompt's distance 6 and its time 10 seconds")
	case b.Flags >= flagsEnd:
		return bad("unknown flags %x", uint8(b.Flags))
	case len(b.Host) > MaxSource || len(b.View) > MaxSource || !utf8.ValidString(b.Host) || !utf8.ValidString(b.View):
		return bad("a source must be UTF-8 of at most %d bytes", MaxSource)
	case !IsLicence(b.Licence):
		return bad("licence %q: an SPDX expression is wanted, such as CC-BY-SA-4.0", b.Licence)
	case len(b.Props) > MaxProps || len(b.Credits) > MaxCredits || len(b.Assets) > MaxAssets || len(b.Childs) > MaxChildren:
		return bad("too many properties, credits, assets or children")
	}
	return b.checkLists(bad)
}

func (b *Blueprint) checkLists(bad func(string, ...any) error) error {
	for k := range b.Props {
		if p := &b.Props[k]; !p.valid() || slices.ContainsFunc(b.Props[:k], func(o Prop) bool { return o.Key == p.Key }) {
			return bad("property %q: its key must be new, and its default must fit its kind", p.Key)
		}
	}
	for k := range b.Assets {
		if a := &b.Assets[k]; !IsKey(a.Name) || a.Is == (Asset{}) || k > 0 && b.Assets[k-1].Name >= a.Name {
			return bad("asset %q: names must ascend, and name something", a.Name)
		}
	}
	for _, c := range b.Credits {
		if c.Author == [32]byte{} || c.By == "" || !IsText(c.By, MaxTitle, false) || !IsTitle(c.Title) {
			return bad("credit %q: an author and a title are wanted", c.By)
		}
	}
	for _, c := range b.Childs {
		if c.Of == 0 || c.Of == b.ID() || max(c.X, -c.X) > MaxSide || max(c.Y, -c.Y) > MaxSide || c.X == -128 || c.Y == -128 {
			return bad("a child must be another blueprint, at most %d tiles away", MaxSide)
		}
	}
	if _, ok := b.Asset(b.Sound); b.Sound != "" && !ok {
		return bad("sound %q is none of its assets", b.Sound)
	}
	return nil
}

func (s *Shape) valid() bool {
	switch s.Form {
	case Block:
		return s.Width|s.Height == 0 && s.Mass|s.Bounce == 0 && s.Make == 0
	case Land:
		return !s.Solid && s.Width|s.Height == 0 && s.Mass|s.Bounce == 0 && s.Make == 0
	case Area:
		return !s.Solid && s.Make < entity.Flat && s.Width > 0 && s.Height > 0 && s.Width <= MaxSide && s.Height <= MaxSide && s.Mass|s.Bounce == 0
	case Ball, Box:
		heavy := s.Mass == 0 || s.Mass >= fixed.One/4 && s.Mass <= 8*fixed.One
		return !s.Solid && s.Make < entity.MakeEnd && s.Width|s.Height == 0 && heavy && s.Bounce >= 0 && s.Bounce <= fixed.One
	}
	return false
}

func (p *Picture) valid() bool {
	if p.Width > MaxPicture || p.Height > MaxPicture || len(p.Pixels) != int(p.Width)*int(p.Height) || (p.Width == 0) != (p.Height == 0) {
		return false
	}
	for k := range len(p.Pixels) {
		if p.Pixels[k] >= Colours {
			return false
		}
	}
	return true
}

// IsTitle reports whether a text can be a title: letters, digits and hyphens, and no hyphen at an end.
// "$land" is a title, too: see LandTitle.
func IsTitle(s string) bool {
	if s == LandTitle {
		return true
	}
	for k := range len(s) {
		if c := s[k]; !alphanumeric(c) && (c != '-' || k == 0 || k == len(s)-1) {
			return false
		}
	}
	return len(s) > 0 && len(s) <= MaxTitle
}

// LandTitle is the title of the blueprint of the form Land that holds in the whole world if its author is the
// founder. That of others is a land like any other.
const LandTitle = "$land"

// IsKey reports whether a text can be the key of a property or the name of an asset: letters, digits and
// underscores, no digit first.
func IsKey(s string) bool {
	for k := range len(s) {
		if c := s[k]; !alphanumeric(c) && c != '_' || k == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return len(s) > 0 && len(s) <= MaxTitle
}

func alphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// IsLicence reports whether a text can be an SPDX expression.
func IsLicence(s string) bool {
	for k := range len(s) {
		if c := s[k]; !alphanumeric(c) && c != '-' && c != '.' && c != '+' && c != ' ' && c != '(' && c != ')' {
			return false
		}
	}
	return len(s) > 0 && len(s) <= MaxLicence
}

// IsText reports whether a text is UTF-8 of at most so many bytes without control characters, but for line
// feeds where lines are allowed.
func IsText(s string, most int, lines bool) bool {
	if len(s) > most || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r < ' ' && (r != '\n' || !lines) || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return false
		}
	}
	return true
}
