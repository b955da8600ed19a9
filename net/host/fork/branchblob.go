package fork

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// # Blobs
//
// The blob of a Merged record is all that taking the branch in needs: a list of parts as net/transfer has
// them (parts that base and tip have in common travel once). The part "0" is: "MHBB", version 1, turn of the
// branch's beginning (uvarint), its names (text), and its records (uvarint length each). Parts of the state
// at its beginning have "b" before their name, those of the state at its end "t", and those of the state at
// the beginning of a later Provisional record of the branch "m" and the record's number in sixteen
// hexadecimal digits: the points where it left an epoch in which others went on. A peer that needs a blob
// asks the peer that named it, by its SHA-256; messages of the transfer are wrapped in Fork.

const (
	blobMagic = "MHBB\x01"
	// maxBlobs is how many blobs are kept in memory.
	maxBlobs = 4
	// maxWho is the longest list of names in a blob in bytes.
	maxWho = 1 << 10
	// pullBlobPatience is how long a peer may be silent that was asked for a blob.
	pullBlobPatience = 4 * time.Second
)

// keptBlob is a blob in memory.
type keptBlob struct {
	hash  [32]byte
	bytes []byte
}

// blobPull is a blob on its way here.
type blobPull struct {
	request.Request
	hash    [32]byte
	receive *transfer.Receiver
	there   int
}

// BlobContent is the content of a blob.
type BlobContent struct {
	Turn    uint64
	Who     string
	Records []*epoch.Record
	Base    []byte
	Tip     []byte
	Later   map[uint64][]byte // states at the beginnings of Provisional records after the first, by number
}

// Encode packs a branch's content.
func (b *BlobContent) Encode() ([]byte, error) {
	head := wire.AppendText(wire.AppendUvarint([]byte(blobMagic), b.Turn), b.Who)
	head = recordlist.Append(head, b.Records)
	states := []blobState{{"b", b.Base}}
	for _, n := range slices.Sorted(maps.Keys(b.Later)) {
		states = append(states, blobState{laterPrefix(n), b.Later[n]})
	}
	states = append(states, blobState{"t", b.Tip}) // names ascend
	parts := []transfer.Part{{Name: "0", Data: head}}
	for _, s := range states {
		split, err := transfer.Split(s.snapshot)
		if err != nil {
			return nil, err
		}
		for _, p := range split {
			if len(s.prefix)+len(p.Name) > transfer.MaxName {
				return nil, fmt.Errorf("host: a part's name of %d bytes", len(p.Name))
			}
			parts = append(parts, transfer.Part{Name: s.prefix + p.Name, Data: p.Data})
		}
	}
	out := transfer.Join(nil, parts)
	if len(out) > message.MaxBranch && len(b.Later) > 0 {
		b.Later = nil // the branch itself matters more than later forks of it
		return b.Encode()
	}
	if len(out) > message.MaxBranch {
		return nil, fmt.Errorf("host: a branch of %d bytes", len(out))
	}
	return out, nil
}

// DecodeBlob unpacks a branch's content.
func DecodeBlob(b []byte) (d BlobContent, err error) {
	if len(b) > message.MaxBranch {
		return d, fmt.Errorf("host: a branch of %d bytes", len(b))
	}
	parts, err := transfer.Split(b)
	if err != nil {
		return d, err
	}
	if len(parts) == 0 || parts[0].Name != "0" {
		return d, fmt.Errorf("host: no blob of a branch")
	}
	c := wire.NewCursor(parts[0].Data)
	if string(c.Bytes(len(blobMagic))) != blobMagic {
		return d, fmt.Errorf("host: not a blob of version 1")
	}
	d.Turn, d.Who = c.Uvarint(), c.Text(maxWho)
	if d.Records, err = recordlist.Read(c); err != nil {
		return d, err
	}
	states := map[string][]transfer.Part{}
	for _, p := range parts[1:] {
		n := min(1, len(p.Name))
		if strings.HasPrefix(p.Name, "m") {
			n = min(len(laterPrefix(0)), len(p.Name))
		}
		prefix := p.Name[:n]
		if number, err := strconv.ParseUint(prefix[min(1, n):], 16, 64); prefix != "b" && prefix != "t" && (err != nil || prefix != laterPrefix(number) || !d.parts(number)) {
			return d, fmt.Errorf("host: a part %q in the blob of a branch", p.Name)
		}
		states[prefix] = append(states[prefix], transfer.Part{Name: p.Name[n:], Data: p.Data})
	}
	d.Base, d.Tip = transfer.Join(nil, states["b"]), transfer.Join(nil, states["t"])
	for _, r := range d.Records {
		if s := states[laterPrefix(r.Number)]; s != nil {
			d.keepLater(r.Number, transfer.Join(nil, s))
		}
	}
	return d, nil
}

// blobState is a state in a blob.
type blobState struct {
	prefix   string
	snapshot []byte
}

func laterPrefix(number uint64) string { return fmt.Sprintf("m%016x", number) }

// parts reports whether the branch left an epoch of its own with a record of a number.
func (b *BlobContent) parts(number uint64) bool {
	i := slices.IndexFunc(b.Records, func(r *epoch.Record) bool { return r.Number == number })
	return i > 0 && b.Records[i].Reason == epoch.Provisional
}

func (b *BlobContent) keepLater(number uint64, snapshot []byte) {
	if b.Later == nil {
		b.Later = map[uint64][]byte{}
	}
	b.Later[number] = snapshot
}

// HeldBlob returns a blob that is kept here, or nil.
func (g *Merger) HeldBlob(hash [32]byte) []byte {
	for _, k := range g.blobs {
		if k.hash == hash {
			return k.bytes
		}
	}
	return nil
}

// HoldBlob keeps a blob and returns its name. The oldest goes for it.
func (g *Merger) HoldBlob(b []byte) (hash [32]byte) {
	hash = sha256.Sum256(b)
	if g.HeldBlob(hash) == nil {
		if len(g.blobs) == maxBlobs {
			g.blobs = slices.Delete(g.blobs, 0, 1)
		}
		g.blobs = append(g.blobs, keptBlob{hash, b})
	}
	return hash
}

// PullBlob fetches a blob from a peer, one at a time.
func (g *Merger) PullBlob(from key.ID, hash [32]byte) {
	if g.HeldBlob(hash) != nil || g.pull != nil && g.pull.hash == hash && g.c.Peers.Get(g.pull.Source()) != nil {
		return
	}
	if g.pull != nil && !g.pull.Expired(g.c.Now, pullBlobPatience, 0) && g.c.Peers.Get(g.pull.Source()) != nil {
		return
	}
	g.pull = &blobPull{hash: hash, receive: transfer.NewReceiver(nil, transfer.Limits{Total: message.MaxBranch})}
	g.pull.Begin(g.c.Now, from)
	g.Pulls()
}

// Pulls goes on with fetching.
func (g *Merger) Pulls() {
	q := g.pull
	if q == nil {
		return
	}
	if g.c.Peers.Get(q.Source()) == nil || q.Expired(g.c.Now, pullBlobPatience, 0) {
		g.pull = nil
		return
	}
	if there, _ := q.receive.Progress(); there == 0 && q.Due(g.c.Now, time.Second) {
		q.Ask(g.c.Now, q.Source())
		g.c.Send(q.Source(), link.Stream, message.EncodeBlobStep(message.StepWantBlob, q.hash))
	} else if there != q.there {
		q.there = there
		q.Moved(g.c.Now)
	}
	for _, o := range q.receive.Next(g.c.Now.Sub(g.c.Began)) {
		g.c.Send(o.To, link.Stream, append(message.EncodeBlobStep(message.StepPiece, q.hash), o.Message...))
	}
	if !q.receive.Done() {
		return
	}
	b := q.receive.Snapshot()
	g.pull = nil
	if sha256.Sum256(b) != q.hash {
		g.c.Counters[counter.Garbage]++
		g.c.Event("a branch blob does not match its hash", "peer", q.Source().Short())
		return
	}
	g.HoldBlob(b)
	g.gotBlob(q.Source(), q.hash)
}

// wantBlob offers a blob to a peer that asks for it.
func (g *Merger) wantBlob(p *kernel.Peer, hash [32]byte) error {
	b := g.HeldBlob(hash)
	if b == nil {
		return nil
	}
	if g.in.Of(p).giving == nil || g.in.Of(p).givingBlob != hash {
		if !p.Flow.Blobs.Take(g.c.Now, 1, 0.5, kernel.BlobBurst) {
			g.c.Counters[counter.Flooded]++
			return nil
		}
		offer, err := transfer.NewOffer(0, b)
		if err != nil {
			return nil // ours, and too large for a transfer
		}
		g.in.Of(p).giving, g.in.Of(p).givingBlob = transfer.NewSender(offer), hash
		g.c.Giving.ServeSoon()
	}
	g.c.Send(p.Key, link.Stream, append(message.EncodeBlobStep(message.StepPiece, hash), g.in.Of(p).giving.Offer().Have().Encode()...))
	return nil
}

// piece takes a message of a blob's transfer.
func (g *Merger) piece(p *kernel.Peer, hash [32]byte, message []byte) error {
	q := g.pull
	mine := q != nil && q.hash == hash && q.Source() == p.Key
	switch wire.Kind(message[0]) {
	case wire.Have:
		if !mine {
			return nil
		}
		return q.receive.Have(p.Key, message)
	case wire.Block:
		if !mine {
			return nil
		}
		err := q.receive.Receive(p.Key, message, g.c.Now.Sub(g.c.Began))
		g.Pulls()
		return err
	case wire.Want:
		if g.in.Of(p).giving == nil || g.in.Of(p).givingBlob != hash {
			return kernel.ErrUnexpected
		}
		return g.in.Of(p).giving.Want(message)
	}
	return kernel.ErrUnexpected
}

// Give sends pieces of a blob that a peer asked for. It reports whether the peer is being given a blob, and
// whether there was something to send.
func (g *Merger) Give(p *kernel.Peer, budget int) (gives, sends bool) {
	if g.in.Of(p).giving == nil || g.in.Of(p).giving.Pending() == 0 {
		return g.in.Of(p).giving != nil, false
	}
	for _, m := range g.in.Of(p).giving.Next(budget) {
		g.c.Send(p.Key, link.Stream, append(message.EncodeBlobStep(message.StepPiece, g.in.Of(p).givingBlob), m...))
	}
	return true, true
}
