package island

import (
	"cmp"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
)

// Islands talk by messages (message.go). A message is cut into parcels, each
//
//	u8 1 if it is the last of its message, else 0
//	1 to MaxParcel-1 bytes of the message
//
// which are numbered from 1 for every pair of islands and direction, kept in the outbox until they are
// acknowledged, and taken into the inbox of the other side exactly once and in order: what has the number
// that Expect says. Outboxes and inboxes are part of the state. Turns bring parcels and acknowledgements
// (see turn.go), so that they take effect at the same tick everywhere.

const (
	// MaxParcel is the most bytes of a parcel.
	MaxParcel = 200
	// MaxMessage is the most bytes of a message, before it is cut. A longer one is never sent: a region
	// that does not fit stays with whom it is. What is received beyond it is dropped.
	MaxMessage = 1 << 17
	// MaxOutbox is the most parcels for one island that wait to be acknowledged. Beyond it what would go
	// over stays where it is: land is not given, bodies and players stop at the line.
	MaxOutbox = 2048
	// MaxBoxes is the most outboxes, and inboxes, of an island; what is said to or by more islands is
	// not taken.
	MaxBoxes = 1024
	// maxBacklog is the most parcels of an outbox that a snapshot may have: with what was forwarded.
	maxBacklog = 1 << 20
	// askAfter is how long an outbox to a child may stand still before home is asked what became of it.
	askAfter game.Tick = 10 * game.TicksPerSecond
)

// outbox is what this island has to say to another. It stays when it is empty, for its number.
type outbox struct {
	to    uint64
	first uint64    // number of the first parcel of the list, from 1
	since game.Tick // when it last moved
	list  [][]byte
}

// inbox is what is known of the parcels of another island: those that it sent to this one, or to one that
// has ended into this one.
type inbox struct {
	from, as uint64
	next     uint64 // number that is expected
	partial  []byte // of a message that is not whole yet
	lost     bool   // it has grown beyond MaxMessage
}

func findOutbox(i *State, to uint64) (int, bool) {
	return slices.BinarySearchFunc(i.outboxes, to, func(o outbox, to uint64) int { return cmp.Compare(o.to, to) })
}

func findInbox(i *State, from, as uint64) (int, bool) {
	return slices.BinarySearchFunc(i.inboxes, inbox{from: from, as: as}, compareInboxes)
}

func compareInboxes(a, b inbox) int {
	if c := cmp.Compare(a.from, b.from); c != 0 {
		return c
	}
	return cmp.Compare(a.as, b.as)
}

// parcelsOf returns how many parcels a message of that length takes.
func parcelsOf(length int) int { return max(1, (length+MaxParcel-2)/(MaxParcel-1)) }

// room reports whether a message of that length can be sent to an island now.
func roomToSend(i *State, to uint64, length int) bool {
	if length > MaxMessage {
		return false
	}
	k, ok := findOutbox(i, to)
	if !ok {
		return len(i.outboxes) < MaxBoxes
	}
	return len(i.outboxes[k].list)+parcelsOf(length) <= MaxOutbox
}

// send puts a message into an outbox. Notices of a few bytes may go beyond MaxOutbox, because there are
// few; whatever carries things or land asks roomToSend before.
func send(i *State, to uint64, message []byte) {
	if to == i.self || to == 0 {
		panic("island: a message to itself or to nobody")
	}
	k, ok := findOutbox(i, to)
	if !ok {
		i.outboxes = slices.Insert(i.outboxes, k, outbox{to: to, first: 1})
	}
	o := &i.outboxes[k]
	if len(o.list) == 0 {
		o.since = i.tick
	}
	for {
		n := min(len(message), MaxParcel-1)
		last := uint8(0)
		if n == len(message) {
			last = 1
		}
		o.list = append(o.list, append([]byte{last}, message[:n]...))
		if message = message[n:]; last == 1 {
			return
		}
	}
}

// Parcels appends the parcels for an island that are not acknowledged, from sequence number from on. They
// are read-only, and valid for ever.
func Parcels(i *State, to, from uint64, dst [][]byte) [][]byte {
	if k, ok := findOutbox(i, to); ok {
		o := &i.outboxes[k]
		if end := o.first + uint64(len(o.list)); from < end {
			dst = append(dst, o.list[max(from, o.first)-o.first:]...)
		}
	}
	return dst
}

// Towards appends the islands for which there are parcels, in ascending order.
func Towards(i *State, dst []uint64) []uint64 {
	for k := range i.outboxes {
		if len(i.outboxes[k].list) > 0 {
			dst = append(dst, i.outboxes[k].to)
		}
	}
	return dst
}

// Expect returns the number of the parcel that is wanted next from an island. It acknowledges all before.
func Expect(i *State, source uint64) uint64 {
	if k, ok := findInbox(i, source, i.self); ok {
		return i.inboxes[k].next
	}
	return 1
}

// Deliver adds a parcel of another island to a turn under construction, as Append does with commands.
// taken is true when the host is done with it, also when it has been delivered before; false without an
// error when it is to be offered again: one before it is missing, or the turn is full. An error means that
// it can never be taken.
func Deliver(i *State, turn []byte, source, seq uint64, parcel []byte) (out []byte, taken bool, err error) {
	if len(turn) == 0 {
		turn = i.Begin(turn, game.TicksPerTurn)
	}
	if source == 0 || source == i.self || seq == 0 || !validParcel(parcel) {
		return turn, false, fmt.Errorf("%w: parcel %d of island %x, %d bytes", ErrTurn, seq, source, len(parcel))
	}
	next, _, err := pendingMail(i, turn, source, seq, 0, 0)
	switch {
	case err != nil:
		return turn, false, err
	case seq < next || ended(i, source):
		return turn, true, nil
	case seq > next || next == 1 && len(i.inboxes) >= MaxBoxes:
		return turn, false, nil
	}
	longer := codec.U8(turn, 0)
	longer = codec.Uvarint(longer, parcelSeat)
	longer = codec.U64(longer, source)
	longer = codec.Blob(codec.Uvarint(longer, seq), parcel)
	if len(longer)-turnHead > command.MaxTurnBytes {
		return turn, false, nil
	}
	return longer, true, nil
}

// Acknowledge adds to a turn under construction that island by expects upto: what is before is forgotten.
func Acknowledge(i *State, turn []byte, by, upto uint64) (out []byte, taken bool, err error) {
	if len(turn) == 0 {
		turn = i.Begin(turn, game.TicksPerTurn)
	}
	k, ok := findOutbox(i, by)
	if by == 0 || by == i.self || upto == 0 {
		return turn, false, fmt.Errorf("%w: acknowledgement %d of island %x", ErrTurn, upto, by)
	}
	if !ok || upto <= i.outboxes[k].first {
		return turn, true, nil
	}
	if upto > i.outboxes[k].first+uint64(len(i.outboxes[k].list)) {
		return turn, false, fmt.Errorf("%w: island %x acknowledges %d, which was never sent", ErrTurn, by, upto)
	}
	_, done, err := pendingMail(i, turn, 0, 0, by, upto)
	if err != nil || done {
		return turn, done, err
	}
	longer := codec.U8(turn, 0)
	longer = codec.Uvarint(longer, acknowledgeSeat)
	longer = codec.U64(longer, by)
	longer = codec.Uvarint(longer, upto)
	if len(longer)-turnHead > command.MaxTurnBytes {
		return turn, false, nil
	}
	return longer, true, nil
}

// pendingMail returns which parcel is next of a source behind those in the turn, and whether the turn
// acknowledges as much already.
func pendingMail(i *State, turn []byte, source, seq, by, upto uint64) (next uint64, done bool, err error) {
	orders, _, err := i.decodeTurn(turn)
	if err != nil {
		return 0, false, err
	}
	next = Expect(i, source)
	for k := range orders {
		switch o := &orders[k]; {
		case o.mail == parcelSeat && o.island == source && o.Seq == next:
			next++
		case o.mail == acknowledgeSeat && o.island == by && o.Seq >= upto:
			done = true
		}
	}
	return next, done, nil
}

func validParcel(p []byte) bool { return len(p) >= 2 && len(p) <= MaxParcel && p[0] <= 1 }

// acknowledged forgets the parcels for an island before a number.
func acknowledged(i *State, by, upto uint64) {
	k, ok := findOutbox(i, by)
	if !ok {
		return
	}
	o := &i.outboxes[k]
	if upto <= o.first || upto > o.first+uint64(len(o.list)) {
		return
	}
	o.list = slices.Delete(o.list, 0, int(upto-o.first))
	o.first, o.since = upto, i.tick
}

// take takes a parcel in, if it is the one that is expected, and lets a message that it completes take
// effect.
func take(i *State, from, as, seq uint64, parcel []byte) {
	k, ok := findInbox(i, from, as)
	if !ok {
		if as == i.self && ended(i, from) {
			return // it was heard to the end
		}
		if seq != 1 || len(i.inboxes) >= MaxBoxes {
			return
		}
		i.inboxes = slices.Insert(i.inboxes, k, inbox{from: from, as: as, next: 1})
	}
	b := &i.inboxes[k]
	if seq != b.next || !validParcel(parcel) {
		return
	}
	b.next++
	b.lost = b.lost || len(b.partial)+len(parcel)-1 > MaxMessage
	if !b.lost {
		b.partial = append(b.partial, parcel[1:]...)
	} else {
		b.partial = nil
	}
	if parcel[0] == 0 {
		return
	}
	message, lost := b.partial, b.lost
	b.partial, b.lost = nil, false
	if !lost {
		heed(i, from, message)
	}
}

// ended reports whether home knows that an island has ended.
func ended(i *State, island uint64) bool { return i.self == Home && i.resolve(island) != island }

// closeBoxes drops what home keeps of its correspondence with an island that has ended, once all of it has
// been redirected and heard. A child keeps the numbers: it may still be told of that island as if it lived.
func closeBoxes(i *State, island uint64) {
	if i.self == Home {
		dropBoxes(i, island)
	}
}

// mailbag says of every outbox that stands still, and whose island may have ended, that home is to be
// asked what became of it.
func mailbag(i *State) {
	for k := range i.outboxes {
		o := &i.outboxes[k]
		if len(o.list) == 0 || o.to == Home || i.tick < o.since+askAfter {
			continue
		}
		o.since = i.tick
		if i.self == Home {
			if to := o.to; ended(i, to) {
				redirect(i, to, i.resolve(to))
				closeBoxes(i, to)
				return // the list of outboxes has changed
			}
			continue
		}
		sendWhere(i, o.to)
		return
	}
}

// redirect forwards what waits for an island that has ended to the one that it has ended into, or takes it
// in if it is this one.
func redirect(i *State, from, into uint64) {
	k, ok := findOutbox(i, from)
	if !ok || into == from {
		return
	}
	o := &i.outboxes[k]
	list, first := o.list, o.first
	o.first, o.list = o.first+uint64(len(list)), nil
	for n, p := range list {
		if into == i.self {
			take(i, i.self, from, first+uint64(n), p)
		} else {
			forward(i, into, i.self, from, first+uint64(n), p)
		}
	}
}
