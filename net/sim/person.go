package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

// person is the player of a node.
type person struct {
	rng     *rand.Rand
	habit   Habit
	next    time.Time
	seq     uint64 // of the last command
	pending []pending
}

// pending is a command without a known end.
type pending struct {
	seq    uint64
	since  time.Time // when it was given, or the turn that took it given up
	island uint64    // where it was seen taken,
	turn   uint64    // number of that turn; zero: not yet
	passed bool      // its island skipped turns, which may have taken it before they moved the person away
}

// reset begins a new process: commands of the old one have no known end.
func (p *person) reset(n *node) {
	if p.rng == nil {
		p.rng = rand.New(rand.NewPCG(n.s.o.Seed, saltPeople<<32|uint64(n.index)))
	}
	p.seq, p.pending, p.habit = 0, nil, Habit(n.index%2)
	p.next = n.s.net.Now().Add(p.pause(n))
}

// pause returns the time to the next command, exponentially distributed.
func (p *person) pause(n *node) time.Duration {
	if n.s.o.Pace <= 0 {
		return time.Hour
	}
	mean := float64(time.Second) / n.s.o.Pace
	return time.Duration(p.rng.ExpFloat64() * mean).Round(time.Microsecond)
}

// play does something when it is time to.
func (p *person) play(n *node, now time.Time) {
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(p.pause(n))
	island, there := n.world.Where()
	core, seen := n.world.Core(island), n.seen.knows(island)
	if core == nil || seen == nil || seen.joined == 0 || n.quitting {
		return
	}
	i := core.Inspect()
	if !i.Playing || i.Over || i.Committed+catchUp < i.Executed {
		return
	}
	m := n.world.Machine(island)
	scene := Scene{Me: n.pair.ID(), Pair: n.pair, Open: max(i.Executed, i.Committed) - i.Committed, Chance: p.rng, Habit: n.s.habit(n), Machine: m, Island: island, There: there, Calm: n.s.settled,
		Party: n.party(), Mates: n.s.mates(n.party()), world: n.world, sim: n.s}
	p.publish(n, scene)
	body := n.s.o.Game.Command(scene)
	if body == nil {
		return
	}
	p.seq = max(p.seq, m.Sequence(n.pair.ID())) + 1
	if n.world.Submit(n.clock(), p.seq, body) != nil {
		p.seq--
		return
	}
	n.s.report.Commands++
	p.pending = append(p.pending, pending{seq: p.seq, since: now})
	n.s.checks.submitted[command{n.pair.ID(), p.seq, xxh3.Hash(body)}] = true
}

// catchUp is the number of open turns while a person continues.
const catchUp = 40

// passed notes that an island with pending commands skipped turns in which the person left it. Commands of
// these turns are not above the person's last number where it is seen next.
func (p *person) passed() {
	for i := range p.pending {
		p.pending[i].passed = p.pending[i].passed || p.pending[i].turn == 0
	}
}

// arrived notes that the person was seen on an island again: its number decided the commands that waited
// then.
func (p *person) arrived() {
	for i := range p.pending {
		p.pending[i].passed = false
	}
}

// was reports whether a command was taken. mine are the person's commands of the turn. If exact is false
// they are unknown; then last, the person's last number after the turn, decides.
func (q *pending) was(mine []uint64, exact bool, last uint64) bool {
	return (!exact || q.passed) && q.seq <= last || slices.Contains(mine, q.seq)
}

// taken records the commands that a turn of an island took. A command of a replaced turn waits from now on:
// until then there was nothing to report.
func (p *person) taken(now time.Time, island, turn uint64, was func(q *pending) bool, rewound bool) {
	for i := range p.pending {
		q := &p.pending[i]
		if rewound && q.island == island && q.turn >= turn {
			q.turn, q.since = 0, now
		}
		if q.turn == 0 && was(q) {
			q.island, q.turn = island, turn
		}
	}
}

// committed forgets the commands of an island's committed turns.
func (p *person) committed(island, turn uint64) {
	p.pending = slices.DeleteFunc(p.pending, func(q pending) bool { return q.turn != 0 && q.island == island && q.turn <= turn })
}

// expired forgets a command that was given up.
func (p *person) expired(seq uint64) {
	for i := range p.pending {
		if p.pending[i].seq == seq {
			p.pending = append(p.pending[:i:i], p.pending[i+1:]...)
			return
		}
	}
}

// Maker is a Game whose people publish blueprints.
type Maker interface {
	// Publish returns a signed blueprint that a person publishes now; nil: none.
	Publish(s Scene, pair key.Pair) []byte
	// Print is a hash of all blueprints that an island knows: once all is calm, those of all islands are
	// equal at all nodes.
	Print(m kernel.Machine) uint64
}

// Merges are the last merges that the person's node saw, with their reports.
func (s Scene) Merges() []status.Merge { return s.world.Status(s.sim.net.Now()).Fork.Merges }

// Elapsed is how long the simulation has run.
func (s Scene) Elapsed() time.Duration { return s.sim.elapsed() }

// publish lets a person publish a blueprint. A refusal is no fault: ranks and other versions decide.
func (p *person) publish(n *node, s Scene) {
	m, makes := n.s.o.Game.(Maker)
	if !makes || s.Calm {
		return
	}
	if data := m.Publish(s, n.pair); data != nil && host.Publish(n.world, n.clock(), data) == nil {
		n.s.report.Traffic.Published++
	}
}

// prints returns which node knows other blueprints than the first one; "": none does.
func (c *checks) prints() (words string) {
	m, makes := c.s.o.Game.(Maker)
	if !makes {
		return ""
	}
	var first *uint64
	for _, n := range c.s.nodes {
		for _, i := range going(n.world) {
			p := m.Print(i.Machine)
			if first == nil {
				first = &p
			}
			if p != *first {
				return fmt.Sprintf("node %s: island %016x knows other blueprints than home", n.name, i.Island)
			}
		}
	}
	return ""
}
