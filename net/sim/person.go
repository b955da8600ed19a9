package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/sim/ledger"
	"manyhold/net/store"

	"github.com/zeebo/xxh3"
)

// person is who sits in front of a node.
type person struct {
	rng     *rand.Rand
	next    time.Time
	seq     uint64 // of the last command
	pending []pending
}

// pending is a command of whose end nothing has been heard.
type pending struct {
	seq  uint64
	born time.Time
	turn uint64 // in which it was seen taken; zero: not yet
}

// reset begins with a new process: of what the old one was asked nobody will hear.
func (p *person) reset(n *node) {
	if p.rng == nil {
		p.rng = rand.New(rand.NewPCG(n.s.o.Seed, saltPeople<<32|uint64(n.index)))
	}
	p.seq, p.pending = 0, nil
	p.next = n.s.net.Now().Add(p.pause(n))
}

// pause is the time to the next command: people do things in fits.
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
	i := n.core.Inspect()
	if n.machine == nil || !i.Playing || n.quitting || i.Committed+catchUp < i.Executed || n.seen.joined == 0 {
		return
	}
	body := n.s.o.Game.Command(n.machine, n.pair.ID(), p.rng)
	if body == nil {
		return
	}
	p.seq = max(p.seq, n.machine.Sequence(n.pair.ID())) + 1
	if n.core.Submit(n.clock(), p.seq, body) == nil {
		n.s.report.Commands++
		p.pending = append(p.pending, pending{seq: p.seq, born: now})
		n.s.checks.submitted[command{n.pair.ID(), p.seq, xxh3.Hash(body)}] = true
	}
}

// catchUp is how many turns may be open while a person goes on.
const catchUp = 40

// taken notes which commands a turn took.
func (p *person) taken(turn uint64, was func(seq uint64) bool, rewound bool) {
	for i := range p.pending {
		q := &p.pending[i]
		if rewound && q.turn >= turn {
			q.turn = 0
		}
		if q.turn == 0 && was(q.seq) {
			q.turn = turn
		}
	}
}

// committed forgets the commands of committed turns.
func (p *person) committed(turn uint64) {
	p.pending = slices.DeleteFunc(p.pending, func(q pending) bool { return q.turn != 0 && q.turn <= turn })
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

// Ledger is the Game of package ledger: people walk, give, make, take, drop and break things.
type Ledger struct {
	Lines bool // a minority goes on provisionally, and its branch is taken in later
}

func ledgerOf(m host.Machine) *ledger.Ledger {
	if b, ok := m.(*ledger.Branching); ok {
		return &b.Ledger
	}
	return m.(*ledger.Ledger)
}

// Machine is Game's.
func (l Ledger) Machine(store.Genesis) host.Machine {
	if l.Lines {
		return &ledger.Branching{}
	}
	return &ledger.Ledger{}
}

// Command is Game's.
func (Ledger) Command(m host.Machine, _ key.ID, rng *rand.Rand) []byte {
	switch rng.IntN(9) {
	case 0:
		if others := ledgerOf(m).Present(nil); len(others) > 0 {
			return ledger.Give(others[rng.IntN(len(others))], uint8(rng.IntN(20)))
		}
	case 1:
		return ledger.Make()
	case 2:
		return ledger.Take()
	case 3:
		return ledger.Drop()
	case 4:
		if rng.IntN(3) == 0 {
			return ledger.Break()
		}
	}
	return ledger.Step(int8(rng.IntN(9) - 4))
}

// Commands is Game's.
func (Ledger) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) bool {
	return ledger.Commands(turn, f) == nil
}

// Wrong is Game's.
func (Ledger) Wrong(m host.Machine) (check, words string) {
	l := ledgerOf(m)
	if words := l.Holdings().Wrong(); words != "" {
		return "holdings", words
	}
	if k := l.Repeated(); k > 0 {
		return "once", fmt.Sprintf("%d commands that came again, or before an earlier one", k)
	}
	return "", ""
}

// Flip is Game's.
func (Ledger) Flip(m host.Machine) bool {
	ledgerOf(m).Flip()
	return true
}
