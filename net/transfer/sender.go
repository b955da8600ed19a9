package transfer

import (
	"fmt"
	"sort"
)

// Offer is a snapshot that peers can fetch, hashed once for all of them. It never changes, and any goroutine
// may use it.
type Offer struct {
	manifest Manifest
	encoded  []byte
	root     [32]byte
	parts    []Part
	starts   []int // offset of each part in the content
	total    int
}

// NewOffer prepares a snapshot of the state after a turn. The offer keeps snapshot, which must not be changed
// any more. Its errors are those of Split.
func NewOffer(turn uint64, snapshot []byte) (*Offer, error) {
	parts, err := Split(snapshot)
	if err != nil {
		return nil, err
	}
	o := &Offer{manifest: Describe(turn, parts), parts: parts, starts: make([]int, len(parts))}
	for i, p := range parts {
		o.starts[i] = o.total
		o.total += len(p.Data)
	}
	o.encoded = o.manifest.Encode()
	o.root = o.manifest.Root()
	return o, nil
}

// Manifest returns the list of the parts; read-only.
func (o *Offer) Manifest() Manifest { return o.manifest }

// Have returns the announcement of the snapshot; its Encode is the message.
func (o *Offer) Have() Have {
	return Have{Turn: o.manifest.Turn, Root: o.root, Manifest: len(o.encoded), Parts: len(o.parts), Total: o.total}
}

func (o *Offer) size(s Space) int {
	if s == ManifestSpace {
		return len(o.encoded)
	}
	return o.total
}

// read appends length bytes of a space to dst.
func (o *Offer) read(dst []byte, s Space, offset, length int) []byte {
	if s == ManifestSpace {
		return append(dst, o.encoded[offset:offset+length]...)
	}
	i := sort.Search(len(o.starts), func(i int) bool { return o.starts[i] > offset }) - 1
	for length > 0 {
		data := o.parts[i].Data[offset-o.starts[i]:]
		n := min(length, len(data))
		dst = append(dst, data[:n]...)
		offset, length, i = offset+n, length-n, i+1
	}
	return dst
}

// Sender answers the requests of one peer from one offer. It is not safe for concurrent use.
type Sender struct {
	offer *Offer
	queue []job
	asked int // bytes in queue
	piece []byte
	pack  packer
}

// job is a requested range.
type job struct {
	space Space
	Range
}

// NewSender returns a sender of an offer to one peer. The caller sends that peer offer.Have().Encode().
func NewSender(offer *Offer) *Sender { return &Sender{offer: offer} }

// Offer returns the offer that is being sent.
func (s *Sender) Offer() *Offer { return s.offer }

// Want takes a message of kind wire.Want. An error means that nothing of it will be answered; the caller
// counts it against the peer. ErrUnasked means that the peer asks for a transfer that is no longer sent: send
// Have again.
func (s *Sender) Want(message []byte) error {
	w, err := DecodeWant(message)
	if err != nil {
		return err
	}
	if w.Transfer != shortOf(s.offer.root) {
		return fmt.Errorf("%w: transfer %x", ErrUnasked, w.Transfer)
	}
	sum := s.asked
	for _, r := range w.Ranges {
		if r.End() > s.offer.size(w.Space) {
			return fmt.Errorf("%w: want: %d bytes at %d of %d", ErrMalformed, r.Length, r.Offset, s.offer.size(w.Space))
		}
		sum += r.Length
	}
	if sum > MaxAsked || len(s.queue)+len(w.Ranges) > 4*MaxRanges {
		return fmt.Errorf("%w: %d bytes asked for ahead", ErrLimit, sum)
	}
	s.asked = sum
	for _, r := range w.Ranges {
		s.queue = append(s.queue, job{space: w.Space, Range: r})
	}
	return nil
}

// Pending returns the number of requested and unsent bytes, before packing.
func (s *Sender) Pending() int { return s.asked }

// Next returns the messages to send now, in order. It adds messages until budget bytes are reached, so the
// last may exceed the budget by one block (MaxPayload and a head of at most 32 bytes). The caller derives the
// budget from the time and from the link's backlog, and sends turns first. A message that the link refuses
// (link.ErrBusy) must be kept and sent before anything else. The messages belong to the caller.
func (s *Sender) Next(budget int) (messages [][]byte) {
	for used := 0; used < budget && len(s.queue) > 0; {
		m := s.block()
		used += len(m)
		messages = append(messages, m)
	}
	return messages
}

// block takes the next piece from the queue.
func (s *Sender) block() []byte {
	j := &s.queue[0]
	s.piece = s.offer.read(s.piece[:0], j.space, j.Offset, min(j.Length, MaxPiece))
	n, packed, payload := s.pack.pack(s.piece)
	m := Block{Transfer: shortOf(s.offer.root), Space: j.space, Packed: packed, Offset: j.Offset, Length: n, Payload: payload}.Encode()
	j.Offset, j.Length = j.Offset+n, j.Length-n
	s.asked -= n
	if j.Length == 0 {
		s.queue = append(s.queue[:0], s.queue[1:]...)
	}
	return m
}
