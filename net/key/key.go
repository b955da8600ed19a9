// Package key is the identity of a peer: an ed25519 key made at first start. A player's id is the public
// key; the name is decoration.
//
// # Text
//
// An id is written as 52 characters: the 32 bytes in base32 (RFC 4648, lower case, no padding). The first
// eight characters are enough for people and logs.
//
// # Signatures
//
// A signature always names its domain, a short constant such as "manyhold offer 1". So a signature for one
// purpose proves nothing for another. ed25519 signs
//
//	"manyhold\x00", one byte length of the domain, the domain, the message
//
// # The file
//
// identity.key in the data directory, readable by its owner only, is text of two lines:
//
//	manyhold identity 1
//	<64 characters: base32 of the 32 byte seed and 8 bytes of its SHA-256>
//
// It appears complete or not at all. The owner of the file is the player. A damaged file is never replaced.
package key

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
)

// Sizes, in bytes or characters.
const (
	// TextLength is the number of characters of an ID's String.
	TextLength = 52
	// ShortLength is the number of characters of an ID's Short.
	ShortLength = 8
	// SignatureSize is the length of a signature in bytes.
	SignatureSize = 64
	// MaxDomain is the longest domain of a signature in bytes.
	MaxDomain = 64
)

// ErrText reports that a text is not an id.
var ErrText = errors.New("key: an id is 52 characters of a to z and 2 to 7")

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ID is an ed25519 public key. The zero value stands for no peer. It converts to game.PlayerID.
type ID [32]byte

// String returns the id in 52 characters.
func (id ID) String() string { return encoding.EncodeToString(id[:]) }

// Short returns the first eight characters, for people and logs.
func (id ID) Short() string { return id.String()[:ShortLength] }

// IsZero reports whether the id stands for no peer.
func (id ID) IsZero() bool { return id == ID{} }

// Less orders ids by their bytes. Where two peers must agree on an order, the lesser id goes first.
func (id ID) Less(other ID) bool { return string(id[:]) < string(other[:]) }

// Compare orders two keys by their bytes.
func (id ID) Compare(other ID) int { return bytes.Compare(id[:], other[:]) }

// Prefix is the first eight bytes, in the same order as the keys.
func (id ID) Prefix() uint64 { return binary.BigEndian.Uint64(id[:]) }

// ParseID reads the text of String. Its error is ErrText.
func ParseID(text string) (ID, error) {
	var id ID
	if len(text) != TextLength {
		return id, ErrText
	}
	b, err := encoding.DecodeString(text)
	if err != nil || len(b) != len(id) {
		return id, ErrText
	}
	copy(id[:], b)
	if id.String() != text { // the last character carries four bits that must be zero
		return ID{}, ErrText
	}
	return id, nil
}

// Pair is an identity together with its private key. It prints as the id.
type Pair struct {
	private ed25519.PrivateKey
	id      ID
}

// Generate makes a new identity from the system's randomness.
func Generate() Pair {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed) // never fails, see crypto/rand
	return FromSeed([ed25519.SeedSize]byte(seed))
}

// FromSeed returns the identity of a 32 byte seed; tests use it for identities known beforehand.
func FromSeed(seed [ed25519.SeedSize]byte) Pair {
	private := ed25519.NewKeyFromSeed(seed[:])
	return Pair{private: private, id: ID(private.Public().(ed25519.PublicKey))}
}

// ID returns the public half.
func (p Pair) ID() ID { return p.id }

// IsZero reports whether p holds no key.
func (p Pair) IsZero() bool { return p.private == nil }

// String returns the id; the private key is never printed.
func (p Pair) String() string { return p.id.String() }

// GoString returns the id; the private key is never printed.
func (p Pair) GoString() string { return fmt.Sprintf("key.Pair(%s)", p.id) }

// Sign signs msg for the domain. A domain that is empty or longer than MaxDomain, and a Pair without a
// key, are mistakes of the caller and panic.
func (p Pair) Sign(domain string, msg []byte) [SignatureSize]byte {
	if p.private == nil {
		panic("key: Sign with a zero Pair")
	}
	return [SignatureSize]byte(ed25519.Sign(p.private, statement(domain, msg)))
}

// Verify reports whether sig is id's signature of msg for the domain.
func Verify(id ID, domain string, msg []byte, sig [SignatureSize]byte) bool {
	if id.IsZero() {
		return false
	}
	return ed25519.Verify(id[:], statement(domain, msg), sig[:])
}

// statement is the exact byte string that is signed.
func statement(domain string, msg []byte) []byte {
	if domain == "" || len(domain) > MaxDomain {
		panic(fmt.Sprintf("key: a signature's domain of %d bytes", len(domain)))
	}
	b := make([]byte, 0, 10+len(domain)+len(msg))
	b = append(b, "manyhold\x00"...)
	b = append(b, byte(len(domain)))
	b = append(b, domain...)
	return append(b, msg...)
}
