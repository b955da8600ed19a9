package signal

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// InviteScheme begins every invitation.
const InviteScheme = "manyhold:"

const (
	inviteVersion  = 2
	inviteHeader   = 3 // version and length
	inviteChecksum = 4

	// MaxInvite is the longest invitation in characters, blank space aside.
	MaxInvite = 1300
	// MaxDoors is the number of doors in an invitation. String leaves out further ones.
	MaxDoors = 4

	maxURL  = 200 // bytes
	maxDoor = 64  // bytes: "[an IPv6 address with its zone]:port", or a name
)

var (
	// ErrNotInvite reports that a text is not an invitation.
	ErrNotInvite = errors.New("this is not an invitation: one begins with \"" + InviteScheme + "\"")
	// ErrInviteTypo reports a wrong character.
	ErrInviteTypo = errors.New("this invitation has a mistake in it: copy it again as a whole")
	// ErrInviteCut reports a missing end.
	ErrInviteCut = errors.New("this invitation is cut short: copy it again to its end")
	// ErrInviteNewer reports that a newer version made the invitation.
	ErrInviteNewer = errors.New("this invitation was made by a newer version of Manyhold: update yours")
)

// Invite is the text that a person pastes to get into a world. It is "manyhold:" and the base32 (RFC 4648,
// lower case, no padding) of
//
//	version u8, length u16 of all of it in bytes,
//	world 32, inviter 32, signal URL text, count varint (at most 4), doors text each, capability 16,
//	title text (at most 48), picture blob (132 bytes or none),
//	the inviter's signature (64) of world, title and picture, if there is one of both, domain
//	"manyhold invitation face",
//	the first 4 bytes of the SHA-256 of everything before
//
// Version, length and checksum are in the same places in every version. Version 1 ends with the capability.
// Upper case, blank space and line breaks inside are tolerated, because mail and messengers add them.
type Invite struct {
	World      [32]byte
	Peer       key.ID   // the inviter
	Signal     string   // URL of the signalling server, may be empty
	Doors      []string // "host:port" of the inviter's own doors
	Capability [16]byte // random; the right to come in, where the world asks for one
	Face
}

var inviteEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// String returns the invitation as text. A signal URL or a door that is too long is left out.
func (i Invite) String() string {
	return InviteScheme + frame(inviteVersion, i.appendFace(i.body()))
}

// body is all that the first version had.
func (i *Invite) body() []byte {
	b := append([]byte(nil), i.World[:]...)
	b = append(b, i.Peer[:]...)
	url := i.Signal
	if len(url) > maxURL {
		url = ""
	}
	b = wire.AppendText(b, url)
	doors := slices.DeleteFunc(slices.Clone(i.Doors), func(d string) bool { return len(d) > maxDoor })
	doors = doors[:min(len(doors), MaxDoors)]
	b = wire.AppendUvarint(b, uint64(len(doors)))
	for _, d := range doors {
		b = wire.AppendText(b, d)
	}
	return append(b, i.Capability[:]...)
}

// frame puts version, length and checksum around a body, and makes it text.
func frame(version uint8, body []byte) string {
	n := inviteHeader + len(body) + inviteChecksum
	b := append([]byte{version, byte(n), byte(n >> 8)}, body...)
	sum := sha256.Sum256(b)
	return strings.ToLower(inviteEncoding.EncodeToString(append(b, sum[:inviteChecksum]...)))
}

// ParseInvite reads an invitation. Its errors are one sentence for a person: ErrNotInvite,
// ErrInviteTypo, ErrInviteCut or ErrInviteNewer.
func ParseInvite(text string) (Invite, error) {
	b, err := inviteBytes(text)
	if err != nil {
		return Invite{}, err
	}
	body := b[:len(b)-inviteChecksum]
	sum := sha256.Sum256(body)
	if string(sum[:inviteChecksum]) != string(b[len(body):]) {
		return Invite{}, ErrInviteTypo
	}
	if b[0] > inviteVersion {
		return Invite{}, ErrInviteNewer
	}
	c := wire.NewCursor(body[inviteHeader:])
	i := Invite{World: c.Hash(), Peer: c.Hash(), Signal: c.Text(maxURL)}
	for n := c.Count(MaxDoors); n > 0 && c.Err() == nil; n-- {
		i.Doors = append(i.Doors, c.Text(maxDoor))
	}
	copy(i.Capability[:], c.Bytes(len(i.Capability)))
	if b[0] > 1 {
		i.readFace(c)
	}
	if c.Done() != nil || b[0] == 0 || !i.plain() {
		return Invite{}, fmt.Errorf("%w (its checksum is right, its contents are not)", ErrInviteTypo)
	}
	return i, nil
}

// plainText takes away what mail and messengers add to a text.
func plainText(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		return r
	}, strings.Trim(text, " \t\r\n<>\"'`."))
}

// inviteBytes undoes the text and checks the frame that all versions share.
func inviteBytes(text string) ([]byte, error) {
	text = plainText(text)
	if len(text) < len(InviteScheme) || !strings.EqualFold(text[:len(InviteScheme)], InviteScheme) {
		return nil, ErrNotInvite
	}
	if len(text) > MaxInvite {
		return nil, ErrInviteTypo
	}
	return framed(text[len(InviteScheme):])
}

// framed undoes frame, except for the checksum.
func framed(text string) ([]byte, error) {
	digits := strings.ToUpper(text)
	whole := len(digits)
	for whole%8 == 1 || whole%8 == 3 || whole%8 == 6 { // no number of bytes has so many digits
		whole--
	}
	b, err := inviteEncoding.DecodeString(digits[:whole])
	if err != nil {
		return nil, ErrInviteTypo
	}
	if len(b) < inviteHeader {
		return nil, ErrInviteCut
	}
	switch n := int(b[1]) | int(b[2])<<8; {
	case n < inviteHeader+inviteChecksum:
		return nil, ErrInviteTypo
	case len(b) < n:
		return nil, ErrInviteCut
	case len(b) > n || whole != len(digits):
		return nil, ErrInviteTypo
	case inviteEncoding.EncodeToString(b) != digits: // bits after the last byte
		return nil, ErrInviteTypo
	}
	return b, nil
}

// plain reports whether the texts can be shown and used as they are.
func (i Invite) plain() bool {
	for _, s := range append([]string{i.Signal}, i.Doors...) {
		if printable(s) != s || strings.ContainsFunc(s, unicode.IsSpace) {
			return false
		}
	}
	return true
}
