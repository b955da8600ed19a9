package arena_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/app/node"
	"manyhold/app/rooms"
	"manyhold/game/match"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
)

// A window can play in a match.
var _ node.Backend = (*arena.Visit)(nil)

// peer is a node of a test.
type peer struct {
	*rooms.Service
	pair key.Pair
	dir  string
	node *memory.Node
	stop func()
}

// stage is a match of a test: peers on a network in virtual time, each in the room with a client.
type stage struct {
	t       *testing.T
	ctx     context.Context
	net     *memory.Network
	p       *match.Package
	library *arena.Library
	peers   []*peer
	rooms   []*rooms.Room
	clients []*arena.Client
	quit    []func()
}

// newStage starts peers. The first one founds a room.
func newStage(t *testing.T, p *match.Package, n int, strict bool, c memory.Conditions, seed ...uint64) *stage {
	ctx, cancel := context.WithCancel(context.Background())
	s := &stage{t: t, ctx: ctx, net: memory.New(append(seed, 1)[0], c), p: p, library: new(arena.Library)}
	var ended sync.WaitGroup
	ended.Go(func() { s.net.Run(ctx) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	_, e, err := s.library.Keep(p)
	if err != nil {
		t.Fatal(err)
	}
	for k := range n {
		s.add(k + 1)
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

// add adds a peer, and links it with all others.
func (s *stage) add(n int) {
	p := &peer{pair: key.FromSeed([32]byte{byte(n)}), dir: s.t.TempDir()}
	l := lobby.New(p.pair.ID(), nil)
	p.Service = rooms.New(rooms.Options{Pair: p.pair, Name: fmt.Sprint("player ", n), Dir: p.dir, Lobby: l})
	p.node = s.net.Join(p.pair.ID(), link.Info{Rules: rooms.Rules}, l)
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { p.Run(ctx) })
	p.stop = patience.Once(func() { cancel(); ended.Wait() })
	s.t.Cleanup(p.stop)
	for _, o := range s.peers {
		p.node.Dial(o.pair.ID(), nil)
	}
	s.peers = append(s.peers, p)
}

// play starts the client of a peer. It tells of each generation, if somebody wants to know.
func (s *stage) play(k int, bot bool, stepped ...func(*match.Match, *room.Master)) *arena.Client {
	c := arena.New(s.rooms[k], arena.Options{Pair: s.peers[k].pair, Packages: s.library.Package, Dir: s.peers[k].dir, Bot: bot})
	for _, f := range stepped {
		c.Follow(func(m *match.Match, master *room.Master, _ bool) {
			if master != nil {
				f(m, master)
			}
		})
	}
	ctx, cancel := context.WithCancel(s.ctx)
	stop := s.peers[k].stop
	quit := func() { cancel(); <-c.Done() }
	s.peers[k].stop = patience.Once(func() { quit(); stop() })
	s.t.Cleanup(s.peers[k].stop)
	s.clients, s.quit = append(s.clients, c), append(s.quit, quit)
	go c.Run(ctx)
	return c
}

// patient is how long a test waits at most, in virtual time.
const patient = 6 * time.Minute

// await waits until a peer's view of the room fits.
func (s *stage) await(k int, what string, fits func(*rooms.View) bool) *rooms.View {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.ctx, patient)
	defer cancel()
	v, err := s.rooms[k].Await(ctx, fits)
	if err != nil {
		for j := range s.rooms {
			s.t.Logf("peer %d: %s", j, words(s.rooms[j].View()))
		}
		s.t.Fatalf("%s, at peer %d: %v: %s", what, k, err, words(v))
	}
	return v
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

// send sends a packet, which the room must take.
func (s *stage) send(k int, p room.Packet) {
	s.t.Helper()
	if err := s.try(k, p); err != nil {
		s.t.Fatalf("%s: %v", p.Kind, err)
	}
}

// try sends a packet until the room takes or refuses it: under loss, and when a host dies, an answer may be
// late.
func (s *stage) try(k int, p room.Packet) error {
	ctx, cancel := context.WithTimeout(s.ctx, patient)
	defer cancel()
	for {
		if err := s.rooms[k].Send(ctx, p); !errors.Is(err, rooms.ErrLost) || ctx.Err() != nil {
			return err
		}
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
	s.await(0, "the configuration", func(v *rooms.View) bool { return string(v.Config) == config })
	s.getReady(n)
}

// getReady lets the first n peers get ready until the countdown begins.
func (s *stage) getReady(n int) {
	v := s.rooms[0].View()
	for ctx := s.ctx; v.Phase == room.Setup && v.Child != "countdown" && ctx.Err() == nil; v = s.rooms[0].View() {
		for k := range n {
			v := s.rooms[k].View()
			me := slices.IndexFunc(v.Seats, func(x room.Seat) bool { return x.Holder == room.Key(s.peers[k].pair.ID()) })
			if me >= 0 && !v.Seats[me].Ready && v.Child != "countdown" {
				_ = s.try(k, room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: v.Version}})
			}
		}
		<-s.rooms[0].Changed()
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

// shortest is the configuration with which a match is over soonest.
func shortest(p *match.Package) string {
	values, err := p.Settle(nil)
	if err != nil {
		panic(err) // the defaults are always valid
	}
	for k := range p.Settings {
		switch s := &p.Settings[k]; s.Key {
		case "goals", "seconds", "overtime", "rounds", "hide", "seek", "laps", "minutes", "build":
			values[k].Number = s.Min
		case "mode": // of the cart cup: the one with a clock
			values[k].Text = s.Options[len(s.Options)-1]
		}
	}
	return string(p.Configure(values))
}

// TestMatch: bots of 2, 4 and 8 peers play emberball to its end, flowing and strict, over links of up to 400
// ms there and back on which up to a fifth of all packets are lost; at the worst lines in both ways. Four
// peers play the other engines at the worst line. With MANYHOLD_FIGURES there is another seed at the worst
// lines, four and eight peers play on all others as well, and two the other engines. All have the same
// digests, the same result, and all sign it. Nobody loses its readiness or its seat. The archive of it
// replays to the same digest.
func TestMatch(t *testing.T) {
	for _, name := range engine.Names() {
		p, err := engine.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range linesOf(p) {
			t.Run(fmt.Sprintf("%s, %d peers, strict %v, %v, loss %v, seed %d", name, c.n, c.strict, c.trip, c.loss, c.seed), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					p, err := engine.Find(name)
					if err != nil {
						t.Fatal(err)
					}
					n := c.n
					s := newStage(t, p, n, c.strict, memory.Conditions{Delay: c.trip / 2, Loss: c.loss}, c.seed)
					for k := range n {
						s.play(k, true)
					}
					began := time.Now()
					s.ready(n, shortest(p))
					var result string
					for k := range n {
						v := s.await(k, "the end", func(v *rooms.View) bool {
							for _, x := range v.Seats {
								if x.Vacant > 0 {
									t.Fatalf("%s is away: %s", x.Name, words(v))
								}
							}
							return v.Phase == room.Ended && len(v.Outcome.Signed) == n
						})
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
					v := s.rooms[0].View()
					t.Logf("%s after %v, %d generations of %d ticks at the end", result, time.Since(began).Round(time.Second), v.Outcome.After, v.Length)
					checkArchive(t, s, result)
				})
			})
		}
	}
}

// checkArchive archives a match on two machines, and replays what it says.
func checkArchive(t *testing.T, s *stage, result string) {
	t.Helper()
	var digests []string
	var first []byte
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
		if k > 0 && bytes.Equal(b, first) { // its replay would be the same
			continue
		}
		first = b
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
	if digests[0] != digests[len(digests)-1] || digests[0] == "" {
		t.Errorf("digests %v", digests)
	}
}

// TestHostDies: the node that founded the room dies in the setup, in the countdown, in the match, as soon as
// one signature is there, or when the result holds. The others go on, to the end, with equal digests and one
// result. It holds, too, when it was only one that had signed, and who had not is lost afterwards.
func TestHostDies(t *testing.T) {
	for _, when := range []string{"setup", "countdown", "running", "first signature", "only signature", "signed"} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t, emberball(t), 3, false, memory.Conditions{Delay: 20 * time.Millisecond, Jitter: 5 * time.Millisecond})
				config := `{"goals":9,"seconds":10,"overtime":10}`
				left := 2 // who sign in the end
				for k := range 3 {
					s.play(k, true)
				}
				switch when {
				case "setup":
					s.send(1, room.Packet{Kind: room.Sit, Text: "player 2"})
					s.kill(0)
					s.rooms, s.peers = s.rooms[1:], s.peers[1:]
					var refused *room.Refusal // the seat may have been lost with the host
					if err := s.try(0, room.Packet{Kind: room.Stand}); err != nil && !errors.As(err, &refused) {
						t.Fatal(err)
					}
					s.ready(2, config)
				case "countdown":
					s.ready(3, config)
					s.await(1, "the countdown", func(v *rooms.View) bool { return v.Child == "countdown" })
					s.kill(0)
					s.rooms, s.peers = s.rooms[1:], s.peers[1:]
					v := s.await(0, "the first is gone", func(v *rooms.View) bool { return v.Phase != room.Setup || v.Seats[0].Vacant > 0 })
					if v.Phase == room.Setup { // they go on without it
						for k := range 2 {
							s.send(k, room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)})
						}
						s.await(0, "a free seat", func(v *rooms.View) bool { return !v.Seats[0].Taken() })
					}
					s.getReady(2)
				case "running":
					s.ready(3, config)
					s.await(0, "some generations", func(v *rooms.View) bool { return v.Generation > 40 })
					s.kill(0)
					s.rooms, s.peers = s.rooms[1:], s.peers[1:]
				case "first signature", "only signature":
					s.ready(3, config)
					if when == "only signature" { // of the second: the programs of the others stop shortly before the end
						s.await(0, "most of the match", func(v *rooms.View) bool { return v.Generation > 260 })
						s.quit[0]()
						s.quit[2]()
						left = 1
					}
					s.proposed(1)
					s.kill(0)
					s.rooms, s.peers = s.rooms[1:], s.peers[1:]
				case "signed":
					s.ready(3, config)
					s.await(0, "a signature", func(v *rooms.View) bool { return len(v.Outcome.Signed) > 0 })
					s.kill(0)
					s.rooms, s.peers = s.rooms[1:], s.peers[1:]
				}
				var result string
				for k := range 2 {
					v := s.await(k, "the end", func(v *rooms.View) bool { return v.Phase == room.Ended && len(v.Outcome.Signed) >= left })
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
					if r, err := a.Replay(); err != nil || len(r.Signed) < left {
						t.Errorf("%v %+v", err, r)
					}
				}
			})
		})
	}
}

// proposed waits until somebody has signed a result that does not hold yet, as a peer's machine has it.
func (s *stage) proposed(k int) {
	s.t.Helper()
	s.await(k, "a signature before the majority", func(v *rooms.View) bool {
		n := 0
		if err := s.rooms[k].Inspect(s.ctx, func(r *room.Room) { n = len(room.Proposed(r)) }); err != nil || v.Phase == room.Ended {
			s.t.Fatal("the result holds at once ", err)
		}
		return n > 0
	})
}

// kill ends a node as a power cut would: the others hear nothing more of it.
func (s *stage) kill(k int) {
	s.net.Crash(s.peers[k].pair.ID())
	s.quit[k]()
	go s.peers[k].stop() // which waits for answers in vain
}

// TestPaceIsTold: each packet tells the room how long its way to the host is and how many frames its player
// sees, so that everybody can see it of each player.
func TestPaceIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, emberball(t), 2, false, memory.Conditions{Delay: 30 * time.Millisecond})
		for k := range 2 {
			s.play(k, false).SetFrameRate(60 - 30*k)
		}
		s.ready(2, "")
		for k := range 2 {
			s.await(k, "what the packets tell", func(v *rooms.View) bool {
				return v.Seats[1].RoundTrip() >= 60 && v.Seats[1].RoundTrip() < 200 && v.Seats[1].FrameRate() == 30 && v.Seats[0].FrameRate() == 60
			})
		}
	})
}
