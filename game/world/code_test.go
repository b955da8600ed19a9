package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/rights"
)

// anyOrdinance draws an ordinance about one of three players or the world, mostly a valid one.
func anyOrdinance(t *rapid.T) Ordinance {
	o := Ordinance{Topic: rapid.SampledFrom([]Topic{OfLaws, OfEntry, OfDefaultRank, OfClaimDays, OfSpawn, OfPlaces, OfRank, OfMute}).Draw(t, "topic"),
		Value: rapid.Uint64Range(0, 3).Draw(t, "value"), Word: rapid.Uint64Range(0, 5).Draw(t, "word")}
	if o.Topic.AboutPlayer() {
		o.Subject = game.PlayerID{rapid.ByteRange(1, 3).Draw(t, "subject")}
	}
	return o
}

// TestCode: ordinances are kept in order, one about the same; bytes say all of it; a copy stays as it was.
func TestCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Code
		want := map[Topic]map[game.PlayerID]Ordinance{}
		for range rapid.IntRange(0, 30).Draw(t, "ordinances") {
			o := anyOrdinance(t)
			if !o.Valid() {
				continue
			}
			before, was, differs := c, slices.Clone(c.List()), c.Differs(o)
			if c.Put(o); differs == (c.Sum() == before.Sum()) {
				t.Fatalf("%+v differs: %v", o, differs)
			}
			if !slices.Equal(before.List(), was) {
				t.Fatal("a copy was changed")
			}
			if want[o.Topic] == nil {
				want[o.Topic] = map[game.PlayerID]Ordinance{}
			}
			if want[o.Topic][o.Subject] = o; o.Word == 0 {
				delete(want[o.Topic], o.Subject)
			}
		}
		n := 0
		for _, about := range want {
			n += len(about)
		}
		for _, o := range c.List() {
			if want[o.Topic][o.Subject] != o {
				t.Fatalf("has %+v", o)
			}
		}
		if len(c.List()) != n || !slices.IsSortedFunc(c.List(), compareOrdinances) {
			t.Fatalf("%d ordinances, not %d in order", len(c.List()), n)
		}
		if n == 0 {
			return
		}
		var again Code
		if err := again.read(c.append(nil)); err != nil || again.Sum() != c.Sum() || again.Laws != c.Laws || again.Default() != c.Default() {
			t.Fatalf("read again: %v", err)
		}
	})
}

// TestJoin: of two codes the later words go on, on whichever side they are.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b Code
		for n := range rapid.IntRange(0, 20).Draw(t, "ordinances") {
			o := anyOrdinance(t)
			o.Word = uint64(n + 1)
			if !o.Valid() {
				continue
			}
			if rapid.Bool().Draw(t, "here") {
				a.Put(o)
			} else {
				b.Put(o)
			}
		}
		ab, ba := a, b
		ab.Join(&b)
		ba.Join(&a)
		if ab.Sum() != ba.Sum() {
			t.Fatalf("%+v and %+v", ab.List(), ba.List())
		}
	})
}

// TestFullCode: one ordinance more than there may be is ignored; those that are there can change.
func TestFullCode(t *testing.T) {
	var c Code
	var list []Ordinance
	for n := range MaxOrdinances {
		list = append(list, Ordinance{Topic: OfMute, Subject: game.PlayerID{1, byte(n >> 8), byte(n)}, Value: 1, Word: 1})
	}
	c.set(list)
	if more := (Ordinance{Topic: OfEntry, Value: uint64(rights.Members), Word: 1}); c.Differs(more) {
		t.Error("there is room for more")
	}
	change := list[7]
	change.Value, change.Word = 9, 2
	if c.Put(change); c.MutedUntil(change.Subject) != 9 || len(c.List()) != MaxOrdinances {
		t.Error("cannot change")
	}
}

// TestEarlyLaws: a state from before there were other ordinances keeps its laws.
func TestEarlyLaws(t *testing.T) {
	var c Code
	if err := c.readLaws(codec.U64(codec.U8(nil, 1<<Strife), 7)); err != nil || !c.Laws.Has(Strife) || len(c.List()) != 1 || c.List()[0].Word != 7 {
		t.Errorf("%+v, %v", c.List(), err)
	}
}

// FuzzReadCode: damaged bytes are refused, and accepted ones are the only encoding.
func FuzzReadCode(f *testing.F) {
	var c Code
	for _, o := range []Ordinance{{Topic: OfLaws, Value: 3, Word: 9}, {Topic: OfRank, Subject: game.PlayerID{1}, Value: 2, Word: 1}, {Topic: OfSpawn, Value: PackTile(grid.Tile{X: -5, Y: 70}), Word: 300}} {
		c.Put(o)
	}
	f.Add(c.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var c Code
		if err := c.read(b); err == nil && string(c.append(nil)) != string(b) {
			t.Fatalf("%x is not how %+v is encoded", b, c.List())
		}
	})
}
