package entrance

import (
	"strings"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/render/ui/model"
)

// samplePicture is a picture's bytes.
func samplePicture(t *testing.T) string {
	var p charter.Picture
	for i := range p {
		p[i] = uint8(i % 3)
	}
	b, ok := p.Bytes()
	if !ok {
		t.Fatal("no picture")
	}
	return string(b)
}

// TestFaces: a kept world is listed with its title and picture as soon as they are read, and anew after its
// file was changed; without a title it keeps its name.
func TestFaces(t *testing.T) {
	title, picture := "Lantern Bay", samplePicture(t)
	read := make(chan bool, 9)
	stored := func(store.WorldID) (string, string) { read <- true; return title, picture }
	w := &store.Info{ID: store.WorldID{1}, Modified: time.Unix(100, 0)}
	var f Faces
	shown := func() model.WorldOffer { o := model.WorldOffer{Name: "A"}; f.Show(&o, w, stored); return o }
	for deadline := patience.For(10 * time.Second); shown().Name != title || shown().Picture == nil; {
		if deadline.Over() {
			t.Fatalf("listed as %+v", shown())
		}
	}
	if len(read) != 1 {
		t.Errorf("the file is read %d times", len(read))
	}
	title, picture, w.Modified = "", "no picture", time.Unix(200, 0)
	for deadline := patience.For(10 * time.Second); len(read) < 2 || shown().Name != "A"; {
		if shown(); deadline.Over() {
			t.Fatalf("listed as %+v after a change", shown())
		}
	}
	if o := shown(); o.Picture != nil {
		t.Errorf("a picture of nonsense")
	}
}

// TestPreview: a pasted invitation shows title and picture; what is none, or was altered, shows nothing.
func TestPreview(t *testing.T) {
	pair := key.FromSeed([32]byte{1})
	i := signal.Invite{World: [32]byte{2}, Peer: pair.ID()}.WithFace("Lantern Bay", samplePicture(t), pair)
	forged := i
	forged.Title = "Free gold"
	odd := signal.Invite{World: [32]byte{2}, Peer: pair.ID()}.WithFace("Odd", strings.Repeat("\xff", signal.PictureSize), pair)
	var p Preview
	for _, c := range []struct {
		text, name string
		picture    bool
	}{
		{i.String(), "Lantern Bay", true}, {"", "", false}, {"hello", "", false}, {forged.String(), "", false}, {odd.String(), "Odd", false}, {i.String(), "Lantern Bay", true}, {i.String(), "Lantern Bay", true},
	} {
		if got := p.Of(c.text); got.Name != c.name || (got.Picture != nil) != c.picture {
			t.Errorf("%.20q: %+v", c.text, got)
		}
	}
}
