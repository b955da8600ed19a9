// Package publishing gives the blueprints of a world to all its peers.
//
// An island's state has the blueprints that hold there, so a peer learns of them from its own islands. This
// package carries them to the other islands and brings new ones: linked peers exchange summaries of what they
// know (see net/register) when they meet and when it changes, and each sends what the other lacks. The leader
// of each island brings what its island lacks into turns.
//
// The messages, of wire.Blueprint:
//
//	u8 1, a summary (see register.Book.AppendSummary)
//	u8 2, uvarint size, uvarint place, bytes: a part of a blueprint. The parts of one follow each other.
package publishing

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/machine"
	"manyhold/net/key"
	"manyhold/net/register"
	"manyhold/net/wire"
)

const (
	stepSummary = 1
	stepPart    = 2

	// part is the most bytes of a part.
	part = 12 << 10
	// tellGap is the least time between two summaries to a peer that has not answered with another one.
	tellGap = time.Second
	// burst is the most bytes of blueprints that are taken from a link at once, rate how many more a second.
	// The rest is dropped, and comes with a later exchange.
	burst, rate = 1 << 20, 64 << 10
)

var (
	// ErrBarred says that the charter does not let the player publish.
	ErrBarred = errors.New("publishing: your rank in this world does not allow it")
	// ErrRefused says that the island refuses a blueprint. It is wrapped with the reason.
	ErrRefused = errors.New("publishing: refused")
	// ErrNoState says that this peer does not have the island's state yet.
	ErrNoState = errors.New("publishing: this peer is still fetching the world")
)

// World is what publishing needs of the world.
type World interface {
	// Prints is what is known of the world's blueprints.
	Prints() *register.Book
	// MayPublish reports whether the charter lets a player publish blueprints.
	MayPublish(player key.ID) bool
	// Member reports whether a player has a rank by name that lets it publish.
	Member(player key.ID) bool
	// Machines calls f for the state of each island that is executed here.
	Machines(f func(island uint64, m machine.Library))
	// Here is the island of this peer's player; nil while it is fetched.
	Here() machine.Library
}

// Publishing exchanges blueprints with the linked peers.
type Publishing struct {
	hub   *links.Hub
	world World
	sums  map[uint64]uint64 // of the islands, as they were looked at
	by    map[key.ID]*reader
}

// reader is what is known of a linked peer.
type reader struct {
	digest [32]byte // its last summary's
	heard  bool     // it sent one
	told   [32]byte // this peer's, when it was told
	at     time.Time
	tells  bool      // it has been told
	gave   [32]byte  // this peer's digest when it sent what the other lacked,
	gaveAt time.Time // and when that was
	budget int
	filled time.Time
	whole  []byte // of a blueprint, as far as it has come
	size   int
}

// New returns the exchange of a world.
func New(h *links.Hub, w World) *Publishing {
	return &Publishing{hub: h, world: w, sums: map[uint64]uint64{}, by: map[key.ID]*reader{}}
}

// Forget forgets a peer whose link came or went.
func (p *Publishing) Forget(k key.ID) { delete(p.by, k) }

func (p *Publishing) of(k key.ID) *reader {
	r := p.by[k]
	if r == nil {
		r = &reader{budget: burst, filled: p.hub.Now}
		p.by[k] = r
	}
	return r
}

// Publish lets the world know a blueprint. Its errors are those of register.Parse, ErrBarred, ErrNoState,
// ErrRefused and register.ErrFull. No error means that linked peers are told; it holds when an island's turn
// has its last piece.
func (p *Publishing) Publish(data []byte) error {
	e, err := register.Parse(slices.Clone(data))
	if err != nil {
		return err
	}
	here := p.world.Here()
	switch {
	case here == nil:
		return ErrNoState
	case !p.world.MayPublish(e.Editor):
		return ErrBarred
	}
	if why := here.Refuses(data); why != nil {
		return fmt.Errorf("%w: %w", ErrRefused, why)
	}
	if _, err := p.world.Prints().Add(e); err != nil {
		return err
	}
	p.Step()
	return nil
}

// Step learns from the islands, and tells the linked peers what is new.
func (p *Publishing) Step() {
	p.learn()
	book := p.world.Prints()
	for _, l := range p.hub.Peers.Values() {
		r := p.of(l.Key)
		if !l.Greeted || r.heard && r.digest == book.Digest() || len(book.List()) == 0 && !r.heard {
			continue
		}
		if wait := p.hub.Now.Sub(r.at); !r.tells || r.told != book.Digest() && wait >= tellGap/10 || wait >= 5*tellGap {
			p.tell(l.Key, r)
		}
	}
}

// learn takes over what the islands of this peer know.
func (p *Publishing) learn() {
	book := p.world.Prints()
	p.world.Machines(func(island uint64, m machine.Library) {
		sum := m.BlueprintSum()
		if p.sums[island] == sum {
			return
		}
		p.sums[island] = sum
		m.Blueprints(func(id uint64, hash [32]byte, data []byte) {
			if known := book.Find(id); known != nil && known.Hash == hash {
				return // the sum changes with each piece of another one, too
			}
			if e, err := register.Parse(data); err == nil {
				book.Add(e) // a full book has the others' already
			}
		})
	})
}

func (p *Publishing) tell(to key.ID, r *reader) {
	book := p.world.Prints()
	r.tells, r.told, r.at = true, book.Digest(), p.hub.Now
	p.hub.Send(to, book.AppendSummary([]byte{byte(wire.Blueprint), stepSummary}))
}

// Receive takes a message of a linked peer.
func (p *Publishing) Receive(from key.ID, b []byte) {
	if p.hub.Peers.Get(from) == nil || len(b) < 2 {
		return
	}
	r, c := p.of(from), wire.NewCursor(b[2:])
	var err error
	switch b[1] {
	case stepSummary:
		err = p.compare(from, r, c)
	case stepPart:
		err = p.take(r, c)
	default:
		err = register.ErrMalformed
	}
	if err != nil {
		r.whole = nil
		p.hub.Counters[counter.Garbage]++
	}
}

// compare sends a peer what it lacks.
func (p *Publishing) compare(from key.ID, r *reader, c *wire.Cursor) error {
	digest, lines, err := register.ReadSummary(c)
	if err != nil {
		return err
	}
	book := p.world.Prints()
	again := r.heard && r.digest == digest && r.gave == book.Digest() && p.hub.Now.Sub(r.gaveAt) < tellGap
	r.digest, r.heard = digest, true
	if digest == book.Digest() {
		if r.told != digest {
			p.tell(from, r)
		}
		return nil
	}
	if again {
		return nil // it is on its way
	}
	missing, lacks := book.Compare(lines)
	r.gave, r.gaveAt = book.Digest(), p.hub.Now
	for _, e := range missing {
		p.send(from, e)
	}
	if lacks || len(missing) > 0 {
		p.tell(from, r)
	}
	return nil
}

func (p *Publishing) send(to key.ID, e *register.Entry) {
	for at := 0; at < len(e.Bytes); at += part {
		b := wire.AppendUvarint([]byte{byte(wire.Blueprint), stepPart}, uint64(len(e.Bytes)))
		b = wire.AppendUvarint(b, uint64(at))
		p.hub.Send(to, append(b, e.Bytes[at:min(at+part, len(e.Bytes))]...))
	}
}

// take puts the parts of a blueprint together, and adds it.
func (p *Publishing) take(r *reader, c *wire.Cursor) error {
	size, at := c.Uvarint(), c.Uvarint()
	b := c.Rest()
	switch {
	case c.Err() != nil || size > register.MaxBytes || len(b) == 0 || len(b) > part:
		return register.ErrMalformed
	case at == 0:
		r.whole, r.size = nil, int(size)
	case r.whole == nil:
		return nil // of one that was dropped
	}
	if int(size) != r.size || int(at) != len(r.whole) || len(r.whole)+len(b) > r.size {
		return register.ErrMalformed
	}
	if !p.affords(r, len(b)) {
		r.whole = nil
		p.hub.Counters[counter.Flooded]++
		return nil
	}
	if r.whole = append(r.whole, b...); len(r.whole) < r.size {
		return nil
	}
	e, err := register.Parse(r.whole)
	r.whole = nil
	if err != nil {
		return err
	}
	if p.world.MayPublish(e.Editor) && p.room(e) && (e.Editor == e.Author || p.admits(e)) {
		p.world.Prints().Add(e) // what does not fit is left out
	}
	return nil
}

// The most blueprints of an author who is no member, and of all of them, that are taken from links.
const ofStranger, byStrangers = 8, register.MaxBlueprints / 3

// room reports whether there is room for a blueprint among those of strangers.
func (p *Publishing) room(e *register.Entry) bool {
	book := p.world.Prints()
	if book.Find(e.ID) != nil || p.world.Member(e.Author) {
		return true
	}
	own, all := 0, 0
	for _, o := range book.List() {
		if o.Author == e.Author {
			own++
		}
		if !p.world.Member(o.Author) {
			all++
		}
	}
	return own < ofStranger && all < byStrangers
}

// affords takes some bytes from the budget of a link.
func (p *Publishing) affords(r *reader, n int) bool {
	r.budget = min(burst, r.budget+int(p.hub.Now.Sub(r.filled).Seconds()*rate))
	r.filled = p.hub.Now
	if r.budget < n {
		return false
	}
	r.budget -= n
	return true
}

// admits reports whether an island here would let a version hold: of a version whose editor is not the
// author, only islands know whether the editor may write it.
func (p *Publishing) admits(e *register.Entry) (ok bool) {
	p.world.Machines(func(_ uint64, m machine.Library) { ok = ok || m.Refuses(e.Bytes) == nil })
	return ok
}
