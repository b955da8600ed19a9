package simgame

import (
	"fmt"
	"testing"
	"time"

	"manyhold/app/arena"
	"manyhold/app/maker/engine"
	"manyhold/game"
	"manyhold/game/match"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	lines "manyhold/net/link/memory"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
	"manyhold/net/sim/rooms"
	"manyhold/net/store"
)

// herders are simulated people who play Herders with the engine's own bot: two shepherds, and viewers.
type herders struct {
	rooms.Match
	t      *testing.T
	pack   *match.Package
	engine room.Engine
	config string
	people map[key.ID]*shepherd
	last   *uint32 // the newest generation that somebody executed
}

// shepherd is what one of them has.
type shepherd struct {
	*arena.Pilot
	n     int // in the order of their coming
	queue []room.Packet
}

func newHerders(t *testing.T, sheep int) herders {
	p, err := engine.Find("herders")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Room(p)
	if err != nil {
		t.Fatal(err)
	}
	return herders{t: t, pack: p, engine: e, config: fmt.Sprintf(`{"sheep":%d,"share":90,"minutes":20}`, sheep), people: map[key.ID]*shepherd{}, last: new(uint32)}
}

func (g herders) Home(store.Genesis) kernel.Machine {
	return hosted.New(room.New(9, "a match", g.engine, 42, false))
}

func (herders) Wrong(kernel.Machine) (check, words string) { return "", "" }

// Command returns the next packet of a person.
func (g herders) Command(s sim.Scene) []byte {
	m := s.Machine.(*hosted.Machine)
	r := m.Room()
	who := g.people[s.Me]
	if who == nil {
		who = &shepherd{n: len(g.people)}
		who.Pilot = &arena.Pilot{Me: room.Key(s.Me), Package: g.pack, Bot: who.n < 2, RoundTrip: 40, FrameRate: 60,
			Sign: func(after uint32, result []byte) ([64]byte, error) { return r.Sign(s.Pair, after, result), nil }}
		g.people[s.Me] = who
	}
	if p := g.setUp(who, r); p.Kind != 0 {
		return p.Append(nil)
	}
	if len(who.queue) == 0 && r.Phase() == room.Running {
		now := time.Unix(0, int64(m.Tick())*int64(time.Second)/game.TicksPerSecond)
		who.queue = who.Look(arena.See(r, who.Me, who.Seen()), now)
		*g.last = max(*g.last, who.Executed())
	}
	if len(who.queue) == 0 {
		return nil
	}
	p := who.queue[0]
	who.queue = who.queue[1:]
	p.Room, p.Player = r.ID(), who.Me
	return p.Append(nil)
}

// setUp is what a person does before the match.
func (g herders) setUp(who *shepherd, r *room.Room) (p room.Packet) {
	config, version := r.Config()
	seat := -1
	for k := range r.Seats() {
		if r.Seats()[k].Holder == who.Me {
			seat = k
		}
	}
	switch {
	case r.Phase() != room.Setup:
	case who.n > 1:
		if len(r.Viewers()) == 0 {
			p = room.Packet{Kind: room.Watch}
		}
	case seat < 0:
		p = room.Packet{Kind: room.Sit, Number: uint32(who.n + 1)}
	case who.n == 0 && string(config) != g.config:
		if p = (room.Packet{Kind: room.Configure, Number: version}); len(who.queue) == 0 {
			who.queue = append(who.queue, p)
			p = room.Packet{Kind: room.Draft, Body: []byte(g.config)}
		} else {
			who.queue = nil
		}
	case !r.Seats()[seat].Ready && string(config) == g.config:
		p = room.Packet{Kind: room.Ready, Number: 1, Header: room.Header{Generation: version}}
	}
	if p.Kind != 0 {
		p.Room, p.Player = r.ID(), who.Me
	}
	return p
}

// TestBytesDoNotFollowSheep: only commands travel, so a match with 1,500 sheep costs its peers no more than
// one with 50: two shepherds play it, and a third peer watches.
func TestBytesDoNotFollowSheep(t *testing.T) {
	const most = 5000 // bytes a second of a peer
	few, many := herdersBytes(t, 50), herdersBytes(t, 1500)
	t.Logf("bytes that a peer gets in a second of Herders: %.0f with 50 sheep, %.0f with 1,500", few, many)
	if few == 0 || many > most || many > few*1.2 || few > many*1.2 {
		t.Errorf("a peer gets %.0f bytes a second beside 50 sheep, and %.0f beside 1,500; want less than %d, and within a fifth", few, many, most)
	}
}

// herdersBytes returns how many bytes a second a peer gets in a match that goes on.
func herdersBytes(t *testing.T, sheep int) float64 {
	t.Helper()
	const nodes = 3
	const begun, end = 15 * time.Second, 35 * time.Second
	var got [2]uint64
	var executed [2]uint32
	for n, span := range [...]time.Duration{begun, end} {
		g := newHerders(t, sheep)
		r, err := sim.Run(sim.Options{Seed: 3, Nodes: nodes, For: span, Game: &g, Pace: 60, Line: lines.Conditions{Delay: 20 * time.Millisecond}})
		if err != nil || r.Failure != nil {
			t.Fatal(err, r.Failure)
		}
		got[n], executed[n] = r.Traffic.Bytes, *g.last
	}
	t.Logf("%d sheep: %d generations, and %d twenty seconds later", sheep, executed[0], executed[1])
	if executed[1] < executed[0]+200 {
		t.Errorf("the match does not go on: %d generations in twenty seconds", executed[1]-executed[0])
	}
	return float64(got[1]-got[0]) / nodes / (end - begun).Seconds()
}
