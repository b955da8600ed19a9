package coins

import "slices"

// topology is an island's place among the islands.
type topology struct {
	self     uint64
	near     uint64   // the island that was called near; zero: none
	absorbed []uint64 // islands that were taken in, here or by an island that was, ascending
}

// Self is the island.
func (t *topology) Self() uint64 { return t.self }

// Place is machine.Island's: an island has no position.
func (t *topology) Place(dst []byte) []byte { return dst }

// Contains reports whether another island was taken in here, or by one that was.
func (t *topology) Contains(island uint64) bool {
	if Faults.Forgets {
		return false
	}
	_, ok := slices.BinarySearch(t.absorbed, island)
	return ok
}

// Near is the island that was called.
func (t *topology) Near(dst []uint64) []uint64 {
	if t.near != 0 {
		dst = append(dst, t.near)
	}
	return dst
}

// takeIn notes that another island went into this one.
func (t *topology) takeIn(other *topology) {
	t.absorbed = append(append(t.absorbed, other.absorbed...), other.self)
	slices.Sort(t.absorbed)
	t.absorbed = slices.Compact(t.absorbed)
	if t.near == other.self {
		t.near = 0
	}
}
