package blueprint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/event"
	"manyhold/game/rights"
)

const (
	// MaxBlueprints is the most blueprints of an island, MaxOfAuthor the most of one author. One more is
	// refused (NoRoom). Those that are withdrawn do not count.
	MaxBlueprints, MaxOfAuthor = 512, 48
	// MaxTitles is the most blueprints together with those that are withdrawn, MaxTitlesOf that of one
	// author: the version by which one is withdrawn stays, so that no older one comes back from another
	// island.
	MaxTitles, MaxTitlesOf = 768, 96
	// MaxStored is the most bytes of all of them. More is refused (NoRoom).
	MaxStored = 4 << 20
	// copied is from how many bytes on a source that is another author's needs a credit.
	copied = 64
)

// Entry is one blueprint of a register: the version that holds.
type Entry struct {
	*Blueprint
	ID    ID
	Hash  Hash
	Bytes []byte    // of Append, with its seal
	Since game.Tick // when this version came to hold here
}

// Register holds the blueprints that an island knows, and the drafts of those that arrive piece by piece. A
// list is never changed in place: a copy of the register costs nothing, and keeps what it has. Its order is
// that of the IDs.
type Register struct {
	list   []Entry
	drafts []Draft
	losses []Loss // that their editors are not told yet
	sum    uint64
}

// List returns the blueprints. They are not to be changed.
func (r *Register) List() []Entry { return r.list }

// Sum is a hash of the register, 0 when it is empty.
func (r *Register) Sum() uint64 { return r.sum }

// Find returns the blueprint of an ID, nil if there is none. It is read-only.
func (r *Register) Find(id ID) *Entry {
	if k, ok := r.at(id); ok {
		return &r.list[k]
	}
	return nil
}

func (r *Register) at(id ID) (int, bool) {
	return slices.BinarySearchFunc(r.list, id, func(e Entry, id ID) int { return cmp.Compare(e.ID, id) })
}

// Later reports whether a version takes the place of another one: a higher version does, and of two equal
// ones that with the greater hash.
func Later(version uint32, hash Hash, than *Entry) bool {
	return than == nil || cmp.Or(cmp.Compare(version, than.Version), bytes.Compare(hash[:], than.Hash[:])) > 0
}

// Admit says why a version cannot come to hold, if there is a reason. rank is that of its editor.
func (r *Register) Admit(b *Blueprint, hash Hash, size int, rank rights.Rank) event.Reason {
	old := r.Find(b.ID())
	var was *Blueprint
	before := 0
	if old != nil {
		was, before = old.Blueprint, len(old.Bytes)
	}
	switch {
	case !Later(b.Version, hash, old):
		return event.OldVersion
	case !MayEdit(was, b.Editor, rank), b.Editor != b.Author && (was == nil || b.By != was.By):
		return event.NotAllowed
	case b.Has(Withdrawn) && b.Editor != b.Author && rank < rights.Keeper:
		return event.NotAllowed
	case old != nil && b.Editor != b.Author && b.Version > old.Version+1:
		return event.NotAllowed // nobody else uses up the author's numbers
	case !r.room(b, old), stored(r.list)-before+size > MaxStored:
		return event.NoRoom
	case !r.credited(b, was):
		return event.Uncredited
	}
	return event.NoReason
}

// room reports whether there is room for a version as far as numbers go, beside what is there.
func (r *Register) room(b *Blueprint, old *Entry) bool {
	if old == nil {
		if _, all := count(r.list, &b.Author); all >= MaxTitlesOf || len(r.list) >= MaxTitles {
			return false
		}
	}
	if b.Has(Withdrawn) || old != nil && !old.Has(Withdrawn) {
		return true
	}
	own, _ := count(r.list, &b.Author)
	live, _ := count(r.list, nil)
	return own < MaxOfAuthor && live < MaxBlueprints
}

// count returns how many blueprints of a list an author has, and how many together with those that are
// withdrawn; nil: all authors.
func count(list []Entry, author *game.PlayerID) (live, all int) {
	for k := range list {
		if author != nil && list[k].Author != *author {
			continue
		}
		if all++; !list[k].Has(Withdrawn) {
			live++
		}
	}
	return live, all
}

// stored returns the bytes of all blueprints of a list.
func stored(list []Entry) (n int) {
	for k := range list {
		n += len(list[k].Bytes)
	}
	return n
}

// credited reports whether a version names those on whose work it builds, as far as the register can tell.
// The next version keeps the credits of the last. It keeps the licence, too, unless the author alone made the
// last. A source that is another author's word for word comes with that author's credit and licence.
func (r *Register) credited(b, was *Blueprint) bool {
	if was != nil && b.Licence != was.Licence && (b.Editor != b.Author || was.Editor != b.Author || len(was.Credits) > 0) {
		return false
	}
	if was != nil && !(len(b.Credits) >= len(was.Credits) && slices.Equal(b.Credits[:len(was.Credits)], was.Credits)) {
		return false
	}
	for k := range r.list {
		e := &r.list[k]
		same := len(b.Host) >= copied && b.Host == e.Host || len(b.View) >= copied && b.View == e.View
		if !same || e.Author == b.Author || slices.ContainsFunc(e.Credits, func(c Credit) bool { return c.Author == b.Author }) {
			continue
		}
		if b.Licence != e.Licence || !slices.ContainsFunc(b.Credits, func(c Credit) bool { return c.Author == e.Author && c.Title == e.Title }) {
			return false
		}
	}
	return true
}

// Put lets a version hold. It must have been admitted, or come from a register of the same world.
func (r *Register) Put(e Entry) {
	k, ok := r.at(e.ID)
	next := make([]Entry, 0, len(r.list)+1)
	next = append(append(next, r.list[:k]...), e)
	if ok {
		k++
	}
	r.set(append(next, r.list[k:]...), r.drafts)
}

// Join takes over the later versions of another register of the same world, and drops what there is no room
// for (see fitting). lost is called for each version of this one that another took the place of, unless it is
// nil. The drafts are those of this register.
func (r *Register) Join(o *Register, now game.Tick, lost func(was, is *Entry)) {
	next := slices.Clone(r.list)
	for k := range o.list {
		e := o.list[k]
		old := r.Find(e.ID)
		if old != nil && old.Hash != e.Hash && old.Version == e.Version { // they met
			if Later(e.Version, e.Hash, old) {
				r.Lose(LossOf(old, &e))
			} else {
				r.Lose(LossOf(&e, old))
			}
		}
		if !Later(e.Version, e.Hash, old) {
			continue
		}
		e.Since = now
		at, ok := slices.BinarySearchFunc(next, e.ID, func(e Entry, id ID) int { return cmp.Compare(e.ID, id) })
		if !ok {
			next = slices.Insert(next, at, e)
			continue
		}
		if lost != nil {
			lost(old, &o.list[k])
		}
		next[at] = e
	}
	for _, l := range o.losses {
		r.Lose(l)
	}
	r.set(fitting(next), r.drafts)
}

// LossOf returns the loss of a version to another one.
func LossOf(was, is *Entry) Loss {
	return Loss{Editor: was.Editor, ID: was.ID, Was: was.Version, Is: is.Version, Name: was.Name(), By: is.By}
}

// fitting drops blueprints until the list is within the limits: each time, of the author with the most bytes,
// the one with the greatest ID. While there is room for titles, those that are withdrawn stay. The result
// does not depend on which of two registers joined the other, and an author with many blueprints does not
// crowd out the others.
func fitting(list []Entry) []Entry {
	if fits(list) {
		return list
	}
	of := make(map[game.PlayerID]int, len(list))
	for k := range list {
		of[list[k].Author] += len(list[k].Bytes)
	}
	for !fits(list) {
		last := -1
		for k := range list {
			if list[k].Has(Withdrawn) && len(list) <= MaxTitles && stored(list) <= MaxStored {
				continue
			}
			if last < 0 {
				last = k
			}
			a, b := &list[k], &list[last]
			if cmp.Or(cmp.Compare(of[a.Author], of[b.Author]), bytes.Compare(a.Author[:], b.Author[:]), cmp.Compare(a.ID, b.ID)) > 0 {
				last = k
			}
		}
		of[list[last].Author] -= len(list[last].Bytes)
		list = slices.Delete(list, last, last+1)
	}
	return list
}

// fits reports whether a list is within the limits.
func fits(list []Entry) bool {
	live, all := count(list, nil)
	return live <= MaxBlueprints && all <= MaxTitles && stored(list) <= MaxStored
}

// Shift moves all times later by some ticks.
func (r *Register) Shift(by game.Tick) {
	if by == 0 || r.sum == 0 {
		return
	}
	next := slices.Clone(r.list)
	for k := range next {
		next[k].Since += by
	}
	r.set(next, r.drafts)
}

// set takes a list and drafts that are in order.
func (r *Register) set(list []Entry, drafts []Draft) {
	*r = Register{losses: r.losses}
	if len(list)+len(drafts)+len(r.losses) > 0 {
		r.list, r.drafts = list, drafts
		r.sum = xxh3.Hash(r.appendSums(nil))
	}
}

// appendSums appends what the hash of the register is of: a blueprint counts by its hash.
func (r *Register) appendSums(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(r.list)))
	for k := range r.list {
		dst = codec.Uvarint(append(dst, r.list[k].Hash[:]...), uint64(r.list[k].Since))
	}
	for k := range r.drafts {
		dst = r.drafts[k].append(dst)
	}
	return appendLosses(dst, r.losses)
}

// Append appends the register: the number of blueprints, of each the tick since when it holds and its bytes,
// then the drafts, and the losses if there are any.
func (r *Register) Append(dst []byte) []byte {
	dst = codec.Uvarint(dst, uint64(len(r.list)))
	for k := range r.list {
		dst = codec.Blob(codec.Uvarint(dst, uint64(r.list[k].Since)), r.list[k].Bytes)
	}
	dst = codec.Uvarint(dst, uint64(len(r.drafts)))
	for k := range r.drafts {
		dst = r.drafts[k].append(dst)
	}
	return appendLosses(dst, r.losses)
}

// Read reads the bytes of Append, of a state that has a register.
func (r *Register) Read(data []byte) error {
	c := codec.Read(data)
	var list []Entry
	for n := range c.Count(MaxTitles, 2) {
		c.Within("blueprint %d", uint64(n))
		e := Entry{Since: game.Tick(c.Uvarint())}
		e.Bytes = bytes.Clone(c.Blob(MaxBytes))
		if c.Err() != nil {
			break
		}
		b, err := Decode(e.Bytes)
		if err != nil {
			return err
		}
		e.Blueprint, e.ID, e.Hash = b, b.ID(), HashOf(e.Bytes)
		c.Must(len(list) == 0 || list[len(list)-1].ID < e.ID, "blueprints must ascend")
		list = append(list, e)
	}
	c.Must(stored(list) <= MaxStored, "blueprints must have at most 4 MiB together")
	var drafts []Draft
	for range c.Count(MaxDrafts, 11) {
		d := readDraft(&c)
		c.Must(!slices.ContainsFunc(drafts, func(o Draft) bool { return o.Mark == d.Mark }), "drafts must differ")
		drafts = append(drafts, d)
	}
	losses := readLosses(&c)
	c.Require(len(list)+len(drafts)+len(losses) > 0)
	if err := c.Done(); err != nil {
		return err
	}
	r.losses = losses
	r.set(list, drafts)
	return nil
}

// Diff names the first blueprint in which two registers differ, "" if there is none.
func (r *Register) Diff(o *Register) string {
	for k := range min(len(r.list), len(o.list)) {
		a, b := &r.list[k], &o.list[k]
		if a.Hash != b.Hash || a.Since != b.Since {
			return fmt.Sprintf("blueprints[%d]: %s version %d (%x) since %d, and %s version %d (%x) since %d", k,
				a.Name(), a.Version, a.Hash[:4], a.Since, b.Name(), b.Version, b.Hash[:4], b.Since)
		}
	}
	if len(r.list) != len(o.list) {
		return fmt.Sprintf("number of blueprints: %d and %d", len(r.list), len(o.list))
	}
	if r.sum != o.sum {
		return "the drafts or losses of blueprints"
	}
	return ""
}

// Named returns the blueprint of a name: a title, or an author's name, a slash and a title; letters of either
// case. why says why there is none: none has that name, or several have.
func (r *Register) Named(name string) (found *Entry, why event.Reason) {
	by, title, whole := strings.Cut(name, "/")
	if !whole {
		by, title = "", name
	}
	for k := range r.list {
		e := &r.list[k]
		if !strings.EqualFold(e.Title, title) || whole && !strings.EqualFold(e.By, by) {
			continue
		}
		if found != nil {
			return nil, event.Ambiguous
		}
		found = e
	}
	if found == nil {
		return nil, event.NoBlueprint
	}
	return found, event.NoReason
}
