package shelf

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"manyhold/game/blueprint"
	"manyhold/game/island"
	"manyhold/game/rig"
	"manyhold/net/asset"
	"manyhold/net/asset/sample"
	"manyhold/net/asset/share"
	"manyhold/net/patience"
)

// entry is a blueprint that names assets by their first bytes.
func entry(t *testing.T, title string, sprite byte, flags blueprint.Flags, assets ...byte) blueprint.Entry {
	t.Helper()
	b := &blueprint.Blueprint{Author: rig.Key(1), Editor: rig.Key(1), Version: 1, By: "ann", Title: title, Licence: "MIT", Flags: flags}
	if sprite != 0 {
		b.Sprite[0] = sprite
	}
	for k, a := range assets {
		b.Assets = append(b.Assets, blueprint.Named{Name: string(rune('a' + k)), Is: blueprint.Asset{a}})
	}
	if err := b.Check(); err != nil {
		t.Fatal(err)
	}
	data := blueprint.Append(nil, b)
	return blueprint.Entry{Blueprint: b, ID: b.ID(), Hash: blueprint.HashOf(data), Bytes: data}
}

// opened is a shelf with a store that runs.
func opened(t *testing.T) *Shelf {
	t.Helper()
	store, err := share.Open(share.Options{Data: t.TempDir(), Quota: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { store.Run(ctx) })
	t.Cleanup(func() { cancel(); all.Wait() })
	return &Shelf{Store: store, Lives: func(island uint64) bool { return island < 3 }}
}

// TestSee: what the world uses is what the blueprints of all islands name that have not ended, once each; it
// is looked up again only when a list has changed.
func TestSee(t *testing.T) {
	s := opened(t)
	used := func(want ...byte) {
		t.Helper()
		var got []byte
		names, known := s.Used()
		for _, n := range names {
			got = append(got, n[0])
		}
		if !known || !slices.Equal(got, want) {
			t.Errorf("%v %v; want %v", got, known, want)
		}
	}
	if _, known := s.Used(); known {
		t.Error("it is known before an island was seen")
	}
	a, b := new(island.Island), new(island.Island)
	if s.See(1, a); s.named != nil {
		t.Error("a world without blueprints says what it uses")
	}
	a.Blueprints.Put(entry(t, "Lamp", 9, 0, 4, 4, 2))
	s.See(1, a)
	used(2, 4, 9)
	b.Blueprints.Put(entry(t, "Door", 0, 0, 4, 7))
	s.See(3, b)
	used(2, 4, 7, 9)
	a.Blueprints.Put(entry(t, "Lamp", 9, 0, 5)) // island 3 has ended in the meantime
	s.See(1, a)
	used(5, 9)
	was := s.used.Load()
	if s.See(1, a); s.used.Load() != was {
		t.Error("nothing changed")
	}
}

// TestPreload: the assets of a blueprint that says so are fetched before anybody sees a thing of it.
func TestPreload(t *testing.T) {
	s := opened(t)
	w := new(island.Island)
	w.Blueprints.Put(entry(t, "Lamp", 9, blueprint.Preload, 4))
	w.Blueprints.Put(entry(t, "Door", 8, 0, 7))
	s.See(1, w)
	fetching := func() (got []byte) {
		for _, p := range s.Store.Status().Fetching {
			got = append(got, p.Name[0])
		}
		return got
	}
	patience.Wait(t, "two downloads", 5*time.Second, 5*time.Millisecond, func() bool { return len(fetching()) == 2 })
	if got := fetching(); !slices.Equal(got, []byte{4, 9}) {
		t.Errorf("fetches %v", got)
	}
}

// TestPutAndFetch: a file becomes an asset, which comes back the same; each fault has its words.
func TestPutAndFetch(t *testing.T) {
	s := opened(t)
	data := []byte("x = 1\n")
	put := func(data []byte) func() (string, error) {
		return func() (string, error) {
			name, _, err := s.PutAsset(t.Context(), data)
			return name, err
		}
	}
	name, known, err := s.PutAsset(t.Context(), data)
	if err != nil || known {
		t.Fatal(known, err)
	}
	if again, known, err := s.PutAsset(t.Context(), data); again != name || !known || err != nil {
		t.Error(again, known, err)
	}
	text, err := s.AssetText(t.Context(), name)
	if got, _ := base64.StdEncoding.DecodeString(text); err != nil || string(got) != string(data) {
		t.Errorf("%q, %v", got, err)
	}
	s.Store.Limit(3, 0)
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		what, want string
		do         func() (string, error)
	}{
		{"no kind", "neither a PNG", put([]byte{0xff, 0xfe, 0})},
		{"too large", "has 1 to", put(make([]byte, asset.MaxScript+1))},
		{"13 MB", "has 1 to 12582912", put(sample.Sound(1, 13_000_000))},
		{"no room", "keeps no more assets; raise assets_mb", put([]byte("y = 1\n"))},
		{"no name", "a name has 64 digits", func() (string, error) { return s.AssetText(t.Context(), "lamp") }},
		{"nobody has it", "has not arrived in time", func() (string, error) { return s.AssetText(ended, strings.Repeat("7", 64)) }},
	} {
		if got, err := c.do(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v; want %q", c.what, got, err, c.want)
		}
	}
}
