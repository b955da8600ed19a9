package world

import (
	"errors"
	"fmt"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
)

// Commands calls f with every command of a turn that Check accepts, in their order in the turn: its author,
// its number among the author's, and the bytes given to Append. The turn follows the present state: for a
// seat that the state does not know, the author is zero. A seat belongs to one player for good and on all of
// the world's islands, so that a player known to an earlier state is the right one. Sleep, which is not the
// player's own command, and mail are left out.
func (i *State) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error {
	orders, _, err := i.DecodeTurn(turn)
	if err != nil {
		return err
	}
	for k := range orders {
		o := &orders[k]
		if o.Mail != 0 || o.Seq == 0 {
			continue
		}
		author := o.Key
		if p := i.Roster.BySeat(o.Seat); o.Seat != 0 && p != nil {
			author = p.Key
		}
		f(author, o.Seq, o.body)
	}
	return nil
}

// The bytes of a turn:
//
//	u8 version (turnVersion)
//	u8 ticks, 1 to game.MaxTicksPerTurn
//	records, up to the end, at most command.MaxTurnBytes together:
//	  u8      the tick within the turn at which the command is executed; no less than that of the
//	          author's record before it
//	  uvarint seat of the author; 0: its key follows, and the command is Enter
//	  [32]u8  key, if the seat is 0
//	  uvarint number of the command among the author's, greater than that of the record before it;
//	          0 exactly for Sleep, which is no word of the player's own
//	  blob    the command, as package command encodes it
//
// A record with at = 0 and a seat beyond all seats is the mail of another island (see mail.go), which is
// taken in before the first tick, in the order of the records:
//
//	seat 65536: u64 island, uvarint number, blob parcel
//	seat 65537: u64 island, uvarint the number that it expects
//
// and a record with seat 65538 holds the charter's laws (laws.go): u8 laws, uvarint number of its entry. A
// turn has at most one of those.
//
// One author has at most command.MaxPerTurn records with command.MaxPlayerBytes bytes together. Execution
// ignores a record whose seat is unknown, or whose number is at most the author's last: a command takes
// effect at most once.

const (
	turnVersion = 1
	TurnHead    = 2 // bytes before the first record

	ParcelSeat      = 1 << 16
	AcknowledgeSeat = ParcelSeat + 1
	LawSeat         = ParcelSeat + 2
)

var (
	// ErrTurn says that bytes are not a valid turn. It is wrapped with the cause.
	ErrTurn = errors.New("island: not a valid turn")
	// ErrStranger says that a stranger sent another command than Enter.
	ErrStranger = errors.New("island: not in the world")
	// ErrElsewhere says that a player is, or may be, on another island: see Holds.
	ErrElsewhere = errors.New("island: on another island")
)

// Order is a record of a turn.
type Order struct {
	SeatCommand
	At     uint8  // tick within the turn
	size   int    // bytes of the record
	body   []byte // the command's, a part of the turn
	Mail   uint32 // parcelSeat, acknowledgeSeat or lawSeat; 0 if it is a command
	Island uint64 // whose mail it is; Seq is the number
	Parcel []byte
	Code   LawCode // of lawSeat
}

// SeatCommand is a command with its author.
type SeatCommand struct {
	Seat    entity.Seat
	Key     game.PlayerID // of Enter, whose author may have no seat yet
	Seq     uint64        // 0: not numbered
	Command command.Command
}

// same reports whether two commands are of one author.
func (o *SeatCommand) same(seat entity.Seat, key game.PlayerID) bool {
	return o.Seat != 0 && o.Seat == seat || o.Seat == 0 && o.Key == key
}

// Tick returns the tick that the state has reached, as a builtin type.
func (i *State) Tick() uint64 { return uint64(i.Clock) }

// Begin appends an empty, valid turn of that many ticks (clamped to what is valid) to dst.
func (i *State) Begin(dst []byte, ticks uint8) []byte {
	return append(dst, turnVersion, min(max(ticks, 1), game.MaxTicksPerTurn))
}

// Append adds a command to a turn that Begin started; an empty turn is begun with the usual length. The
// author's commands must be offered in their order. taken is true when the host is done with the command,
// also when it has been executed before; out is then turn unchanged. If taken is false and there is no error,
// the host must offer the command again for the next turn: it does not fit, is meant for a later tick, or a
// command before it is missing (see Patience). An error means that it can never be taken.
func (i *State) Append(turn []byte, author [32]byte, seq uint64, body []byte) (out []byte, taken bool, err error) {
	if len(turn) == 0 {
		turn = i.Begin(turn, game.TicksPerTurn)
	}
	c, err := command.Decode(body)
	if err != nil {
		return turn, false, err
	}
	if seq == 0 || c.Kind == command.Sleep {
		return turn, false, fmt.Errorf("%w: %s numbered %d", command.ErrMalformed, c.Kind, seq)
	}
	orders, ticks, err := i.DecodeTurn(turn)
	if err != nil {
		return turn, false, err
	}
	o := Order{SeatCommand: SeatCommand{Key: author, Seq: seq, Command: c}}
	p := i.Roster.ByKey(author)
	last := uint64(0)
	if p != nil {
		o.Seat, last = p.Seat, p.LastSeq
	}
	mine := Tally(orders, o.Seat, author)
	last = max(last, mine.Seq)
	switch end := i.Clock + game.Tick(ticks); {
	case seq <= last:
		return turn, true, nil
	case seq != last+1 && c.Tick+Patience > i.Clock:
		return turn, false, nil
	case p == nil && i.Register.Elsewhere(author):
		return turn, false, fmt.Errorf("%w: %s", ErrElsewhere, c.Kind)
	case p == nil && c.Kind != command.Enter:
		if mine.count > 0 {
			return turn, false, nil // its Enter is in this very turn
		}
		return turn, false, fmt.Errorf("%w: %s", ErrStranger, c.Kind)
	case c.Tick >= end && c.Tick < end+Ahead:
		return turn, false, nil
	case c.Tick > i.Clock && c.Tick < end:
		o.At = uint8(c.Tick - i.Clock)
	}
	o.At = max(o.At, mine.at)
	if c.Kind == command.Enter {
		o.Seat = 0 // Enter always names the key
	}
	longer := AppendOrder(turn, &o, body)
	size := len(longer) - len(turn)
	if size > command.MaxPlayerBytes {
		return turn, false, fmt.Errorf("%w: %s fits no turn with its %d bytes", command.ErrMalformed, c.Kind, size)
	}
	if mine.count >= command.MaxPerTurn || mine.bytes+size > command.MaxPlayerBytes || len(longer)-TurnHead > command.MaxTurnBytes {
		return turn, false, nil
	}
	return longer, true, nil
}

// share is one author's part of a turn so far.
type share struct {
	count, bytes int
	Seq          uint64
	at           uint8
}

func Tally(orders []Order, seat entity.Seat, key game.PlayerID) (s share) {
	for k := range orders {
		if o := &orders[k]; o.Mail == 0 && o.same(seat, key) && o.Seq != 0 {
			s.count++
			s.bytes += o.size
			s.Seq, s.at = o.Seq, o.At
		}
	}
	return s
}

func AppendOrder(dst []byte, o *Order, body []byte) []byte {
	dst = codec.U8(dst, o.At)
	dst = codec.Uvarint(dst, uint64(o.Seat))
	if o.Seat == 0 {
		dst = append(dst, o.Key[:]...)
	}
	return codec.Blob(codec.Uvarint(dst, o.Seq), body)
}

// Depart adds to a turn under construction that a player's peer is gone, so that its body falls asleep.
// ok is false when there is nothing to add: the player is not awake in the world, the turn says so
// already, or is full.
func (i *State) Depart(turn []byte, author [32]byte) (out []byte, ok bool) {
	p := i.Roster.ByKey(author)
	if p == nil || !i.IsAwake(p) {
		return turn, false
	}
	orders, _, err := i.DecodeTurn(turn)
	if err != nil {
		return turn, false
	}
	for k := range orders {
		if orders[k].Seq == 0 && orders[k].Seat == p.Seat {
			return turn, false
		}
	}
	o := Order{SeatCommand: SeatCommand{Seat: p.Seat}}
	longer := AppendOrder(turn, &o, command.Append(nil, command.Command{Kind: command.Sleep}))
	if len(longer)-TurnHead > command.MaxTurnBytes {
		return turn, false
	}
	return longer, true
}

// Check refuses a turn that Step would not execute: malformed, or over its limits. It depends on
// nothing but the turn.
func (i *State) Check(turn []byte) error {
	_, _, err := i.DecodeTurn(turn)
	return err
}

// DecodeTurn reads a turn into i.orders.
func (i *State) DecodeTurn(turn []byte) (orders []Order, ticks uint8, err error) {
	i.orders = i.orders[:0]
	if len(turn) < TurnHead || len(turn) > TurnHead+command.MaxTurnBytes {
		return nil, 0, fmt.Errorf("%w: %d bytes", ErrTurn, len(turn))
	}
	if turn[0] != turnVersion {
		return nil, 0, fmt.Errorf("%w: version %d", ErrTurn, turn[0])
	}
	if ticks = turn[1]; ticks == 0 || ticks > game.MaxTicksPerTurn {
		return nil, 0, fmt.Errorf("%w: %d ticks", ErrTurn, ticks)
	}
	lawful := false
	cur := codec.Read(turn[TurnHead:])
	for cur.Len() > 0 {
		o, err := decodeOrder(&cur, ticks)
		if err != nil {
			return nil, 0, fmt.Errorf("%w: record %d: %w", ErrTurn, len(i.orders), err)
		}
		if o.Seq != 0 && o.Mail == 0 {
			mine := Tally(i.orders, o.Seat, o.Key)
			if o.Seq <= mine.Seq || o.At < mine.at || mine.count >= command.MaxPerTurn || mine.bytes+o.size > command.MaxPlayerBytes {
				return nil, 0, fmt.Errorf("%w: record %d: out of order, or too much of one author", ErrTurn, len(i.orders))
			}
		}
		if o.Mail == LawSeat && lawful {
			return nil, 0, fmt.Errorf("%w: record %d: laws, again", ErrTurn, len(i.orders))
		}
		lawful = lawful || o.Mail == LawSeat
		i.orders = append(i.orders, o)
	}
	return i.orders, ticks, nil
}

func decodeOrder(cur *codec.Cursor, ticks uint8) (o Order, err error) {
	before := cur.Len()
	o.At = cur.U8()
	cur.Require(o.At < ticks)
	seat := cur.Uvarint()
	if seat >= ParcelSeat {
		return decodeMail(cur, &o, seat)
	}
	o.Seat = entity.Seat(seat)
	if o.Seat == 0 {
		copy(o.Key[:], cur.Bytes(len(o.Key)))
		cur.Require(o.Key != game.PlayerID{})
	}
	o.Seq = cur.Uvarint()
	body := cur.Blob(command.MaxBytes)
	if err := cur.Err(); err != nil {
		return o, err
	}
	o.size, o.body = before-cur.Len(), body
	if o.Command, err = command.Decode(body); err != nil {
		return o, err
	}
	if (o.Seat == 0) != (o.Command.Kind == command.Enter) || (o.Seq == 0) != (o.Command.Kind == command.Sleep) {
		return o, fmt.Errorf("%s of seat %d numbered %d", o.Command.Kind, o.Seat, o.Seq)
	}
	return o, nil
}

// decodeMail reads the rest of a record of mail.
func decodeMail(cur *codec.Cursor, o *Order, seat uint64) (Order, error) {
	cur.Require(seat <= LawSeat && o.At == 0)
	if seat == LawSeat {
		return decodeLaws(cur, o)
	}
	o.Mail = uint32(seat)
	o.Island = cur.U64()
	o.Seq = cur.Uvarint()
	cur.Require(o.Island != 0 && o.Seq != 0)
	if seat == ParcelSeat {
		o.Parcel = cur.Blob(MaxParcel)
		cur.Require(ValidParcel(o.Parcel))
	}
	return *o, cur.Err()
}
