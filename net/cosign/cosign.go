// Package cosign is one way to have several voters sign the same statement: a type for a statement with its
// signatures, its encoding, and a Collector that gathers them.
//
// # Statement
//
// A Statement is a domain (see package key), a number and a message. A voter signs the message, for the
// domain. The number orders the statements of one domain, as a turn does; it is not signed by itself, so the
// message must contain all relevant facts.
//
// # Threshold
//
// The required number of signatures depends on the consequences of the statement.
//
//	All        every voter: nothing else may ever be true (a recovery)
//	TwoThirds  at least two thirds: it is verified years later, when liars can no longer be found (a
//	           checkpoint)
//	Majority   more than half: as many as commit a turn (a message between islands, an accusation)
//
// # Uses
//
//	what                    statement                                 threshold  collected by
//	epoch.Certificate       a checkpoint's turn, chain hash and root  TwoThirds  every peer that executes
//	                                                                             the island, from the
//	                                                                             signatures that voters send
//	                                                                             to all
//	epoch.Accusation        "this leader forged a command"            Majority   every peer, from
//	                                                                             accusations that peers pass
//	                                                                             on
//	letter of net/host      parcels from one island to another        Majority   the island's leader, which
//	                                                                             asks each voter
//	epoch.Record, Agreed    the record that ends a dead epoch         All        every voter, from the
//	                                                                             reports of all
//
// Each of them gathers with a Collector. A certificate begins a statement when its state is committed; one of
// another root for the same turn is told apart from a forged one (Differs). An accusation has the number
// zero; its committee knows the number of voters only: epoch.Accusation.Of checks the signers. A
// letter's leader begins a statement for each draft and asks Missing. The voters of an Agreed record report
// again and again, so its statement begins anew with each set of reports.
//
// # Encoding
//
// Append writes the signatures only, because each form has an encoding of its statement: uvarint number of
// signatures, and of each in ascending order of keys: key (32 bytes), signature (64). No key signs twice.
// Read refuses any other order, so that there is one encoding.
package cosign

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// MaxSigners is the largest number of signatures under a statement: the largest committee.
const MaxSigners = 5

// MaxEncoding is the longest encoding in bytes.
const MaxEncoding = 1 + MaxSigners*(32+key.SignatureSize)

var (
	// ErrStranger says that a signer is not a member of the committee.
	ErrStranger = errors.New("cosign: signed by a peer that is not a member of the committee")
	// ErrForged says that a signature is not its signer's.
	ErrForged = errors.New("cosign: a signature is not its signer's")
	// ErrOrder says that signatures are not in ascending order of keys.
	ErrOrder = errors.New("cosign: signatures are not in ascending order")
)

// Signature is one signer's signature.
type Signature struct {
	Key       key.ID
	Signature [key.SignatureSize]byte
}

func (s Signature) compare(k key.ID) int { return bytes.Compare(s.Key[:], k[:]) }

// Committee is the set of peers that may sign.
type Committee interface {
	Votes(k key.ID) bool // reports whether a peer is a member
	Size() int           // members
}

// Verifier reports whether a signature of a message is its signer's, for a domain: key.Verify, or a cache of
// it.
type Verifier func(signer key.ID, domain string, message []byte, signature [key.SignatureSize]byte) bool

// Statement is the signed statement.
type Statement struct {
	Domain  string
	Number  uint64 // orders the statements of one domain; not signed by itself
	Message []byte
}

// Sign returns p's signature.
func (s Statement) Sign(p key.Pair) Signature { return Signature{p.ID(), p.Sign(s.Domain, s.Message)} }

// SignedBy reports whether x is its signer's signature. A nil verify is key.Verify.
func (s Statement) SignedBy(x Signature, verify Verifier) bool {
	if verify == nil {
		verify = key.Verify
	}
	return verify(x.Key, s.Domain, s.Message, x.Signature)
}

// Same reports whether two statements say the same.
func (s Statement) Same(o Statement) bool {
	return s.Domain == o.Domain && s.Number == o.Number && bytes.Equal(s.Message, o.Message)
}

// Threshold is how many members of a committee must sign.
type Threshold uint8

// The thresholds.
const (
	All Threshold = iota
	TwoThirds
	Majority
)

// Met reports whether so many signatures of so many members are enough. Of none, nothing is.
func (t Threshold) Met(signed, of int) bool {
	switch {
	case of <= 0 || signed > of:
		return false
	case t == TwoThirds:
		return 3*signed >= 2*of
	case t == Majority:
		return 2*signed > of
	}
	return signed == of
}

// Cosigned is a statement with signatures. The zero value of Signatures has none; the methods keep them in
// ascending order of keys, each signer's once.
type Cosigned struct {
	Statement  Statement
	Signatures []Signature
	Threshold  Threshold
}

// Add adds a signature without verifying it, and reports whether it did: not if its signer has signed
// already, or if there are MaxSigners.
func (c *Cosigned) Add(s Signature) bool {
	i, has := find(c.Signatures, s.Key)
	if has || len(c.Signatures) >= MaxSigners {
		return false
	}
	c.Signatures = slices.Insert(c.Signatures, i, s)
	return true
}

// Sign adds p's signature.
func (c *Cosigned) Sign(p key.Pair) { c.Add(c.Statement.Sign(p)) }

// Merge adds the signatures of another under the same statement, and reports whether there were new ones.
func (c *Cosigned) Merge(o []Signature) (more bool) {
	for _, s := range o {
		more = c.Add(s) || more
	}
	return more
}

// Has reports whether there is a signature of k.
func (c *Cosigned) Has(k key.ID) bool { _, has := find(c.Signatures, k); return has }

// Verify checks order and signatures. Its error is ErrOrder or wraps ErrForged.
func (c *Cosigned) Verify(verify Verifier) error {
	if !c.ascend() {
		return ErrOrder
	}
	for _, s := range c.Signatures {
		if !c.Statement.SignedBy(s, verify) {
			return fmt.Errorf("%w: %s", ErrForged, s.Key.Short())
		}
	}
	return nil
}

// Members checks that only members of a committee signed. Its error wraps ErrStranger.
func (c *Cosigned) Members(of Committee) error {
	for _, s := range c.Signatures {
		if !of.Votes(s.Key) {
			return fmt.Errorf("%w: %s", ErrStranger, s.Key.Short())
		}
	}
	return nil
}

// Complete reports whether enough members of a committee signed, and only members. It verifies no signature.
func (c *Cosigned) Complete(of Committee) bool {
	return c.ascend() && c.Members(of) == nil && c.Threshold.Met(len(c.Signatures), of.Size())
}

// Good counts the signatures that are members' and verify.
func (c *Cosigned) Good(of Committee, verify Verifier) (good int) {
	for _, s := range c.Signatures {
		if of.Votes(s.Key) && c.Statement.SignedBy(s, verify) {
			good++
		}
	}
	return good
}

// ascend reports whether signatures are in ascending order of keys, each signer's once.
func (c *Cosigned) ascend() bool {
	for i := 1; i < len(c.Signatures); i++ {
		if c.Signatures[i-1].compare(c.Signatures[i].Key) >= 0 {
			return false
		}
	}
	return true
}

// find returns where a signer's signature is, or where it would be.
func find(all []Signature, k key.ID) (i int, has bool) {
	return slices.BinarySearchFunc(all, k, Signature.compare)
}

// Append appends the encoding of the signatures; see the package comment.
func Append(dst []byte, all []Signature) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(all)))
	for _, s := range all {
		dst = append(append(dst, s.Key[:]...), s.Signature[:]...)
	}
	return dst
}

// Read reads the bytes of Append; the cursor has the error. It verifies no signature.
func Read(c *wire.Cursor) (all []Signature) {
	for range c.Count(MaxSigners) {
		all = append(all, Signature{c.Hash(), c.Signature()})
	}
	if read := (Cosigned{Signatures: all}); c.Err() == nil && !read.ascend() {
		c.Fail(ErrOrder)
	}
	return all
}
