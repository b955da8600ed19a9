package sim

import "time"

// agenda has the nodes in the order of their next activity, and among equals in that of their numbers. It
// is a binary heap, the next one first. It contains the times, so that sorting does not touch the nodes.
type agenda []entry

type entry struct {
	at int64 // nanoseconds since 1970
	n  *node
	i  int // its number
}

func (e *entry) before(o *entry) bool { return e.at < o.at || e.at == o.at && e.i < o.i }

// put sets the entry of a place, and stores the place in the node.
func (a agenda) put(place int, e entry) {
	a[place] = e
	e.n.place = place
}

// fix moves an arbitrary entry from a place to where it belongs.
func (a agenda) fix(place int, e entry) {
	for place > 0 {
		up := (place - 1) / 2
		if !e.before(&a[up]) {
			break
		}
		a.put(place, a[up])
		place = up
	}
	for {
		next := 2*place + 1
		if next >= len(a) {
			break
		}
		if right := next + 1; right < len(a) && a[right].before(&a[next]) {
			next = right
		}
		if !a[next].before(&e) {
			break
		}
		a.put(place, a[next])
		place = next
	}
	a.put(place, e)
}

// plan sets when a node has something to do next; zero: never.
func (a *agenda) plan(n *node, at time.Time) {
	switch {
	case at.IsZero():
		if n.place >= 0 {
			a.remove(n.place)
			n.place = -1
		}
	case n.place < 0:
		n.at = at
		*a = append(*a, entry{})
		a.fix(len(*a)-1, entry{at.UnixNano(), n, n.index})
	case !at.Equal(n.at):
		n.at = at
		a.fix(n.place, entry{at.UnixNano(), n, n.index})
	}
}

func (a *agenda) remove(place int) {
	all, last := *a, len(*a)-1
	e := all[last]
	all[last] = entry{}
	if *a = all[:last]; place < last {
		a.fix(place, e)
	}
}
