package world

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// Counts is a number of items of each kind.
type Counts [item.KindCount]uint64

// Items counts the items of a list of stacks.
func (c *Counts) Items(list []item.Stack) {
	for _, s := range list {
		c[s.Kind] += uint64(s.Count)
	}
}

// Ledger counts the items of the island: those ever created and destroyed, and those present in inventories,
// chests and drops, dormant regions included. Of every kind, created − destroyed is present. Items that have
// gone to another island, or are on their way, count as destroyed here and, on arrival, as created there.
// Ledger walks through the whole state: it is for tests and reports.
func (i *State) Ledger() (created, destroyed, present Counts) {
	add := present.Items
	for _, list := range [...][]entity.PlayerState{i.Roster, i.Away} {
		for k := range list {
			add(list[k].Inventory[:])
		}
	}
	for _, r := range i.Active {
		for k, b := range r.Tiles.Block {
			if b == tile.Flood {
				present[item.Water] += uint64(r.Tiles.State[k])
			}
		}
	}
	for k := range i.Chests {
		add(i.Chests[k].Slots[:])
	}
	for k := range i.Space.Bodies() {
		s := i.Space.Bodies()[k].Stack
		present[s.Kind] += uint64(s.Count)
	}
	for k := range i.Dormant {
		p, err := DecodeRegion(i.Dormant[k].Data)
		if err != nil {
			panic("island: a dormant region does not decode: " + err.Error())
		}
		present[item.Water] += Floods(p.Edits)
		for n := range p.Chests {
			add(p.Chests[n].Slots[:])
		}
		for n := range p.Bodies {
			present[p.Bodies[n].Stack.Kind] += uint64(p.Bodies[n].Stack.Count)
		}
	}
	return i.Created, i.Destroyed, present
}

// The limits of an island, each with the effect of exceeding it. Those of a turn are in package command.
const (
	// MaxPlayers is the most players in the world at a time; more are refused (NoRoom).
	MaxPlayers = 64
	// MaxKnown is the most players a world remembers; a stranger beyond is refused (NoRoom).
	MaxKnown = 4096
	// MaxRegions is the most active regions. Beyond it the players of lower seat keep theirs, and inactive
	// regions are closed to the others like a wall.
	MaxRegions = 96
	// MaxBodies is the most bodies that may be born into a region. Beyond it a command that would make one is
	// refused (NoRoom). Bodies that move in are let in.
	MaxBodies = 512
	// MaxChests is the most chests of a region; one more is refused (NoRoom).
	MaxChests = 64
	// MaxDormant is the most dormant regions that a snapshot may have.
	MaxDormant = 1 << 20
	// ChatLines is how many lines of chat are kept; older ones are forgotten.
	ChatLines = 50
	// MaxColumns is the most component columns, MaxComponent the most bytes of one component.
	MaxColumns, MaxComponent = 64, 64

	// Reach is how far hands reach: from the middle of the foot box to the middle of a tile.
	Reach fixed.Q = 3 * fixed.One
	// LiftReach is how far hands reach to a body, middle to middle.
	LiftReach fixed.Q = 7 * fixed.One / 4
	// KickReach is how far a foot reaches to a body, middle to middle.
	KickReach fixed.Q = 5 * fixed.One / 4

	// Ahead is how far beyond a turn a command may be stamped and be kept for its turn, in ticks.
	// Whatever is stamped further ahead, or in the past, is executed at once.
	Ahead game.Tick = 30
	// Patience is the time to wait for a gap in a player's numbers, in ticks from the stamp of the command
	// behind it. Commands missing then have expired.
	Patience game.Tick = 60
	// SleepTime is how long a sleeping body stays in the world, in ticks.
	SleepTime game.Tick = 60 * game.TicksPerSecond
	// Linger is how often regions without players go dormant, in ticks.
	Linger game.Tick = 10 * game.TicksPerSecond
)

func (n *Counts) Add(list []item.Stack) {
	for _, s := range list {
		n[s.Kind] += uint64(s.Count)
	}
}
