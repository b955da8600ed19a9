package world

import (
	"manyhold/game"
	"manyhold/game/fixed"
)

// The limits of an island, each with the effect of exceeding it. Those of a turn are in package command.
const (
	// MaxPlayers is the most players in the world at a time; more are refused (WorldFull). The charter may
	// say less.
	MaxPlayers = 64
	// KeptPlaces is how many of those places strangers leave free for players that are known: of few places a
	// quarter.
	KeptPlaces = 2
	// MaxKnown is the most players a world remembers. For a stranger beyond, one that changed nothing is
	// forgotten; if there is none, the stranger is refused (WorldFull).
	MaxKnown = 4096
	// KeptRecords is how many of those are kept for players with a rank by name.
	KeptRecords = 512
	// ChatBurst is how many lines of one player are taken within ChatTime; more are refused (TooSoon).
	ChatBurst           = 5
	ChatTime  game.Tick = 5 * game.TicksPerSecond
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
	// MaxOrdinances is the most ordinances of a state; one more is ignored.
	MaxOrdinances = 4096
	// ClaimDays is after how many days without a visit a claim ends, unless the charter says otherwise, and
	// MaxClaimDays the most that it can say.
	ClaimDays, MaxClaimDays = 60, 10_000
	// ChatLines is how many lines of chat are kept; older ones are forgotten.
	ChatLines = 50

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
