package act

import (
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/world"
)

// LawNamed returns the law of that name.
func LawNamed(name string) (l world.Law, ok bool) {
	for l := range world.LawCount {
		if world.LawNames[l] == name {
			return l, true
		}
	}
	return 0, false
}

// Proclaim adds to a turn under construction that these laws hold, by that word of the charter, and no
// others. ok is false when there is nothing to add: they hold by this word, the turn says so already or is
// full, or the world's rules know no laws. Bits that are no law are left out.
func Proclaim(i *world.State, turn []byte, laws uint8, word uint64) (out []byte, ok bool) {
	next := world.LawCode{Laws: world.Laws(laws) & (1<<world.LawCount - 1), Word: word}
	if next == i.Code {
		return turn, false
	}
	if len(turn) == 0 {
		turn = i.Begin(turn, game.TicksPerTurn)
	}
	orders, _, err := i.DecodeTurn(turn)
	if err != nil {
		return turn, false
	}
	for k := range orders {
		if orders[k].Mail == world.LawSeat {
			return turn, false
		}
	}
	longer := codec.Uvarint(codec.U8(turn, 0), world.LawSeat)
	longer = codec.Uvarint(codec.U8(longer, uint8(next.Laws)), next.Word)
	if len(longer)-world.TurnHead > command.MaxTurnBytes {
		return turn, false
	}
	return longer, true
}

// Enact lets laws hold from now on, and tells which are new and which have ended.
func Enact(i *world.State, c world.LawCode) {
	for l := range world.LawCount {
		if c.Laws.Has(l) != i.Code.Laws.Has(l) {
			i.Happened = append(i.Happened, event.Event{Kind: event.Ruled, Tick: i.Clock, Pos: i.SpawnTile.Centre(), Tile: i.SpawnTile, A: int32(l), B: int32(world.Bit(c.Laws.Has(l)))})
		}
	}
	i.Code = c
}
