package fork

import (
	"crypto/sha256"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/transfer"
	"manyhold/net/wire"
)

// # Blobs
//
// The blob of a Merged record is all that taking the branch in needs (see package branchblob). A peer that
// needs a blob asks the peer that named it, by its SHA-256; messages of the transfer are wrapped in Fork.

const (
	// maxBlobs is how many blobs are kept in memory.
	maxBlobs = 4
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
