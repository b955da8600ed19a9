package sim

import (
	"container/heap"
	"time"
)

// agenda is the nodes by when each has something to do next, and among equals by their numbers.
type agenda []*node

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	if !a[i].at.Equal(a[j].at) {
		return a[i].at.Before(a[j].at)
	}
	return a[i].index < a[j].index
}
func (a agenda) Swap(i, j int) {
	a[i], a[j] = a[j], a[i]
	a[i].place, a[j].place = i, j
}

// Push is heap.Interface's.
func (a *agenda) Push(x any) {
	n := x.(*node)
	n.place = len(*a)
	*a = append(*a, n)
}

// Pop is heap.Interface's.
func (a *agenda) Pop() any {
	old := *a
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*a = old[:len(old)-1]
	n.place = -1
	return n
}

// plan sets when a node has something to do next; zero: never.
func (a *agenda) plan(n *node, at time.Time) {
	switch {
	case at.IsZero():
		if n.place >= 0 {
			heap.Remove(a, n.place)
		}
	case n.place < 0:
		n.at = at
		heap.Push(a, n)
	case !at.Equal(n.at):
		n.at = at
		heap.Fix(a, n.place)
	}
}
