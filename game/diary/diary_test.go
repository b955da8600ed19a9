package diary_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

var here = grid.Region{X: 3, Y: -2}

// author returns the n-th author of a test.
func author(n int) *diary.Author {
	a := &diary.Author{Seat: entity.Seat(n + 1)}
	a.Key[0], a.Key[1] = uint8(n), uint8(n>>8)+1
	copy(a.Name[:], fmt.Sprint("P", n))
	return a
}

// wall is the entry of a wall that was placed.
func wall(at game.Tick, k grid.Index) diary.Entry {
	return diary.Entry{Tick: at, K: k, Kind: diary.Tile, Before: diary.Look{Ground: tile.Grass}, After: diary.Look{Ground: tile.Grass, Block: tile.StoneWall}}
}

// encoded returns the bytes of a diary, and fails unless they are read as the same.
func encoded(t rapid.TB, d *diary.Diary) []byte {
	t.Helper()
	data := diary.Append(nil, d)
	c := codec.Read(data)
	again := diary.Read(&c)
	if err := c.Done(); err != nil {
		t.Fatal(err)
	}
	again.At = d.At
	a, b := diary.Table{List: []*diary.Diary{d}}, diary.Table{List: []*diary.Diary{again}}
	if s := diary.Diff(&a, &b); s != "" || !bytes.Equal(a.AppendSums(nil), b.AppendSums(nil)) || !bytes.Equal(diary.Append(nil, again), data) {
		t.Fatalf("what was written is read as another: %s", s)
	}
	return data
}

// TestOldestAreForgotten: a diary holds MaxEntries at most, and none for longer than MaxAge.
func TestOldestAreForgotten(t *testing.T) {
	var table diary.Table
	for k := range diary.MaxEntries + 10 {
		table.Note(here, author(0), wall(game.Tick(k), grid.Index(k%grid.RegionTiles)))
	}
	d := table.Of(here)
	if len(d.Entries) != diary.MaxEntries || d.First != 10 || d.Entries[0].Tick != 10 {
		t.Fatalf("%d entries from number %d on", len(d.Entries), d.First)
	}
	if n := len(encoded(t, d)); n > 32*1024 {
		t.Errorf("a full diary takes %d bytes", n)
	}
	table.Prune(diary.MaxAge + 1000)
	if d := table.Of(here); d.Entries[0].Tick != 1000 || len(d.Entries) != diary.MaxEntries-990 {
		t.Errorf("after a day the first is of tick %d, of %d", d.Entries[0].Tick, len(d.Entries))
	}
	encoded(t, table.Of(here))
	table.Prune(diary.MaxAge + diary.MaxEntries + 10)
	if table.Of(here) != nil || len(table.List) != 0 {
		t.Error("an empty diary stays")
	}
}

// TestAuthorsAreForgotten: a diary names MaxAuthors at most, and those that its entries name.
func TestAuthorsAreForgotten(t *testing.T) {
	var table diary.Table
	for k := range 3 * diary.MaxAuthors {
		table.Note(here, author(k), wall(game.Tick(k), 5))
		d := table.Of(here)
		if len(d.Authors) > diary.MaxAuthors || d.Authors[d.Entries[len(d.Entries)-1].Author] != *author(k) {
			t.Fatalf("%d authors, the last entry is by %v", len(d.Authors), d.Authors[d.Entries[len(d.Entries)-1].Author])
		}
	}
	d := table.Of(here)
	for n, e := range d.Entries {
		if want := author(int(e.Tick)); d.Authors[e.Author] != *want {
			t.Errorf("entry %d is by %v, not %v", n, d.Authors[e.Author], want)
		}
	}
	encoded(t, d)
	renamed := *author(3*diary.MaxAuthors - 1)
	renamed.Name = entity.Name{'A', 'd', 'a'}
	table.Note(here, &renamed, wall(9999, 6))
	if d := table.Of(here); d.Authors[d.Entries[len(d.Entries)-1].Author].Name.String() != "Ada" {
		t.Error("the author keeps its former name")
	}
	encoded(t, table.Of(here))
}

// TestCopiesStay: what is noted, renamed, pruned or rewritten later does not change a copy.
func TestCopiesStay(t *testing.T) {
	var table, copied diary.Table
	for k := range 100 {
		table.Note(here, author(k%3), wall(game.Tick(k), 5))
	}
	copied.CopyFrom(&table, func(grid.Region) bool { return true })
	was := encoded(t, copied.Of(here))
	for k := range diary.MaxEntries {
		table.Note(here, author(k%400), wall(game.Tick(200+k), 5))
	}
	e := table.Of(here).Entries[3]
	e.Reverted = e.Tick + 9
	table.Rewrite(here, author(1), []diary.Change{{N: 3, Entry: e}})
	table.Shift(77)
	table.Prune(diary.MaxAge + 900)
	encoded(t, table.Of(here))
	if !bytes.Equal(diary.Append(nil, copied.Of(here)), was) {
		t.Error("a copy has changed")
	}
	copied.CopyFrom(&table, func(grid.Region) bool { return true })
	table.Note(here, author(1), wall(9000, 7))
	copied.Note(here, author(2), wall(9001, 8))
	if d := table.Of(here); d.Entries[len(d.Entries)-1].Tick != 9000 {
		t.Error("what is noted in a copy changes the table")
	}
	copied.CopyFrom(&table, func(grid.Region) bool { return false })
	if len(copied.List) != 0 {
		t.Error("a copy of nothing holds something")
	}
}

// drawEntry draws any entry that can be.
func drawEntry(t *rapid.T, after game.Tick) diary.Entry {
	n := func(most int) int { return rapid.IntRange(0, most).Draw(t, "n") }
	e := diary.Entry{Tick: after + game.Tick(n(5000)), K: grid.Index(n(grid.RegionTiles - 1)), Kind: diary.Kind(1 + n(int(diary.KindCount)-2))}
	look := func() diary.Look {
		return diary.Look{Ground: tile.Ground(n(int(tile.GroundCount) - 1)), Block: tile.Block(n(int(tile.BlockCount) - 1)), State: uint8(n(255))}
	}
	if n(2) == 0 {
		e.Reverted, e.Final = e.Tick+1+game.Tick(n(9)), n(1) == 0
	}
	switch e.Kind {
	case diary.Tile:
		e.Before, e.After = look(), look()
	case diary.Put, diary.Taken:
		e.Stack, e.Slot = item.Stack{Kind: item.StoneWall, Count: uint8(1 + n(8))}, uint8(n(item.ChestSlots-1))
		if e.Reverted != 0 {
			e.Moved = uint8(n(int(e.Stack.Count)))
			e.Made = uint8(n(int(e.Moved)))
		}
	default:
		e.Thing, e.Body = entity.Crate, game.EntityID(1+n(1<<30))
	}
	return e
}

// TestBytes: any diary is read as it was written, and each entry counts in its sum.
func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table diary.Table
		last := game.Tick(0)
		var sums [][]byte
		for range rapid.IntRange(1, 40).Draw(t, "entries") {
			e := drawEntry(t, last)
			last = e.Tick
			table.Note(here, author(rapid.IntRange(0, 5).Draw(t, "author")), e)
			sum := table.AppendSums(nil)
			if slices.ContainsFunc(sums, func(s []byte) bool { return bytes.Equal(s, sum) }) {
				t.Fatal("two diaries have the same sum")
			}
			sums = append(sums, sum)
		}
		encoded(t, table.Of(here))
	})
}

// TestJoin: of two branches every entry is there once, in order of time; one that either has reverted is.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a diary.Table
		last := game.Tick(0)
		for range rapid.IntRange(1, 20).Draw(t, "before") {
			e := wall(last, grid.Index(rapid.IntRange(0, 50).Draw(t, "k")))
			a.Note(here, author(rapid.IntRange(0, 3).Draw(t, "who")), e)
			last += 5
		}
		common := len(a.Of(here).Entries)
		var b diary.Table
		b.Settle(here, a.Of(here), last)
		each := [2]int{}
		for side, table := range [...]*diary.Table{&a, &b} {
			at := last
			each[side] = rapid.IntRange(0, 20).Draw(t, "after")
			for k := range each[side] {
				at += game.Tick(rapid.IntRange(0, 9).Draw(t, "wait"))
				e := wall(at, grid.Index(100*side+k)) // of no two sides the same
				table.Note(here, author(4*side+rapid.IntRange(2, 5).Draw(t, "who")), e)
			}
		}
		e := b.Of(here).Entries[0]
		e.Reverted = last + 7
		b.Rewrite(here, author(9), []diary.Change{{N: 0, Entry: e}})
		c := diary.Join(a.Of(here), b.Of(here))
		if len(c.Entries) != common+each[0]+each[1] {
			t.Fatalf("%d common, %d and %d others make %d", common, each[0], each[1], len(c.Entries))
		}
		if !slices.IsSortedFunc(c.Entries, func(x, y diary.Entry) int { return int(x.Tick) - int(y.Tick) }) {
			t.Error("not in order of time")
		}
		if c.Entries[0].Reverted != last+7 || c.Authors[c.Entries[0].Reverter] != *author(9) {
			t.Error("what was reverted on the branch is not any more")
		}
		for side, table := range [...]*diary.Table{&a, &b} {
			d := table.Of(here)
			for _, e := range d.Entries[common:] {
				n := slices.IndexFunc(c.Entries, func(x diary.Entry) bool { return x.Tick == e.Tick && x.K == e.K && x.After == e.After })
				if n < 0 || c.Authors[c.Entries[n].Author] != d.Authors[e.Author] {
					t.Fatalf("side %d: the entry of tile %d has no author or another", side, e.K)
				}
			}
		}
		encoded(t, c)
		if diary.Join(nil, c) != c || diary.Join(c, nil) != c {
			t.Error("joined with nothing it is another")
		}
	})
}

// TestClocksAhead: the times of a diary from an island whose clock is ahead are bounded by the own one.
func TestClocksAhead(t *testing.T) {
	var a, b diary.Table
	a.Note(here, author(0), wall(100, 1))
	a.Note(here, author(0), wall(900, 2))
	e := a.Of(here).Entries[0]
	e.Reverted = 950
	a.Rewrite(here, author(1), []diary.Change{{N: 0, Entry: e}})
	b.Settle(here, a.Of(here), 500)
	if d := b.Of(here); d.Ahead(500) || !a.Of(here).Ahead(500) || d.Entries[0].Tick != 100 || d.Entries[0].Reverted != 501 || d.Entries[1].Tick != 500 {
		t.Errorf("%+v", d.Entries)
	}
	encoded(t, b.Of(here))
}

// FuzzRead reads anything without panic; what is read is written as the same bytes.
func FuzzRead(f *testing.F) {
	var table diary.Table
	for k := range 5 {
		table.Note(here, author(k%2), wall(game.Tick(k*40), grid.Index(k)))
	}
	table.Note(here, author(1), diary.Entry{Tick: 300, Kind: diary.Taken, Slot: 3, Stack: item.Stack{Kind: item.Lamp, Count: 2}})
	table.Note(here, author(1), diary.Entry{Tick: 300, Kind: diary.PutAway, Thing: entity.Ball, Body: 77})
	e := table.Of(here).Entries[2]
	e.Reverted, e.Final = 900, true
	table.Rewrite(here, author(0), []diary.Change{{N: 2, Entry: e}})
	f.Add(diary.Append(nil, table.Of(here)))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := codec.Read(b)
		d := diary.Read(&c)
		if c.Err() != nil {
			if d != nil && c.Done() == nil {
				t.Fatal("an error, and a diary")
			}
			return
		}
		if again := diary.Append(nil, d); !bytes.Equal(again, b[:len(b)-c.Len()]) {
			t.Fatalf("read %x, written %x", b[:len(b)-c.Len()], again)
		}
	})
}

// BenchmarkNote notes a change in a full diary.
func BenchmarkNote(b *testing.B) {
	var table diary.Table
	for k := range diary.MaxEntries {
		table.Note(here, author(k%8), wall(game.Tick(k), 5))
	}
	who, at := author(7), game.Tick(diary.MaxEntries)
	b.ReportAllocs()
	for b.Loop() {
		at++
		table.Note(here, who, wall(at, 7))
	}
}
