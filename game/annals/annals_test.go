package annals

import (
	"testing"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/tile"
)

// TestRows: each row has a name of its own and fits its events and no others.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for k := range Rows {
		r := &Rows[k]
		if r.Name == "" || names[r.Name] || r.On == event.NoKind {
			t.Errorf("%+v", r)
		}
		names[r.Name] = true
		e := event.Event{Kind: r.On, A: max(r.A, 0), B: max(r.B, 0)}
		if !r.Fits(&e, r.At) {
			t.Errorf("%s does not fit its event", r.Name)
		}
		if r.At != tile.NoBlock && r.Fits(&e, tile.Lamp) {
			t.Errorf("%s fits an event anywhere", r.Name)
		}
		e.Kind++
		if r.Fits(&e, r.At) {
			t.Errorf("%s fits another event", r.Name)
		}
	}
}

// TestFirstsStay: what was done first stays, also where copies meet; home's copy holds.
func TestFirstsStay(t *testing.T) {
	entry := func(at game.Tick, name string) Entry { return Entry{at, entity.NameOf(name)} }
	var home, far Table
	if !home.Note(2, entry(5, "Ada")) || home.Note(2, entry(6, "Bo")) || home.Note(len(Rows), entry(1, "Cy")) || home.Note(-1, entry(1, "Cy")) {
		t.Error("a first is not the first")
	}
	far.Note(2, entry(7, "Bo"))
	far.Note(3, entry(8, "Bo"))
	home.Told()
	letter := home
	home.Join(&far, false)
	if e, _ := home.Entry(2); e.Name != entity.NameOf("Ada") || !home.News() {
		t.Errorf("home has %+v", e)
	}
	far.Told()
	far.Join(&letter, true)
	if e, _ := far.Entry(2); e.Name != entity.NameOf("Ada") || far.News() {
		t.Errorf("the other island has %+v, news %v", e, far.News())
	}
	if e, ok := far.Entry(3); !ok || e.Since != 8 {
		t.Error("it forgot what home does not know yet")
	}
	home.Rebase(100, 10)
	for n := range Rows {
		if e, ok := home.Entry(n); ok && e.Since != 0 {
			t.Errorf("%d at %d", n, e.Since)
		}
	}
	if home.Shift(1 << 62); home.Complete() {
		t.Error("not everything was done")
	}
	again := home
	if c := codec.Read(home.Append(nil)); again.Diff(&home) != "" || ReadTable(&c) != home {
		t.Error("written and read it is another")
	}
}

// FuzzRead: bytes of a table are refused, or are those of what was read.
func FuzzRead(f *testing.F) {
	var x Table
	x.Note(0, Entry{4, entity.NameOf("Ada")})
	x.Note(len(Rows)-1, Entry{})
	f.Add(x.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var x Table
		if x.Read(data) == nil && string(x.Append(nil)) != string(data) {
			t.Errorf("%x is read as %+v", data, x)
		}
	})
}
