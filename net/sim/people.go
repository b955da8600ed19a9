package sim

import (
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
)

// Habit is a person's activity at a time.
type Habit uint8

// The habits.
const (
	Building  Habit = iota // change the surroundings
	Walking                // go far, apart from others and back
	Gathering              // go where all go
	Leaving                // go far with the own party, and build there
	Tidying                // finish pending work, and say a word
)

// People is the behaviour of all people through a run.
type People uint8

// The kinds of people.
const (
	Busy    People = iota // every other walks, the others build
	Crowd                 // the same, but for half of the time all go to one place
	Evening               // the same, and one after the other leaves, the founder first
	Parties               // ten at a time come, go far from all others, and stay there
	peopleCount
)

var peopleWords = [peopleCount]string{"busy", "crowd", "evening", "parties"}

// String returns the behaviour in a word.
func (p People) String() string { return peopleWords[p] }

// ParsePeople reads the text of String.
func ParsePeople(word string) (p People, ok bool) {
	i := slices.Index(peopleWords[:], word)
	return People(max(i, 0)), i >= 0
}

// A crowd gathers between these hundredths of the time that is not quiet.
const (
	crowdFrom = 30
	crowdTo   = 80
)

// habit returns a person's present activity.
func (s *Sim) habit(n *node) Habit {
	at, lively := s.elapsed(), s.o.lively()
	switch {
	case s.settled && s.o.Islands:
		return Tidying
	case s.o.People == Parties:
		return Leaving
	case s.o.People == Crowd && at >= lively*crowdFrom/100 && at < lively*crowdTo/100:
		return Gathering
	}
	return n.person.habit
}

// Exodus is an evening: one after the other quits between from and to, the founder first; one stays. They
// are back the next day, which is after For.
func Exodus(seed uint64, nodes int, from, to time.Duration) (faults []Fault) {
	if nodes < 2 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, saltEvening))
	order := rng.Perm(nodes)
	first := slices.Index(order, 0)
	order[0], order[first] = order[first], order[0]
	gap := (to - from) / time.Duration(nodes-1)
	for i, n := range order[:nodes-1] {
		at := from + time.Duration(i)*gap + time.Duration(rng.Int64N(int64(max(1, gap/2))))
		faults = append(faults, Fault{At: at.Round(time.Millisecond), Kind: Quit, Nodes: []int{n}, For: to - from + time.Hour})
	}
	return faults
}

// Scene is a person's view before a command.
type Scene struct {
	Me      key.ID
	Pair    key.Pair // of Me
	Chance  *rand.Rand
	Habit   Habit
	Machine kernel.Machine // of the island where the person is; home, when it is nowhere
	Island  uint64         // that island
	Open    uint64         // turns that the machine has executed and that are not committed
	There   bool           // the person is known to be there; only islands can tell
	Party   int            // number of the person's party
	Calm    bool           // all faults have ended
	Mates   []key.ID       // the party's members, itself included; the first leads; nil: no parties
	world   *host.World
	sim     *Sim
}

// Isles are the islands that keep running where the person is.
func (s Scene) Isles() []host.Isle { return going(s.world) }

// Became returns the island that continues an ended one, as far as known. A game asks home.
func (s Scene) Became(island uint64) (into uint64, gone bool) { return s.sim.became(island) }

// Everything is the whole world, when nothing is under way.
type Everything struct {
	Isles  []host.Isle // live islands, ascending, as the first node has each
	People []key.ID
	sim    *Sim
}

// Became returns the island that continues an ended one.
func (e Everything) Became(island uint64) (into uint64, gone bool) { return e.sim.became(island) }

// Machine returns the machine of a live island, or nil.
func (e Everything) Machine(island uint64) kernel.Machine {
	for _, i := range e.Isles {
		if i.Island == island {
			return i.Machine
		}
	}
	return nil
}

// going are the islands that have turns at a peer.
func going(w *host.World) (isles []host.Isle) {
	for _, i := range w.Inspect() {
		if i.Goes {
			isles = append(isles, i)
		}
	}
	return isles
}

// became returns the island that continues an ended one, as far as any node knows.
func (s *Sim) became(island uint64) (into uint64, gone bool) {
	if k := s.checks.tracks[island]; k != nil && !k.over {
		return island, false // its end is not known
	}
	for _, n := range s.nodes {
		if n.world == nil {
			continue
		}
		if into, gone := n.world.Successor(island); gone && into != 0 {
			return into, true
		}
	}
	return island, false
}
