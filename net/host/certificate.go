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

// Certificates gathers the signatures of voters under a committed state.
type Certificates struct {
	c *Core

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
func (t *Certificates) mark(turn uint64) {
	if turn%certifyEvery == 0 && t.c.e != nil && !t.c.replaying && !t.c.fork.quietNow() {
		t.c.state.next = t.c.capture()
	}
}

// dueSave reports whether a state that has become the base is to be saved as a checkpoint. One that is signed is
// preferred: it is saved a little early, and another shortly before it is not.
func (t *Certificates) dueSave(k kept) bool {
	every, since := t.c.options.Checkpoint, t.c.now.Sub(t.c.journal.saved)
	after := k.turn % certifyEvery
	if after == 0 {
		return every <= checkpointEvery || since >= every*3/4
	}
	return since >= every && (every < checkpointEvery || certifyEvery-after > soonCertified)
}

// certify says what a committed state is, if it is one of those that are signed. Signatures are kept only if it is
// saved as a checkpoint.
func (t *Certificates) certify(k kept, saved bool) {
	if k.turn == 0 || k.turn%certifyEvery != 0 || k.epoch == 0 || k.epoch > uint64(len(t.c.records)) {
		return
	}
	parts, err := transfer.Split(k.snapshot)
	if err != nil {
		return // nor does the file take it
	}
	t.record, t.saved = t.c.records[k.epoch-1], saved
	t.mine = &epoch.Certificate{Number: k.epoch, Turn: k.turn, Hash: k.hash, Root: transfer.Describe(k.turn, parts).Root()}
	if t.record.Votes(t.c.me) {
		s := t.mine.Cosign(t.c.options.Key, t.record)
		t.mine.Add(s)
		says := *t.mine
		says.Signatures = []epoch.Cosignature{s}
		b := says.Append([]byte{byte(wire.Certificate)})
		t.c.each(func(p *peer) {
			if p.greeted {
				t.c.send(p.key, message.StreamChannel, append([]byte(nil), b...))
			}
		})
	}
	waiting := t.waiting
	t.waiting = nil
	for _, s := range waiting {
		t.compareSeal(s)
	}
	t.keepCertificate()
}

// keepCertificate has the seals that are known written into the file.
func (t *Certificates) keepCertificate() {
	if m := t.mine; len(m.Signatures) > 0 && t.saved {
		t.c.out.Certificates = append(t.c.out.Certificates, CertificateRow{m.Turn, m.Append(nil)})
	}
}

// receiveCertificate takes what a voter says of a state.
func (t *Certificates) receiveCertificate(p *peer, b []byte) error {
	says, err := epoch.DecodeCertificate(b[1:])
	if err == nil && (len(says.Signatures) != 1 || says.Signatures[0].Key != p.key || says.Turn%certifyEvery != 0) {
		err = fmt.Errorf("host: a certificate of turn %d with %d seals", says.Turn, len(says.Signatures))
	}
	if err != nil {
		return err
	}
	if n := len(t.mineSeals()); t.compareSeal(sealed{p.key, *says}) && len(t.mineSeals()) > n {
		t.keepCertificate()
	}
	return nil
}

func (t *Certificates) mineSeals() []epoch.Cosignature {
	if t.mine == nil {
		return nil
	}
	return t.mine.Signatures
}

// compareSeal adds what a voter says to what this peer says of the same state, if it says the same, and reports whether
// it did. What it says of a later state waits.
func (t *Certificates) compareSeal(s sealed) bool {
	if t.mine == nil || s.says.Turn > t.mine.Turn {
		t.holdSeal(s)
		return false
	}
	m := t.mine
	seal := s.says.Signatures[0]
	if s.says.Turn != m.Turn || s.says.Number != m.Number || !s.says.CosignedAs(seal, t.record, t.c.options.GoodHeads.Verify) {
		return false
	}
	if s.says.Hash != m.Hash || s.says.Root != m.Root {
		t.c.counters[counter.CertificatesOther]++
		if p := t.c.peers.Get(s.by); p != nil {
			t.c.tell(p, "a voter signed another state than is here", "turn", m.Turn)
		}
		return false
	}
	return m.Add(seal)
}

// holdSeal keeps what a voter says of a state that is not committed here yet.
func (t *Certificates) holdSeal(s sealed) {
	if len(t.c.records) == 0 || !t.c.last().Votes(s.by) {
		return
	}
	for i := range t.waiting {
		if t.waiting[i].by == s.by {
			t.waiting[i] = s
			return
		}
	}
	if len(t.waiting) < 2*epoch.MaxVoters {
		t.waiting = append(t.waiting, s)
	}
}
