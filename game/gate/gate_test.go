package gate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
)

// TestRate: in any time, no more strangers enter than the burst and one each StrangerEvery.
func TestRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g Gate
		now, began, came := game.Tick(1000), game.Tick(1000), 0
		for range rapid.IntRange(1, 400).Draw(t, "tries") {
			now += game.Tick(rapid.IntRange(0, 400).Draw(t, "wait"))
			if g.Take(now) {
				came++
			}
		}
		if most := StrangerBurst + int((now-began)/StrangerEvery) + 1; came > most {
			t.Fatalf("%d came in %d ticks, at most %d may", came, now-began, most)
		}
		if now += StrangerEvery; !g.Take(now) {
			t.Fatal("nobody comes after a pause")
		}
	})
}

// TestMarks: a mark stays, bytes say all of them, and a copy keeps its own.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g Gate
		want := map[entity.Seat]bool{}
		for range rapid.IntRange(1, 30).Draw(t, "marks") {
			before, was := g, slices.Clone(g.active)
			s := entity.Seat(rapid.IntRange(1, 20).Draw(t, "seat"))
			g.Mark(s)
			if want[s] = true; !slices.Equal(before.active, was) {
				t.Fatal("a copy was changed")
			}
		}
		for s := entity.Seat(1); s <= 20; s++ {
			if g.Marked(s) != want[s] {
				t.Fatalf("seat %d is marked: %v", s, g.Marked(s))
			}
		}
		var again, joined Gate
		if err := again.Read(g.Append(nil)); err != nil || again.Diff(&g) != "" {
			t.Fatalf("%v, %s", err, again.Diff(&g))
		}
		if joined.Join(&g); joined.Diff(&g) != "" {
			t.Fatal(joined.Diff(&g))
		}
	})
}

// FuzzRead: damaged bytes are refused, and accepted ones are the only encoding.
func FuzzRead(f *testing.F) {
	g := Gate{FreeAt: 77}
	g.Mark(3)
	g.Mark(900)
	f.Add(g.Append(nil))
	g.SetQueue([]Waiter{{Key: game.PlayerID{1}, Since: 5, Seen: 9, Crowded: true}, {Key: game.PlayerID{2}, Since: 7, Seen: 7}})
	f.Add(g.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var g Gate
		if err := g.Read(b); err == nil && string(g.Append(nil)) != string(b) {
			t.Fatalf("%x is not how %+v is encoded", b, g)
		}
	})
}
