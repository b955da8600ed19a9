package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/mutant"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// vowRow is the number under which a vow lies among the file's epochs, which begin at 1.
const vowRow = 0

// vow is what a voter must remember of the recoveries of an epoch, also after a restart. Its encoding in
// the file: "MHVW", version 1, epoch (u64), the hash of its record, round (u64) and key of the ballot that was
// promised, and the record signed last without seals (uvarint length; empty when none was).
type vow struct {
	epoch    uint64
	name     [32]byte
	promised message.Ballot
	signed   *epoch.Record
}

const vowMagic = "MHVW\x01"

func (v *vow) encode() []byte {
	b := wire.AppendU64([]byte(vowMagic), v.epoch)
	b = append(b, v.name[:]...)
	b = wire.AppendU64(b, v.promised.Round)
	b = append(b, v.promised.By[:]...)
	return wire.AppendBlob(b, message.EncodeSigned(v.signed))
}

func decodeVow(b []byte) (v vow, err error) {
	c := wire.NewCursor(b)
	if string(c.Bytes(len(vowMagic))) != vowMagic {
		return v, fmt.Errorf("host: not a vow of version 1")
	}
	v = vow{epoch: c.U64(), name: c.Hash(), promised: message.Ballot{Round: c.U64(), By: c.Hash()}, signed: message.ReadSigned(c)}
	return v, c.Done()
}

// of returns the vow as far as it is about an epoch.
func (v vow) of(r *epoch.Record) vow {
	if v.name != r.Hash() {
		return vow{epoch: r.Number, name: r.Hash()}
	}
	return v
}

// pledge has a vow synced; it counts from vowed on. One at a time: whoever asks asks again.
func (c *Core) pledge(v vow) {
	if c.pledging == nil {
		c.pledging = &v
		c.out.Records = append(c.out.Records, store.EpochRow{Number: vowRow, Record: v.encode()})
		if mutant.Is(mutant.UnsyncedVow) {
			c.vowed(nil)
		}
	}
}

// vowed takes the vow that is synced now.
func (c *Core) vowed(err error) {
	v := c.pledging
	c.pledging = nil
	if v == nil {
		return
	}
	if err != nil {
		c.disk.err = err
		c.event("a vow cannot be written", "epoch", v.epoch, "why", err.Error())
		return
	}
	c.vow = *v
	if c.reunion != nil {
		c.reunion.told = c.began // tell at once
		c.reunite()
	}
}

// promise leaves the group for good and vows to sign nothing below a ballot.
func (c *Core) promise(b message.Ballot) {
	c.leaveGroup()
	v := c.vow.of(c.last())
	v.promised = b
	c.pledge(v)
}

// sign writes the turns up to where a record goes on, which this peer stands at, and then vows that it
// signed it.
func (c *Core) sign(r *epoch.Record) {
	if c.state.executed != r.FirstTurn-1 || c.state.hash != r.Chain {
		panic(fmt.Sprintf("host: signs for turn %d at turn %d", r.FirstTurn-1, c.state.executed))
	}
	c.leaveGroup()
	c.appendTo(c.state.executed)
	v := c.vow.of(c.last())
	v.promised, v.signed = message.Ballot{Round: r.Round, By: r.Signer}, r
	c.pledge(v)
}

// asked takes a coordinator's wish for a promise.
func (c *Core) asked(from key.ID, a message.Asking) error {
	if c.reunion == nil || a.Epoch != c.last().Number || a.Name != c.last().Hash() {
		return nil
	}
	if !c.last().Votes(from) || !c.last().Votes(c.me) {
		return errUnexpected
	}
	if b := (message.Ballot{Round: a.Round, By: from}); c.pledging == nil && c.vow.of(c.last()).promised.Less(b) {
		c.promise(b)
	}
	return nil
}

// proposed takes a record to be signed, and signs it once this peer stands where it goes on.
func (c *Core) proposed(from key.ID, r *epoch.Record, source message.Claim) error {
	if c.reunion == nil || r.Number != c.last().Number+1 || r.Previous != c.last().Hash() {
		return nil
	}
	if err := r.Proposes(c.last()); err != nil {
		return err
	}
	v := c.vow.of(c.last())
	if r.Signer != from || len(r.Seals) > 0 || r.World != c.world || r.Firm != c.last().Firm || !c.last().Votes(c.me) {
		return errUnexpected
	}
	mine := false
	for _, x := range r.Voters {
		mine = mine || x == c.self
	}
	if !mine || c.pledging != nil || v.promised != (message.Ballot{Round: r.Round, By: from}) || sameRecord(v.signed, r) {
		return nil // meant for an earlier process, outbid, or signed already
	}
	if v.signed != nil && v.signed.Round == r.Round && v.signed.Signer == r.Signer {
		return errUnexpected // two records of one ballot
	}
	source.From, source.Turn, source.Hash = from, r.FirstTurn-1, r.Chain
	if why := c.objection(source); why != "" {
		return fmt.Errorf("%w: a recovery that %s", errUnexpected, why)
	}
	if c.reach(source) {
		c.sign(r)
	}
	return nil
}

// objection says what this peer has that would be lost if the world went on from a claimed log's end.
func (c *Core) objection(s message.Claim) string {
	mine := c.report()
	end := message.Claim{Turn: mine.Turn, Hash: mine.Hash, Term: mine.Term, Index: mine.Index}
	switch {
	case s.Turn < c.state.committed:
		return "ends before what is committed"
	case s.Turn == mine.Turn && s.Hash == mine.Hash, end.Term == 0:
		return ""
	case s.Term != 0 && newer(end, s):
		return "is older than the log here"
	}
	if h, ok := c.hashAt(s.Turn); ok && s.Turn < mine.Turn && h == s.Hash {
		return "leaves out what the log here has"
	}
	return ""
}
