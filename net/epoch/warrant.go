package epoch

import (
	"errors"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Warrants
//
// A warrant is a player's signature under one of its commands. Those of a turn stand beside its body,
// in the same entry of the log: so whoever has the entry can show who asked for what is in it, also when another leads by
// then, or when it is asked for what somebody missed. They are no part of the chain, of a Turn and of the file: once a turn is
// committed, those who vouch for it are the committee.
//
// What is signed, and which commands need it, is for the host to say; here the warrants of a turn are, aggregated (see
// key.Aggregate),
//
//	of each, in ascending order of the places:
//		u8 place of the command among those of the turn, from 0 on
//		the first half of its signature (32 bytes)
//	what all the second halves were made into (32 bytes)

// WarrantSize is the length of one warrant among those of a turn in bytes.
const WarrantSize = 1 + key.HalfSize

var (
	// ErrUnwarranted says that a turn has a command that its author did not sign. Config.Warranted returns it.
	ErrUnwarranted = errors.New("a command that its author did not sign")
	// ErrUncertain says that it cannot be told yet whether a turn's commands are their authors'. Config.Warranted returns it:
	// the turn, and all after it, are left for another time, and nobody is thought the worse of.
	ErrUncertain = errors.New("commands that cannot be told to be their authors'")
)

// Share says what of the log somebody gets in a run.
type Share struct {
	Warrants bool // those of the turns, too
	// Had is the index of the last entry that the receiver's log is known to have: AppendWindow repeats none up to it.
	Had uint64
}

// AppendWarrant appends the warrant of a command by its place, which is below 256. AppendHalf follows the last.
func AppendWarrant(dst []byte, place int, nonce [key.HalfSize]byte) []byte {
	return append(append(dst, byte(place)), nonce[:]...)
}

// AppendHalf appends what all have in common.
func AppendHalf(dst []byte, half [key.HalfSize]byte) []byte { return append(dst, half[:]...) }

// Warrant takes the first of a turn's warrants; ok=false: there is none, and rest is what Half takes.
func Warrant(b []byte) (place int, nonce [key.HalfSize]byte, rest []byte, ok bool) {
	if len(b) < WarrantSize+key.HalfSize {
		return 0, nonce, b, false
	}
	return int(b[0]), [key.HalfSize]byte(b[1:]), b[WarrantSize:], true
}

// Half takes what the warrants have in common, after the last of them; zero when there were none.
func Half(b []byte) (half [key.HalfSize]byte) {
	copy(half[:], b)
	return half
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
	n := len(warrants) - key.HalfSize
	if n <= 0 || n%WarrantSize != 0 {
		return nil, nil, fmt.Errorf("%d bytes of warrants", len(warrants))
	}
	for i := WarrantSize; i < n; i += WarrantSize {
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

// of is what somebody gets of an entry's data: all of it, or of a turn with warrants its kind and its body.
func (s Share) of(data []byte) (kind, rest []byte) {
	if s.Warrants || len(data) == 0 || data[0] != entryWarranted {
		return nil, data
	}
	return bareKind, bodyOf(data)
}

var bareKind = []byte{entryTurn}

// size is about how many bytes of a run an entry takes.
func (s Share) size(data []byte) int {
	kind, rest := s.of(data)
	return len(kind) + len(rest) + 5
}

// append appends what of an entry's data goes to somebody, with its length.
func (s Share) append(dst, data []byte) []byte {
	kind, rest := s.of(data)
	dst = wire.AppendUvarint(dst, uint64(len(kind)+len(rest)))
	return append(append(dst, kind...), rest...)
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
