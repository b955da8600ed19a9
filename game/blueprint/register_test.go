package blueprint

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/rights"
)

// entryOf makes an entry of a blueprint.
func entryOf(b *Blueprint, since game.Tick) Entry {
	data := Append(nil, b)
	return Entry{b, b.ID(), HashOf(data), data, since}
}

// anyRegister draws a register of few authors, titles and versions, so that two have much in common.
func anyRegister(t *rapid.T) (r Register) {
	for range rapid.IntRange(0, 8).Draw(t, "blueprints") {
		b := lamp()
		b.Author[0] = rapid.Uint8Range(1, 3).Draw(t, "author")
		b.Editor, b.Title = b.Author, rapid.SampledFrom([]string{"Lamp", "Door"}).Draw(t, "title")
		b.Version = rapid.Uint32Range(1, 3).Draw(t, "version")
		b.About = rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "about")
		if e := entryOf(b, game.Tick(rapid.Uint64Max(50).Draw(t, "since"))); Later(e.Version, e.Hash, r.Find(e.ID)) {
			r.Put(e)
		}
	}
	return r
}

// hashes are the versions of a register in their order.
func hashes(r *Register) (list []Hash) {
	for _, e := range r.List() {
		list = append(list, e.Hash)
	}
	return list
}

// TestJoin: it gives the same versions whoever joins whom and in whatever order, and joining twice changes
// nothing.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyRegister(t), anyRegister(t), anyRegister(t)
		joined := func(list ...Register) Register {
			r := list[0]
			for k := range list[1:] {
				r.Join(&list[k+1], 60, nil)
			}
			return r
		}
		ab, ba := joined(a, b), joined(b, a)
		if !slices.Equal(hashes(&ab), hashes(&ba)) {
			t.Fatalf("%x, the other way %x", hashes(&ab), hashes(&ba))
		}
		x, y := joined(ab, c), joined(a, joined(b, c))
		if !slices.Equal(hashes(&x), hashes(&y)) {
			t.Fatal("the order of three matters")
		}
		if twice := joined(ab, b, ab, a); twice.Sum() != ab.Sum() || twice.Diff(&ab) != "" {
			t.Fatal("joining again changes it")
		}
		lost := 0
		again := a
		again.Join(&b, 60, func(was, is *Entry) {
			lost++
			if was.ID != is.ID || !Later(is.Version, is.Hash, was) {
				t.Fatal("a later version lost")
			}
		})
		changed := 0
		for _, e := range a.List() {
			if is := again.Find(e.ID); is.Hash != e.Hash {
				changed++
				if is.Since != 60 {
					t.Fatal("a version that came holds since", is.Since)
				}
			} else if is.Since != e.Since {
				t.Fatal("a version that stays has another time")
			}
		}
		if lost != changed {
			t.Fatalf("%d versions changed, %d were told of", changed, lost)
		}
		if !slices.IsSortedFunc(again.List(), func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) }) {
			t.Fatal("out of order")
		}
	})
}

// TestLater: of any two versions exactly one is later, and of three the order is the same.
func TestLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() *Entry {
			e := &Entry{Blueprint: &Blueprint{Version: rapid.Uint32Max(3).Draw(t, "version")}}
			e.Hash[rapid.IntRange(0, 31).Draw(t, "at")] = rapid.ByteMax(2).Draw(t, "hash")
			return e
		}
		a, b, c := draw(), draw(), draw()
		later := func(x, y *Entry) bool { return Later(x.Version, x.Hash, y) }
		same := a.Version == b.Version && a.Hash == b.Hash
		if later(a, a) || same == (later(a, b) || later(b, a)) || later(a, b) && later(b, a) || !Later(0, Hash{}, nil) {
			t.Fatal("not exactly one is later")
		}
		if later(a, b) && later(b, c) && !later(a, c) {
			t.Fatal("no order")
		}
	})
}

// TestJoinHasRoom: two full registers give one within the limits, the same both ways, and an author with few
// blueprints keeps them.
func TestJoinHasRoom(t *testing.T) {
	full := func(author byte, n, bytes int) (r Register) {
		var list []Entry
		for k := range n {
			b := lamp()
			b.Author, b.Title = game.PlayerID{author + byte(k/MaxOfAuthor)}, fmt.Sprint("L", k)
			b.Host = strings.Repeat("#", bytes)
			list = append(list, entryOf(b, 1))
		}
		slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
		r.set(list, nil)
		return r
	}
	for name, c := range map[string]struct{ a, b Register }{
		"many":  {full(10, MaxBlueprints, 0), full(100, MaxBlueprints-3, 10)},
		"large": {full(10, 128, MaxSource-300), full(100, 127, MaxSource-300)},
	} {
		modest := lamp()
		modest.Title = "Modest"
		c.b.Put(entryOf(modest, 1))
		x, y := c.a, c.b
		x.Join(&c.b, 2, nil)
		y.Join(&c.a, 2, nil)
		if !slices.Equal(hashes(&x), hashes(&y)) || len(x.List()) > MaxBlueprints || stored(x.List()) > MaxStored {
			t.Errorf("%s: %d and %d blueprints, %d bytes", name, len(x.List()), len(y.List()), stored(x.List()))
		}
		if x.Find(modest.ID()) == nil {
			t.Errorf("%s: the only blueprint of an author is crowded out", name)
		}
		if len(x.List()) < len(c.a.List())-1 {
			t.Errorf("%s: only %d are left", name, len(x.List()))
		}
	}
}

// TestAdmit is the table of what may come to hold.
func TestAdmit(t *testing.T) {
	ann, bob, eve := game.PlayerID{1}, game.PlayerID{2}, game.PlayerID{3}
	alike := func(change func(b *Blueprint)) *Blueprint {
		b := lamp()
		b.Version = 2
		change(b)
		return b
	}
	credits := []Credit{{bob, "bob", "Old"}}
	var plain, public, derived Register
	plain.Put(entryOf(alike(func(b *Blueprint) {}), 1))
	public.Put(entryOf(alike(func(b *Blueprint) { b.Flags = Public }), 1))
	derived.Put(entryOf(alike(func(b *Blueprint) { b.Credits = credits }), 1))
	next := func(change func(b *Blueprint)) *Blueprint {
		return alike(func(b *Blueprint) { b.Version = 3; change(b) })
	}
	by := func(p game.PlayerID) *Blueprint { return next(func(b *Blueprint) { b.Editor = p }) }
	copied := func(change func(b *Blueprint)) *Blueprint {
		return alike(func(b *Blueprint) { b.Author, b.Editor, b.By, b.Title = eve, eve, "eve", "Mine"; change(b) })
	}
	annsCredit := []Credit{{ann, "ann", "Lamp"}}
	for _, c := range []struct {
		name string
		r    *Register
		b    *Blueprint
		rank rights.Rank
		want event.Reason
	}{
		{"a first one", new(Register), lamp(), rights.Builder, event.NoReason},
		{"a first one by a visitor", new(Register), lamp(), rights.Visitor, event.NotAllowed},
		{"a first one in another's name", new(Register), by(bob), rights.Founder, event.NotAllowed},
		{"the next one", &plain, by(ann), rights.Builder, event.NoReason},
		{"the next one by an author that is a visitor now", &plain, by(ann), rights.Visitor, event.NotAllowed},
		{"the next one by another builder", &plain, by(bob), rights.Builder, event.NotAllowed},
		{"the next one by a keeper", &plain, by(bob), rights.Keeper, event.NoReason},
		{"a number left out by a keeper", &plain, next(func(b *Blueprint) { b.Editor, b.Version = bob, 4 }), rights.Keeper, event.NotAllowed},
		{"the next one of a public one by another builder", &public, by(bob), rights.Builder, event.NoReason},
		{"the next one of a public one by a visitor", &public, by(bob), rights.Visitor, event.NotAllowed},
		{"a public one that is given another author's name", &public, next(func(b *Blueprint) { b.Editor, b.By = bob, "bob" }), rights.Keeper, event.NotAllowed},
		{"the author has another name now", &plain, next(func(b *Blueprint) { b.By = "anna" }), rights.Builder, event.NoReason},
		{"the same once more", &plain, alike(func(b *Blueprint) {}), rights.Builder, event.OldVersion},
		{"an older one", &plain, alike(func(b *Blueprint) { b.Version = 1 }), rights.Founder, event.OldVersion},
		{"another licence of one's own work", &plain, next(func(b *Blueprint) { b.Licence = "MIT" }), rights.Builder, event.NoReason},
		{"another licence by a keeper", &plain, next(func(b *Blueprint) { b.Licence, b.Editor = "MIT", bob }), rights.Keeper, event.Uncredited},
		{"another licence of derived work", &derived, next(func(b *Blueprint) { b.Licence, b.Credits = "MIT", credits }), rights.Builder, event.Uncredited},
		{"credits that are kept", &derived, next(func(b *Blueprint) { b.Credits = credits }), rights.Builder, event.NoReason},
		{"credits that are added to", &derived, next(func(b *Blueprint) { b.Credits = append(slices.Clone(credits), Credit{eve, "eve", "New"}) }), rights.Builder, event.NoReason},
		{"credits that are dropped", &derived, by(ann), rights.Builder, event.Uncredited},
		{"credits that are changed", &derived, next(func(b *Blueprint) { b.Credits = []Credit{{bob, "bob", "Older"}} }), rights.Builder, event.Uncredited},
		{"a copied source", &plain, copied(func(b *Blueprint) {}), rights.Builder, event.Uncredited},
		{"a copied source with its credit", &plain, copied(func(b *Blueprint) { b.Credits = annsCredit }), rights.Builder, event.NoReason},
		{"a copied source with another licence", &plain, copied(func(b *Blueprint) { b.Credits, b.Licence = annsCredit, "MIT" }), rights.Builder, event.Uncredited},
		{"a short source that is the same", &plain, copied(func(b *Blueprint) { b.Host = "x = 1" }), rights.Builder, event.NoReason},
		{"a source as the other half", &plain, copied(func(b *Blueprint) { b.Host, b.View = "", b.Host }), rights.Builder, event.NoReason},
	} {
		if got := c.r.Admit(c.b, c.b.Sum(), len(Append(nil, c.b)), c.rank); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestTwoEditorsOfOneVersion: of two versions of one number that the author and another editor sign at the
// same time the same one comes to hold, whichever arrives first.
func TestTwoEditorsOfOneVersion(t *testing.T) {
	for n := range 8 { // in about half of them the hash of the author's is the greater one
		first := lamp()
		own, theirs := *first, *first
		own.Version, own.About = first.Version+1, string(rune('a'+n))
		theirs.Version, theirs.Editor, theirs.About = first.Version+1, game.PlayerID{2}, string(rune('z'-n))
		var sides [2]Register
		for k, order := range [][]*Blueprint{{&own, &theirs}, {&theirs, &own}} {
			r := &sides[k]
			r.Put(entryOf(first, 1))
			for _, b := range order {
				if r.Admit(b, b.Sum(), len(Append(nil, b)), rights.Keeper) == event.NoReason {
					r.Put(entryOf(b, 2))
				}
			}
		}
		if !slices.Equal(hashes(&sides[0]), hashes(&sides[1])) {
			t.Errorf("%d: %q and %q hold", n, sides[0].List()[0].About, sides[1].List()[0].About)
		}
	}
}

// TestAdmitHasRoom: an author, a world and its bytes have limits, which the next version of a blueprint
// keeps, too.
func TestAdmitHasRoom(t *testing.T) {
	b := lamp()
	b.Title = "One-more"
	ask := func(r *Register, size int) event.Reason { return r.Admit(b, b.Sum(), size, rights.Builder) }
	fill := func(n int, author func(k int) byte) (r Register) {
		var list []Entry
		for k := range n {
			o := lamp()
			o.Author, o.Title, o.Host = game.PlayerID{author(k)}, fmt.Sprint("L", k), ""
			list = append(list, entryOf(o, 1))
		}
		slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
		r.set(list, nil)
		return r
	}
	own := fill(MaxOfAuthor-1, func(int) byte { return 1 })
	if why := ask(&own, 500); why != event.NoReason {
		t.Error("the last one of an author:", why)
	}
	own = fill(MaxOfAuthor, func(int) byte { return 1 })
	if why := ask(&own, 500); why != event.NoRoom {
		t.Error("one too many of an author:", why)
	}
	next := *own.List()[0].Blueprint
	next.Version++
	if why := own.Admit(&next, next.Sum(), 500, rights.Builder); why != event.NoReason {
		t.Error("the next version of a full author:", why)
	}
	all := fill(MaxBlueprints, func(k int) byte { return 2 + byte(k/MaxOfAuthor) })
	if why := ask(&all, 500); why != event.NoRoom {
		t.Error("one too many of a world:", why)
	}
	var large Register
	left := MaxStored - stored(own.List()[:1])
	large.Put(own.List()[0])
	if a, b := ask(&large, left), ask(&large, left+1); a != event.NoReason || b != event.NoRoom {
		t.Error("bytes:", a, b)
	}
	if why := large.Admit(&next, next.Sum(), MaxStored, rights.Builder); why != event.NoReason {
		t.Error("a version that takes the place of its bytes:", why)
	}
}

// TestRegisterIsRead: a register is read as it was, drafts included; a copy keeps what it has.
func TestRegisterIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRegister(t)
		for n := range rapid.ByteMax(MaxDrafts).Draw(t, "drafts") {
			b, data := long(100 + n)
			p, _ := r.Next(b, data, rapid.IntRange(1, MaxPiece).Draw(t, "room"))
			r.Take(&p, 1)
		}
		if r.Sum() == 0 {
			return
		}
		data := r.Append(nil)
		var again Register
		if err := again.Read(data); err != nil || !reflect.DeepEqual(again, r) || !bytes.Equal(again.Append(nil), data) {
			t.Fatalf("%v: %+v, was %+v", err, again, r)
		}
		before, was := r, r.Sum()
		r.Shift(5)
		for k, e := range r.List() {
			if e.Since != before.List()[k].Since+5 {
				t.Fatal("is not later")
			}
		}
		if before.Sum() != was || !reflect.DeepEqual(before, again) || len(r.List()) > 0 && (r.Sum() == was || r.Diff(&before) == "") {
			t.Fatal("a copy was changed, or the sum was not")
		}
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		if new(Register).Read(data[:cut]) == nil {
			t.Fatal("a part is read")
		}
	})
}

// TestFalseRegisters: bytes that no register has are refused.
func TestFalseRegisters(t *testing.T) {
	a, b := lamp(), lamp()
	b.Title = "Door"
	list := []Entry{entryOf(a, 1), entryOf(b, 1)}
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
	draft := Draft{7, 100, []byte("abc")}
	for name, r := range map[string]Register{
		"nothing":                       {},
		"out of order":                  {list: []Entry{list[1], list[0]}},
		"the same twice":                {list: []Entry{list[0], list[0]}},
		"no blueprint":                  {list: []Entry{{Bytes: []byte("hello")}}},
		"a draft twice":                 {drafts: []Draft{draft, draft}},
		"a draft that lacks nothing":    {drafts: []Draft{{7, 3, []byte("abc")}}},
		"a draft of nothing":            {drafts: []Draft{{7, 3, nil}}},
		"a draft of too many bytes":     {drafts: []Draft{{7, MaxBytes + 1, []byte("abc")}}},
		"more drafts than there may be": {drafts: []Draft{{1, 9, []byte("a")}, {2, 9, []byte("a")}, {3, 9, []byte("a")}, {4, 9, []byte("a")}, {5, 9, []byte("a")}}},
	} {
		if err := new(Register).Read(r.Append(nil)); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	var large Register
	for k := range MaxStored/MaxSource + 1 {
		o := lamp()
		o.Title, o.Host = fmt.Sprint("L", k), strings.Repeat("x", MaxSource)
		large.list = append(large.list, entryOf(o, 1))
	}
	slices.SortFunc(large.list, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
	if err := new(Register).Read(large.Append(nil)); err == nil {
		t.Errorf("%d bytes are read", stored(large.list))
	}
}

// TestDiff names the first difference.
func TestDiff(t *testing.T) {
	var a, b Register
	a.Put(entryOf(lamp(), 1))
	b.Put(entryOf(lamp(), 2))
	var c, d Register
	c.Put(entryOf(lamp(), 1))
	w, data := long(9)
	feed(t, &c, w, data, 9)
	for name, r := range map[string]*Register{"blueprints[0]: ann/Lamp version 1": &b, "number of blueprints: 1 and 0": &d, "drafts": &c, "": &a} {
		if diff := a.Diff(r); !strings.Contains(diff, name) || (name == "") != (diff == "") {
			t.Errorf("%q, want %q", diff, name)
		}
	}
}

func FuzzRegister(f *testing.F) {
	var r Register
	r.Put(entryOf(lamp(), 5))
	f.Add(r.Append(nil))
	b, data := long(9)
	feed(f, &r, b, data, 30)
	f.Add(r.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Register
		if r.Read(data) != nil {
			return
		}
		if r.Sum() == 0 || !bytes.Equal(r.Append(nil), data) {
			t.Fatalf("%x is read as %+v", data, r)
		}
	})
}

// TestWithdrawal: a withdrawn blueprint makes room for another one, and its name stays taken, so that no
// older version comes back. Only the author and keepers withdraw, and bring back.
func TestWithdrawal(t *testing.T) {
	var r Register
	title := func(n int) string { return fmt.Sprint("T", n) }
	of := func(n int) *Blueprint {
		b := lamp()
		b.Title, b.Editor, b.Flags = title(n), b.Author, Public
		return b
	}
	admits := func(b *Blueprint, rank rights.Rank) event.Reason {
		e := entryOf(b, 0)
		return r.Admit(b, e.Hash, len(e.Bytes), rank)
	}
	for n := range MaxOfAuthor {
		r.Put(entryOf(of(n), 0))
	}
	if why := admits(of(MaxOfAuthor), rights.Builder); why != event.NoRoom {
		t.Fatalf("one more: %s", why)
	}
	gone := of(0).Withdrawal(false)
	gone.Editor = game.PlayerID{77}
	if why := admits(gone, rights.Builder); why != event.NotAllowed {
		t.Errorf("a builder withdraws another's public blueprint: %s", why)
	}
	if why := admits(gone, rights.Keeper); why != event.NoReason {
		t.Errorf("a keeper: %s", why)
	}
	gone.Editor = gone.Author
	r.Put(entryOf(gone, 0))
	if why := admits(of(MaxOfAuthor), rights.Builder); why != event.NoReason {
		t.Errorf("there is no room after a withdrawal: %s", why)
	}
	if why := admits(of(0), rights.Builder); why != event.OldVersion {
		t.Errorf("the old version: %s", why)
	}
	back := of(0)
	back.Version, back.Editor = gone.Version+1, game.PlayerID{77}
	if why := admits(back, rights.Builder); why != event.NotAllowed {
		t.Errorf("a builder brings it back: %s", why)
	}
	r.Put(entryOf(of(MaxOfAuthor), 0))
	if back.Editor = back.Author; admits(back, rights.Builder) != event.NoRoom {
		t.Error("it comes back where there is no room")
	}
	for n := 1; n < MaxTitlesOf; n++ { // publish, withdraw, publish …
		b := of(n)
		r.Put(entryOf(b, 0))
		next := b.Withdrawal(true)
		next.Editor = next.Author
		if why := admits(next, rights.Builder); why != event.NoReason {
			t.Fatalf("%d: %s", n, why)
		}
		r.Put(entryOf(next, 0))
	}
	if why := admits(of(MaxTitlesOf), rights.Builder); why != event.NoRoom {
		t.Errorf("as many titles as there may be, and one more: %s", why)
	}
	if len(r.list) != MaxTitlesOf || stored(r.list) > MaxTitlesOf*400 {
		t.Errorf("%d entries of %d bytes", len(r.list), stored(r.list))
	}
	var again Register
	if err := again.Read(r.Append(nil)); err != nil || again.Sum() != r.Sum() {
		t.Error(err)
	}
}

// TestWithdrawalAgainstPublication: whatever two sides of a partition publish and withdraw, they agree when
// they meet, whichever joins the other; and what was withdrawn by the highest version stays so when an old
// side comes by again.
func TestWithdrawalAgainstPublication(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := anyRegister(t)
		sides := [2]Register{base, base}
		for k := range sides {
			for range rapid.IntRange(0, 8).Draw(t, "deeds") {
				list := sides[k].List()
				if len(list) == 0 {
					break
				}
				was := rapid.SampledFrom(list).Draw(t, "of")
				next := *was.Blueprint
				next.Version, next.Flags, next.About = was.Version+1, 0, rapid.SampledFrom([]string{"a", "b"}).Draw(t, "about")
				if rapid.Bool().Draw(t, "withdraw") {
					next = *was.Withdrawal(rapid.Bool().Draw(t, "empty"))
				}
				next.Editor = next.Author
				sides[k].Put(entryOf(&next, 0))
			}
		}
		ab, ba := sides[0], sides[1]
		ab.Join(&sides[1], 60, nil)
		ba.Join(&sides[0], 60, nil)
		old := ab
		old.Join(&base, 70, nil)
		if !slices.Equal(hashes(&ab), hashes(&ba)) || !slices.Equal(hashes(&ab), hashes(&old)) {
			t.Fatal("they differ")
		}
		for _, e := range ab.List() {
			for k := range sides {
				if s := sides[k].Find(e.ID); s != nil && s.Version > e.Version {
					t.Fatalf("version %d is lost to %d", s.Version, e.Version)
				}
			}
		}
	})
}

// TestLosses: when two registers meet, the editor of each version that lost to one of the same number is told
// once, whichever joins the other; the losses are a part of the bytes, and bounded.
func TestLosses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyRegister(t), anyRegister(t)
		want := map[ID]bool{}
		for _, e := range a.List() {
			if o := b.Find(e.ID); o != nil && o.Version == e.Version && o.Hash != e.Hash {
				want[e.ID] = true
			}
		}
		ab, ba := a, b
		ab.Join(&b, 60, nil)
		ba.Join(&a, 60, nil)
		if !slices.Equal(ab.Losses(), ba.Losses()) || len(ab.Losses()) != len(want) {
			t.Fatalf("%+v and %+v, want %d", ab.Losses(), ba.Losses(), len(want))
		}
		var again Register
		if len(ab.List()) > 0 {
			if err := again.Read(ab.Append(nil)); err != nil || again.Sum() != ab.Sum() || !slices.Equal(again.Losses(), ab.Losses()) {
				t.Fatal(err)
			}
		}
		for _, l := range slices.Clone(ab.Losses()) {
			if !want[l.ID] || l.Editor == (game.PlayerID{}) {
				t.Fatalf("%+v", l)
			}
			if got, ok := ab.Tell(l.Editor); !ok || got.Editor != l.Editor {
				t.Fatal("it is not told")
			}
		}
		if len(ab.Losses()) != 0 {
			t.Fatal("it is told again")
		}
	})
	var r Register
	for n := range 2 * MaxLosses {
		r.Lose(Loss{Editor: game.PlayerID{1, byte(n), byte(n >> 8)}, ID: 1, Was: 1, Is: 2, Name: "a/B", By: "b"})
	}
	if len(r.Losses()) != MaxLosses {
		t.Errorf("%d losses are kept", len(r.Losses()))
	}
}

// TestOneEditorLeavesRoomForLosses of others: its own are forgotten first.
func TestOneEditorLeavesRoomForLosses(t *testing.T) {
	var r Register
	r.Lose(Loss{Editor: game.PlayerID{9}, ID: 1, Was: 1, Is: 2, Name: "a/B", By: "b"})
	for n := range 2 * MaxLosses {
		r.Lose(Loss{Editor: game.PlayerID{1}, ID: ID(n + 1), Was: 1, Is: 2, Name: "a/B", By: "b"})
	}
	if _, ok := r.Tell(game.PlayerID{9}); !ok || len(r.Losses()) != MaxLossesOf {
		t.Errorf("%d losses wait, and another editor is told: %v", len(r.Losses()), ok)
	}
}
