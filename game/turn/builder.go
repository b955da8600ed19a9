package turn

import (
	"bytes"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/world"
)

// Builder is a turn under construction, which follows a state. It keeps the parsed form of all that was
// added, so that a command costs as much in a full turn as in an empty one. The state is not stepped
// meanwhile.
type Builder struct {
	state   *world.State
	bytes   []byte
	records []Record
	authors shares
	asleep  []entity.Seat // players that are put to sleep
	mail    []mailShare
	decided []world.Ordinance
}

// mailShare is another island's part of the turn so far.
type mailShare struct {
	island       uint64
	next         uint64 // number of its next parcel, 0: none was added
	acknowledged uint64 // number that it expects, 0: none was added
}

// Begin starts an empty turn of that many ticks, clamped to what is valid. All that the builder held before
// is dropped.
func (b *Builder) Begin(i *world.State, ticks uint8) {
	b.state = i
	b.bytes = append(b.bytes[:0], version, min(max(ticks, 1), game.MaxTicksPerTurn))
	b.records = b.records[:0]
	b.authors.n, b.asleep, b.mail, b.decided = 0, b.asleep[:0], b.mail[:0], b.decided[:0]
}

// Empty reports whether nothing was added.
func (b *Builder) Empty() bool { return len(b.bytes) == Head }

// Turn ends the construction. The turn has memory of its own.
func (b *Builder) Turn() *Turn {
	t := &Turn{Ticks: b.bytes[1], bytes: bytes.Clone(b.bytes)}
	if len(b.records) > 0 {
		t.Records = append(make([]Record, 0, len(b.records)), b.records...)
	}
	return t
}

// add adds a record, if the turn has room for it: longer is the turn with it, which ends with its body.
func (b *Builder) add(r *Record, longer []byte, body int) bool {
	if len(longer)-Head > command.MaxTurnBytes {
		return false
	}
	if body > 0 {
		r.from, r.to = uint16(len(longer)-body), uint16(len(longer))
	}
	b.bytes, b.records = longer, append(b.records, *r)
	return true
}

// Append adds a command. The author's commands must be offered in their order. taken is true when the host is
// done with the command, also when it has been executed before. If taken is false and there is no error, the
// host must offer the command again for the next turn: it does not fit, is meant for a later tick, or a
// command before it is missing (see world.Patience). An error means that it can never be taken.
func (b *Builder) Append(author [32]byte, seq uint64, body []byte) (taken bool, err error) {
	c, err := command.Decode(body)
	if err != nil {
		return false, err
	}
	if seq == 0 || c.Kind == command.Sleep {
		return false, fmt.Errorf("%w: %s numbered %d", command.ErrMalformed, c.Kind, seq)
	}
	i := b.state
	r := Record{SeatCommand: world.SeatCommand{Key: author, Seq: seq, Command: c}}
	p := i.Roster.ByKey(author)
	last := uint64(0)
	if p != nil {
		r.Seat, last = p.Seat, p.LastSeq
	}
	mine := b.shareOf(r.Seat, &r.Key)
	last = max(last, mine.seq)
	switch end := i.Clock + game.Tick(b.bytes[1]); {
	case seq <= last:
		return true, nil
	case seq != last+1 && c.Tick+world.Patience > i.Clock:
		return false, nil
	case p == nil && i.Register.Elsewhere(author):
		return false, fmt.Errorf("%w: %s", world.ErrElsewhere, c.Kind)
	case p == nil && c.Kind != command.Enter:
		if mine.count > 0 {
			return false, nil // its Enter is in this very turn
		}
		return false, fmt.Errorf("%w: %s", world.ErrStranger, c.Kind)
	case c.Tick >= end && c.Tick < end+world.Ahead:
		return false, nil
	case c.Tick > i.Clock && c.Tick < end:
		r.At = uint8(c.Tick - i.Clock)
	}
	r.At = max(r.At, mine.at)
	if c.Kind == command.Enter {
		r.Seat = 0 // Enter always names the key
	} else {
		r.Key = game.PlayerID{} // as Parse leaves it
	}
	longer := AppendRecord(b.bytes, &r, body)
	size := len(longer) - len(b.bytes)
	if size > command.MaxPlayerBytes {
		return false, fmt.Errorf("%w: %s fits no turn with its %d bytes", command.ErrMalformed, c.Kind, size)
	}
	if mine.count >= command.MaxPerTurn || int(mine.bytes)+size > command.MaxPlayerBytes || !b.add(&r, longer, len(body)) {
		return false, nil
	}
	b.authors.add(&r, size)
	return true, nil
}

// shareOf returns the part of an author that may have a seat, and whose Enter names its key all the same.
func (b *Builder) shareOf(seat entity.Seat, key *game.PlayerID) (mine share) {
	if o := b.authors.find(0, key); o != nil {
		mine = *o
	}
	if o := b.authors.find(seat, key); o != nil && seat != 0 {
		mine.count += o.count
		mine.bytes += o.bytes
		mine.seq, mine.at = max(mine.seq, o.seq), max(mine.at, o.at)
	}
	return mine
}

// Depart adds that a player's peer is gone, so that its body falls asleep. It is false when there is nothing
// to add: the player is not awake in the world, the turn says so already, or is full.
func (b *Builder) Depart(author [32]byte) bool {
	p := b.state.Roster.ByKey(author)
	if p == nil || !b.state.IsAwake(p) {
		return false
	}
	if slices.Contains(b.asleep, p.Seat) {
		return false
	}
	r := Record{SeatCommand: world.SeatCommand{Seat: p.Seat, Command: command.Command{Kind: command.Sleep}}}
	var sleep [4]byte
	body := command.Append(sleep[:0], r.SeatCommand.Command)
	if !b.add(&r, AppendRecord(b.bytes, &r, body), len(body)) {
		return false
	}
	b.asleep = append(b.asleep, p.Seat)
	return true
}

// Proclaim adds an ordinance. It is false when there is nothing to add: the ordinance holds, the turn has one
// about the same or is full, or it is no ordinance of these rules.
func (b *Builder) Proclaim(o world.Ordinance) bool {
	if !o.Valid() || !b.state.Code.Differs(o) || !another(b.decided, &o) {
		return false
	}
	longer := codec.Uvarint(codec.U8(b.bytes, 0), ordinanceSeat)
	if !b.add(&Record{Kind: Ordinance, Ordinance: o}, world.AppendOrdinance(longer, &o), 0) {
		return false
	}
	b.decided = append(b.decided, o)
	return true
}

// Publish adds the next piece of a blueprint's bytes: at most room bytes of it. It is false when there is
// nothing to add: the rules do not admit the version (see act.Admits), a piece was added
// before, or the turn is full.
func (b *Builder) Publish(p *blueprint.Blueprint, data []byte, room int) bool {
	i := b.state
	if slices.ContainsFunc(b.records, func(r Record) bool { return r.Kind == Piece }) ||
		act.Admits(i, p, blueprint.HashOf(data), len(data)) != event.NoReason {
		return false
	}
	const around = 24 // what is round the bytes of a piece
	piece, ok := b.state.Blueprints.Next(p, data, min(room, command.MaxTurnBytes+Head-len(b.bytes)-around))
	if !ok {
		return false
	}
	body := blueprint.AppendPiece(nil, &piece)
	longer := codec.Blob(codec.Uvarint(codec.U8(b.bytes, 0), pieceSeat), body)
	return b.add(&Record{Kind: Piece}, longer, len(body))
}

// Deliver adds a parcel of another island, as Append does with commands. taken is true when the host is done
// with the parcel, also when it has been delivered before. If taken is false and there is no error, the host
// must offer it again: an earlier parcel is missing, or the turn is full. An error means that it can never be
// taken.
func (b *Builder) Deliver(source, seq uint64, parcel []byte) (taken bool, err error) {
	i := b.state
	if source == 0 || source == i.Register.SelfID || seq == 0 || !world.ValidParcel(parcel) {
		return false, fmt.Errorf("%w: parcel %d of island %x, %d bytes", ErrMalformed, seq, source, len(parcel))
	}
	mine := b.mailOf(source)
	next := max(mine.next, federation.Expect(i, source))
	switch {
	case seq < next || federation.Ended(i, source):
		return true, nil
	case seq > next || next == 1 && len(i.Mail.Inboxes) >= world.MaxBoxes:
		return false, nil
	}
	r := Record{Kind: Parcel, Island: source}
	r.Seq = seq
	longer := codec.U64(codec.Uvarint(codec.U8(b.bytes, 0), parcelSeat), source)
	longer = codec.Blob(codec.Uvarint(longer, seq), parcel)
	if !b.add(&r, longer, len(parcel)) {
		return false, nil
	}
	mine.next = next + 1
	return true, nil
}

// Acknowledge adds that island by expects parcel upto: the outbox drops the earlier ones.
func (b *Builder) Acknowledge(by, upto uint64) (taken bool, err error) {
	i := b.state
	k, ok := federation.FindOutbox(i, by)
	if by == 0 || by == i.Register.SelfID || upto == 0 {
		return false, fmt.Errorf("%w: acknowledgement %d of island %x", ErrMalformed, upto, by)
	}
	if !ok || upto <= i.Mail.Outboxes[k].First {
		return true, nil
	}
	if upto > i.Mail.Outboxes[k].First+uint64(len(i.Mail.Outboxes[k].List)) {
		return false, fmt.Errorf("%w: island %x acknowledges %d, which was never sent", ErrMalformed, by, upto)
	}
	mine := b.mailOf(by)
	if mine.acknowledged >= upto {
		return true, nil
	}
	r := Record{Kind: Acknowledgement, Island: by}
	r.Seq = upto
	longer := codec.U64(codec.Uvarint(codec.U8(b.bytes, 0), acknowledgeSeat), by)
	if !b.add(&r, codec.Uvarint(longer, upto), 0) {
		return false, nil
	}
	mine.acknowledged = upto
	return true, nil
}

// mailOf returns an island's part, which stays valid until the next call.
func (b *Builder) mailOf(island uint64) *mailShare {
	for k := range b.mail {
		if b.mail[k].island == island {
			return &b.mail[k]
		}
	}
	b.mail = append(b.mail, mailShare{island: island})
	return &b.mail[len(b.mail)-1]
}
