package charter

import (
	"encoding/binary"
	"fmt"
	"slices"

	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// BucketSize is how many numbers of an author one sum of a summary covers.
	BucketSize = 64
	// Buckets is how many sums of logins a summary has at most: one for each first byte of a player's key.
	Buckets = 256
	// MaxSummary is the longest encoding of a summary in bytes, with room to spare.
	MaxSummary = 12 << 10
	// minAnswer is the least budget of Missing: a full bucket of either kind always fits, so that every
	// answer makes two sets more alike.
	minAnswer = 64 << 10
)

// place is one bucket of entries.
type place struct {
	author key.ID
	bucket uint64
}

// Summary describes the content of a set, in a few kilobytes.
type Summary struct {
	entries map[place]uint64
	logins  map[uint8]uint64
	// appointments have their own buckets, see bucketOf
	appointments map[uint8]uint64
	tickets      map[uint8]uint64 // by the first byte of the player
	bare         bool             // logins are left out
}

// Bare makes the summary one of entries only: its owner takes no logins and tickets, and is sent none.
func (y *Summary) Bare() *Summary {
	clear(y.logins)
	clear(y.tickets)
	y.bare = true
	return y
}

// Summary returns that of the set.
func (s *Set) Summary() *Summary {
	y := &Summary{entries: map[place]uint64{}, logins: map[uint8]uint64{}, appointments: s.appointmentSums(), tickets: map[uint8]uint64{}}
	for at, x := range s.entries {
		if s.authors[at.author] {
			y.entries[placeOf(at)] += sumOf(x.hash)
		}
	}
	for k, x := range s.logins {
		y.logins[k[0]] += sumOf(x.hash)
	}
	for at, x := range s.tickets.all {
		y.tickets[at.player[0]] += binary.LittleEndian.Uint64(x.hash[:])
	}
	return y
}

func sumOf(hash [32]byte) uint64 { return binary.LittleEndian.Uint64(hash[:]) }

func placeOf(at slot) place { return place{at.author, at.number / BucketSize} }

// Missing returns the encodings of entries and logins that the owner of a summary may lack, of about budget
// bytes at most. The budget is at least 64 KiB. Appointments come before entries, entries before tickets and
// tickets before logins, and the founder's entries before all others. more tells that the budget was too
// small for all.
func (s *Set) Missing(theirs *Summary, budget int) (items [][]byte, more bool) {
	budget = max(budget, minAnswer)
	mine := s.Summary()
	take := func(b []byte) bool {
		if budget -= len(b); budget < 0 {
			more = true
			return false
		}
		items = append(items, b)
		return true
	}
	for _, a := range s.Appointments() {
		if n := bucketOf(a.term()); mine.appointments[n] != theirs.appointments[n] && !take(a.Append(nil)) {
			return items, more
		}
	}
	var slots []slot
	for at := range s.entries {
		if p := placeOf(at); s.authors[at.author] && mine.entries[p] != theirs.entries[p] {
			slots = append(slots, at)
		}
	}
	slices.SortFunc(slots, func(a, b slot) int {
		if fa, fb := a.author == s.world.Founder, b.author == s.world.Founder; fa != fb {
			if fa {
				return -1
			}
			return 1
		}
		return a.compare(b)
	})
	for _, at := range slots {
		if !take(s.entries[at].value.Append(nil)) {
			return items, more
		}
	}
	if theirs.bare {
		return items, more
	}
	for _, k := range s.tickets.list() {
		if n := k.Player[0]; mine.tickets[n] != theirs.tickets[n] && !take(k.Append(nil)) {
			return items, more
		}
	}
	for _, l := range s.Logins() {
		if n := l.Player[0]; mine.logins[n] != theirs.logins[n] && !take(l.Append(nil)) {
			return items, more
		}
	}
	return items, more
}

// Lacks reports whether the set of the summary may have items that s lacks.
func (s *Set) Lacks(theirs *Summary) bool {
	mine := s.Summary()
	for p, sum := range theirs.entries {
		if mine.entries[p] != sum {
			return true
		}
	}
	for n, sum := range theirs.appointments {
		if mine.appointments[n] != sum {
			return true
		}
	}
	for n, sum := range theirs.logins {
		if mine.logins[n] != sum {
			return true
		}
	}
	for n, sum := range theirs.tickets {
		if mine.tickets[n] != sum {
			return true
		}
	}
	return false
}

// Append appends the only encoding.
func (y *Summary) Append(dst []byte) []byte {
	byAuthor := map[key.ID][]uint64{}
	for p := range y.entries {
		byAuthor[p.author] = append(byAuthor[p.author], p.bucket)
	}
	authors := make([]key.ID, 0, len(byAuthor))
	for a := range byAuthor {
		authors = append(authors, a)
	}
	slices.SortFunc(authors, func(a, b key.ID) int { return slices.Compare(a[:], b[:]) })
	dst = wire.AppendUvarint(dst, uint64(len(authors)))
	for _, a := range authors {
		buckets := byAuthor[a]
		slices.Sort(buckets)
		dst = append(dst, a[:]...)
		dst = wire.AppendUvarint(dst, uint64(len(buckets)))
		for _, n := range buckets {
			dst = wire.AppendU64(wire.AppendUvarint(dst, n), y.entries[place{a, n}])
		}
	}
	dst = appendSums(appendSums(dst, y.appointments), y.logins)
	if len(y.tickets) > 0 {
		dst = appendSums(dst, y.tickets)
	}
	return dst
}

// appendSums appends the sums of buckets, ascending.
func appendSums(dst []byte, sums map[uint8]uint64) []byte {
	dst = wire.AppendUvarint(dst, uint64(len(sums)))
	for n := range Buckets {
		if sum, ok := sums[uint8(n)]; ok {
			dst = wire.AppendU64(append(dst, uint8(n)), sum)
		}
	}
	return dst
}

// readSums reads the bytes of appendSums, of buckets below most.
func readSums(c *wire.Cursor, most int) map[uint8]uint64 {
	sums := map[uint8]uint64{}
	next := 0
	for range c.Count(most) {
		n := int(c.U8())
		if n < next || n >= most {
			c.Fail(fmt.Errorf("buckets out of order"))
		}
		next = n + 1
		sums[uint8(n)] = c.U64()
	}
	return sums
}

// DecodeSummary reads the bytes of Append. Its errors wrap ErrEntry.
func DecodeSummary(b []byte) (*Summary, error) {
	y := &Summary{entries: map[place]uint64{}}
	c := wire.NewCursor(b)
	var last key.ID
	for i := range c.Count(1 + MaxKeepers + MaxTemporary) {
		author := key.ID(c.Hash())
		if i > 0 && !last.Less(author) {
			c.Fail(fmt.Errorf("authors out of order"))
		}
		last = author
		next := uint64(0)
		n := c.Count(MaxNumber/BucketSize + 1)
		if n == 0 {
			c.Fail(fmt.Errorf("an author without entries"))
		}
		for range n {
			bucket := c.Uvarint()
			if bucket < next || bucket > MaxNumber/BucketSize {
				c.Fail(fmt.Errorf("buckets out of order"))
			}
			next = bucket + 1
			y.entries[place{author, bucket}] = c.U64()
		}
	}
	y.appointments, y.logins = readSums(c, appointmentBuckets), readSums(c, Buckets)
	y.tickets = map[uint8]uint64{}
	if c.Err() == nil && c.Len() > 0 {
		if y.tickets = readSums(c, Buckets); len(y.tickets) == 0 {
			c.Fail(fmt.Errorf("no tickets, and a count of them"))
		}
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEntry, err)
	}
	return y, nil
}
