package signal

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

// inviter signs the samples.
var inviter = key.FromSeed([32]byte{9})

// faced is an invitation with a title and a picture.
func faced(title, picture string) Invite {
	i := sample
	i.Peer = inviter.ID()
	return i.WithFace(title, picture, inviter)
}

// TestFace: an invitation carries title and picture, cleaned and cut, whole within MaxInvite.
func TestFace(t *testing.T) {
	picture := strings.Repeat("p", PictureSize)
	long := Invite{Peer: inviter.ID(), Signal: strings.Repeat("s", maxURL)}
	for range MaxDoors {
		long.Doors = append(long.Doors, strings.Repeat("d", maxDoor))
	}
	for name, c := range map[string]struct {
		from           Invite
		title, picture string
		want, shown    string
	}{
		"plain":            {sample, "Lantern Bay", picture, "Lantern Bay", picture},
		"a title alone":    {sample, "Lantern Bay", "", "Lantern Bay", ""},
		"a picture alone":  {sample, "", picture, "", picture},
		"nothing":          {sample, "", "", "", ""},
		"control":          {sample, " Lan\x1b[31mtern\u202e\n ", "", "Lan[31mtern", ""},
		"long":             {sample, strings.Repeat("ä", 99), "", strings.Repeat("ä", 24), ""},
		"half a picture":   {sample, "A", picture[1:], "A", ""},
		"all that is long": {long, strings.Repeat("x", 99), picture, strings.Repeat("x", MaxTitle), picture},
	} {
		i := c.from
		i.Peer = inviter.ID()
		i = i.WithFace(c.title, c.picture, inviter)
		text := i.String()
		got, err := ParseInvite(text)
		if err != nil || got.Title != c.want || got.Picture != c.shown || !reflect.DeepEqual(got, i) || len(text) > MaxInvite {
			t.Errorf("%s: %q, a picture of %d, %d characters, %v", name, got.Title, len(got.Picture), len(text), err)
		}
	}
}

// TestFalseFaces: a title or picture that the inviter did not sign for this world is refused, and so is one
// that cannot be shown.
func TestFalseFaces(t *testing.T) {
	for name, change := range map[string]func(i *Invite){
		"another title":      func(i *Invite) { i.Title = "Free gold" },
		"another picture":    func(i *Invite) { i.Picture = strings.Repeat("q", PictureSize) },
		"another world":      func(i *Invite) { i.World[0]++ },
		"another inviter":    func(i *Invite) { i.Peer[0]++ },
		"no signature":       func(i *Invite) { i.Proof = [key.SignatureSize]byte{} },
		"control characters": func(i *Invite) { i.Title = "a\x1b[2Jb"; i.Proof = inviter.Sign(faceDomain, i.faceStatement()) },
		"blank space":        func(i *Invite) { i.Title = " a"; i.Proof = inviter.Sign(faceDomain, i.faceStatement()) },
		"a short picture":    func(i *Invite) { i.Picture = "pp"; i.Proof = inviter.Sign(faceDomain, i.faceStatement()) },
	} {
		i := faced("Lantern Bay", strings.Repeat("p", PictureSize))
		change(&i)
		if got, err := ParseInvite(i.String()); !errors.Is(err, ErrInviteTypo) {
			t.Errorf("%s: read as %+v, %v", name, got, err)
		}
	}
}

// TestFaceProperty: whatever a title and a picture are, the invitation is read again, with something that can
// be shown.
func TestFaceProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := faced(rapid.String().Draw(t, "title"), string(rapid.SliceOfN(rapid.Byte(), 0, 2*PictureSize).Draw(t, "picture")))
		got, err := ParseInvite(i.String())
		if err != nil || !reflect.DeepEqual(got, i) || len(got.Title) > MaxTitle {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}

// TestFirstVersion: an invitation of the first version has no face, and is still read.
func TestFirstVersion(t *testing.T) {
	got, err := ParseInvite(InviteScheme + frame(1, sample.body()))
	if err != nil || !reflect.DeepEqual(got, sample) {
		t.Errorf("%+v, %v", got, err)
	}
}
