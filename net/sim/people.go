package sim

import (
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host"
	"manyhold/net/key"
)

// Habit is what somebody likes to do at a time.
type Habit uint8

// The habits.
const (
	Building  Habit = iota // change what is at hand
	Walking                // go far, apart from others and back
	Gathering              // go where all go
	Leaving                // go far with the own party, and build there
	Tidying                // finish what is under way, and say a word
)

// People is what the people of a world do through a run.
type People uint8

// The kinds of people.
const (
	Busy    People = iota // every other walks, the others build
	Crowd                 // the same, but that for half of the time all go to one place
	Evening               // the same, and one after the other leaves; the first is who founded the world
	Parties               // ten at a time come, go far from all others, and stay there
	peopleCount
)

var peopleWords = [peopleCount]string{"busy", "crowd", "evening", "parties"}

// String returns the kind in a word.
func (p People) String() string { return peopleWords[p] }

// ParsePeople reads what String wrote.
func ParsePeople(word string) (p People, ok bool) {
	i := slices.Index(peopleWords[:], word)
	return People(max(i, 0)), i >= 0
}

// A crowd gathers between these hundredths of the time that is not quiet.
const (
	crowdFrom = 30
	crowdTo   = 80
)

// habit is what a person likes to do now.
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

// Exodus is an evening: one after the other quits in the time between from and to, who founded the world first; one
// stays. They are back the next day, which is after For.
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

// Scene is what a person sees who is about to do something.
type Scene struct {
	Me      key.ID
	Chance  *rand.Rand
	Habit   Habit
	Machine host.Machine // of the island where the person is; home, when it is nowhere
	Island  uint64       // that island
	There   bool         // the person is known to be there; only islands can tell
	Party   int          // which party the person is of, and
	Mates   []key.ID     // who else is, with the person itself, the first leads; nil: everybody is for itself
	world   *host.World
	sim     *Sim
}

// Isles are the islands that go on where the person is.
func (s Scene) Isles() []host.Isle { return going(s.world) }

// Became is the island that goes on with one that has ended, as far as anybody knows, as a game asks home.
func (s Scene) Became(island uint64) (into uint64, gone bool) { return s.sim.became(island) }

// Everything is the whole world, when nothing is under way.
type Everything struct {
	Isles  []host.Isle // that go on, ascending; of those who have one, as the first has it
	People []key.ID
	sim    *Sim
}

// Became is the island that goes on with one that has ended.
func (e Everything) Became(island uint64) (into uint64, gone bool) { return e.sim.became(island) }

// Machine is the machine of an island that goes on, or nil.
func (e Everything) Machine(island uint64) host.Machine {
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

// became is the island that goes on with one that has ended, as far as anybody knows.
func (s *Sim) became(island uint64) (into uint64, gone bool) {
	if k := s.checks.courses[island]; k != nil && !k.over {
		return island, false // nobody knows of its end
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
