package link

import (
	"testing"
	"time"

	"manyhold/net/key"
)

// TestLines: a peer that links all the time has a few lines a minute, which count the others; one that links
// now and then has all of them.
func TestLines(t *testing.T) {
	var l Lines
	now := time.Unix(1, 0)
	lines, counted, ups := map[int]int{}, 0, 0
	for second := range 600 {
		for range 3 {
			ups++
			n, up := l.Up(key.ID{1}, now)
			if up {
				lines[second/60]++
				counted += n + 1
			} else if n != 0 {
				t.Error("a number without a line")
			}
			if down := l.Down(key.ID{1}); down != up {
				t.Fatalf("the link was logged %v, its end %v", up, down)
			} else if down {
				lines[second/60]++
			}
		}
		now = now.Add(time.Second)
	}
	for minute, n := range lines {
		if n > 4 && minute > 0 || n > 2*linesBurst+4 {
			t.Errorf("%d lines in minute %d", n, minute)
		}
	}
	if len(lines) != 10 || counted < ups-100 {
		t.Errorf("lines in %d minutes; they count %d of %d links", len(lines), counted, ups)
	}
	for range 20 {
		if n, ok := l.Up(key.ID{2}, now); !ok || n != 0 || !l.Down(key.ID{2}) {
			t.Fatal("a link a minute is not logged")
		}
		now = now.Add(time.Minute)
	}
	for i := range 5 * linesPeers {
		if l.Up(key.ID{3, byte(i), byte(i >> 8)}, now); len(l.peers) > linesPeers {
			t.Fatalf("%d peers are remembered", len(l.peers))
		}
	}
	if !l.Down(key.ID{9}) {
		t.Error("a forgotten peer's end is not logged")
	}
}
