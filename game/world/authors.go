package world

import (
	"errors"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/grid"
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

// NoteChange notes a change on a tile of an active region in its diary, if it is by a player's command. The
// entry's tick, tile and author are filled in.
func (i *State) NoteChange(t grid.Tile, e diary.Entry) {
	if i.Diary.Hand == 0 || i.Partial {
		return
	}
	if p := i.Roster.BySeat(i.Diary.Hand); p != nil {
		e.Tick, e.K = i.Clock, t.Index()
		i.Diary.Note(t.Region(), &diary.Author{Key: p.Key, Seat: p.Seat, Name: p.Name}, e)
	}
}

// Tick returns the tick that the state has reached, as a builtin type.
func (i *State) Tick() uint64 { return uint64(i.Clock) }
