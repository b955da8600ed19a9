package talk

import "testing"

// TestBoard: each listener gets all lines since it came, one that does not read delays nobody, and one that
// has left gets no more.
func TestBoard(t *testing.T) {
	var b Board
	b.Post(Line{Text: "nobody listens"})
	early, stop := b.Listen()
	b.Post(Line{Text: "1"})
	late, _ := b.Listen()
	b.Post(Line{Text: "2"})
	stop()
	for range 2 * queued {
		b.Post(Line{Text: "3"})
	}
	if len(early) != 2 || (<-early).Text != "1" || (<-early).Text != "2" {
		t.Error("the first listener lacks something, or heard more after it left")
	}
	if len(late) != queued || (<-late).Text != "2" {
		t.Errorf("%d lines wait for the second", len(late))
	}
}
