// Package game holds the few words that every part of the simulation shares: the tick, the
// identities and the rules number. The world and its rules live in the packages below it.
//
// Everything under game is pure and deterministic: no clock, no input or output, no goroutine, no floating
// point, no iteration over maps. Equal commands in equal order give equal bytes on every peer, on any
// processor. The shape test in app/policy checks this.
package game

// Tick is one step of the simulation and its number since the world's genesis. It is the only clock
// that game reads.
type Tick uint64

const (
	// TicksPerSecond is the rate of the simulation.
	TicksPerSecond = 60
	// TicksPerTurn is the usual length of a turn: 50 ms.
	TicksPerTurn = 3
	// MaxTicksPerTurn is the longest turn that is valid: 100 ms.
	MaxTicksPerTurn = 6
	// TicksPerDay is one day and night of the world: twenty minutes.
	TicksPerDay = 20 * 60 * TicksPerSecond
	// MaxTick is more than any tick: no world is as old.
	MaxTick Tick = 1 << 60
)

// Later returns the tick that comes later by some, or the last one before MaxTick.
func (t Tick) Later(by Tick) Tick { return t + min(by, MaxTick-1-min(t, MaxTick-1)) }

// Rebase turns a tick of a clock that shows from into one of a clock that shows to, at the same moment. One
// before the beginning of that clock is at its beginning, and one after the moment is at it: nobody knows
// what will be.
func (t Tick) Rebase(from, to Tick) Tick { return min(max(t+to, from)-from, to) }

// Rules numbers the behaviour of the simulation. A change in the results of Step raises it.
type Rules uint32

const (
	// CurrentRules is the behaviour that this binary runs for new worlds.
	CurrentRules Rules = 2
	// OldestRules are the oldest that this binary runs: the current ones and those before, if there are any.
	OldestRules Rules = 2
)

// PlayerID is a player's ed25519 public key. The zero value means nobody.
type PlayerID [32]byte

// EntityID names one thing in the world for ever. It is a 64-bit hash of the thing's origin, so that every
// peer derives the same one without communication. Zero means none.
type EntityID uint64
