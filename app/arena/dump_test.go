package arena

import (
	"os"
	"testing"

	"manyhold/net/room"
)

// TestDumpsEnd: a player whose state differs again and again does not fill the disks of the others.
func TestDumpsEnd(t *testing.T) {
	o := newOmni(t, 2, false, `{"seconds":300,"goals":9}`)
	o.until(30, "some generations", func() bool { return o.r.Generation() > 60 })
	h := o.all[0]
	c := &Client{o: Options{Dir: t.TempDir(), Log: discard}, pilot: *h.Pilot, name: "abcdefghijkl"}
	s := See(o.r, h.Me, c.pilot.Seen())
	s.Phase = room.Ended // nothing more is waited for
	for g := uint32(1); g <= 2*maxDumps; g++ {
		s.Seats[1].Diverged = g
		c.noteDivergence(s)
	}
	if list, err := os.ReadDir(c.o.Dir + "/rooms"); err != nil || len(list) != maxDumps {
		t.Errorf("%d dumps, %v", len(list), err)
	}
}
