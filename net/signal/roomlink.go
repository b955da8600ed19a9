package signal

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

const (
	// roomMark stands between the invitation and the room of a link.
	roomMark    = "/"
	roomVersion = 1

	// MaxRoomLink is the longest link to a room in characters, blank space aside.
	MaxRoomLink = MaxInvite + 80
)

// ErrNoRoom says that a text is an invitation to a world, and names no room.
var ErrNoRoom = errors.New("this is an invitation to a world; a link to a room ends with \"" + roomMark + "\" and the room")

// RoomLink is the text by which somebody from outside of a world gets into one of its rooms: an invitation to
// the world, "/", and the base32 of
//
//	version u8, length u16 of all of it in bytes, room 32,
//	the first 4 bytes of the SHA-256 of everything before
type RoomLink struct {
	Invite
	Room [32]byte
}

// String returns the link as text.
func (l RoomLink) String() string {
	return l.Invite.String() + roomMark + frame(roomVersion, l.Room[:])
}

// LinkTo returns the link to a room of a world, whose invitation is given as text; "" without one.
func LinkTo(invitation string, room [32]byte) string {
	if invitation == "" {
		return ""
	}
	return invitation + roomMark + frame(roomVersion, room[:])
}

// IsRoomLink reports whether a text means to be a link to a room.
func IsRoomLink(text string) bool {
	text = plainText(text)
	return len(text) >= len(InviteScheme) && strings.EqualFold(text[:len(InviteScheme)], InviteScheme) && strings.Contains(text, roomMark)
}

// ParseRoomLink reads a link to a room. Its errors are one sentence for a person: ErrNoRoom, and those of
// ParseInvite.
func ParseRoomLink(text string) (l RoomLink, err error) {
	world, room, ok := strings.Cut(plainText(text), roomMark)
	if l.Invite, err = ParseInvite(world); err != nil {
		return RoomLink{}, err
	}
	if !ok {
		return RoomLink{}, ErrNoRoom
	}
	b, err := framed(room)
	if err != nil {
		return RoomLink{}, err
	}
	body := b[:len(b)-inviteChecksum]
	sum := sha256.Sum256(body)
	switch {
	case string(sum[:inviteChecksum]) != string(b[len(body):]):
		return RoomLink{}, ErrInviteTypo
	case b[0] > roomVersion:
		return RoomLink{}, ErrInviteNewer
	case b[0] == 0 || len(body) != inviteHeader+len(l.Room):
		return RoomLink{}, fmt.Errorf("%w (its checksum is right, its contents are not)", ErrInviteTypo)
	}
	copy(l.Room[:], body[inviteHeader:])
	return l, nil
}

// ParseLink reads an invitation to a world, or a link to one of its rooms; room is zero without one.
func ParseLink(text string) (i Invite, room [32]byte, err error) {
	if !IsRoomLink(text) {
		i, err = ParseInvite(text)
		return i, room, err
	}
	l, err := ParseRoomLink(text)
	return l.Invite, l.Room, err
}
