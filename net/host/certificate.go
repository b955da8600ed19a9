package host

import (
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// # Certificates
//
// After every turn whose number is a multiple of certifyEvery each peer keeps the state, and saves it as a checkpoint
// once it is committed. The voters of its epoch sign what it is and tell all who execute the island; who has the
// same state keeps their signatures with the checkpoint. So a file, or a copy of one, shows to anybody that its state is
// the one that its committee had, without all turns from the beginning.

const (
	// certifyEvery is how many turns lie between two states that are signed: a minute of the usual ones.
	certifyEvery = 1200
	// soonCertified is how many turns before such a state no other checkpoint is saved.
	soonCertified = certifyEvery / 4
)

// certifying is what is known of the last state that was to be signed.
type certifying struct {
	mine    *epoch.Certificate // what this peer says of it, with the seals of those who say the same; nil: none yet
	record  *epoch.Record      // of its epoch
	saved   bool               // that state is a checkpoint of the file
	waiting []sealed           // of later states, at most one of each voter
}

// sealed is what a voter says of a state.
type sealed struct {
	by   key.ID
	says epoch.Certificate // with one seal
}

// CertificateRow is who signed a checkpoint, for the file.
type CertificateRow struct {
	Turn  uint64
	Bytes []byte
}

// mark keeps the state after a turn that is to be signed, in place of another that is not committed yet.
func (c *Core) mark(turn uint64) {
	if turn%certifyEvery == 0 && c.e != nil && !c.replaying && !c.quietNow() {
		c.state.next = c.capture()
	}
}

// dueSave reports whether a state that has become the base is to be saved as a checkpoint. One that is signed is
// preferred: it is saved a little early, and another shortly before it is not.
func (c *Core) dueSave(k kept) bool {
	every, since := c.options.Checkpoint, c.now.Sub(c.disk.saved)
	after := k.turn % certifyEvery
	if after == 0 {
		return every <= checkpointEvery || since >= every*3/4
	}
	return since >= every && (every < checkpointEvery || certifyEvery-after > soonCertified)
}

// certify says what a committed state is, if it is one of those that are signed. Signatures are kept only if it is
// saved as a checkpoint.
func (c *Core) certify(k kept, saved bool) {
	if k.turn == 0 || k.turn%certifyEvery != 0 || k.epoch == 0 || k.epoch > uint64(len(c.records)) {
		return
	}
	parts, err := transfer.Split(k.snapshot)
	if err != nil {
		return // nor does the file take it
	}
	w := &c.certifying
	w.record, w.saved = c.records[k.epoch-1], saved
	w.mine = &epoch.Certificate{Number: k.epoch, Turn: k.turn, Hash: k.hash, Root: transfer.Describe(k.turn, parts).Root()}
	if w.record.Votes(c.me) {
		s := w.mine.SealOf(c.options.Key, w.record)
		w.mine.Add(s)
		says := *w.mine
		says.Seals = []epoch.Seal{s}
		b := says.Append([]byte{byte(wire.Certificate)})
		c.each(func(p *peer) {
			if p.greeted {
				c.send(p.key, message.StreamChannel, append([]byte(nil), b...))
			}
		})
	}
	waiting := w.waiting
	w.waiting = nil
	for _, s := range waiting {
		c.compareSeal(s)
	}
	c.keepCertificate()
}

// keepCertificate has the seals that are known written into the file.
func (c *Core) keepCertificate() {
	if m := c.certifying.mine; len(m.Seals) > 0 && c.certifying.saved {
		c.out.Certificates = append(c.out.Certificates, CertificateRow{m.Turn, m.Append(nil)})
	}
}

// receiveCertificate takes what a voter says of a state.
func (c *Core) receiveCertificate(p *peer, b []byte) error {
	says, err := epoch.DecodeCertificate(b[1:])
	if err == nil && (len(says.Seals) != 1 || says.Seals[0].Key != p.key || says.Turn%certifyEvery != 0) {
		err = fmt.Errorf("host: a certificate of turn %d with %d seals", says.Turn, len(says.Seals))
	}
	if err != nil {
		return err
	}
	if n := len(c.certifying.mineSeals()); c.compareSeal(sealed{p.key, *says}) && len(c.certifying.mineSeals()) > n {
		c.keepCertificate()
	}
	return nil
}

func (w *certifying) mineSeals() []epoch.Seal {
	if w.mine == nil {
		return nil
	}
	return w.mine.Seals
}

// compareSeal adds what a voter says to what this peer says of the same state, if it says the same, and reports whether
// it did. What it says of a later state waits.
func (c *Core) compareSeal(s sealed) bool {
	w := &c.certifying
	if w.mine == nil || s.says.Turn > w.mine.Turn {
		c.holdSeal(s)
		return false
	}
	m := w.mine
	seal := s.says.Seals[0]
	if s.says.Turn != m.Turn || s.says.Number != m.Number || !s.says.SealedAs(seal, w.record, c.options.GoodHeads.Verify) {
		return false
	}
	if s.says.Hash != m.Hash || s.says.Root != m.Root {
		c.counters[counter.CertificatesOther]++
		if p := c.peers[s.by]; p != nil {
			c.tell(p, "a voter signed another state than is here", "turn", m.Turn)
		}
		return false
	}
	return m.Add(seal)
}

// holdSeal keeps what a voter says of a state that is not committed here yet.
func (c *Core) holdSeal(s sealed) {
	w := &c.certifying
	if len(c.records) == 0 || !c.last().Votes(s.by) {
		return
	}
	for i := range w.waiting {
		if w.waiting[i].by == s.by {
			w.waiting[i] = s
			return
		}
	}
	if len(w.waiting) < 2*epoch.MaxVoters {
		w.waiting = append(w.waiting, s)
	}
}
