package host

import (
	"fmt"

	"manyhold/net/epoch"
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
	promised message.Ballot
	signed   *epoch.Record
}

// Acceptor is this peer's part in a recovery by all voters: it promises and signs.
type Acceptor struct {
	c  *Core
	in *recoveries

	state      acceptorState  // synced
	persisting *acceptorState // being synced
}

const acceptorMagic = "MHVW\x01"

func (v *acceptorState) encode() []byte {
	b := wire.AppendU64([]byte(acceptorMagic), v.epoch)
	b = append(b, v.name[:]...)
	b = wire.AppendU64(b, v.promised.Round)
	b = append(b, v.promised.By[:]...)
	return wire.AppendBlob(b, message.EncodeSigned(v.signed))
}

func decodeAcceptor(b []byte) (v acceptorState, err error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(acceptorMagic))) != acceptorMagic {
		return v, fmt.Errorf("host: not an acceptor state of version 1")
	}
	v = acceptorState{epoch: c.U64(), name: c.Hash(), promised: message.Ballot{Round: c.U64(), By: c.Hash()}, signed: message.ReadSigned(c)}
	return v, c.Done()
}

// loadPromise takes the acceptor state of the file.
func (v *Acceptor) loadPromise(b []byte) (err error) {
	a, err := decodeAcceptor(b)
	if err == nil {
		v.state = a
	}
	return err
}

// row returns the file's row for the acceptor state now in force, or nil before the first promise.
func (v *Acceptor) row() []byte {
	if v.state.epoch == 0 {
		return nil
	}
	return v.state.encode()
}

// promisedIn reports whether this peer has promised a ballot for the recovery of an epoch.
func (v *Acceptor) promisedIn(r *epoch.Record) bool {
	return v.state.of(r).promised != message.Ballot{}
}

// promises reports whether an acceptor state is being synced.
func (v *Acceptor) promises() bool { return v.persisting != nil }

// of returns the acceptor state if it is about this epoch, otherwise an empty one.
func (v acceptorState) of(r *epoch.Record) acceptorState {
	if v.name != r.Hash() {
		return acceptorState{epoch: r.Number, name: r.Hash()}
	}
	return v
}

// persistPromise has an acceptor state synced; it counts from promisePersisted on. One is synced at a time: a
// peer that asks meanwhile will ask again.
func (recovering *Acceptor) persistPromise(v acceptorState) {
	if recovering.persisting == nil {
		recovering.persisting = &v
		recovering.c.out.Records = append(recovering.c.out.Records, store.EpochRow{Number: acceptorRow, Record: v.encode()})
	}
}

// promisePersisted adopts the acceptor state that is synced now.
func (recovering *Acceptor) promisePersisted(err error) {
	v := recovering.persisting
	recovering.persisting = nil
	if v == nil {
		return
	}
	if err != nil {
		recovering.c.journal.err = err
		recovering.c.event("a promise cannot be written", "epoch", v.epoch, "why", err.Error())
		return
	}
	recovering.state = *v
	if recovering.in.recovering.running != nil {
		recovering.in.recovering.running.told = recovering.c.began // tell at once
		recovering.in.recovering.step()
	}
}

// promise leaves the raft group for good and promises to sign nothing below a ballot.
func (recovering *Acceptor) promise(b message.Ballot) {
	recovering.c.epochs.leaveGroup()
	v := recovering.state.of(recovering.c.ancestry.last())
	v.promised = b
	recovering.persistPromise(v)
}

// sign writes the turns up to the point where a record goes on, which this peer has reached, and then
// persists that it signed the record.
func (recovering *Acceptor) sign(r *epoch.Record) {
	if recovering.c.history.executed != r.FirstTurn-1 || recovering.c.history.hash != r.Chain {
		panic(fmt.Sprintf("host: signs for turn %d at turn %d", r.FirstTurn-1, recovering.c.history.executed))
	}
	recovering.c.epochs.leaveGroup()
	recovering.c.journal.appendTo(recovering.c.history.executed)
	v := recovering.state.of(recovering.c.ancestry.last())
	v.promised, v.signed = message.Ballot{Round: r.Round, By: r.Signer}, r
	recovering.persistPromise(v)
}

// asked takes a coordinator's wish for a promise.
func (v *Acceptor) asked(from key.ID, a message.Asking) error {
	if v.in.recovering.running == nil || a.Epoch != v.c.ancestry.last().Number || a.Name != v.c.ancestry.last().Hash() {
		return nil
	}
	if !v.c.ancestry.last().Votes(from) || !v.c.ancestry.last().Votes(v.c.me) {
		return errUnexpected
	}
	if b := (message.Ballot{Round: a.Round, By: from}); v.persisting == nil && v.state.of(v.c.ancestry.last()).promised.Less(b) {
		v.promise(b)
	}
	return nil
}

// proposed takes a record to be signed, and signs it once this peer stands where it goes on.
func (recovering *Acceptor) proposed(from key.ID, r *epoch.Record, source message.Claim) error {
	if recovering.in.recovering.running == nil || r.Number != recovering.c.ancestry.last().Number+1 || r.Previous != recovering.c.ancestry.last().Hash() {
		return nil
	}
	if err := r.Proposes(recovering.c.ancestry.last()); err != nil {
		return err
	}
	if err := recovering.c.runs([]*epoch.Record{r}); err != nil {
		return err
	}
	v := recovering.state.of(recovering.c.ancestry.last())
	if r.Signer != from || len(r.Signatures) > 0 || r.World != recovering.c.world || r.Firm != recovering.c.ancestry.last().Firm || !recovering.c.ancestry.last().Votes(recovering.c.me) {
		return errUnexpected
	}
	mine := false
	for _, x := range r.Voters {
		mine = mine || x == recovering.c.self
	}
	if !mine || recovering.persisting != nil || v.promised != (message.Ballot{Round: r.Round, By: from}) || sameRecord(v.signed, r) {
		return nil // meant for an earlier process, outbid, or signed already
	}
	if v.signed != nil && v.signed.Round == r.Round && v.signed.Signer == r.Signer {
		return errUnexpected // two records of one ballot
	}
	source.From, source.Turn, source.Hash = from, r.FirstTurn-1, r.Chain
	if why := recovering.objection(source); why != "" {
		return fmt.Errorf("%w: a recovery that %s", errUnexpected, why)
	}
	if recovering.in.recovering.reach(source) {
		recovering.sign(r)
	}
	return nil
}

// objection says which of this peer's turns would be lost if the world went on from a claimed log's end.
func (v *Acceptor) objection(s message.Claim) string {
	mine := v.in.recovering.report()
	end := message.Claim{Turn: mine.Turn, Hash: mine.Hash, Term: mine.Term, Index: mine.Index}
	switch {
	case s.Turn < v.c.history.committed:
		return "ends before what is committed"
	case s.Turn == mine.Turn && s.Hash == mine.Hash, end.Term == 0:
		return ""
	case s.Term != 0 && newer(end, s):
		return "is older than the log here"
	}
	if h, ok := v.c.history.hashAt(s.Turn); ok && s.Turn < mine.Turn && h == s.Hash {
		return "leaves out what the log here has"
	}
	return ""
}
