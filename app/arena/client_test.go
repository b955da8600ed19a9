package arena_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/node"
	"manyhold/app/rooms"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
)

// A window can play in a match.
var _ node.Backend = (*arena.Visit)(nil)

// cable is one side of a link of a test.
type cable struct {
	peer  key.ID
	other *cable
	to    *lobby.Lobby // of the other side
	queue chan parcel
	late  time.Duration
}

type parcel struct {
	at time.Time
	c  link.Channel
	b  []byte
}

func (k *cable) Peer() key.ID    { return k.peer }
func (k *cable) Info() link.Info { return link.Info{Name: "peer", Rules: rooms.Rules} }
func (k *cable) Buffered() int   { return 0 }
func (k *cable) Stats() link.Stats {
	return link.Stats{RTT: time.Millisecond + 2*k.late, LastHeard: time.Now(), ConnectedAt: time.Now()}
}
func (k *cable) Close(string) {}
func (k *cable) Send(c link.Channel, b []byte) error {
	select {
	case k.queue <- parcel{time.Now().Add(k.late), c, append([]byte(nil), b...)}:
		return nil
	default:
		return link.ErrBusy
	}
}

// peer is a node of a test.
type peer struct {
	*rooms.Service
	n      int
	pair   key.Pair
	lob    *lobby.Lobby
	dir    string
	stop   context.CancelFunc
	unplug []func()
}

// newPeer starts the rooms of a node.
func newPeer(t *testing.T, n int, dir string) *peer {
	p := &peer{n: n, pair: key.FromSeed([32]byte{byte(n)}), dir: dir}
	p.lob = lobby.New(p.pair.ID(), nil)
	p.Service = rooms.New(rooms.Options{Pair: p.pair, Name: fmt.Sprint("player ", n), Dir: dir, Lobby: p.lob})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); p.Run(ctx) }()
	p.stop = func() {
		for _, f := range p.unplug {
			f()
		}
		cancel()
		<-ended
	}
	t.Cleanup(p.stop)
	return p
}

// plug links two peers.
func plug(t *testing.T, a, b *peer, late time.Duration) {
	x, y := &cable{peer: b.pair.ID(), to: b.lob, queue: make(chan parcel, 4096), late: late}, &cable{peer: a.pair.ID(), to: a.lob, queue: make(chan parcel, 4096), late: late}
	x.other, y.other = y, x
	ctx, cancel := context.WithCancel(t.Context())
	a.lob.LinkUp(x)
	b.lob.LinkUp(y)
	for _, k := range []*cable{x, y} {
		go func() {
			for {
				select {
				case m := <-k.queue:
					if wait := time.Until(m.at); wait > 0 {
						select {
						case <-time.After(wait):
						case <-ctx.Done():
							return
						}
					}
					k.to.Receive(k.other, m.c, m.b)
				case <-ctx.Done():
					return
				}
			}
		}()
	}
	var once sync.Once
	off := func() {
		once.Do(func() {
			cancel()
			a.lob.LinkDown(x, "unplugged")
			b.lob.LinkDown(y, "unplugged")
		})
	}
	a.unplug, b.unplug = append(a.unplug, off), append(b.unplug, off)
}

// stage is a match of a test: peers that are linked, each in the room with a client.
type stage struct {
	t       *testing.T
	ctx     context.Context
	p       *match.Package
	library *arena.Library
	peers   []*peer
	rooms   []*rooms.Room
	clients []*arena.Client
	quit    []func()
}

// newStage starts peers, of which the first one founds a room.
func newStage(t *testing.T, p *match.Package, n int, strict bool, late time.Duration) *stage {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	s := &stage{t: t, ctx: ctx, p: p, library: new(arena.Library)}
	_, e, err := s.library.Keep(p)
	if err != nil {
		t.Fatal(err)
	}
	for k := range n {
		s.add(k+1, t.TempDir(), late)
	}
	r, err := s.peers[0].Create(rooms.Order{Title: "a match", Engine: e, Seed: 42, Strict: strict})
	if err != nil {
		t.Fatal(err)
	}
	s.rooms = append(s.rooms, r)
	for _, o := range s.peers[1:] {
		r, err := o.Join(s.rooms[0].ID())
		if err != nil {
			t.Fatal(err)
		}
		s.rooms = append(s.rooms, r)
	}
	for k := range n {
		s.await(k, "the room", func(*rooms.View) bool { return true })
	}
	return s
}

// add starts a peer, and links it with all others.
func (s *stage) add(n int, dir string, late time.Duration) *peer {
	p := newPeer(s.t, n, dir)
	for _, o := range s.peers {
		plug(s.t, o, p, late)
	}
	s.peers = append(s.peers, p)
	return p
}

// play starts the client of a peer.
func (s *stage) play(k int, bot bool) *arena.Client {
	c := arena.New(s.rooms[k], arena.Options{Pair: s.peers[k].pair, Packages: s.library.Package, Dir: s.peers[k].dir, Bot: bot})
	ctx, cancel := context.WithCancel(s.ctx)
	s.clients, s.quit = append(s.clients, c), append(s.quit, func() { cancel(); <-c.Done() })
	go c.Run(ctx)
	return c
}

// await waits until a peer's view of the room fits, as long as the match goes on.
func (s *stage) await(k int, what string, fits func(*rooms.View) bool) (v *rooms.View) {
	s.t.Helper()
	limit, last := patience.For(30*time.Second), ""
	for {
		v = s.rooms[k].View()
		if v != nil && fits(v) {
			return v
		}
		if now := words(v); now != last { // the match goes on
			limit, last = patience.For(30*time.Second), now
		}
		if limit.Over() {
			s.t.Fatalf("%s, at peer %d: %s", what, k, last)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// words says how far a room is.
func words(v *rooms.View) string {
	if v == nil {
		return "no room"
	}
	s := fmt.Sprintf("%s %s %q, generation %d, agreed %d, result after %d signed by %d", v.Phase, v.Child, v.Invalid, v.Generation, v.Agreed, v.Outcome.After, len(v.Outcome.Signed))
	for k := range v.Seats {
		if x := &v.Seats[k]; x.Taken() {
			s += fmt.Sprintf("; %s ready %v, vacant since %d, differs at %d", x.Name, x.Ready, x.Vacant, x.Diverged)
		}
	}
	return s
}

// send sends a packet.
func (s *stage) send(k int, p room.Packet) {
	s.t.Helper()
	if err := s.rooms[k].Send(s.ctx, p); err != nil {
		s.t.Fatalf("%s: %v", p.Kind, err)
	}
}

// ready lets the first n peers take seats, chooses a configuration, and makes them ready through all stages.
func (s *stage) ready(n int, config string) {
	s.t.Helper()
	for k := range n {
		s.send(k, room.Packet{Kind: room.Sit, Text: fmt.Sprint("player ", k+1)})
	}
	for at := 0; at < len(config); at += room.MaxBody {
		s.send(0, room.Packet{Kind: room.Draft, Number: uint32(at), Body: []byte(config[at:min(at+room.MaxBody, len(config))])})
	}
	if config != "" {
		s.send(0, room.Packet{Kind: room.Configure})
	}
	for range s.p.Stages {
		v := s.await(0, "the version", func(v *rooms.View) bool { return string(v.Config) == config })
		for k := range n {
			s.send(k, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: v.Version}})
		}
	}
}

// emberball is the engine of the tests.
func emberball(t *testing.T) *match.Package {
	p, err := engine.Find("emberball")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMatch: bots of 2, 4 and 8 peers play a match to its end: all have the same digests, the same result,
// and all sign it. The archive of it replays to the same digest.
func TestMatch(t *testing.T) {
	for _, n := range []int{2, 4, 8} {
		for _, strict := range []bool{false, true} {
			if n == 8 && (strict || testing.Short()) {
				continue
			}
			t.Run(fmt.Sprintf("%d peers, strict %v", n, strict), func(t *testing.T) {
				t.Parallel()
				s := newStage(t, emberball(t), n, strict, 5*time.Millisecond)
				for k := range n {
					s.play(k, true)
				}
				s.ready(n, `{"goals":1,"seconds":20}`)
				var result string
				for k := range n {
					v := s.await(k, "the end", func(v *rooms.View) bool { return v.Phase == room.Ended && len(v.Outcome.Signed) == n })
					if result == "" {
						result = string(v.Outcome.Result)
					}
					if string(v.Outcome.Result) != result || !json.Valid(v.Outcome.Result) {
						t.Errorf("peer %d has the result %s, and not %s", k, v.Outcome.Result, result)
					}
					for _, x := range v.Seats {
						if x.Diverged > 0 {
							t.Errorf("the seat of %q differs at generation %d", x.Name, x.Diverged)
						}
					}
				}
				t.Log(result)
				checkArchive(t, s, result)
			})
		}
	}
}

// checkArchive archives a match on two machines, and replays what it says.
func checkArchive(t *testing.T, s *stage, result string) {
	t.Helper()
	var digests []string
	for k := range 2 {
		var x arena.Record
		if err := s.rooms[k].Inspect(s.ctx, func(r *room.Room) { x = arena.RecordOf(r) }); err != nil {
			t.Fatal(err)
		}
		a, err := arena.NewArchive(x, s.p)
		if err != nil {
			t.Fatal(err)
		}
		b, err := a.Encode()
		if err != nil || !arena.IsArchive(b) {
			t.Fatal(err)
		}
		again, err := arena.ReadArchive(b)
		if err != nil {
			t.Fatal(err)
		}
		r, err := again.Replay()
		if err != nil {
			t.Fatalf("%v %+v", err, r)
		}
		if len(r.Signed) != len(s.peers) {
			t.Errorf("signed by %v", r.Signed)
		}
		var want, got any
		if json.Unmarshal([]byte(result), &want) != nil || json.Unmarshal(r.Result, &got) != nil || fmt.Sprint(want) != fmt.Sprint(got) {
			t.Errorf("the result is %s, and not %s", r.Result, result)
		}
		digests = append(digests, r.Digest)
	}
	if digests[0] != digests[1] || digests[0] == "" {
		t.Errorf("digests %v", digests)
	}
}

// TestHostDies: the node that founded the room dies in the setup, in the countdown, in the match, or while
// the result is signed. The others go on, to the end, with equal digests and one result.
func TestHostDies(t *testing.T) {
	for _, when := range []string{"setup", "countdown", "running", "signing"} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, emberball(t), 3, false, 3*time.Millisecond)
			config := `{"goals":9,"seconds":10}`
			for k := range 3 {
				s.play(k, true)
			}
			switch when {
			case "setup":
				s.send(1, room.Packet{Kind: room.Sit, Text: "player 2"})
				s.kill(0)
				s.rooms, s.peers = s.rooms[1:], s.peers[1:]
				s.patient(0, room.Packet{Kind: room.Stand})
				s.ready(2, config)
			case "countdown":
				s.ready(3, config)
				s.await(0, "the countdown", func(v *rooms.View) bool { return v.Child == "countdown" })
				s.await(1, "the countdown", func(v *rooms.View) bool { return v.Child == "countdown" })
				s.kill(0)
				s.rooms, s.peers = s.rooms[1:], s.peers[1:]
				s.await(0, "the first is gone", func(v *rooms.View) bool { return v.Phase != room.Setup || !v.Seats[0].Taken() })
				for s.rooms[0].View().Phase == room.Setup {
					v := s.rooms[0].View()
					for k := range 2 {
						_ = s.rooms[k].Send(s.ctx, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: v.Version}})
					}
					time.Sleep(20 * time.Millisecond)
				}
			case "running":
				s.ready(3, config)
				s.await(0, "some generations", func(v *rooms.View) bool { return v.Generation > 40 })
				s.kill(0)
				s.rooms, s.peers = s.rooms[1:], s.peers[1:]
			case "signing":
				s.ready(3, config)
				s.await(0, "a signature", func(v *rooms.View) bool { return len(v.Outcome.Signed) > 0 })
				s.kill(0)
				s.rooms, s.peers = s.rooms[1:], s.peers[1:]
			}
			var result string
			for k := range 2 {
				v := s.await(k, "the end", func(v *rooms.View) bool { return v.Phase == room.Ended && len(v.Outcome.Signed) >= 2 })
				if result == "" {
					result = string(v.Outcome.Result)
				}
				if string(v.Outcome.Result) != result || result == "" {
					t.Errorf("peer %d has the result %s, and not %s", k, v.Outcome.Result, result)
				}
				for _, x := range v.Seats {
					if x.Diverged > 0 {
						t.Errorf("the seat of %q differs at generation %d", x.Name, x.Diverged)
					}
				}
			}
			var x [2]arena.Record
			for k := range 2 {
				if err := s.rooms[k].Inspect(s.ctx, func(r *room.Room) { x[k] = arena.RecordOf(r) }); err != nil {
					t.Fatal(err)
				}
			}
			for k := range 2 {
				a, err := arena.NewArchive(x[k], s.p)
				if err != nil {
					t.Fatal(err)
				}
				if r, err := a.Replay(); err != nil || len(r.Signed) < 2 {
					t.Errorf("%v %+v", err, r)
				}
			}
		})
	}
}

// kill ends a node as a power cut would: the others hear nothing more of it.
func (s *stage) kill(k int) {
	for _, f := range s.peers[k].unplug {
		f()
	}
	s.quit[k]()
	go s.peers[k].stop() // which waits for answers in vain
}

// patient sends a packet until somebody takes it: the host may be another one soon.
func (s *stage) patient(k int, p room.Packet) {
	s.t.Helper()
	limit := patience.For(60 * time.Second)
	for {
		ctx, cancel := patience.WithTimeout(s.ctx, 5*time.Second)
		err := s.rooms[k].Send(ctx, p)
		cancel()
		if err == nil {
			return
		}
		if limit.Over() {
			s.t.Fatalf("%s: %v", p.Kind, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
