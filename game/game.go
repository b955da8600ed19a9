// Package game holds the few words that every part of the simulation shares: the tick, the
// identities and the rules number. The world and its rules live in the packages below it.
//
// Everything under game is pure and deterministic: no clock, no input or output, no goroutine, no
// floating point, no iteration over maps. Equal commands in equal order give equal bytes on every
// peer, whatever its processor. The shape test in the root package holds this line.
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
)

// Rules numbers the behaviour of the simulation. A change in what Step computes raises it.
type Rules uint32

// The rules so far: 1; 2 adds lighthouses, embers and small landmarks; 3 adds chests at landmarks, vaults whose gates
// two people open, and the living world: machines and what works by itself; bodies
// meet region by region; 4 lets bodies turn and be tied with ropes, and one visit others on other islands; wild animals
// live on meadows; built-up regions are stored in planes; carts carry people; water makes mud of earth; platforms run on
// rails; flowing water drags what floats; founder and keepers give laws;
// shafts are seen from the side; 5 hangs gates and rotors in hinges, and ladders in shafts; 6 carries signals of machines over
// the lines between islands.
const (
	// Lighthouses are there from these rules on.
	Lighthouses Rules = 2
	// Vaults and the chests of landmarks are there from these rules on.
	Vaults Rules = 3
	// Living is what the world does by itself, from these rules on.
	Living Rules = 3
	// Lanes is the order in which bodies meet that can be shared out, from these rules on.
	Lanes Rules = 3
	// Rotation lets crates, balls and carts turn, rub, sleep in heaps and be tied with ropes, from these rules on.
	Rotation Rules = 4
	// Calls, by which one asks to come to somebody on another island, are there from these rules on.
	Calls Rules = 4
	// Wild animals live on meadows from these rules on.
	Wild Rules = 4
	// Planes is how a region of many edited tiles is stored, from these rules on.
	Planes Rules = 4
	// Riding in carts is possible from these rules on.
	Riding Rules = 4
	// Mud is what water makes of earth, from these rules on.
	Mud Rules = 4
	// Currents of flowing water drag what floats, and pumps bring water, from these rules on.
	Currents Rules = 4
	// SideOn grounds are seen from the side: what is there falls to the south, from these rules on.
	SideOn Rules = 4
	// Platforms go to and fro on rails from these rules on.
	Platforms Rules = 4
	// Lawful worlds have laws that founder and keepers set, from these rules on.
	Lawful Rules = 4
	// Homing is going to the hearth by a word, from these rules on.
	Homing Rules = 4
	// Hinges, in which the arms of gates and rotors turn, are there from these rules on.
	Hinges Rules = 5
	// Ladders, on which one climbs in shafts, are there from these rules on.
	Ladders Rules = 5
	// Terse snapshots say nothing of regions that are awake and as they were made, from these rules on.
	Terse Rules = 5
	// Signals of machines go over the lines between islands from these rules on.
	Signals Rules = 6
	// LeastRules are the oldest that this binary runs.
	LeastRules Rules = 1
)

// CurrentRules is the behaviour that this binary runs for new worlds.
const CurrentRules Rules = 6

// PlayerID is a player's ed25519 public key. The zero value means nobody.
type PlayerID [32]byte

// EntityID names one thing in the world for ever. It is a 64-bit hash of what brought the
// thing into being, so that every peer derives the same one without talking. Zero means none.
type EntityID uint64
