package lights

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// anyTable draws a table of a world whose clock is below a day.
func anyTable(t *rapid.T, label string) (s Table) {
	lit := rapid.Uint16Range(1, 1<<Count-1).Draw(t, label)
	if rapid.Bool().Draw(t, label+" whole") {
		lit = 1<<Count - 1
	}
	for n := range Count {
		if lit>>n&1 != 0 {
			s.Light(n, Entry{
				At: grid.Tile{X: int32(n) * 100}, Since: game.Tick(rapid.Uint32Range(0, 3).Draw(t, "since")),
				Seat: entity.Seat(rapid.Uint8Range(1, 3).Draw(t, "seat")), Name: entity.NameOf(rapid.StringMatching(`[a-z]{0,9}`).Draw(t, "name")),
			})
			if rapid.Bool().Draw(t, "tended") {
				s.Tend(n, game.Tick(rapid.Uint32Range(0, 9).Draw(t, "when")))
			}
		}
	}
	if rapid.Bool().Draw(t, "told") {
		s.Told()
	}
	return s
}

// TestTablesGrowTogether: whatever copies know, joined in any order they know the same, and nothing is lost.
func TestTablesGrowTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := []Table{anyTable(t, "a"), anyTable(t, "b"), anyTable(t, "c")}
		var sums [2]Table
		for k, order := range [][]int{{0, 1, 2}, {2, 1, 0}} {
			for _, n := range order {
				before, o := sums[k], list[n]
				fresh := sums[k].Join(&o, 99)
				if fresh != o.lit&^before.lit || sums[k].lit != before.lit|o.lit {
					t.Fatalf("%b joined with %b: %b, new %b", before.lit, o.lit, sums[k].lit, fresh)
				}
			}
			again := sums[k]
			again.Told()
			if got := again; got.Join(&sums[k], 99) != 0 || got.lit != sums[k].lit {
				t.Fatal("joining oneself changes something")
			}
		}
		for n := range Count {
			if x, y := sums[0].list[n], sums[1].list[n]; x.Cared != y.Cared {
				t.Fatalf("light %d was tended %d and %d times, in another order", n, x.Cared, y.Cared)
			}
		}
	})
}

// TestAFalseCountHidesNoTending: a copy that claims to have tended a light more often than anybody could, or
// in times to come, does not keep a later tending from being known, and the two copies do not tell each other
// for ever.
func TestAFalseCountHidesNoTending(t *testing.T) {
	const lit = 1000
	for _, liar := range []Entry{{Cared: 1<<32 - 1, Tended: lit + 5}, {Cared: 1<<32 - 1, Tended: 1 << 40}, {Cared: 1 << 20, Tended: lit}} {
		var honest, other Table
		for n := range Count {
			honest.Light(n, Entry{At: grid.Tile{X: int32(n)}, Since: lit})
		}
		other = honest
		other.list[2].Cared, other.list[2].Tended = liar.Cared, liar.Tended
		now := game.Tick(lit + 10)
		other.Rebase(now, now)
		honest.Join(&other, now)
		if e, _ := honest.Entry(2); e.Tended > now || e.Cared > 3 {
			t.Errorf("at tick %d it is known as %+v", now, e)
		}
		now += Count * FlickerEvery
		tender := honest
		tender.Tend(2, now)
		for range 3 {
			later := tender
			later.Told()
			later.Rebase(now, now+7)
			now += 7
			other.Told()
			other.Join(&later, now)
			if e, _ := other.Entry(2); e.Tended+100 < now {
				t.Fatalf("the tending is hidden by %+v: %+v", liar, e)
			}
			tender.Told()
			back := other
			back.Told()
			back.Rebase(now, now+7)
			now += 7
			tender.Join(&back, now)
		}
		if tender.News() || other.News() {
			t.Error("the copies tell each other for ever")
		}
	}
}

// TestOtherClocks: times of another clock are as long ago here, at most as old as this clock, and there and
// back nothing is changed.
func TestOtherClocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyTable(t, "a")
		was := s
		s.Shift(50)
		to := game.Tick(rapid.Uint32Range(50, 500).Draw(t, "to"))
		s.Rebase(100, to)
		if s.Rebase(to, 50); s != was {
			t.Fatal(s.Diff(&was))
		}
		s.Rebase(1000, 2)
		for n := range Count {
			if e, ok := s.Entry(n); ok && (e.Since != 0 || e.Tended != 0) {
				t.Fatalf("light %d: %+v", n, e)
			}
		}
		if again := new(Table); again.Read(s.Append(nil)) != nil {
			t.Fatal("it is not canonical any more")
		}
	})
}

// TestTablesAreReadAsWritten: bytes are canonical, and any other bytes of that length are refused or read as
// what they say.
func TestTablesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyTable(t, "a")
		b := s.Append(nil)
		var o Table
		if err := o.Read(b); err != nil || o != s || s.Diff(&o) != "" {
			t.Fatalf("read %+v, %v: %s", o, err, s.Diff(&o))
		}
		k := rapid.IntRange(0, len(b)-1).Draw(t, "byte")
		bad := bytes.Clone(b)
		bad[k] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if err := o.Read(bad); err == nil && !bytes.Equal(o.Append(nil), bad) {
			t.Fatalf("%x is read and written as %x", bad, o.Append(nil))
		}
		if o.Read(b[:k]) == nil {
			t.Fatalf("a table of %d bytes is read from %d", len(b), k)
		}
	})
	var s Table
	for _, bad := range [][]byte{nil, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}} {
		if s.Read(bad) == nil || s != (Table{}) {
			t.Errorf("%x was read as %+v", bad, s)
		}
	}
}

// TestReach: a light reaches two regions, exactly, a dark one nothing, a dim one a region.
func TestReach(t *testing.T) {
	var s Table
	at := grid.Tile{X: -300, Y: 70}
	for _, x := range []struct {
		dx, dy int32
		lit    bool
	}{{0, 0, true}, {128, 0, true}, {129, 0, false}, {0, -128, true}, {90, 91, true}, {91, 91, false}} {
		if s = (Table{}); s.Reach(at.Add(x.dx, x.dy), 0) {
			t.Error("a dark light reaches somewhere")
		}
		s.Light(3, Entry{At: at})
		if got := s.Reach(at.Add(x.dx, x.dy), 0); got != x.lit {
			t.Errorf("%d %d: %v", x.dx, x.dy, got)
		}
	}
	if s.Light(3, Entry{}) || s.Light(-1, Entry{}) || s.Light(Count, Entry{}) || s.Lit(-1) || s.Lit(Count) || s.Reach(grid.Tile{X: 1<<31 - 1, Y: -1 << 31}, 0) {
		t.Error("a light that is none")
	}
	for n := range Count {
		s.Light(n, Entry{At: at, Since: game.Tick(n)})
	}
	since, ok := s.Whole()
	if !ok || since != Count-1 || !s.Festive(since) || s.Festive(since+FestivalTime) {
		t.Errorf("all burn since %d, %v", since, ok)
	}
	dim := since + FestivalTime + FlickerEvery + PatienceTime
	if s.Dim(0, dim-1) || !s.Dim(0, dim) || s.Dim(1, dim) {
		t.Error("the first is dim at another time")
	}
	for n := range Count {
		s.list[n].At.X += int32(n) * 1000
	}
	if !s.Reach(at.Add(64, 0), dim) || s.Reach(at.Add(65, 0), dim) || !s.Reach(at.Add(65, 0), dim-1) {
		t.Error("a dim light reaches another way")
	}
}

// TestLightsFlickerInTurn: after the festival one light after the other is due, a day apart. One that was
// tended is due again after all others.
func TestLightsFlickerInTurn(t *testing.T) {
	var s Table
	if _, ok := s.Due(0); ok {
		t.Error("a dark light is to be tended")
	}
	for n := range Count {
		s.Light(n, Entry{Since: 50})
	}
	var turn []int
	end := 50 + FestivalTime + 2*Count*FlickerEvery
	for now := game.Tick(50); now <= end; now += FlickerEvery / 4 {
		for n := range Count {
			if s.Flickers(n, now) {
				turn = append(turn, n)
				if s.Tend(n, now); s.Flickers(n, now) {
					t.Fatalf("light %d flickers after it was tended", n)
				}
			}
		}
	}
	for k, n := range turn {
		if n != k%Count {
			t.Fatalf("they flicker in the order %v", turn)
		}
	}
	if len(turn) < 2*Count-1 {
		t.Errorf("only %v flickered", turn)
	}
}

// TestTimesOfOthers: whatever times and counts another island tells, the table can be read again afterwards,
// nothing was later than now, and tending counts.
func TestTimesOfOthers(t *testing.T) {
	const now = 1000
	for _, sent := range []game.Tick{0, 5, game.MaxTick - 1} {
		var o, mine Table
		for n := range Count {
			o.Light(n, Entry{At: grid.Tile{X: int32(n)}, Since: game.MaxTick - 2, Cared: 1<<32 - 1, Tended: game.MaxTick - 1})
		}
		o.Rebase(sent, now)
		mine.Join(&o, now)
		mine.Tend(3, now)
		if e, _ := mine.Entry(3); e.Cared == 0 || e.Tended != now {
			t.Errorf("light 3 was tended now, and is %+v", e)
		}
		if e, _ := mine.Entry(4); sent == 0 && (e.Since > now || e.Tended > now) {
			t.Errorf("at %d light 4 is %+v", now, e)
		}
		if since, _ := mine.Whole(); since > now {
			t.Errorf("at %d all burn since %d", now, since)
		}
		mine.Shift(game.MaxTick - 1)
		var again Table
		if err := again.Read(mine.Append(nil)); err != nil || again != mine {
			t.Errorf("told at %d, the table is not read again: %v", sent, err)
		}
	}
}
