package depot

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/sample"
)

// TestQuota: when there is no room, what no world needs goes first, the least recently used before others.
// Used assets stay, and a new one that does not fit then is refused, unless the window needs it.
func TestQuota(t *testing.T) {
	at := &clock{time.Unix(1_000_000, 0)}
	size := int64(len(header(describe(t, sample.Sound(1, 100_000)))) + 100_000)
	d := open(t, t.TempDir(), Options{Quota: 3 * size, World: [32]byte{9}, Now: at.now})
	if err := d.Use(nil); err != nil {
		t.Fatal(err)
	}
	a, b, c := put(t, d, sample.Sound(1, 100_000)), put(t, d, sample.Sound(2, 100_000)), put(t, d, sample.Sound(3, 100_000))
	if _, _, err := d.Put(asset.Wave, sample.Sound(4, 100_000)); !errors.Is(err, ErrFull) {
		t.Errorf("all are new: %v", err)
	}
	if err := d.Use([]asset.Name{b}); err != nil {
		t.Fatal(err)
	}
	at.at = at.at.Add(Recent / 2)
	d.Get(a)
	at.at = at.at.Add(Recent + time.Second)
	e := put(t, d, sample.Sound(4, 100_000))
	if d.Holds(c) || !d.Holds(a) || !d.Holds(b) || !d.Holds(e) {
		t.Errorf("not the least recently used one went")
	}
	if err := d.Use([]asset.Name{a, b, e}); err != nil {
		t.Fatal(err)
	}
	at.at = at.at.Add(100 * Recent)
	next := describe(t, sample.Sound(5, 100_000))
	if err := d.Begin(next, false); !errors.Is(err, ErrFull) {
		t.Errorf("all are used: %v", err)
	}
	if err := d.Begin(next, true); err != nil {
		t.Errorf("what the window shows: %v", err)
	}
	for i := range next.Blocks {
		if _, err := d.Write(next.Name(), i, block(sample.Sound(5, 100_000), i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Finish(next.Name()); err != nil || d.Sizes().Bytes != 4*size {
		t.Errorf("%v, %+v", err, d.Sizes())
	}
	if err := d.Use([]asset.Name{a, b, e, next.Name()}); err != nil {
		t.Fatal(err)
	}
	if n := d.Collect(); n != 0 || !d.Holds(next.Name()) {
		t.Errorf("%d went while the window uses one", n)
	}
	at.at = at.at.Add(Recent + time.Second)
	if n := d.Collect(); n != 1 || d.Holds(next.Name()) || d.Sizes().Bytes != 3*size {
		t.Errorf("%d went, %+v", n, d.Sizes())
	}
}

// TestCollect: what no world of the directory uses goes after a while, and nothing while that is unknown.
func TestCollect(t *testing.T) {
	at := &clock{time.Unix(1_000_000, 0)}
	dir := t.TempDir()
	mine, theirs := open(t, dir, Options{World: [32]byte{1}, Now: at.now}), open(t, dir, Options{World: [32]byte{2}, Now: at.now})
	a, b, c := put(t, mine, sample.Sound(1, 1000)), put(t, mine, sample.Sound(2, 1000)), put(t, mine, sample.Sound(3, 1000))
	if err := mine.Begin(describe(t, sample.Sound(4, 1000)), false); err != nil {
		t.Fatal(err)
	}
	at.at = at.at.Add(30 * 24 * time.Hour)
	if n := mine.Collect(); n != 0 {
		t.Errorf("%d went before it was known what is used", n)
	}
	if err := errors.Join(theirs.Use([]asset.Name{b}), mine.Use([]asset.Name{a})); err != nil {
		t.Fatal(err)
	}
	if n := mine.Collect(); n != 2 || !mine.Holds(a) || !mine.Holds(b) || mine.Holds(c) {
		t.Errorf("%d went: %v", n, mine.Names())
	}
	if again := open(t, dir, Options{World: [32]byte{1}, Now: at.now}); !again.needs(a) || !again.needs(b) || again.needs(c) {
		t.Error("a later process does not know what is used")
	}
	if lacks := mine.Lacks(); len(lacks) != 0 {
		t.Errorf("lacks %v", lacks)
	}
	mine.Use([]asset.Name{a, c})
	if lacks := mine.Lacks(); !slices.Equal(lacks, []asset.Name{c}) {
		t.Errorf("lacks %v", lacks)
	}
}

// TestClean: the command finds what no world uses; a world whose file is gone uses nothing.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, Options{World: [32]byte{1}})
	a, b := put(t, d, sample.Sound(1, 1000)), put(t, d, sample.Sound(2, 1000))
	if err := d.Use([]asset.Name{a}); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, Dir, "notes.txt"), []byte("mine"), 0o600)
	os.WriteFile(filepath.Join(dir, Dir, draft+"1"), []byte("half"), 0o600)
	exists, later := [][32]byte{{1}}, time.Now().Add(2*Grace)
	if g, err := Clean(dir, later, [][32]byte{{1}, {2}}, true); err != nil || len(g.Unused) != 0 || g.Kept != 1 || !slices.Equal(g.Unknown, [][32]byte{{2}}) {
		t.Errorf("with a world that has not said what it uses: %+v, %v", g, err)
	}
	if g, err := Clean(dir, time.Now(), exists, true); err != nil || len(g.Unused) != 0 || g.Kept != 1 || g.Parts != 0 {
		t.Errorf("at once: %+v, %v", g, err)
	}
	for _, dry := range []bool{true, false} {
		if g, err := Clean(dir, later, exists, dry); err != nil || !slices.Equal(g.Unused, []asset.Name{b}) || g.Parts != 1 || g.Bytes < 1000 {
			t.Errorf("dry %v: %+v, %v", dry, g, err)
		}
	}
	if g, err := Clean(dir, later, nil, false); err != nil || !slices.Equal(g.Unused, []asset.Name{a}) {
		t.Errorf("without its world: %+v, %v", g, err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, Dir)); err != nil || len(left) != 1 || left[0].Name() != "notes.txt" {
		t.Errorf("left: %v, %v", left, err)
	}
	if g, err := Clean(t.TempDir(), later, exists, false); err != nil || g.Kept != 0 {
		t.Errorf("no folder: %+v, %v", g, err)
	}
}
