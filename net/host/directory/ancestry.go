package directory

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
)

// ErrUnproven says that an island's ancestry is not known here, or not yet.
var ErrUnproven = errors.New("directory: the ancestry of this island is not proven")

// ancestries are those that linked peers show of islands.
type ancestries struct {
	*links.Hub
	here    Islands
	world   World
	entries *entries

	Shown map[key.ID]*shownAncestry // by the linked peer: the last one
}

// shownAncestry is one that arrives over a link, or has arrived.
type shownAncestry struct {
	island  uint64
	coming  recordlist.Collector
	Records []*epoch.Record // verified; none: they have not all come
	lied    time.Time       // when the peer last showed a false one
}

// reset forgets the records.
func (l *shownAncestry) reset(island uint64) { *l = shownAncestry{island: island, lied: l.lied} }

// forget forgets a link that came or went.
func (d *ancestries) forget(k key.ID) { delete(d.Shown, k) }

// begins checks the first record of an island that comes from others, and returns its ancestry. The error is
// ErrUnproven while the ancestry may still arrive.
func (d *ancestries) begins(r *epoch.Record) (ancestors []*epoch.Record, err error) {
	switch {
	case r.Reason != epoch.Begun:
		return nil, fmt.Errorf("host: island %s does not begin", message.IslandName(r.Island))
	case !r.Firm:
		return nil, fmt.Errorf("host: island %s was divided off in a provisional fork", message.IslandName(r.Island))
	}
	if h := d.entries.Known[message.Home]; r.Parent == message.Home && h != nil { // it rests here
		if i := slices.IndexFunc(h.records, func(x *epoch.Record) bool { return x.FirstTurn == r.FirstTurn && x.Hash() == r.Previous }); i >= 0 {
			return nil, r.Begins(h.records[i])
		}
	} else if parent, ok := d.here.Find(r.Parent); ok {
		division, ancestors, never := parent.Divided(r)
		if division != nil {
			return ancestors, r.Begins(division)
		}
		if r.Parent == message.Home && never {
			return nil, fmt.Errorf("host: island %s was never part of %s", message.IslandName(r.Island), message.IslandName(r.Parent))
		}
	}
	for _, k := range d.Peers.Keys() {
		if l := d.Shown[k]; l != nil && len(l.Records) > 0 && l.island == r.Island && l.tip().Hash() == r.Previous {
			return l.Records, r.Begins(l.tip())
		}
	}
	return nil, ErrUnproven
}

// receive takes a part of an ancestry. It logs a refusal, unless this peer is behind in home's log.
func (d *ancestries) receive(from key.ID, island uint64, b []byte) {
	err := d.heardAncestry(from, island, b)
	if err != nil {
		d.Counters[counter.Unproven]++
	}
	if err != nil && !errors.Is(err, ErrUnproven) {
		d.world.Tell(from, "refused an island's ancestry", "of", message.IslandName(island), "why", err.Error())
	}
}

// heardAncestry takes a part of an ancestry, which is verified when it is whole. The verified one of each
// linked peer is kept until its next.
func (d *ancestries) heardAncestry(from key.ID, island uint64, b []byte) error {
	l := d.Shown[from]
	if d.Peers.Get(from) == nil || l != nil && !l.lied.IsZero() && d.Now.Sub(l.lied) < liedFor {
		return nil // looking at signatures takes time
	}
	part, err := recordlist.DecodePart(b)
	if err != nil {
		return err
	}
	if l == nil {
		l = &shownAncestry{}
		d.Shown[from] = l
	}
	if part.First {
		l.reset(island)
	}
	if l.island != island {
		return nil
	}
	list, done, err := l.coming.Add(&part, recordlist.Bound{Records: recordlist.MaxRecords, Bytes: maxAncestry})
	if errors.Is(err, recordlist.ErrOther) {
		return nil // an earlier part was refused
	}
	for i, r := range list {
		if err == nil {
			err = d.descends(list[:i], r)
		}
	}
	switch {
	case err != nil:
		if l.reset(0); !errors.Is(err, ErrUnproven) {
			l.lied = d.Now
		}
	case done:
		l.Records = list
	}
	return err
}

func (l *shownAncestry) tip() *epoch.Record { return l.Records[len(l.Records)-1] }

// descends checks that a record continues an ancestry, and agrees with the records that are known here of its
// island.
func (d *ancestries) descends(before []*epoch.Record, r *epoch.Record) error {
	var tip *epoch.Record
	if n := len(before); n > 0 {
		tip = before[n-1]
	}
	switch {
	case r.World != d.world.World() || r.Island == message.Home:
		return fmt.Errorf("host: an ancestry of another world, or through home")
	case d.denies(r):
		return fmt.Errorf("host: epoch %d of island %s began otherwise", r.Number, message.IslandName(r.Island))
	case r.Number != 1 && tip == nil:
		return fmt.Errorf("host: an ancestry without its beginning")
	case r.Number != 1:
		return r.Continues(epoch.PastOf(before, d.world.Genesis().Founder))
	case !r.Firm:
		return fmt.Errorf("host: island %s was divided off in a provisional fork", message.IslandName(r.Island))
	case r.Parent != message.Home && (tip == nil || tip.Hash() != r.Previous):
		return fmt.Errorf("host: an ancestry with a gap")
	case r.Parent != message.Home:
		return r.Begins(tip)
	case tip != nil:
		return fmt.Errorf("host: an ancestry that begins twice")
	}
	_, err := d.begins(r)
	return err
}

// denies reports whether another firm record is known here of the same epoch.
func (d *ancestries) denies(r *epoch.Record) bool {
	known := []*epoch.Record(nil)
	if c, ok := d.here.Find(r.Island); ok && len(c.Records()) > 0 {
		known = c.Records()[:c.Firm().Number]
	} else if h := d.entries.Known[r.Island]; h != nil {
		known = h.records
	}
	i := slices.IndexFunc(known, func(o *epoch.Record) bool { return o.Number == r.Number })
	return i >= 0 && known[i].Firm && known[i].Hash() != r.Hash()
}

// maxAncestry is the longest ancestry in bytes: some twenty thousand epochs. An island with a longer one is
// not taken over from others.
const maxAncestry = 8 << 20

// liedFor is how long the ancestries of a peer are ignored after a false one.
const liedFor = time.Second
