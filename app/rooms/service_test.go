package rooms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
	"manyhold/net/store"
)

// cable is one side of a link of a test.
type cable struct {
	peer  key.ID
	other *cable
	to    *lobby.Lobby // of the other side
	queue chan parcel
}

type parcel struct {
	c link.Channel
	b []byte
}

func (k *cable) Peer() key.ID    { return k.peer }
func (k *cable) Info() link.Info { return link.Info{Name: "peer", Rules: Rules} }
func (k *cable) Buffered() int   { return 0 }
func (k *cable) Stats() link.Stats {
	return link.Stats{RTT: time.Millisecond, LastHeard: time.Now(), ConnectedAt: time.Now()}
}
func (k *cable) Close(string) {}
func (k *cable) Send(c link.Channel, b []byte) error {
	select {
	case k.queue <- parcel{c, append([]byte(nil), b...)}:
		return nil
	default:
		return link.ErrBusy
	}
}

// peer is a node of a test.
type peer struct {
	*Service
	pair key.Pair
	lob  *lobby.Lobby
	stop context.CancelFunc
}

// newPeer starts the rooms of a node.
func newPeer(t *testing.T, n byte, dir string) *peer {
	return newPeerWith(t, n, dir, nil)
}

// newPeerWith starts the rooms of a node with a client.
func newPeerWith(t *testing.T, n byte, dir string, client func(context.Context, *Room)) *peer {
	p := &peer{pair: key.FromSeed([32]byte{n})}
	p.lob = lobby.New(p.pair.ID(), nil)
	p.Service = New(Options{Pair: p.pair, Name: fmt.Sprint("player ", n), Dir: dir, Lobby: p.lob, Client: client})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); p.Run(ctx) }()
	p.stop = func() { cancel(); <-ended }
	t.Cleanup(p.stop)
	return p
}

// plug links two peers until the function is called.
func plug(t *testing.T, a, b *peer) (unplug func()) {
	x, y := &cable{peer: b.pair.ID(), to: b.lob, queue: make(chan parcel, 4096)}, &cable{peer: a.pair.ID(), to: a.lob, queue: make(chan parcel, 4096)}
	x.other, y.other = y, x
	ctx, cancel := context.WithCancel(t.Context())
	a.lob.LinkUp(x)
	b.lob.LinkUp(y)
	for _, k := range []*cable{x, y} {
		go func() {
			for {
				select {
				case m := <-k.queue:
					k.to.Receive(k.other, m.c, m.b)
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	return func() {
		cancel()
		a.lob.LinkDown(x, "unplugged")
		b.lob.LinkDown(y, "unplugged")
	}
}

// toy is the engine of the tests.
var toy = room.Engine{Name: "toy", Seats: []string{"red", "blue"}, Least: 2, Stages: []string{"ready"}}

// soon is a context for what takes a moment.
func soon(t *testing.T) context.Context {
	ctx, cancel := patience.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// TestMatch: a room that one node founds is found and joined by another; both get ready, play, and sign the
// result. A third one that comes later has the same.
func TestMatch(t *testing.T) {
	a, b, c := newPeer(t, 1, t.TempDir()), newPeer(t, 2, t.TempDir()), newPeer(t, 3, t.TempDir())
	plug(t, a, b)
	plug(t, b, c)
	plug(t, a, c)
	ctx := soon(t)
	ra, err := a.Create(Order{Title: "Ann's match", Engine: toy, Seed: 42})
	if err != nil {
		t.Fatal(err)
	}
	patience.Wait(t, "the room is announced", 30*time.Second, time.Millisecond, func() bool { return len(b.List()) > 0 })
	id, err := b.Find(ra.ID().String()[:8])
	if err != nil || id != ra.ID() {
		t.Fatal(id, err)
	}
	rb, err := b.Join(id)
	if err != nil {
		t.Fatal(err)
	}
	send := func(r *Room, p room.Packet) {
		t.Helper()
		if err := r.Send(ctx, p); err != nil {
			t.Fatalf("%s: %v", p.Kind, err)
		}
	}
	await := func(r *Room, what string, fits func(*View) bool) *View {
		t.Helper()
		v, err := r.Await(ctx, fits)
		if err != nil {
			t.Fatalf("%s: %v; %+v", what, err, v)
		}
		return v
	}
	await(ra, "its own room", func(*View) bool { return true })
	await(rb, "the room of another", func(*View) bool { return true })
	send(ra, room.Packet{Kind: room.Sit, Text: "Ann"})
	send(rb, room.Packet{Kind: room.Sit, Text: "Bo"})
	var refused *room.Refusal
	if err := rb.Send(ctx, room.Packet{Kind: room.Sit, Number: 1, Text: "Bo"}); !errors.As(err, &refused) || refused.Why != room.SeatTaken {
		t.Fatalf("takes a taken seat: %v", err)
	}
	send(ra, room.Packet{Kind: room.Draft, Body: []byte("small map")})
	send(ra, room.Packet{Kind: room.Configure})
	for _, r := range []*Room{ra, rb} {
		send(r, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: 1}})
	}
	for _, r := range []*Room{ra, rb} {
		v := await(r, "the match", func(v *View) bool { return v.Phase == room.Running && v.Generation > 4 })
		if string(v.Config) != "small map" || v.Seed != 42 || v.Title != "Ann's match" {
			t.Errorf("%+v", v)
		}
	}
	play := func(r *Room) {
		v := r.View()
		send(r, room.Packet{Kind: room.Play, Header: room.Header{Generation: v.Generation + room.Delay, Done: v.Generation - 1, Digest: 5}, Body: []byte("go")})
	}
	play(ra)
	play(rb)
	rc, err := c.Join(id)
	if err != nil {
		t.Fatal(err)
	}
	await(rc, "a late one", func(v *View) bool { return v.Phase == room.Running })
	send(rc, room.Packet{Kind: room.Watch, Text: "Cy"})
	for _, x := range []struct {
		r *Room
		p *peer
	}{{ra, a}, {rb, b}} {
		send(x.r, room.Packet{Kind: room.Draft, Body: []byte("red wins")})
		var signed [64]byte
		if err := x.r.Inspect(ctx, func(m *room.Room) { signed = m.Sign(x.p.pair, 2, []byte("red wins")) }); err != nil {
			t.Fatal(err)
		}
		send(x.r, room.Packet{Kind: room.Report, Header: room.Header{Done: 2}, Signature: signed})
	}
	for _, r := range []*Room{ra, rb, rc} {
		v := await(r, "the end", func(v *View) bool { return v.Phase == room.Ended && len(v.Outcome.Signed) == 2 })
		if string(v.Outcome.Result) != "red wins" {
			t.Errorf("%+v", v.Outcome)
		}
	}
}

// TestHostDies: the node that founded a room dies in a match; the other one goes on, and the first one comes
// back from its file to its seat.
func TestHostDies(t *testing.T) {
	dir := t.TempDir()
	a, b := newPeer(t, 1, dir), newPeer(t, 2, t.TempDir())
	unplug := plug(t, a, b)
	ctx := soon(t)
	ra, err := a.Create(Order{Title: "A match", Engine: toy, Seed: 1})
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
	// The beginning is long ago: otherwise the other one may be back in the setup, and waits for the lost
	// player.
	if _, err := rb.Await(ctx, func(v *View) bool { return v.Generation > 60 }); err != nil {
		t.Fatal(err)
	}
	unplug() // nothing of it comes through any more
	a.stop()
	was := rb.View().Generation
	v, err := rb.Await(ctx, func(v *View) bool { return v.Generation > was+20 })
	if err != nil {
		t.Fatalf("the match does not go on: %v, %d", err, v.Generation)
	}
	seat := func(v *View) *room.Seat { return &v.Seats[0] }
	if v, err = rb.Await(ctx, func(v *View) bool { return seat(v).Vacant > 0 }); err != nil {
		t.Fatalf("its seat is not vacant: %+v", seat(v))
	}
	again := newPeer(t, 1, dir)
	plug(t, again, b)
	r, err := again.Join(ra.ID())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Await(ctx, func(v *View) bool { return v.Generation > was+20 }); err != nil {
		t.Fatal("the one that came back does not have the match: ", err)
	}
	for _, x := range []*Room{r, rb} {
		go playOn(ctx, x)
	}
	for _, x := range []*Room{r, rb} {
		if v, err = x.Await(ctx, func(v *View) bool {
			return v.Agreed > was+40 && v.Seats[0].Vacant == 0 && v.Seats[1].Vacant == 0
		}); err != nil || seat(v).Name != "x" {
			t.Fatalf("%v; agreed at %d of %d, vacant since %d and %d", err, v.Agreed, v.Generation, v.Seats[0].Vacant, v.Seats[1].Vacant)
		}
	}
}

// playOn plays as a client does: it returns to a vacant seat with the digest that the others agree on, and
// sends a packet for each generation.
func playOn(ctx context.Context, r *Room) {
	for ctx.Err() == nil {
		changed := r.Changed()
		v := r.View()
		p := room.Packet{Kind: room.Play, Header: room.Header{Generation: v.Generation + room.Delay, Done: v.Generation - 1, Digest: 7}}
		for k := range v.Seats {
			if s := &v.Seats[k]; s.Holder == room.Key(r.pair.ID()) && s.Vacant > 0 {
				p = room.Packet{Kind: room.Return, Header: room.Header{Done: v.Agreed, Digest: 7}}
			}
		}
		r.Send(ctx, p)
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// TestRefusals: what cannot be a room is refused, and so is too much.
func TestRefusals(t *testing.T) {
	a := newPeer(t, 1, t.TempDir())
	if _, err := a.Create(Order{Title: "x", Engine: room.Engine{Name: "empty"}}); err == nil {
		t.Error("an engine without seats")
	}
	if _, err := a.Create(Order{Title: "x\ny", Engine: toy}); err == nil {
		t.Error("a title of two lines")
	}
	if _, err := a.Find("00000000"); !errors.Is(err, ErrUnknown) {
		t.Errorf("finds nothing: %v", err)
	}
	if err := a.Leave(t.Context(), store.WorldID{1}); !errors.Is(err, ErrUnknown) {
		t.Errorf("leaves nothing: %v", err)
	}
	for range lobby.MaxOwn {
		if _, err := a.Create(Order{Title: "x", Engine: toy}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Create(Order{Title: "x", Engine: toy}); !errors.Is(err, ErrMany) {
		t.Errorf("one room more: %v", err)
	}
	patience.Wait(t, "it lists its rooms", 30*time.Second, time.Millisecond, func() bool { return len(a.List()) == lobby.MaxOwn })
}

// TestLooked: a room at which a node only looked leaves no file behind, and one in which its player took a
// seat does.
func TestLooked(t *testing.T) {
	a, b := newPeer(t, 1, t.TempDir()), newPeer(t, 2, t.TempDir())
	plug(t, a, b)
	ctx := soon(t)
	for _, takesPart := range []bool{false, true} {
		ra, err := a.Create(Order{Title: "Ann's match", Engine: toy})
		if err != nil {
			t.Fatal(err)
		}
		rb, err := b.Join(ra.ID())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rb.Await(ctx, func(*View) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if takesPart {
			if err := rb.Send(ctx, room.Packet{Kind: room.Sit}); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Leave(ctx, ra.ID()); err != nil {
			t.Fatal(err)
		}
		if kept := slices.Contains(b.Kept(), ra.ID()); kept != takesPart {
			t.Errorf("takes part %v: the file is kept %v", takesPart, kept)
		}
	}
}
