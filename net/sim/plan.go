package sim

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"manyhold/net/host/acquaintance"
	"manyhold/net/host/message"
	"manyhold/net/link/memory"
	"manyhold/net/sim/disk"
)

// Rates is how often each kind of fault strikes somewhere in the network, per minute of virtual time.
type Rates [kindCount]float64

// Mixture draws a mixture of faults from a seed: the kinds and their rates. So some seeds are about disks
// alone, and others about everything at once.
func Mixture(seed uint64) (r Rates) {
	rng := rand.New(rand.NewPCG(seed, saltRates))
	for k := Crash; k < kindCount; k++ {
		if rng.IntN(3) > 0 {
			r[k] = rng.Float64() * usual[k]
		}
	}
	return r
}

// usual is the greatest rate of each kind in a mixture.
var usual = Rates{Crash: 6, Power: 1.5, Suspend: 2, Slow: 2, Quit: 3, Cut: 4, Split: 4, Burst: 3, Narrow: 1, Far: 1, FullDisk: 1,
	SlowDisk: 1, Rot: 0.5, Flip: 1, Clock: 1, Apart: 0.1}

// Each use of the seed has a random sequence of its own, so that the uses do not influence each other.
const (
	saltRates = iota + 1
	saltPlan
	saltNet
	saltDisk
	saltPeople
	saltNode
	saltEvening
	saltLinks
)

// warmUp is how long a world is left in peace before the first fault.
const warmUp = 4 * time.Second

// Plan draws all faults of a run from a seed, before anything happens. No fault begins after quiet.
func Plan(seed uint64, nodes int, quiet time.Duration, rates Rates) (faults []Fault) {
	rng := rand.New(rand.NewPCG(seed, saltPlan))
	total := 0.0
	for _, r := range rates {
		total += r
	}
	if total <= 0 {
		return nil
	}
	for at := warmUp; ; {
		at += time.Duration(-math.Log(1-rng.Float64()) / total * float64(time.Minute)).Round(time.Millisecond)
		if at >= quiet {
			return faults
		}
		pick := rng.Float64() * total
		k := Crash
		for k+1 < kindCount && pick >= rates[k] {
			pick -= rates[k]
			k++
		}
		faults = append(faults, draw(rng, at, k, nodes))
	}
}

// draw makes one fault of a kind.
func draw(rng *rand.Rand, at time.Duration, k Kind, nodes int) Fault {
	f := Fault{At: at, Kind: k, Nodes: []int{rng.IntN(nodes)}, For: ms(rng, 200, 6000)}
	switch k {
	case Crash:
		f.For = ms(rng, 100, 9000)
	case Power:
		f.Nodes = some(rng, nodes, 1+rng.IntN(nodes))
		if rng.IntN(2) == 0 {
			f.Nodes = some(rng, nodes, nodes)
		}
	case Suspend:
		f.For = ms(rng, 300, 20000)
		if rng.IntN(6) == 0 {
			f.For = time.Duration(1+rng.IntN(120)) * time.Minute
		}
		f.Amount = int64(rng.IntN(2)) // 1: its clock stands still meanwhile
	case Slow:
		f.Amount = int64(1 + rng.IntN(40))
	case Cut:
		f.Nodes = some(rng, nodes, 2+rng.IntN(max(1, nodes-1)))
	case Split:
		f.Nodes = some(rng, nodes, 1+rng.IntN(max(1, nodes/2)))
	case Burst:
		f.Amount = int64(30 + rng.IntN(70))
	case Narrow:
		f.Amount = int64(4 + rng.IntN(40))
	case Far:
		f.Amount = int64(10 + rng.IntN(300))
	case SlowDisk:
		f.Amount = int64(20 + rng.IntN(1500))
	case Rot:
		f.For, f.Amount = ms(rng, 50, 1000), int64(rng.IntN(int(disk.RowCount)))
	case Flip:
		f.For = ms(rng, 50, 1000)
	case Clock:
		f.For, f.Amount = 0, int64(1+rng.IntN(90000))
		if f.Amount%2 == 0 {
			f.Amount = -f.Amount // back
		}
	case Apart:
		f.Nodes, f.For = some(rng, nodes, 2), 0
	case Edit:
		f.For = 0
	case Ban:
		f.For = ms(rng, 8000, 25000)
	case Hurry, Dawdle:
		f.For, f.Amount = ms(rng, 3000, 15000), int64(rng.IntN(2))
	case Censor, Lull, Withhold:
		f.For, f.Nodes = ms(rng, 3000, 15000), some(rng, nodes, 2)
	}
	return f
}

func ms(rng *rand.Rand, from, to int) time.Duration {
	return time.Duration(from+rng.IntN(to-from)) * time.Millisecond
}

// some returns k different nodes in random order.
func some(rng *rand.Rand, nodes, k int) []int { return rng.Perm(nodes)[:min(k, nodes)] }

// Mixed returns the options of a seed with all kinds of faults: two to seven nodes, good to bad links, a
// mixture of faults. Of four seeds one has a crowd and one an evening; every other seed has Liveness.
func Mixed(seed uint64, lines, islands bool) Options {
	rng := rand.New(rand.NewPCG(seed, saltRates<<8))
	o := Options{Seed: seed, Nodes: 2 + rng.IntN(6), For: 45 * time.Second, Liveness: seed%2 == 0, Forks: lines, Islands: islands}
	o.Line = memory.Conditions{Delay: ms(rng, 0, 60), Jitter: ms(rng, 1, 20), Loss: float64(rng.IntN(6)) / 100, Duplicate: 0.02, Reorder: 0.02}
	if islands {
		o.For = 70 * time.Second
	}
	switch seed / 2 % 4 {
	case 1:
		o.People, o.Cap = Crowd, uint16(rng.IntN(4))
	case 2:
		o.People = Evening
	}
	o.Draw(Mixture(seed))
	return o
}

// Torn returns the options of a seed in which single paths and single directions between three to seven nodes
// are cut, and nodes crash now and then, while others can relay.
func Torn(seed uint64) Options {
	rng := rand.New(rand.NewPCG(seed, saltRates<<8))
	o := Options{Seed: seed, Nodes: 3 + rng.IntN(5), For: 45 * time.Second, Liveness: true, Forks: true, Relays: true}
	o.Line = memory.Conditions{Delay: ms(rng, 0, 60), Jitter: ms(rng, 1, 20), Loss: float64(rng.IntN(3)) / 100}
	rates := Rates{Cut: 6, Apart: 1 + 3*rng.Float64(), Crash: float64(rng.IntN(2))}
	if rng.IntN(3) == 0 {
		rates[Split] = 1
	}
	o.Draw(rates)
	for i := range o.Faults {
		if f := &o.Faults[i]; f.Kind == Cut || f.Kind == Apart { // long enough to begin a fork, and to be noticed
			f.Nodes = f.Nodes[:2]
			f.For = ms(rng, 3000, 20000)
		}
	}
	return o
}

// Unfair returns the options of a seed in which three to seven nodes run modified programs now and then: they
// do wrong while they lead. Now and then one crashes, or a link is cut. Some nodes are strangers to the
// world, and the founder bans some of all for a while.
func Unfair(seed uint64) Options {
	rng := rand.New(rand.NewPCG(seed, saltRates<<8))
	o := Options{Seed: seed, Nodes: 3 + rng.IntN(5), For: time.Minute, Liveness: true, Forks: true}
	o.Line = memory.Conditions{Delay: ms(rng, 0, 40), Jitter: ms(rng, 1, 10), Loss: float64(rng.IntN(3)) / 100}
	rates := Rates{Crash: float64(rng.IntN(2)), Cut: float64(rng.IntN(2))}
	for k := Hurry; k <= Withhold; k++ {
		rates[k] = 2 + 4*rng.Float64()
	}
	rates[Ban] = 3 * rng.Float64()
	if o.Members = o.Nodes; rng.IntN(2) == 0 {
		o.Members -= rng.IntN(o.Nodes - 1)
		o.Alone = aged
	}
	o.Draw(rates)
	o.onePoison()
	return o
}

// aged is how long the founder plays until those that come are no companions any more.
const aged = acquaintance.EarlyTurns * message.DefaultTurn * 11 / 10

// onePoison leaves out turns with wrong ticks by a node that begin during those of another one. A node keeps
// in its log the turns that it closed so, and that the others refuse. They are newer than the others' turns,
// so by raft's rule nobody else is elected with its vote. Two of three voters with such logs can elect only
// each other, and refuse each other's turns: there is no honest majority, and the third goes on
// provisionally, and comes back to them each time that one of them leads, until the founder's decree or a
// ban. One such voter and a crashed one are a fault of the simulation: the crashed one returns, and the rest
// goes on meanwhile.
func (o *Options) onePoison() {
	node, until := -1, time.Duration(0)
	o.Faults = slices.DeleteFunc(o.Faults, func(f Fault) bool {
		switch {
		case f.Kind != Hurry && f.Kind != Dawdle || f.Amount == 0:
			return false
		case f.At < until && f.Nodes[0] != node:
			return true
		}
		node, until = f.Nodes[0], max(until, f.At+f.For+poisonedFor)
		return false
	})
}

// poisonedFor is the time after which others vote in place of a node whose turns were refused.
const poisonedFor = 10 * time.Second

// Draw draws the faults of the options, including those of an evening.
func (o *Options) Draw(rates Rates) {
	o.Faults = Plan(o.Seed, o.Nodes, o.lively(), rates)
	o.evening()
}

// evening lets people leave, in the last third of the time with faults.
func (o *Options) evening() {
	if o.People != Evening {
		return
	}
	o.Faults = append(o.Faults, Exodus(o.Seed, o.Nodes, o.lively()*2/3, o.lively())...)
	slices.SortStableFunc(o.Faults, func(a, b Fault) int { return cmp.Compare(a.At, b.At) })
}
