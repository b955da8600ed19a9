package kernel

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
	if turn%certificate.Every == 0 && hs.c.Epoch != nil && !hs.Replaying && !hs.c.Fork.QuietNow() {
		hs.Next = hs.Capture()
	}
}

// certify begins the certificate of a committed state; saved: the state is a checkpoint of the file.
func (hs *History) certify(k KeptState, saved bool) {
	s := certificate.State{Epoch: k.Epoch, Turn: k.Turn, Hash: k.Hash, Snapshot: k.Snapshot}
	hs.certified(hs.c.Certificates.Certify(s, hs.c.Ancestry.Records, hs.c.Options.Key, saved, hs.c.Options.SignatureCache.Verify))
}

// ReceiveCertificate takes a voter's signature of a state.
func (hs *History) ReceiveCertificate(p *Peer, b []byte) error {
	var last *epoch.Record
	if len(hs.c.Ancestry.Records) > 0 {
		last = hs.c.Ancestry.Last()
	}
	e, err := hs.c.Certificates.Receive(p.Key, b, last, hs.c.Options.SignatureCache.Verify)
	hs.certified(e)
	return err
}

// certified carries out the effects of the certificates.
func (hs *History) certified(e certificate.Effects) {
	if e.Announce != nil {
		hs.c.Peers.Each(func(p *Peer) {
			if p.Greeted {
				hs.c.Send(p.Key, message.StreamChannel, append([]byte(nil), e.Announce...))
			}
		})
	}
	for _, k := range e.Differ {
		hs.c.Counters[counter.CertificatesOther]++
		if p := hs.c.Peers.Get(k); p != nil {
			hs.c.Peers.Tell(p, "a voter signed a state that differs from this peer's", "turn", e.Turn)
		}
	}
	if e.Write != nil {
		hs.c.Out.Certificates = append(hs.c.Out.Certificates, CertificateRow{e.Turn, e.Write})
	}
}
