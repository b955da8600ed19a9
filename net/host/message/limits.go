package message

import "time"

// Defaults and limits of a node's part in a world.
const (
	// DefaultTurn is how long a turn lasts.
	DefaultTurn = 50 * time.Millisecond
	// DefaultTicks is how many ticks a turn of that length has.
	DefaultTicks = 3
	// MaxBody is the largest body of a command in bytes; Submit refuses larger ones.
	MaxBody = 256
	// MaxPending is how many own commands may wait to be ordered; Submit refuses more.
	MaxPending = 256
	// DefaultWhole is up to how many linked peers every peer executes all islands.
	DefaultWhole = 8
	// DefaultLinks is how many linked peers are served.
	DefaultLinks = 64
	// MaxTurn is the largest body of a turn in bytes; a leader's larger one is refused.
	MaxTurn = 512
)
