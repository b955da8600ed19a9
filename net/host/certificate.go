package host

import (
	"manyhold/net/epoch"
	"manyhold/net/host/certificate"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// CertificateRow is the certificate of a checkpoint, for the file.
type CertificateRow struct {
	Turn  uint64
	Bytes []byte
}

// keepCertified keeps the state after a turn that is certified, in place of another that is not committed
// yet.
func (hs *History) keepCertified(turn uint64) {
	if turn%certificate.Every == 0 && hs.c.e != nil && !hs.replaying && !hs.c.fork.quietNow() {
		hs.next = hs.capture()
	}
}

// certify begins the certificate of a committed state; saved: the state is a checkpoint of the file.
func (hs *History) certify(k kept, saved bool) {
	s := certificate.State{Epoch: k.epoch, Turn: k.turn, Hash: k.hash, Snapshot: k.snapshot}
	hs.certified(hs.c.certificates.Certify(s, hs.c.ancestry.records, hs.c.options.Key, saved, hs.c.options.SignatureCache.Verify))
}

func (hs *History) receiveCertificate(p *peer, b []byte) error {
	var last *epoch.Record
	if len(hs.c.ancestry.records) > 0 {
		last = hs.c.ancestry.last()
	}
	e, err := hs.c.certificates.Receive(p.key, b, last, hs.c.options.SignatureCache.Verify)
	hs.certified(e)
	return err
}

// certified carries out the effects of the certificates.
func (hs *History) certified(e certificate.Effects) {
	if e.Announce != nil {
		hs.c.peers.each(func(p *peer) {
			if p.greeted {
				hs.c.send(p.key, message.StreamChannel, append([]byte(nil), e.Announce...))
			}
		})
	}
	for _, k := range e.Differ {
		hs.c.counters[counter.CertificatesOther]++
		if p := hs.c.peers.Get(k); p != nil {
			hs.c.peers.tell(p, "a voter signed another state than is here", "turn", e.Turn)
		}
	}
	if e.Write != nil {
		hs.c.out.Certificates = append(hs.c.out.Certificates, CertificateRow{e.Turn, e.Write})
	}
}
