package e2e

import (
	"bytes"
	"encoding/base64"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/net/asset"
	"manyhold/net/asset/exchange"
	"manyhold/net/asset/sample"
)

// TestAssetsOfAttachedWindow: a window that is attached to a node gets the assets that others have, and what
// is dropped on it comes to others, though it has no store of its own. A file that the node knows is not
// sent.
func TestAssetsOfAttachedWindow(t *testing.T) {
	t.Parallel()
	ada := headless(t, t.TempDir(), "--no-lan", "--name", "Ada")
	st, _ := ada.island()
	bert := headless(t, t.TempDir(), "--no-lan", "--name", "Bert", "--join", st.World.Invite)
	bert.island()
	far, err := control.Find(bert.data)
	if err != nil {
		t.Fatal(err)
	}
	theirs, mine := sample.Sound(1, 700_000), sample.Sound(2, 500_000)
	name, known, err := far.PutAsset(t.Context(), theirs)
	if err != nil || known {
		t.Fatal(known, err)
	}
	w := openPane(t, ada)
	is, err := asset.ParseName(name)
	if err != nil {
		t.Fatal(err)
	}
	reader := w.a.Assets()
	reader.Want(is, exchange.Visible)
	ada.await("the sound of another node", 30*time.Second, func() bool { return reader.Holds(is) })
	if got, ok := reader.Get(is); !ok || !bytes.Equal(got, theirs) {
		t.Errorf("%d bytes, %v", len(got), ok)
	}
	for again := range 2 {
		if name, known, err = w.a.PutAsset(t.Context(), mine); err != nil || known != (again == 1) {
			t.Fatal(known, err)
		}
	}
	text, err := far.Call(t.Context(), control.Asset, name)
	if got, _ := base64.StdEncoding.DecodeString(text); err != nil || !bytes.Equal(got, mine) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, _, err := w.a.PutAsset(t.Context(), make([]byte, asset.MaxSize+1)); err == nil {
		t.Error("a file that is too large is taken")
	}
}
