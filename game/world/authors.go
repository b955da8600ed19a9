package world

import (
	"errors"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
)

var (
	// ErrStranger says that a stranger sent another command than Enter.
	ErrStranger = errors.New("island: not in the world")
	// ErrElsewhere says that a player is, or may be, on another island: see Holds.
	ErrElsewhere = errors.New("island: on another island")
)

// SeatCommand is a command with its author.
type SeatCommand struct {
	Seat    entity.Seat
	Key     game.PlayerID // of Enter, whose author may have no seat yet
	Seq     uint64        // 0: not numbered
	Command command.Command
}

// Tick returns the tick that the state has reached, as a builtin type.
func (i *State) Tick() uint64 { return uint64(i.Clock) }
