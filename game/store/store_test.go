package store

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/blueprint"
)

func TestValuesAreKeptByBlueprint(t *testing.T) {
	var s Table
	if !s.Put(1, "k", []byte{1}, 5) || !s.Put(2, "k", []byte{2}, 5) || !s.Put(1, "a", []byte{3}, 6) {
		t.Fatal("there is no room")
	}
	old := s
	s.Put(1, "k", []byte{4}, 7)
	s.Put(2, "k", nil, 7)
	for _, c := range []struct {
		of   blueprint.ID
		key  string
		want []byte
	}{{1, "k", []byte{4}}, {1, "a", []byte{3}}, {2, "k", nil}, {3, "k", nil}, {1, "x", nil}} {
		if got := s.Get(c.of, c.key); !bytes.Equal(got, c.want) {
			t.Errorf("%d %s: %v, want %v", c.of, c.key, got, c.want)
		}
	}
	if old.Get(2, "k")[0] != 2 || old.Get(1, "k")[0] != 1 {
		t.Error("a copy has changed")
	}
}

func TestLimits(t *testing.T) {
	var s Table
	for n := range MaxKeys {
		if !s.Put(1, fmt.Sprint(n), []byte{1}, game.Tick(n)) {
			t.Fatalf("no room for key %d", n)
		}
	}
	if s.Put(1, "more", []byte{1}, 99) {
		t.Error("one key too many is kept")
	}
	if !s.Put(1, "7", nil, 100) || !s.Put(1, "more", []byte{1}, 101) {
		t.Error("an erased key makes no room")
	}
	for _, c := range []struct {
		key   string
		bytes int
	}{{"", 1}, {string(make([]byte, MaxKey+1)), 1}, {"k", MaxValue + 1}} {
		if s.Put(2, c.key, make([]byte, c.bytes), 1) {
			t.Errorf("a key of %d bytes with %d is kept", len(c.key), c.bytes)
		}
	}
	of, kept := blueprint.ID(1000), 0
	for s.Put(of, fmt.Sprint(kept), make([]byte, MaxValue), 1) || kept > 0 {
		if kept++; len(s.boxes) > 0 && s.boxes[len(s.boxes)-1].bytes()+MaxValue+8 > MaxOf {
			of, kept = of+1, 0
		}
		if of > 2000 {
			t.Fatal("an island keeps without end")
		}
		if s.bytes > MaxAll-MaxValue-8 {
			break
		}
	}
	if s.Put(5000, "k", make([]byte, MaxValue), 1) && s.Put(5000, "l", make([]byte, MaxValue), 1) {
		t.Errorf("%d bytes are kept", s.bytes)
	}
	if !s.Put(1000, "0", []byte{1}, 9) {
		t.Error("a full island does not let values get smaller")
	}
}

// drawn is a table with some entries.
func drawn(t *rapid.T) (s Table) {
	for range rapid.IntRange(0, 150).Draw(t, "writes") {
		of, key := blueprint.ID(rapid.IntRange(1, 20).Draw(t, "of")), fmt.Sprint(rapid.IntRange(0, 70).Draw(t, "key"))
		s.Put(of, key, make([]byte, rapid.SampledFrom([]int{0, 1, 200, 256}).Draw(t, "bytes")), game.Tick(rapid.IntRange(1, 9).Draw(t, "at")))
	}
	return s
}

// TestBytes: a table is read as it was written, and nothing else is read.
func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		data := s.Append(nil)
		var again Table
		if err := again.Read(data); err != nil || again.Sum() != s.Sum() || !bytes.Equal(again.Append(nil), data) {
			t.Fatalf("%v; sums %x and %x", err, again.Sum(), s.Sum())
		}
		if len(data) > 1 {
			broken := bytes.Clone(data)
			broken[rapid.IntRange(0, len(data)-1).Draw(t, "where")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
			if err := again.Read(broken); err == nil && !bytes.Equal(again.Append(nil), broken) {
				t.Fatal("two bytes are read as one table")
			}
		}
	})
}

// TestJoin: both orders come to the same, later writes hold, and the limits are kept.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawn(t), drawn(t)
		x, y := a, b
		x.Join(&b)
		y.Join(&a)
		if x.Sum() != y.Sum() || !bytes.Equal(x.Append(nil), y.Append(nil)) {
			t.Fatal("the order matters")
		}
		var again Table
		if err := again.Read(x.Append(nil)); err != nil {
			t.Fatal(err)
		}
		x.Join(&b)
		if x.bytes < MaxAll/2 && x.Sum() != y.Sum() {
			for k := range x.boxes {
				if len(x.boxes[k].list) < MaxKeys && x.boxes[k].bytes() < MaxOf-300 && x.boxes[k].sum() != y.boxes[k].sum() {
					t.Fatal("once more changes it")
				}
			}
		}
	})
	var a, b Table
	a.Put(1, "k", []byte{1}, 5)
	b.Put(1, "k", []byte{2}, 4)
	b.Put(1, "erased", []byte{2}, 4)
	a.Put(1, "erased", []byte{9}, 3)
	a.Put(1, "erased", nil, 5)
	a.Put(1, "tie", []byte{7}, 5)
	b.Put(1, "tie", []byte{8}, 5)
	a.Join(&b)
	if a.Get(1, "k")[0] != 1 || a.Get(1, "erased") != nil || a.Get(1, "tie")[0] != 8 {
		t.Errorf("%v", a.boxes)
	}
	a.Shift(10)
	if a.boxes[0].list[0].at != 15 {
		t.Errorf("%v", a.boxes)
	}
}

// TestTimesOfLiarsCanBeRead: whatever times a store from elsewhere has, it can be read after they are moved.
func TestTimesOfLiarsCanBeRead(t *testing.T) {
	var s, again Table
	s.Put(1, "k", []byte{1}, game.MaxTick-1)
	s.Shift(1 << 20)
	if err := again.Read(s.Append(nil)); err != nil || again.Sum() != s.Sum() {
		t.Error(err)
	}
}

// FuzzRead: any bytes are refused, or are those of the table that was read, within its limits.
func FuzzRead(f *testing.F) {
	var s Table
	s.Put(1, "k", []byte{1}, 5)
	s.Put(2, "k", nil, 7)
	s.Put(2, "l", []byte{3}, 7)
	f.Add(s.Append(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s, again Table
		if s.Read(data) != nil {
			return
		}
		if s.Bytes() > MaxAll || s.Held(func(blueprint.ID) bool { return true }) != s.Bytes() {
			t.Errorf("%d bytes", s.Bytes())
		}
		s.Shift(1 << 59)
		s.Join(&s)
		if err := again.Read(s.Append(nil)); err != nil || again.Sum() != s.Sum() {
			t.Error(err)
		}
	})
}
