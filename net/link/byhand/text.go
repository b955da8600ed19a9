// Package byhand writes the offer of a connection and its answer as short texts, which people copy, send by
// any messenger, or read as a picture. Two machines link by them without a server and without an open port.
//
// A Text holds the fields of an offer or answer of net/link/webrtc, without those that its reader knows, and
// a Description in place of the SDP. It is "manyhold-offer:" or "manyhold-answer:" and the base32 (RFC 4648,
// lower case, no padding) of
//
//	version u8, protocol u16 (see wire.Protocol): the same in every version
//	from 32, process began u64, random u64, number varint
//	answer: the first 4 bytes of the offer's signature
//	info (see link.AppendInfo), description (see Description), signature 64
//	the first 4 bytes of the SHA-256 of everything before
//
// Upper case, blank space and line breaks inside are tolerated, because mail and messengers add them. A text
// is as good as a stranger's packet: the limits are here, and whoever uses it verifies the signature.
package byhand

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

const (
	// OfferScheme and AnswerScheme begin the texts.
	OfferScheme, AnswerScheme = "manyhold-offer:", "manyhold-answer:"
	// MaxText is the longest text in characters, blank space aside.
	MaxText = 2400

	version  = 1
	checksum = 4 // bytes
	named    = 4 // bytes of the offer's signature in an answer
)

// The errors of Parse are sentences for people.
var (
	// ErrNotText reports that a text is neither an offer nor an answer.
	ErrNotText = errors.New("this is not a text for connecting by hand: one begins with \"" + OfferScheme + "\" or \"" + AnswerScheme + "\"")
	// ErrDamaged reports a wrong or missing character.
	ErrDamaged = errors.New("this text is cut short, or has a mistake in it: copy it again as a whole")
	// ErrVersion reports that another version of Manyhold made the text.
	ErrVersion = errors.New("this text was made by another version of Manyhold: update the older one")
)

// Text is an offer or an answer.
type Text struct {
	Answer        bool
	From          key.ID // who made it
	Began, Random uint64 // the run of the program that made it
	Number        uint64 // of the offer
	Offer         [named]byte
	Info          link.Info
	Description   Description
	Signature     [key.SignatureSize]byte
}

// Is reports whether a text claims to be an offer or an answer.
func Is(text string) bool {
	text = trim(text)
	return starts(text, OfferScheme) || starts(text, AnswerScheme)
}

func starts(text, scheme string) bool {
	return len(text) >= len(scheme) && strings.EqualFold(text[:len(scheme)], scheme)
}

// trim removes what people copy together with a text.
func trim(text string) string { return strings.Trim(text, " \t\r\n<>\"'`.") }

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// String returns the text.
func (t *Text) String() string {
	b := wire.AppendU16([]byte{version}, wire.Protocol)
	b = append(b, t.From[:]...)
	b = wire.AppendU64(b, t.Began)
	b = wire.AppendU64(b, t.Random)
	b = wire.AppendUvarint(b, t.Number)
	scheme := OfferScheme
	if t.Answer {
		scheme = AnswerScheme
		b = append(b, t.Offer[:]...)
	}
	b = link.AppendInfo(b, t.Info)
	b = t.Description.append(b)
	b = append(b, t.Signature[:]...)
	return scheme + strings.ToLower(encoding.EncodeToString(seal(b)))
}

// seal appends the checksum.
func seal(b []byte) []byte {
	sum := sha256.Sum256(b)
	return append(b, sum[:checksum]...)
}

// Parse reads a text. It does not verify the signature. Its errors are ErrNotText, ErrDamaged and ErrVersion.
func Parse(text string) (*Text, error) {
	text = trim(text)
	t := &Text{}
	switch {
	case starts(text, OfferScheme):
		text = text[len(OfferScheme):]
	case starts(text, AnswerScheme):
		text, t.Answer = text[len(AnswerScheme):], true
	default:
		return nil, ErrNotText
	}
	digits := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		return unicode.ToUpper(r)
	}, text)
	if len(digits) > MaxText {
		return nil, ErrDamaged
	}
	b, err := encoding.DecodeString(digits)
	if err != nil || len(b) < 1+2+checksum || encoding.EncodeToString(b) != digits {
		return nil, ErrDamaged
	}
	body := b[:len(b)-checksum]
	if string(seal(body[:len(body):len(body)])) != string(b) {
		return nil, ErrDamaged
	}
	c := wire.NewCursor(body)
	if v, protocol := c.U8(), c.U16(); v != version || protocol != wire.Protocol {
		return nil, ErrVersion
	}
	t.From, t.Began, t.Random, t.Number = c.Hash(), c.U64(), c.U64(), c.Uvarint()
	if t.Answer {
		copy(t.Offer[:], c.Bytes(named))
	}
	t.Info = link.ReadInfo(c)
	t.Description.read(c)
	t.Signature = c.Signature()
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w (its checksum is right, its contents are not)", ErrDamaged)
	}
	return t, nil
}

// Names is how an answer names its offer, whose signature is given.
func Names(offer [key.SignatureSize]byte) [named]byte { return [named]byte(offer[:named]) }

// Answers reports whether a text is the answer to an offer. Its signature decides in the end.
func (t *Text) Answers(offer *Text) bool {
	return t.Answer && !offer.Answer && t.Offer == Names(offer.Signature) && t.Number == offer.Number
}
