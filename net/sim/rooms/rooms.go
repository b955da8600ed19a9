// Package rooms lets simulated people play matches in a room: they take seats, agree on a configuration, get
// ready, play to the end with a toy engine, and sign the result. Some tell wrong digests, vote for a pause,
// leave, watch, come back with a wrong state, or sign badly. The checkers have names; see checks.go.
package rooms

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/host/capacity"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/room"
	"manyhold/net/room/hosted"
	"manyhold/net/sim"
	"manyhold/net/store"
)

// Options describe a match. The zero value is a flowing one of 100 generations.
type Options struct {
	Strict bool
	Length uint32 // in generations
	// Liars is of how many packets one has a wrong digest; 0: none, and nobody else does wrong.
	Liars int
	// Stubborn says that nobody votes to go on after a halt.
	Stubborn bool
	// Forks says that minorities go on by themselves, so that there may be several results until they meet.
	Forks bool
}

// Match is a sim.Game of one run.
type Match struct {
	Options
	memory history
}

// New returns a match.
func New(o Options) *Match {
	return &Match{Options: o, memory: history{before: map[kernel.Machine]*moment{}, returns: map[room.Key]returned{}, halts: map[halt]string{}, people: map[room.Key]*person{}, lies: map[lie]bool{}}}
}

// engine is what the room knows of the toy: a hash of all masters, which plays overtime in its last tenth.
var engine = room.Engine{Name: "toy", Hash: [32]byte{7}, Seats: []string{"red 1", "blue 1", "red 2", "blue 2"}, Least: 2,
	Stages: []string{"map", "teams"}, States: []string{"play", "overtime"}, Moves: [][2]uint8{{0, 1}, {1, 2}}}

// roomID is the number of the only room.
const roomID = 9

// Rate is what the computers of a room allow.
func (*Match) Rate() capacity.Rate { return hosted.Commands }

func (g *Match) length() uint32 {
	if g.Length == 0 {
		return 100
	}
	return g.Length
}

// Home is sim.Game's.
func (g *Match) Home(store.Genesis) kernel.Machine {
	return hosted.New(room.New(roomID, "a match", engine, 42, g.Strict))
}

// Island is sim.Game's.
func (*Match) Island(store.Genesis) kernel.Machine { return &hosted.Machine{} }

// digest returns the state of the toy after a generation.
func digest(r *room.Room, after uint32) uint64 {
	d := r.Seed()
	for _, b := range r.Log()[:after] {
		d = xxh3.HashSeed(b, d)
	}
	return d
}

// result is what the toy says at the end.
func result(r *room.Room, after uint32) []byte {
	return fmt.Appendf(nil, "the winner is %016x", digest(r, after))
}

// Commands is sim.Game's: a turn alone does not tell who its authors are.
func (*Match) Commands([]byte, func([32]byte, uint64, []byte)) bool { return false }

// Command is sim.Game's.
func (g *Match) Command(s sim.Scene) []byte {
	r := s.Machine.(*hosted.Machine).Room()
	p := g.packet(s, r)
	if p.Kind == 0 {
		return nil
	}
	room.Attest(r, s.Pair, &p)
	return p.Append(nil)
}

func (g *Match) packet(s sim.Scene, r *room.Room) (p room.Packet) {
	me := room.Key(s.Me)
	var seat *room.Seat
	watches := false
	for k := range r.Seats() {
		if r.Seats()[k].Holder == me {
			seat = &r.Seats()[k]
		}
	}
	for _, v := range r.Viewers() {
		watches = watches || v.Key == me
	}
	switch rare := s.Chance.IntN(200); {
	case r.Phase() == room.Ended:
		return g.signs(s, r, seat)
	case seat == nil && !watches && r.Phase() == room.Setup && s.Chance.IntN(4) > 0:
		p.Kind, p.Number, p.Text = room.Sit, s.Chance.Uint32N(5), s.Me.Short()
	case seat == nil && !watches:
		p.Kind, p.Text = room.Watch, s.Me.Short()
	case seat == nil: // a viewer tries what it may not
		p = room.Packet{Kind: room.Play, Header: room.Header{Generation: r.Generation()}, Body: []byte("I play, too")}
	case rare == 0 && restless(s, r) && len(r.Viewers()) == 0 && seat.Vacant == 0:
		p.Kind = room.Leave
	case r.Phase() == room.Setup:
		return setUp(s, r, seat)
	case seat.Vacant > 0:
		return g.comesBack(s, r, seat)
	case r.Child() == "halted" && g.Stubborn:
	case r.Child() == "halted":
		return g.blames(s, r)
	case r.Child() == "paused":
		p.Kind, p.Number = room.Vote, uint32(room.ForResume)
	case rare < 4 && restless(s, r):
		p.Kind, p.Number = room.Vote, uint32(room.ForPause)
	default:
		return g.plays(s, r)
	}
	return p
}

// restless reports whether people leave, withdraw and stop the match now and then: for a minute. Afterwards
// they want to see the end.
func restless(s sim.Scene, r *room.Room) bool { return !s.Calm && r.Clock() < 60*room.Second }

// setUp configures, or gets ready.
func setUp(s sim.Scene, r *room.Room, seat *room.Seat) (p room.Packet) {
	_, version := r.Config()
	switch {
	case version == 0 || version < 4 && s.Chance.IntN(60) == 0:
		p.Kind, p.Number = room.Configure, version
		if s.Chance.IntN(2) == 0 {
			p = room.Packet{Kind: room.Draft, Body: fmt.Appendf(nil, "map %d", s.Chance.IntN(9))}
		}
	case !seat.Ready && s.Chance.IntN(8) > 0: // it thinks about it
	case !seat.Ready:
		p.Kind, p.Generation, p.Number = room.Ready, version, 1
	case s.Chance.IntN(60) == 0 && restless(s, r):
		p.Kind, p.Generation, p.Number = room.Ready, version, 0
	}
	return p
}

// comesBack proves the state to which the others have agreed last. A liar has another state now and then.
func (g *Match) comesBack(s sim.Scene, r *room.Room, seat *room.Seat) (p room.Packet) {
	p.Kind, p.Done = room.Return, r.Generation()-1
	for n := g.settled(s, r); n > 0 && n+room.Window > r.Generation(); n-- {
		if _, known := r.Agreed(n); known {
			p.Done = n
			break
		}
	}
	p.Digest = digest(r, p.Done)
	done := g.memory.returns[seat.Holder]
	if done.since != seat.Vacant {
		done = returned{since: seat.Vacant}
	}
	if g.Liars > 0 && s.Chance.IntN(3) == 0 && !s.Calm {
		p.Digest++
	} else {
		done.right = true
	}
	g.memory.returns[seat.Holder] = done
	return p
}

// blames tells what everything comes to when it is executed again, or votes to go on. A liar tells something
// else now and then, each liar another thing.
func (g *Match) blames(s sim.Scene, r *room.Room) (p room.Packet) {
	done := room.Disputed(r.Seats())
	if done == 0 || s.Chance.IntN(4) == 0 {
		return room.Packet{Kind: room.Vote, Number: uint32(room.ForGoingOn)}
	}
	p = room.Packet{Kind: room.Again, Header: room.Header{Done: done, Digest: digest(r, done), State: g.state(done)}}
	if g.Liars > 0 && s.Chance.IntN(4) == 0 && !s.Calm {
		p.Digest += 1 + uint64(s.Me[0])
	}
	return p
}

// state is that of the toy after a generation.
func (g *Match) state(done uint32) uint8 {
	switch {
	case done == 0:
		return 0
	case done >= g.length()*9/10 && done < g.length()*19/20:
		return 2 // afterwards the engine wants to go back, which it has not declared
	}
	return 1
}

// settled returns the newest generation that nothing can undo: it was closed before the turns that are open.
// Only its digest is told, for a leader that dies may take the newest turns with it.
func (g *Match) settled(s sim.Scene, r *room.Room) uint32 {
	p, n := g.person(s), len(r.Log())
	p.closed = p.closed[:min(n, len(p.closed))]
	for len(p.closed) > 0 && p.closed[len(p.closed)-1] > r.Clock() {
		p.closed = p.closed[:len(p.closed)-1]
	}
	for len(p.closed) < n {
		p.closed = append(p.closed, r.Clock())
	}
	for n > 0 && p.closed[n-1]+s.Open*turn > r.Clock() {
		n--
	}
	return uint32(n)
}

// person is what somebody's program remembers of what it has sent. Like a real one it sends a packet again
// only when the room has not had it for a while.
type person struct {
	sent    uint32   // the newest generation with a packet
	at      uint64   // the tick of that
	closed  []uint64 // the ticks at which it saw the generations first
	drafted bool
	signed  uint64 // the tick at which it signed
}

const (
	turn = 3               // ticks of a turn of an island
	lost = 5 * room.Second // after which a packet is sent again
)

// person returns what the program of a scene remembers.
func (g *Match) person(s sim.Scene) *person {
	me := room.Key(s.Me)
	if g.memory.people[me] == nil {
		g.memory.people[me] = new(person)
	}
	return g.memory.people[me]
}

// due returns the generation for which a program sends a packet now, 0 for none.
func (p *person) due(r *room.Room, me room.Key, done uint32) uint32 {
	if wants := r.Wants(me); p.at > r.Clock() || wants <= p.sent && r.Clock() > p.at+lost || p.sent > r.Generation()+room.Ahead {
		p.sent = max(wants, 1) - 1
	}
	first, last := r.Due(me, p.sent, done)
	if first > last {
		return 0
	}
	p.sent, p.at = first, r.Clock()
	return first
}

// plays sends an input, or the result at the end.
func (g *Match) plays(s sim.Scene, r *room.Room) (p room.Packet) {
	done := g.settled(s, r)
	if done >= g.length() && !signed(r, room.Key(s.Me)) {
		return g.reports(s, r, g.length())
	}
	if p.Generation = g.person(s).due(r, room.Key(s.Me), done); p.Generation == 0 {
		return p
	}
	p.Kind = room.Play
	p.Done, p.Digest, p.State, p.RoundTrip, p.FrameRate = done, digest(r, done), g.state(done), 20+uint16(s.Me[0])*2, 60
	if g.Liars > 0 && s.Chance.IntN(g.Liars) == 0 && !s.Calm {
		p.Digest += 1 + uint64(s.Me[0])
		g.memory.lies[lie{room.Key(s.Me), done}] = true
	}
	if s.Chance.IntN(3) == 0 {
		p.Body = binary.LittleEndian.AppendUint32(nil, s.Chance.Uint32())
	}
	return p
}

// signed reports whether the room has a player's signature that waits for those of others: a program signs
// once.
func signed(r *room.Room, me room.Key) bool {
	return slices.ContainsFunc(room.Proposed(r), func(p room.Proposal) bool { return p.By == me })
}

// reports signs the result, after it was drafted, and again only if that is lost.
func (g *Match) reports(s sim.Scene, r *room.Room, after uint32) (p room.Packet) {
	body, who := result(r, after), g.person(s)
	switch {
	case who.signed > 0 && r.Clock() < who.signed+lost && r.Clock() >= who.signed:
		return p
	case !who.drafted:
		who.drafted = true
		return room.Packet{Kind: room.Draft, Body: body}
	}
	who.drafted, who.signed = false, r.Clock()
	p.Kind, p.Done = room.Report, after
	p.Signature = r.Sign(s.Pair, after, body)
	if g.Liars > 0 && s.Chance.IntN(3) == 0 && !s.Calm {
		p.Signature[5]++
	}
	return p
}

// signs gives the signature that a result lacks.
func (g *Match) signs(s sim.Scene, r *room.Room, seat *room.Seat) (p room.Packet) {
	o := r.Outcome()
	if seat == nil || o.After == 0 {
		return p
	}
	for _, by := range o.Signed {
		if by.By == room.Key(s.Me) {
			return p
		}
	}
	return g.reports(s, r, o.After)
}

// Whole is sim.Game's: the match has got somewhere.
func (g *Match) Whole(e sim.Everything) (check, words string) {
	if r := roomOf(e); r.Phase() == room.Setup && r.Child() != "countdown" {
		taken := 0
		for _, s := range r.Seats() {
			if s.Taken() {
				taken++
			}
		}
		if taken > 1 {
			return "progress", fmt.Sprintf("%d players are still in setup (%s)", taken, r.Child())
		}
	}
	return "", ""
}

// roomOf returns the room of a world in which nothing is under way.
func roomOf(e sim.Everything) *room.Room { return e.Machine(message.Home).(*hosted.Machine).Room() }

// Edit is sim.Game's: nobody can invent anything in a room.
func (*Match) Edit(snapshot []byte) []byte { return snapshot }

// Flip is sim.Game's.
func (*Match) Flip(m kernel.Machine) bool {
	r := m.(*hosted.Machine).Room()
	r.Depart(r.Seats()[0].Holder)
	return true
}
