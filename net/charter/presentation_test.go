package charter

import (
	"bytes"
	"testing"

	"manyhold/net/key"
)

// TestPresentation: only the holder of the secret can make one, and only for one player and world.
func TestPresentation(t *testing.T) {
	world, other := [32]byte{1}, [32]byte{2}
	secret := Capability{7}
	player, thief := key.ID{3}, key.ID{4}
	p := Present(secret.Pair(world), player, world)
	q, err := DecodePresentation(p.Append(nil))
	if err != nil || q != p {
		t.Fatalf("read as %+v: %v", q, err)
	}
	forged := Present(Capability{8}.Pair(world), player, world)
	forged.Invitation = p.Invitation
	for name, c := range map[string]struct {
		p      Presentation
		player key.ID
		world  [32]byte
		want   bool
	}{
		"right":           {p, player, world, true},
		"another player":  {p, thief, world, false},
		"another world":   {p, player, other, false},
		"another's proof": {forged, player, world, false},
	} {
		if got := c.p.Signed(c.player, c.world); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzDecodePresentation(f *testing.F) {
	world := [32]byte{1}
	p := Present(Capability{7}.Pair(world), key.ID{3}, world)
	f.Add(p.Append(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := DecodePresentation(b); err == nil && !bytes.Equal(p.Append(nil), b) {
			t.Errorf("%x is written as %x", b, p.Append(nil))
		}
	})
}
