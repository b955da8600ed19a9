package link

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"manyhold/net/wire"
)

// Limits of an Info's texts in bytes; longer ones are cut by AppendInfo and refused by ReadInfo.
const (
	MaxName    = 48
	MaxVersion = 48
	MaxDoors   = 260
)

// AppendInfo appends the encoding of i: name and version (texts), rules (u32), world (32 bytes),
// headless (bool), doors (text). Control characters are left out and long texts cut.
func AppendInfo(dst []byte, i Info) []byte {
	dst = wire.AppendText(dst, Printable(i.Name, MaxName))
	dst = wire.AppendText(dst, Printable(i.Version, MaxVersion))
	dst = wire.AppendU32(dst, i.Rules)
	dst = append(dst, i.World[:]...)
	dst = wire.AppendBool(dst, i.Headless)
	return wire.AppendText(dst, Printable(i.Doors, MaxDoors))
}

// ReadInfo reads the bytes of AppendInfo. The error stays in the cursor. A stranger's name is made printable,
// because it is shown on screens and terminals.
func ReadInfo(c *wire.Cursor) Info {
	return Info{
		Name:     Printable(c.Text(MaxName), MaxName),
		Version:  Printable(c.Text(MaxVersion), MaxVersion),
		Rules:    c.U32(),
		World:    c.Hash(),
		Headless: c.Bool(),
		Doors:    Printable(c.Text(MaxDoors), MaxDoors),
	}
}

// Refuse returns the reason why two peers must not link, in words that suit both sides, or "".
func Refuse(a, b Info) string {
	switch {
	case a.World != b.World:
		return "the two peers are in different worlds"
	case a.Rules != b.Rules:
		return fmt.Sprintf("the rules differ: one peer has %d (version %s), the other %d (version %s); update the older one", a.Rules, a.Version, b.Rules, b.Version)
	}
	return ""
}

// Printable returns s without control characters and broken UTF-8, in at most max bytes.
func Printable(s string, max int) string {
	out := make([]byte, 0, min(len(s), max))
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			continue
		}
		if len(out)+utf8.RuneLen(r) > max {
			break
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}
