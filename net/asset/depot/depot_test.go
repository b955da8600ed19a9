package depot

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/sample"
)

func describe(t testing.TB, b []byte) *asset.Descriptor {
	t.Helper()
	d, err := asset.Describe(asset.Wave, b)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

// clock is a time that a test sets.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func open(t testing.TB, dir string, o Options) *Depot {
	t.Helper()
	if o.Quota == 0 {
		o.Quota = 1 << 30
	}
	d, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func put(t testing.TB, d *Depot, b []byte) asset.Name {
	t.Helper()
	n, _, err := d.Put(asset.Wave, b)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// block is a block of bytes.
func block(b []byte, i int) []byte {
	return b[i*asset.BlockSize : min(len(b), (i+1)*asset.BlockSize)]
}

// TestPut: what is put can be got, also by a later process, and putting it again changes nothing.
func TestPut(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, Options{})
	b := sample.Sound(1, 100_000)
	n, known, err := d.Put(asset.Wave, b)
	if err != nil || known || n != describe(t, b).Name() {
		t.Fatal(n, known, err)
	}
	sizes := d.Sizes()
	if again, known, err := d.Put(asset.Wave, b); again != n || !known || err != nil || d.Sizes() != sizes {
		t.Errorf("again: %v %v %v, %+v", again, known, err, d.Sizes())
	}
	if _, _, err := d.Put(asset.Sprite, b); !errors.Is(err, asset.ErrContent) {
		t.Errorf("a sound as a sprite: %v", err)
	}
	if _, _, err := d.Put(asset.Wave, sample.Sound(1, asset.MaxSize+1)); !errors.Is(err, asset.ErrSize) {
		t.Errorf("more than 12 MiB: %v", err)
	}
	d = open(t, dir, Options{})
	if got, ok := d.Get(n); !ok || !bytes.Equal(got, b) || d.Sizes() != sizes {
		t.Errorf("after a restart: %v, %+v", ok, d.Sizes())
	}
	if desc, ok := d.Descriptor(n); !ok || desc.Size != len(b) {
		t.Error("no descriptor")
	}
	if _, ok := d.Get(asset.Name{1}); ok {
		t.Error("got what is not there")
	}
}

// TestRot: a damaged file is neither given to others nor used, and does not stay.
func TestRot(t *testing.T) {
	b := sample.Sound(1, 100_000)
	head := len(header(describe(t, b)))
	for what, damage := range map[string]func(f []byte) []byte{
		"a flipped byte":        func(f []byte) []byte { f[head+40_000] ^= 1; return f },
		"a flipped descriptor":  func(f []byte) []byte { f[20] ^= 1; return f },
		"cut off":               func(f []byte) []byte { return f[:len(f)-1] },
		"longer":                func(f []byte) []byte { return append(f, 0) },
		"empty":                 func(f []byte) []byte { return nil },
		"a forged length":       func(f []byte) []byte { f[7] = 0xff; return f },
		"the file of another":   func(f []byte) []byte { o := sample.Sound(2, 100_000); return append(header(describe(t, o)), o...) },
		"a lie about its shape": func(f []byte) []byte { d := describe(t, b); d.Kind = asset.Ogg; return append(header(d), b...) },
	} {
		dir := t.TempDir()
		n := put(t, open(t, dir, Options{}), b)
		path := filepath.Join(dir, Dir, n.String())
		f, _ := os.ReadFile(path)
		os.WriteFile(path, damage(f), 0o600)
		d := open(t, dir, Options{})
		if got, ok := d.Get(n); ok {
			t.Errorf("%s: got %d bytes", what, len(got))
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || d.Holds(n) || d.Sizes().Bytes != 0 {
			t.Errorf("%s: it is kept: %+v", what, d.Sizes())
		}
	}
	dir := t.TempDir()
	d := open(t, dir, Options{})
	n := put(t, d, b)
	path := filepath.Join(dir, Dir, n.String())
	f, _ := os.ReadFile(path)
	f[head+40_000] ^= 1
	os.WriteFile(path, f, 0o600)
	if _, ok := d.Block(n, 0); !ok {
		t.Error("the right block is refused")
	}
	if _, ok := d.Block(n, 1); ok || d.Holds(n) {
		t.Error("the wrong block is given")
	}
}

// TestPlanted: a file under its right name whose contents are not allowed is not used.
func TestPlanted(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, Options{})
	b := []byte("not a sound")
	lie := describe(t, sample.Sound(1, 100))
	o, _ := asset.Describe(asset.Script, b)
	lie.Size, lie.Blocks = len(b), o.Blocks
	os.WriteFile(filepath.Join(dir, Dir, lie.Name().String()), append(header(lie), b...), 0o600)
	if _, ok := d.Get(lie.Name()); ok {
		t.Error("it is used")
	}
	if d = open(t, dir, Options{}); d.Holds(lie.Name()) {
		if _, ok := d.Get(lie.Name()); ok {
			t.Error("it is used after a restart")
		}
	}
}

// TestResume: a download continues in a later process with the blocks that are right, and only those.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	b := sample.Sound(3, 5*asset.BlockSize-99)
	desc := describe(t, b)
	n := desc.Name()
	d := open(t, dir, Options{})
	if err := d.Begin(desc, false); err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{4, 1, 2} {
		if last, err := d.Write(n, i, block(b, i)); last || err != nil {
			t.Fatal(i, last, err)
		}
	}
	if _, err := d.Write(n, 0, block(b, 1)); !errors.Is(err, asset.ErrMismatch) {
		t.Errorf("a wrong block: %v", err)
	}
	if err := d.Finish(n); err == nil || d.Holds(n) {
		t.Errorf("finished too early: %v", err)
	}
	path := filepath.Join(dir, Dir, n.String()+partEnding)
	f, _ := os.ReadFile(path)
	f[len(header(desc))+2*asset.BlockSize] ^= 1 // the disk lost the third
	os.WriteFile(path, f, 0o600)

	d = open(t, dir, Options{})
	if d.Sizes().Downloads != 1 {
		t.Fatalf("%+v", d.Sizes())
	}
	if err := d.Begin(desc, false); err != nil {
		t.Fatal(err)
	}
	if have, whole, ok := d.Have(n); !ok || whole || !slices.Equal(have, []bool{false, true, false, false, true}) {
		t.Fatalf("after a restart: %v %v %v", have, whole, ok)
	}
	if got, ok := d.Block(n, 1); !ok || !bytes.Equal(got, block(b, 1)) {
		t.Error("its blocks are not given to others")
	}
	if _, ok := d.Block(n, 2); ok {
		t.Error("a missing block is given to others")
	}
	for _, i := range []int{0, 2, 3} {
		if last, err := d.Write(n, i, block(b, i)); last != (i == 3) || err != nil {
			t.Fatal(i, last, err)
		}
	}
	size := d.Sizes().Bytes
	if err := d.Finish(n); err != nil {
		t.Fatal(err)
	}
	if got, ok := d.Get(n); !ok || !bytes.Equal(got, b) || d.Sizes() != (Sizes{1, 0, size, 1 << 30}) {
		t.Errorf("%v, %+v", ok, d.Sizes())
	}
}

// TestRefused: a download whose blocks are right and whose contents are not allowed leaves nothing.
func TestRefused(t *testing.T) {
	d := open(t, t.TempDir(), Options{})
	b := []byte("not a sound")
	lie := describe(t, sample.Sound(1, 100))
	o, _ := asset.Describe(asset.Script, b)
	lie.Size, lie.Blocks = len(b), o.Blocks
	if err := d.Begin(lie, false); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(lie.Name(), 0, b); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish(lie.Name()); !errors.Is(err, ErrRefused) || d.Sizes().Bytes != 0 || d.Sizes().Downloads != 0 {
		t.Errorf("%v, %+v", err, d.Sizes())
	}
}

// TestTwoProcesses: two depots of one directory that put and download the same leave one good file.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, dir, Options{}), open(t, dir, Options{})
	bytes1, bytes2 := sample.Sound(1, 300_000), sample.Sound(2, 300_000)
	n := describe(t, bytes2).Name()
	var both sync.WaitGroup
	for _, d := range []*Depot{a, b} {
		both.Go(func() {
			put(t, d, bytes1)
			if err := d.Begin(describe(t, bytes2), false); err != nil {
				t.Error(err)
			}
			for i := range asset.Blocks(len(bytes2)) {
				d.Write(n, i, block(bytes2, i)) // the file is gone when the other was first
			}
			d.Finish(n)
		})
	}
	both.Wait()
	c := open(t, dir, Options{})
	for _, want := range [][]byte{bytes1, bytes2} {
		if got, ok := c.Get(describe(t, want).Name()); !ok || !bytes.Equal(got, want) {
			t.Error("one is missing")
		}
	}
}
