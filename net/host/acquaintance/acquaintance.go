// Package acquaintance keeps what this peer has seen of other peers itself: since when it knows each, and for
// how long each has had the same state. The claims of a peer about itself are not here.
package acquaintance

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"manyhold/net/key"
)

const (
	// EarlyTurns are the turns of a world's first ten minutes. A peer that came in them is an early one.
	EarlyTurns = 12000
	// MaxCompanions is how many early peers count as companions of the founder: those that came first. With
	// up to so many linked peers, each executes the whole world.
	MaxCompanions = 8
	// stepMost is the longest time between two equal digests that counts as presence. In a crowd, digests
	// come every 51 seconds (see package compare).
	stepMost = time.Minute
	// maxMet is how many peers are remembered. Beyond it, the one with the least presence is forgotten that
	// is not in touch.
	maxMet = 4096
)

// Book holds what this peer has seen of others; the islands of a world share it. The zero value knows nobody.
type Book struct {
	met        map[key.ID]*entry
	companions []key.ID // the first to come first
	founder    key.ID
}

// entry is what is known of one peer.
type entry struct {
	first   uint64        // turn of home at which it was met, or of the first record that names it a voter
	proven  bool          // it had the same state at least once, or voted
	present time.Duration // in which it had the same state
	equal   time.Time     // when it had last; zero: it was not in touch since
}

// Founder tells who founded the world: it needs no companions' place.
func (b *Book) Founder(k key.ID) {
	if b.founder != k {
		b.founder = k
		b.rank()
	}
}

func (b *Book) of(k key.ID, turn uint64) *entry {
	if e := b.met[k]; e != nil {
		return e
	}
	if b.met == nil {
		b.met = map[key.ID]*entry{}
	}
	if len(b.met) >= maxMet {
		b.forgetOne()
	}
	e := &entry{first: turn}
	b.met[k] = e
	return e
}

// forgetOne forgets the peer with the least presence that is not in touch.
func (b *Book) forgetOne() {
	keys := slices.SortedFunc(maps.Keys(b.met), func(x, y key.ID) int {
		p, q := b.met[x], b.met[y]
		return cmp.Or(cmp.Compare(btoi(!p.equal.IsZero()), btoi(!q.equal.IsZero())), cmp.Compare(p.present, q.present),
			cmp.Compare(q.first, p.first), slices.Compare(x[:], y[:]))
	})
	delete(b.met, keys[0])
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Met notes that a peer executes the world, at a turn of home.
func (b *Book) Met(k key.ID, turn uint64) { b.of(k, turn) }

// Voted notes that a record which began at a turn of home names a peer as a voter.
func (b *Book) Voted(k key.ID, turn uint64) {
	e := b.of(k, turn)
	if !e.proven || turn < e.first {
		e.first, e.proven = min(e.first, turn), true
		b.rank()
	}
}

// Equal notes that a peer told the digest of a turn that this peer has, too.
func (b *Book) Equal(k key.ID, now time.Time, turn uint64) {
	e := b.of(k, turn)
	if !e.equal.IsZero() {
		e.present += min(max(0, now.Sub(e.equal)), stepMost)
	}
	e.equal = now
	if !e.proven {
		e.proven = true
		b.rank()
	}
}

// Wrong notes that a peer's state was found wrong: its presence begins anew.
func (b *Book) Wrong(k key.ID) {
	if e := b.met[k]; e != nil {
		e.present, e.equal = 0, time.Time{}
	}
}

// Left notes that a peer is not linked any more.
func (b *Book) Left(k key.ID) {
	if e := b.met[k]; e != nil {
		e.equal = time.Time{}
	}
}

// Present is how long a peer has been seen with the same state.
func (b *Book) Present(k key.ID) time.Duration {
	if e := b.met[k]; e != nil {
		return e.present
	}
	return 0
}

// First is the turn of home since which a peer is known here; the greatest number: it is not.
func (b *Book) First(k key.ID) uint64 {
	if e := b.met[k]; e != nil {
		return e.first
	}
	return ^uint64(0)
}

// Companion reports whether a peer is among the first that came in the world's first minutes.
func (b *Book) Companion(k key.ID) bool { return slices.Contains(b.companions, k) }

// rank finds the companions.
func (b *Book) rank() {
	b.companions = b.companions[:0]
	for k, e := range b.met {
		if k != b.founder && e.proven && e.first <= EarlyTurns {
			b.companions = append(b.companions, k)
		}
	}
	slices.SortFunc(b.companions, func(x, y key.ID) int {
		return cmp.Or(cmp.Compare(b.met[x].first, b.met[y].first), slices.Compare(x[:], y[:]))
	})
	b.companions = b.companions[:min(len(b.companions), MaxCompanions)]
}
