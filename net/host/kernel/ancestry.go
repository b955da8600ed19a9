package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// # Ancestry
//
// Any key can sign a first record of an island that never existed. So a first record is believed only if the
// record is known by which the parent's committee divided the island off. The records of islands executed
// here are known. For other islands, the sender shows the island's ancestry before its own records: the
// records of its ancestors, from the one that home divided off to the record that divided off the island
// itself. Each is verified against the one before as it arrives. Until the ancestry has arrived the island is
// unverified: it is not executed, and its letters are not believed.
//
// Records in our own file were verified before they were written; a peer resumes from them without asking
// others. The ancestry lies in the file with the island's first record, as that record's blob (see
// DecodeAncestry), so that it can be shown after the ancestors themselves are gone.
//
// A voter of an ancestor can sign another end of a long past epoch than the one that counted. That is refused
// where the ancestor's firm records are known; every peer knows home's. For an ancestor unknown to all
// present peers it goes undetected.

// Ancestry is the chain of records of the island's own fork, and the chain from the world's first record to
// it.
type Ancestry struct {
	c *Core

	Records   []*epoch.Record // consecutive, the last founds the present epoch
	Ancestors []*epoch.Record // verified; up to the island's first record
	Forked    bool            // it has a Provisional record
	scanned   int             // how many records World has looked at
}

// ErrUnproven says that the island's ancestry is not known here, or not yet.
var ErrUnproven = errors.New("host: the ancestry of this island is not proven")

// IndexOf is the place of the record by which an island was divided from this one, by that island's first; -1
// when it is not known here.
func (a *Ancestry) IndexOf(first *epoch.Record) int {
	return slices.IndexFunc(a.Records, func(r *epoch.Record) bool { return r.FirstTurn == first.FirstTurn && r.Hash() == first.Previous })
}

// IsPast reports whether all records are known here of epochs that began at a turn or before.
func (a *Ancestry) IsPast(turn uint64) bool {
	return len(a.Records) > 0 && !a.Forked && (a.Last().FirstTurn > turn || a.Over())
}

// AncestryTo is the ancestry of an island that the record at an index divided from this one. Every peer knows
// home's records.
func (a *Ancestry) AncestryTo(i int) []*epoch.Record {
	if a.c.ID == message.Home {
		return nil
	}
	return append(slices.Clone(a.Ancestors), a.Records[:i+1]...)
}

// ReceiveRecords takes a message about records apart.
func (a *Ancestry) ReceiveRecords(p *Peer, b []byte) error {
	switch step := recordlist.Step(b); step {
	case recordlist.Ask:
		names, err := recordlist.DecodeAsk(b)
		if err == nil && a.c.Machine != nil {
			a.c.Peers.SendAnswer(p, recordlist.Reply(names, a.Records, a.Ancestors))
		}
		return err
	default:
		if int(step) < len(a.c.Lists) && a.c.Lists[step] != nil {
			return a.c.Lists[step](p, b)
		}
		return fmt.Errorf("host: message %d about records", step)
	}
}

// SendAnswer sends records that a peer asked for, if it may get so much; else the peer asks again.
func (ps *Peers) SendAnswer(p *Peer, messages [][]byte) {
	if !ps.Gives(p, messages...) {
		return
	}
	for _, m := range messages {
		ps.c.Send(p.Key, link.Stream, m)
	}
}

// Collect takes a part of a list of records of this peer; see recordlist.Collector.Take.
func (p *Peer) Collect(b []byte, most recordlist.Bound) (after [32]byte, list []*epoch.Record, done bool, err error) {
	return p.lists.Take(b, most)
}

// ShowAncestry sends it.
func (a *Ancestry) ShowAncestry(to key.ID) {
	if len(a.Ancestors) == 0 {
		return
	}
	for _, m := range recordlist.Encode(recordlist.Ancestry, [32]byte{}, a.Ancestors) {
		a.c.Send(to, link.Stream, m)
	}
}

// CheckRecords checks an island's records from the first on: home's is signed by the world's founder. Where
// those of others come from is not asked here: see ancestry.go.
func (a *Ancestry) CheckRecords(g store.Genesis, records []*epoch.Record) error {
	if len(records) == 0 || records[0].Number != 1 {
		return fmt.Errorf("host: the founding record is missing")
	}
	switch r := records[0]; {
	case r.World != g.ID() || r.Island != a.c.ID:
		return fmt.Errorf("host: founded as another world or island")
	case a.c.ID == message.Home && r.Signer != g.Founder:
		return fmt.Errorf("host: not founded by the world's founder")
	}
	past := epoch.Past{Founder: g.Founder}
	for i, r := range records[1:] {
		if past.Before = records[i]; past.Before.Firm {
			past.Firm = past.Before
		}
		if err := r.Continues(past); err != nil {
			return err
		}
	}
	return nil
}

// DecodeAncestry returns nil for malformed bytes: then this peer cannot show the ancestry, and nothing else
// is lost.
func DecodeAncestry(b []byte) []*epoch.Record {
	records, err := recordlist.Read(wire.NewCursor(b))
	if err != nil {
		return nil
	}
	return records
}

// Last is the newest epoch's record.
func (a *Ancestry) Last() *epoch.Record { return a.Records[len(a.Records)-1] }

// Over reports whether the island is known to have ended.
func (a *Ancestry) Over() bool { return len(a.Records) > 0 && a.Last().Reason == epoch.Ended }

// AddRecord appends a record to the chain.
func (a *Ancestry) AddRecord(r *epoch.Record) {
	if n := len(a.Records); n > 0 && r.Number <= a.Records[n-1].Number {
		a.CutRecords(r.Number - 1)
	}
	a.Records = append(a.Records, r)
	a.Forked = a.Forked || r.Reason == epoch.Provisional
	for _, o := range a.c.Observers {
		o.RecordAdded(r)
	}
}

// CutRecords drops the records after a number.
func (a *Ancestry) CutRecords(number uint64) {
	a.Records = slices.Clone(a.Records[:number])
	a.Forked = slices.ContainsFunc(a.Records, func(r *epoch.Record) bool { return r.Reason == epoch.Provisional })
	a.scanned = min(a.scanned, int(number)) // the records in their place are to be checked
	for _, o := range a.c.Observers {
		o.RecordsCut(number)
	}
}

// FirmOne is the chain's firm ancestor.
func (a *Ancestry) FirmOne() *epoch.Record { return epoch.FirmOf(a.Records) }

// Has reports whether a record is in this peer's own chain.
func (a *Ancestry) Has(number uint64, name [32]byte) bool {
	return number > 0 && number <= uint64(len(a.Records)) && a.Records[number-1].Hash() == name
}

// tag is that of the present epoch's frames, and whether they have one.
func (a *Ancestry) tag() (tag uint32, has bool) {
	if !a.Forked || a.c.Epoch == nil {
		return 0, false
	}
	return TagOf(a.c.Epochs.Where().Epoch), true
}

// InFork reports whether an epoch is one of this peer's own chain, or the next one.
func (a *Ancestry) InFork(number uint64, forked bool, tag uint32) bool {
	known := number > 0 && number <= uint64(len(a.Records))
	switch {
	case !forked:
		return !a.Forked || known && !a.forkedAt(number)
	case known:
		return a.forkedAt(number) && TagOf(a.Records[number-1].Hash()) == tag
	}
	return a.c.Epochs.Unconfirmed != nil && a.c.Epochs.Unconfirmed.Number == number && TagOf(a.c.Epochs.Unconfirmed.Hash()) == tag
}

// forkedAt reports whether there is a Provisional record up to a number.
func (a *Ancestry) forkedAt(number uint64) bool {
	return a.Forked && slices.ContainsFunc(a.Records[:number], func(r *epoch.Record) bool { return r.Reason == epoch.Provisional })
}

// TagOf is how frames name a record.
func TagOf(name [32]byte) uint32 { return binary.LittleEndian.Uint32(name[:]) }

// ChainAt is the chain hash after a turn of the present epoch, or of where it begins.
func (a *Ancestry) ChainAt(turn uint64) (hash [32]byte, ok bool) {
	if r := a.c.Epoch.Record(); turn == r.FirstTurn-1 {
		return r.Chain, true
	}
	if at, ok := a.c.Epoch.At(turn); ok {
		return at.Hash, true
	}
	return a.c.History.HashAt(turn)
}

// NewRecords are the records that came since the last call, also those in the place of others.
func (a *Ancestry) NewRecords() []*epoch.Record {
	from := a.scanned
	a.scanned = len(a.Records)
	return a.Records[from:]
}
