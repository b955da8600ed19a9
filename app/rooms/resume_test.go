package rooms

import (
	"testing"

	"manyhold/net/room"
)

// TestResume: a node that was killed in a strict match resumes it by itself, before it is linked with
// anybody, and has its seat again once it is. A room in which it had no seat is left closed.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	a, b := newPeerWith(t, 1, dir, KeepSeat), newPeerWith(t, 2, t.TempDir(), KeepSeat)
	unplug := plug(t, a, b)
	ctx := soon(t)
	other, err := a.Create(Order{Title: "Nobody's", Engine: toy})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Await(ctx, func(*View) bool { return true }); err != nil {
		t.Fatal(err)
	}
	ra, err := a.Create(Order{Title: "A match", Engine: toy, Seed: 1, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	rb, err := b.Join(ra.ID())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Room{ra, rb} {
		if _, err := r.Await(ctx, func(*View) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if err := r.Send(ctx, room.Packet{Kind: room.Sit, Text: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range []*Room{ra, rb} {
		if err := r.Send(ctx, room.Packet{Kind: room.Ready, Number: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if v, err := rb.Await(ctx, func(v *View) bool { return v.Agreed > 10 }); err != nil {
		t.Fatalf("they do not play: %+v", v)
	}
	unplug() // nothing of it comes through any more
	a.stop()
	if v, err := rb.Await(ctx, func(v *View) bool { return v.Seats[0].Vacant > 0 }); err != nil {
		t.Fatalf("its seat is not vacant: %+v", v.Seats[0])
	}
	was := rb.View().Generation
	if v, err := rb.Await(ctx, func(v *View) bool { return v.Generation > was+20 }); err != nil {
		t.Fatalf("the match does not go on: %d", v.Generation)
	}
	again := newPeerWith(t, 1, dir, KeepSeat)
	if n := again.Resume(ctx); n != 1 {
		t.Fatalf("resumes %d rooms", n)
	}
	r := again.Room(ra.ID())
	if r == nil || again.Room(other.ID()) != nil {
		t.Fatal("it does not resume the room in which it had a seat, and no other")
	}
	if v := rb.View(); v.Seats[0].Name != "x" || v.Seats[0].Vacant == 0 {
		t.Fatalf("not linked, and back: %+v", v.Seats[0])
	}
	plug(t, again, b)
	for _, x := range []*Room{r, rb} {
		v, err := x.Await(ctx, func(v *View) bool { return v.Agreed > was+30 && v.Seats[0].Vacant == 0 && v.Seats[1].Vacant == 0 })
		if err != nil || v.Seats[0].Holder != room.Key(again.pair.ID()) {
			t.Fatalf("%v; agreed at %d of %d, vacant since %d and %d", err, v.Agreed, v.Generation, v.Seats[0].Vacant, v.Seats[1].Vacant)
		}
	}
}
