// Package shout is a player's message to a whole world. A shout is signed by its author and is not part of
// the world's state: it goes from peer to peer, is shown, and is forgotten.
//
// Its bytes are, after the message's kind:
//
//	world 32, author 32 (a key), turn uvarint, number uvarint, name text, words text, signature 64
//
// turn is the last turn of the spawn island that the author had executed. It stands for the time of the
// shout: no clock is used, so that a wrong clock silences nobody. number counts the author's shouts of that
// turn. An author's later shout has a greater turn, or the same turn and a greater number. The signature,
// in the domain "manyhold shout", covers everything before it.
//
// A Book accepts each shout once, if it is at most Fresh turns old, and limits how often each author
// shouts.
package shout

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// MaxWords and MaxName are the longest texts in bytes; longer ones are refused.
	MaxWords, MaxName = 200, 64
	// MaxSize is the longest encoded shout in bytes.
	MaxSize = 32 + 32 + 10 + 10 + 1 + MaxName + 2 + MaxWords + key.SignatureSize

	domain = "manyhold shout"
	// most is beyond all turns.
	most = 1 << 62
)

// Shout is a player's message to its whole world.
type Shout struct {
	World     [32]byte
	Author    key.ID
	Turn      uint64 // of the spawn island, at the time of the shout
	Number    uint64 // of the author's shouts of that turn, from 0
	Name      string // of the author
	Words     string
	Signature [key.SignatureSize]byte
}

// ErrWords reports that a text cannot be shown: it is blank, longer than MaxWords, or would change how
// other lines look.
var ErrWords = errors.New("shout: these words cannot be shown")

// body appends the signed bytes.
func (s *Shout) body(dst []byte) []byte {
	dst = append(append(dst, s.World[:]...), s.Author[:]...)
	dst = wire.AppendUvarint(wire.AppendUvarint(dst, s.Turn), s.Number)
	return wire.AppendText(wire.AppendText(dst, s.Name), s.Words)
}

// Append appends the encoded shout.
func (s *Shout) Append(dst []byte) []byte { return append(s.body(dst), s.Signature[:]...) }

// Sign makes p the author.
func (s *Shout) Sign(p key.Pair) {
	s.Author = p.ID()
	s.Signature = p.Sign(domain, s.body(nil))
}

// Signed reports whether the author has signed it.
func (s *Shout) Signed() bool { return key.Verify(s.Author, domain, s.body(nil), s.Signature) }

// Before reports whether s is the earlier of two shouts of one author.
func (s *Shout) Before(o *Shout) bool {
	return s.Turn < o.Turn || s.Turn == o.Turn && s.Number < o.Number
}

// Decode reads a shout and copies what it keeps. Only Signed verifies the signature.
func Decode(b []byte) (s Shout, err error) {
	c := wire.NewCursor(b)
	s = Shout{World: c.Hash(), Author: c.Hash(), Turn: c.Uvarint(), Number: c.Uvarint(), Name: c.Text(MaxName), Words: c.Text(MaxWords), Signature: c.Signature()}
	if c.Err() == nil && (s.Turn >= most || s.Number >= most) {
		c.Fail(fmt.Errorf("shout: number %d of turn %d", s.Number, s.Turn))
	}
	if c.Err() == nil && (!Sayable(s.Words) || !Sayable(s.Name)) {
		c.Fail(ErrWords)
	}
	return s, c.Done()
}

// Sayable reports whether a text can be shown among others: UTF-8 of at most MaxWords bytes with something
// visible, and no character that controls a terminal or the direction of writing. Local chat has the same
// rule.
func Sayable(text string) bool {
	if len(text) > MaxWords || !utf8.ValidString(text) {
		return false
	}
	seen := false
	for _, r := range text {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			return false
		case r == ' ', r == 0xa0, r >= 0x2000 && r <= 0x200f, r == 0x3000:
		default:
			seen = true
		}
	}
	return seen
}
