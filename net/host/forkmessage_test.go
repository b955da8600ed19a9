package host

import (
	"bytes"
	"maps"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// FuzzFork: no message about forks, and no blob, upsets a peer; what decodes encodes to the same bytes.
func FuzzFork(f *testing.F) {
	r := testRecord()
	f.Add(recordlist.EncodeAsk(recordlist.Name{Number: 3, Hash: [32]byte{1}}, recordlist.Name{Number: 1, Hash: r.Hash()}))
	f.Add(recordlist.Encode(recordlist.Answer, r.Hash(), []*epoch.Record{r})[0])
	o := message.BranchOffer{Shared: r.Hash(), Records: []*epoch.Record{r}, Turn: 9, Size: 100}
	f.Add(o.Encode()[0])
	f.Add(message.BranchTake{ID: [32]byte{1}, Base: 2}.Encode())
	f.Add(message.BranchPacked{ID: [32]byte{1}, Blob: [32]byte{2}}.Encode())
	f.Add(message.BranchVerdict{ID: [32]byte{1}, Verdict: message.VerdictRefused, Words: "no"}.Encode())
	f.Add(message.EncodeBlobStep(message.StepHold, [32]byte{4}))
	f.Add(message.BeginFork(message.StepDecree))
	d := blobContent{turn: 4, who: "a and b", records: []*epoch.Record{r}, base: []byte("base"), tip: []byte("tip")}
	b, err := d.encode()
	must(f, err)
	f.Add(b)
	next := r.After(epoch.Provisional, epoch.Position{Turn: 9})
	next.Voters = r.Voters[:1]
	next.Sign(key.FromSeed([32]byte{1}))
	d.records, d.later = append(d.records, next), map[uint64][]byte{next.Number: []byte("later")}
	b, err = d.encode()
	must(f, err)
	if e, err := decodeBlob(b); err != nil || !maps.EqualFunc(e.later, d.later, bytes.Equal) {
		f.Fatalf("decoded as %v: %v", e.later, err)
	}
	f.Add(b)
	now := time.Unix(1000, 0)
	f.Fuzz(func(t *testing.T, b []byte) {
		if d, err := decodeBlob(b); err == nil {
			again, err := d.encode()
			if err == nil {
				if e, err := decodeBlob(again); err != nil || e.turn != d.turn || !bytes.Equal(e.tip, d.tip) || !bytes.Equal(e.base, d.base) || !maps.EqualFunc(e.later, d.later, bytes.Equal) {
					t.Errorf("another branch: %v", err)
				}
			}
		}
		if len(b) < 2 || wire.Kind(b[0]) != wire.Fork && wire.Kind(b[0]) != wire.Record {
			return
		}
		c, _, others := restartedVoter(t, now)
		for i := range 4 {
			now := now.Add(time.Duration(i) * time.Second)
			c.Receive(now, others[0].ID(), link.Stream, b)
			c.Tick(now)
			c.Ready()
		}
	})
}
