package host

import (
	"bytes"
	"maps"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// FuzzFork: no message about forks, and no blob, upsets a peer; each that decodes encodes to the same bytes.
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
	f.Add(message.EncodeBlobStep(message.StepTrying, [32]byte{4}))
	f.Add(message.BlobFault{Blob: [32]byte{4}, Words: "branch_other_end"}.Encode())
	f.Add(message.BranchAccept{Blob: [32]byte{4}, Keeper: key.ID{5}, Signature: [64]byte{6}}.Encode())
	f.Add(message.BeginFork(message.StepDecree))
	d := branchblob.Content{Turn: 4, Last: 20, Who: "a and b", Records: []*epoch.Record{r}, Base: []byte("base"), Tip: []byte("tip"), Turns: [][]byte{[]byte("some"), []byte("turns")}}
	b, err := d.Encode()
	must(f, err)
	f.Add(b)
	next := r.After(epoch.Provisional, epoch.Position{Turn: 9})
	next.Voters = r.Voters[:1]
	next.Sign(key.FromSeed([32]byte{1}))
	d.Records, d.Later = append(d.Records, next), map[uint64][]byte{next.Number: []byte("later")}
	b, err = d.Encode()
	must(f, err)
	if e, err := branchblob.Decode(b); err != nil || !maps.EqualFunc(e.Later, d.Later, bytes.Equal) {
		f.Fatalf("decoded as %v: %v", e.Later, err)
	}
	f.Add(b)
	now := time.Unix(1000, 0)
	f.Fuzz(func(t *testing.T, b []byte) {
		if d, err := branchblob.Decode(b); err == nil {
			again, err := d.Encode()
			if err == nil {
				if e, err := branchblob.Decode(again); err != nil || e.Turn != d.Turn || !bytes.Equal(e.Tip, d.Tip) || !bytes.Equal(e.Base, d.Base) || !maps.EqualFunc(e.Later, d.Later, bytes.Equal) {
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
