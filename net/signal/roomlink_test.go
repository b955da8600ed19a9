package signal

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// TestRoomLink: a link to a room says what it was made of, also after mail and messengers; what is none is
// refused in the words of invitations.
func TestRoomLink(t *testing.T) {
	want := RoomLink{Invite: sample, Room: [32]byte{7, 8, 9}}
	s := want.String()
	if s != LinkTo(sample.String(), want.Room) || LinkTo("", want.Room) != "" {
		t.Error("LinkTo makes another one")
	}
	for name, text := range map[string]string{
		"as it is": s, "upper case": strings.ToUpper(s), "in brackets": "\n<" + s + ">", "broken lines": s[:20] + "\r\n" + s[20:300] + "\n  " + s[300:],
	} {
		if got, err := ParseRoomLink(text); err != nil || !reflect.DeepEqual(got, want) || !IsRoomLink(text) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if i, room, err := ParseLink(text); err != nil || room != want.Room || !reflect.DeepEqual(i, sample) {
			t.Errorf("%s: %+v %x, %v", name, i, room, err)
		}
		if _, err := ParseInvite(text); err == nil {
			t.Errorf("%s: it is taken for an invitation to the world alone", name)
		}
	}
	if i, room, err := ParseLink(sample.String()); err != nil || room != ([32]byte{}) || !reflect.DeepEqual(i, sample) {
		t.Errorf("an invitation to a world: %+v %x, %v", i, room, err)
	}
	world := sample.String()
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"no room", world, ErrNoRoom},
		{"an empty room", world + "/", ErrInviteCut},
		{"a room's id", world + "/1a2b3c4d", ErrInviteTypo},
		{"cut", s[:len(s)-9], ErrInviteCut},
		{"a typo in the room", s[:len(s)-20] + flip(s[len(s)-20]) + s[len(s)-19:], ErrInviteTypo},
		{"a typo in the world", s[:50] + flip(s[50]) + s[51:], ErrInviteTypo},
		{"two rooms", s + s[len(world):], ErrInviteTypo},
		{"a newer one", world + "/" + frame(roomVersion+1, want.Room[:]), ErrInviteNewer},
		{"a short id", world + "/" + frame(roomVersion, want.Room[:31]), ErrInviteTypo},
		{"no link", "1a2b3c4d", ErrNotInvite},
		{"a path", "./a/b", ErrNotInvite},
	} {
		if _, err := ParseRoomLink(c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if IsRoomLink("1a2b3c4d") || IsRoomLink("./a/b") || IsRoomLink(world) || len(s) > MaxRoomLink {
		t.Error("something else is taken for a link to a room")
	}
}

// flip returns another digit.
func flip(b byte) string { return string('a' + (b-'a'+1)%20) }
