// Package recordlist is the one way in which peers ask for lists of an island's epoch records, give them, and
// collect them. Every list is the records that follow a named one, in order.
//
// The body of the message wire.Record is, after a byte that says what it is:
//
//	1 ask       u8 n (at most 16), for each: uvarint number, hash. These are records that the asking peer
//	            has, the newest first; the answer begins after the first one that is known. None: from the
//	            first record of the island on.
//	2 answer    a part of the list that was asked for
//	3 welcome   a part of all records from the first on; a Welcome follows, see net/host
//	4 told      a part of the records after the one in a peer's report, see net/host
//	5 ancestry  a part of the records of the island's ancestors; see net/host
//
// A part is: the hash of the record that the list follows (zero: it begins with the first), first (bool),
// last (bool), and records, each with uvarint length. A list has as many parts as it needs. The parts of one
// list are sent one after the other.
package recordlist

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/wire"
)

// The steps.
const (
	Ask      = 1
	Answer   = 2
	Welcome  = 3
	Told     = 4
	Ancestry = 5
)

const (
	// MaxNames is how many records a question names: enough to reach the first one in steps that double.
	MaxNames = 16
	// MaxRecords is how many records a list may have: those of some years.
	MaxRecords = 1 << 14
	// MaxTail is how many records are given after a named one, and taken.
	MaxTail = 1 << 12
	// MaxBytes is how large a list may be in bytes.
	MaxBytes = 16 << 20
	// maxMessage is how many bytes a part has.
	maxMessage = 12 << 10
)

var (
	// ErrOther says that a part is not of the list that is being collected.
	ErrOther = errors.New("recordlist: a part of another list")
	// ErrGap says that a record does not name the one before it.
	ErrGap = errors.New("recordlist: a list with a gap")
)

// Name names a record that the asking peer has.
type Name struct {
	Number uint64
	Hash   [32]byte
}

// EncodeAsk asks for the records after the first of the named ones that the other peer knows.
func EncodeAsk(names ...Name) []byte {
	b := []byte{byte(wire.Record), Ask, byte(len(names))}
	for _, n := range names {
		b = append(wire.AppendUvarint(b, n.Number), n.Hash[:]...)
	}
	return b
}

// DecodeAsk reads the bytes of EncodeAsk.
func DecodeAsk(b []byte) (names []Name, err error) {
	c := wire.NewCursor(b[min(2, len(b)):])
	n := c.U8()
	if n > MaxNames {
		c.Fail(fmt.Errorf("recordlist: a question with %d names", n))
	}
	for range n {
		if names = append(names, Name{c.Uvarint(), c.Hash()}); c.Err() != nil {
			break
		}
	}
	return names, c.Done()
}

// Step returns the first byte of the body of a message; zero when it is too short.
func Step(b []byte) uint8 {
	if len(b) < 2 {
		return 0
	}
	return b[1]
}

// Encode packs the records after one into as many messages as they need.
func Encode(step byte, after [32]byte, list []*epoch.Record) [][]byte {
	return Pack([]byte{byte(wire.Record), step}, after, list)
}

// Pack is Encode for messages that begin with a head of their own.
func Pack(head []byte, after [32]byte, list []*epoch.Record) (messages [][]byte) {
	begin := func(first bool) []byte {
		b := append(append(make([]byte, 0, maxMessage), head...), after[:]...)
		return wire.AppendBool(wire.AppendBool(b, first), false)
	}
	b := begin(true)
	for _, r := range list {
		e := r.Append(nil)
		if len(b)+len(e)+3 > maxMessage {
			messages = append(messages, b)
			b = begin(false)
		}
		b = wire.AppendBlob(b, e)
	}
	b[len(head)+32+1] = 1
	return append(messages, b)
}

// Reply returns the answer to a question, from a list of consecutive records; none when the list does not
// reach back so far. The island's ancestry precedes the list of all its records.
func Reply(names []Name, list, ancestry []*epoch.Record) (messages [][]byte) {
	if len(list) == 0 {
		return nil
	}
	first := list[0].Number
	if len(names) == 0 && first == 1 {
		if len(ancestry) > 0 {
			messages = Encode(Ancestry, [32]byte{}, ancestry)
		}
		return append(messages, Encode(Answer, [32]byte{}, list)...)
	}
	for _, n := range names {
		if i := n.Number - first; n.Number >= first && i < uint64(len(list)) && list[i].Hash() == n.Hash {
			rest := list[i+1:]
			return Encode(Answer, n.Hash, rest[:min(len(rest), MaxTail)])
		}
	}
	return nil
}

// Part is a part of a list. Its records are not decoded yet, because that takes time: the receiver first
// decides whether it waits for them.
type Part struct {
	After       [32]byte // the record that the list follows; zero: it begins with the first
	First, Last bool     // of the parts
	Bytes       []byte   // records, each with uvarint length
}

// DecodePart reads a message of Encode. The part refers to b.
func DecodePart(b []byte) (Part, error) {
	c := wire.NewCursor(b[min(2, len(b)):])
	p := ReadPart(c)
	return p, c.Done()
}

// ReadPart reads the rest of a message of Pack, after its head; the cursor has the error.
func ReadPart(c *wire.Cursor) Part {
	return Part{After: c.Hash(), First: c.Bool(), Last: c.Bool(), Bytes: c.Rest()}
}

// Records decodes the records of a part.
func (p *Part) Records() ([]*epoch.Record, error) { return Read(wire.NewCursor(p.Bytes)) }

// Read reads records with uvarint length to the end.
func Read(c *wire.Cursor) (list []*epoch.Record, err error) {
	for c.Err() == nil && c.Len() > 0 {
		r, err := epoch.DecodeRecord(c.Blob(epoch.MaxRecord))
		if c.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, c.Done()
}

// Append appends records with uvarint length.
func Append(b []byte, list []*epoch.Record) []byte {
	for _, r := range list {
		b = wire.AppendBlob(b, r.Append(nil))
	}
	return b
}

// Collector collects the parts of one list at a time. The zero value waits for a first part.
type Collector struct {
	after [32]byte
	begun bool
	list  []*epoch.Record
	size  int // bytes
}

// Bound limits a list.
type Bound struct{ Records, Bytes int }

// Usual is the bound of all records of an island, Tail that of those after a known one.
var (
	Usual = Bound{MaxRecords, MaxBytes}
	Tail  = Bound{MaxTail, MaxBytes}
)

// Add takes the next part. With the last part it returns the list, in which each record names the one before
// it; whether the records are right is for the caller to check. After an error the rest of that list is
// refused with ErrOther.
func (c *Collector) Add(p *Part, most Bound) (list []*epoch.Record, done bool, err error) {
	if p.First {
		*c = Collector{after: p.After, begun: true}
	}
	if !c.begun || p.After != c.after {
		return nil, false, ErrOther
	}
	if err := c.add(p, most); err != nil {
		*c = Collector{}
		return nil, false, err
	}
	if !p.Last {
		return nil, false, nil
	}
	list = c.list
	*c = Collector{}
	return list, true, nil
}

// Take decodes a part and adds it. It also returns the record that the list follows. The rest of a list whose
// beginning was refused or not wanted is ignored.
func (c *Collector) Take(b []byte, most Bound) (after [32]byte, list []*epoch.Record, done bool, err error) {
	part, err := DecodePart(b)
	if err == nil {
		list, done, err = c.Add(&part, most)
	}
	if errors.Is(err, ErrOther) {
		err = nil
	}
	return part.After, list, done, err
}

func (c *Collector) add(p *Part, most Bound) error {
	if c.size += len(p.Bytes); c.size > most.Bytes {
		return fmt.Errorf("recordlist: more than %d bytes", most.Bytes)
	}
	more, err := p.Records()
	if err != nil {
		return err
	}
	if len(c.list)+len(more) > most.Records {
		return fmt.Errorf("recordlist: more than %d records", most.Records)
	}
	before := c.after
	if n := len(c.list); n > 0 {
		before = c.list[n-1].Hash()
	}
	for _, r := range more {
		if before != [32]byte{} && r.Previous != before {
			return ErrGap
		}
		before = r.Hash()
	}
	c.list = append(c.list, more...)
	return nil
}
