package charter

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"unicode"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	entryKind = 1
	loginKind = 2
	// appointmentKind is that of an Appointment
	appointmentKind = 3
	entryDomain     = "manyhold charter"
)

// Entry is one act of one author.
type Entry struct {
	Act       Act
	Author    key.ID
	Number    uint64 // of the author's entries, 1 to MaxNumber
	Clock     uint64 // from 1
	Day       uint32 // since 1970, UTC, by the author's clock
	Subject   key.ID // of Name, Ban, Pardon and Kick
	Upto      uint64 // of Name and Ban: the last number of the subject's entries that the author had seen
	Value     uint64
	Text      string // printable, at most MaxText bytes
	Signature [key.SignatureSize]byte
}

func (e *Entry) body(dst []byte) []byte {
	dst = append(dst, entryKind, byte(e.Act))
	dst = append(dst, e.Author[:]...)
	dst = wire.AppendUvarint(dst, e.Number)
	dst = wire.AppendUvarint(dst, e.Clock)
	dst = wire.AppendUvarint(dst, uint64(e.Day))
	dst = append(dst, e.Subject[:]...)
	dst = wire.AppendUvarint(dst, e.Upto)
	dst = wire.AppendUvarint(dst, e.Value)
	return wire.AppendText(dst, e.Text)
}

func (e *Entry) statement(world [32]byte) []byte { return e.body(slices.Clone(world[:])) }

// Append appends the only encoding.
func (e *Entry) Append(dst []byte) []byte { return append(e.body(dst), e.Signature[:]...) }

// Hash is the SHA-256 of the encoding.
func (e *Entry) Hash() [32]byte { return sha256.Sum256(e.Append(nil)) }

// Sign makes p the author.
func (e *Entry) Sign(p key.Pair, world [32]byte) {
	e.Author = p.ID()
	e.Signature = p.Sign(entryDomain, e.statement(world))
}

// Signed reports whether the signature is the author's, for this world.
func (e *Entry) Signed(world [32]byte) bool {
	return key.Verify(e.Author, entryDomain, e.statement(world), e.Signature)
}

// DecodeEntry reads the bytes of Append and checks the form, but no signature. Its errors wrap ErrEntry.
func DecodeEntry(b []byte) (*Entry, error) {
	c := wire.NewCursor(b)
	if c.U8() != entryKind {
		return nil, fmt.Errorf("%w: of another kind", ErrEntry)
	}
	e := &Entry{Act: Act(c.U8()), Author: c.Hash(), Number: c.Uvarint(), Clock: c.Uvarint(), Day: uint32(c.Count(MaxDay)),
		Subject: c.Hash(), Upto: c.Uvarint(), Value: c.Uvarint(), Text: c.Text(MaxText), Signature: c.Signature()}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	if why := e.malformed(); why != "" {
		return nil, fmt.Errorf("%w: %s", ErrEntry, why)
	}
	return e, nil
}

// malformed returns the fault of an entry by any author, or "".
func (e *Entry) malformed() string {
	var most uint64
	switch e.Act {
	case Name:
		most = NameVisitor
	case Ban, Mute, SetSpawn, Invite:
		most = math.MaxUint64
	case SetEntry:
		most = EntryMembers
	case SetDefaultRank:
		most = uint64(Builder)
	case SetClaimDays, SetAbsence, SetRecent:
		most = MaxDays
	case Heir:
		most = MaxHeirs
	case SetStrangers:
		most = MaxStrangers
	case SetBranchTime:
		most = MaxBranchTime
	case SetPlaces:
		most = MaxPlaces
	case SetPolicy:
		most = uint64(Trusted)
	case SetCap:
		most = MaxCap
	case SetSplit:
		most = 1
	case SetLaw:
		most = 2*MaxLaws - 1
	case Kick:
		most = math.MaxUint64
	}
	switch {
	case e.Act == Invite && e.malformedInvite() != "":
		return e.malformedInvite()
	case e.Act < Name || e.Act > SetPlaces:
		return "an unknown act"
	case e.Author.IsZero() || e.Number == 0 || e.Number > MaxNumber || e.Day > MaxDay:
		return "a number out of range"
	case e.Clock == 0 || e.Clock >= clockEnd(e.Day):
		return "a clock ahead of its day"
	case e.Act.subjected() == e.Subject.IsZero() || e.Subject == e.Author && (e.Act != Name || e.Value != NameKeeper || e.Upto > 0):
		return "about nobody, or about its author"
	case e.Upto > MaxNumber || e.Upto > 0 && e.Act != Name && e.Act != Ban:
		return "an upto out of range"
	case e.Value > most || e.Act == SetCap && e.Value == 0:
		return "a value out of range"
	case !printable(e.Text) || e.Text != "" && !e.Act.texted():
		return "a text that is not printable, or where none belongs"
	case e.Act == SetPicture && !pictured(e.Text):
		return "a text that is no picture"
	}
	return ""
}

// clockEnd is the first clock that entries of a day cannot have.
func clockEnd(day uint32) uint64 { return (uint64(day) + 1) * clocksPerDay }

func printable(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return len(s) <= MaxText
}

// before compares two entries in the order of the fold.
func (e *Entry) before(o *Entry) int {
	switch {
	case e.Clock != o.Clock:
		return cmp.Compare(e.Clock, o.Clock)
	case e.Author != o.Author:
		return slices.Compare(e.Author[:], o.Author[:])
	}
	return cmp.Compare(e.Number, o.Number)
}
