package rooms

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/lobby"
	"manyhold/net/patience"
	"manyhold/net/room"
	"manyhold/net/room/cadence"
	"manyhold/net/store"
)

// table is a match of several players on a network in the virtual time of testing/synctest.
type table struct {
	t       *testing.T
	net     *memory.Network
	players []*player
	id      store.WorldID
}

// player is a node with a program that plays the toy as a real one does: in frames, with a jitter buffer, and
// with one packet for each generation.
type player struct {
	*Service
	t    *testing.T
	n    byte
	pair key.Pair
	dir  string
	net  *memory.Network
	node *memory.Node
	room *Room
	stop func()

	frame  atomic.Int64           // time between two frames
	hiccup atomic.Int64           // by how much one frame of three is longer
	frozen atomic.Bool            // the program stands still; its host does not
	idle   atomic.Bool            // nobody clicks
	lies   atomic.Bool            // its state is another
	bytes  atomic.Int64           // that arrived
	forger atomic.Pointer[key.ID] // whose commands are changed before they arrive; nil: nobody's

	mu      sync.Mutex
	state   []uint64 // digests, by generation
	log     [][]byte // the masters that were executed
	at      []time.Time
	clicks  []time.Time // by number
	effects map[int]time.Duration
	issued  map[int]uint32 // the generation that was executed when a click went into a packet, by number
	lag     map[uint32]int // how often a click was executed so many generations after that
	errors  map[string]int
}

// handler is a player's end of the network.
type handler struct {
	*lobby.Lobby
	p *player
}

func (h handler) Receive(l link.Link, c link.Channel, b []byte) {
	h.p.bytes.Add(int64(len(b)))
	if f := h.p.forger.Load(); f != nil && *f == l.Peer() {
		b = changed(b)
	}
	h.Lobby.Receive(l, c, b)
}

// crew are the seats of the toy of these tests.
var crew = room.Engine{Name: "toy", Seats: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Least: 2, Stages: []string{"ready"}}

// newMatch is newTable, and the match begins.
func newMatch(t *testing.T, seed uint64, n int, strict bool, c memory.Conditions) *table {
	x := newTable(t, seed, n, strict, c)
	x.ready(x.players...)
	for _, p := range x.players {
		p.await("the match", func(v *View) bool { return v.Phase == room.Running })
		p.play()
	}
	return x
}

// ready has players get ready.
func (x *table) ready(list ...*player) {
	for _, p := range list {
		p.send(room.Packet{Kind: room.Ready, Number: 1})
	}
}

// newTable seats some players. The first one founds the room.
func newTable(t *testing.T, seed uint64, n int, strict bool, c memory.Conditions) *table {
	x := newNodes(t, seed, n, strict, c)
	for _, p := range x.players {
		p.send(room.Packet{Kind: room.Sit, Number: uint32(p.n)})
	}
	return x
}

// newNodes starts some nodes. The first one founds a room, and the others join it.
func newNodes(t *testing.T, seed uint64, n int, strict bool, c memory.Conditions) *table {
	x := &table{t: t, net: memory.New(seed, c)}
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { x.net.Run(ctx) })
	t.Cleanup(func() { cancel(); ended.Wait() })
	for k := range n {
		p := &player{t: t, n: byte(k + 1), pair: pairOf(byte(k + 1)), dir: t.TempDir(), net: x.net, effects: map[int]time.Duration{}, issued: map[int]uint32{}, lag: map[uint32]int{}, errors: map[string]int{}}
		p.frame.Store(int64(time.Second / 60))
		p.start()
		x.players = append(x.players, p)
	}
	x.connect()
	first, err := x.players[0].Create(Order{Title: "A match", Engine: crew, Seed: 1, Strict: strict})
	if err != nil {
		t.Fatal(err)
	}
	x.id, x.players[0].room = first.ID(), first
	for _, p := range x.players[1:] {
		if p.room, err = p.Join(x.id); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range x.players {
		p.await("the room", func(*View) bool { return true })
	}
	return x
}

// pairOf returns the keys of a player.
func pairOf(n byte) key.Pair { return key.FromSeed([32]byte{n, 7}) }

// connect links all players that run.
func (x *table) connect() {
	for _, p := range x.players {
		for _, o := range x.players {
			if o.n > p.n {
				p.node.Dial(o.pair.ID(), nil)
			}
		}
	}
}

// start starts the node.
func (p *player) start() {
	l := lobby.New(p.pair.ID(), nil)
	p.Service = New(Options{Pair: p.pair, Name: fmt.Sprint(p.n), Dir: p.dir, Lobby: l})
	p.node = p.net.Join(p.pair.ID(), link.Info{Rules: Rules}, handler{l, p})
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { p.Run(ctx) })
	p.stop = patience.Once(func() { cancel(); ended.Wait() })
	p.t.Cleanup(p.stop)
}

// kill ends the node as a power cut of its network would: the others hear nothing more.
func (p *player) kill() {
	p.net.Crash(p.pair.ID())
	go p.stop() // which waits for answers in vain
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

func (p *player) await(what string, fits func(*View) bool) *View {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // virtual
	defer cancel()
	v, err := p.room.Await(ctx, fits)
	if err != nil {
		p.t.Fatalf("player %d waits for %s: %v; %s", p.n, what, err, words(v))
	}
	return v
}

// words describes a view.
func words(v *View) string {
	if v == nil {
		return "nothing is known of the room"
	}
	s := fmt.Sprintf("%s/%s generation %d of %d ticks, delay %d;", v.Phase, v.Child, v.Generation, v.Length, v.Delay)
	for k := range v.Seats {
		if x := &v.Seats[k]; x.Taken() {
			s += fmt.Sprintf(" %d: ready %v lagging %v vacant %d diverged %d;", k+1, x.Ready, x.Lagging, x.Vacant, x.Diverged)
		}
	}
	return s
}

func (p *player) send(k room.Packet) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err := ErrLost
	for tries := 0; errors.Is(err, ErrLost) && tries < 4; tries++ { // lines of these tests lose a fifth
		err = p.room.Send(ctx, k)
	}
	if err != nil {
		p.t.Fatalf("player %d: %s: %v", p.n, k.Kind, err)
	}
}

// play runs the program until the node ends.
func (p *player) play() {
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() { p.program(ctx, p.room) })
	p.t.Cleanup(func() { cancel(); ended.Wait() })
	stop := p.stop
	p.stop = patience.Once(func() { cancel(); ended.Wait(); stop() })
}

// program draws frames.
func (p *player) program(ctx context.Context, r *Room) {
	rng := rand.New(rand.NewPCG(uint64(p.n), 3))
	var beat cadence.Cadence
	var sent uint32
	seen, done := uint32(0), uint32(0)
	p.mu.Lock()
	p.state, p.log, p.at = []uint64{0}, nil, []time.Time{{}}
	p.mu.Unlock()
	var pending []click // that no packet has
	var out []posted
	for ctx.Err() == nil {
		frame := time.Duration(p.frame.Load()) - time.Duration(rng.Int64N(int64(time.Millisecond)))
		if rng.IntN(3) == 0 {
			frame += time.Duration(p.hiccup.Load())
		}
		pass(frame)
		if p.frozen.Load() {
			continue
		}
		if rng.IntN(12) == 0 && !p.idle.Load() {
			p.mu.Lock()
			pending = append(pending, click{len(p.clicks), byte(min(beat.Phase(time.Now()), 255))})
			p.clicks = append(p.clicks, time.Now())
			p.mu.Unlock()
		}
		var masters []room.Master
		var first, last, agreed, open uint32
		vacant := false
		err := r.Inspect(ctx, func(m *room.Room) {
			if p.undone(m.Log()) {
				seen, done, beat = 0, 0, cadence.Cadence{}
			}
			for ; seen+1 < m.Generation(); seen++ {
				x, _ := m.Master(seen + 1)
				masters = append(masters, x)
			}
			open = m.Generation()
			for k := range m.Seats() {
				vacant = vacant || m.Seats()[k].Holder == room.Key(p.pair.ID()) && m.Seats()[k].Vacant > 0
			}
			for g := done; g > 0 && g+room.Window > m.Generation() && agreed == 0; g-- {
				if _, known := m.Agreed(g); known {
					agreed = g
				}
			}
		})
		if err != nil {
			continue
		}
		for k := range masters {
			beat.Arrived(time.Now(), masters[k].Ticks)
			p.keep(&masters[k])
		}
		for range beat.Due(time.Now()) {
			done++
			p.execute(done)
		}
		sent = p.lost(&out, sent)
		if r.Inspect(ctx, func(m *room.Room) { first, last = m.Due(room.Key(p.pair.ID()), sent, done) }) != nil {
			continue
		}
		h := room.Header{Done: done, Digest: p.digest(done), RoundTrip: uint16(r.RoundTrip().Milliseconds()), FrameRate: uint8(time.Second / frame)}
		if vacant {
			if h.Done = agreed; agreed == 0 && open > 0 {
				h.Done = min(done, open-1)
			}
			h.Digest = p.digest(h.Done)
			p.note(r.Send(ctx, room.Packet{Kind: room.Return, Header: h}))
			continue
		}
		for g := first; g <= last; g++ {
			h.Generation, sent = g, g
			var body []byte
			for len(pending) > 0 && len(body)+4 <= room.MaxBody { // the rest waits for the next packet
				c := pending[0]
				pending = pending[1:]
				p.issue(c.number, done)
				body = append(binary.LittleEndian.AppendUint16(append(body, p.n), uint16(c.number)), c.phase)
			}
			answer, err := r.Post(ctx, room.Packet{Kind: room.Play, Header: h, Body: body})
			if p.note(err); err == nil {
				out = append(out, posted{g, answer})
			}
		}
	}
}

// click is a click by its number, and how many ticks of a generation had passed then.
type click struct {
	number int
	phase  byte
}

// posted is a packet that has no answer yet.
type posted struct {
	generation uint32
	answer     <-chan error
}

// lost looks what came of packets. It returns the last generation for which one was sent and is not lost.
func (p *player) lost(out *[]posted, sent uint32) uint32 {
	*out = slices.DeleteFunc(*out, func(x posted) bool {
		select {
		case err := <-x.answer:
			if p.note(err); errors.Is(err, ErrLost) {
				sent = min(sent, x.generation-1)
			}
			return true
		default:
			return false
		}
	})
	return sent
}

// undone reports whether masters that were kept are not those of the room, and forgets all then.
func (p *player) undone(log [][]byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := max(0, len(p.state)-room.Window); k < len(p.state)-1; k++ {
		if k < len(p.log) && (k >= len(log) || xxh3.HashSeed(log[k], p.state[k]) != p.state[k+1]) {
			p.state, p.log, p.at = []uint64{0}, nil, []time.Time{{}}
			return true
		}
	}
	return false
}

// keep computes the state after a master.
func (p *player) keep(m *room.Master) {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := m.Append(nil)
	p.log = append(p.log, b)
	p.state = append(p.state, xxh3.HashSeed(b, p.state[len(p.state)-1]))
	p.at = append(p.at, time.Time{})
}

// execute shows the effects of a generation.
func (p *player) execute(g uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at[g] = time.Now()
	m, err := room.ParseMaster(g, p.log[g-1])
	if err != nil {
		p.t.Error(err)
	}
	for _, i := range m.Inputs {
		for b := i.Body; len(b) >= 4; b = b[4:] {
			if n := int(binary.LittleEndian.Uint16(b[1:])); b[0] == p.n && n < len(p.clicks) {
				p.effects[n] = time.Since(p.clicks[n]) + time.Duration(min(b[3], m.Ticks-1))*cadence.Tick
				p.lag[g-p.issued[n]]++
			}
		}
	}
}

// issue notes that a click goes into a packet.
func (p *player) issue(click int, done uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.issued[click] = done
}

// digest is the player's state after a generation.
func (p *player) digest(g uint32) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lies.Load() {
		return p.state[g] + 1
	}
	return p.state[g]
}

// note counts errors by their words.
func (p *player) note(err error) {
	if err != nil {
		p.mu.Lock()
		p.errors[err.Error()]++
		p.mu.Unlock()
	}
}

// forget forgets what was measured.
func (x *table) forget() {
	for _, p := range x.players {
		p.mu.Lock()
		clear(p.effects)
		p.mu.Unlock()
		p.bytes.Store(0)
	}
}

// spread returns the mean time from a click to its effect and its standard deviation, in ticks.
func (p *player) spread() (mean, deviation float64, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum, squares := 0.0, 0.0
	for _, d := range p.effects {
		v := float64(d) / float64(cadence.Tick)
		sum, squares = sum+v, squares+v*v
	}
	n = len(p.effects)
	mean = sum / float64(n)
	return mean, math.Sqrt(max(0, squares/float64(n)-mean*mean)), n
}

// latest returns when the newest generation was executed that was, and its number.
func (p *player) latest() (g int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for g = len(p.at) - 1; g > 0 && p.at[g].IsZero(); g-- {
	}
	return g, p.at[g]
}

// near sets the conditions between a player and all others.
func (x *table) near(p *player, c memory.Conditions) {
	for _, o := range x.players {
		if o != p {
			x.net.SetBoth(p.pair.ID(), o.pair.ID(), c)
		}
	}
}

// onTime returns which part of the generations since from a player executed on time: not more than a frame
// and a half later than the generation before it ended.
func (p *player) onTime(from int) (part float64, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	good := 0
	for g := from + 1; g < len(p.at) && !p.at[g].IsZero(); g++ {
		m, err := room.ParseMaster(uint32(g-1), p.log[g-2])
		if err != nil {
			p.t.Error(err)
		}
		n++
		if p.at[g].Sub(p.at[g-1]) <= time.Duration(m.Ticks)*cadence.Tick+25*time.Millisecond {
			good++
		}
	}
	return float64(good) / float64(max(1, n)), n
}

// equal fails if two players have different states after the same generation.
func (x *table) equal() {
	x.t.Helper()
	least := math.MaxInt
	for _, p := range x.players {
		g, _ := p.latest()
		least = min(least, g)
	}
	var want uint64
	for k, p := range x.players {
		p.mu.Lock()
		got := p.state[least]
		p.mu.Unlock()
		if k == 0 {
			want = got
		} else if got != want {
			x.t.Errorf("player %d has another state after generation %d", p.n, least)
		}
	}
}
