package recovery

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// acceptorState is a voter's persistent state of the recoveries of an epoch; it survives a restart. Its
// encoding in the file: "MHVW", version 1, epoch (u64), the hash of its record, round (u64) and key of the
// ballot that was promised, and the record signed last, without signatures (uvarint length; empty when none
// was).
type acceptorState struct {
	epoch    uint64
	name     [32]byte
	Promised message.Ballot
	Signed   *epoch.Record
}

// Acceptor is this peer's part in a recovery by all voters: it promises and signs.
type Acceptor struct {
	c  *kernel.Core
	in *Mechanisms

	State      acceptorState  // synced
	persisting *acceptorState // being synced
}

const acceptorMagic = "MHVW\x01"

func (v *acceptorState) encode() []byte {
	b := wire.AppendU64([]byte(acceptorMagic), v.epoch)
	b = append(b, v.name[:]...)
	b = wire.AppendU64(b, v.Promised.Round)
	b = append(b, v.Promised.By[:]...)
	return wire.AppendBlob(b, message.EncodeSigned(v.Signed))
}

// DecodeAcceptor reads an acceptor's state from its row in the file.
func DecodeAcceptor(b []byte) (v acceptorState, err error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(acceptorMagic))) != acceptorMagic {
		return v, fmt.Errorf("host: not an acceptor state of version 1")
	}
	v = acceptorState{epoch: c.U64(), name: c.Hash(), Promised: message.Ballot{Round: c.U64(), By: c.Hash()}, Signed: message.ReadSigned(c)}
	return v, c.Done()
}

// LoadPromise takes the acceptor state of the file.
func (v *Acceptor) LoadPromise(b []byte) (err error) {
	a, err := DecodeAcceptor(b)
	if err == nil {
		v.State = a
	}
	return err
}

// Row returns the file's row for the acceptor state now in force, or nil before the first promise.
func (v *Acceptor) Row() []byte {
	if v.State.epoch == 0 {
		return nil
	}
	return v.State.encode()
}

// PromisedIn reports whether this peer has promised a ballot for the recovery of an epoch.
func (v *Acceptor) PromisedIn(r *epoch.Record) bool {
	return v.State.of(r).Promised != message.Ballot{}
}

// Promises reports whether an acceptor state is being synced.
func (v *Acceptor) Promises() bool { return v.persisting != nil }

// of returns the acceptor state if it is about this epoch, otherwise an empty one.
func (v acceptorState) of(r *epoch.Record) acceptorState {
	if v.name != r.Hash() {
		return acceptorState{epoch: r.Number, name: r.Hash()}
	}
	return v
}

// persistPromise has an acceptor state synced; it counts from PromisePersisted on. One is synced at a time: a
// peer that asks meanwhile will ask again.
func (recovering *Acceptor) persistPromise(v acceptorState) {
	if recovering.persisting == nil {
		recovering.persisting = &v
		recovering.c.Out.Records = append(recovering.c.Out.Records, store.EpochRow{Number: kernel.AcceptorRow, Record: v.encode()})
	}
}

// PromisePersisted adopts the acceptor state that is synced now.
func (recovering *Acceptor) PromisePersisted(err error) {
	v := recovering.persisting
	recovering.persisting = nil
	if v == nil {
		return
	}
	if err != nil {
		recovering.c.Journal.Err = err
		recovering.c.Event("cannot write a recovery promise", "epoch", v.epoch, "why", err.Error())
		return
	}
	recovering.State = *v
	if recovering.in.Recovery.Running != nil {
		recovering.in.Recovery.Running.told = recovering.c.Began // tell at once
		recovering.in.Recovery.Step()
	}
}

// Promise leaves the raft group for good and promises to sign nothing below a ballot.
func (recovering *Acceptor) Promise(b message.Ballot) {
	recovering.c.Epochs.LeaveGroup()
	v := recovering.State.of(recovering.c.Ancestry.Last())
	v.Promised = b
	recovering.persistPromise(v)
}

// sign writes the turns up to the point where a record goes on, which this peer has reached, and then
// persists that it signed the record.
func (recovering *Acceptor) sign(r *epoch.Record) {
	if recovering.c.History.Executed != r.FirstTurn-1 || recovering.c.History.Hash != r.Chain {
		panic(fmt.Sprintf("host: signs for turn %d at turn %d", r.FirstTurn-1, recovering.c.History.Executed))
	}
	recovering.c.Epochs.LeaveGroup()
	recovering.c.Journal.AppendTo(recovering.c.History.Executed)
	v := recovering.State.of(recovering.c.Ancestry.Last())
	v.Promised, v.Signed = message.Ballot{Round: r.Round, By: r.Signer}, r
	recovering.persistPromise(v)
}

// asked takes a coordinator's wish for a promise.
func (v *Acceptor) asked(from key.ID, a message.Asking) error {
	if v.in.Recovery.Running == nil || a.Epoch != v.c.Ancestry.Last().Number || a.Name != v.c.Ancestry.Last().Hash() {
		return nil
	}
	if v.c.Options.Offer.PlayOnly {
		return nil // the voters of a recovered epoch are those of the last one, and this peer does not vote
	}
	if !v.c.Ancestry.Last().Votes(from) || !v.c.Ancestry.Last().Votes(v.c.Me) {
		return kernel.ErrUnexpected
	}
	if b := (message.Ballot{Round: a.Round, By: from}); v.persisting == nil && v.State.of(v.c.Ancestry.Last()).Promised.Less(b) {
		v.Promise(b)
	}
	return nil
}

// Proposed takes a record to be signed, and signs it once this peer stands where it goes on.
func (recovering *Acceptor) Proposed(from key.ID, r *epoch.Record, source message.Claim) error {
	if recovering.in.Recovery.Running == nil || r.Number != recovering.c.Ancestry.Last().Number+1 || r.Previous != recovering.c.Ancestry.Last().Hash() {
		return nil
	}
	if err := r.Proposes(recovering.c.Ancestry.Last()); err != nil {
		return err
	}
	if err := recovering.c.Runs([]*epoch.Record{r}); err != nil {
		return err
	}
	v := recovering.State.of(recovering.c.Ancestry.Last())
	if r.Signer != from || len(r.Signatures) > 0 || r.World != recovering.c.World || r.Firm != recovering.c.Ancestry.Last().Firm || !recovering.c.Ancestry.Last().Votes(recovering.c.Me) {
		return kernel.ErrUnexpected
	}
	mine := false
	for _, x := range r.Voters {
		mine = mine || x == recovering.c.Self
	}
	if !mine || recovering.persisting != nil || v.Promised != (message.Ballot{Round: r.Round, By: from}) || sameRecord(v.Signed, r) {
		return nil // meant for an earlier process, outbid, or signed already
	}
	if v.Signed != nil && v.Signed.Round == r.Round && v.Signed.Signer == r.Signer {
		return kernel.ErrUnexpected // two records of one ballot
	}
	source.From, source.Turn, source.Hash = from, r.FirstTurn-1, r.Chain
	if why := recovering.Objection(source); why != "" {
		return fmt.Errorf("%w: a recovery that %s", kernel.ErrUnexpected, why)
	}
	if recovering.in.Recovery.reach(source) {
		recovering.sign(r)
	}
	return nil
}

// Objection says which of this peer's turns would be lost if the world went on from a claimed log's end.
func (v *Acceptor) Objection(s message.Claim) string {
	mine := v.in.Recovery.Report()
	end := message.Claim{Turn: mine.Turn, Hash: mine.Hash, Term: mine.Term, Index: mine.Index}
	switch {
	case s.Turn < v.c.History.Committed:
		return "ends before the committed turns"
	case s.Turn == mine.Turn && s.Hash == mine.Hash, end.Term == 0:
		return ""
	case s.Term != 0 && newer(end, s):
		return "is older than the log here"
	}
	if h, ok := v.c.History.HashAt(s.Turn); ok && s.Turn < mine.Turn && h == s.Hash {
		return "leaves out turns of the log here"
	}
	return ""
}
