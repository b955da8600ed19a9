package directory

import (
	"testing"
	"time"
)

// A link may bring a burst of bulletins at once, and then bulletinRate a second.
func TestAllowance(t *testing.T) {
	var a allowance
	now := time.Unix(100, 0)
	spent := func() (n int) {
		for a.spend(now) {
			n++
		}
		return n
	}
	if n := spent(); n != bulletinBurst {
		t.Errorf("%d at once, want %d", n, bulletinBurst)
	}
	if now = now.Add(2 * time.Second); spent() != 2*bulletinRate {
		t.Error("two seconds later it is not the rate of two seconds")
	}
	if now = now.Add(time.Hour); spent() != bulletinBurst {
		t.Error("after an hour it is more than a burst, or less")
	}
}
