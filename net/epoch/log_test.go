package epoch

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWritten compares the search for the last written entry with its definition: the last committed one
// whose turn is in the file, and whose successor record, if it has one before it, is too.
func TestWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.Uint64Range(0, 5).Draw(t, "base")
		l := log{base: Position{Index: base, Turn: 7}}
		turn := l.base.Turn
		successor := rapid.IntRange(0, 40).Draw(t, "successor")
		for i := range rapid.IntRange(0, 40).Draw(t, "entries") {
			if i < successor && rapid.IntRange(0, 3).Draw(t, "kind") > 0 {
				turn++
			}
			l.entries = append(l.entries, entry{turn: turn, after: i >= successor})
		}
		l.committed = rapid.Uint64Range(0, l.lastIndex()).Draw(t, "committed")
		f := file{turn: rapid.Uint64Range(0, turn+2).Draw(t, "in the file"), successor: rapid.Bool().Draw(t, "successor in the file")}
		want := l.committed
		for ; want > base; want-- {
			if x := l.at(want); x.turn <= f.turn && (!x.after || f.successor) {
				break
			}
		}
		if got := l.written(f); got != want {
			t.Fatalf("entry %d instead of %d is the last one in the file", got, want)
		}
	})
}
