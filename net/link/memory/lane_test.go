package memory

import (
	"testing"
	"time"
)

// TestLargeMessagesArrive: of a message of many packets only those that are lost are sent again, so that it
// arrives after a few attempts although hardly any attempt brings all of them.
func TestLargeMessagesArrive(t *testing.T) {
	n := New(1, Conditions{Delay: 200 * time.Millisecond, Loss: 0.2})
	l := n.lane([32]byte{1}, [32]byte{2})
	for range 200 {
		left, attempts := 12<<10, 0
		for left > 0 {
			was := left
			if _, left = l.stream(n.Now(), left); left > was {
				t.Fatalf("%d of %d bytes are sent again", left, was)
			}
			if attempts++; attempts > 8 {
				t.Fatalf("%d attempts, and %d bytes have not arrived", attempts, left)
			}
		}
	}
}
