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

// Present appends the keys of the players that are awake in the world, in ascending seat.
func (i *State) Present(dst [][32]byte) [][32]byte {
	for k := range i.Roster {
		if i.IsAwake(&i.Roster[k]) {
			dst = append(dst, i.Roster[k].Key)
		}
	}
	return dst
}

// IsAwake reports whether a player is in the world and not asleep.
func (i *State) IsAwake(p *entity.PlayerState) bool {
	b := i.Body(p.Body)
	return b != nil && b.Flags&entity.Asleep == 0
}

// Sequence returns the number of the author's last command that was executed, 0 if there was none.
func (i *State) Sequence(author [32]byte) uint64 {
	if p := i.PlayerByKey(author); p != nil {
		return p.LastSeq
	}
	return 0
}
