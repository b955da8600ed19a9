package rigid

import "math/bits"

// trace is a grip's memory until the next step.
type trace struct {
	key       uint64
	push, rub int32
}

// traceTable finds traces by their keys. It is only asked for keys and never gone through, so that where a
// trace lies in it shows nowhere.
type traceTable struct {
	slots []int32 // index of a trace and one, zero if there is none; a power of two, half of it free
}

// traceKey scrambles two bodies and a feature of theirs.
func traceKey(a, b uint64, feature uint32) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xbf58476d1ce4e5b9)
	x := (hi ^ lo + uint64(feature)) * 0x94d049bb133111eb
	return x ^ x>>31
}

// fill makes the table of a list.
func (t *traceTable) fill(list []trace) {
	size := 16
	for size < 2*len(list) {
		size *= 2
	}
	t.slots = sized(t.slots, size)
	clear(t.slots)
	for k := range list {
		at := list[k].key & uint64(size-1)
		for t.slots[at] != 0 {
			at = (at + 1) & uint64(size-1)
		}
		t.slots[at] = int32(k + 1)
	}
}

// find returns the first filled-in trace of a key, nil if there is none.
func (t *traceTable) find(list []trace, key uint64) *trace {
	if len(list) == 0 {
		return nil
	}
	mask := uint64(len(t.slots) - 1)
	for at := key & mask; t.slots[at] != 0; at = (at + 1) & mask {
		if found := &list[t.slots[at]-1]; found.key == key {
			return found
		}
	}
	return nil
}

// remember keeps the impulses of grips that push.
func (w *World) remember() {
	if !w.upward {
		return
	}
	w.memory = w.memory[:0]
	for _, layer := range w.grips {
		for k := range layer {
			if g := &layer[k]; g.push > 0 {
				w.memory = append(w.memory, trace{g.key, g.push, g.rub})
			}
		}
	}
	w.table.fill(w.memory)
}
