package world

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

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
