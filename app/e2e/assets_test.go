package e2e

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/status"
	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/asset/sample"
	"manyhold/net/store"
)

// assetsIn opens the assets of a data directory, of a world whose id is given in digits; "" for none.
func assetsIn(t *testing.T, dir, world string) *depot.Depot {
	t.Helper()
	var id store.WorldID
	if world != "" {
		n, err := asset.ParseName(world)
		if err != nil {
			t.Fatal(err)
		}
		id = store.WorldID(n)
	}
	d, err := depot.Open(dir, depot.Options{Quota: 1 << 30, World: id})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestAssetsFromThree: a node that joins gets the assets of its world, 20 MB, from three processes at once,
// though one of them is killed midway; and when it comes back, it gets nothing again.
func TestAssetsFromThree(t *testing.T) {
	t.Parallel()
	all := [][]byte{sample.Sound(1, asset.MaxSize), sample.Sound(2, 20_000_000-asset.MaxSize)}
	var names []asset.Name
	var hosts []*process
	invite := ""
	for i, name := range []string{"Ada", "Bo", "Cy"} {
		dir := filepath.Join(t.TempDir(), name)
		d := assetsIn(t, dir, "")
		names = names[:0]
		for _, b := range all {
			n, _, err := d.Put(asset.Wave, b)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, n)
		}
		// two megabytes a second each, so that there is a midway
		if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte("[host]\nupload_kbps = 32000\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"--no-lan", "--name", name, "--world", "new"}
		if i > 0 {
			args = []string{"--no-lan", "--name", name, "--join", invite}
		}
		h := headless(t, dir, args...)
		st, _ := h.island()
		if hosts, invite = append(hosts, h), st.World.Invite; st.Host.Assets.Held != len(all) {
			t.Fatalf("%s has %+v", name, st.Host.Assets)
		}
	}
	first, _ := hosts[0].island()
	dir := filepath.Join(t.TempDir(), "Dora")
	if err := assetsIn(t, dir, first.World.ID).Use(names); err != nil {
		t.Fatal(err)
	}
	dora := headless(t, dir, "--no-lan", "--name", "Dora", "--join", first.World.Invite)
	assets := func() (a status.Assets) {
		if st, err := dora.status(); err == nil {
			a = st.Host.Assets
		}
		return a
	}
	dora.await("links with all", 20*time.Second, func() bool { st, err := dora.status(); return err == nil && len(st.Links) == 3 })
	linked := time.Now()
	dora.await("a third of the bytes", 30*time.Second, func() bool { return assets().In > 6_000_000 })
	out, err := program("status", "--data", dir).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "\nassets     ") || !strings.Contains(string(out), "downloading ") {
		t.Errorf("%v:\n%s", err, out)
	}
	hosts[1].kill()
	if a := assets(); a.In >= 19_000_000 {
		t.Logf("it was nearly done when one was killed: %+v", a)
	}
	dora.await("both assets", 60*time.Second, func() bool { return assets().Held == len(all) })
	t.Logf("20 MB were there %v after the links", time.Since(linked))
	if a := assets(); a.Wrong != 0 || a.In > 22_000_000 {
		t.Errorf("%+v", a)
	}
	for _, i := range []int{0, 2} {
		st, err := hosts[i].status()
		if err != nil || st.Host.Assets.Out < 1_000_000 {
			t.Errorf("host %d gave %+v, %v", i, st.Host.Assets, err)
		}
	}
	dora.quit()
	for i, n := range names {
		if b, ok := assetsIn(t, dir, "").Get(n); !ok || !bytes.Equal(b, all[i]) {
			t.Errorf("asset %d is wrong", i)
		}
	}
	dora = headless(t, dir, "--no-lan", "--name", "Dora", "--join", first.World.Invite)
	dora.island()
	if a := assets(); a.Held != len(all) || a.In != 0 || len(a.Fetching) != 0 {
		t.Errorf("after a restart: %+v", a)
	}
}

// TestAssetGarbage: the command lists what no world uses, and removes it without --dry-run.
func TestAssetGarbage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := headless(t, dir, "--no-lan", "--name", "Ada", "--world", "new")
	st, _ := a.island()
	a.quit()
	d := assetsIn(t, dir, st.World.ID)
	used, _, err := d.Put(asset.Wave, sample.Sound(1, 1000))
	unused, _, err2 := d.Put(asset.Wave, sample.Sound(2, 1000))
	long := time.Now().Add(-2 * depot.Grace)
	err3 := os.Chtimes(filepath.Join(dir, depot.Dir, unused.String()), long, long)
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	gc := func(args ...string) string {
		out, err := program(append([]string{"world", "gc", "last", "--data", dir}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v:\n%s", err, out)
		}
		return string(out)
	}
	if out := gc("--dry-run"); !strings.Contains(out, "would remove 0 unused assets") || !strings.Contains(out, "kept 2 assets: a world has not said yet") {
		t.Error(out)
	}
	if err := d.Use([]asset.Name{used}); err != nil {
		t.Fatal(err)
	}
	if out := gc("--dry-run"); !strings.Contains(out, "would remove 1 unused assets") || !strings.Contains(out, unused.String()) || strings.Contains(out, used.String()) {
		t.Error(out)
	}
	if out := gc(); !strings.Contains(out, "removed 1 unused assets") {
		t.Error(out)
	}
	if d := assetsIn(t, dir, ""); !d.Holds(used) || d.Holds(unused) {
		t.Error("the wrong one was removed")
	}
}
