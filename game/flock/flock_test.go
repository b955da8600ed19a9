package flock

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

func at(x, y int) fixed.SVec { return fixed.SVec{X: fixed.S(x) * fixed.One, Y: fixed.S(y) * fixed.One} }

// field is a field with a wall around it, and dogs that walk about.
type field struct {
	Table
	w, h int32
	tick game.Tick
	dogs map[game.EntityID]fixed.SVec
}

func newField(w, h int32) *field {
	return &field{w: w, h: h, dogs: map[game.EntityID]fixed.SVec{}}
}

func (f *field) surroundings() Surroundings {
	return Surroundings{Seed: 7, Tick: f.tick,
		Wall: func(t grid.Tile) bool { return t.X <= 0 || t.Y <= 0 || t.X >= f.w-1 || t.Y >= f.h-1 },
		Where: func(id game.EntityID) (fixed.Vec, bool) {
			p, ok := f.dogs[id]
			return p.Vec(), ok
		}}
}

func (f *field) run(ticks int) {
	for range ticks {
		f.Step(f.surroundings())
		f.tick++
	}
}

// sweep lets a line of dogs drive sheep from the east to x.
func (f *field) sweep(ticks int, x fixed.S) {
	from := fixed.S(f.w-2) * fixed.One
	for n := range fixed.S(ticks) {
		for d := range f.h / 6 {
			f.dogs[game.EntityID(d+1)] = fixed.SVec{X: from - (from-x)/fixed.S(ticks)*n, Y: fixed.S(d*6+3) * fixed.One}
			f.SetFear(game.EntityID(d+1), 6*fixed.One)
		}
		f.run(1)
	}
}

func TestDogsDriveTheFlock(t *testing.T) {
	f := newField(80, 60)
	if !f.Add(7, 0, 1500, at(40, 30), 20*fixed.One) || f.Add(7, 0, 501, at(40, 30), fixed.One) {
		t.Fatal("2,000 sheep are allowed, and no more")
	}
	f.SetPen(2, Pen{1, 1, 30, 58})
	before := f.Count(at(1, 1), at(31, 59))
	f.sweep(60*60, 31*fixed.One)
	after := f.Count(at(1, 1), at(31, 59))
	if after < 1200 || before > 500 || after != f.Penned(2) {
		t.Errorf("%d sheep were in the west, and after a minute with a dog %d (the pen has %d)", before, after, f.Penned(2))
	}
	for k, s := range f.All() {
		if x, y := s.Pos.X>>fixed.Bits, s.Pos.Y>>fixed.Bits; x < 1 || y < 1 || x >= 79 || y >= 59 {
			t.Fatalf("sheep %d is in a wall at %d, %d", k, x, y)
		}
	}
}

func TestSheepStayInPens(t *testing.T) {
	f := newField(60, 60)
	f.Add(7, 0, 300, at(30, 30), 5*fixed.One)
	f.SetPen(1, Pen{24, 24, 13, 13})
	if n := f.Penned(1); n != 300 {
		t.Fatalf("%d sheep are in the pen", n)
	}
	f.run(30 * 60)
	if n := f.Penned(1); n != 300 {
		t.Errorf("%d of 300 sheep are left in the pen that nobody disturbs", n)
	}
	f.dogs[1] = at(30, 30)
	f.SetFear(1, 10*fixed.One)
	f.run(5 * 60)
	if n := f.Penned(1); n > 150 {
		t.Errorf("%d of 300 sheep stay with a dog among them", n)
	}
	f.SetFear(1, 0)
	if n, _ := f.Herd(at(30, 30), 40*fixed.One); n != 300-f.Penned(1) {
		t.Errorf("%d sheep are outside, and %d in the pen, of 300", n, f.Penned(1))
	}
}

func TestSheepKeepApart(t *testing.T) {
	f := newField(60, 60)
	f.Add(7, 0, 200, at(30, 30), fixed.One/8)
	f.run(20 * 60)
	close := 0
	for a := range f.All() {
		for b := range a {
			if f.All()[a].Pos.Sub(f.All()[b].Pos).Len() < fixed.One/4 {
				close++
			}
		}
	}
	if close > 20 {
		t.Errorf("%d pairs of sheep stand on each other", close)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	f := newField(10, 10)
	for id := range game.EntityID(MaxFears + 1) {
		if ok := f.SetFear(id+1, fixed.One); ok != (id < MaxFears) {
			t.Errorf("fear %d: %v", id+1, ok)
		}
	}
	if f.SetFear(3, 0); len(f.fears) != MaxFears-1 {
		t.Error("a fear does not end")
	}
	if f.Add(1, 0, 1, at(Far, 0), fixed.One) || f.Add(1, 0, -1, at(0, 0), fixed.One) {
		t.Error("sheep far off, or fewer than none")
	}
}

// TestTablesAreCanonical: what was written is read as it was, and goes on in the same way; other bytes are
// refused, or are written as they were read.
func TestTablesAreCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newField(80, 60)
		f.Add(rapid.Uint64().Draw(t, "seed"), 0, rapid.IntRange(0, 90).Draw(t, "sheep"), at(40, 30), 9*fixed.One)
		f.SetPen(rapid.IntRange(1, MaxPens).Draw(t, "pen"), Pen{38, 28, 5, 5})
		f.dogs[4] = at(rapid.IntRange(30, 50).Draw(t, "x"), 30)
		f.SetFear(4, 5*fixed.One)
		f.dogs[9] = at(20, 20)
		f.SetFear(9, fixed.One)
		f.run(rapid.IntRange(0, 90).Draw(t, "ticks"))
		data := f.Append(nil)
		c := codec.Read(data)
		got := &field{Table: Read(&c), w: f.w, h: f.h, tick: f.tick, dogs: f.dogs}
		if err := c.Done(); err != nil {
			t.Fatal(err)
		}
		if d := Diff(&f.Table, &got.Table); d != "" || got.penned != f.penned {
			t.Fatal(d, got.penned, f.penned)
		}
		var copied Table
		f.Copy(&copied)
		f.run(60)
		got.run(60)
		again := &field{Table: copied, w: f.w, h: f.h, tick: f.tick - 60, dogs: f.dogs}
		again.run(60)
		a := string(f.Append(nil))
		if a != string(got.Append(nil)) || a != string(again.Append(nil)) {
			t.Fatal("a restored table, or a copy, goes another way", Diff(&f.Table, &got.Table), Diff(&f.Table, &again.Table))
		}
		bad := append([]byte(nil), data...)
		bad[rapid.IntRange(0, len(bad)-1).Draw(t, "which")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if c = codec.Read(bad); true {
			x := Read(&c)
			if c.Done() == nil && string(x.Append(nil)) != string(bad) {
				t.Fatal("other bytes for the same table")
			}
		}
	})
}

// BenchmarkFlock steps 1,500 sheep: grazing, driven by twelve dogs, and pressed together in a corner. The
// budget is 1.5 ms a tick on one core.
func BenchmarkFlock(b *testing.B) {
	for _, c := range []struct {
		name string
		fear fixed.S
		area fixed.S
	}{{"grazing", 0, 20}, {"driven", 6 * fixed.One, 20}, {"pressed", 12 * fixed.One, 3}} {
		b.Run(c.name, func(b *testing.B) {
			f := newField(80, 60)
			f.Add(7, 0, 1500, at(6+int(c.area), 6+int(c.area)), c.area*fixed.One)
			for n := range 12 {
				f.dogs[game.EntityID(n+1)] = at(14+n*4, 14+n*3)
				f.SetFear(game.EntityID(n+1), c.fear)
			}
			f.run(600)
			b.ReportAllocs()
			for b.Loop() {
				f.run(1)
			}
			b.ReportMetric(float64(len(f.Append(nil))), "bytes")
		})
	}
}
