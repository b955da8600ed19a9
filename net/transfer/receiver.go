package transfer

import (
	"fmt"
	"time"

	"manyhold/net/key"
)

// Limits are the largest values that a receiver accepts. Zero fields mean MaxTotal, MaxParts and Window.
type Limits struct {
	Total  int // bytes of a snapshot's parts
	Parts  int
	Window int // bytes asked for ahead; at most MaxAsked
}

// Out is a message to send.
type Out struct {
	To      key.ID
	Message []byte
}

// Receiver fetches one snapshot from any peers that have it. It is not safe for concurrent use. Times are of
// one monotonic clock.
type Receiver struct {
	have    func(hash [32]byte) []byte
	limits  Limits
	sources []*source // in the order of their first Have, which is also that of requests
	active  *source
	current Have // of the transfer in progress; zero when none is

	manifest *Manifest // nil until verified
	encoded  []byte    // of the manifest, so far
	content  content

	todo     []Range // not yet requested, ascending
	asked    []Range // requested from active, in order, without the received part
	inFlight int     // bytes in asked
	pack     packer
	garbage  int
}

// source is a peer that announced a snapshot.
type source struct {
	id      key.ID
	have    Have
	garbage int
	dropped bool
	heard   time.Duration // time of the last request or answer
}

// NewReceiver returns a receiver. have, which may be nil, returns a part that the caller already holds, by
// its SHA-256, or nil. Its results are verified and never written.
func NewReceiver(have func(hash [32]byte) []byte, limits Limits) *Receiver {
	if have == nil {
		have = func([32]byte) []byte { return nil }
	}
	if limits.Total == 0 {
		limits.Total = MaxTotal
	}
	if limits.Parts == 0 {
		limits.Parts = MaxParts
	}
	if limits.Window == 0 {
		limits.Window = Window
	}
	limits.Window = min(limits.Window, MaxAsked)
	return &Receiver{have: have, limits: limits}
}

// Have takes a message of kind wire.Have. A source that announces another snapshot than before no longer has
// the former. Its errors are ErrMalformed, ErrLimit and ErrDropped.
func (r *Receiver) Have(from key.ID, message []byte) error {
	s := r.source(from)
	if s != nil && s.dropped {
		return ErrDropped
	}
	h, err := DecodeHave(message)
	if err == nil && (h.Total > r.limits.Total || h.Parts > r.limits.Parts || h.Manifest == 0) {
		err = fmt.Errorf("%w: a snapshot of %d bytes in %d parts", ErrLimit, h.Total, h.Parts)
	}
	if err != nil {
		return r.countFault(s, err)
	}
	if s == nil {
		if len(r.sources) == MaxSources {
			return fmt.Errorf("%w: %d sources are enough", ErrLimit, MaxSources)
		}
		s = &source{id: from}
		r.sources = append(r.sources, s)
	}
	changed := s.have != h
	s.have = h
	if s == r.active && changed && !r.Done() {
		r.leave()
	}
	return nil
}

func (r *Receiver) source(id key.ID) *source {
	for _, s := range r.sources {
		if s.id == id {
			return s
		}
	}
	return nil
}

// countFault counts a wrong message and drops its source if there were too many.
func (r *Receiver) countFault(s *source, err error) error {
	r.garbage++
	if s == nil {
		return err
	}
	if s.garbage++; s.garbage >= MaxGarbage {
		r.drop(s)
	}
	return err
}

func (r *Receiver) drop(s *source) {
	s.dropped = true
	if s == r.active {
		r.leave()
	}
}

// Lost says that a source's link is gone. The source may come back with another Have.
func (r *Receiver) Lost(id key.ID) {
	for i, s := range r.sources {
		if s.id != id || s.dropped {
			continue
		}
		if s == r.active && !r.Done() {
			r.leave()
		}
		r.sources = append(r.sources[:i], r.sources[i+1:]...)
		return
	}
}

// leave stops requesting from the active source. Unverified bytes are dropped, because a part comes from one
// source only.
func (r *Receiver) leave() {
	r.active = nil
	r.asked, r.inFlight = nil, 0
	r.encoded = nil
	r.content.forget()
}

// Next returns the messages to send at the time now. A call each second keeps a transfer going; one after
// every Receive keeps it fast.
func (r *Receiver) Next(now time.Duration) (out []Out) {
	if r.Done() {
		return nil
	}
	if s := r.active; s != nil && r.inFlight > 0 && now-s.heard > Patience {
		r.leave()
		r.last(s)
	}
	if r.active == nil && !r.choose(now) {
		return nil
	}
	if r.inFlight > r.limits.Window/2 || len(r.todo) == 0 {
		return nil
	}
	if r.inFlight == 0 {
		r.active.heard = now
	}
	w := Want{Transfer: shortOf(r.current.Root), Space: r.space()}
	for len(r.todo) > 0 && len(w.Ranges) < MaxRanges && r.inFlight < r.limits.Window {
		n := min(r.todo[0].Length, r.limits.Window-r.inFlight)
		w.Ranges = append(w.Ranges, Range{r.todo[0].Offset, n})
		r.inFlight += n
		if r.todo[0].Offset, r.todo[0].Length = r.todo[0].Offset+n, r.todo[0].Length-n; r.todo[0].Length == 0 {
			r.todo = r.todo[1:]
		}
	}
	r.asked = append(r.asked, w.Ranges...)
	return []Out{{To: r.active.id, Message: w.Encode()}}
}

// last moves a source to the end of the order.
func (r *Receiver) last(s *source) {
	for i := range r.sources {
		if r.sources[i] == s {
			r.sources = append(append(r.sources[:i], r.sources[i+1:]...), s)
			return
		}
	}
}

// choose picks the next source: one of the transfer in progress, otherwise the first.
func (r *Receiver) choose(now time.Duration) bool {
	var pick *source
	for _, s := range r.sources {
		if s.dropped {
			continue
		}
		if s.have == r.current {
			pick = s
			break
		}
		if pick == nil {
			pick = s
		}
	}
	if pick == nil {
		return false
	}
	if pick.have != r.current {
		r.current, r.manifest = pick.have, nil
	}
	r.active, pick.heard = pick, now
	if r.manifest == nil {
		r.todo = []Range{{0, r.current.Manifest}}
	} else {
		r.todo = r.content.missing()
	}
	return true
}

func (r *Receiver) space() Space {
	if r.manifest == nil {
		return ManifestSpace
	}
	return ContentSpace
}

// Receive takes a message of kind wire.Block at the time now. An error means that the message was useless.
// The receiver has counted it, and drops the source itself when necessary.
func (r *Receiver) Receive(from key.ID, message []byte, now time.Duration) error {
	s := r.source(from)
	switch {
	case s == nil:
		r.garbage++
		return ErrUnasked
	case s.dropped:
		return ErrDropped
	}
	b, err := DecodeBlock(message)
	if err != nil {
		return r.countFault(s, err)
	}
	if s != r.active || b.Transfer != shortOf(r.current.Root) {
		return ErrUnasked // late, after this receiver switched to another: not the fault of the source
	}
	if len(r.asked) == 0 || b.Space != r.space() || b.Offset != r.asked[0].Offset || b.Length > r.asked[0].Length {
		return r.countFault(s, ErrUnasked)
	}
	data, err := r.pack.unpack(b)
	if err != nil {
		return r.countFault(s, err)
	}
	s.heard = now
	r.inFlight -= b.Length
	if r.asked[0].Offset, r.asked[0].Length = r.asked[0].Offset+b.Length, r.asked[0].Length-b.Length; r.asked[0].Length == 0 {
		r.asked = r.asked[1:]
	}
	if b.Space == ManifestSpace {
		err = r.takeManifest(data)
	} else {
		err = r.content.take(b.Offset, data)
	}
	if err != nil {
		r.garbage++
		r.drop(s)
	}
	return err
}

// takeManifest adds a piece. After the last one it verifies the manifest and determines the missing parts.
func (r *Receiver) takeManifest(data []byte) error {
	r.encoded = append(r.encoded, data...)
	if len(r.encoded) < r.current.Manifest {
		return nil
	}
	m, err := DecodeManifest(r.encoded)
	r.encoded = r.encoded[:0:0]
	switch {
	case err != nil:
		return err
	case m.Root() != r.current.Root:
		return fmt.Errorf("%w: the manifest", ErrWrong)
	case m.Turn != r.current.Turn || len(m.Parts) != r.current.Parts || m.Total() != r.current.Total:
		return fmt.Errorf("%w: the manifest does not match its announcement", ErrWrong)
	}
	if err := r.content.begin(m, r.have); err != nil {
		return err
	}
	r.manifest = &m
	r.todo = r.content.missing()
	return nil
}

// Done reports whether every part has been verified.
func (r *Receiver) Done() bool { return r.manifest != nil && r.content.left == 0 }

// Idle reports whether no source is left. The caller must find another one.
func (r *Receiver) Idle() bool {
	for _, s := range r.sources {
		if !s.dropped {
			return false
		}
	}
	return !r.Done()
}

// Manifest returns the verified manifest of the transfer; its Root is the transfer's name.
func (r *Receiver) Manifest() (Manifest, bool) {
	if r.manifest == nil {
		return Manifest{}, false
	}
	return *r.manifest, true
}

// Progress returns the present and the total number of bytes; both zero until the manifest is there.
func (r *Receiver) Progress() (there, total int) {
	if r.manifest == nil {
		return 0, 0
	}
	return r.content.total - r.content.left, r.content.total
}

// Fetched returns the number of content bytes that came from peers and were verified.
func (r *Receiver) Fetched() int { return r.content.fetched }

// Garbage returns the number of wrong messages.
func (r *Receiver) Garbage() int { return r.garbage }

// Dropped reports whether a source was dropped for a wrong message.
func (r *Receiver) Dropped(id key.ID) bool {
	s := r.source(id)
	return s != nil && s.dropped
}

// Snapshot returns the whole snapshot; nil until Done.
func (r *Receiver) Snapshot() []byte {
	if !r.Done() {
		return nil
	}
	parts := make([]Part, len(r.manifest.Parts))
	for i, p := range r.manifest.Parts {
		parts[i] = Part{Name: p.Name, Data: r.content.done[p.Hash]}
	}
	return Join(make([]byte, 0, joinedSize(parts)), parts)
}
