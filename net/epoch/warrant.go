package epoch

import (
	"errors"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Warrants
//
// A warrant is a player's signature under one of its commands. It stands beside the body of the turn that takes the command,
// in the same entry of the log: so whoever has the entry can show who asked for what is in it, also when another leads by
// then, or when it is asked for what somebody missed. It is no part of the chain, of a Turn and of the file: once a turn is
// committed, those who vouch for it are the committee.
//
// What is signed, and which commands need it, is for the host to say; here a warrant is
//
//	u8 place of the command among those of the turn, from 0 on
//	u8 first byte of its author's key, so that each can be given its own
//	signature (64 bytes)
//
// in ascending order of the places.

// WarrantSize is the length of a warrant in bytes.
const WarrantSize = 1 + 1 + key.SignatureSize

var (
	// ErrUnwarranted says that a turn has a command that its author did not sign. Config.Warranted returns it.
	ErrUnwarranted = errors.New("a command that its author did not sign")
	// ErrUncertain says that it cannot be told yet whether a turn's commands are their authors'. Config.Warranted returns it:
	// the turn, and all after it, are left for another time, and nobody is thought the worse of.
	ErrUncertain = errors.New("commands that cannot be told to be their authors'")
)

// Share says what of the log somebody gets in a run: which warrants, all, or those of one author. The zero Share is none of these.
type Share struct {
	All bool
	Of  key.ID
	// Had is the index of the last entry that the receiver's log is known to have: AppendWindow repeats none up to it.
	Had uint64
}

// AppendWarrant appends a warrant. The place is below 256.
func AppendWarrant(dst []byte, place int, author key.ID, signature [key.SignatureSize]byte) []byte {
	return append(append(dst, byte(place), author[0]), signature[:]...)
}

// Warrant takes the first of several warrants; ok=false: there is none.
func Warrant(b []byte) (place int, signature [key.SignatureSize]byte, rest []byte, ok bool) {
	if len(b) < WarrantSize {
		return 0, signature, nil, false
	}
	return int(b[0]), [key.SignatureSize]byte(b[2:]), b[WarrantSize:], true
}

// warrantedEntry writes an entry's data: a turn's body and the warrants, if there are any.
func warrantedEntry(body, warrants []byte) []byte {
	if len(warrants) == 0 {
		return append([]byte{entryTurn}, body...)
	}
	b := append(make([]byte, 0, 1+3+len(body)+len(warrants)), entryWarranted)
	return append(wire.AppendBlob(b, body), warrants...)
}

// isTurn reports whether an entry is a turn.
func isTurn(data []byte) bool {
	return len(data) > 0 && (data[0] == entryTurn || data[0] == entryWarranted)
}

// splitTurn takes a turn's entry apart.
func splitTurn(data []byte) (body, warrants []byte, err error) {
	if data[0] == entryTurn {
		return data[1:], nil, nil
	}
	c := wire.NewCursor(data[1:])
	body, warrants = c.Blob(MaxData), c.Rest()
	if err := c.Err(); err != nil {
		return nil, nil, err
	}
	if len(warrants) == 0 || len(warrants)%WarrantSize != 0 {
		return nil, nil, fmt.Errorf("%d bytes of warrants", len(warrants))
	}
	for i := WarrantSize; i < len(warrants); i += WarrantSize {
		if warrants[i] <= warrants[i-WarrantSize] {
			return nil, nil, errors.New("warrants out of order")
		}
	}
	return body, warrants, nil
}

// bodyOf is the body of a turn's entry that the log has.
func bodyOf(data []byte) []byte {
	body, _, err := splitTurn(data)
	must(err)
	return body
}

// split takes an entry's data apart for somebody: what goes to it is the body with the warrants for which gives reports true.
func (s Share) split(data []byte) (body, warrants []byte, part bool) {
	if s.All || len(data) == 0 || data[0] != entryWarranted {
		return data, nil, false
	}
	body, warrants, err := splitTurn(data)
	must(err)
	return body, warrants, true
}

// gives reports whether the first of several warrants goes to somebody.
func (s Share) gives(warrants []byte) bool { return !s.Of.IsZero() && warrants[1] == s.Of[0] }

// size is about how many bytes of a run an entry takes.
func (s Share) size(data []byte) int {
	body, warrants, part := s.split(data)
	n := len(body) + 6
	for ; part && len(warrants) > 0; warrants = warrants[WarrantSize:] {
		if s.gives(warrants) {
			n += WarrantSize
		}
	}
	return n
}

// append appends what of an entry's data goes to somebody, with its length.
func (s Share) append(dst, data []byte) []byte {
	body, warrants, part := s.split(data)
	if !part {
		return wire.AppendBlob(dst, data)
	}
	n := 0
	for w := warrants; len(w) > 0; w = w[WarrantSize:] {
		if s.gives(w) {
			n += WarrantSize
		}
	}
	if n == 0 {
		dst = append(wire.AppendUvarint(dst, uint64(1+len(body))), entryTurn)
		return append(dst, body...)
	}
	length := len(wire.AppendUvarint(make([]byte, 0, 10), uint64(len(body))))
	dst = append(wire.AppendUvarint(dst, uint64(1+length+len(body)+n)), entryWarranted)
	dst = wire.AppendBlob(dst, body)
	for w := warrants; len(w) > 0; w = w[WarrantSize:] {
		if s.gives(w) {
			dst = append(dst, w[:WarrantSize]...)
		}
	}
	return dst
}

// warranted asks the host for its judgement of the turn of an entry, which follows a position.
func (e *Epoch) warranted(before Position, body, warrants []byte) error {
	if e.config.Warranted == nil || e.concluding {
		return nil
	}
	return e.config.Warranted(before, body, warrants)
}

// Replaces reports whether a run of a peer, given to Accept so, could take the place of entries that the log has, and after which
// turn: not that of a peer to whom Accept does not listen, or one that contradicts what is committed.
func (e *Epoch) Replaces(from key.ID, r *Run, relayed bool) (after uint64, yes bool) {
	if e.idOf(from) == 0 || e.renounced[from] || r.Term < e.term || r.Term == e.term && e.Leading() || !relayed && r.Term <= e.liar {
		return 0, false
	}
	last := min(r.Last(), e.lastIndex())
	if relayed {
		last = min(last, r.Commit)
	}
	for index := max(r.Previous, e.base.Index); index <= last; index++ {
		term := r.LogTerm
		if index > r.Previous {
			term = r.Entries[index-r.Previous-1].Term
		}
		switch {
		case term == e.termAt(index):
		case index > e.committed && index > r.Previous:
			return e.at(index - 1).turn, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// Fits reports whether the newest entry with its share of warrants fits a window of budget bytes. What is no turn does not go at
// once where it does not fit: who lacks it asks.
func (e *Epoch) Fits(budget int, share Share) bool {
	data := e.lastEntry().data
	return len(data) == 0 || !isTurn(data) || share.size(data) <= budget
}
