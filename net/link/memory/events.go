package memory

// eventHeap is a binary heap of events, the next one first. It does not use container/heap, because a
// simulation does little else: an event is moved into its place without being boxed first.
type eventHeap []event

func (e *event) before(o *event) bool {
	if e.at != o.at {
		return e.at < o.at
	}
	return e.order < o.order
}

func (h *eventHeap) push(e event) {
	a := append(*h, e)
	*h = a
	i := len(a) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(&a[up]) {
			break
		}
		a[i] = a[up]
		i = up
	}
	a[i] = e
}

// pop takes the next event out of a heap that is not empty.
func (h *eventHeap) pop() event {
	a := *h
	first, n := a[0], len(a)-1
	e := a[n]
	a[n] = event{}
	*h = a[:n]
	if n > 0 {
		a[:n].sink(e)
	}
	return first
}

// sink replaces the first event by e and moves it down to its place.
func (h eventHeap) sink(e event) {
	i := 0
	for {
		next := 2*i + 1
		if next >= len(h) {
			break
		}
		if right := next + 1; right < len(h) && h[right].before(&h[next]) {
			next = right
		}
		if !h[next].before(&e) {
			break
		}
		h[i] = h[next]
		i = next
	}
	h[i] = e
}
