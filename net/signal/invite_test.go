package signal

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/net/key"
)

var sample = Invite{
	World: [32]byte{1, 2}, Peer: key.ID{3}, Signal: "wss://play.example.org", Doors: []string{"192.168.1.5:7777", "[2001:db8::1]:7777"}, Capability: [16]byte{9},
}

func TestInviteSurvivesMessengers(t *testing.T) {
	s := sample.String()
	for name, text := range map[string]string{
		"as it is": s, "upper case": strings.ToUpper(s), "blank space around": "  \n" + s + "\r\n ", "in brackets": "<" + s + ">", "quoted": "\"" + s + "\".",
		"broken lines": s[:20] + "\r\n" + s[20:60] + "\n   " + s[60:], "zero-width space": s[:30] + "\u200b" + s[30:],
	} {
		got, err := ParseInvite(text)
		if err != nil || !reflect.DeepEqual(got, sample) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if len(s) > 300 {
		t.Errorf("an invitation of %d characters", len(s))
	}
}

func TestWrongInvitations(t *testing.T) {
	s := sample.String()
	typo := []byte(s)
	typo[50] = 'a' + (typo[50]-'a'+1)%26
	cases := []struct {
		name, text string
		want       error
	}{
		{"nothing", "", ErrNotInvite},
		{"a web page", "https://example.org", ErrNotInvite},
		{"no scheme", s[len(InviteScheme):], ErrNotInvite},
		{"one character changed", string(typo), ErrInviteTypo},
		{"a character that cannot be", s[:40] + "!" + s[41:], ErrInviteTypo},
		{"half", s[:len(s)/2], ErrInviteCut},
		{"the last character missing", s[:len(s)-1], ErrInviteCut},
		{"only the scheme", InviteScheme, ErrInviteCut},
		{"twice", s + s[len(InviteScheme):], ErrInviteTypo},
		{"very long", s + strings.Repeat("a", 5000), ErrInviteTypo},
		{"newer", newer(), ErrInviteNewer},
	}
	for _, c := range cases {
		if _, err := ParseInvite(c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// newer is an invitation of a version that does not exist yet, in the frame that all share.
func newer() string { return InviteScheme + frame(9, []byte("something else")) }

func TestEveryTypoIsNoticed(t *testing.T) {
	s := sample.String()
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(len(InviteScheme), len(s)-1).Draw(t, "where")
		c := rapid.SampledFrom([]byte("abcdefghijklmnopqrstuvwxyz234567")).Draw(t, "character")
		if c == s[i] {
			return
		}
		if got, err := ParseInvite(s[:i] + string(c) + s[i+1:]); err == nil {
			t.Fatalf("taken: %+v", got)
		}
		if _, err := ParseInvite(s[:i]); !errors.Is(err, ErrInviteCut) {
			t.Fatalf("cut at %d: %v", i, err)
		}
	})
}

func TestLongAddressesAreLeftOut(t *testing.T) {
	i := sample
	i.Signal = strings.Repeat("x", maxURL+1)
	i.Doors = []string{strings.Repeat("y", maxDoor+1), "a:1", "b:1", "c:1", "d:1", "e:1"}
	got, err := ParseInvite(i.String())
	if err != nil || got.Signal != "" || !reflect.DeepEqual(got.Doors, []string{"a:1", "b:1", "c:1", "d:1"}) {
		t.Fatalf("%+v %v", got, err)
	}
}

func FuzzParseInvite(f *testing.F) {
	f.Add(sample.String())
	f.Add(Invite{}.String())
	f.Add(newer())
	f.Add(faced("Lantern Bay", strings.Repeat("p", PictureSize)).String())
	f.Add(InviteScheme + frame(1, sample.body()))
	f.Add("manyhold:aaaa")
	f.Fuzz(func(t *testing.T, s string) {
		i, err := ParseInvite(s)
		if err != nil {
			return
		}
		if again, err := ParseInvite(i.String()); err != nil || !reflect.DeepEqual(again, i) {
			t.Fatalf("%+v is written and read as %+v, %v", i, again, err)
		}
	})
}
