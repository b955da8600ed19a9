package island

import "fmt"

// diffRealm names the first difference in the place among the islands.
func diffRealm(a, b *State) string {
	x, y := &a.realm, &b.realm
	s := first("", unlike("Cap", a.genesis.Cap, b.genesis.Cap), unlike("self", x.self, y.self), unlike("last loan", x.lastLoan, y.lastLoan),
		unlike("quiet", x.quiet, y.quiet))
	return first("", s, unlikeRows("lease", x.leases, y.leases), unlikeRows("alias", x.aliases, y.aliases), unlikeRows("abroad", x.abroad, y.abroad),
		unlikeRows("apart", x.apart, y.apart), unlikeRows("ask", x.asks, y.asks), unlikeRows("neighbour", x.near, y.near),
		unlikeRows("ghost", x.ghosts, y.ghosts), diffStrips(x.strips, y.strips), unlikeRows("view", x.views, y.views), unlikeRows("signal", x.signals, y.signals), unlikeRows("taken in", x.within, y.within), unlike("since", x.since, y.since), diffOutboxes(x.outboxes, y.outboxes), diffInboxes(x.inboxes, y.inboxes))
}

// unlikeRows names the first row in which two tables differ.
func unlikeRows[T comparable](name string, a, b []T) string {
	for k := range min(len(a), len(b)) {
		if s := unlike(fmt.Sprintf("%s[%d]", name, k), a[k], b[k]); s != "" {
			return s
		}
	}
	return unlike("number of rows of "+name, len(a), len(b))
}

func diffStrips(a, b []strip) string {
	for k := range min(len(a), len(b)) {
		s, o := &a[k], &b[k]
		if s := first("", unlike("island", s.of, o.of), unlike("place", s.at, o.at), unlikeRows("tile", s.edits, o.edits)); s != "" {
			return fmt.Sprintf("strip of region %d %d: %s", a[k].at.X, a[k].at.Y, s)
		}
	}
	return unlike("number of strips", len(a), len(b))
}

func diffOutboxes(a, b []outbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		s := first("", unlike("to", o.to, p.to), unlike("first", o.first, p.first), unlike("since", o.since, p.since), unlike("parcels", len(o.list), len(p.list)))
		for n := range min(len(o.list), len(p.list)) {
			s = first("", s, unlike(fmt.Sprintf("parcel %d", o.first+uint64(n)), fmt.Sprintf("%x", o.list[n]), fmt.Sprintf("%x", p.list[n])))
		}
		if s != "" {
			return fmt.Sprintf("outbox for island %x: %s", o.to, s)
		}
	}
	return unlike("number of outboxes", len(a), len(b))
}

func diffInboxes(a, b []inbox) string {
	for k := range min(len(a), len(b)) {
		o, p := &a[k], &b[k]
		if s := first("", unlike("from", o.from, p.from), unlike("as", o.as, p.as), unlike("expected", o.next, p.next), unlike("lost", o.lost, p.lost),
			unlike("partial", string(o.partial), string(p.partial))); s != "" {
			return fmt.Sprintf("inbox of island %x: %s", o.from, s)
		}
	}
	return unlike("number of inboxes", len(a), len(b))
}
