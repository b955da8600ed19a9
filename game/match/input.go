package match

import (
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/world"
)

// MaxInput is the most bytes of an input: the body of a packet.
const MaxInput = 192

// MaxCommands is the most commands of an input.
const MaxCommands = 24

// AppendInput appends the input that gives commands, the first of which has the number seq: uvarint seq, and
// each command with its length. taken is how many of them found room; the others are for the next generation.
// Commands that no input can hold, and those without a kind, are taken and left out.
func AppendInput(dst []byte, seq uint64, list []command.Command) (body []byte, taken int) {
	if len(list) == 0 {
		return dst, 0
	}
	start := len(dst)
	body = codec.Uvarint(dst, seq)
	head := len(body) - start
	for k, c := range list {
		var b []byte
		if c.Kind != command.NoKind {
			b = command.Append(nil, c)
		}
		longer := codec.Blob(body, b)
		switch size := len(longer) - start; {
		case k == MaxCommands:
			return body, taken
		case size <= MaxInput:
			body = longer
		case len(b)+head+2 > MaxInput:
			longer = codec.Blob(body, nil) // it holds its number
			if len(longer)-start > MaxInput {
				return body, taken
			}
			body = longer
		default:
			return body, taken
		}
		taken++
	}
	return body, taken
}

// Fits reports whether an input can hold a command.
func Fits(c command.Command) bool { return len(command.Append(nil, c))+12 <= MaxInput }

// ReadInput calls f with the commands of an input and their numbers. Bytes that AppendInput does not write
// give an error, and f may have been called before.
func ReadInput(body []byte, f func(seq uint64, c command.Command)) error {
	if len(body) == 0 {
		return nil
	}
	cur := codec.Read(body)
	seq := cur.Uvarint()
	cur.Must(seq > 0 && len(body) <= MaxInput, "an input has a number, and few bytes")
	for n := 0; cur.Err() == nil && cur.Len() > 0; n++ {
		cur.Must(n < MaxCommands, "an input has few commands")
		b := cur.Blob(command.MaxBytes)
		if cur.Err() == nil && len(b) > 0 {
			c, err := command.Decode(b)
			if err != nil {
				return err
			}
			f(seq, c)
		}
		seq++
	}
	return cur.Done()
}

// wish is a command for a tick of the generation.
type wish struct {
	at uint8
	world.SeatCommand
}

// listen reads the inputs of a generation. An input of a vacant seat, a second one of a seat and a broken one
// do nothing.
func (m *Match) listen(g *Generation) {
	m.wishes = m.wishes[:0]
	var heard uint32
	ticks := min(max(g.Ticks, 1), MaxTicks)
	for _, in := range g.Inputs {
		if int(in.Seat) >= len(m.seats) || heard&(1<<in.Seat) != 0 || m.seats[in.Seat].vacant {
			continue
		}
		heard |= 1 << in.Seat
		p := m.w.Roster.ByKey(m.seats[in.Seat].key)
		if p == nil {
			continue
		}
		first, last, at := len(m.wishes), p.LastSeq, uint8(0)
		err := ReadInput(in.Body, func(seq uint64, c command.Command) {
			if seq <= last {
				return
			}
			last = seq
			if c.Tick > m.w.Clock {
				at = max(at, uint8(min(c.Tick-m.w.Clock, game.Tick(ticks-1))))
			}
			m.wishes = append(m.wishes, wish{at, world.SeatCommand{Seat: p.Seat, Seq: seq, Command: c}})
		})
		if err != nil {
			m.wishes = m.wishes[:first]
		}
	}
	m.wishes = slices.DeleteFunc(m.wishes, func(w wish) bool {
		if m.moves(w.Command.Kind) {
			return false
		}
		p := m.w.Roster.BySeat(w.Seat)
		p.LastSeq = max(p.LastSeq, w.Seq)
		m.w.State.Refuse(p, w.Seq, event.NotAllowed)
		return true
	})
	slices.SortStableFunc(m.wishes, compareWishes)
}

// settleSeats notes which seats are vacant. The figure of a player that has gone stops.
func (m *Match) settleSeats(vacant uint16) {
	for k := range m.seats {
		s := &m.seats[k]
		is := vacant&(1<<k) != 0 || m.players[k].Key == (game.PlayerID{})
		if p := m.w.Roster.ByKey(s.key); is != s.vacant && p != nil {
			p.Move = fixed.SVec{}
		}
		s.vacant, m.court.Seats[k].Vacant = is, is
	}
}
