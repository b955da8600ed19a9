package entity

import (
	"testing"
	"unicode/utf8"

	"manyhold/game/item"
)

func TestItemsAndBodies(t *testing.T) {
	if PlacedAs(item.Crate) != Crate || PlacedAs(item.Ball) != Ball || PlacedAs(item.Lamp) != NoKind {
		t.Error("item's numbers of bodies are not this package's")
	}
	for k := NoKind; k < KindCount; k++ {
		if i := k.Item(); i != item.None && PlacedAs(i) != k {
			t.Errorf("%s is put away as %s, which is set down as %s", k, i, PlacedAs(i))
		}
	}
}

func TestFacings(t *testing.T) {
	for f := range 256 {
		if got := FacingOf(Facing(f).Direction()); got != Facing(f) {
			t.Errorf("facing %d comes back as %d", f, got)
		}
	}
}

func TestNames(t *testing.T) {
	for _, s := range []string{"", "Ada", "a name of 24 bytes exact", "ääääääääääääääääääää", "日本語の長い名前です長い"} {
		n := NameOf(s).String()
		if !utf8.ValidString(n) || len(n) > MaxName || len(s) <= MaxName && n != s {
			t.Errorf("%q becomes %q", s, n)
		}
	}
}
