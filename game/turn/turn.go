// Package turn parses the bytes of a turn (Parse), and builds them for a leader (Builder). A Turn is parsed
// once and passed on; nothing else reads its bytes.
//
// The bytes of a turn:
//
//	u8 version
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
// A record with at = 0 and a seat beyond all seats is the mail of another island (package federation), which
// is taken in before the first tick, in the order of the records:
//
//	seat 65536: u64 island, uvarint number, blob parcel
//	seat 65537: u64 island, uvarint the number that it expects
//
// and a record with seat 65538 holds an ordinance, as world.AppendOrdinance encodes it. A turn has at most
// MaxOrdinances of those, each about something else. A record with seat 65539 holds, as a blob, a piece of a
// blueprint, as blueprint.AppendPiece encodes it. A turn has at most one.
//
// One author has at most command.MaxPerTurn records with command.MaxPlayerBytes bytes together. Execution
// ignores a record whose seat is unknown, or whose number is at most the author's last: a command takes
// effect at most once.
package turn

import (
	"errors"
	"fmt"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/world"
)

const (
	version = 1
	// Head is how many bytes there are before the first record.
	Head = 2
	// MaxOrdinances is the most ordinances in a turn: the rest of it is left to the players.
	MaxOrdinances = 3

	// maxRecords is the most commands in a turn: the shortest record of one has six bytes.
	maxRecords = command.MaxTurnBytes / 6

	parcelSeat      = 1 << 16
	acknowledgeSeat = parcelSeat + 1
	ordinanceSeat   = parcelSeat + 2
	pieceSeat       = parcelSeat + 3
)

// ErrMalformed says that bytes are not a valid turn. It is wrapped with the cause.
var ErrMalformed = errors.New("turn: malformed")

// Kind is the kind of a record.
type Kind uint8

// The kinds of records.
const (
	Command         Kind = iota // SeatCommand and At
	Parcel                      // Island and Seq; Turn.Body has the parcel
	Acknowledgement             // Island and Seq
	Ordinance                   // Ordinance
	Piece                       // Turn.Piece has it
)

// Record is a record of a turn.
type Record struct {
	world.SeatCommand
	Kind   Kind
	At     uint8  // tick within the turn
	Island uint64 // of mail
	world.Ordinance
	// the bytes of the command or the parcel are those of the turn between these two places
	from, to uint16
}

// Turn is a parsed turn. It is not to be changed.
type Turn struct {
	Ticks   uint8
	Records []Record
	bytes   []byte
}

// Bytes returns the turn's only encoding, not to be changed.
func (t *Turn) Bytes() []byte { return t.bytes }

// Body returns the bytes of a record's command or parcel, not to be changed.
func (t *Turn) Body(r *Record) []byte { return t.bytes[r.from:r.to] }

// Piece returns the piece of a blueprint that a record holds. Its bytes are those of the turn.
func (t *Turn) Piece(r *Record) blueprint.Piece {
	c := codec.Read(t.Body(r))
	return blueprint.ReadPiece(&c)
}

// Commands calls f with every command, in their order in the turn: its author, its number among the author's,
// and the bytes given to Builder.Append. The turn follows the state i: for a seat that the state does not
// know, the author is zero. A seat belongs to one player for good and on all of the world's islands, so that
// a player known to an earlier state is the right one. Sleep, which is not the player's own command, and mail
// are left out.
func (t *Turn) Commands(i *world.State, f func(author [32]byte, seq uint64, body []byte)) {
	for k := range t.Records {
		r := &t.Records[k]
		if r.Kind != Command || r.Seq == 0 {
			continue
		}
		author := r.Key
		if p := i.Roster.BySeat(r.Seat); r.Seat != 0 && p != nil {
			author = p.Key
		}
		f(author, r.Seq, t.Body(r))
	}
}

// Parse reads a turn, and keeps its bytes, which are not to be changed. The error wraps ErrMalformed: the
// turn is malformed, or over its limits. It depends on nothing but the bytes.
func Parse(b []byte) (*Turn, error) {
	if len(b) < Head || len(b) > Head+command.MaxTurnBytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrMalformed, len(b))
	}
	if b[0] != version {
		return nil, fmt.Errorf("%w: version %d", ErrMalformed, b[0])
	}
	t := &Turn{Ticks: b[1], bytes: b}
	if t.Ticks == 0 || t.Ticks > game.MaxTicksPerTurn {
		return nil, fmt.Errorf("%w: %d ticks", ErrMalformed, t.Ticks)
	}
	if len(b) == Head {
		return t, nil
	}
	var all shares
	var decided []world.Ordinance
	pieces := 0
	t.Records = make([]Record, 0, count(b[Head:]))
	cur := codec.Read(b[Head:])
	for cur.Len() > 0 {
		r, size, err := parseRecord(&cur, len(b), t.Ticks)
		switch {
		case err != nil:
		case r.Kind == Command && r.Seq != 0 && !all.add(&r, size):
			err = errors.New("out of order, or too much of one author")
		case r.Kind == Ordinance:
			if !another(decided, &r.Ordinance) {
				err = errors.New("too many ordinances, or two about the same")
			}
			decided = append(decided, r.Ordinance)
		case r.Kind == Piece:
			if pieces++; pieces > 1 {
				err = errors.New("two pieces of blueprints")
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%w: record %d: %w", ErrMalformed, len(t.Records), err)
		}
		t.Records = append(t.Records, r)
	}
	return t, nil
}

// another reports whether a turn with these ordinances takes one more.
func another(decided []world.Ordinance, o *world.Ordinance) bool {
	for k := range decided {
		if d := &decided[k]; d.Topic == o.Topic && d.Subject == o.Subject {
			return false
		}
	}
	return len(decided) < MaxOrdinances
}

// count returns how many records there are, if the bytes are valid; else a number that is no greater than
// that of the bytes.
func count(b []byte) (n int) {
	for cur := codec.Read(b); cur.Len() > 0 && cur.Err() == nil; n++ {
		cur.U8()
		switch seat := cur.Uvarint(); seat {
		case ordinanceSeat:
			world.ReadOrdinance(&cur)
			continue
		case pieceSeat:
		case parcelSeat, acknowledgeSeat:
			cur.U64()
			if cur.Uvarint(); seat == acknowledgeSeat {
				continue
			}
		case 0:
			cur.Bytes(len(game.PlayerID{}))
			fallthrough
		default:
			cur.Uvarint()
		}
		cur.Blob(command.MaxTurnBytes)
	}
	return n
}

// parseRecord reads a record of a turn of that many bytes.
func parseRecord(cur *codec.Cursor, end int, ticks uint8) (r Record, size int, err error) {
	before := cur.Len()
	r.At = cur.U8()
	cur.Require(r.At < ticks)
	seat := cur.Uvarint()
	if seat >= parcelSeat {
		return r, 0, parseMail(cur, &r, end, seat)
	}
	r.Seat = entity.Seat(seat)
	if r.Seat == 0 {
		copy(r.Key[:], cur.Bytes(len(r.Key)))
		cur.Require(r.Key != game.PlayerID{})
	}
	r.Seq = cur.Uvarint()
	body := cur.Blob(command.MaxBytes)
	if err := cur.Err(); err != nil {
		return r, 0, err
	}
	r.ends(cur, end, body)
	if r.SeatCommand.Command, err = command.Decode(body); err != nil {
		return r, 0, err
	}
	c := &r.SeatCommand.Command
	if (r.Seat == 0) != (c.Kind == command.Enter) || (r.Seq == 0) != (c.Kind == command.Sleep) {
		return r, 0, fmt.Errorf("%s of seat %d numbered %d", c.Kind, r.Seat, r.Seq)
	}
	return r, before - cur.Len(), nil
}

// parseMail reads the rest of a record of mail, or of an ordinance.
func parseMail(cur *codec.Cursor, r *Record, end int, seat uint64) error {
	cur.Require(seat <= pieceSeat && r.At == 0)
	if seat == ordinanceSeat {
		r.Kind, r.Ordinance = Ordinance, world.ReadOrdinance(cur)
		return cur.Err()
	}
	if seat == pieceSeat {
		body := cur.Blob(command.MaxTurnBytes)
		c := codec.Read(body)
		blueprint.ReadPiece(&c)
		cur.Require(c.Done() == nil)
		r.Kind = Piece
		r.ends(cur, end, body)
		return cur.Err()
	}
	r.Kind, r.Island, r.Seq = Acknowledgement, cur.U64(), cur.Uvarint()
	cur.Require(r.Island != 0 && r.Seq != 0)
	if seat == parcelSeat {
		parcel := cur.Blob(world.MaxParcel)
		cur.Require(world.ValidParcel(parcel))
		r.Kind = Parcel
		r.ends(cur, end, parcel)
	}
	return cur.Err()
}

// ends notes that the cursor, in a turn of that many bytes, is right behind a record's body.
func (r *Record) ends(cur *codec.Cursor, end int, body []byte) {
	r.to = uint16(end - cur.Len())
	r.from = r.to - uint16(len(body))
}

// AppendRecord appends the bytes of a command's record.
func AppendRecord(dst []byte, r *Record, body []byte) []byte {
	dst = codec.U8(dst, r.At)
	dst = codec.Uvarint(dst, uint64(r.Seat))
	if r.Seat == 0 {
		dst = append(dst, r.Key[:]...)
	}
	return codec.Blob(codec.Uvarint(dst, r.Seq), body)
}

// share is one author's part of a turn so far: that of a seat, or of a key for Enter.
type share struct {
	seat         entity.Seat
	at           uint8
	count, bytes uint16
	seq          uint64
	key          game.PlayerID // of seat 0
}

// shares are the parts of all authors of a turn.
type shares struct {
	known [maxRecords]share
	n     int
}

// find returns an author's part, nil if it has none.
func (s *shares) find(seat entity.Seat, key *game.PlayerID) *share {
	for k := range s.known[:s.n] {
		if o := &s.known[k]; o.seat == seat && (seat != 0 || o.key == *key) {
			return o
		}
	}
	return nil
}

// add adds a command's record of that many bytes, if the order and the limits of one author permit it.
func (s *shares) add(r *Record, size int) bool {
	mine := s.find(r.Seat, &r.Key)
	if mine == nil {
		if s.n == len(s.known) {
			return false
		}
		mine = &s.known[s.n]
		*mine = share{seat: r.Seat, key: r.Key}
		s.n++
	}
	if r.Seq <= mine.seq || r.At < mine.at || mine.count >= command.MaxPerTurn || int(mine.bytes)+size > command.MaxPlayerBytes {
		return false
	}
	mine.count++
	mine.bytes += uint16(size)
	mine.seq, mine.at = r.Seq, r.At
	return true
}
