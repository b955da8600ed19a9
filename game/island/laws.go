package island

import (
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/event"
)

// Laws hold in the whole world. Its charter says which (see net/charter), and whoever leads an island brings what the
// charter says into a turn, so that on every peer a law holds from the same tick on.

// Law numbers a law. The numbers are stored: laws are only appended, and there are at most charter.MaxLaws.
type Law uint8

// The laws. None holds in a new world.
const (
	Blocking Law = iota // players who are awake do not walk through each other: see holdBack
	Strife              // what players throw hurts others, and snowballs freeze them: see pelt
	Mercy               // fire and falling trees hurt nobody
	LawCount
)

var lawNames = [LawCount]string{"blocking", "strife", "mercy"}

// String returns the law in a word, as commands name it.
func (l Law) String() string {
	if l >= LawCount {
		return "unknown"
	}
	return lawNames[l]
}

// LawNamed returns the law of that name.
func LawNamed(name string) (l Law, ok bool) {
	for l := range LawCount {
		if lawNames[l] == name {
			return l, true
		}
	}
	return 0, false
}

// Laws are the laws that hold: bit n is Law n.
type Laws uint8

// Has reports whether a law holds.
func (l Laws) Has(law Law) bool { return l>>law&1 != 0 }

// code is the laws with the number of the word that made them: the greater is the later word.
type code struct {
	laws Laws
	word uint64
}

// Laws returns which hold.
func (i *State) Laws() Laws { return i.code.laws }

// Proclaim adds to a turn under construction that these laws hold, by that word of the charter, and no others. ok is
// false when there is nothing to add: they hold by this word, the turn says so already or is full, or the world's rules
// know no laws. Bits that are no law are left out.
func Proclaim(i *State, turn []byte, laws uint8, word uint64) (out []byte, ok bool) {
	next := code{Laws(laws) & (1<<LawCount - 1), word}
	if next == i.code {
		return turn, false
	}
	if len(turn) == 0 {
		turn = i.Begin(turn, game.TicksPerTurn)
	}
	orders, _, err := i.decodeTurn(turn)
	if err != nil {
		return turn, false
	}
	for k := range orders {
		if orders[k].mail == lawSeat {
			return turn, false
		}
	}
	longer := codec.Uvarint(codec.U8(turn, 0), lawSeat)
	longer = codec.Uvarint(codec.U8(longer, uint8(next.laws)), next.word)
	if len(longer)-turnHead > command.MaxTurnBytes {
		return turn, false
	}
	return longer, true
}

// Word returns the number of the word of the charter by which the laws hold, 0 while there was none.
func (i *State) Word() uint64 { return i.code.word }

// decodeLaws reads the rest of a record of laws.
func decodeLaws(cur *codec.Cursor, o *order) (order, error) {
	o.mail = lawSeat
	o.code = code{Laws(cur.U8()), cur.Uvarint()}
	cur.Require(o.code.laws < 1<<LawCount)
	return *o, cur.Err()
}

// appendCode appends the laws and their word.
func appendCode(i *State, dst []byte) []byte {
	return codec.U64(codec.U8(dst, uint8(i.code.laws)), i.code.word)
}

// readCode reads what appendCode wrote, of a state that has laws.
func readCode(i *State, data []byte) error {
	c := codec.Read(data)
	i.code = code{Laws(c.U8()), c.U64()}
	c.Require(i.code.laws < 1<<LawCount && i.code != code{})
	return c.Done()
}

// enact lets laws hold from now on, and tells which are new and which have ended.
func enact(i *State, c code) {
	for l := range LawCount {
		if c.laws.Has(l) != i.code.laws.Has(l) {
			i.events = append(i.events, event.Event{Kind: event.Ruled, Tick: i.tick, Pos: i.spawn.Centre(), Tile: i.spawn, A: int32(l), B: int32(bit(c.laws.Has(l)))})
		}
	}
	i.code = c
}

// later returns the later word of two.
func later(a, b code) code {
	if b.word > a.word {
		return b
	}
	return a
}
