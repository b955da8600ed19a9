package epoch

import (
	"errors"
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Command signatures
//
// A command signature is a player's signature of one of its commands. The signatures of a turn stand beside
// its body, in the same entry of the log. So every peer with the entry can prove the author of each command,
// even under a later leader, and when it resends old entries. They are not part of the chain. Once a turn of
// a firm epoch is committed, the committee vouches for it, and the file does not keep them. Those of a
// provisional epoch are kept: whoever takes that in later asks for proof.
//
// The host decides which commands need a signature, and which bytes are signed. The signatures of a turn are
// aggregated (see key.Aggregate):
//
//	of each, in ascending order of the places:
//		u8 place of the command among those of the turn, from 0 on
//		the first half of its signature (32 bytes)
//	the aggregate of all second halves (32 bytes)

// CommandSignatureSize is the length in bytes of one command's part of the signatures.
const CommandSignatureSize = 1 + key.HalfSize

var (
	// ErrUnsigned reports that a turn has a command that its author did not sign. Config.VerifyCommands
	// returns it.
	ErrUnsigned = errors.New("a command that its author did not sign")
	// ErrUncertain reports that the authors of a turn's commands cannot be determined yet.
	// Config.VerifyCommands returns it. The turn and all after it are deferred, and no peer is accused.
	ErrUncertain = errors.New("the authors of commands cannot be determined yet")
)

// Share selects the parts of the log that a receiver gets in a run.
type Share struct {
	Signatures bool // those of the turns, too
	// Had is the index of the last entry that the receiver is known to have: AppendWindow repeats none up
	// to it.
	Had uint64
}

// AppendCommandSignature appends the signature of a command by its place, which is below 256. AppendAggregate
// follows the last.
func AppendCommandSignature(dst []byte, place int, nonce [key.HalfSize]byte) []byte {
	return append(append(dst, byte(place)), nonce[:]...)
}

// AppendAggregate appends the aggregate of all second halves.
func AppendAggregate(dst []byte, half [key.HalfSize]byte) []byte { return append(dst, half[:]...) }

// ReadCommandSignature takes the first of a turn's signatures. ok is false if there is none; rest is the
// input for ReadAggregate.
func ReadCommandSignature(b []byte) (place int, nonce [key.HalfSize]byte, rest []byte, ok bool) {
	if len(b) < CommandSignatureSize+key.HalfSize {
		return 0, nonce, b, false
	}
	return int(b[0]), [key.HalfSize]byte(b[1:]), b[CommandSignatureSize:], true
}

// ReadAggregate takes the aggregate, after the last signature; zero when there were none.
func ReadAggregate(b []byte) (half [key.HalfSize]byte) {
	copy(half[:], b)
	return half
}

// signedEntry returns an entry's data: a turn's body and its command signatures, if there are any.
func signedEntry(body, signatures []byte) []byte {
	if len(signatures) == 0 {
		return append([]byte{entryTurn}, body...)
	}
	b := append(make([]byte, 0, 1+3+len(body)+len(signatures)), entrySigned)
	return append(wire.AppendBlob(b, body), signatures...)
}

// isTurn reports whether an entry is a turn.
func isTurn(data []byte) bool {
	return len(data) > 0 && (data[0] == entryTurn || data[0] == entrySigned)
}

// splitTurn takes a turn's entry apart.
func splitTurn(data []byte) (body, signatures []byte, err error) {
	if data[0] == entryTurn {
		return data[1:], nil, nil
	}
	c := wire.NewCursor(data[1:])
	body, signatures = c.Blob(MaxData), c.Rest()
	if err := c.Err(); err != nil {
		return nil, nil, err
	}
	n := len(signatures) - key.HalfSize
	if n <= 0 || n%CommandSignatureSize != 0 {
		return nil, nil, fmt.Errorf("%d bytes of command signatures", len(signatures))
	}
	for i := CommandSignatureSize; i < n; i += CommandSignatureSize {
		if signatures[i] <= signatures[i-CommandSignatureSize] {
			return nil, nil, errors.New("command signatures out of order")
		}
	}
	return body, signatures, nil
}

// bodyOf is the body of a turn's entry that the log has.
func bodyOf(data []byte) []byte {
	body, _, err := splitTurn(data)
	must(err)
	return body
}

// of returns the receiver's part of an entry's data: all of it, or kind and body of a turn without its
// signatures.
func (s Share) of(data []byte) (kind, rest []byte) {
	if s.Signatures || len(data) == 0 || data[0] != entrySigned {
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

// append appends the receiver's part of an entry's data, with its length.
func (s Share) append(dst, data []byte) []byte {
	kind, rest := s.of(data)
	dst = wire.AppendUvarint(dst, uint64(len(kind)+len(rest)))
	return append(append(dst, kind...), rest...)
}

// Replaces reports whether a run of a peer, given to Accept in the same way, could replace entries of the
// log, and after which turn. It is false for a peer that Accept ignores, and for a run that contradicts
// committed entries.
func (e *Epoch) Replaces(from key.ID, r *Run, relayed bool) (after uint64, yes bool) {
	if e.heeded(from) == 0 || r.Term < e.term || r.Term == e.term && e.Leading() || !relayed && r.Term <= e.intake.invalidTerm {
		return 0, false
	}
	last := r.Last()
	if relayed {
		last = min(last, r.Commit)
	}
	return e.replaced(r, last)
}
