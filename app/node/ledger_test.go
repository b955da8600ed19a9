package node

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"manyhold/app/options"
	"manyhold/app/settings"
	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/key"
	"manyhold/net/patience"
)

// TestUseAssets: a node's assets are within its settings, and count as unused only after the world has said
// which it uses.
func TestUseAssets(t *testing.T) {
	dir := t.TempDir()
	conf, err := settings.LoadSettings(&options.Play{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	n := &node{log: slog.New(slog.DiscardHandler), owner: owner{dir: dir, conf: conf, pair: key.FromSeed([32]byte{1})}}
	n.world = [32]byte{7}
	if err := n.openAssets(n); err != nil {
		t.Fatal(err)
	}
	if _, known := n.Used(); known {
		t.Error("what is used is known at once")
	}
	name, _, err := n.Store.Put(asset.Script, []byte("x = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	st := n.Store.Status()
	if a := assetStats(&st); a.Held != 1 || a.Quota != 512_000_000 || a.Fetching == nil {
		t.Errorf("%+v", a)
	}
	n.UseAssets([]asset.Name{name})
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { n.Store.Run(ctx) })
	defer all.Wait()
	defer cancel()
	patience.Wait(t, "the list of used assets", 10*time.Second, 10*time.Millisecond, func() bool {
		later, err := depot.Open(dir, depot.Options{World: n.world, Quota: 1})
		return err == nil && slices.Equal(later.Used(), []asset.Name{name})
	})
}
